"""The pandas that leaves the rows of a selection: by window, day filters, activities and pick, in that order."""

from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final, assert_never

from services.data_science.domain.query import (
    Activities,
    ActivityFilter,
    Aggregate,
    DayFilter,
    End,
    Measure,
    MonthFilter,
    Selection,
    Source,
    ValueFilter,
    WeekdayFilter,
    Window,
)

_WIDTH: Final = 116
"""Of a line, the four columns by which a body is indented left out."""
_DAILY: Final = "daily"
"""The column that activities become where they serve as a daily series."""


@dataclass(frozen=True, kw_only=True)
class Rows:
    """A variable of the generated code, and how the days of its rows are written.

    Attributes:
        name: the variable.
        day_of: what follows it to give its days as something that has `isin`.
        parts_of: what follows that to give something that has `day_of_week` and `month`.
        has_metrics: whether its columns are the daily metrics.
        is_recorded: whether none of its days is off the record.
    """

    name: str
    day_of: str
    parts_of: str = ""
    has_metrics: bool = False
    is_recorded: bool = True

    @property
    def day(self) -> str:
        return f"{self.name}{self.day_of}"

    @property
    def parts(self) -> str:
        return f"{self.day}{self.parts_of}"


def rows_of(name: str, measure: Measure) -> Rows:
    """How the rows of a measure are written: days are their own index, activities and samples have a column."""
    if is_daily(measure):
        return Rows(name=name, day_of=".index", has_metrics=True)
    is_recorded = measure.source is Source.ACTIVITY
    return Rows(name=name, day_of=f'["{day_column(measure)}"]', parts_of=".dt", is_recorded=is_recorded)


def is_daily(measure: Measure) -> bool:
    return measure.source is Source.DAY or (measure.source is Source.ACTIVITY and measure.per_day is not None)


def day_column(measure: Measure) -> str:
    return "day" if measure.source is Source.ACTIVITY else "date"


def value_column(measure: Measure) -> str:
    """The column that holds what is measured; empty where the rows themselves are counted."""
    match measure.source:
        case Source.DAY:
            return measure.name
        case Source.ACTIVITY:
            return _DAILY if measure.per_day else measure.name
        case Source.BIOMARKER:
            return "value"
        case _:
            assert_never(measure.source)


def tables(
    selections: Iterable[Selection], *, metrics: Iterable[str], conditions: tuple[DayFilter, ...] = ()
) -> Iterator[str]:
    """Lines that define the tables which the rows of these selections are taken from: `days` and `activities`.

    Args:
        selections: what is read.
        metrics: the columns of the summary that are needed.
        conditions: further filters, which the code will apply.
    """
    chosen = tuple(selections)
    filters = (*(each for one in chosen for each in one.day_filters), *conditions)
    whole = any(map(_reads_recorded_days, chosen)) or any(isinstance(each, ActivityFilter) for each in conditions)
    if whole or any(each.measure.source is Source.DAY for each in chosen) or _has_values(filters):
        yield from _days(tuple(metrics))
    by_activity = any(isinstance(each, ActivityFilter) for each in filters)
    if whole or by_activity or any(each.measure.source is Source.ACTIVITY for each in chosen):
        yield 'activities = activities_df.sort_values("start", kind="stable", ignore_index=True)'
        yield 'activities["day"] = activities["start"].dt.normalize()'
    if whole:
        yield 'days = days.reindex(days.index.union(activities["day"].unique()))  # every day on record'


def _reads_recorded_days(selection: Selection) -> bool:
    """Whether it matters that a day with nothing but an activity is on record, too."""
    measure, by_activity = selection.measure, [f for f in selection.day_filters if isinstance(f, ActivityFilter)]
    if not is_daily(measure):
        return any(each.absent for each in by_activity)
    whole = measure.source is Source.ACTIVITY or not measure.name or selection.pick is not None
    return whole or bool(by_activity)


def _has_values(filters: tuple[DayFilter, ...]) -> bool:
    return any(isinstance(each, ValueFilter) for each in filters)


def _days(metrics: tuple[str, ...]) -> Iterator[str]:
    """The needed columns of the summary by day; one that was never recorded has no values."""
    if not metrics:
        yield 'days = summary_df.set_index("datetime").sort_index()'
        return
    yield from with_list('days = summary_df.set_index("datetime").reindex(columns=', metrics, ").sort_index()")


def selected(name: str, selection: Selection, *, picked: bool = True) -> Iterator[str]:
    """Lines that define `name` as the rows of a selection, in order of time, whether or not they have a value.

    What its measure needs beside the tables is `prepared`.

    Args:
        name: the variable they define.
        selection: which rows.
        picked: False leaves the pick to the caller.
    """
    measure = selection.measure
    rows = rows_of(name, measure)
    yield from _measured(name, measure, selection.window)
    yield from kept(rows, selection.day_filters)
    if picked and selection.pick:
        yield f"{name} = {name}{pick_of(selection)}"


def pick_of(selection: Selection) -> str:
    """The call that leaves the picked rows; empty where all are meant."""
    if selection.pick is None:
        return ""
    return f".{'head' if selection.pick.end is End.FIRST else 'tail'}({selection.pick.count})"


