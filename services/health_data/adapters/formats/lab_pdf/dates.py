"""When the samples of a report were taken: the dates behind or below the words that say so."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

import numpy as np

from services.health_data.adapters.formats.members import DamagedError
from services.health_data.domain.dates import DateColumn, DateRefusal, detect
from services.health_data.domain.laboratory.spelled_dates import with_number

_LABEL: Final = re.compile(
    r"(?:(?:specimen|sample)\s+)?(?:date\s*/?\s*time\s+collected|date\s+collected|collected\s+on|collected|"
    r"coll(?:ection|n|\.)?\s*(?:/\s*study\s*)?date(?:\s*/\s*time)?|date\s+of\s+collection|date\s+drawn|drawn\s+on|drawn|draw\s+date|sample\s+date|"
    r"specimen\s+date|test\s+date|date\s+of\s+test|date\s+of\s+sample|sampled\s+on|entnahmedatum|abnahmedatum|probenentnahme(?:datum)?|entnahme(?:\s+am)?|"
    r"abnahme(?:\s+am)?|date\s+de\s+pr[eé]l[eè]vement|pr[eé]lev[eé]\s+le|pr[eé]l[eè]vement\s+du|fecha\s+de\s+"
    r"(?:extracci[oó]n|toma|recogida)|data\s+(?:del\s+)?prelievo|data\s+da\s+col(?:h)?eta|afnamedatum|datum\s+afname)"
    r"(?P<of>\s*(?:date|am|on|le)?\s*(?:\([^)]*\))?\s*[:=]?\s*)",
    re.IGNORECASE,
)
_OF_REPORT: Final = re.compile(
    r"(?:report(?:ed)?\s+date|date\s+reported|reported\s+on|reported|befunddatum|berichtsdatum|date\s+du\s+rapport|"
    r"fecha\s+del\s+informe|data\s+(?:del\s+)?referto|(?:^|\s{2})\s*(?:date|datum|fecha|data))\s*:\s*",
    re.IGNORECASE,
)
_DATE: Final = re.compile(
    r"\d{4}(?:-\d{2}-|/\d{2}/)\d{2}(?:[T ]\d{1,2}:\d{2}(?::\d{2})?)?"
    r"|\d{1,2}[/.-]\d{1,2}[/.-](?:\d{4}|\d{2})(?!\d)(?:,?\s+\d{1,2}:\d{2}(?::\d{2})?(?:\s*[AaPp][Mm])?)?"
    r"|\d{1,2}(?:\.|st|nd|rd|th)?[ -](?:de )?[^\W\d_]{3,10}\.?,?[ -](?:de )?\d{4}"
    r"|[^\W\d_]{3,10}\.? \d{1,2},? \d{4}"
)
_YEAR_FIRST: Final = re.compile(r"^(\d{4})/(\d{2})/(\d{2})")
_MONTH_FIRST: Final = re.compile(r"quest\s+diagnostics|labcorp|laboratory corporation of america", re.IGNORECASE)
_LINES_BELOW: Final = 2
_COLUMNS_APART: Final = 14


@dataclass(frozen=True)
class Collection:
    """When samples were taken.

    Attributes:
        at: UTC, as no zone is ever stated; its midnight where only the day is.
        is_of_report: whether it is the date of the report, for want of any other.
    """

    at: datetime
    is_of_report: bool = False


def collections(path: str, texts: Sequence[str]) -> list[Collection | None]:
    """By page, when its samples were taken; None where the page does not say.

    Raises:
        DamagedError: the dates can be read in several ways, or a page has several.
    """
    taken = _by_page(path, texts, _LABEL)
    if any(taken):
        return [None if at is None else Collection(at) for at in taken]
    return [None if at is None else Collection(at, is_of_report=True) for at in _by_page(path, texts, _OF_REPORT)]


def _by_page(path: str, texts: Sequence[str], label: re.Pattern[str]) -> list[datetime | None]:
    whole = "\n".join(texts)
    everywhere = [_bare(each) for each in _DATE.findall(whole)]
    found: list[datetime | None] = []
    for text in texts:
        stated = {_bare(each) for each in _labelled(text, label)}
        moments = {_moment(path, each, everywhere, is_american=bool(_MONTH_FIRST.search(whole))) for each in stated}
        days = {moment.date() for moment in moments}
        if len(days) > 1:
            raise DamagedError(f"{path} has samples of several days on one page. Import the results as a table (CSV).")
        found.append(min(moments) if moments else None)
    return found


def _bare(text: str) -> str:
    """A date that begins with its number where its month was a word, and its year with hyphens behind it."""
    plain = " ".join(with_number(text).replace(",", " ").split())
    return _YEAR_FIRST.sub(r"\1-\2-\3", plain)


def _labelled(text: str, label: re.Pattern[str]) -> Iterator[str]:
    lines = text.splitlines()
    for number, line in enumerate(lines):
        for words in label.finditer(line):
            behind = _DATE.match(line, words.end())
            if behind is not None:
                yield behind.group()
                continue
            below = lines[number + 1 : number + 1 + _LINES_BELOW]
            near = (each for other in below for each in _DATE.finditer(other))
            under = next((each for each in near if abs(each.start() - words.start()) <= _COLUMNS_APART), None)
            if under is not None:
                yield under.group()


def _moment(path: str, text: str, everywhere: Sequence[str], *, is_american: bool) -> datetime:
    """A date as the dates of the whole report allow it: dots are written day first, by everybody."""
    match = re.fullmatch(r"(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(.*)", text)
    if match is not None and (match[2] == "." or is_american):
        day, month = (match[1], match[3]) if match[2] == "." else (match[3], match[1])
        text = f"{match[4]}-{int(month):02d}-{int(day):02d}{match[5]}"
    if re.match(r"\d{4}-", text):
        everywhere = ()
    texts = list(dict.fromkeys((text, *everywhere)))
    # The order of dates in a report tells nothing, which a row that goes back to the first says.
    rows = np.array([*range(len(texts)), 0], np.int32)
    ones = np.ones(len(texts), np.int32).tolist()
    reading = detect(DateColumn(texts, ones, rows, np.zeros(len(rows), np.int32)))
    local = None if isinstance(reading, DateRefusal) else reading.moment(text)
    if local is None:
        raise DamagedError(f"{path}: the day on which the sample was taken, {text!r}, can be read in several ways.")
    return local.replace(tzinfo=UTC)
