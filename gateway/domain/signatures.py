"""Signed deliveries: `t=<seconds since 1970>,v1=<HMAC-SHA256 of "<t>.<body>">`, in hexadecimal.

While a secret is being changed, a delivery carries one `v1` for each.
"""

import hashlib
import hmac
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

_MOST_DIGESTS: Final = 8
_TIME: Final = re.compile(r"[0-9]{1,12}")
_DIGEST: Final = re.compile(r"[0-9a-fA-F]{64}")


@dataclass(frozen=True, kw_only=True)
class Signature:
    """What a signature header states.

    Attributes:
        time: the text that was signed.
        digests: lower case; one of them has to fit.
    """

    time: str
    digests: Sequence[str]

    @property
    def at_s(self) -> int:
        """Seconds since 1970."""
        return int(self.time)


def signature(header: str) -> Signature | None:
    """What a header states; None where it has not exactly one time, or no digest."""
    parts = [part.strip().partition("=") for part in header.split(",")]
    times = [value for name, _, value in parts if name == "t"]
    digests = [value.lower() for name, _, value in parts if name == "v1"]
    if len(times) != 1 or not _TIME.fullmatch(times[0]) or not 1 <= len(digests) <= _MOST_DIGESTS:
        return None
    if not all(_DIGEST.fullmatch(each) for each in digests):
        return None
    return Signature(time=times[0], digests=digests)


class Signed:
    """A body on its way in, of which the digest is made as it comes.

    Args:
        stated: what it has to fit.
        secret: what both sides know.
    """

    def __init__(self, stated: Signature, secret: str) -> None:
        self._stated = stated
        self._made = hmac.new(secret.encode(), f"{stated.time}.".encode(), hashlib.sha256)

    def update(self, chunk: bytes) -> None:
        self._made.update(chunk)

    def fits(self) -> bool:
        """Whether the body so far is what was signed; takes as long wherever a digest differs."""
        made = self._made.hexdigest()
        fitting = [hmac.compare_digest(made, each) for each in self._stated.digests]
        return any(fitting)
