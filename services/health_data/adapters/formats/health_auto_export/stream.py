"""JSON objects out of a file of any size, one at a time."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

import ijson
from ijson.common import ObjectBuilder

from services.health_data.adapters.formats.members import DamagedError, Member

_BLOCK_BYTES: Final = 256 * 1024
_BOM: Final = b"\xef\xbb\xbf"


class Found(NamedTuple):
    """An object, the list it stands in, and which of the lists of that name it is, from 0."""

    prefix: str
    nth: int
    value: dict[str, Any]


def objects(member: Member, wanted: Mapping[str, str]) -> Iterator[Found]:
    """The objects that stand where they are wanted; what is a list within one of them is left out.

    Args:
        member: a file of JSON.
        wanted: by the prefix of an object, the prefix of what is counted.

    Raises:
        DamagedError: it is cut off, or no JSON.
    """
    counted = dict.fromkeys(wanted.values(), -1)
    building: _Building | None = None
    for prefix, event, value in _events(member):
        if building is not None:
            if building.ends_with(prefix, event, value):
                yield Found(building.prefix, counted[wanted[building.prefix]], building.value)
                building = None
        elif event == "start_map":
            if prefix in counted:
                counted[prefix] += 1
            if prefix in wanted:
                building = _Building(prefix)
                building.ends_with(prefix, event, value)


class _Building:
    """An object that is being read, without the lists within it."""

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix
        self._builder = ObjectBuilder()
        self._lists = 0

    @property
    def value(self) -> dict[str, Any]:
        return dict(self._builder.value)

    def ends_with(self, prefix: str, event: str, value: object) -> bool:
        """Takes what comes next; whether it is the end of the object."""
        if event == "start_array":
            self._lists += 1
        if not self._lists:
            self._builder.event(event, value)
        elif event == "end_array":
            self._lists -= 1
            if not self._lists:
                self._builder.event("null", None)
        return event == "end_map" and prefix == self.prefix


def texts(member: Member, counted: str, names: Mapping[str, str]) -> dict[int, dict[str, str]]:
    """Texts of the objects of a list, by which object it is, from 0.

    Args:
        member: a file of JSON.
        counted: the prefix of the objects.
        names: what the text at a prefix is called.

    Raises:
        DamagedError: it is cut off, or no JSON.
    """
    found: dict[int, dict[str, str]] = {}
    nth = -1
    for prefix, event, value in _events(member):
        if event == "start_map" and prefix == counted:
            nth += 1
        elif event == "string" and prefix in names:
            found.setdefault(nth, {})[names[prefix]] = value
    return found


def _events(member: Member) -> Iterator[tuple[str, str, Any]]:
    try:
        yield from ijson.parse(ijson.from_iter(_blocks(member)), use_float=True)
    except (ijson.JSONError, UnicodeDecodeError):
        raise DamagedError(f"{member.path} is cut off or no JSON: export it again.") from None


def _blocks(member: Member) -> Iterator[bytes]:
    with member.open() as stream:
        yield stream.read(_BLOCK_BYTES).removeprefix(_BOM)
        while block := stream.read(_BLOCK_BYTES):
            yield block
