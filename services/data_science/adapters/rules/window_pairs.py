"""Windows among the other terms: said twice, held against another, or only half said."""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Final

from services.data_science.adapters.rules import spans
from services.data_science.adapters.rules.dates import PERIODS, SLOTS
from services.data_science.adapters.rules.grammar import Grammar, rule
from services.data_science.adapters.rules.spans import Calendar
from services.data_science.adapters.rules.terms import (
    Activity,
    Biomarker,
    Chosen,
    Condition,
    DayOf,
    Item,
    Judgement,
    Limit,
    Metric,
    Sign,
    Span,
    Statistic,
    Unit,
    Weekdays,
)
from services.data_science.domain.query import End, Window

_SIDES: Final = (Sign.VERSUS, Sign.THAN)
_CHOSEN: Final = (Activity, Metric, Biomarker, DayOf, Condition, Statistic, Judgement, Unit, str)
"""What "the last 21" is the choice of, if it follows; else they are days."""


def _length(window: Window) -> int:
    return (window.end - window.start).days + 1


def _said_again(first: Span, count: int, unit: str) -> Sequence[Item] | None:
    """Of "the past three weeks (21 days)" one."""
    shortest = count * {"day": 1, "week": 7, "month": 28, "quarter": 90, "year": 365}[unit]
    longest = count * {"day": 1, "week": 7, "month": 31, "quarter": 92, "year": 366}[unit]
    return (first,) if shortest <= _length(first.window) <= longest else None


def _twice(first: Span, second: Span) -> Sequence[Item] | None:
    same = (first.window.start, first.window.end) == (second.window.start, second.window.end)
    return (first,) if same else None


_RESTATED: Final = Grammar(
    (rule("{span} {count} {unit}", _said_again), rule("{span} {span}", _twice)),
    {**SLOTS, "span": lambda item: item if isinstance(item, Span) else None},
)


def restated(items: Sequence[Item]) -> tuple[Item, ...]:
    """A window that is said twice in a row is one."""
    return _RESTATED.rewrite(items)


def set_against(items: tuple[Item, ...], days: Calendar) -> tuple[Item, ...]:
    """A comparison with some time ago has the time now for its other side.

    A week or month ago is held against this week or month; a year ago is the last 30 days a year earlier, as the year
    so far would mix the seasons.
    """
    items = tuple(_in_days(tuple(_bare_years(items)), days))
    items = tuple(_last_one(items, days)) if items[-1:] == (Chosen(end=End.LAST, count=1),) else items
    named = [item for item in items if isinstance(item, Span)]
    if len(named) != 1 or not any(item in _SIDES for item in items):
        return items
    label = named[0].window.label
    if label in {"a year ago", "1 years ago"}:
        recent = spans.last(days, 30, "day")
        start = spans.days_back(spans.units_before(days.today, 1, "year"), 29)
        earlier = spans.span(start, spans.units_before(days.today, 1, "year"), "the same 30 days a year before")
        return tuple(each for item in items for each in ((*recent, *earlier) if item is named[0] else (item,)))
    unit = next((unit for unit in ("week", "month") if label == f"a {unit} ago"), None)
    unit = unit or next((unit for unit in PERIODS if label == f"the same {unit} last year"), None)
    present = spans.calendar_unit(days, unit, 0, f"this {unit}") if unit else ()
    return tuple(each for item in items for each in ((*present, item) if item is named[0] else (item,)))


def _bare_years(items: tuple[Item, ...]) -> Iterator[Item]:
    """A year that stands for itself: "cycling 2023"."""
    for previous, item, after in zip((None, *items), items, (*items[1:], None), strict=False):
        year = SLOTS["year"](item)
        alone = not isinstance(previous, Limit) and not isinstance(after, (Unit, Metric))
        if isinstance(year, int) and alone:
            yield from spans.span(date(year, 1, 1), date(year, 12, 31), f"{year}")
        else:
            yield item


def _in_days(items: tuple[Item, ...], days: Calendar) -> Iterator[Item]:
    """What "of the last 21" counts: days, where nothing else follows."""
    for previous, item, after in zip((None, *items), items, (*items[1:], None), strict=False):
        bare = isinstance(item, Chosen) and item.end is End.LAST and item.count > 1
        if bare and isinstance(item, Chosen) and isinstance(after, Weekdays):
            yield from _last_weekdays(days, item.count, after)
        elif (
            bare
            and isinstance(item, Chosen)
            and (previous is Sign.COUNT_DAYS or not isinstance(after, _CHOSEN))
            and not isinstance(previous, Activity)
        ):
            yield from spans.last(days, item.count, "day")
        else:
            yield item


def _last_weekdays(days: Calendar, count: int, weekdays: Weekdays) -> tuple[Item, ...]:
    """What "the last 4 Sundays" spans: from the fourth last Sunday on."""
    newest = spans.weekday(days, weekdays.iso_weekdays[-1], before_today=False)
    start = spans.days_back(newest, 7 * (count - 1) + weekdays.iso_weekdays[-1] - weekdays.iso_weekdays[0])
    return spans.span(start, days.today, f"last {count} {weekdays.said}")


def _last_one(items: tuple[Item, ...], days: Calendar) -> Iterator[Item]:
    """What "last" is, of "this week compared to last": the week before."""
    labels = [item.window.label for item in items if isinstance(item, Span)]
    unit = next((unit for unit in PERIODS if labels == [f"this {unit}"]), None)
    yield from items[:-1]
    yield from spans.calendar_unit(days, unit, 1, f"last {unit}") if unit else items[-1:]
