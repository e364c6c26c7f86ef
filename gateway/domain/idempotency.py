"""A POST that is repeated with the same `Idempotency-Key` is done once."""

import hashlib
import re
from dataclasses import dataclass
from typing import Final

KEPT_S: Final = 24 * 3600
KEY_PATTERN: Final = r"[ -~]{1,255}"


@dataclass(frozen=True, kw_only=True)
class Reply:
    """A successful response.

    Attributes:
        body: JSON.
        location: of what was made; empty when nothing has a place of its own.
        repeat: what is kept and sent to those who ask again, where that differs from `body`: a secret is shown once.
    """

    status: int
    body: bytes
    location: str = ""
    repeat: bytes | None = None


@dataclass(frozen=True, kw_only=True)
class Fresh:
    """The caller goes first; `claim` proves it when the reply is kept.

    Attributes:
        turn_id: of the turn that the request may start, or may have started before its gateway died.
    """

    claim: str
    turn_id: str


@dataclass(frozen=True, kw_only=True)
class Busy:
    """The first request has not ended."""


@dataclass(frozen=True, kw_only=True)
class Done:
    """The first request ended with this reply."""

    fingerprint: str
    reply: Reply


Outcome = Fresh | Busy | Done


def is_key(text: str) -> bool:
    """Whether a text can be an idempotency key: 1 to 255 printable ASCII characters."""
    return re.fullmatch(KEY_PATTERN, text) is not None


def fingerprint(*, method: str, target: str, body_sha256: str) -> str:
    """What makes two requests the same: method, path with query, and body."""
    return hashlib.sha256(f"{method}\n{target}\n{body_sha256}".encode()).hexdigest()
