"""The groups of a breakdown share the days of its selection out, each day to one."""

from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from services.data_science.domain.groups import groups_of, months_of
from services.data_science.domain.query import (
    Aggregate,
    Breakdown,
    Comparison,
    End,
    Grouping,
    Measure,
    MonthFilter,
    Pick,
    Selection,
    ValueFilter,
    WeekdayFilter,
    Window,
)

FILTER = ValueFilter(metric="steps", comparison=Comparison.GREATER, value=1.0, label="f")
PICK = Pick(end=End.LAST, count=2)


def window(start: date, days: int) -> Window:
    return Window(start=start, end=start + timedelta(days=days - 1), label="w")


def is_in(day: date, selection: Selection) -> bool:
    narrowed = selection.day_filters[1:]
    return selection.window.start <= day <= selection.window.end and all(
        day.isoweekday() in each.iso_weekdays
        if isinstance(each, WeekdayFilter)
        else isinstance(each, MonthFilter) and day.month in each.months
        for each in narrowed
    )


@given(
    start=st.dates(date(2000, 1, 1), date(2030, 1, 1)),
    days=st.integers(1, 700),
    ahead=st.integers(0, 699),
    by=st.sampled_from(Grouping),
)
def test_every_day_is_in_one_group(start: date, days: int, ahead: int, by: Grouping) -> None:
    selection = Selection(measure=Measure(name="steps"), window=window(start, days), day_filters=(FILTER,), pick=PICK)
    groups = groups_of(Breakdown(selection=selection, aggregate=Aggregate.MAX, by=by))
    day = start + timedelta(days=ahead)
    assert sum(is_in(day, each.selection) for _, each in groups) == (ahead < days)
    for _, each in groups:
        assert each.aggregate is Aggregate.MAX
        assert (each.selection.day_filters[0], each.selection.pick) == (FILTER, PICK)


def test_months_are_clipped_to_the_window() -> None:
    months = months_of(Window(start=date(2023, 11, 20), end=date(2024, 1, 5), label="w"))
    assert [(each.label, each.start, each.end) for each in months] == [
        ("November 2023", date(2023, 11, 20), date(2023, 11, 30)),
        ("December 2023", date(2023, 12, 1), date(2023, 12, 31)),
        ("January 2024", date(2024, 1, 1), date(2024, 1, 5)),
    ]


def test_of_many_months_the_newest_24_are_told() -> None:
    months = months_of(Window(start=date(2020, 1, 1), end=date(2024, 3, 15), label="w"))
    assert (len(months), months[0].label, months[-1].label) == (24, "April 2022", "March 2024")


def test_the_first_month_there_is_ends_the_count() -> None:
    assert len(months_of(Window(start=date.min, end=date(1, 2, 3), label="w"))) == 2
