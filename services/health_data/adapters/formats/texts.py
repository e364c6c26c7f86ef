"""Text out of the files of an archive, whatever wrote them: encodings, delimiters and blank lines."""

import codecs
import csv
import io
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from services.health_data.adapters.formats.members import DamagedError, Member
from services.health_data.domain.limits import LIMITS

_MOST_JSON_BYTES: Final = 64 * 1024**2
_BLOCK_BYTES: Final = 1024 * 1024
_DELIMITERS: Final = (",", ";", "\t")


@contextmanager
def text_of(member: Member) -> Iterator[io.TextIOWrapper]:
    """A file as text: UTF-8, UTF-16 with a byte order mark, or, failing those, Windows-1252."""
    with member.open() as stream:
        yield io.TextIOWrapper(stream, encoding=_encoding(member), errors="replace", newline="")


def rows(member: Member, *, skip_lines: int = 0, delimiter: str = "") -> Iterator[tuple[int, Mapping[str, str]]]:
    """The rows of a table with a header, each with the line it begins on; blank ones are left out.

    A row with fewer cells than the header lacks the last ones; cells beyond its end are dropped. A comma that ends each
    line makes no column.

    Args:
        member: the table.
        skip_lines: lines before the header.
        delimiter: empty takes the one that the header has most of.
    """
    csv.field_size_limit(LIMITS.line_bytes)
    with text_of(member) as text:
        for _ in range(skip_lines):
            text.readline()
        first = text.readline()
        header = [name.strip() for name in _cells(first, delimiter or _delimiter(first))]
        reader = csv.reader(text, delimiter=delimiter or _delimiter(first))
        line = skip_lines + 2
        try:
            for cells in reader:
                if any(cell.strip() for cell in cells):
                    yield line, {name: cell.strip() for name, cell in zip(header, cells, strict=False) if name}
                line = skip_lines + 2 + reader.line_num
        except csv.Error:
            raise DamagedError(
                f"{member.path} cannot be told apart into cells from line {line:,} on: export it again."
            ) from None


def header_of(member: Member) -> tuple[str, ...]:
    """The names of the columns, by the beginning of the file; empty where there is no first line."""
    text = member.head.decode(_encoding(member), errors="replace").lstrip("\ufeff")
    first = next((line for line in text.splitlines() if line.strip()), "")
    return tuple(name.strip() for name in _cells(first, _delimiter(first)))


def json_of(member: Member) -> Any:  # noqa: ANN401, as JSON is
    """The JSON that a file holds; for one that may be large, go through it with ijson instead.

    Raises:
        DamagedError: it is none, or too large to be held in memory.
    """
    if member.size > _MOST_JSON_BYTES:
        raise DamagedError(f"{member.path} is larger than {_MOST_JSON_BYTES // 1024**2} MB: export a shorter time.")
    with member.open() as stream:
        content = stream.read()
    try:
        return json.loads(content.decode(_encoding(member)).lstrip("\ufeff"))
    except (ValueError, RecursionError):
        raise DamagedError(f"{member.path} is cut off or no JSON: export it again.") from None


def end_of(member: Member) -> bytes:
    """The last bytes of a file, four at most."""
    end = b""
    with member.open() as stream:
        while block := stream.read(_BLOCK_BYTES):
            end = (end + block)[-4:]
    return end


def _encoding(member: Member) -> str:
    head = member.head
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    try:
        # The head may end within a character.
        codecs.getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError:
        return "cp1252"
    return "utf-8-sig"


def _delimiter(line: str) -> str:
    return max(_DELIMITERS, key=line.count)


def _cells(line: str, delimiter: str) -> list[str]:
    return next(csv.reader([line], delimiter=delimiter), [])
