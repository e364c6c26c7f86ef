"""The elements of an export, one after another, whatever its size."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import BinaryIO, Final, TypeAlias
from xml.parsers import expat

from services.health_data.adapters.formats.members import DamagedError, Member

_BLOCK_BYTES: Final = 256 * 1024
_MOST_DECLARATIONS: Final = 1024 * 1024
_UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")
# Names of apps and devices are written as they are, control characters included, which XML has none of.
_NO_XML: Final = bytes(code for code in range(32) if code not in b"\t\n\r")
_CLEANED: Final = bytes.maketrans(_NO_XML, b" " * len(_NO_XML))
_DOCTYPE: Final = re.compile(rb"<!DOCTYPE\s[^\[>]*(?P<declarations>\[)?")
_DECLARATIONS_END: Final = re.compile(rb"\]\s*>")

Attributes: TypeAlias = Mapping[str, str]
Taker: TypeAlias = Callable[[Attributes, int], None]
"""Takes the attributes of an element, and the line it stands on."""


class Takers(dict[str, Taker | None]):
    """Who takes the records of a type, by its full name; found out once for each name that is met.

    Args:
        by_name: by the name without prefix and spaces, in lower case.
        prefixes: what a name may begin with.
    """

    _MOST = 10_000

    def __init__(self, by_name: Mapping[str, Taker], prefixes: tuple[str, ...]) -> None:
        super().__init__()
        self._by_name = by_name
        self._prefixes = prefixes

    def __missing__(self, full: str) -> Taker | None:
        name = full
        for prefix in self._prefixes:
            name = name.removeprefix(prefix)
        taker = self._by_name.get(name.replace(" ", "").casefold())
        if len(self) < self._MOST:
            self[full] = taker
        return taker


class Elements:
    """Hands each element to who takes it.

    Args:
        records: who takes records, by type.
        others: who takes other elements, by tag.
        ended: told of the end of workouts, and of the parts within them.
    """

    def __init__(self, records: Takers, others: Mapping[str, Taker], ended: Callable[[str], None]) -> None:
        self._records = records
        self._others = others
        self._ended = ended
        self.records_met = 0

    def read(self, member: Member) -> None:
        """Goes through a file.

        Raises:
            DamagedError: it is cut off, or no XML.
        """
        parser = expat.ParserCreate()
        parser.EntityDeclHandler = _refuse_entities
        parser.StartElementHandler = self._started(parser)
        with member.open() as stream:
            try:
                for block in _blocks(stream):
                    parser.Parse(block)
                parser.Parse(b"", True)  # noqa: FBT003, as it is called
            except (expat.ExpatError, _DeclaresEntitiesError, UnicodeDecodeError):
                raise DamagedError(
                    f"{member.path} is cut off or damaged at line {parser.CurrentLineNumber:,}: "
                    "export it again in the Health app, and import the whole file."
                ) from None

    def _started(self, parser: expat.XMLParserType) -> Callable[[str, dict[str, str]], None]:
        records, others, ended = self._records, self._others, self._ended

        def end(tag: str) -> None:
            ended(tag)
            if tag == "Workout":
                parser.EndElementHandler = None

        def start(tag: str, attributes: dict[str, str]) -> None:
            if tag == "Record":
                self.records_met += 1
                taker = records[attributes.get("type", "")]
            else:
                taker = others.get(tag)
                if tag == "Workout":
                    parser.EndElementHandler = end
            if taker is not None:
                taker(attributes, parser.CurrentLineNumber)

        return start


class _DeclaresEntitiesError(Exception):
    """An export declares none; a file that does is made to blow up."""


def _refuse_entities(*_: object) -> None:
    raise _DeclaresEntitiesError


def _blocks(stream: BinaryIO) -> Iterator[bytes]:
    """The file without its declarations of types, some of which are no proper XML, on the same lines."""
    head = stream.read(_BLOCK_BYTES)
    if head.startswith(_UTF_16):
        yield head
        while block := stream.read(_BLOCK_BYTES):
            yield block
        return
    yield _without_declarations(head, stream).translate(_CLEANED)
    while block := stream.read(_BLOCK_BYTES):
        yield block.translate(_CLEANED)


def _without_declarations(head: bytes, stream: BinaryIO) -> bytes:
    match = _DOCTYPE.search(head, 0, _MOST_DECLARATIONS)
    root = head.find(b"<HealthData")
    if match is None or -1 < root < match.start() or not match["declarations"]:
        return head
    end = _DECLARATIONS_END.search(head, match.end())
    while end is None and len(head) < _MOST_DECLARATIONS and (more := stream.read(_BLOCK_BYTES)):
        head += more
        end = _DECLARATIONS_END.search(head, match.end())
    if end is None:
        return head
    return head[: match.start()] + b"\n" * head.count(b"\n", match.start(), end.end()) + head[end.end() :]
