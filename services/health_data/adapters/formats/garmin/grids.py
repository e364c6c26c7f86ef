"""Tables of Garmin Connect's website: cells in the writing of a country, durations, and dates."""

import codecs
import csv
import re
from collections.abc import Iterator, Sequence
from datetime import date, time
from typing import Final

from services.health_data.adapters.formats.garmin.words import MONTHS
from services.health_data.adapters.formats.members import DamagedError, Member
from services.health_data.adapters.formats.texts import text_of
from services.health_data.domain.limits import LIMITS

_DELIMITERS: Final = (",", ";", "\t")
_DELIMITED: Final = re.compile(r"[,;\t]")
_UTF_16: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_NUMERAL: Final = re.compile(r"[-+]?\d[\d.,\u00a0\u202f ]*")
_CLOCK: Final = re.compile(r"(\d{1,2})[:.](\d{2})(?::\d{2})?\s*([AaPp]\.?[Mm]\.?)?")
_LENGTH: Final = re.compile(r"(?:(\d+)\s*(?:h|std|hrs?|t)\.?)?\s*(?:(\d+)\s*(?:m|min)\.?)?", re.IGNORECASE)
_WORD: Final = re.compile(r"[^\W\d_]+")
_MONTH: Final = {name: index for index, names in enumerate(MONTHS, start=1) for name in names}
_YEAR_DIGITS: Final = 4
_NOON: Final = 12


def grid(member: Member) -> Iterator[tuple[int, list[str]]]:
    """The rows of a table with the line each begins on, blank ones and those of one cell before the header left out."""
    csv.field_size_limit(LIMITS.line_bytes)
    with text_of(member) as text:
        first = text.readline()
        line = 1
        while first and not any(each in first for each in _DELIMITERS):
            first = text.readline()
            line += 1
        delimiter = max(_DELIMITERS, key=first.count)
        yield line, [cell.strip() for cell in next(csv.reader([first], delimiter=delimiter), [])]
        reader = csv.reader(text, delimiter=delimiter)
        begins = line + 1
        try:
            for cells in reader:
                if any(cell.strip() for cell in cells):
                    yield begins, [cell.strip() for cell in cells]
                begins = line + 1 + reader.line_num
        except csv.Error:
            raise DamagedError(f"{member.path} cannot be told apart into cells from line {begins:,} on.") from None


def header(member: Member) -> list[str]:
    """The names of the columns in lower case, without what stands before the table, by its beginning alone."""
    encodings = ("utf-16",) if member.head.startswith(_UTF_16) else ("utf-8", "cp1252")
    texts = (member.head.decode(each, errors="replace").lstrip("\ufeff") for each in encodings)
    lines = [next((line for line in text.splitlines() if _DELIMITED.search(line)), "") for text in texts]
    line = next((each for each in lines if "\ufffd" not in each), lines[0])
    delimiter = max(_DELIMITERS, key=line.count)
    return [name.strip().casefold() for name in next(csv.reader([line], delimiter=delimiter), [])]


def position(names: Sequence[str], known: Sequence[str]) -> int | None:
    """Where the first column stands that is called one of the known names."""
    return next((at for at, name in enumerate(names) if name in known), None)


def minutes(text: str) -> float | None:
    """The minutes of "7h 55min" or of "7:55", hours and minutes."""
    parts = text.strip()
    clock = re.fullmatch(r"(\d{1,2}):(\d{2})(?::(\d{2}))?", parts)
    if clock:
        return int(clock[1]) * 60 + int(clock[2]) + int(clock[3] or 0) / 60
    match = _LENGTH.fullmatch(parts)
    if match is None or not (match[1] or match[2]):
        return None
    return int(match[1] or 0) * 60.0 + int(match[2] or 0)


def duration(text: str) -> float | None:
    """The minutes of "01:35:20.5", of "35:20" minutes and seconds; None where there is none."""
    parts = text.strip().replace(",", ".").split(":")
    try:
        numbers = [float(part) for part in parts]
    except ValueError:
        return None
    if not 2 <= len(numbers) <= 3:
        return None
    return sum(number * 60.0**power for power, number in enumerate(reversed(numbers))) / 60.0


def clock(text: str) -> time | None:
    """The time of day of "11:50 PM" or "23:50"."""
    match = _CLOCK.fullmatch(text.strip())
    if match is None:
        return None
    hour, minute = int(match[1]), int(match[2])
    if match[3]:
        if not 1 <= hour <= _NOON:
            return None
        hour = hour % _NOON + (_NOON if match[3].casefold().startswith("p") else 0)
    return time(hour, minute) if hour < 24 and minute < 60 else None


def named_date(text: str) -> date | None:
    """The date of "Jul 18, 2026" or "18. Juli 2026"; None where no year is stated."""
    month = next((_MONTH[word] for word in map(str.casefold, _WORD.findall(text)) if word in _MONTH), None)
    numbers = re.findall(r"\d+", text)
    years = [each for each in numbers if len(each) == _YEAR_DIGITS]
    days = [each for each in numbers if len(each) < 3]
    if month is None or len(years) != 1 or len(days) != 1:
        return None
    try:
        return date(int(years[0]), month, int(days[0]))
    except ValueError:
        return None


def numeral(text: str) -> str:
    """The digits of a cell without its unit: "52" of "52 bpm"."""
    match = _NUMERAL.match(text.strip())
    return match[0].strip() if match else ""
