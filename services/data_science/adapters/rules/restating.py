"""How a query was read, in plain words: what is measured, when, on which days, of which activities."""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias, assert_never

from services.data_science.adapters.rules.biomarkers import biomarker_said
from services.data_science.adapters.rules.fields import FIELDS
from services.data_science.adapters.rules.metrics import words_for
from services.data_science.domain.query import (
    ActivityFilter,
    Aggregate,
    Associate,
    Breakdown,
    ChangePoint,
    Combine,
    Compare,
    DayFilter,
    Describe,
    Grouping,
    Kinds,
    Measure,
    MonthFilter,
    Operation,
    Pick,
    Query,
    Ranking,
    Selection,
    Source,
    Trend,
    ValueFilter,
    WeekdayFilter,
    Window,
)

_STATISTICS: Final[Mapping[Aggregate, str]] = MappingProxyType(
    {
        Aggregate.MEAN: "average {}",
        Aggregate.MEDIAN: "median {}",
        Aggregate.MIN: "lowest {}",
        Aggregate.MAX: "highest {}",
        Aggregate.SUM: "total {}",
        Aggregate.SD: "standard deviation of {}",
        Aggregate.CV: "variation of {} in percent of its mean",
        Aggregate.RANGE: "range of {}, highest less lowest",
        Aggregate.LATEST: "latest {}",
        Aggregate.FIRST: "first {}",
        Aggregate.CHANGE: "change of {} from the first to the latest value",
        Aggregate.OUTLIERS: "unusual values of {}, far from the median",
        Aggregate.POPULATION_DIFFERENCE: "average {} less the average of people of your sex and age",
    }
)
_PER_DAY: Final[Mapping[Aggregate, str]] = MappingProxyType(
    {Aggregate.SUM: "total", Aggregate.MEAN: "average", Aggregate.MAX: "highest", Aggregate.MIN: "lowest"}
)
_ONE: Final = frozenset({"first ", "last "})
_OF_AN_END: Final = frozenset({Aggregate.LATEST, Aggregate.FIRST})
_GROUPS: Final[Mapping[Grouping, str]] = MappingProxyType(
    {
        Grouping.WEEKDAY: "for each day of the week",
        Grouping.WEEKEND: "for weekdays and for weekends",
        Grouping.MONTH: "for each month",
        Grouping.SEASON: "for each season",
    }
)
_PERIODS: Final[Mapping[float, str]] = MappingProxyType({1.0: "day", 7.0: "week", 30.4375: "month", 365.25: "year"})
SayWindow: TypeAlias = Callable[[Window], str]
_SMALL: Final = ("no", "one", "two", "three", "four", "five", "six", "seven")


def reading_as(query: Query, *, say: SayWindow | None = None) -> str:
    """The query as a noun phrase: "the average step count yesterday (2023-10-29)".

    Args:
        query: what was read.
        say: how a window is told; by default with its dates.
    """
    says = say or when_with_dates
    match query:
        case Describe():
            said = _described(query, says)
        case Compare():
            said = _compared(query, says)
        case Associate():
            later = f" {delay(query.lag_days)}" if query.lag_days else ""
            said = (
                f"Spearman's rank correlation of {noun_of(query.feature)} with {noun_of(query.target)}{later}, day by "
                f"day {says(query.window)}{filters_said(query.day_filters)}"
            )
        case Trend(selection=selection):
            said = f"the straight line through {noun_of(selection.measure)} {where(selection, says)}, and its slope"
        case ChangePoint(selection=selection):
            said = (
                f"the day from which on {noun_of(selection.measure)} differs most from before {where(selection, says)}"
            )
        case Breakdown(selection=selection, aggregate=aggregate, by=by):
            said = f"the {statistic_said(aggregate, selection)} {_GROUPS[by]} {where(selection, says)}"
        case Ranking(selection=selection):
            said = f"the {query.count} {query.order} values of {subject_of(selection)} {where(selection, says)}"
        case Kinds(selection=selection):
            said = f"the kinds of activities {where(selection, says)}, and how often each"
        case Combine():
            said = _combined(query, says)
        case _:
            assert_never(query)
    return said


