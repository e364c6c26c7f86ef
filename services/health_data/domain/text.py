"""Telling text from bytes, and the header and delimiter of a table from its first lines."""

import codecs
import csv
import re
from collections.abc import Iterable, Sequence
from typing import Final

from services.health_data.domain.headers import understood

DELIMITERS: Final = (",", ";", "\t")
_CONTROL: Final = re.compile(r"[\x00-\x08\x0e-\x1f]")


def encoding_of(head: bytes) -> tuple[str, ...]:
    """The encodings worth trying for a file that begins with `head`, best first.

    A file without a byte order mark is UTF-8, or else Windows-1252, which spreadsheets still write.
    """
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return ("utf-16",)
    return ("utf-8-sig", "cp1252")


def is_text(blocks: Iterable[bytes], encoding: str) -> bool:
    """Whether all the bytes decode, and to something a person could have typed."""
    decoder = codecs.getincrementaldecoder(encoding)()
    try:
        return not any(_CONTROL.search(decoder.decode(block)) for block in blocks) and not decoder.decode(
            b"", final=True
        )
    except UnicodeDecodeError:
        return False


def split_header(line: str) -> tuple[Sequence[str], str]:
    """The column names in a file's first line, and its delimiter.

    The delimiter is one under which the header is a known layout's; failing that, the one that makes most columns.
    Without any column name of a length that the csv module allows, there are no columns.
    """
    headers = {delimiter: _split(line, delimiter) for delimiter in DELIMITERS}
    delimiter = max(headers, key=lambda each: (understood(headers[each])[0] is not None, len(headers[each])))
    return headers[delimiter], delimiter


def _split(line: str, delimiter: str) -> Sequence[str]:
    try:
        return next(csv.reader([line], delimiter=delimiter), [])
    except csv.Error:
        return []
