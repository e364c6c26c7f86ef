"""Typed ids: a prefix that says what it names, then a ULID, so that ids sort by creation time."""

import hashlib
from typing import Final, Literal

from ulid import ULID

Prefix = Literal["turn", "mem", "req", "imp", "key", "doc", "ver", "ent", "lab", "upl"]

_LATEST: Final = b"\xff" * 6


def new_id(prefix: Prefix) -> str:
    """A fresh id such as `turn_01HX2K3M4N5P6Q7R8S9T0V1W2X`."""
    return f"{prefix}_{ULID()}"


def stable_id(prefix: Prefix, *said: str) -> str:
    """The id of what is said, the same each time; it sorts behind every fresh one."""
    digest = hashlib.sha256("\x00".join(said).encode()).digest()
    return f"{prefix}_{ULID.from_bytes(_LATEST + digest[:10])}"


def is_id(text: str, prefix: Prefix) -> bool:
    """Whether `text` has the shape of an id with this prefix."""
    head, _, tail = text.partition("_")
    if head != prefix:
        return False
    try:
        return str(ULID.from_str(tail)) == tail
    except ValueError:
        return False
