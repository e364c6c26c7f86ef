"""Where the server is and who is asking."""

import os
import ssl
from dataclasses import dataclass
from importlib.metadata import version
from typing import Final
from urllib.parse import urlsplit

DEFAULT_BASE_URL: Final = "http://127.0.0.1:8420"


@dataclass(frozen=True, kw_only=True)
class Config:
    """What both clients are made from.

    Attributes:
        user: for whom an admin key acts; None for an ordinary key, which has a user of its own.
        timeout_s: how long a call may wait for the next byte.
    """

    base_url: str
    api_key: str | None
    user: str | None
    timeout_s: float

    def headers(self) -> dict[str, str]:
        headers = {"User-Agent": f"amy-python/{version('amy')}"}
        if self.api_key:
            headers["Authorization"] = f"Bearer {self.api_key}"
        if self.user:
            headers["Amy-User"] = self.user
        return headers

    def trust_env(self) -> bool:
        """Whether the proxies of the environment apply; never to one's own machine."""
        return urlsplit(self.base_url).hostname not in {"127.0.0.1", "::1", "localhost"}

    def verify(self) -> ssl.SSLContext | bool:
        """Whom connections trust; nobody where none of them is encrypted: to read whom takes longer than a question."""
        return urlsplit(self.base_url).scheme == "https" or ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


def config(*, api_key: str | None, base_url: str | None, user: str | None, timeout_s: float) -> Config:
    """What is given, else what AMY_API_KEY and AMY_BASE_URL say, else the address of a local `amy up`.

    Raises:
        ValueError: the base URL is not one, or key or user hold characters that a header cannot.
    """
    api_key = api_key or os.environ.get("AMY_API_KEY") or None
    base_url = (base_url or os.environ.get("AMY_BASE_URL") or DEFAULT_BASE_URL).rstrip("/")
    parts = urlsplit(base_url)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ValueError(f"{base_url!r} is no base URL: it must begin with http:// or https://.")
    for what, value in (("API key", api_key), ("user", user)):
        if value and not (value.isascii() and value.isprintable()):
            raise ValueError(f"The {what} holds characters that are not allowed.")
    return Config(base_url=base_url, api_key=api_key, user=user, timeout_s=timeout_s)
