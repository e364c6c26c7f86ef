"""Which statistic a question asks for, or means where it names none."""

from dataclasses import dataclass
from typing import Final

from services.data_science.adapters.rules.assembly.clause import CannotSayError, Clause
from services.data_science.adapters.rules.assembly.sources import Subject
from services.data_science.adapters.rules.fields import FIELDS
from services.data_science.adapters.rules.metrics import words_for
from services.data_science.adapters.rules.terms import (
    Activity,
    Chosen,
    Condition,
    DayOf,
    Judgement,
    Metric,
    Rate,
    Sign,
    Span,
    Statistic,
)
from services.data_science.domain.query import Aggregate, Measure, MonthFilter, Source

AMOUNTS: Final = frozenset({Sign.HOW_MANY, Sign.HOW_MUCH, Sign.HOW_FAR})
_DATED: Final = frozenset({Aggregate.MIN, Aggregate.MAX, Aggregate.LATEST, Aggregate.FIRST})
_ENDS: Final = frozenset({Aggregate.LATEST, Aggregate.FIRST})
_COUNTED: Final = frozenset({Aggregate.COUNT, Aggregate.COUNT_DAYS})
_RATED: Final = frozenset(
    {None, Aggregate.MEAN, Aggregate.SUM, Aggregate.TOTAL_PER, Aggregate.COUNT, Aggregate.COUNT_PER}
)
_A_WEEK: Final = 7.0
_TOTAL: Final = "I read it as asking for the total"
_AVERAGE: Final = "it names no statistic, so I take the average"


@dataclass(frozen=True)
class Figure:
    """A statistic, what it is per, what was assumed to choose it, and the other one that may have been meant."""

    aggregate: Aggregate
    per_days: float = 0.0
    assumed: str = ""
    other: Aggregate | None = None


def figure_of(clause: Clause, subject: Subject) -> Figure:
    """The statistic a question asks for, or the one its wording leaves no other choice but.

    Raises:
        CannotSayError: there are several, or none fits.
    """
    stated = _stated(clause, subject)
    if is_counting(clause):
        if stated - _COUNTED - {Aggregate.MEAN}:
            raise CannotSayError("I compute one statistic at a time")
        return _counted(clause, subject)
    if len(stated) > 1:
        raise CannotSayError("I compute one statistic at a time")
    chosen = next(iter(stated), None)
    if clause.has(Sign.WHEN) and chosen not in _DATED and not clause.of(Chosen):
        raise CannotSayError("a date can only be told of a highest, a lowest or a latest value")
    if clause.has(Sign.HOW_OFTEN):
        raise CannotSayError("it does not say which days to count")
    for rate in clause.of(Rate):
        return _rated(rate, chosen, subject)
    if subject.counts and chosen not in _ENDS:
        return _of_bare_activities(clause, chosen)
    return Figure(chosen) if chosen is not None else _unstated(clause, subject)


def is_counting(clause: Clause) -> bool:
    """Whether days or activities are counted; days on which something holds are, if nothing else is asked of them."""
    bare = clause.names(Condition, DayOf) and not clause.names(Metric, Activity)
    on_days = bare and all(condition.days for condition in clause.of(Condition))
    asked = clause.names(Statistic, Judgement, Chosen) or clause.has(*AMOUNTS, Sign.WHEN, Sign.HOW_OFTEN)
    return (
        clause.has(Sign.COUNT_DAYS)
        or (clause.has(Sign.HOW_MANY) and bare)
        or (on_days and not asked)
        or (clause.has(Sign.HOW_OFTEN) and clause.names(Condition, Activity, DayOf))
        or bool(clause.aggregates & _COUNTED)
    )


def _stated(clause: Clause, subject: Subject) -> frozenset[Aggregate]:
    """The statistics that are named, less words that belong to the name of what is measured.

    A day's steps and sleep are totals, so "average total steps" is an average; an activity's heart rate is an average,
    so "highest average heart rate" is a highest.
    """
    stated = clause.aggregates | {judged(judgement, subject) for judgement in clause.of(Judgement)}
    if Aggregate.SD in stated:
        stated -= {Aggregate.CV}
    if Aggregate.POPULATION_DIFFERENCE in stated:
        stated -= {Aggregate.MEAN, Aggregate.LATEST}
    if len(stated) > 1 and subject.source is Source.DAY:
        stated -= {Aggregate.SUM}
    if len(stated) > 1 and subject.selection.measure.name == "average_heart_rate":
        stated -= {Aggregate.MEAN}
    return frozenset(stated)


def judged(judgement: Judgement, subject: Subject) -> Aggregate:
    """Highest or lowest, by which way is better for what is measured.

    Raises:
        CannotSayError: neither way is better as such.
    """
    better = better_high(subject.selection.measure)
    if better is None:
        raise CannotSayError(
            f"neither more nor less {subject.noun} is better as such; ask for the highest or the lowest"
        )
    return Aggregate.MAX if better == judgement.best else Aggregate.MIN


def better_high(measure: Measure) -> bool | None:
    """Whether more is better; None where that depends."""
    if measure.source is Source.ACTIVITY:
        return FIELDS[measure.name].better if measure.name in FIELDS else None
    return words_for(measure.name).better if measure.source is Source.DAY else None


