"""The phrases that answers are made of: what is meant, of which days and activities, and how many there were."""

import re
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from services.data_science.adapters.rules.biomarkers import biomarker_said
from services.data_science.adapters.rules.restating import (
    conditions_said,
    field_noun,
    filters_said,
    listed,
    noun_of,
    parted,
    period,
    singular,
    when,
)
from services.data_science.adapters.rules.telling.cited import Cited
from services.data_science.domain.query import (
    ActivityFilter,
    Aggregate,
    DayFilter,
    Describe,
    End,
    Measure,
    Selection,
    Source,
    ValueFilter,
    Window,
)
from services.data_science.domain.units import CLOCK

_OF_AN_END: Final = frozenset({Aggregate.LATEST, Aggregate.FIRST})
_SHORT_DAYS: Final = 31
_OF_ONE: Final = _OF_AN_END | {Aggregate.MIN, Aggregate.MAX, Aggregate.MEAN, Aggregate.MEDIAN, Aggregate.SUM}
"""Aggregates that are, of a single value, that value."""
_NAMES: Final[Mapping[Aggregate, str]] = MappingProxyType(
    {
        Aggregate.MEAN: "average",
        Aggregate.MEDIAN: "median",
        Aggregate.MIN: "lowest",
        Aggregate.MAX: "highest",
        Aggregate.SUM: "total",
        Aggregate.LATEST: "latest",
        Aggregate.FIRST: "first",
    }
)
_CLOCK_NAMES: Final[Mapping[Aggregate, str]] = MappingProxyType(
    {Aggregate.MIN: "earliest", Aggregate.MAX: "latest", Aggregate.LATEST: "most recent"}
)
_LENGTH: Final = re.compile(r"(?:duration|distance)(?: of your .*)?$")
_LENGTH_NAMES: Final[Mapping[Aggregate, str]] = MappingProxyType({Aggregate.MIN: "shortest", Aggregate.MAX: "longest"})
_COUNTS: Final = frozenset({Aggregate.COUNT, Aggregate.COUNT_DAYS, Aggregate.COUNT_PER})
_OF_DAYS: Final[Mapping[Aggregate, str]] = MappingProxyType(
    {
        Aggregate.SHARE: "the share of days",
        Aggregate.LONGEST_STREAK: "your longest streak of days",
        Aggregate.CURRENT_STREAK: "your current streak of days",
    }
)
_PHRASES: Final[Mapping[Aggregate, str]] = MappingProxyType(
    {
        Aggregate.SD: "the standard deviation of {of} {where}",
        Aggregate.CV: "the coefficient of variation of {of} {where}",
        Aggregate.RANGE: "the range of {of} {where}",
        Aggregate.CHANGE: "the change of {of} {where}",
        Aggregate.TOTAL_PER: "{article} total {noun} {per} {where}",
        Aggregate.OUTLIERS: "the number of unusual values of {of} {where}",
        Aggregate.POPULATION_DIFFERENCE: "how {of} {where} differs from the average of people of your sex and age",
    }
)
_ENDS: Final[Mapping[End, str]] = MappingProxyType({End.FIRST: "first", End.LAST: "last"})
_DAY_ENDS: Final[Mapping[End, str]] = MappingProxyType({End.FIRST: "first", End.LAST: "most recent"})
_SOME_ENDS: Final[Mapping[End, str]] = MappingProxyType({End.FIRST: "earliest", End.LAST: "most recent"})
"""Of several whose number is not said."""


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def is_or_was(window: Window) -> str:
    return "is" if is_all(window) else "was"


def is_all(window: Window) -> bool:
    return window.label == "all data"


def name_of(aggregate: Aggregate, noun: str, unit: str) -> str:
    """What an aggregate of something is called: "average", "lowest"; of durations "longest", of times "earliest"."""
    names = _CLOCK_NAMES if unit == CLOCK else _LENGTH_NAMES if _LENGTH.search(noun) else {}
    return names.get(aggregate) or _NAMES.get(aggregate) or f"{aggregate}"


