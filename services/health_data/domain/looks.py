"""What a file is that Amy cannot read, and what its owner can do about it.

Only what leaves no doubt is named: the signatures are those that the formats themselves require, and an app is named by
columns that only its exports have together.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from amy.text import inert
from services.health_data.domain.labels import LONGEST_LABEL

HEAD_BYTES: Final = 4096
"""As much of a file's beginning as is looked at."""

_AS_CSV: Final = "Amy reads tables of text: export the data as CSV and import that file."
_EXCEL: Final = 'The file is an Excel workbook. Save it as "CSV UTF-8 (comma delimited)" and import that file.'
_BINARY: Final[Mapping[bytes, str]] = {
    b"\x89PNG\r\n\x1a\n": f"The file is a picture (PNG). {_AS_CSV}",
    b"\xff\xd8\xff": f"The file is a picture (JPEG). {_AS_CSV}",
    b"GIF8": f"The file is a picture (GIF). {_AS_CSV}",
    b"\x1f\x8b": "The file is compressed (gzip). Unpack it and import the CSV file inside.",
    b"7z\xbc\xaf\x27\x1c": "The file is compressed (7z). Unpack it and import the CSV file inside.",
    b"SQLite format 3\x00": f"The file is a database (SQLite). {_AS_CSV}",
    b"PAR1": f"The file is a Parquet table. {_AS_CSV}",
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": _EXCEL.replace("Excel workbook", "Office document, most likely Excel"),
}
_ZIP: Final = (b"PK\x03\x04", b"PK\x05\x06")
_PDF: Final = b"%PDF-"
_OF_NO_APP: Final = "but it is not the export of an app or laboratory that Amy knows"
_XML: Final[Mapping[bytes, str]] = {
    b"<gpx": f"The file is a GPX track. {_AS_CSV}",
    b"<TrainingCenterDatabase": f"The file is a TCX workout, as Garmin writes them. {_AS_CSV}",
}


def never_read(head: bytes) -> str | None:
    """What a file is that nobody here can read, as a sentence with what to do; None where somebody may."""
    return next((said for signature, said in _BINARY.items() if head.startswith(signature)), None) or _picture(head)


def may_be_export(head: bytes) -> bool:
    """Whether a file is of a kind that apps and laboratories export and that is no table of text."""
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    return head.startswith((*_ZIP, _PDF)) or head[8:12] == b".FIT" or text.startswith((b"{", b"[", b"<"))


def known_kind(head: bytes) -> str | None:
    """What a file is that no app's export is and that cannot be a table, as a sentence with what to do.

    Args:
        head: the first `HEAD_BYTES` of the file, or all of it.

    Returns:
        None where it may be a table.
    """
    said = never_read(head)
    if said is not None:
        return said
    if head.startswith(_PDF):
        return f"The file is a PDF document, {_OF_NO_APP}. {_AS_CSV}"
    if head.startswith(_ZIP):
        return "The file is a ZIP archive within an archive. Unpack it and import what is inside."
    if head[8:12] == b".FIT":
        return f"The file is a FIT recording that holds nothing Amy keeps. {_AS_CSV}"
    return _markup(head.removeprefix(b"\xef\xbb\xbf").lstrip())


def _picture(head: bytes) -> str | None:
    if head[4:8] == b"ftyp" or (head[:4] == b"RIFF" and head[8:12] == b"WEBP"):
        return f"The file is a picture or a film. {_AS_CSV}"
    return None


def office_document(paths: Iterable[str]) -> str | None:
    """What an archive is if its files are those of an Office document, with what to do; None of any other."""
    named = set(paths)
    if "[Content_Types].xml" not in named:
        return None
    is_workbook = any(path.startswith("xl/") for path in named)
    return _EXCEL if is_workbook else _EXCEL.replace("Excel workbook", "Office document, most likely Excel")


def _markup(text: bytes) -> str | None:
    """What a text is by its first character; no table's header begins with a bracket, a brace or a tag."""
    if text.startswith((b"{", b"[")):
        return f"The file looks like JSON, {_OF_NO_APP}. {_AS_CSV}"
    if not text.startswith(b"<"):
        return None
    for tag, said in _XML.items():
        if tag in text:
            return said
    if text[:200].lower().startswith((b"<!doctype html", b"<html")):
        return (
            "The file is a web page, not the data: the download may have needed a login. "
            "Download the CSV file itself and import that."
        )
    return f"The file looks like XML, {_OF_NO_APP}. {_AS_CSV}"


_COLUMNS_NAMED: Final = 12
_EXPORTS: Final[Mapping[str, frozenset[str]]] = {
    "a list of activities from Garmin Connect": frozenset({"activity type", "date", "favorite", "title", "time"}),
    "a list of activities from Strava": frozenset({"activity id", "activity date", "activity name", "activity type"}),
}
_HOW_TO: Final = (
    "Amy reads tables whose first line names the columns. For daily values, call the day 'date' and the others, for "
    "example, 'steps', 'sleep (min)', 'resting heart rate' or 'weight (kg)'. For activities, begin with "
    "'start' and 'kind'; for lab values, with 'name', 'value', 'unit' and 'collected_at'. Change the first line and "
    "import the file again."
)


def unknown_table(header: Sequence[str], unclear: Sequence[str]) -> str:
    """What is said about a table of text with columns that Amy does not know.

    Args:
        header: the first line.
        unclear: what is known to be unclear about single columns.
    """
    names = {name.strip().casefold() for name in header}
    export = next((what for what, all_of in _EXPORTS.items() if all_of <= names), None)
    if unclear and export is None:
        return " ".join(unclear)
    seen = named([name for name in header if name.strip()])
    looks = f"looks like {export}, which Amy does not read yet" if export else "is a table, but not one that Amy knows"
    return f"The file {looks}. Its columns are: {seen or 'none'}. {_HOW_TO}"


def named(columns: Sequence[str]) -> str:
    """The first columns by name, and how many more there are."""
    more = f" and {len(columns) - _COLUMNS_NAMED} more" if len(columns) > _COLUMNS_NAMED else ""
    return ", ".join(inert(name, limit=LONGEST_LABEL) for name in columns[:_COLUMNS_NAMED]) + more
