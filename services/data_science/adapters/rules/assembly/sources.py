"""What a clause measures: a daily series, a number of activities, a laboratory value."""

from dataclasses import dataclass, replace
from typing import Final

from services.data_science.adapters.rules.assembly.clause import CannotSayError, Clause
from services.data_science.adapters.rules.assembly.filters import Where, days_with, where_of
from services.data_science.adapters.rules.assembly.implied import is_recorded, with_implied_metric
from services.data_science.adapters.rules.fields import FIELDS
from services.data_science.adapters.rules.metrics import words_for
from services.data_science.adapters.rules.terms import (
    Activity,
    Biomarker,
    Chosen,
    Condition,
    DayOf,
    Metric,
    Rate,
    Sign,
)
from services.data_science.domain.query import ActivityFilter, Aggregate, Measure, Pick, Selection, Source, Window

_PARTS: Final = ("deep_sleep", "rem_sleep", "light_sleep", "awake")
_OF_NIGHTS: Final = frozenset({"sleep_score", *(f"{part}_percent" for part in _PARTS)})


@dataclass(frozen=True, kw_only=True)
class Subject:
    """What is measured, where, and what had to be assumed to say so.

    Attributes:
        additive: whether "how much" asks for a total.
        nightly: whether "how much" asks for the usual night even where a total makes sense.
        noun: what it is called where an assumption is told.
    """

    selection: Selection
    additive: bool
    nightly: bool
    noun: str
    assumed: str = ""
    caveat: str = ""
    other: Selection | None = None

    @property
    def source(self) -> Source:
        return self.selection.measure.source

    @property
    def counts(self) -> bool:
        """Whether there is nothing but the activities, or the days, themselves."""
        return not self.selection.measure.name


def subject_of(clause: Clause) -> Subject:
    """The one thing that is measured.

    Raises:
        CannotSayError: nothing is named, or more than one thing, or what is not on record, or which activities there
            were on certain days.
    """
    clause = with_implied_metric(clause)
    if clause.has(Sign.WHICH) and not clause.names(Activity, Metric, Biomarker):
        raise CannotSayError(
            "it asks which activities there were on days that it picks, which takes more steps than I can do at once"
        )
    biomarkers, metrics, activities = clause.of(Biomarker), clause.of(Metric), clause.of(Activity)
    if biomarkers:
        return _of_biomarker(clause, biomarkers)
    distinct = {(metric.name, metric.field) for metric in metrics}
    if len(distinct) > 1:
        raise CannotSayError("I describe one metric at a time")
    if metrics:
        return _of_metric(clause, metrics[0])
    if activities:
        return _of_activities(clause, field="")
    of_activities = {condition for _, bounds in days_with(clause) for condition in bounds}
    conditions = tuple(condition for condition in clause.of(Condition) if condition not in of_activities)
    if conditions and conditions[0].metric.name:
        return _of_metric(clause, conditions[0].metric)
    if clause.names(Condition, DayOf) or clause.has(Sign.COUNT_DAYS):
        return _of_recorded_days(clause)
    raise CannotSayError("it names nothing that I know to be measured")


def _of_biomarker(clause: Clause, biomarkers: tuple[Biomarker, ...]) -> Subject:
    if len(biomarkers) > 1 or clause.names(Metric, Activity):
        raise CannotSayError("I look at one laboratory value at a time, without other metrics")
    if clause.names(Condition, DayOf):
        raise CannotSayError("a laboratory sample is taken too rarely to choose among days by a condition")
    name = biomarkers[0].name
    if not biomarkers[0].on_record:
        raise CannotSayError(f"there is no {biomarkers[0].said} among your laboratory values")
    window = clause.window(Source.BIOMARKER)
    where = where_of(clause, of_activities=False)
    selection = Selection(
        measure=Measure(source=Source.BIOMARKER, name=name),
        window=window,
        day_filters=where.day_filters,
        pick=pick_of(clause),
    )
    return Subject(selection=selection, additive=False, nightly=False, noun=biomarkers[0].said)


