"""Any query of the language, and what its selections select, computed from plain records."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from statistics import fmean
from typing import Final

from hypothesis import strategies as st

from services.data_science.domain.query import (
    Activities,
    ActivityFilter,
    Aggregate,
    Bound,
    Comparison,
    DayFilter,
    End,
    Measure,
    MonthFilter,
    Pick,
    Selection,
    Source,
    ValueFilter,
    WeekdayFilter,
    Window,
)
from tests.unit.data_science.coded import FIELDS, KINDS, METRICS, TODAY, Done, Person

OPERATORS: Final[Mapping[Comparison, Callable[[float, float], bool]]] = {
    Comparison.LESS: lambda value, bound: value < bound,
    Comparison.LESS_OR_EQUAL: lambda value, bound: value <= bound,
    Comparison.GREATER: lambda value, bound: value > bound,
    Comparison.GREATER_OR_EQUAL: lambda value, bound: value >= bound,
    Comparison.EQUAL: lambda value, bound: value == bound,
}
_BECOME: Final[Mapping[Aggregate, Callable[[list[float]], float]]] = {
    Aggregate.SUM: sum,
    Aggregate.MEAN: fmean,
    Aggregate.MAX: max,
}


@dataclass(frozen=True, kw_only=True)
class Row:
    """A day, an activity or a sample that is selected; `id` tells it from the others of its kind."""

    id: object
    day: date
    value: float | None = None
    kind: str = ""


def meant(person: Person, activities: Activities) -> list[tuple[int, Done]]:
    """The activities that are meant, by start, each with its place in the order of all."""
    ordered = enumerate(sorted(person.activities, key=lambda each: each.start))
    kinds = {kind.lower() for kind in activities.kinds}
    return [
        (place, each)
        for place, each in ordered
        if (not kinds or each.kind.lower() in kinds)
        and all(
            b.name in each.fields and OPERATORS[b.comparison](each.fields[b.name], b.value) for b in activities.bounds
        )
    ]


def _is_within(done: Done, bound: Bound) -> bool:
    return bound.name in done.fields and OPERATORS[bound.comparison](done.fields[bound.name], bound.value)


def recorded_days(person: Person) -> set[date]:
    return {*person.days, *(each.start.date() for each in person.activities)}


def holds(person: Person, day: date, day_filter: DayFilter) -> bool:
    match day_filter:
        case ValueFilter(metric=metric, comparison=comparison, value=value):
            measured = person.days.get(day, {})
            return metric in measured and OPERATORS[comparison](measured[metric], value)
        case WeekdayFilter(iso_weekdays=iso_weekdays):
            return day.isoweekday() in iso_weekdays
        case MonthFilter(months=months):
            return day.month in months
        case ActivityFilter(activities=activities, absent=absent):
            active = day in {each.start.date() for _, each in meant(person, activities)}
            return day in recorded_days(person) and active is not absent


def calendar(window: Window) -> list[date]:
    return [window.start + timedelta(days=ahead) for ahead in range((window.end - window.start).days + 1)]


def selected_days(person: Person, window: Window, filters: Sequence[DayFilter]) -> list[date]:
    """The calendar days on which every filter holds, on record or not."""
    return [day for day in calendar(window) if all(holds(person, day, each) for each in filters)]


def rows(person: Person, selection: Selection) -> list[Row]:
    """What is selected, in order of time, whether or not it has a value."""
    days = selected_days(person, selection.window, selection.day_filters)
    chosen = [row for row in _all(person, selection.measure) if row.day in set(days)]
    if selection.pick is None:
        return chosen
    return chosen[: selection.pick.count] if selection.pick.end is End.FIRST else chosen[-selection.pick.count :]


def measured(person: Person, selection: Selection) -> list[Row]:
    """The rows with a value; where nothing is measured, all of them."""
    chosen = rows(person, selection)
    is_named = selection.measure.name or selection.measure.per_day
    return [row for row in chosen if row.value is not None or not is_named]


def daily(person: Person, measure: Measure) -> dict[date, float]:
    """A daily series: of the summary, or what the activities of a day become."""
    if measure.source is Source.DAY:
        return {day: row[measure.name] for day, row in person.days.items() if measure.name in row}
    by_day: dict[date, list[float]] = {day: [] for day in recorded_days(person)}
    for _, each in meant(person, measure.activities):
        if not measure.name or measure.name in each.fields:
            by_day[each.start.date()].append(each.fields.get(measure.name, 0.0))
    if measure.per_day is Aggregate.COUNT:
        return {day: float(len(numbers)) for day, numbers in by_day.items()}
    return {day: _BECOME[measure.per_day or Aggregate.SUM](numbers) for day, numbers in by_day.items() if numbers}


def _all(person: Person, measure: Measure) -> list[Row]:
    if measure.source is Source.BIOMARKER:
        ordered = sorted((each for each in person.samples if each.name == measure.name), key=lambda each: each.at)
        return [
            Row(id=each.at, day=each.at.date(), value=each.value) for each in ordered if each.unit == ordered[-1].unit
        ]
    if measure.source is Source.ACTIVITY and measure.per_day is None:
        return [
            Row(id=place, day=each.start.date(), value=each.fields.get(measure.name), kind=each.kind)
            for place, each in meant(person, measure.activities)
        ]
    series = daily(person, measure)
    return [Row(id=day, day=day, value=series.get(day)) for day in sorted(recorded_days(person))]


@st.composite
def windows(draw: st.DrawFn) -> Window:
    """Of any length, half of them most of what there is."""
    start = draw(st.one_of(st.integers(0, 65), st.integers(40, 65)))
    end = draw(st.one_of(st.integers(0, start), st.integers(0, min(start, 5))))
    return Window(start=TODAY - timedelta(days=start), end=TODAY - timedelta(days=end), label="w")


_bounds_at = st.sampled_from([30.0, 38.0, 45.0, 52.0, 60.0])
_bounds = st.builds(
    Bound, name=st.sampled_from(FIELDS), comparison=st.sampled_from(Comparison), value=_bounds_at, label=st.just("b")
)
activities = st.builds(
    Activities,
    kinds=st.sampled_from([(), ("Run",), ("run", "Swim"), KINDS]),
    bounds=st.lists(_bounds, max_size=1).map(tuple),
)
metrics = st.sampled_from([*METRICS * 3, "never_recorded"])
filters = st.lists(
    st.one_of(
        st.builds(
            ValueFilter, metric=metrics, comparison=st.sampled_from(Comparison), value=_bounds_at, label=st.just("f")
        ),
        st.builds(WeekdayFilter, iso_weekdays=st.sampled_from([(6, 7), (1, 3)]), label=st.just("f")),
        st.builds(MonthFilter, months=st.sampled_from([(1, 2), (3,)]), label=st.just("f")),
        st.builds(ActivityFilter, activities=activities, label=st.just("f"), absent=st.booleans()),
    ),
    max_size=2,
).map(tuple)
picks = st.one_of(st.none(), st.builds(Pick, end=st.sampled_from(End), count=st.integers(1, 9)))
daily_measures = st.one_of(
    st.builds(Measure, name=metrics),
    st.builds(
        Measure,
        source=st.just(Source.ACTIVITY),
        name=st.sampled_from(FIELDS),
        activities=activities,
        per_day=st.sampled_from([Aggregate.SUM, Aggregate.MEAN, Aggregate.MAX, Aggregate.COUNT]),
    ),
    st.builds(Measure, source=st.just(Source.ACTIVITY), activities=activities, per_day=st.just(Aggregate.COUNT)),
)
measures = st.one_of(
    daily_measures,
    st.just(Measure()),
    st.builds(Measure, source=st.just(Source.ACTIVITY), name=st.sampled_from(["", *FIELDS]), activities=activities),
    st.builds(Measure, source=st.just(Source.BIOMARKER), name=st.just("LDL")),
)


def selections(of: st.SearchStrategy[Measure] = measures) -> st.SearchStrategy[Selection]:
    return st.builds(Selection, measure=of, window=windows(), day_filters=filters, pick=picks)
