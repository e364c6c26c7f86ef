"""JSON files of any size, gone through piece by piece."""

from collections.abc import Iterator
from typing import Any, Final

import ijson

from services.health_data.adapters.formats.members import DamagedError, Member

_BLOCK_BYTES: Final = 256 * 1024
_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"


def items(member: Member, path: str) -> Iterator[Any]:
    """The values that stand at a path, in the order of the file.

    Args:
        member: the file.
        path: as ijson writes it: "item" is each of a list, "entry.item.resource" what each entry holds.

    Raises:
        DamagedError: it is cut off, or no JSON.
    """
    yield from _told(member, ijson.items(ijson.from_iter(_blocks(member)), path, use_float=True))


def events(member: Member) -> Iterator[tuple[str, str, Any]]:
    """Where a file stands, what begins, ends or is there, and its value.

    Raises:
        DamagedError: it is cut off, or no JSON.
    """
    yield from _told(member, ijson.parse(ijson.from_iter(_blocks(member)), use_float=True))


def _told(member: Member, found: Iterator[Any]) -> Iterator[Any]:
    try:
        yield from found
    except (ijson.JSONError, UnicodeDecodeError):
        raise DamagedError(f"{member.path} is cut off or no JSON: export it again.") from None


def _blocks(member: Member) -> Iterator[bytes]:
    with member.open() as stream:
        yield stream.read(_BLOCK_BYTES).removeprefix(_BYTE_ORDER_MARK)
        while block := stream.read(_BLOCK_BYTES):
            yield block