def _measured(name: str, measure: Measure, window: Window) -> Iterator[str]:
    if is_daily(measure):
        yield f'{name} = days.loc["{window.start}":"{window.end}"]'
        return
    table = "activities" if measure.source is Source.ACTIVITY else "samples"
    yield f'{name} = {table}[{table}["{day_column(measure)}"].between("{window.start}", "{window.end}")]'
    yield from _meant(name, name, measure.activities)


def prepared(measure: Measure) -> Iterator[str]:
    """Lines that define the samples of a biomarker, or give `days` the column that activities become.

    Nothing where the tables hold the measure as it is. A biomarker's samples are those in the unit of the newest.
    """
    if measure.source is Source.BIOMARKER:
        yield f'samples = biomarkers_df[biomarkers_df["name"].str.lower() == {literal(measure.name.lower())}]'
        yield 'samples = samples.sort_values("collected_at", kind="stable", ignore_index=True)'
        yield 'samples = samples[samples["unit"].isin(samples["unit"].tail(1))]'
    elif measure.source is Source.ACTIVITY and measure.per_day:
        source = yield from _active(measure.activities)
        yield f'days["{_DAILY}"] = {source}.groupby("day"){_of_a_day(measure, measure.per_day)}'


def _of_a_day(measure: Measure, per_day: Aggregate) -> str:
    """What the activities of one day become."""
    if per_day is Aggregate.COUNT:
        counted = f"[{literal(measure.name)}].count()" if measure.name else ".size()"
        return f"{counted}.reindex(days.index, fill_value=0)"
    call = "sum(min_count=1)" if per_day is Aggregate.SUM else f"{per_day.value}()"
    return f"[{literal(measure.name)}].{call}"


def _active(activities: Activities) -> Generator[str, None, str]:
    """Lines that define the activities that are meant; returns the variable that holds them."""
    if not activities.kinds and not activities.bounds:
        return "activities"
    yield from _meant("active", "activities", activities)
    return "active"


def _meant(name: str, source: str, activities: Activities) -> Iterator[str]:
    """Lines that define `name` as those rows of `source` that are meant."""
    if activities.kinds:
        kinds = tuple(dict.fromkeys(kind.lower() for kind in activities.kinds))
        if len(kinds) == 1:
            yield f'{name} = {source}[{source}["kind"].str.lower() == {literal(kinds[0])}]'
        else:
            yield from with_list(f'{name} = {source}[{source}["kind"].str.lower().isin(', kinds, ")]")
        source = name
    for bound in activities.bounds:
        yield f"{name} = {source}[{source}[{literal(bound.name)}] {bound.comparison.value} {bound.value!r}]"
        source = name


def kept(rows: Rows, filters: tuple[DayFilter, ...], *, source: str = "") -> Iterator[str]:
    """Lines that define the rows as those of `source`, or of themselves, on whose days every filter holds."""
    for position, each in enumerate(filters):
        before = replace(rows, name=source) if source and position == 0 else rows
        condition = yield from _condition(before, each)
        yield f"{rows.name} = {before.name}[{condition}]"


def _condition(rows: Rows, day_filter: DayFilter) -> Generator[str, None, str]:
    """Lines that prepare a condition; returns the condition itself."""
    match day_filter:
        case ValueFilter(metric=metric, comparison=comparison, value=value):
            source = rows.name if rows.has_metrics else "days"
            holds = f"{source}[{literal(metric)}] {comparison.value} {value!r}"
            return holds if rows.has_metrics else f"{rows.day}.isin(days.index[{holds}])"
        case WeekdayFilter(iso_weekdays=iso_weekdays):
            return f"{rows.parts}.day_of_week.isin({[day - 1 for day in iso_weekdays]})"
        case MonthFilter(months=months):
            return f"{rows.parts}.month.isin({list(months)})"
        case ActivityFilter(activities=activities, absent=absent):
            active = yield from _active(activities)
            if not absent:
                return f'{rows.day}.isin({active}["day"])'
            if rows.is_recorded:
                return f'~{rows.day}.isin({active}["day"])'
            return f'{rows.day}.isin(days.index.difference({active}["day"]))'
        case _:
            assert_never(day_filter)


def calendar(window: Window, filters: tuple[DayFilter, ...]) -> Iterator[str]:
    """Lines that define `dates` as the calendar days of a window on which every filter holds, on record or not."""
    yield f'dates = pd.date_range("{window.start}", "{window.end}")'
    yield from kept(Rows(name="dates", day_of="", is_recorded=False), filters)


def literal(text: str) -> str:
    """The text as a string of Python, whatever it holds: names of activities come from files."""
    quoted = repr(text)
    return f'"{quoted[1:-1]}"' if quoted[0] == "'" and '"' not in quoted else quoted


def with_list(before: str, items: Iterable[str], after: str) -> Iterator[str]:
    """The texts as a list between `before` and `after`: one line, or one an item where that would be too long."""
    literals = [literal(item) for item in items]
    line = f"{before}[{', '.join(literals)}]{after}"
    if len(line) <= _WIDTH:
        yield line
        return
    yield f"{before}["
    for each in literals:
        yield f"    {each},"
    yield f"]{after}"
