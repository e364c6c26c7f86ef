"""API keys: what they look like, how they are kept, and who a caller is."""

import hashlib
import hmac
import re
from dataclasses import dataclass
from datetime import datetime
from typing import Final

PREFIX: Final = "amy_live_"
USER_ID_PATTERN: Final = r"[A-Za-z0-9._@:-]{1,128}"


@dataclass(frozen=True, kw_only=True)
class KeyRecord:
    """A key as it is stored: never the key itself."""

    id: str
    user_id: str
    name: str
    digest: str
    created_at: datetime


@dataclass(frozen=True, kw_only=True)
class User:
    """A caller that is one user, by one of the user's keys."""

    user_id: str
    key_id: str


@dataclass(frozen=True, kw_only=True)
class Admin:
    """A caller that may act for any user."""


Caller = User | Admin


def digest(key: str) -> str:
    """The SHA-256 of a key, in hexadecimal: what the store holds.

    A slow, salted hash protects secrets that people choose. A key has 256 random bits: no guess can find one from its
    digest, and a fast hash lets every request be checked.
    """
    return hashlib.sha256(key.encode()).hexdigest()


def same_digest(one: str, other: str) -> bool:
    """Compares in a time that does not depend on where they differ."""
    return hmac.compare_digest(one, other)


def is_user_id(text: str) -> bool:
    """Whether a text can name a user: 1 to 128 of letters, digits and `. _ @ : -`."""
    return re.fullmatch(USER_ID_PATTERN, text) is not None


def bearer(header: str) -> str | None:
    """The token of an `Authorization` header; None when it is not `Bearer <token>`."""
    scheme, _, token = header.strip().partition(" ")
    token = token.strip()
    return token if scheme.lower() == "bearer" and token and " " not in token else None
