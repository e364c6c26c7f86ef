"""What a clause says is measured without naming it: "how far", "furthest", "kilometres", "how much did I walk"."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from types import MappingProxyType
from typing import Final

from services.data_science.adapters.rules.activities import ANY
from services.data_science.adapters.rules.assembly.clause import CannotSayError, Clause
from services.data_science.adapters.rules.fields import FIELDS
from services.data_science.adapters.rules.metrics import bases_of
from services.data_science.adapters.rules.terms import (
    Activity,
    Biomarker,
    Chosen,
    Condition,
    DayOf,
    Grouped,
    Limit,
    Metric,
    Ranked,
    Sign,
    Statistic,
    Unit,
)
from services.data_science.domain.data import DataDescription
from services.data_science.domain.query import Aggregate

_LONG: Final = frozenset({"duration_min", "distance_m"})
_ALIKE: Final[Mapping[str, frozenset[str]]] = MappingProxyType(dict.fromkeys(_LONG, _LONG))
_WALKS: Final = "walks"
_ON_FOOT: Final = frozenset({"steps", "distance_km"})
_STEPS: Final = Metric("steps", "steps", "I take your steps for how much you walked.", "steps")
_COUNTING: Final = (Sign.HOW_MANY, Sign.HOW_OFTEN, Sign.COUNT_DAYS, Sign.WHICH, Sign.LIST)
_AMOUNTS: Final = (Sign.HOW_MUCH, Sign.CHANGE, Sign.DIRECTION, Sign.VERB)
_MEASURED_IN: Final[Mapping[str, str]] = MappingProxyType(
    {"min": "duration_min", "km": "distance_m", "kcal": "calories_kcal", "km/h": "speed_m_per_min"}
)
"""What a unit is said of where nothing else is named."""


def with_implied_metric(clause: Clause) -> Clause:
    """The clause with the number of activities that its other words are said of.

    Raises:
        CannotSayError: they are said of another number than the one that is named.
    """
    if clause.names(Metric, Biomarker):
        if clause.has(Sign.HOW_FAR) and not any(metric.field == "distance_m" for metric in clause.of(Metric)):
            raise CannotSayError("it asks for more than one thing at once, and I do not see how they belong together")
        return clause
    superlative = next((statistic.field for statistic in clause.of(Statistic) if statistic.field), "")
    fields = [superlative] if superlative else []
    if clause.has(Sign.HOW_FAR):
        fields.append("distance_m")
    fields += [_MEASURED_IN[unit.dimension] for unit in clause.of(Unit) if unit.dimension in _MEASURED_IN]
    if clause.of(Activity) and clause.has(Sign.HOW_MUCH):
        fields.append("duration_min")
    if not fields:
        return clause
    of_day = not superlative or any(each.said == _WALKS for each in clause.of(Activity))
    name = FIELDS[fields[0]].metric if of_day and fields[0] in FIELDS else ""
    return clause.plus(Metric(name=name, said=name.replace("_", " "), field=fields[0]))


def check_superlatives(clause: Clause) -> None:
    """Makes sure that a superlative that picks an activity is not taken for one of another number.

    "The heart rate of my longest run" is no highest heart rate. A superlative belongs to what is said after it, or, at
    the end, to what is said before it; the longest may go by its distance as well as by its duration.

    Raises:
        CannotSayError: another number is asked of what the superlative picks.
    """
    for place, item in enumerate(clause.items):
        if not isinstance(item, Statistic) or not item.field:
            continue
        around = (*clause.items[place + 1 :], *reversed(clause.items[:place]))
        owner = next((each for each in around if isinstance(each, Metric | Activity | DayOf)), None)
        others = [metric for metric in clause.of(Metric) if metric.field not in _ALIKE.get(item.field, {item.field})]
        if isinstance(owner, Activity | DayOf) and others:
            raise CannotSayError(
                "it asks for a number of what another number picks out, which takes more steps than I can do at once; "
                "ask first which that is"
            )


def said_otherwise(clause: Clause) -> Clause:
    """The clause with what other words say of it put in the terms that are read."""
    return _above_average(_long(_which_activity(_days_of_activities(on_foot(clause)))))


def _days_of_activities(clause: Clause) -> Clause:
    """In "days when I burned over 300 calories running", asked of the days themselves, the calories are the run's."""
    measured = clause.names(Metric, Biomarker, Statistic) or clause.has(Sign.HOW_MANY, Sign.HOW_OFTEN, Sign.WHICH)
    if measured:
        return clause
    items = list(clause.items)
    for place, (item, following) in enumerate(pairwise(items)):
        of_activity = isinstance(item, Condition) and item.metric.field and (item.days or clause.has(Sign.COUNT_DAYS))
        if of_activity and isinstance(following, Activity):
            items[place : place + 2] = (DayOf(activity=following, absent=False), item)
    return replace(clause, items=tuple(items))


def _long(clause: Clause) -> Clause:
    """The clause without the adjective of a bound: "at least 31 minutes long"."""
    said = tuple(
        item
        for before, item in zip((None, *clause.items), clause.items, strict=False)
        if not (item is Sign.DIRECTION and isinstance(before, Condition))
    )
    return replace(clause, items=said)


def _which_activity(clause: Clause) -> Clause:
    """In "which workout burned the most calories" the calories are those of one workout."""
    numbers = any(metric.field for metric in clause.of(Metric))
    if clause.has(Sign.WHICH) and numbers and not clause.names(Activity, Grouped):
        return clause.plus(Activity((), ANY))
    return clause


def _above_average(clause: Clause) -> Clause:
    """What is "above average" is compared with what is usual, as what is "higher than usual"."""
    items = list(clause.items)
    for place, (item, following) in enumerate(pairwise(items)):
        if isinstance(item, Limit) and following == Statistic(Aggregate.MEAN):
            items[place] = Sign.THAN
    return replace(clause, items=tuple(items))


def on_foot(clause: Clause) -> Clause:
    """Steps and distance that were "walked" are those of the day; how much one walked without either is its steps."""
    walked = [each for each in clause.of(Activity) if each.verb and each.said == _WALKS]
    picked = clause.names(Chosen, Ranked) or any(statistic.field for statistic in clause.of(Statistic))
    if not walked or picked:
        return clause
    spoken = (*clause.of(Metric), *(condition.metric for condition in clause.of(Condition)))
    if any(metric.name in _ON_FOOT and is_recorded(metric.name, clause.data) for metric in spoken):
        return clause.less(*walked)
    asks_amount = clause.has(*_AMOUNTS) or clause.names(Grouped) or any(not each.field for each in clause.of(Statistic))
    if not spoken and asks_amount and not clause.has(*_COUNTING) and is_recorded(_STEPS.name, clause.data):
        return clause.less(*walked).plus(_STEPS)
    return clause


def is_recorded(name: str, data: DataDescription) -> bool:
    """Whether a daily series can be computed from what is on record."""
    return bool(name) and all(base in data.recorded for base in bases_of(name))
