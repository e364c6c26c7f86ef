"""Which days and activities a clause is about: its conditions as filters and bounds."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations, takewhile
from types import MappingProxyType
from typing import Final, TypeAlias

from services.data_science.adapters.rules.assembly.amounts import stored
from services.data_science.adapters.rules.assembly.clause import CannotSayError, Clause
from services.data_science.adapters.rules.metrics import bases_of, words_for
from services.data_science.adapters.rules.restating import field_noun, listed
from services.data_science.adapters.rules.terms import Activity, Condition, DayOf, Months, Unit, Weekdays
from services.data_science.domain.data import DataDescription
from services.data_science.domain.finding import number_text
from services.data_science.domain.query import (
    Activities,
    ActivityFilter,
    Bound,
    Comparison,
    DayFilter,
    MonthFilter,
    ValueFilter,
    WeekdayFilter,
)

SAID: Final[Mapping[Comparison, str]] = MappingProxyType(
    {
        Comparison.GREATER: "above",
        Comparison.GREATER_OR_EQUAL: "at least",
        Comparison.LESS: "below",
        Comparison.LESS_OR_EQUAL: "at most",
        Comparison.EQUAL: "exactly",
    }
)
_OF_CLOCK: Final[Mapping[Comparison, str]] = MappingProxyType(
    {
        Comparison.GREATER: "after",
        Comparison.GREATER_OR_EQUAL: "not before",
        Comparison.LESS: "before",
        Comparison.LESS_OR_EQUAL: "not after",
        Comparison.EQUAL: "at",
    }
)
OPPOSITE: Final[Mapping[Comparison, Comparison]] = MappingProxyType(
    {
        Comparison.GREATER: Comparison.LESS_OR_EQUAL,
        Comparison.GREATER_OR_EQUAL: Comparison.LESS,
        Comparison.LESS: Comparison.GREATER_OR_EQUAL,
        Comparison.LESS_OR_EQUAL: Comparison.GREATER,
    }
)
_UPPER: Final = frozenset({Comparison.LESS, Comparison.LESS_OR_EQUAL})
_LOWER: Final = frozenset({Comparison.GREATER, Comparison.GREATER_OR_EQUAL})
_PLURAL: Final = "calories"
_VOWELS: Final = frozenset("aeiou")
_Limited: TypeAlias = ValueFilter | Bound


@dataclass(frozen=True, kw_only=True)
class Where:
    """Which days and activities are meant.

    Attributes:
        caveat: what the loose name of a daily metric leaves out.
        other: the other reading of a condition that can be read of the day or of its activities; None without one.
    """

    day_filters: tuple[DayFilter, ...] = ()
    activities: Activities = field(default_factory=Activities)
    caveat: str = ""
    other: "Where | None" = None


def where_of(clause: Clause, *, of_activities: bool) -> Where:
    """The filters and bounds of a clause.

    Args:
        clause: what is asked.
        of_activities: whether activities are measured or counted, so that a condition is one on them unless it
            speaks of days.

    Raises:
        CannotSayError: the conditions exclude each other, or a unit or kind does not exist.
    """
    kinds = activities_of(clause.of(Activity))
    filters = list(calendar_filters(clause))
    bounds: list[Bound] = []
    loose: list[Condition] = []
    caveats: list[str] = []
    attached = {condition for _, conditions in days_with(clause) for condition in conditions}
    for condition in clause.of(Condition):
        if condition in attached:
            continue
        if of_activities and not condition.days and condition.metric.field:
            bounds += bounds_of(condition, clause.data)
        elif _has_daily(condition, clause.data):
            filters += value_filters(condition, clause.data)
            caveats.append(condition.metric.caveat)
            if of_activities and condition.days and condition.metric.caveat and condition.metric.field:
                loose.append(condition)
        elif condition.metric.field:
            if condition.metric.field == "duration_min" and not clause.names(Activity, DayOf):
                raise CannotSayError("it does not say what lasted so long")
            filters.append(_with_activity(condition, kinds, clause.data))
        else:
            filters += value_filters(condition, clause.data)
    _check_filters(filters)
    _check_bounds(bounds)
    where = Where(
        day_filters=tuple(filters),
        activities=bounded(kinds, tuple(bounds)),
        caveat=next((each for each in caveats if each), ""),
    )
    return replace(where, other=_of_their_activities(where, loose, kinds, clause.data)) if loose else where


def _of_their_activities(where: Where, loose: Iterable[Condition], kinds: Activities, data: DataDescription) -> Where:
    """The conditions on days read of the activities of these days."""
    filters = where.day_filters
    for condition in loose:
        daily = value_filters(condition, data)
        filters = (*(each for each in filters if each not in daily), _with_activity(condition, kinds, data))
    return replace(where, day_filters=filters, caveat="")


def _has_daily(condition: Condition, data: DataDescription) -> bool:
    name = condition.metric.name
    return bool(name) and all(base in data.recorded for base in bases_of(name))


def calendar_filters(clause: Clause) -> Iterator[DayFilter]:
    """The days of the week, the months and the days with activities that are named."""
    for weekdays in clause.of(Weekdays):
        yield WeekdayFilter(iso_weekdays=weekdays.iso_weekdays, label=weekdays.said)
    for months in clause.of(Months):
        yield MonthFilter(months=months.months, label=months.said)
    for day, conditions in days_with(clause):
        kinds = activities_of((day.activity,))
        bounds = tuple(bound for condition in conditions for bound in bounds_of(condition, clause.data))
        yield activity_filter(bounded(kinds, bounds), absent=day.absent)


def days_with(clause: Clause) -> Iterator[tuple[DayOf, tuple[Condition, ...]]]:
    """The days with or without an activity that are named, each with the conditions right behind it.

    "On days when I ran more than 5 km" is about that run; "ran and walked more than 5 km" is not.
    """
    for place, item in enumerate(clause.items):
        if isinstance(item, DayOf):
            behind = takewhile(lambda each: isinstance(each, Condition), clause.items[place + 1 :])
            yield item, tuple(each for each in behind if isinstance(each, Condition) and each.metric.field)


def activity_filter(activities: Activities, *, absent: bool = False) -> ActivityFilter:
    label = f"no {activities.label}" if absent else activities.label
    return ActivityFilter(activities=activities, label=label, absent=absent)


def activities_of(spoken: tuple[Activity, ...]) -> Activities:
    """The activities that are named; "ran on the treadmill" is on the treadmill.

    Raises:
        CannotSayError: none of that kind is on record, or several kinds are named that are not one.
    """
    particular = [each for each in spoken if each.kinds or not each.on_record]
    named = [each for each in particular if not each.verb] or particular
    if len({(each.kinds, each.said) for each in named}) > 1:
        raise CannotSayError(f"it speaks of {listed(each.said for each in named)} in one, and I take one at a time")
    if named and not named[0].on_record:
        raise CannotSayError(f"no {named[0].said} are on record")
    meant = named or list(spoken)
    return Activities(kinds=meant[0].kinds, label=meant[0].said) if meant else Activities()


def bounded(activities: Activities, bounds: tuple[Bound, ...]) -> Activities:
    """The activities with bounds, and a label that tells them."""
    if not bounds:
        return activities
    return replace(activities, bounds=bounds, label=f"{activities.label} with {listed(each.label for each in bounds)}")


def value_filters(condition: Condition, data: DataDescription) -> tuple[DayFilter, ...]:
    """The day's value of the metric compared with each limit."""
    name, unit = condition.metric.name, condition.unit
    if unit is not None and unit.dimension == "%" and name.endswith("_minutes"):
        name = name.replace("_minutes", "_percent")
    return tuple(
        ValueFilter(
            metric=name,
            comparison=comparison,
            value=_amount(number, unit, data.units.get(name, words_for(name).dimension), condition),
            label=_label(words_for(name).noun, comparison, number, unit),
        )
        for comparison, number in condition.limits
    )


