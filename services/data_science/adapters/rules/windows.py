"""Windows: how people name spans of days, resolved against the reference day to explicit dates."""

import calendar
from collections.abc import Sequence
from datetime import date
from functools import lru_cache

from services.data_science.adapters.rules import spans
from services.data_science.adapters.rules.bounded_windows import AHEAD, bounded
from services.data_science.adapters.rules.dates import SLOTS, WORDS, dates_in
from services.data_science.adapters.rules.grammar import Grammar, Rule, rule
from services.data_science.adapters.rules.parts_of_windows import parts_of_months, picked
from services.data_science.adapters.rules.spans import Calendar, before
from services.data_science.adapters.rules.terms import Earlier, Item, Months, Weekdays
from services.data_science.adapters.rules.words import WEEKDAYS

__all__ = ["Calendar", "before", "vocabulary", "windows_in"]


@lru_cache(maxsize=1)
def vocabulary() -> frozenset[str]:
    """Every word that windows are named with."""
    any_days = Calendar(first=date(2, 1, 1), today=date(9998, 1, 1))
    return dates_in(any_days).words | windows_in(any_days, comparing=True).words | WORDS


@lru_cache(maxsize=256)
def windows_in(days: Calendar, *, comparing: bool) -> Grammar:
    """How spans of days are named, the more particular first.

    Args:
        days: what the names are resolved against.
        comparing: whether the question holds two windows against each other, so that "March and April" are two.
    """
    return Grammar(
        (
            *parts_of_months(days),
            *picked(days),
            *_named(days),
            *_calendar_units(days),
            *_relative(comparing=comparing),
            *_sliding(days),
            *_weekdays(days, comparing=comparing),
            *_seasons(days),
            *bounded(days, comparing=comparing),
        ),
        SLOTS,
    )


def _named(days: Calendar) -> tuple[Rule, ...]:
    everything = spans.span(days.first, days.today, "all data")
    recent = spans.last(days, 30, "day")

    def back(count: int, label: str) -> Sequence[Item]:
        day = spans.days_back(days.today, count)
        return spans.span(day, day, label)

    return (
        rule("since|from the? beginning|start", lambda: everything),
        rule(
            "over|in|across|for|from|of|during|throughout|within? all of? the|my? "
            "data|time|days|history|records|measurements|recordings",
            lambda: everything,
        ),
        rule("in? the|my? entire|whole|full|complete history|period|dataset|record|data|time", lambda: everything),
        rule("over|across|in|of everything on? record?", lambda: everything),
        rule("overall", lambda: everything),
        rule("day before yesterday", lambda: back(2, "the day before yesterday")),
        rule("the night before last", lambda: back(1, "the night before last")),
        rule("for|on|as? of? today", lambda: back(0, "today")),
        rule("today", lambda: back(0, "today")),
        rule("over|in the last|past day|24 hours?", lambda: back(0, "today")),
        rule("for|on? yesterday", lambda: back(1, "yesterday")),
        rule("last night|nite", lambda: back(0, spans.LAST_NIGHT)),
        rule("over|in|during|for|within? the? last|past {count} hours|hrs", lambda hours: _hours(days, hours)),
        rule("this morning", lambda: (*back(0, "today"), "thismorning")),
        rule("lately|recently", lambda: recent),
        rule("of late", lambda: recent),
        rule("these days", lambda: recent),
        rule("over|in|during|for|within? the? last|past fortnight", lambda: spans.last(days, 14, "day")),
        rule("over|in|during|for|within? the? last|past 2 fortnights", lambda: spans.last(days, 28, "day")),
        rule("over|in|during|for|within? the? last|past half year", lambda: spans.last(days, 6, "month")),
        rule("over|in|during|for|within? the? last|past 6 months", lambda: spans.last(days, 6, "month")),
        rule("in|during|over? the? last|past decade", lambda: spans.last(days, 10, "year")),
    )


def _hours(days: Calendar, hours: int) -> Sequence[Item] | None:
    """Hours that make whole days; others are parts of a day."""
    whole, rest = divmod(hours, 24)
    return None if rest or not whole else spans.last(days, whole, "day")