def _counted(clause: Clause, subject: Subject) -> Figure:
    """Days or activities are counted."""
    for rate in clause.of(Rate):
        _check_rate(rate, subject)
        return Figure(Aggregate.COUNT_PER, per_days=rate.per_days)
    if clause.has(Sign.HOW_OFTEN) and clause.has(Sign.HABIT) and subject.counts and not clause.of(Span):
        return Figure(Aggregate.COUNT_PER, per_days=_A_WEEK, assumed="I tell it per week")
    by_day = clause.has(Sign.COUNT_DAYS) or Aggregate.COUNT_DAYS in clause.aggregates
    return Figure(Aggregate.COUNT_DAYS if by_day and subject.source is Source.ACTIVITY else Aggregate.COUNT)


def _check_rate(rate: Rate, subject: Subject) -> None:
    """Makes sure that a rate is over all the days it is said of: the runs a week on weekends are not per weekend days.

    Raises:
        CannotSayError: only some days of each week are looked at.
    """
    if rate.per_days > 1 and any(not isinstance(each, MonthFilter) for each in subject.selection.day_filters):
        raise CannotSayError(f"a number {rate.said} is over all days, not over some of them")


def _rated(rate: Rate, chosen: Aggregate | None, subject: Subject) -> Figure:
    """Per day, week or month."""
    _check_rate(rate, subject)
    if chosen not in _RATED:
        if rate.per_days == 1 and chosen is not None:
            return Figure(chosen)
        raise CannotSayError(f"I tell {rate.said} only a total, and no other statistic of {rate.said} values")
    if subject.counts:
        return Figure(Aggregate.COUNT_PER, per_days=rate.per_days)
    if subject.source is Source.DAY and rate.per_days == 1:
        return Figure(Aggregate.MEAN, assumed="" if chosen else _AVERAGE)
    if subject.additive or (subject.source is Source.ACTIVITY and rate.per_days == 1):
        return Figure(Aggregate.TOTAL_PER, per_days=rate.per_days)
    raise CannotSayError(f"{subject.noun} does not add up over days, so that there is none {rate.said}")


def _of_bare_activities(clause: Clause, chosen: Aggregate | None) -> Figure:
    """Without a number of theirs, activities can only be counted."""
    if chosen is Aggregate.MEAN:
        return Figure(Aggregate.COUNT_PER, per_days=_A_WEEK, assumed="I take the average number a week")
    if chosen in {None, Aggregate.SUM, Aggregate.COUNT}:
        assumed = "" if chosen or clause.has(Sign.HOW_MANY, Sign.HOW_OFTEN) else "I count them"
        return Figure(Aggregate.COUNT, assumed=assumed)
    raise CannotSayError("it does not say which number of the activities is meant, such as distance or duration")


def _unstated(clause: Clause, subject: Subject) -> Figure:
    """What is meant by a question that names no statistic."""
    match subject.source:
        case Source.BIOMARKER:
            return _of_samples(clause)
        case Source.ACTIVITY:
            return _of_activities(clause, subject)
        case Source.DAY:
            return _of_days(clause, subject)


def _of_samples(clause: Clause) -> Figure:
    if clause.has(Sign.HOW_MANY):
        return Figure(Aggregate.COUNT)
    return Figure(Aggregate.LATEST, assumed="it names no statistic, so I take the latest value")


def _of_days(clause: Clause, subject: Subject) -> Figure:
    if subject.selection.window.is_one_day or subject.selection.pick is not None:
        return Figure(Aggregate.MEAN)
    asks_amount = clause.has(*AMOUNTS) and subject.additive
    if asks_amount and not clause.has(Sign.HABIT):
        return _amount(clause, subject)
    habitual = clause.has(Sign.HABIT) and subject.additive
    if asks_amount or habitual or subject.nightly or clause.names(Span) or subject.selection.day_filters:
        return Figure(Aggregate.MEAN, assumed=_AVERAGE)
    return Figure(Aggregate.LATEST, assumed="it names neither a statistic nor a time, so I take the latest value")


def _amount(clause: Clause, subject: Subject) -> Figure:
    """As "how much" of what adds up is a total; of what a night has, rather the usual night."""
    if not subject.nightly:
        return Figure(Aggregate.SUM, assumed=_TOTAL)
    both = clause.names(Span) and not subject.selection.day_filters
    if clause.has(Sign.HOW_MANY):
        return Figure(Aggregate.SUM, assumed=_TOTAL, other=Aggregate.MEAN if both else None)
    return Figure(Aggregate.MEAN, assumed=_AVERAGE, other=Aggregate.SUM if both else None)


def _of_activities(clause: Clause, subject: Subject) -> Figure:
    pick = subject.selection.pick
    if pick is not None and pick.count == 1:
        return Figure(Aggregate.MEAN)
    if subject.additive and clause.has(*AMOUNTS):
        if clause.has(Sign.HABIT) and not clause.of(Span):
            return Figure(Aggregate.MEAN, assumed="I take the average of one of them")
        return Figure(Aggregate.SUM, assumed=_TOTAL)
    chosen = pick is not None or subject.selection.day_filters or clause.names(Condition)
    if subject.additive and clause.names(Span) and not chosen:
        return Figure(Aggregate.SUM, assumed=_TOTAL, other=Aggregate.MEAN)
    return Figure(Aggregate.MEAN, assumed=_AVERAGE)