def _described(query: Describe, says: SayWindow) -> str:
    selection, conditions = query.selection, conditions_said(query.conditions)
    place = where(selection, says)
    match query.aggregate:
        case Aggregate.SHARE:
            return f"the percentage of days with {conditions} {place}"
        case Aggregate.LONGEST_STREAK:
            return f"the most days in a row with {conditions} {place}"
        case Aggregate.CURRENT_STREAK:
            return f"the days in a row with {conditions} up to the last day {place}"
        case Aggregate.TOTAL_PER:
            return f"the total {noun_of(selection.measure)} per {period(query.per_days)} {place}"
        case Aggregate.COUNT_PER:
            return f"the number of {counted(selection.measure)} per {period(query.per_days)} {place}"
        case _:
            return f"the {statistic_said(query.aggregate, selection)} {place}"


def _compared(query: Compare, says: SayWindow) -> str:
    selection, baseline = query.selection, query.baseline
    first, second = (f"the {statistic_said(Aggregate.MEAN, each)}" for each in (selection, baseline))
    if selection.window != baseline.window:
        return f"{first} {where(selection, says)}, less the average {says(baseline.window)}"
    if selection.measure != baseline.measure:
        return f"{first}, less {second}, {where(selection, says)}"
    return f"{first} {group_said(selection)}, less the average {group_said(baseline)}, {says(selection.window)}"


def _combined(query: Combine, says: SayWindow) -> str:
    first, second = _described(query.first, says), _described(query.second, says)
    match query.operation:
        case Operation.DIFFERENCE:
            return f"{first}, less {second}"
        case Operation.RATIO:
            return f"{first}, divided by {second}"
        case Operation.PERCENT_CHANGE:
            return f"{first}, less {second}, in percent of the latter"
        case _:
            assert_never(query.operation)


def statistic_said(aggregate: Aggregate, selection: Selection) -> str:
    """The statistic and what it is of: "average step count", "number of runs", "number of days with runs"."""
    measure = selection.measure
    if aggregate is Aggregate.COUNT:
        return f"number of {counted(measure)}"
    if aggregate is Aggregate.COUNT_DAYS:
        of = measure.activities.label if measure.source is Source.ACTIVITY else f"a value for {noun_of(measure)}"
        return f"number of days with {of}"
    if aggregate in _OF_AN_END and not measure.name:
        if measure.source is Source.DAY:
            return f"{aggregate} day"
        return f"day of the {aggregate} of your {measure.activities.label}"
    if aggregate is Aggregate.MEAN and _is_one_value(selection):
        return subject_of(selection)
    said = _STATISTICS.get(aggregate, f"{aggregate} of {{}}").format(subject_of(selection))
    return said.replace("average average", "average")


def _is_one_value(selection: Selection) -> bool:
    """Whether there is but one value, which is not called an average."""
    if selection.pick is not None:
        return selection.pick.count == 1
    return selection.measure.source is Source.DAY and selection.window.is_one_day


def subject_of(selection: Selection) -> str:
    """What is measured and, of activities, which were picked: "distance of your last 3 runs"."""
    pick, measure = selection.pick, selection.measure
    return noun_of(measure, which=f"{_end(pick)} " if pick and measure.source is not Source.DAY else "")


def noun_of(measure: Measure, *, which: str = "") -> str:
    """What is measured, in the singular: "step count", "calories burned of your runs", "LDL cholesterol".

    Args:
        measure: what is measured.
        which: words that pick some of the activities or samples, with a space after them: "last 3 ".
    """
    match measure.source:
        case Source.DAY:
            return words_for(measure.name).noun
        case Source.BIOMARKER:
            return f"{which}{biomarker_said(measure.name)}"
        case Source.ACTIVITY:
            return _activity_noun(measure, which)
        case _:
            assert_never(measure.source)


def _activity_noun(measure: Measure, which: str) -> str:
    label = measure.activities.label
    label = f"{which}{singular(label) if which in _ONE else label}"
    if measure.per_day is Aggregate.COUNT or not measure.name:
        return f"number of {label}"
    noun = f"{field_noun(measure.name)} of your {label}"
    if measure.per_day is None:
        return noun
    said = _PER_DAY[measure.per_day]
    return f"daily {noun}" if noun.startswith(said) else f"daily {said} {noun}"


def singular(label: str) -> str:
    """What one of the activities is called: "run with a distance above 5 km"."""
    noun, rest = parted(label)
    for ending, of_one in (("ies", "y"), ("sses", "ss"), ("ches", "ch"), ("s", "")):
        if noun.endswith(ending):
            noun = noun.removesuffix(ending) + of_one
            break
    return noun + rest