def head(label: str) -> str:
    """Activities without what sets them apart: "runs" of "runs with a distance above 5 km"."""
    return parted(label)[0]


def of_one_day(query: Describe) -> bool:
    """Whether a description is of one day's only value, so that no statistic need be named."""
    selection = query.selection
    whole = selection.window.is_one_day and not selection.day_filters and selection.measure.source is Source.DAY
    return query.aggregate in _OF_ONE and (whole or _picks_one(selection))


def _picks_one(selection: Selection) -> bool:
    return selection.pick is not None and selection.pick.count == 1


def possessive(measure: Measure) -> str:
    """What is measured with its article: "your step count", "the distance of your runs"."""
    return f"{_article(measure)} {noun_of(measure)}"


def average(measure: Measure) -> str:
    """Such as "your average step count"."""
    return f"{_article(measure)} {_not_twice(f'average {noun_of(measure)}')}"


def _article(measure: Measure) -> str:
    return "the" if measure.source is Source.ACTIVITY else "your"


def subject(query: Describe, *, unit: str = "", n: str = "") -> str:
    """What a description is about, as a noun phrase: "your average step count over the last 30 days".

    Args:
        query: the description.
        unit: of the measure; a time of day has other words.
        n: a reference to how many values were picked, where that is as many as were asked for.
    """
    selection, aggregate = query.selection, query.aggregate
    where, noun = scope(selection, n=n), picked_noun(selection, n=n)
    article = _article(selection.measure)
    if aggregate in _COUNTS:
        what, rest = things(query)
        return spaced("the number of", what, f"per {period(query.per_days)}" if query.per_days else "", rest)
    if aggregate in _OF_DAYS:
        return spaced(_OF_DAYS[aggregate], "with", conditions_said(query.conditions), where)
    if of_one_day(query):
        return spaced(article, noun, where)
    if aggregate in _NAMES:
        return spaced(article, _not_twice(f"{name_of(aggregate, noun, unit)} {noun}"), where)
    per = f"per {period(query.per_days)}"
    of = f"{article} {noun}"
    return spaced(_PHRASES[aggregate].format(of=of, article=article, noun=noun, per=per, where=where))


def spaced(*words: str) -> str:
    """The words with one space between them; those that are empty leave none."""
    return " ".join(" ".join(words).split())


def _not_twice(phrase: str) -> str:
    """What is an average by its name is not called one again."""
    return phrase.replace("average average", "average")


def picked_noun(selection: Selection, *, n: str = "") -> str:
    """What is measured, and which activities or samples were picked: "distance of your last run"."""
    pick, measure = selection.pick, selection.measure
    if pick is None or measure.source is Source.DAY:
        return noun_of(measure)
    if pick.count > 1:
        which = f"{_ENDS[pick.end]} {n} " if n else f"{_SOME_ENDS[pick.end]} "
        if measure.source is Source.BIOMARKER:
            return f"{biomarker_said(measure.name)} of your {which}samples"
        return noun_of(measure, which=which)
    return noun_of(measure, which=f"{_ENDS[pick.end]} ")


def scope(selection: Selection, *, n: str = "") -> str:
    """When, and on which days; of picked days which. That picked ones are of all data need not be said."""
    pick = selection.pick
    when_ = when(selection.window)
    if pick is None or selection.measure.source is not Source.DAY:
        return f"{'' if pick and is_all(selection.window) else when_}{filters_said(selection.day_filters)}"
    said, others = conditions_said(of_days(selection.day_filters)), other_filters(selection.day_filters)
    what = "day" if pick.count == 1 else f"{n} days".strip()
    picked = f"on the {_DAY_ENDS[pick.end]} {what}" + (f" with {said}" if said else "") + filters_said(others)
    return picked if is_all(selection.window) else f"{picked}, {when_}"


