"""On what share of days, or how many days in a row, something holds."""

from dataclasses import replace
from typing import Final

from services.data_science.adapters.rules.assembly.clause import CannotSayError, Clause, Understood
from services.data_science.adapters.rules.assembly.filters import where_of
from services.data_science.adapters.rules.terms import (
    Activity,
    Chosen,
    Condition,
    DayOf,
    Item,
    Judgement,
    Metric,
    Rate,
    Sign,
    Statistic,
    Unit,
)
from services.data_science.domain.query import Aggregate, Describe, Measure, Selection, ValueFilter

OF_DAYS: Final = frozenset({Aggregate.SHARE, Aggregate.LONGEST_STREAK, Aggregate.CURRENT_STREAK})
"""What is asked of conditions on days instead of a measure."""
_ALSO_SAID: Final = frozenset({Aggregate.MAX, Aggregate.COUNT, Aggregate.COUNT_DAYS, Aggregate.MEAN})
"""What a streak or a share is called besides: "the highest number of days in a row"."""
_BOUND: Final = (
    "it compares a single number with a bound; I can tell you the number, or count the days beyond the bound"
)


def hold(clause: Clause) -> Understood:
    """A share of days, or days in a row: of bare conditions on the days that are spoken of.

    Raises:
        CannotSayError: it is not said what has to hold, or something else is asked as well.
    """
    aggregate = next(iter(clause.aggregates & OF_DAYS))
    if clause.aggregates - {aggregate, *_ALSO_SAID} or clause.names(Chosen, Judgement) or clause.per_days > 1:
        raise CannotSayError("I compute one statistic at a time")
    conditions, about = _split(clause)
    where = where_of(conditions, of_activities=False)
    if not where.day_filters:
        raise CannotSayError("it does not say what has to hold on a day")
    filters = where_of(about, of_activities=False).day_filters
    metric = next((each.metric for each in where.day_filters if isinstance(each, ValueFilter)), "")
    selection = Selection(measure=Measure(name=metric), window=clause.window(), day_filters=filters)
    query = Describe(selection=selection, aggregate=aggregate, conditions=where.day_filters)
    return Understood(query=query, caveat=where.caveat)


def _split(clause: Clause) -> tuple[Clause, Clause]:
    """What has to hold, and what says which days are looked at."""
    bare: tuple[Item, ...] = tuple(each for each in clause.of(Condition) if not each.opened)
    spoken = tuple(DayOf(activity=each, absent=False) for each in clause.of(Activity))
    stated = bare or spoken or clause.of(Condition) or clause.of(DayOf)
    rest = clause.less(*stated).without(Activity, Metric)
    return Clause((*stated,), clause.days, clause.data), rest


def is_whether(clause: Clause) -> bool:
    """Whether something is asked to hold, as in "did I sleep at least seven hours every night last week"."""
    bare = any(not condition.opened for condition in clause.of(Condition))
    return bare and not clause.names(Activity) and not clause.has(Sign.WHEN)


def _value(clause: Clause) -> Understood:
    """Of a single day its value, which is told with the bound in the question."""
    metric = clause.of(Condition)[0].metric
    if not metric.name:
        raise CannotSayError(_BOUND)
    filters = where_of(clause.without(Condition), of_activities=False).day_filters
    selection = Selection(measure=Measure(name=metric.name), window=clause.window(), day_filters=filters)
    query = Describe(selection=selection, aggregate=Aggregate.MEAN)
    return Understood(query=query, assumed="I tell the value of that day", caveat=metric.caveat)


def tell_whether(clause: Clause) -> Understood:
    """On how many of the days it was so.

    Raises:
        CannotSayError: a statistic is compared with a bound, and no day.
    """
    other = clause.aggregates - {Aggregate.MEAN} or clause.names(Metric, Chosen, Judgement)
    if other or (clause.aggregates and not clause.has(Sign.HABIT)):
        raise CannotSayError(_BOUND)
    if clause.window().is_one_day and len({condition.metric.name for condition in clause.of(Condition)}) == 1:
        return _value(clause)
    plain = clause.without(Rate, Statistic, Unit)
    assumed = "I take the share of the days on which it was so"
    return replace(hold(plain.plus(Statistic(Aggregate.SHARE))), assumed=assumed)