def parted(label: str) -> tuple[str, str]:
    """What activities are called, and the bounds behind it: "runs", " with a distance above 5 km".

    A name in quotation marks may say "with" itself.
    """
    named = label.rfind("”") + 1
    noun, joint, rest = label[named:].partition(" with ")
    return label[:named] + noun, joint + rest


def field_noun(name: str) -> str:
    """What a number of an activity is called; of one that has no entry, what its name says."""
    return FIELDS[name].noun if name in FIELDS else name.replace("_", " ")


def counted(measure: Measure) -> str:
    """What a count of a measure counts, in the plural: "runs", "days with a value for step count"."""
    match measure.source:
        case Source.DAY:
            return f"days with a value for {words_for(measure.name).noun}" if measure.name else "days"
        case Source.ACTIVITY:
            return measure.activities.label
        case Source.BIOMARKER:
            return f"samples of {biomarker_said(measure.name)}"
        case _:
            assert_never(measure.source)


def where(selection: Selection, say: SayWindow | None = None) -> str:
    """When and on which days, by default with dates; also which of the days were picked."""
    pick = selection.pick if selection.measure.source is Source.DAY else None
    day = "such day" if pick and pick.count == 1 else "such days"
    chosen = f", on the {_end(pick)} {day}" if pick else ""
    return f"{(say or when_with_dates)(selection.window)}{filters_said(selection.day_filters)}{chosen}"


def _end(pick: Pick) -> str:
    """As it stands before what is picked: "first", "last 3"."""
    return f"{pick.end}" if pick.count == 1 else f"{pick.end} {pick.count}"


def group_said(selection: Selection) -> str:
    """What sets a group of days or activities apart: "on weekends", "on days with runs"."""
    said = filters_said(selection.day_filters).removeprefix(", ")
    return said or "on all days"


def filters_said(filters: tuple[DayFilter, ...]) -> str:
    """Which days are meant, as the end of a phrase: ", on days with sleep duration above 8 hours, on weekends"."""
    days = conditions_said(tuple(each for each in filters if isinstance(each, ValueFilter | ActivityFilter)))
    weekdays = listed(each.label for each in filters if isinstance(each, WeekdayFilter))
    months = listed(each.label for each in filters if isinstance(each, MonthFilter))
    return "".join(
        f", {lead} {said}" for lead, said in (("on days with", days), ("on", weekdays), ("in", months)) if said
    )


def conditions_said(conditions: tuple[DayFilter, ...]) -> str:
    """What has to hold on a day, as it follows "days with"."""
    return listed(each.label for each in conditions)


def when_with_dates(window: Window) -> str:
    """As in "over the last 7 days (2023-10-24 to 2023-10-30)"; a label that is the dates is not said twice."""
    dates = dates_of(window)
    return when(window) if window.label in {dates, f"{window.start}"} else f"{when(window)} ({dates})"


def when(window: Window) -> str:
    """A window as it is said in a sentence: "over the last 30 days", "in March 2024", "yesterday"."""
    first, _, rest = window.label.partition(" ")
    if first == "all":
        return "over all data"
    if first == "past" or (first == "last" and rest[:1].isdigit()):
        return f"over the {window.label}"
    if first == "the" and rest[:1].isdigit():
        return f"over {window.label}"
    if " to " in rest or rest.startswith("to "):
        return f"from {window.label}"
    if first[:1].isdigit() and window.is_one_day:
        return f"on {window.label}"
    return f"in {window.label}" if first[:1].isdigit() or first[:1].isupper() else window.label


def dates_of(window: Window) -> str:
    return f"{window.start}" if window.is_one_day else f"{window.start} to {window.end}"


def period(per_days: float) -> str:
    """What a rate is per: "week", "month"; a length without a name by its days."""
    return _PERIODS.get(float(per_days), f"{per_days:g} days")


def delay(lag_days: int) -> str:
    return "the next day" if lag_days == 1 else f"{in_words(lag_days)} days later"


def in_words(count: int) -> str:
    return _SMALL[count] if 0 <= count < len(_SMALL) else str(count)


def listed(parts: Iterable[str]) -> str:
    """As in "a, b and c"; nothing of nothing."""
    *most, last = tuple(parts) or ("",)
    return f"{', '.join(most)} and {last}" if most else last