def of_days(filters: tuple[DayFilter, ...]) -> tuple[DayFilter, ...]:
    """The filters that say what a day has: "days with"."""
    return tuple(each for each in filters if isinstance(each, ValueFilter | ActivityFilter))


def other_filters(filters: tuple[DayFilter, ...]) -> tuple[DayFilter, ...]:
    return tuple(each for each in filters if not isinstance(each, ValueFilter | ActivityFilter))


def things(query: Describe, *, number: float = 2) -> tuple[str, str]:
    """What a count counts, and of when: "runs", "over the last 30 days"."""
    selection, where = query.selection, scope(query.selection)
    measure, filters = selection.measure, selection.day_filters
    if measure.source is not Source.DAY:
        return _records(query, number), where
    day = "day" if number == 1 else "days"
    said = {each.metric for each in filters if isinstance(each, ValueFilter)}
    if selection.pick is None and of_days(filters) and (not measure.name or measure.name in said):
        rest = f"{when(selection.window)}{filters_said(other_filters(filters))}"
        return f"{day} with {conditions_said(of_days(filters))}", rest
    return f"{day} with a value for your {noun_of(measure)}" if measure.name else f"{day} on record", where


def _records(query: Describe, number: float) -> str:
    """Activities or samples, or the days with such; of a field, those that have it."""
    measure, pick = query.selection.measure, query.selection.pick
    is_activity = measure.source is Source.ACTIVITY
    plural = measure.activities.label if is_activity else f"samples of your {biomarker_said(measure.name)}"
    one = singular(plural) if is_activity else plural.replace("samples", "sample", 1)
    having = f" with a value for {field_noun(measure.name)}" if is_activity and measure.name else ""
    among = f" among your {_ENDS[pick.end]} {head(plural)}" if pick else ""
    if query.aggregate is Aggregate.COUNT_DAYS:
        return f"{'day' if number == 1 else 'days'} with {plural}{having}{among}"
    return f"{one if number == 1 else plural}{having}{among}"


def tally(measure: Measure, cited: Cited, key: str = "n") -> str:
    """How many values there were: "{{ds-001.n}} runs"."""
    number = cited.number(key)
    if measure.source is Source.ACTIVITY and measure.per_day is None:
        label = head(measure.activities.label)
        return f"{cited.ref(key)} {singular(label) if number == 1 else label}"
    one = "sample" if measure.source is Source.BIOMARKER else "day"
    return f"{cited.ref(key)} {one if number == 1 else f'{one}s'}"


def claimed(query: Describe, *, unit: str) -> str:
    """What a description claims, in one sentence without digits but those of its window's label."""
    selection = query.selection
    conditions = tuple(replace(each, label="what was asked for") for each in query.conditions[:1])
    plain = replace(query, selection=unfiltered(selection), conditions=conditions)
    return f"{capital(subject(plain, unit=unit))}{selected_days(selection)}."


def unfiltered(selection: Selection) -> Selection:
    """The selection without the labels that may hold digits."""
    activities = selection.measure.activities
    label = activities.label if not re.search(r"\d", activities.label) else head(activities.label)
    measure = replace(selection.measure, activities=replace(activities, label=label))
    return replace(selection, measure=measure, day_filters=())


def selected_days(selection: Selection) -> str:
    return ", on the selected days" if selection.day_filters else ""


def days_missing(cited: Cited, query: Describe) -> str:
    """Which days of a short window have no value, as a sentence of its own; empty where none is missing."""
    window = query.selection.window
    is_short = (window.end - window.start).days <= _SHORT_DAYS
    if query.aggregate in _OF_AN_END or not is_short or not cited.has("days_missing"):
        return ""
    count = cited.number("days_missing")
    days = [cited.ref(key) for key in (f"missing_{position}" for position in range(1, 8)) if cited.has(key)]
    among = "among them " if len(days) < count else ""
    have = "day has" if count == 1 else "days have"
    named = f": {among}{listed(days)}" if days else ""
    return f" {cited.ref('days_missing')} {have} no value{named}." if count else ""
