"""Uploads: spooled, hashed, decoded and parsed."""

import asyncio
import csv
import hashlib
import io
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from tempfile import SpooledTemporaryFile
from typing import Final, Protocol, TypeVar

from services.health_data.domain.reading import read_table
from services.health_data.domain.records import ParsedFile, Refusal, Unreadable
from services.health_data.domain.table import Table, TableRow
from services.health_data.domain.text import encoding_of, is_text, split_header

_BLOCK_BYTES: Final = 1024 * 1024
_LONGEST_HEADER: Final = 64 * 1024
_BROKEN_QUOTES: Final = "a quotation mark is opened and not closed as it should be."
_T = TypeVar("_T")


class _Run(Protocol):
    async def __call__(self, work: Callable[[], _T]) -> _T:
        """Does blocking work off the event loop."""


class SpooledUpload:
    """Implements `Upload`: in memory while it is small, in a temporary file after that."""

    def __init__(self, spool: SpooledTemporaryFile[bytes], *, run: _Run, parsing: asyncio.Lock) -> None:
        self._spool = spool
        self._run = run
        self._parsing = parsing
        self._hash = hashlib.sha256()

    def sha256(self) -> str:
        return self._hash.hexdigest()

    async def write(self, chunk: bytes) -> None:
        await self._run(lambda: self._append(chunk))

    async def parse(self, *, user_id: str, subject: str) -> ParsedFile | Refusal:
        async with self._parsing:
            return await self._run(lambda: parse(self._spool, user_id=user_id, subject=subject))

    def _append(self, chunk: bytes) -> None:
        self._spool.write(chunk)
        self._hash.update(chunk)


def parse(spool: SpooledTemporaryFile[bytes], *, user_id: str, subject: str) -> ParsedFile | Refusal:
    """What a file says about one person."""
    encoding = next((each for each in encoding_of(_head(spool)) if is_text(_blocks(spool), each)), None)
    if encoding is None:
        return Unreadable("The file is not text: it must be a CSV file, in UTF-8.")
    text = io.TextIOWrapper(spool, encoding=encoding, newline="")
    try:
        return _parse_text(text, encoding=encoding, user_id=user_id, subject=subject)
    except csv.Error:
        return Unreadable(f"The file cannot be split into columns: {_BROKEN_QUOTES}")
    finally:
        # Closing the wrapper would close the spool, which its owner closes.
        text.detach()


def _parse_text(text: io.TextIOWrapper, *, encoding: str, user_id: str, subject: str) -> ParsedFile | Refusal:
    header_line = _first_line(text)
    if not header_line:
        return Unreadable("The file is empty.")
    header, delimiter = split_header(header_line)

    def rows() -> Iterator[TableRow]:
        text.seek(0)
        return islice(_filled_rows(text, delimiter), 1, None)

    table = Table(header=tuple(name.strip() for name in header), rows=rows, decimal_comma=delimiter == ";")
    parsed = read_table(table, user_id=user_id, subject=subject)
    if isinstance(parsed, ParsedFile) and encoding == "cp1252":
        return replace(parsed, notes=(*parsed.notes, "The file is not UTF-8 and was read as Windows-1252."))
    return parsed


def _first_line(text: io.TextIOWrapper) -> str:
    """The first line that is not blank; of a line without end, the beginning."""
    text.seek(0)
    return next((line for line in iter(lambda: text.readline(_LONGEST_HEADER), "") if line.strip()), "")


def _filled_rows(text: io.TextIOWrapper, delimiter: str) -> Iterator[TableRow]:
    reader = csv.reader(text, delimiter=delimiter, strict=True)
    line = 1
    for cells in reader:
        if len(cells) > 1 or (cells and not cells[0].isspace()):
            yield line, cells
        line = reader.line_num + 1


def _head(spool: SpooledTemporaryFile[bytes]) -> bytes:
    spool.seek(0)
    return spool.read(4)


def _blocks(spool: SpooledTemporaryFile[bytes]) -> Iterator[bytes]:
    spool.seek(0)
    return iter(lambda: spool.read(_BLOCK_BYTES), b"")
