"""Two windows or two groups of days or activities held against each other."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from types import MappingProxyType
from typing import Final

from services.data_science.adapters.rules.assembly.amounts import unit_of
from services.data_science.adapters.rules.assembly.clause import CannotSayError, Clause, Understood
from services.data_science.adapters.rules.assembly.describing import asked_in
from services.data_science.adapters.rules.assembly.figures import AMOUNTS
from services.data_science.adapters.rules.assembly.filters import OPPOSITE, days_with
from services.data_science.adapters.rules.assembly.holding import OF_DAYS, hold
from services.data_science.adapters.rules.assembly.sources import Subject, subject_of
from services.data_science.adapters.rules.spans import before
from services.data_science.adapters.rules.terms import (
    Activity,
    Arithmetic,
    Biomarker,
    Chosen,
    Condition,
    DayOf,
    Earlier,
    Item,
    Judgement,
    Lag,
    Metric,
    Months,
    Rate,
    Sign,
    Span,
    Statistic,
    Unit,
    Weekdays,
)
from services.data_science.domain.query import (
    Aggregate,
    Combine,
    Compare,
    Describe,
    Operation,
    Selection,
    Source,
    Window,
)

SIGNS: Final = AMOUNTS | {
    Sign.DIRECTION,
    Sign.VERSUS,
    Sign.THAN,
    Sign.CHANGE,
    Sign.VERB,
    Sign.HOW_OFTEN,
    Sign.COUNT_DAYS,
}
_HOLDING: Final = (Sign.CHANGE, Sign.VERB, Sign.DIRECTION, Sign.VERSUS, Sign.THAN)
_MEASURED: Final = (Metric, Biomarker, Activity, Condition, DayOf, Unit)
_AGAINST: Final = (Sign.DIRECTION, Sign.VERSUS, Sign.THAN)
"""Without one of these a change is one from the first to the second."""
_UNITS: Final = frozenset({"week", "month", "year"})
_DAYS_A_WEEK: Final = frozenset(range(1, 8))
_MONTHS_A_YEAR: Final = frozenset(range(1, 13))
_ALIKE: Final = 0.9
"""The shortest month has this share of the longest."""
_PER_DAY: Final[Mapping[Aggregate, Aggregate]] = MappingProxyType(
    {Aggregate.COUNT: Aggregate.COUNT_PER, Aggregate.SUM: Aggregate.TOTAL_PER}
)
"""What makes up for groups that have different numbers of days."""
_TOTALS: Final = frozenset({Aggregate.SUM, Aggregate.COUNT, Aggregate.COUNT_DAYS})


@dataclass(frozen=True)
class _Group:
    """Terms that narrow the clause to one of two groups."""

    terms: tuple[Item, ...]


def is_between_windows(clause: Clause) -> bool:
    """Whether two windows are held against each other."""
    return len(clause.windows) > 1 or bool(clause.of(Earlier))


def is_comparison(clause: Clause) -> bool:
    """Whether two windows or two groups are held against each other, one of which may go without saying."""
    if is_between_windows(clause) or clause.has(Sign.VERSUS, Sign.THAN) or clause.names(Arithmetic):
        return True
    one_of_two = bool(clause.of(Span) or named_groups(clause))
    return clause.has(Sign.DIRECTION) and one_of_two and not clause.has(Sign.CHANGE)


def changes_with(clause: Clause) -> bool:
    """Whether something changes from days to other days and not in time: "does it go down when I sleep longer"."""
    on_days = clause.names(DayOf) or any(condition.opened for condition in clause.of(Condition))
    return clause.has(Sign.CHANGE, Sign.VERB) and on_days and not clause.names(Span)


def compare(clause: Clause) -> Understood:
    """The difference between two windows or groups.

    Raises:
        CannotSayError: there are not exactly two, or they do not fit together.
    """
    if clause.of(Lag) == (Lag(-1),):
        clause = clause.without(Lag).plus(Earlier(count=1, unit="day"))
    clause.allow(SIGNS, Statistic, Earlier, Arithmetic, Rate, Chosen, Judgement)
    if not clause.names(*_MEASURED) and not any(statistic.field for statistic in clause.of(Statistic)):
        raise CannotSayError("it does not say what to compare")
    windows = _windows(clause)
    if windows is not None:
        plain = clause.without(Span, Earlier)
        sides = tuple(plain.plus(Span(window)) for window in windows)
    else:
        sides = tuple(_narrowed(clause, group) for group in _groups(clause))
        if Arithmetic(Operation.PERCENT_CHANGE) in clause.items and not clause.has(*_AGAINST):
            sides = sides[::-1]
    if clause.aggregates & OF_DAYS:
        return _of_shares(clause, sides)
    now, then = (subject_of(side) for side in sides)
    assumed = _assumed_window(clause, then) if windows is not None else ""
    return _difference(clause, now, then, assumed)


def _of_shares(clause: Clause, sides: tuple[Clause, ...]) -> Understood:
    """Shares or streaks of two windows or groups."""
    held = tuple(hold(side) for side in sides)
    first, second = (each.query for each in held)
    assert isinstance(first, Describe)
    assert isinstance(second, Describe)
    query = Combine(first=first, second=second, operation=_operation(clause, first.selection))
    return Understood(query=query, caveat=held[0].caveat)


def _operation(clause: Clause, selection: Selection) -> Operation:
    """What the two numbers are put to; "in percent" of what is no percentage is a change in percent."""
    percent = any(unit.dimension == "%" for unit in clause.of(Unit))
    if percent and unit_of(selection.measure, clause.data) != "%":
        return Operation.PERCENT_CHANGE
    return next((each.operation for each in clause.of(Arithmetic)), Operation.DIFFERENCE)


def _assumed_window(clause: Clause, then: Subject) -> str:
    """Tells the earlier window where the question left it open."""
    if is_between_windows(clause):
        return ""
    if _than_usual(clause):
        return "I take all the days before for what is usual"
    return f"It does not say what to compare with, so I take {then.selection.window.label}"


def _windows(clause: Clause) -> tuple[Window, Window] | None:
    """The later and the earlier window; None where the question names at most one and holds groups apart."""
    spans, earlier = list(clause.windows), clause.of(Earlier)
    if not earlier and len(spans) < 2 and named_groups(clause):
        return None
    if len(earlier) == 1 and len(spans) == 1:
        spans.append(before(spans[0], earlier[0]))
    elif not earlier and len(spans) == 1 and _changes(clause):
        if " to " in spans[0].label:
            raise CannotSayError("it does not say whether it is about a change within that time or since before it")
        if spans[0].start <= clause.days.first:
            raise CannotSayError("it does not say what to compare with")
        spans.append(_usual(clause, spans[0]) if _than_usual(clause) else before(spans[0], _period(spans[0])))
    if len(spans) != 2 or len(earlier) > 1:
        raise CannotSayError(
            "a comparison needs windows of time or groups of days to set against each other, such as this and last week"
        )
    if not clause.names(Earlier, Arithmetic) and not clause.has(*_HOLDING):
        raise CannotSayError("it names several windows of time without comparing them")
    then, now = sorted(spans, key=lambda span: (span.start, span.end))
    return now, then


def _changes(clause: Clause) -> bool:
    """Whether a single window is held against an earlier one that goes without saying."""
    more = Arithmetic(Operation.DIFFERENCE) in clause.items
    return more or clause.has(*_HOLDING)


def _than_usual(clause: Clause) -> bool:
    """Whether one window is held against what is usual: "higher this week than usual"."""
    sets = (Sign.THAN, Sign.VERSUS, Arithmetic(Operation.DIFFERENCE))
    than = next((place for place, item in enumerate(clause.items) if item in sets), None)
    return than is not None and Statistic(Aggregate.MEAN) in clause.items[than:]


def _usual(clause: Clause, window: Window) -> Window:
    """All days on record before the window."""
    end = window.start - timedelta(days=1)
    return Window(start=clause.days.first, end=end, label="the days before")


def _period(window: Window) -> Earlier:
    """The calendar unit a window is one of, which the one before it is then, too."""
    _, _, unit = window.label.partition(" ")
    return Earlier(count=1, unit=unit) if unit in _UNITS else Earlier(count=None, unit=None)


def named_groups(clause: Clause) -> tuple[_Group, ...]:
    """The groups that are named, in the order they were said."""
    days = tuple(_Group((day, *conditions)) for day, conditions in days_with(clause))
    if days:
        return days
    for found in (
        clause.of(Weekdays),
        clause.of(Months),
        clause.of(Activity) if len(clause.of(Activity)) == 2 else (),
        tuple(each for each in clause.of(Condition) if each.opened and (each.days or not clause.names(Activity))),
    ):
        if found:
            return tuple(_Group((each,)) for each in found)
    return ()


def _groups(clause: Clause) -> tuple[_Group, _Group]:
    """The two groups; the rest of the days where only one is named.

    Raises:
        CannotSayError: there are more than two, or the rest cannot be said.
    """
    named = named_groups(clause)
    if len(named) == 2:
        return named[0], named[1]
    if len(named) == 1:
        return named[0], _rest_of(named[0])
    raise CannotSayError("I set only weekdays against weekends, or days with something against days without")


def _rest_of(group: _Group) -> _Group:
    """All other days."""
    match group.terms[0]:
        case DayOf() as day:
            return _Group((replace(day, absent=not day.absent), *group.terms[1:]))
        case Weekdays(iso_weekdays=days):
            rest = tuple(sorted(_DAYS_A_WEEK - set(days)))
            said = {(1, 2, 3, 4, 5): "weekdays", (6, 7): "weekends"}.get(rest, "the other days of the week")
            if rest:
                return _Group((Weekdays(iso_weekdays=rest, said=said),))
        case Months(months=months):
            rest = tuple(sorted(_MONTHS_A_YEAR - set(months)))
            if rest:
                return _Group((Months(months=rest, said="the other months"),))
        case Condition(limits=((comparison, number),)) as condition if comparison in OPPOSITE:
            return _Group((replace(condition, limits=((OPPOSITE[comparison], number),)),))
    raise CannotSayError("it does not say which other days to compare with")


def _narrowed(clause: Clause, group: _Group) -> Clause:
    """The clause about one group only."""
    every = [term for each in named_groups(clause) for term in each.terms]
    return clause.less(*every).plus(*group.terms)


def _difference(clause: Clause, now: Subject, then: Subject, assumed: str) -> Understood:
    """The difference of means as one query; of any other statistic as arithmetic on two numbers."""
    operation = _operation(clause, now.selection)
    aggregate, per_days = _aggregate(clause, now), clause.per_days
    uneven = now.selection.day_filters != then.selection.day_filters
    if uneven and aggregate in _PER_DAY and aggregate not in clause.aggregates:
        aggregate, per_days = _PER_DAY[aggregate], 1.0
    other = None
    if aggregate is Aggregate.MEAN and operation is Operation.DIFFERENCE:
        query: Compare | Combine = Compare(selection=now.selection, baseline=then.selection)
        assumed = _joined(assumed, "I compare the averages" if not clause.aggregates else "")
    else:
        first, second = (_described(each.selection, aggregate, per_days) for each in (now, then))
        query = Combine(first=first, second=second, operation=operation)
        other = _by_duration(now, then, operation) if now.counts and _may_mean_time(clause) else None
    return Understood(
        query=query,
        asked_in=asked_in(clause) if operation is Operation.DIFFERENCE else None,
        assumed=_joined(now.assumed, assumed),
        caveat=" ".join(each for each in (now.caveat, _unequal(now, then, aggregate)) if each),
        other=other,
    )


def _described(selection: Selection, aggregate: Aggregate, per_days: float) -> Describe:
    rated = aggregate in {Aggregate.COUNT_PER, Aggregate.TOTAL_PER}
    return Describe(selection=selection, aggregate=aggregate, per_days=per_days if rated else 0.0)


def _may_mean_time(clause: Clause) -> bool:
    """Whether "did I exercise more" leaves open if it was more often or for longer."""
    verbs = any(activity.verb for activity in clause.of(Activity))
    return (
        verbs and not clause.has(Sign.HOW_MANY, Sign.HOW_OFTEN, Sign.COUNT_DAYS) and not clause.names(Rate, Statistic)
    )


def _by_duration(now: Subject, then: Subject, operation: Operation) -> Understood:
    first, second = (
        Describe(
            selection=replace(each.selection, measure=replace(each.selection.measure, name="duration_min")),
            aggregate=Aggregate.SUM,
        )
        for each in (now, then)
    )
    return Understood(query=Combine(first=first, second=second, operation=operation))


def _aggregate(clause: Clause, subject: Subject) -> Aggregate:
    """What is compared: averages, unless the question says or what is counted has none."""
    stated = clause.aggregates
    if len(stated) > 1:
        stated -= {Aggregate.SUM}
    if clause.of(Judgement) or len(stated) > 1:
        raise CannotSayError("I compare one statistic at a time")
    if clause.has(Sign.COUNT_DAYS):
        return Aggregate.COUNT_DAYS if subject.source is Source.ACTIVITY else Aggregate.COUNT
    if clause.per_days > 1:
        return _per_period(subject)
    if subject.counts:
        return Aggregate.COUNT
    if stated:
        return next(iter(stated))
    if clause.has(*AMOUNTS) and subject.additive and not subject.nightly and subject.source is Source.ACTIVITY:
        return Aggregate.SUM
    return Aggregate.MEAN


def _per_period(subject: Subject) -> Aggregate:
    if subject.counts:
        return Aggregate.COUNT_PER
    if not subject.additive:
        raise CannotSayError(f"{subject.noun} does not add up over days")
    return Aggregate.TOTAL_PER


def _unequal(now: Subject, then: Subject, aggregate: Aggregate) -> str:
    """What totals of windows of different length leave out."""
    lengths = sorted((each.selection.window.end - each.selection.window.start).days + 1 for each in (now, then))
    uneven = aggregate in _TOTALS and lengths[0] < _ALIKE * lengths[1]
    return "The windows differ in length, which a total does not make up for." if uneven else ""


def _joined(*assumed: str) -> str:
    return ". ".join(each for each in assumed if each)
