"""Windows with a written beginning or end: "since May 3", "from June to August", "before and after" a date."""

from collections.abc import Sequence
from datetime import date, timedelta
from functools import partial

from services.data_science.adapters.rules import spans
from services.data_science.adapters.rules.grammar import Build, Rule, rule
from services.data_science.adapters.rules.spans import Calendar
from services.data_science.adapters.rules.terms import Item, OffTopic

AHEAD = OffTopic("it is about what lies ahead, and your records end today")


def bounded(days: Calendar, *, comparing: bool) -> tuple[Rule, ...]:
    """The rules; of a comparison "March and April" are two windows."""
    aside, since, until = partial(_aside, days), partial(_since, days), partial(_until, days)
    months, since_last = partial(spans.months, days), partial(_since_last, days)
    return (
        rule("from|between? {date} to|and|until|till|through|thru|up|with to? {date}", spans.between),
        rule("from {date} {date}", spans.between),
        *(() if comparing else (rule("in|during|for? {month} and {month} of? {year}?", _neighbours(days)),)),
        rule("before and|versus|vs after {date}", aside),
        rule("before {date} and|versus|vs after that|it?", aside),
        rule("in|during|for? the week of|starting|beginning|from {date}", _week_of),
        rule(
            "until|till|through the? end of {month} of? {year}?",
            lambda *of: _through(days, spans.month_start(days, *of)),
        ),
        rule("from {date} to|until|till today|now|yesterday", since),
        rule("since|from|starting {date} on|onwards|onward|forward?", since),
        rule("after|following {date}", lambda day: _since(days, spans.day_after(day))),
        rule("later than {date}", lambda day: _since(days, spans.day_after(day))),
        rule("until|till|through|up to? {date}", until),
        rule("before|prior to? {date}", lambda day: _until(days, _eve(day))),
        rule("earlier than {date}", lambda day: _until(days, _eve(day))),
        rule("on|for|as? of? {date}", spans.one_day),
        rule("{date}", spans.one_day),
        *(() if comparing else (rule("between {month} and {month} of? {year}?", months),)),
        rule("from {month} to|until|till|through|thru {month} of? {year}?", months),
        rule("since {month} of? {year}", lambda month, year: _since(days, spans.dated(year, month, 1))),
        rule("since {month} on|onwards|onward?", lambda month: since_month(days, month)),
        rule("after {month} of? {year}?", lambda month, year: _since(days, _after_month(days, month, year))),
        rule(
            "before|until|till|prior to? {month} of? {year}?",
            lambda month, year: _until(days, _eve(spans.month_start(days, month, year))),
        ),
        rule("since the? start|beginning? of? {year}", lambda year: _since(days, spans.dated(year, 1, 1))),
        rule("since the? last {period}", since_last),
        rule("since yesterday", lambda: _since(days, spans.days_back(days.today, 1))),
        rule("before {year}", lambda year: _until(days, _eve(spans.dated(year, 1, 1)))),
        rule("after {year}", lambda year: _since(days, spans.dated(min(year + 1, 9999), 1, 1))),
        rule("for|in? the? month of {month} of|,? {year}", lambda month, year: spans.month(year, month)),
        rule("in|during|for|of|throughout|over the? year? {year}", _year_of),
        rule("{year} versus|vs|and|or|with|to {year}", lambda one, other: (*_year_of(one), "versus", *_year_of(other))),
        rule(
            "in|during|for|over|of|throughout|on the? month? of? {month}", lambda month: spans.recent_month(days, month)
        ),
        rule("the? month of {month}", lambda month: spans.recent_month(days, month)),
        *((rule("{month}", lambda month: spans.recent_month(days, month)),) if comparing else ()),
    )


def _neighbours(days: Calendar) -> Build:
    """Two months that follow each other are one window; others are none."""

    def build(first: int, final: int, year: int | None) -> Sequence[Item] | None:
        return spans.months(days, first, final, year) if final == first % 12 + 1 else None

    return build


def _since(days: Calendar, start: date | None) -> Sequence[Item] | None:
    return spans.since(days, start) or ((AHEAD,) if start else None)


def _until(days: Calendar, day: date | None) -> Sequence[Item] | None:
    return spans.between(min(days.first, day), day) if day else None


def _eve(day: date | None) -> date | None:
    return spans.days_back(day, 1) if day else None


def _since_last(days: Calendar, unit: str) -> Sequence[Item] | None:
    start = spans.units_before(spans.begun(days.today, unit), 1, unit)
    return spans.since(days, start, f"since last {unit}")


def _aside(days: Calendar, day: date) -> Sequence[Item] | None:
    """The time before a day, and the time from it on."""
    earlier, later = _until(days, _eve(day)), _since(days, day)
    return (*earlier, "versus", *later) if earlier and later else None


def _week_of(day: date) -> Sequence[Item] | None:
    start = spans.begun(day, "week")
    return spans.between(start, spans.days_back(start, -6))


def _through(days: Calendar, start: date | None) -> Sequence[Item] | None:
    return _until(days, spans.month_end(start)) if start else None


def _year_of(year: int) -> Sequence[Item]:
    return spans.span(date(year, 1, 1), date(year, 12, 31), f"{year}")


def since_month(days: Calendar, month: int) -> Sequence[Item] | None:
    """From the newest such month on that has begun."""
    return spans.since(days, spans.most_recent(days, month, 1))


def _after_month(days: Calendar, month: int, year: int | None) -> date | None:
    start = spans.month_start(days, month, year)
    return spans.month_end(start) + timedelta(days=1) if start else None
