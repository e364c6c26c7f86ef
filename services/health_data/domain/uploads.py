"""Files that are sent in pieces: what is known of each, and how its bytes are cut to be kept."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

PART_BYTES: Final = 1024 * 1024
MOST_UPLOADS: Final = 10
"""Of one person, that wait to be sent whole or to be imported."""


@dataclass(frozen=True, kw_only=True)
class NewUpload:
    """A file that is going to be sent.

    Attributes:
        length: of the whole file, in bytes.
        filename: what the person calls it.
        fingerprint: by which whoever sends it knows it again.
        metadata: as it was given with the file; not looked at.
    """

    length: int
    filename: str
    fingerprint: str
    metadata: str


@dataclass(frozen=True, kw_only=True)
class Upload(NewUpload):
    """A file of which some has come.

    Attributes:
        offset: how much of it is kept, in bytes.
        expires_at: in UTC; from then on it is gone, unless more of it comes before.
    """

    upload_id: str
    offset: int
    expires_at: datetime


async def in_parts(chunks: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """The same bytes in parts of `PART_BYTES`, of which the last may be shorter."""
    pending = bytearray()
    async for chunk in chunks:
        pending += chunk
        while len(pending) >= PART_BYTES:
            yield bytes(pending[:PART_BYTES])
            del pending[:PART_BYTES]
    if pending:
        yield bytes(pending)