def _of_metric(clause: Clause, metric: Metric) -> Subject:
    spoken = clause.of(Activity)
    if metric.field and (spoken or not metric.name):
        return _of_activities(clause, field=metric.field)
    if not is_recorded(metric.name, clause.data) and metric.field and clause.data.activity_kinds:
        subject = _of_activities(clause, field=metric.field)
        noun = words_for(metric.name).noun
        caveat = f"Your daily records hold no {noun}, so this is the {noun} of your activities."
        if clause.has(Sign.WHEN) or clause.of(Rate):
            subject = replace(subject, selection=replace(subject.selection, measure=daily(subject.selection.measure)))
        return replace(subject, caveat=caveat)
    assumed = ""
    if spoken:
        clause = _on_days_with(clause, spoken)
        assumed = f"I take {words_for(metric.name).noun} of the days with {spoken[0].said}"
    where = where_of(clause, of_activities=False)
    words = words_for(metric.name)
    selection = Selection(
        measure=Measure(name=metric.name),
        window=clause.window(),
        day_filters=where.day_filters,
        pick=pick_of(clause),
    )
    return Subject(
        selection=selection,
        additive=words.additive,
        nightly=words.nightly or metric.name in _OF_NIGHTS,
        noun=words.noun,
        assumed=assumed,
        caveat=metric.caveat or where.caveat,
    )


def _on_days_with(clause: Clause, spoken: tuple[Activity, ...]) -> Clause:
    """What no activity has is asked of the days with these activities."""
    return clause.without(Activity).plus(*(DayOf(activity=activity, absent=False) for activity in spoken))


def _of_activities(clause: Clause, *, field: str) -> Subject:
    where = where_of(clause, of_activities=True)
    _check_presence(where)
    window, pick = clause.window(Source.ACTIVITY), pick_of(clause)

    return Subject(
        selection=_activity_selection(where, field, window, pick),
        additive=_adds_up(field),
        nightly=False,
        noun=where.activities.label,
        caveat=next((metric.caveat for metric in clause.of(Metric) if not metric.name), "") or where.caveat,
        other=_activity_selection(where.other, field, window, pick) if where.other else None,
    )


def _check_presence(where: Where) -> None:
    """Makes sure that activities are not looked for on the days without them.

    Raises:
        CannotSayError: they are, so that there can be none.
    """
    for each in where.day_filters:
        if isinstance(each, ActivityFilter) and each.absent and not each.activities.bounds:
            kinds, none = set(where.activities.kinds), set(each.activities.kinds)
            if not none or (kinds and kinds <= none):
                raise CannotSayError(f"there are no {where.activities.label} on days with {each.label}")


def _of_recorded_days(clause: Clause) -> Subject:
    """The days themselves on which something holds, or does not: "rest days"."""
    where = where_of(clause, of_activities=False)
    selection = Selection(
        measure=Measure(), window=clause.window(), day_filters=where.day_filters, pick=pick_of(clause)
    )
    return Subject(selection=selection, additive=False, nightly=False, noun="days", caveat=where.caveat)


def _activity_selection(where: Where, field: str, window: Window, pick: Pick | None) -> Selection:
    measure = Measure(source=Source.ACTIVITY, name=field, activities=where.activities)
    return Selection(measure=measure, window=window, day_filters=where.day_filters, pick=pick)


def _adds_up(field: str) -> bool:
    """Whether it adds up over activities, so that "how much" asks for a total."""
    return field in FIELDS and FIELDS[field].additive


def with_a_number(subject: Subject) -> Subject:
    """Activities are told one by one with their duration where no other number of them is named."""
    if not subject.counts:
        return subject
    if subject.source is Source.DAY:
        raise CannotSayError("it names no number of these days; ask for one of them, or how many there were")
    selection = replace(subject.selection, measure=replace(subject.selection.measure, name="duration_min"))
    return replace(subject, selection=selection)


def with_norm(clause: Clause) -> tuple[Metric, ...]:
    """What of the person can be compared with others, where the question names nothing.

    Raises:
        CannotSayError: nothing can.
    """
    names = tuple(name for name in clause.data.population if is_recorded(name, clause.data))
    if not names:
        raise CannotSayError("I know no norm for people of your sex and age")
    return tuple(Metric(name=name, said=words_for(name).noun) for name in names)


def pick_of(clause: Clause) -> Pick | None:
    """Which of them in time: "my last 3 runs"."""
    chosen = clause.of(Chosen)
    if len(chosen) > 1:
        raise CannotSayError("it picks the first or last of what it has picked already")
    return Pick(end=chosen[0].end, count=chosen[0].count) if chosen else None


def daily(measure: Measure) -> Measure:
    """The measure as a daily series: of activities the day's total, or its average where that makes no sense."""
    if measure.source is not Source.ACTIVITY or measure.per_day is not None:
        return measure
    per_day = Aggregate.COUNT
    if measure.name:
        per_day = Aggregate.SUM if _adds_up(measure.name) else Aggregate.MEAN
    return Measure(source=measure.source, name=measure.name, activities=measure.activities, per_day=per_day)