def bounds_of(condition: Condition, data: DataDescription) -> tuple[Bound, ...]:
    """The activity's value compared with each limit."""
    name, unit = condition.metric.field, condition.unit
    return tuple(
        Bound(
            name=name,
            comparison=comparison,
            value=_amount(number, unit, data.activity_units.get(name, ""), condition),
            label=_with_article(_label(field_noun(name), comparison, number, unit)),
        )
        for comparison, number in condition.limits
    )


def _with_activity(condition: Condition, kinds: Activities, data: DataDescription) -> ActivityFilter:
    """The days with an activity, of the kind spoken of, for which the condition holds."""
    return activity_filter(bounded(kinds, bounds_of(condition, data)))


def _with_article(said: str) -> str:
    if said.startswith(_PLURAL):
        return said
    return f"{'an' if said[0] in _VOWELS else 'a'} {said}"


def _label(noun: str, comparison: Comparison, number: float, unit: Unit | None) -> str:
    if unit is not None and unit.dimension == "clock":
        return f"{noun} {_OF_CLOCK[comparison]} {unit.said}"
    return f"{noun} {SAID[comparison]} {number_text(number, unit.said if unit else '')}"


def _amount(number: float, unit: Unit | None, stored_unit: str, condition: Condition) -> float:
    amount = stored(number, unit, stored_unit)
    if amount is None:
        said = unit.said if unit else ""
        raise CannotSayError(f"“{said}” is no unit of {condition.metric.said}")
    return amount


def _check_filters(filters: Iterable[DayFilter]) -> None:
    """Makes sure that a day can fulfil all filters.

    Raises:
        CannotSayError: two of them exclude each other.
    """
    for one, other in combinations(filters, 2):
        if _exclude_each_other(one, other):
            raise CannotSayError(f"“{one.label}” and “{other.label}” contradict each other")


def _exclude_each_other(one: DayFilter, other: DayFilter) -> bool:
    match one, other:
        case (WeekdayFilter(iso_weekdays=days), WeekdayFilter(iso_weekdays=others)):
            return not set(days) & set(others)
        case (MonthFilter(months=months), MonthFilter(months=others)):
            return not set(months) & set(others)
        case (ActivityFilter(absent=absent), ActivityFilter(absent=other_absent)):
            return one.activities == other.activities and absent != other_absent
        case (ValueFilter(), ValueFilter()):
            return one.metric == other.metric and _disjoint(one, other)
        case _:
            return False


def _disjoint(one: _Limited, other: _Limited) -> bool:
    """Whether no number fulfils both comparisons."""
    return _wants_less(one, other) or _wants_less(other, one)


def _wants_less(upper: _Limited, lower: _Limited) -> bool:
    """Whether what `upper` allows lies below all that `lower` allows."""
    if upper.comparison in _LOWER or lower.comparison in _UPPER:
        return False
    strict = upper.comparison is Comparison.LESS or lower.comparison is Comparison.GREATER
    return upper.value < lower.value or (strict and upper.value == lower.value)


def _check_bounds(bounds: Iterable[Bound]) -> None:
    """Makes sure that an activity can fulfil all bounds.

    Raises:
        CannotSayError: two of them exclude each other.
    """
    for one, other in combinations(bounds, 2):
        if one.name == other.name and _disjoint(one, other):
            raise CannotSayError(f"“{one.label}” and “{other.label}” contradict each other")
