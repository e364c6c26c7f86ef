"""Several values one by one: the highest so many, the newest, the kinds of activities."""

from typing import Final

from services.data_science.adapters.rules.assembly.clause import CannotSayError, Clause, Understood
from services.data_science.adapters.rules.assembly.describing import asked_in
from services.data_science.adapters.rules.assembly.figures import AMOUNTS, better_high
from services.data_science.adapters.rules.assembly.filters import where_of
from services.data_science.adapters.rules.assembly.sources import Subject, subject_of, with_a_number
from services.data_science.adapters.rules.terms import (
    Activity,
    Biomarker,
    Chosen,
    Condition,
    DayOf,
    Judgement,
    Metric,
    Ranked,
    Rate,
    Sign,
    Span,
    Statistic,
)
from services.data_science.domain.query import (
    Aggregate,
    End,
    Kinds,
    Measure,
    Order,
    Ranking,
    Selection,
    Source,
    Window,
)

_SIGNS: Final = AMOUNTS | {Sign.LIST, Sign.WHICH, Sign.WHEN}
_KIND_SIGNS: Final = frozenset({Sign.LIST, Sign.WHICH, Sign.HOW_OFTEN, Sign.HOW_MANY})
_EACH: Final = frozenset({"each", "every", "by"})
_LISTED: Final = 10
_MOST: Final = 20
_KIND_STATISTICS: Final = frozenset({Aggregate.MAX, Aggregate.COUNT})
"""The most frequent kind is the first of the list."""


def asks_for_kinds(clause: Clause) -> bool:
    """Whether it is the activities themselves that are asked for: "which activities did I do"."""
    bare = not clause.names(Metric, Biomarker, Condition, DayOf)
    any_kind = all(not activity.kinds for activity in clause.of(Activity))
    named = any(statistic.field for statistic in clause.of(Statistic))
    return (
        bare and any_kind and clause.has(Sign.WHICH) and not named and not clause.of(Ranked) and not clause.of(Chosen)
    )


def asks_for_list(clause: Clause) -> bool:
    """Whether values are asked for one by one: "my three longest runs", "list my runs", "my last 5 HRV readings"."""
    if clause.of(Ranked):
        return True
    if clause.aggregates or clause.has(Sign.COUNT_DAYS, Sign.HOW_OFTEN, *AMOUNTS) or clause.of(Judgement):
        return False
    if clause.has(Sign.LIST) or _day_by_day(clause):
        return True
    several = any(chosen.count > 1 for chosen in clause.of(Chosen))
    return several and not (clause.names(Metric) and clause.names(Activity))


def _day_by_day(clause: Clause) -> bool:
    """Whether each day of a short window is asked for: "my sleep for each day last week"."""
    each = any(rate.per_days == 1 and _EACH.intersection(rate.said.split()) for rate in clause.of(Rate))
    short = all(_days(window) <= _MOST for window in clause.windows) and clause.names(Span)
    return each and short and clause.names(Metric, Activity) and not clause.has(Sign.HABIT)


def _days(window: Window) -> int:
    return (window.end - window.start).days + 1


def list_kinds(clause: Clause) -> Understood:
    """The kinds of activities there were.

    Raises:
        CannotSayError: something else is asked of them as well.
    """
    clause.allow(_KIND_SIGNS, Statistic)
    if clause.aggregates - _KIND_STATISTICS:
        raise CannotSayError("I list the kinds of activities by how often each was done, not by another statistic")
    where = where_of(clause, of_activities=True)
    measure = Measure(source=Source.ACTIVITY, activities=where.activities)
    selection = Selection(measure=measure, window=clause.window(Source.ACTIVITY), day_filters=where.day_filters)
    return Understood(query=Kinds(selection=selection))


def rank(clause: Clause) -> Understood:
    """The first so many values in an order.

    Raises:
        CannotSayError: the order cannot be told.
    """
    clause.allow(_SIGNS, Statistic, Ranked, Judgement, Chosen, Rate)
    if clause.per_days > 1:
        raise CannotSayError("I list the values of days and activities, not those of weeks or months")
    ranked, chosen = clause.of(Ranked), clause.of(Chosen)
    if len(ranked) > 1 or len(chosen) > 1:
        raise CannotSayError("I list by one order at a time")
    if clause.aggregates - {Aggregate.MAX, Aggregate.MIN}:
        raise CannotSayError(
            "it asks for a statistic of the first so many, which is more than I can do at once; I can list them"
        )
    subject = with_a_number(subject_of(clause.without(Chosen)))
    order, count = _order(clause, subject)
    return Understood(
        query=Ranking(selection=subject.selection, order=order, count=min(count, _MOST)),
        asked_in=asked_in(clause),
        assumed=subject.assumed,
        caveat=" ".join(
            each
            for each in (
                subject.caveat,
                "I leave out what comes later in the list." if count > _MOST else "",
            )
            if each
        ),
    )


def _order(clause: Clause, subject: Subject) -> tuple[Order, int]:
    for ranked in clause.of(Ranked):
        order = ranked.order or _judged(clause, subject)
        return order, ranked.count
    for chosen in clause.of(Chosen):
        return (Order.NEWEST if chosen.end is End.LAST else Order.OLDEST), chosen.count
    if _day_by_day(clause):
        return Order.OLDEST, _days(clause.window())
    stated = clause.aggregates
    if stated & {Aggregate.MAX, Aggregate.MIN}:
        return (Order.HIGHEST if Aggregate.MAX in stated else Order.LOWEST), _LISTED
    return Order.NEWEST, _LISTED


def _judged(clause: Clause, subject: Subject) -> Order:
    judgements, better = clause.of(Judgement), better_high(subject.selection.measure)
    if not judgements or better is None:
        raise CannotSayError("it does not say whether the highest or the lowest come first")
    return Order.HIGHEST if better == judgements[0].best else Order.LOWEST
