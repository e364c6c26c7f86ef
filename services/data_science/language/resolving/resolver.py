"""From what is asked, with its holes, to a question of the algebra: what was not said is decided here, and noted."""

from dataclasses import replace
from typing import Final

from services.data_science.domain.algebra import Grouping, Profile, Question, Rows, Statistic, Table, TellRecords, Unit
from services.data_science.language.building import Builder
from services.data_science.language.phrases import Ask, Kind
from services.data_science.language.resolving.comparisons import Comparisons
from services.data_science.language.resolving.decisions import Decisions
from services.data_science.language.resolving.measuring import Measuring
from services.data_science.language.resolving.noted import check_noted
from services.data_science.language.resolving.numbers import Numbers
from services.data_science.language.resolving.periods import PeriodQuestions
from services.data_science.language.resolving.readings import (
    MissingError,
    NotNotedError,
    PlaceError,
    Problem,
    Reading,
    UnanswerableError,
)
from services.data_science.language.resolving.recorded import Recorded
from services.data_science.language.resolving.records import RecordQuestions
from services.data_science.language.resolving.unused import check_used

_BETTER: Final = 2
"""The direction that only what is measured decides."""


class Resolver:
    """Completes what is asked against one catalogue."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder
        measuring = Measuring(builder)
        self._recorded = Recorded(builder)
        self._periods = PeriodQuestions(builder, measuring)
        self._records = RecordQuestions(builder, measuring, self._periods)
        self._numbers = Numbers(builder, measuring, self._periods, self._records)
        self._decisions = Decisions(builder, measuring)
        self._comparisons = Comparisons(builder, measuring)

    def resolved(self, ask: Ask) -> Reading | Problem:
        try:
            ask = _in_each_season(self._judged(ask))
            self._recorded.check_recorded(ask)
            reading = self._by_kind(ask)
            self._recorded.check_kinds(reading.question)
            _check_told_apart(ask, reading)
            noted = check_noted(reading.question, self._builder.catalogue)
            check_used(ask, reading.question, lambda other: self._by_kind(other).question)
        except UnanswerableError as error:
            missing = isinstance(error, MissingError | PlaceError)
            return Problem(because=str(error), missing=missing, noted=isinstance(error, NotNotedError))
        noun = ask.frame.noun
        of_activity = noun is not None and noun.metric and ask.frame.records.table is Table.ACTIVITIES
        own = noun.note if noun is not None and not of_activity else ""
        notes = tuple(dict.fromkeys(note for note in (own, *reading.notes, *noted) if note))
        unit = noun.unit if noun else ""
        return replace(
            reading,
            notes=notes,
            unit=unit,
            yes_no=ask.yes_no,
            choice=ask.choice,
            direction=ask.direction,
            rows=self._picked(ask, reading.question),
        )

    def _judged(self, ask: Ask) -> Ask:
        """With the way that is better or worse of what is measured in the place of "better" and "worse"."""
        if abs(ask.direction) < _BETTER or ask.frame.noun is None:
            return ask
        quantity = self._builder.quantity(ask.frame.noun, ask.frame.records.table)
        if quantity is None or quantity.better is None:
            raise UnanswerableError(f"of {quantity.noun if quantity else 'that'} neither more nor less is better")
        way = ask.direction // _BETTER
        return replace(ask, direction=way if quantity.better else -way)

    def _picked(self, ask: Ask, question: Question) -> Rows | None:
        frame = ask.frame
        if frame.per not in {None, Unit.DAY}:
            return None
        if ask.kind in {Kind.NUMBER, Kind.WHEN, Kind.RECORDS, Kind.SINCE}:
            return self._builder.picked_rows(frame) or frame.records.inside
        if ask.kind is Kind.BEST_PERIOD and isinstance(question, TellRecords):
            return question.rows
        if ask.kind is Kind.COUNT:
            return self._builder.rows(frame.records)
        return None

    def _by_kind(self, ask: Ask) -> Reading:  # noqa: C901, PLR0911, PLR0912, one case for each kind of question
        match ask.kind:
            case Kind.NUMBER:
                return self._numbers.number(ask)
            case Kind.WHEN:
                return self._records.when(ask)
            case Kind.COUNT:
                return self._numbers.count(ask)
            case Kind.COUNT_PERIODS:
                return self._periods.count_periods(ask)
            case Kind.SHARE:
                return self._numbers.share(ask)
            case Kind.STREAK:
                return self._numbers.streak(ask)
            case Kind.DECIDE:
                return self._decisions.decide(ask)
            case Kind.CONTRAST:
                return self._comparisons.contrast(ask)
            case Kind.RELATE:
                return self._comparisons.relate(ask)
            case Kind.TREND | Kind.CHANGE_POINT | Kind.UNUSUAL:
                return self._comparisons.over_time(ask)
            case Kind.PROFILE:
                return self._periods.profile(ask)
            case Kind.RECORDS:
                return self._records.records(ask)
            case Kind.SINCE:
                return self._numbers.since(ask)
            case Kind.KINDS if ask.frame.how_many:
                raise UnanswerableError("I can list the kinds of activities, but not count them")
            case Kind.KINDS:
                rows = self._builder.rows(ask.frame.records)
                profile = Profile(rows=rows, column=None, statistic=Statistic.COUNT, by=Grouping.KIND)
                return Reading(question=profile, ask=ask)
            case Kind.NORM:
                return self._decisions.norm(ask)
            case Kind.BEST_PERIOD:
                return self._periods.best_period(ask)


def _in_each_season(ask: Ask) -> Ask:
    """How something changed over the seasons is what it was in each of them."""
    if ask.kind is not Kind.TREND or ask.frame.by is not Grouping.SEASON or ask.direction:
        return ask
    return replace(ask, kind=Kind.NUMBER, frame=replace(ask.frame, statistic=Statistic.MEAN), yes_no=False)


def _check_told_apart(ask: Ask, reading: Reading) -> None:
    """Raises where each group was asked for and one number would be told of all."""
    if ask.frame.by is not None and not isinstance(reading.question, Profile | TellRecords):
        raise UnanswerableError("that cannot be told for each group apart")
