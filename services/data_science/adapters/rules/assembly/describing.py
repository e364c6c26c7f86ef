"""One number about one selection."""

from dataclasses import replace
from typing import Final

from services.data_science.adapters.rules.assembly.clause import CannotSayError, Clause, Understood
from services.data_science.adapters.rules.assembly.figures import AMOUNTS, Figure, figure_of, is_counting
from services.data_science.adapters.rules.assembly.holding import OF_DAYS, hold, is_whether, tell_whether
from services.data_science.adapters.rules.assembly.implied import check_superlatives
from services.data_science.adapters.rules.assembly.sources import Subject, subject_of, with_a_number
from services.data_science.adapters.rules.terms import (
    Activity,
    Chosen,
    Condition,
    DayOf,
    Judgement,
    Metric,
    Rate,
    Sign,
    Statistic,
    Unit,
)
from services.data_science.domain.query import Aggregate, Describe, End, Order, Ranking, Source

SIGNS: Final = AMOUNTS | {Sign.COUNT_DAYS, Sign.HOW_OFTEN, Sign.WHEN, Sign.WHICH, Sign.LIST}
_COUNTS: Final = frozenset({Aggregate.COUNT, Aggregate.COUNT_DAYS, Aggregate.COUNT_PER})
_ENDS: Final = frozenset({Aggregate.LATEST, Aggregate.FIRST})
_DURATION: Final = Metric("", "duration", field="duration_min")
_DISTANCE: Final = Metric("", "distance", field="distance_m")
_SPEED: Final = Metric("", "speed", field="speed_m_per_min")
_LISTED_DAYS: Final = 10


def describe(clause: Clause) -> Understood:
    """One number.

    Raises:
        CannotSayError: no statistic, or more than one, or one that does not fit what is measured.
    """
    clause = _with_latest(clause)
    clause.allow(SIGNS, Statistic, Judgement, Chosen, Rate)
    check_superlatives(clause)
    of_days = _of_days(clause)
    return of_days if of_days is not None else _of_values(clause)


def _of_days(clause: Clause) -> Understood | None:
    """What is told of the days on which something holds; None where a value is asked for."""
    counting = is_counting(clause)
    if clause.aggregates & OF_DAYS:
        return hold(clause)
    if _is_gap(clause):
        return hold(clause.without(Statistic, Activity, Metric).plus(Statistic(Aggregate.LONGEST_STREAK)))
    if _counts_days_per_period(clause):
        return replace(hold(_as_share(clause)), assumed="I tell it as the share of all days")
    if not counting and not clause.aggregates & _ENDS and is_whether(clause):
        return tell_whether(clause)
    undated = clause.aggregates or clause.names(Judgement, Chosen)
    return _dates(clause) if clause.has(Sign.WHEN) and not counting and not undated else None


def _of_values(clause: Clause) -> Understood:
    subject = subject_of(clause)
    if subject.counts and clause.names(Judgement) and not clause.has(*AMOUNTS):
        return _judged_activity(clause)
    figure = figure_of(clause, subject)
    if figure.aggregate in _COUNTS and subject.selection.pick is not None and clause.names(Condition):
        raise CannotSayError("it counts among the first or last so many, which takes more steps than I can do at once")
    query = Describe(selection=subject.selection, aggregate=figure.aggregate, per_days=figure.per_days)
    if figure.aggregate is Aggregate.POPULATION_DIFFERENCE:
        _check_norm(clause, subject)
    return Understood(
        query=query,
        asked_in=asked_in(clause),
        assumed=". ".join(each for each in (subject.assumed, figure.assumed) if each),
        caveat=subject.caveat,
        other=_other(query, subject, figure, clause),
    )


def _is_gap(clause: Clause) -> bool:
    """Whether the longest time without something is asked for, which is a number of days in a row."""
    absent = [day.activity.kinds for day in clause.of(DayOf) if day.absent]
    longest = Statistic(Aggregate.MAX, field="duration_min") in clause.items
    spoken = {kind for activity in clause.of(Activity) for kind in activity.kinds}
    others = absent and absent[0] and not spoken <= set(absent[0])
    return longest and len(absent) == 1 and not others and not any(metric.name for metric in clause.of(Metric))


def _counts_days_per_period(clause: Clause) -> bool:
    """Whether days on which something holds are counted per week or month; the days that fulfil it are no weeks."""
    habitual = clause.has(Sign.HOW_OFTEN) and clause.has(Sign.HABIT) and clause.names(DayOf)
    if not is_counting(clause) or not (clause.per_days > 1 or habitual):
        return False
    return (clause.names(Condition, DayOf) and not clause.names(Activity)) or (
        clause.has(Sign.COUNT_DAYS) and clause.names(Activity)
    )


def _as_share(clause: Clause) -> Clause:
    return clause.without(Rate, Statistic).plus(Statistic(Aggregate.SHARE))


def _with_latest(clause: Clause) -> Clause:
    """The last of something whose date is asked for, or of which no number is named, is its latest."""
    chosen = clause.of(Chosen)
    if len(chosen) != 1 or chosen[0].count != 1 or clause.aggregates or clause.names(Judgement):
        return clause
    statistic = Statistic(Aggregate.LATEST if chosen[0].end is End.LAST else Aggregate.FIRST)
    if clause.has(Sign.WHEN) or (clause.names(Condition) and not clause.names(Metric, Activity)):
        return clause.without(Chosen).plus(statistic)
    bare = clause.names(Activity) and not clause.names(Metric)
    counted = clause.has(*AMOUNTS, Sign.COUNT_DAYS, Sign.HOW_OFTEN)
    return clause.without(Chosen).plus(statistic, _DURATION) if bare and not counted else clause


def asked_in(clause: Clause) -> Unit | None:
    """The unit that the answer is asked in, the first that is named outside a condition."""
    return next(iter(clause.of(Unit)), None)


def _other(query: Describe, subject: Subject, figure: Figure, clause: Clause) -> Understood | None:
    """The less likely reading: of another selection, or another statistic."""
    if subject.other is not None:
        return Understood(query=replace(query, selection=subject.other), asked_in=asked_in(clause))
    if figure.other is not None:
        return Understood(query=replace(query, aggregate=figure.other), asked_in=asked_in(clause))
    return None


def _dates(clause: Clause) -> Understood:
    """The newest days on which something held: "when did I walk more than 10,000 steps"."""
    subject = with_a_number(subject_of(clause))
    limited = clause.names(Condition, DayOf) or subject.source is Source.ACTIVITY
    if not limited:
        raise CannotSayError("a date can only be told of a highest, a lowest or a latest value, or of a condition")
    return Understood(
        query=Ranking(selection=subject.selection, order=Order.NEWEST, count=_LISTED_DAYS),
        assumed="I list the newest days on which it was so" + (f". {subject.assumed}" if subject.assumed else ""),
        caveat=subject.caveat,
    )


def _check_norm(clause: Clause, subject: Subject) -> None:
    measure = subject.selection.measure
    if measure.source is not Source.DAY or measure.name not in clause.data.population:
        raise CannotSayError(f"I know no norm for {subject.noun} of people of your sex and age")


def _judged_activity(clause: Clause) -> Understood:
    """The best run goes furthest or else fastest; of activities that need not go anywhere, the best is the longest."""
    if not any(activity.kinds for activity in clause.of(Activity)):
        return replace(describe(clause.plus(_DURATION)), assumed="I take the longest for the best")
    furthest, fastest = describe(clause.plus(_DISTANCE)), describe(clause.plus(_SPEED))
    return replace(furthest, assumed="I take the distance for how good it was", other=fastest)