def _relative(*, comparing: bool) -> tuple[Rule, ...]:
    """Windows named by the one they come before: "the 7 days before"; in a comparison also "the previous 7 days"."""

    def earlier(count: int | None, unit: str | None) -> Sequence[Item]:
        return (Earlier(count=count, unit=unit),)

    return (
        rule("the? {count} {unit} before|prior|earlier|preceding|previously to? that|this|those|them?", earlier),
        rule("the? {count} before|prior|preceding that|those?", lambda count: earlier(count, "day")),
        *((rule("in|during|over? the? previous|preceding|prior {count} {unit}", earlier),) if comparing else ()),
        *((rule("in|during|over? the? {count} previous|preceding|prior {unit}", earlier),) if comparing else ()),
        rule("the {period} before|prior|preceding that|this|it?", lambda unit: earlier(1, unit)),
        rule("the preceding|prior|previous period|one", lambda: earlier(None, None)),
        rule("the period before that|this|it?", lambda: earlier(None, None)),
    )


def _sliding(days: Calendar) -> tuple[Rule, ...]:
    return (
        rule(
            "over|in|during|for|within|across|throughout? the|my|these|this? "
            "last|past|previous|recent|latest|trailing|preceding a? {count} of? {unit}",
            lambda count, unit: spans.last(days, count, unit),
        ),
        rule(
            "over|in|during|for|within? the? most recent {count} {unit}",
            lambda count, unit: spans.last(days, count, unit),
        ),
        rule(
            "over|in|during|for|within? the? {count} most|latest recent? {unit}",
            lambda count, unit: spans.last(days, count, unit),
        ),
        rule(
            "over|in|during|for|within? the {count} last|past {unit}",
            lambda count, unit: spans.last(days, count, unit),
        ),
        rule(
            "my? {count} day|night average|mean|median|total|minimum|maximum",
            lambda count: spans.last(days, count, "day"),
        ),
        rule("over|in|during|for|within|across? the last|recent|latest {period}", lambda unit: _past(days, unit)),
        rule("over|in|during|for|within|across? the|this? past {period}", lambda unit: _past(days, unit)),
        rule("over|across|throughout the {period}", lambda unit: _past(days, unit)),
        rule("{period} to date", lambda unit: spans.calendar_unit(days, unit, 0, f"this {unit}")),
        rule("ytd", lambda: spans.calendar_unit(days, "year", 0, "this year")),
        rule("mtd", lambda: spans.calendar_unit(days, "month", 0, "this month")),
        rule("within|during {count} {unit}", lambda count, unit: spans.last(days, count, unit)),
    )


def _past(days: Calendar, unit: str) -> Sequence[Item]:
    return spans.last(days, 1, unit)


def _calendar_units(days: Calendar) -> tuple[Rule, ...]:
    def unit_ago(unit: str) -> Sequence[Item]:
        return spans.ago(days, 1, unit)

    return (
        rule("so? far? this|current {period} so? far?", lambda unit: _calendar(days, unit, 0)),
        rule("over|in|during|for|of|within? this|current {period} so? far?", lambda unit: _calendar(days, unit, 0)),
        rule("over|in|during|for|within? the current {period} so? far?", lambda unit: _calendar(days, unit, 0)),
        rule("over|in|during|for|of|within|from? last|previous {period}", lambda unit: _calendar(days, unit, 1)),
        rule("in|during|for? the previous {period}", lambda unit: _calendar(days, unit, 1)),
        rule(
            "the? {period} before last",
            lambda unit: spans.calendar_unit(days, unit, 2, f"the {unit} before last"),
        ),
        rule("a|1 {unit} ago today?", unit_ago),
        rule("{count} {unit} ago", lambda count, unit: spans.ago(days, count, unit)),
        rule("the? same|this time|period|day last year", lambda: unit_ago("year")),
        rule("the? same {period} last year", lambda unit: _year_earlier(days, unit)),
        rule("this {period} last year", lambda unit: _year_earlier(days, unit)),
        rule("in|during|over|for|of? {quarter} of? {year}", spans.quarter),
        rule("in|during|over|for|of? {quarter}", lambda number: _recent_quarter(days, number)),
        rule("in|during|over|for|of|on|from? {month} of|,? {year}", lambda month, year: spans.month(year, month)),
        rule("in|during|over|for? this|last|past {month}", lambda month: spans.recent_month(days, month)),
        rule("in|during|for|over? {month} last year", lambda month: spans.month(max(days.today.year - 1, 1), month)),
    )


