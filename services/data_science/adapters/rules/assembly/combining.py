"""Arithmetic on two numbers of different things: a ratio of metrics, a range, a share of a total."""

from dataclasses import replace
from typing import Final

from services.data_science.adapters.rules.assembly.amounts import unit_of
from services.data_science.adapters.rules.assembly.clause import CannotSayError, Clause, Understood
from services.data_science.adapters.rules.assembly.comparing import is_between_windows, named_groups
from services.data_science.adapters.rules.assembly.describing import asked_in
from services.data_science.adapters.rules.assembly.figures import AMOUNTS
from services.data_science.adapters.rules.assembly.holding import hold
from services.data_science.adapters.rules.assembly.implied import is_recorded
from services.data_science.adapters.rules.assembly.sources import Subject, subject_of
from services.data_science.adapters.rules.fields import FIELDS
from services.data_science.adapters.rules.restating import parted
from services.data_science.adapters.rules.terms import (
    Activity,
    Arithmetic,
    Chosen,
    Earlier,
    Item,
    Judgement,
    Metric,
    Rate,
    Sign,
    Span,
    Statistic,
    Unit,
)
from services.data_science.domain.query import (
    Activities,
    Aggregate,
    Combine,
    Describe,
    Measure,
    Operation,
    Selection,
    Source,
)

_SIGNS: Final = AMOUNTS | {Sign.VERSUS, Sign.DIRECTION, Sign.THAN, Sign.CHANGE, Sign.VERB}
_OTHERWISE: Final = (Sign.COUNT_DAYS, Sign.VERSUS, Sign.THAN, Sign.DIRECTION, Sign.CHANGE, Sign.VERB)
_ENDS: Final = frozenset({Aggregate.MAX, Aggregate.MIN})


def sets_numbers_apart(clause: Clause) -> bool:
    """Whether two numbers are set against each other that are neither of two windows nor of two groups."""
    if not clause.of(Arithmetic) and not clause.has(Sign.VERSUS):
        return False
    if is_between_windows(clause) or (named_groups(clause) and len(clause.of(Metric)) < 2):
        return False
    if len(clause.of(Metric)) == 2 or clause.aggregates == _ENDS:
        return True
    return clause.names(Arithmetic) and not clause.names(Span)


def combine(clause: Clause) -> Understood:
    """Two numbers set against each other.

    Raises:
        CannotSayError: there are not two, or they are of different kinds.
    """
    clause.allow(_SIGNS, Statistic, Arithmetic)
    operation = _operation(clause)
    metrics, activities = clause.of(Metric), clause.of(Activity)
    if len(metrics) <= 1 and clause.aggregates == _ENDS and operation is Operation.DIFFERENCE:
        subject = subject_of(clause)
        return Understood(query=_described(subject, Aggregate.RANGE), asked_in=asked_in(clause), caveat=subject.caveat)
    if len(metrics) == 2:
        numbers = tuple(subject_of(_about(clause, metric, metrics)) for metric in metrics)
    elif len(activities) == 2:
        numbers = tuple(subject_of(_about(clause, activity, activities)) for activity in activities)
    elif len(clause.aggregates) == 2:
        return _of_two_statistics(clause, operation)
    else:
        raise CannotSayError("it does not say which numbers or windows of time to set against each other")
    return _combined(clause, numbers[0], numbers[1], operation)


def _operation(clause: Clause) -> Operation:
    operations = {each.operation for each in clause.of(Arithmetic)} or {Operation.DIFFERENCE}
    if len(operations) > 1:
        raise CannotSayError("it asks for two kinds of arithmetic at once")
    return next(iter(operations))


def _about(clause: Clause, kept: Item, every: tuple[Item, ...]) -> Clause:
    return clause.less(*(each for each in every if each != kept))


