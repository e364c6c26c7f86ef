"""From the bytes of a file to what it says about one person, in memory that does not grow with the file."""

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import count, islice
from typing import BinaryIO, Final

from amy.text import inert
from services.health_data.domain.intake import Intake
from services.health_data.domain.layouts import column_key
from services.health_data.domain.limits import IS_A_TABLE, LIMITS, LimitExceededError, Limits
from services.health_data.domain.looks import HEAD_BYTES, known_kind, named
from services.health_data.domain.reading import read_table
from services.health_data.domain.records import NotUnderstood, Options, ParsedFile, Refusal, Unreadable
from services.health_data.domain.table import Table, TableRow
from services.health_data.domain.text import encoding_of, is_text, split_header

_BLOCK_BYTES: Final = 1024 * 1024
_ROWS_A_STEP: Final = 20_000
_BOM_BYTES: Final = 4
_LONGEST_NAME: Final = 80
AS_IT_IS: Final = Options()
_PASSES: Final = 2
"""How often the rows of a table are gone through; a third time for units is not told of."""


class _BrokenQuotesError(Exception):
    """The rows cannot be told apart; the text says where."""


def _nobody_asks(_share: float) -> None:
    """Progress that nobody wants to know."""


def parse(
    stream: BinaryIO,
    *,
    user_id: str,
    options: Options = AS_IT_IS,
    limits: Limits = LIMITS,
    progress: Callable[[float], None] = _nobody_asks,
) -> ParsedFile | Refusal:
    """What a file says about one person.

    Args:
        stream: the file, which can be gone through more than once; left open.
        user_id: whose import it is.
        options: how the person wants it read.
        limits: how much the file may hold.
        progress: told now and then which share of the reading is done; what it raises ends it.
    """
    refusal = _refused(stream, limits)
    if refusal is not None:
        return refusal
    encoding = next((each for each in encoding_of(_head(stream, _BOM_BYTES)) if is_text(_blocks(stream), each)), None)
    if encoding is None:
        return Unreadable("The file is not text: it must be a table of text (CSV), in UTF-8.")
    size = stream.seek(0, io.SEEK_END)
    text = io.TextIOWrapper(stream, encoding=encoding, newline="")
    try:
        return _parse_text(
            text,
            stream,
            encoding=encoding,
            size=size,
            user_id=user_id,
            options=options,
            limits=limits,
            progress=progress,
        )
    except LimitExceededError as error:
        return NotUnderstood(str(error))
    except _BrokenQuotesError as error:
        return Unreadable(str(error))
    finally:
        # Closing the wrapper would close the stream, which its owner closes.
        text.detach()


def _refused(stream: BinaryIO, limits: Limits) -> Refusal | None:
    """Why the bytes cannot be a table; None where they may be one."""
    kind = known_kind(_head(stream, HEAD_BYTES))
    if kind is not None:
        return Unreadable(kind)
    intake = Intake(limits)
    for block in _blocks(stream):
        refusal = intake.see(block)
        if refusal is not None:
            return refusal
    return intake.end()


def _parse_text(
    text: io.TextIOWrapper,
    stream: BinaryIO,
    *,
    encoding: str,
    size: int,
    user_id: str,
    options: Options,
    limits: Limits,
    progress: Callable[[float], None],
) -> ParsedFile | Refusal:
    header_line = _first_line(text)
    if not header_line:
        return Unreadable("The file is empty: there is not even a first line with the names of the columns.")
    csv.field_size_limit(limits.cell_characters)
    header, delimiter = split_header(header_line)
    if not header:
        return NotUnderstood(
            f"The first line has a column name of more than {limits.cell_characters:,} characters. {IS_A_TABLE}"
        )
    if len(header) > limits.columns:
        return NotUnderstood(
            f"The first line has {len(header):,} columns, and a file may have at most {limits.columns:,}. {IS_A_TABLE}"
        )

    absent = [name for name in options.columns if column_key(name) not in {column_key(each) for each in header}]
    if absent:
        return NotUnderstood(
            f"The file has no column called {inert(absent[0], limit=_LONGEST_NAME)}. Its columns are: {named(header)}."
        )
    header = _as_said(header, options)
    passes = count()

    def rows() -> Iterator[TableRow]:
        text.seek(0)
        before = min(next(passes), _PASSES - 1)

        def told() -> None:
            progress((before + stream.tell() / size) / _PASSES)

        return islice(_filled_rows(text, delimiter, limits, told), 1, None)

    table = Table(
        header=tuple(name.strip() for name in header),
        rows=rows,
        usual_sign="," if delimiter == ";" else ".",
        limits=limits,
    )
    parsed = read_table(table, user_id=user_id, subject=options.subject)
    if isinstance(parsed, NotUnderstood):
        return parsed
    said = [[inert(each, limit=_LONGEST_NAME) for each in pair] for pair in options.columns.items()]
    notes = [f"'{name}' was read as {what}, as you said." for name, what in said]
    if encoding == "cp1252":
        notes.append("The file is not UTF-8 and was read as Windows-1252.")
    return replace(parsed, notes=(*parsed.notes, *notes))


def _as_said(header: Sequence[str], options: Options) -> Sequence[str]:
    """The header with the names that the person gives the columns."""
    said = {column_key(name): what for name, what in options.columns.items()}
    return [said.get(column_key(name), name) for name in header]


def _first_line(text: io.TextIOWrapper) -> str:
    """The first line that is not blank."""
    text.seek(0)
    return next((line for line in text if line.strip()), "")


def _filled_rows(
    text: io.TextIOWrapper, delimiter: str, limits: Limits, progress: Callable[[], None]
) -> Iterator[TableRow]:
    """Every row that is not blank.

    Raises:
        _BrokenQuotesError: a cell is too long, or quotation marks do not match.
    """
    reader = csv.reader(text, delimiter=delimiter, strict=True)
    line = 1
    try:
        for row, cells in enumerate(reader, start=1):
            if len(cells) > 1 or (cells and not cells[0].isspace()):
                yield line, cells
            line = reader.line_num + 1
            if not row % _ROWS_A_STEP:
                progress()
    except csv.Error as error:
        too_long = "field larger" in str(error)
        what = f"a cell of more than {limits.cell_characters:,} characters" if too_long else "a quotation mark amiss"
        raise _BrokenQuotesError(
            f"The row that begins on line {line:,} has {what}. Most likely a quotation mark is opened there and not "
            'closed: put a second one where the cell ends, and write a quotation mark inside of a cell as "".'
        ) from None


def _head(stream: BinaryIO, size: int) -> bytes:
    stream.seek(0)
    return stream.read(size)


def _blocks(stream: BinaryIO) -> Iterator[bytes]:
    stream.seek(0)
    return iter(lambda: stream.read(_BLOCK_BYTES), b"")