def _recent_quarter(days: Calendar, number: int) -> Sequence[Item] | None:
    start = spans.most_recent(days, 3 * number - 2, 1)
    return spans.quarter(number, start.year) if start else None


def _year_earlier(days: Calendar, unit: str) -> Sequence[Item]:
    start = spans.units_before(spans.begun(days.today, unit), 1, "year")
    return spans.span(start, spans.units_before(days.today, 1, "year"), f"the same {unit} last year")


def _calendar(days: Calendar, unit: str, back: int) -> Sequence[Item]:
    return spans.calendar_unit(days, unit, back, f"{'last' if back else 'this'} {unit}")


def _weekdays(days: Calendar, *, comparing: bool) -> tuple[Rule, ...]:
    def newest(iso: int) -> Sequence[Item] | None:
        return spans.one_day(spans.weekday(days, iso, before_today=False))

    def previous(iso: int) -> Sequence[Item] | None:
        return spans.one_day(spans.weekday(days, iso, before_today=True))

    def from_to(first: int, final: int) -> Sequence[Item]:
        isos = tuple(sorted({(first - 1 + step) % 7 + 1 for step in range((final - first) % 7 + 1)}))
        said = f"{WEEKDAYS[first - 1].capitalize()}s to {WEEKDAYS[final - 1].capitalize()}s"
        return (Weekdays(iso_weekdays=isos, said=said),)

    def in_week(back: int, first: int, final: int) -> Sequence[Item] | None:
        monday = spans.days_back(spans.begun(days.today, "week"), 7 * back)
        return spans.between(spans.days_back(monday, 1 - first), spans.days_back(monday, 1 - final))

    def since_weekday(iso: int) -> Sequence[Item] | None:
        return spans.since(days, spans.weekday(days, iso, before_today=False))

    def nights(iso: int) -> Sequence[Item]:
        return (Weekdays(iso_weekdays=(iso,), said=f"{WEEKDAYS[iso - 1].capitalize()}s"),)

    return (
        rule("from|between? {weekday} to|through|thru|until|and {weekday} last week", lambda *of: in_week(1, *of)),
        rule("from|between? {weekday} to|through|thru|until|and {weekday} this week", lambda *of: in_week(0, *of)),
        rule("from? {weekday} to|through|thru|until {weekday}", from_to),
        *(() if comparing else (rule("days? between {weekday} and {weekday}", from_to),)),
        rule("on? {weekday} nights", nights),
        rule("on? last|past {weekday} night?", previous),
        rule("on? the last|past|previous {weekday}", previous),
        rule("since last? {weekday}", since_weekday),
        rule("on? this {weekday}", newest),
        rule("on {weekday}", newest),
        rule("on|over|during? the? last|past|previous weekend", lambda: spans.weekend(days, 1)),
        rule("on|over|during? this weekend", lambda: spans.weekend(days, 0) or (AHEAD,)),
        rule("since the? last? weekend", lambda: _since_weekend(days)),
    )


def _since_weekend(days: Calendar) -> Sequence[Item] | None:
    saturday = spans.weekday(days, 6, before_today=False)
    return spans.since(days, saturday)


def _seasons(days: Calendar) -> tuple[Rule, ...]:
    return (
        rule("excluding|except|without|but for? {month}", _other_months),
        rule("in|during|over? last|past|previous {season}", lambda name: spans.season(days, name, 1)),
        rule("in|during|over? the last|past|previous {season}", lambda name: spans.season(days, name, 1)),
        rule("in|during|over? this {season}", lambda name: spans.season(days, name, 0)),
        rule("in|during|over? the? {season} of? {year}", spans.season_of),
        rule("since last? {season}", lambda name: _since_season(days, name)),
    )


def _other_months(month: int) -> Sequence[Item]:
    others = tuple(number for number in range(1, 13) if number != month)
    return (Months(months=others, said=f"months other than {calendar.month_name[month]}"),)


def _since_season(days: Calendar, name: str) -> Sequence[Item] | None:
    return spans.since(days, spans.most_recent(days, spans.SEASONS[name], 1))