def _combined(clause: Clause, one: Subject, other: Subject, operation: Operation) -> Understood:
    units = {unit_of(each.selection.measure, clause.data) for each in (one, other)}
    if operation is not Operation.RATIO and len(units) > 1:
        raise CannotSayError(
            f"{one.noun} and {other.noun} have different units, so that one cannot be taken off the other"
        )
    stated = clause.aggregates
    if operation is Operation.RATIO and one.source is other.source is Source.DAY:
        stated -= {Aggregate.SUM}
    if len(stated) > 1:
        raise CannotSayError("I compute one statistic at a time")
    if one.counts != other.counts:
        raise CannotSayError("a number of activities and a measurement cannot be set against each other")
    aggregate = Aggregate.COUNT if one.counts else next(iter(stated), Aggregate.MEAN)
    return Understood(
        query=Combine(first=_described(one, aggregate), second=_described(other, aggregate), operation=operation),
        asked_in=asked_in(clause),
        assumed="" if stated or one.counts else "I take the averages",
        caveat=one.caveat or other.caveat,
    )


def _of_two_statistics(clause: Clause, operation: Operation) -> Understood:
    """Two statistics of one thing, in the order they were said."""
    subject = subject_of(clause)
    first, second = tuple(dict.fromkeys(statistic.aggregate for statistic in clause.of(Statistic)))
    query = Combine(first=_described(subject, first), second=_described(subject, second), operation=operation)
    return Understood(query=query, asked_in=asked_in(clause), caveat=subject.caveat)


def _described(subject: Subject, aggregate: Aggregate) -> Describe:
    return Describe(selection=subject.selection, aggregate=aggregate)


def is_part_of_whole(clause: Clause) -> bool:
    """Whether it is asked which part of a total, or of all days, something is: "what share of my steps is on weekends".

    Where the metric is a percentage itself, or two are compared, that is what is asked instead.
    """
    percent = any(unit.dimension == "%" for unit in clause.of(Unit))
    metric = any(unit_of(Measure(name=metric.name), clause.data) == "%" for metric in clause.of(Metric))
    asked = clause.names(Statistic, Arithmetic, Judgement, Chosen, Rate, Earlier) or clause.has(*_OTHERWISE)
    return percent and not metric and not asked and len(clause.windows) < 2


def part_of_whole(clause: Clause) -> Understood:
    """A total over the total it is part of, as a ratio; of days a share.

    Raises:
        CannotSayError: what is measured does not add up, or it is not said which part is meant.
    """
    clause.allow(AMOUNTS)
    if not clause.names(Metric, Activity):
        return hold(clause.without(Unit).plus(Statistic(Aggregate.SHARE)))
    subject = subject_of(clause.without(Unit))
    if not subject.additive and not subject.counts:
        raise CannotSayError(f"{subject.noun} does not add up, so that there is no part of it")
    part = subject.selection
    whole = _whole_of(part, clause)
    if whole == part:
        raise CannotSayError("it does not say which part is meant, or of what")
    aggregate = Aggregate.COUNT if subject.counts else Aggregate.SUM
    query = Combine(
        first=_described(subject, aggregate),
        second=Describe(selection=whole, aggregate=aggregate),
        operation=Operation.RATIO,
    )
    return Understood(query=query, assumed="I tell the part as a ratio", caveat=subject.caveat)


def _whole_of(part: Selection, clause: Clause) -> Selection:
    """All days and activities; of a number that the whole day has, too, that of the day."""
    measure = part.measure
    if measure.source is Source.ACTIVITY:
        name = FIELDS[measure.name].metric if measure.name in FIELDS else ""
        bounded = bool(measure.activities.bounds or part.day_filters)
        if bounded:
            kinds = replace(measure.activities, bounds=(), label=parted(measure.activities.label)[0])
            measure = replace(measure, activities=kinds)
        elif is_recorded(name, clause.data):
            measure = Measure(name=name)
        else:
            measure = replace(measure, activities=Activities())
    return replace(part, measure=measure, day_filters=(), pick=None)
