"""Which days a question is about, and which ones they are held against."""

import re
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final


@dataclass(frozen=True, kw_only=True)
class Span:
    """An inclusive stretch of local dates; `label` is how a person would say it."""

    start: date
    end: date
    label: str

    def holds(self, day: date) -> bool:
        return self.start <= day <= self.end

    @property
    def days(self) -> int:
        return (self.end - self.start).days + 1


@dataclass(frozen=True, kw_only=True)
class Spans:
    """The stretch a briefing is about, and the one before it."""

    window: Span
    before: Span


@dataclass(frozen=True)
class _Length:
    said: re.Pattern[str]
    label: str
    days: int
    before: int
    ago: int = 0
    """How many days before the newest one it ends."""


def _length(said: str, label: str, days: int, before: int, *, ago: int = 0) -> _Length:
    return _Length(re.compile(rf"\b(?:{said})\b", re.IGNORECASE), label, days, before, ago)


_ONE_DAY: Final = 1
NEWEST_DAY: Final = "the newest day"
LAST_NIGHT: Final = "last night"
"""The label of the newest night, which is on record under the day of waking."""
_NIGHT: Final = r"last night|(?:my|the) night|(?:was|is) this night|this morning"
_LENGTHS: Final = (
    _length(r"(?:two|2) weeks|fortnight|(?:14|fourteen) days", "the last 14 days", 14, 56),
    _length(r"weeks?|weekly|(?:7|seven) days", "the last 7 days", 7, 28),
    _length(r"(?:three|3) months|quarter|(?:90|ninety) days", "the last 90 days", 90, 90),
    _length(r"(?:six|6) months|half(?: a)? year", "the last 182 days", 182, 182),
    _length(r"months?|monthly|(?:30|thirty) days", "the last 30 days", 30, 30),
    _length(r"years?|yearly|12 months", "the last 365 days", 365, 365),
    _length(_NIGHT, LAST_NIGHT, _ONE_DAY, 28),
    _length(r"yesterday", "yesterday", _ONE_DAY, 28, ago=1),
    _length(r"today|tonight", NEWEST_DAY, _ONE_DAY, 28),
)
_SHORTER: Final = tuple(sorted(_LENGTHS, key=lambda length: -length.days))
_USUAL: Final = _length("", "the last 30 days", 30, 30)
_BASELINE: Final = 90
_YEAR: Final = 365
EVERYTHING: Final = "all data"
"""The label of the stretch that holds all that is on record."""


def spans_of(question: str, *, first: date, today: date) -> Spans:
    """The stretch that the question names, up to the newest day on record; without one, 30 days against 30.

    A week is held against the four before it, a day against four weeks: of so few days the days before are more telling
    than an equally short stretch. Of a stretch so long that hardly anything is on record before it, a shorter one is
    taken that has something to be held against.
    """
    asked = next((each for each in _LENGTHS if each.said.search(question)), _USUAL)
    shorter = (each for each in _SHORTER if each.days < asked.days and _has_before(each, first, today))
    length = asked if asked.days <= _USUAL.days or _has_before(asked, first, today) else next(shorter, _USUAL)
    return _spans(length, today)


def _has_before(length: _Length, first: date, today: date) -> bool:
    """Whether the record goes back through most of the stretch before."""
    before = _spans(length, today).before
    return first <= before.start + timedelta(days=before.days // 4)


def _spans(length: _Length, today: date) -> Spans:
    end = today - timedelta(days=length.ago)
    start = end - timedelta(days=length.days - 1)
    days = f"the {length.before} days before"
    return Spans(
        window=Span(start=start, end=end, label=length.label),
        before=Span(start=start - timedelta(days=length.before), end=start - timedelta(days=1), label=days),
    )


def baseline_of(spans: Spans, *, first: date) -> Span:
    """What the window is held against where chance is weighed: 90 days before it or more, as far as there are any.

    The days before resemble each other. Thirty of them are worth so few that a change of a whole standard deviation is
    mostly missed; three times as many cost nothing and find it twice as often.
    """
    end = spans.before.end
    days = max(spans.before.days, _BASELINE)
    start = end - timedelta(days=days - 1)
    if first <= start:
        return Span(start=start, end=end, label=f"the {days} days before")
    return Span(start=min(first, spans.before.start), end=end, label="the time before")


def year_of(*, first: date, today: date) -> Span:
    """The last year, or all there is of it."""
    start = today - timedelta(days=_YEAR - 1)
    if start <= first:
        return Span(start=first, end=today, label=EVERYTHING)
    return Span(start=start, end=today, label="the last year")
