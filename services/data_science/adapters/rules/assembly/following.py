"""How one daily series develops: its trend, the day its level changed, what is usual for each group of days."""

from dataclasses import replace
from typing import Final

from services.data_science.adapters.rules.assembly.clause import CannotSayError, Clause, Understood
from services.data_science.adapters.rules.assembly.describing import asked_in
from services.data_science.adapters.rules.assembly.figures import AMOUNTS
from services.data_science.adapters.rules.assembly.sources import Subject, daily, subject_of
from services.data_science.adapters.rules.terms import Arithmetic, Biomarker, Grouped, Judgement, Rate, Sign, Statistic
from services.data_science.domain.query import (
    Aggregate,
    Breakdown,
    ChangePoint,
    Combine,
    Describe,
    Operation,
    Selection,
    Source,
    Trend,
)

SIGNS: Final = AMOUNTS | {Sign.CHANGE, Sign.VERB, Sign.DIRECTION, Sign.HOW_OFTEN}
_POINT_SIGNS: Final = SIGNS | {Sign.CHANGE_POINT, Sign.WHEN}
_GROUP_SIGNS: Final = SIGNS | {Sign.WHEN, Sign.WHICH, Sign.LIST, Sign.VERSUS, Sign.COUNT_DAYS}
_EXTREMES: Final = frozenset({Aggregate.MAX, Aggregate.MIN})


def follow(clause: Clause) -> Understood:
    """The trend of daily values; of laboratory values, which are few, the change from the first to the latest.

    Raises:
        CannotSayError: another statistic than the daily values is to be followed.
    """
    clause.allow(SIGNS, Statistic, Rate, Arithmetic)
    if clause.per_days > 1:
        raise CannotSayError("I follow the trend of daily values, not of those of weeks or months")
    if clause.aggregates - {Aggregate.MEAN, Aggregate.SUM, Aggregate.CHANGE}:
        raise CannotSayError("I follow the trend of daily values, not of another statistic")
    subject = _unpicked(subject_of(clause))
    if subject.source is Source.BIOMARKER:
        return Understood(query=_of_samples(subject.selection, clause))
    if subject.counts and not clause.has(Sign.HOW_OFTEN, Sign.HOW_MANY):
        by_time = replace(subject.selection.measure, name="duration_min")
        other = Understood(query=Trend(selection=_daily(replace(subject.selection, measure=by_time))))
        return replace(_trend(subject, clause), assumed="I follow how many there are a day", other=other)
    return _trend(subject, clause)


def changes_of_samples(clause: Clause) -> bool:
    """Whether a laboratory value is followed, also if it is asked by how much or what percentage it changed."""
    return clause.names(Biomarker) and clause.has(Sign.CHANGE, Sign.VERB) and len(clause.windows) < 2


def _of_samples(selection: Selection, clause: Clause) -> Describe | Combine:
    """The change from the first to the latest sample."""
    latest, first = (Describe(selection=selection, aggregate=each) for each in (Aggregate.LATEST, Aggregate.FIRST))
    operations = {each.operation for each in clause.of(Arithmetic)}
    if operations - {Operation.DIFFERENCE}:
        return Combine(first=latest, second=first, operation=next(iter(operations - {Operation.DIFFERENCE})))
    return replace(latest, aggregate=Aggregate.CHANGE)


def _trend(subject: Subject, clause: Clause) -> Understood:
    return Understood(
        query=Trend(selection=_daily(subject.selection)),
        asked_in=asked_in(clause),
        assumed=subject.assumed,
        caveat=subject.caveat,
    )


def find_change(clause: Clause) -> Understood:
    """The day from which on the level differs most from before.

    Raises:
        CannotSayError: it is not about the daily values of one thing.
    """
    clause.allow(_POINT_SIGNS, Statistic)
    if clause.aggregates - {Aggregate.MEAN, Aggregate.CHANGE}:
        raise CannotSayError("I look for the change of daily values, not of another statistic")
    subject = _unpicked(subject_of(clause))
    if subject.source is Source.BIOMARKER:
        raise CannotSayError("laboratory samples are too few to tell the day of a change")
    return Understood(
        query=ChangePoint(selection=_daily(subject.selection)),
        asked_in=asked_in(clause),
        assumed=subject.assumed,
        caveat=subject.caveat,
    )


def break_down(clause: Clause) -> Understood:
    """The same number for each group of days.

    "Which day of the week has the highest steps" asks for an average each, of which the reader picks the highest; of
    what activities add up to, for a total each.

    Raises:
        CannotSayError: more than one statistic or grouping.
    """
    clause.allow(_GROUP_SIGNS, Statistic, Grouped, Judgement, Rate)
    if len(clause.of(Grouped)) > 1 or clause.per_days > 1:
        raise CannotSayError("I break down by one grouping at a time")
    subject = _unpicked(subject_of(clause))
    aggregate, assumed = _group_statistic(clause, subject)
    query = Breakdown(selection=subject.selection, aggregate=aggregate, by=clause.of(Grouped)[0].by)
    extreme = next(iter(clause.aggregates & _EXTREMES), None) if _may_be_of_each(clause) else None
    return Understood(
        query=query,
        other=Understood(query=replace(query, aggregate=extreme)) if extreme and not subject.counts else None,
        asked_in=asked_in(clause),
        assumed=". ".join(each for each in (subject.assumed, assumed) if each),
        caveat=subject.caveat,
    )


def _may_be_of_each(clause: Clause) -> bool:
    """Whether "the highest steps by weekday" may also ask for the highest of each: the grouping is said last."""
    places = {type(item): place for place, item in reversed(tuple(enumerate(clause.items)))}
    return not clause.has(Sign.WHEN, Sign.WHICH) and places.get(Statistic, len(clause.items)) < places[Grouped]


def _group_statistic(clause: Clause, subject: Subject) -> tuple[Aggregate, str]:
    stated = clause.aggregates
    if len(stated) > 1:
        stated -= {Aggregate.MEAN, Aggregate.SUM} if stated & _EXTREMES else {Aggregate.SUM}
    if len(stated) > 1:
        raise CannotSayError("I compute one statistic at a time")
    asks_which = bool(stated & _EXTREMES)
    if subject.counts:
        return Aggregate.COUNT, ""
    if clause.has(Sign.COUNT_DAYS):
        return (Aggregate.COUNT_DAYS if subject.source is Source.ACTIVITY else Aggregate.COUNT), ""
    if not stated or asks_which or clause.of(Judgement):
        totals = asks_which or clause.has(*AMOUNTS)
        if (
            subject.source is Source.ACTIVITY
            and subject.additive
            and totals
            and Aggregate.MEAN not in clause.aggregates
        ):
            return Aggregate.SUM, "I take the total of each group"
        return Aggregate.MEAN, "I take the average of each group"
    return next(iter(stated)), ""


def _unpicked(subject: Subject) -> Subject:
    if subject.selection.pick is not None:
        raise CannotSayError("it picks some in time and follows all over time at once")
    return subject


def _daily(selection: Selection) -> Selection:
    return replace(selection, measure=daily(selection.measure))
