"""From what is asked, with its holes, to a question of the algebra: what was not said is decided here, and noted."""

import calendar
from dataclasses import dataclass, fields, is_dataclass, replace
from datetime import date
from typing import Final

from services.data_science.domain.algebra import (
    VALUE,
    All,
    ChangePoint,
    Column,
    Compare,
    Contrast,
    Count,
    Daily,
    Decide,
    Field,
    Grouping,
    Known,
    Literal,
    Moment,
    Norm,
    Number,
    NumberArithmetic,
    Operation,
    Operator,
    Order,
    Periods,
    Pick,
    Profile,
    Question,
    Reduce,
    ReferenceBound,
    Relate,
    Rows,
    Share,
    Side,
    Statistic,
    Streak,
    Table,
    Tell,
    TellRecords,
    Trend,
    Unit,
    Unusual,
    When,
    Where,
)
from services.data_science.domain.algebra import Kind as KindTest
from services.data_science.domain.catalogue import Quantity
from services.data_science.domain.units import DATE
from services.data_science.language.building import Builder
from services.data_science.language.phrases import Amount, Ask, Best, Frame, Kind, Noun, Records, Tense

_DAYS_IN: Final = {Unit.WEEK: 7.0, Unit.MONTH: 30.4375, Unit.YEAR: 365.25, Unit.QUARTER: 91.3125}
_BY_UNIT: Final = {Grouping.WEEK: Unit.WEEK, Grouping.MONTH: Unit.MONTH, Grouping.YEAR: Unit.YEAR}
_EPOCH: Final = date(1970, 1, 1).toordinal()
_SHOWN_FIELDS: Final = ("duration_min", "distance_m")


@dataclass(frozen=True, kw_only=True)
class Reading:
    """One question as it was understood.

    Attributes:
        question: what is computed.
        notes: what was decided where nothing was said, each a short clause for the answer.
        unit: the unit the answer is asked in; empty for the usual one.
        yes_no: whether the question wants a yes or no.
        direction: which way it expects it to go: 1 up, -1 down, 0 either.
        wants_day: whether the day is what is asked for.
        rows: the records that the question picks out, which "that day" of a later question means.
        ask: what it was read as, for questions that follow.
    """

    question: Question
    ask: Ask
    notes: tuple[str, ...] = ()
    unit: str = ""
    yes_no: bool = False
    direction: int = 0
    wants_day: bool = False
    rows: Rows | None = None


@dataclass(frozen=True, kw_only=True)
class Problem:
    """Why something that was understood cannot be computed, in plain words."""

    because: str


class _UnanswerableError(Exception):
    """Raised within this module alone, with the reason in plain words."""


class Resolver:
    """Completes what is asked against one catalogue."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder

    def resolved(self, ask: Ask) -> Reading | Problem:
        try:
            reading = self._by_kind(ask)
            self._check_kinds(reading.question)
        except _UnanswerableError as error:
            return Problem(because=str(error))
        noun = ask.frame.noun
        notes = tuple(dict.fromkeys(note for note in (noun.note if noun else "", *reading.notes) if note))
        unit = noun.unit if noun else ""
        return replace(
            reading, notes=notes, unit=unit, yes_no=ask.yes_no, direction=ask.direction, rows=self._picked(ask)
        )

    def _picked(self, ask: Ask) -> Rows | None:
        frame = ask.frame
        if ask.kind in {Kind.NUMBER, Kind.WHEN, Kind.RECORDS, Kind.SINCE}:
            return self._builder.picked_rows(frame) or frame.records.inside
        if ask.kind is Kind.COUNT:
            return self._builder.rows(frame.records)
        return None

    def _by_kind(self, ask: Ask) -> Reading:  # noqa: C901, PLR0911, PLR0912, one case for each kind of question
        self._check_recorded(ask)
        match ask.kind:
            case Kind.NUMBER:
                return self._number(ask)
            case Kind.WHEN:
                return self._when(ask)
            case Kind.COUNT:
                return self._count(ask)
            case Kind.COUNT_PERIODS:
                return self._count_periods(ask)
            case Kind.SHARE:
                return self._share(ask)
            case Kind.STREAK:
                return self._streak(ask)
            case Kind.DECIDE:
                return self._decide(ask)
            case Kind.CONTRAST:
                return self._contrast(ask)
            case Kind.RELATE:
                return self._relate(ask)
            case Kind.TREND | Kind.CHANGE_POINT | Kind.UNUSUAL:
                return self._over_time(ask)
            case Kind.PROFILE:
                return self._profile(ask)
            case Kind.RECORDS:
                return self._records(ask)
            case Kind.SINCE:
                return self._since(ask)
            case Kind.KINDS:
                rows = self._builder.rows(ask.frame.records)
                profile = Profile(rows=rows, column=None, statistic=Statistic.COUNT, by=Grouping.KIND)
                return Reading(question=profile, ask=ask)
            case Kind.NORM:
                return self._norm(ask)
            case Kind.BEST_PERIOD:
                return self._best_period(ask)

    def _check_recorded(self, ask: Ask) -> None:
        """Raises where something that is asked about was never recorded."""
        catalogue = self._builder.catalogue
        for frame in (ask.frame, ask.other):
            if frame is None:
                continue
            window = frame.records.window
            whole = self._builder.all_time
            if window is not None and isinstance(window.start, date) and isinstance(window.end, date):
                if window.end < whole.start:  # type: ignore[operator]
                    raise _UnanswerableError(f"your records begin on {_said(whole.start)}, after {window.label}")
                if window.start > catalogue.today:
                    raise _UnanswerableError(f"your records end on {_said(catalogue.today)}, before {window.label}")
            kinds = frame.records.kinds
            if kinds is not None and not kinds.recorded:
                raise _UnanswerableError(f"there are no {kinds.said} on record")
            quantity = self._builder.quantity(frame.noun, frame.records.table) if frame.noun else None
            if quantity is not None and not quantity.recorded:
                raise _UnanswerableError(f"your records hold no {quantity.noun}")

    def _check_kinds(self, question: Question) -> None:
        known = frozenset(self._builder.catalogue.kinds)
        for names in kinds_in(question):
            if missing := sorted(names - known):
                raise _UnanswerableError(f"there are no {missing[0]} on record")

    def _column(self, frame: Frame) -> tuple[Column, Quantity, Records]:
        """The column of a frame, on the table on which it has one."""
        if frame.noun is None:
            raise _UnanswerableError("it does not say what is to be measured")
        records = frame.records
        column, quantity = (
            self._builder.column(frame.noun, records.table),
            self._builder.quantity(frame.noun, records.table),
        )
        if column is None or quantity is None:
            raise _UnanswerableError(f"“{frame.noun.said or 'that'}” is not recorded of {_table(records.table)}")
        return column, quantity, records

    def _statistic(self, frame: Frame, quantity: Quantity) -> Statistic:
        """What was said, or what people mean who do not say it."""
        if frame.statistic is not None:
            return frame.statistic
        if frame.best is not None:
            return Statistic.MAX if frame.best.order is Order.HIGHEST else Statistic.MIN
        single = self._is_single(frame.records)
        if not quantity.additive or single or not frame.how_many:
            return Statistic.MEAN
        asked_in_minutes = frame.noun is not None and frame.noun.unit == "min" and frame.records.window is not None
        if frame.tense is Tense.HABIT or (quantity.nightly and not asked_in_minutes):
            return Statistic.MEAN
        return Statistic.SUM

    def _is_single(self, records: Records) -> bool:
        window = records.window
        one_day = window is not None and window.start == window.end and records.table is Table.DAYS
        return one_day or (records.pick is not None and records.pick[1].count == 1)

    def _reduced(self, frame: Frame) -> tuple[Number, tuple[str, ...]]:
        """The number that a frame asks for."""
        if frame.noun is None and frame.records.pick is None:
            return self._counted(frame), ()
        if frame.noun is None:
            return self._picked_number(frame), ()
        column, quantity, records = self._column(frame)
        rows = self._builder.rows(records)
        if frame.best is not None and (frame.best.first > 1 or frame.best.count > 1):
            judged = frame.best
            rows = Pick(rows=rows, by=column, order=judged.order, first=judged.first, count=judged.count)
            return Reduce(rows=rows, column=column, statistic=frame.statistic or Statistic.MEAN), ()
        if frame.per is not None:
            return self._per(frame, column, quantity, rows)
        statistic = self._statistic(frame, quantity)
        return Reduce(rows=rows, column=column, statistic=statistic), self._assumed(frame, quantity, statistic)

    def _assumed(self, frame: Frame, quantity: Quantity, statistic: Statistic) -> tuple[str, ...]:
        if frame.statistic is not None or frame.best is not None or self._is_single(frame.records) or frame.pinned:
            return ()
        if statistic is Statistic.SUM:
            return ("that is the total",)
        return ("that is the average",) if quantity.additive and frame.how_many else ()

    def _per(self, frame: Frame, column: Column, quantity: Quantity, rows: Rows) -> tuple[Number, tuple[str, ...]]:
        """What comes together in a day, a week, a month."""
        unit, records = frame.per or Unit.DAY, frame.records
        statistic = frame.statistic or Statistic.MEAN
        if frame.best is not None:
            statistic = Statistic.MAX if frame.best.order is Order.HIGHEST else Statistic.MIN
        if unit is Unit.DAY and records.table is Table.DAYS:
            return Reduce(
                rows=rows, column=column, statistic=statistic if statistic is not Statistic.SUM else Statistic.MEAN
            ), ()
        if not quantity.additive:
            if frame.best is None and statistic is Statistic.MEAN and records.table is Table.DAYS:
                raise _UnanswerableError("it can be told by week or month only as a list")
            within = Statistic.MEAN
        else:
            within = Statistic.SUM
        if unit is Unit.DAY:
            days = All(table=Table.DAYS, window=records.window or self._builder.all_time)
            daily = Daily(rows=rows, column=column, statistic=within)
            return Reduce(rows=days, column=daily, statistic=statistic), ()
        if records.table is Table.DAYS and within is Statistic.SUM and statistic is Statistic.MEAN:
            mean = Reduce(rows=rows, column=column, statistic=Statistic.MEAN)
            factor = Literal(value=_DAYS_IN[unit])
            return NumberArithmetic(left=mean, operation=Operation.TIMES, right=factor), ()
        periods = self._periods(records, unit, rows, column, within)
        return Reduce(rows=periods, column=Field(name=VALUE), statistic=_over_periods(statistic)), ()

    def _periods(
        self, records: Records, unit: Unit, rows: Rows, column: Column | None, statistic: Statistic
    ) -> Periods:
        window = records.window or self._builder.all_time
        return Periods(window=window, unit=unit, rows=rows, column=column, statistic=statistic)

    def _counted(self, frame: Frame) -> Number:
        rows = self._builder.rows(frame.records)
        if frame.per is None or (frame.per is Unit.DAY and frame.records.table is Table.DAYS):
            return Count(rows=rows)
        if frame.per is Unit.DAY:
            days = All(table=Table.DAYS, window=frame.records.window or self._builder.all_time)
            return Reduce(
                rows=days, column=Daily(rows=rows, column=None, statistic=Statistic.COUNT), statistic=Statistic.MEAN
            )
        periods = self._periods(frame.records, frame.per, rows, None, Statistic.COUNT)
        statistic = Statistic.MEAN
        if frame.best is not None:
            statistic = Statistic.MAX if frame.best.order is Order.HIGHEST else Statistic.MIN
        return Reduce(rows=periods, column=Field(name=VALUE), statistic=statistic)

    def _picked_number(self, frame: Frame) -> Number:
        """How long it was, of "my longest run"."""
        by, best = frame.records.pick or (None, Best(order=Order.NEWEST))
        rows = self._builder.rows(replace(frame.records, pick=None))
        if by is None:
            raise _UnanswerableError("it does not say what of it is asked for")
        if best.first == best.count == 1:
            return Reduce(
                rows=rows, column=by, statistic=Statistic.MAX if best.order is Order.HIGHEST else Statistic.MIN
            )
        return Reduce(rows=self._builder.rows(frame.records), column=by, statistic=Statistic.MEAN)

    def _number(self, ask: Ask) -> Reading:
        frame = ask.frame
        if frame.by in _BY_UNIT and frame.how_many and frame.statistic is Statistic.MEAN:
            frame = replace(frame, per=_BY_UNIT[frame.by], by=None)
            ask = replace(ask, frame=frame)
        if frame.by is not None:
            return self._profile(ask)
        if frame.operation is not None and ask.other is not None:
            left, _ = self._reduced(replace(frame, operation=None))
            right, _ = self._reduced(ask.other)
            return Reading(
                question=Tell(number=NumberArithmetic(left=left, operation=frame.operation, right=right)), ask=ask
            )
        if frame.best is not None and frame.best.count > 1 and frame.statistic is None:
            return self._records(ask)
        if (
            frame.per in {Unit.WEEK, Unit.MONTH, Unit.YEAR, Unit.QUARTER}
            and frame.noun is not None
            and frame.best is None
        ):
            quantity = self._builder.quantity(frame.noun, frame.records.table)
            if quantity is not None and not quantity.additive:
                by = {
                    Unit.WEEK: Grouping.WEEK,
                    Unit.MONTH: Grouping.MONTH,
                    Unit.YEAR: Grouping.YEAR,
                    Unit.QUARTER: Grouping.QUARTER,
                }
                return self._profile(replace(ask, frame=replace(frame, by=by[frame.per], per=None)))
        if frame.operation is not None and ask.value is not None:
            quantity = self._column(frame)[1]
            left, _ = self._reduced(replace(frame, operation=None))
            said = self._builder.literal(ask.value, quantity)
            if said is None:
                raise _UnanswerableError(f"{quantity.noun} is not measured in that unit")
            return Reading(
                question=Tell(number=NumberArithmetic(left=left, operation=frame.operation, right=said)), ask=ask
            )
        number, notes = self._reduced(frame)
        return Reading(question=Tell(number=number), ask=ask, notes=notes)

    def _when(self, ask: Ask) -> Reading:
        frame = ask.frame
        if frame.best is not None:
            column, _, records = self._column(frame)
            rows = self._builder.rows(records)
            best = frame.best
            picked = Pick(rows=rows, by=column, order=best.order, first=best.first, count=best.count)
            return Reading(question=TellRecords(rows=picked, columns=(column,)), ask=ask, wants_day=True)
        rows = self._builder.rows(frame.records)
        by = frame.records.pick[0] if frame.records.pick else None
        if by is not None:
            return Reading(question=TellRecords(rows=rows, columns=(by,)), ask=ask, wants_day=True)
        return Reading(question=Tell(number=When(rows=rows, moment=Moment.DAY)), ask=ask, wants_day=True)

    def _count(self, ask: Ask) -> Reading:
        number = self._counted(ask.frame)
        if ask.yes_no:
            decide = Decide(left=number, operator=Operator.GREATER_OR_EQUAL, right=Literal(value=1.0))
            return Reading(question=decide, ask=ask)
        return Reading(question=Tell(number=number), ask=ask)

    def _bound_test(self, column: Column, quantity: Quantity, ask: Ask) -> Compare:
        bound = ask.bound
        if bound is None:
            raise _UnanswerableError("it does not say how much")
        number: Number | None
        if isinstance(bound.to, Amount):
            number = self._builder.literal(bound.to, quantity)
        else:
            number = self._builder.usual(bound.to, ask.frame.noun or Noun(), ask.frame.records.table)
        if number is None:
            raise _UnanswerableError(f"{quantity.noun} is not measured in that unit")
        return Compare(column=column, operator=bound.operator, number=number)

    def _count_periods(self, ask: Ask) -> Reading:
        frame, unit = ask.frame, ask.unit or Unit.WEEK
        rows = self._builder.rows(frame.records)
        if frame.noun is None:
            periods = self._periods(frame.records, unit, rows, None, Statistic.COUNT)
            bound = ask.bound
            if bound is None or not isinstance(bound.to, Amount):
                raise _UnanswerableError("it does not say how often")
            test = Compare(column=Field(name=VALUE), operator=bound.operator, number=Literal(value=bound.to.value))
        else:
            column, quantity, _ = self._column(frame)
            statistic = frame.statistic or (
                Statistic.SUM if quantity.additive and not quantity.nightly else Statistic.MEAN
            )
            periods = self._periods(frame.records, unit, rows, column, statistic)
            test = self._bound_test(Field(name=VALUE), quantity, ask)
        periods = replace(periods, complete=False)
        return Reading(question=Tell(number=Count(rows=Where(rows=periods, test=test))), ask=ask)

    def _share(self, ask: Ask) -> Reading:
        if ask.test is None:
            raise _UnanswerableError("it does not say of what")
        share = Share(rows=self._builder.rows(ask.frame.records), test=ask.test)
        if ask.yes_no:
            decide = Decide(left=share, operator=Operator.GREATER_OR_EQUAL, right=Literal(value=100.0, unit="%"))
            return Reading(question=decide, ask=ask)
        return Reading(question=Tell(number=share), ask=ask)

    def _streak(self, ask: Ask) -> Reading:
        if ask.test is None:
            raise _UnanswerableError("it does not say of what")
        rows = self._builder.rows(ask.frame.records)
        return Reading(question=Tell(number=Streak(rows=rows, test=ask.test, run=ask.run)), ask=ask)

    def _decide(self, ask: Ask) -> Reading:
        frame = ask.frame
        if frame.noun is not None and frame.noun.biomarker and ask.bound is None:
            return self._laboratory(ask)
        left: Number
        if ask.other is not None:
            left, _ = self._reduced(frame)
            right, _ = self._reduced(ask.other)
            operator = Operator.GREATER if ask.direction > 0 else Operator.LESS
            return Reading(question=Decide(left=left, operator=operator, right=right), ask=ask)
        column, quantity, records = self._column(frame)
        rows = self._builder.rows(records)
        share = None
        if frame.per not in {None, Unit.DAY}:
            unit = frame.per or Unit.WEEK
            statistic = Statistic.SUM if quantity.additive else Statistic.MEAN
            periods = self._periods(records, unit, rows, column, statistic)
            left = Reduce(rows=periods, column=Field(name=VALUE), statistic=Statistic.MEAN)
            test = self._bound_test(Field(name=VALUE), quantity, ask)
            share = Share(rows=periods, test=test)
        else:
            left, _ = self._reduced(replace(frame, per=None, how_many=False))
            test = self._bound_test(column, quantity, ask)
            plain = frame.statistic is None and frame.best is None and not self._is_single(records) and frame.noun
            share = Share(rows=rows, test=test) if plain and not frame.pinned else None
        notes = ("on average",) if share is not None else ()
        decide = Decide(left=left, operator=test.operator, right=test.number, share=share)
        return Reading(question=decide, ask=ask, notes=notes if frame.per is None else ())

    def _laboratory(self, ask: Ask) -> Reading:
        noun = ask.frame.noun or Noun()
        quantity = self._builder.catalogue.biomarkers.get(noun.biomarker)
        if quantity is None or noun.biomarker not in self._builder.catalogue.reference_ranges:
            raise _UnanswerableError(f"your laboratory gave no reference range for {noun.said}")
        if ask.value is None:
            samples = self._builder.rows(ask.frame.records)
            value: Number = Reduce(rows=samples, column=Field(name=noun.biomarker), statistic=Statistic.LATEST)
        else:
            literal = self._builder.literal(ask.value, quantity)
            if literal is None:
                raise _UnanswerableError(f"{quantity.noun} is not measured in that unit")
            value = literal
        bound = ReferenceBound(biomarker=noun.biomarker, side=Side.HIGH)
        return Reading(question=Decide(left=value, operator=Operator.GREATER, right=bound), ask=ask)

    def _contrast(self, ask: Ask) -> Reading:
        frame, other = ask.frame, ask.other
        if other is None:
            raise _UnanswerableError("it does not say what to compare with")
        if frame.noun is None:
            left, right = self._counted(frame), self._counted(other)
            return Reading(
                question=Tell(number=NumberArithmetic(left=left, operation=Operation.MINUS, right=right)), ask=ask
            )
        if frame.statistic not in {None, Statistic.MEAN} or frame.best is not None or frame.per not in {None, Unit.DAY}:
            left, _ = self._reduced(frame)
            right, _ = self._reduced(replace(other, statistic=frame.statistic, best=frame.best))
            return Reading(
                question=Tell(number=NumberArithmetic(left=left, operation=Operation.MINUS, right=right)), ask=ask
            )
        column, _, records = self._column(frame)
        _, _, baseline = self._column(other)
        rows, before = self._builder.rows(records), self._builder.rows(baseline)
        return Reading(question=Contrast(rows=rows, baseline=before, column=column), ask=ask)

    def _daily(self, frame: Frame) -> Column:
        """A column on days, of what only activities have what they come to on a day."""
        if frame.noun is not None and frame.records.table is Table.ACTIVITIES:
            daily = self._builder.daily(frame.noun, frame.records)
            if daily is not None:
                return daily
        return self._column(frame)[0]

    def _relate(self, ask: Ask) -> Reading:
        if ask.other is None:
            raise _UnanswerableError("it does not say with what")
        left, right = self._daily(ask.frame), self._daily(ask.other)
        first, second = ask.frame.records, ask.other.records
        records = replace(
            Records(),
            window=first.window or second.window,
            tests=first.tests | second.tests if first.table is second.table else frozenset(),
        )
        rows = self._builder.rows(records)
        return Reading(question=Relate(left=left, right=right, rows=rows, lag_days=ask.frame.lag), ask=ask)

    def _over_time(self, ask: Ask) -> Reading:
        frame = ask.frame
        activities = frame.records.table is Table.ACTIVITIES
        column = self._daily(frame)
        records = Records(window=frame.records.window) if activities else frame.records
        rows = self._builder.rows(records)
        match ask.kind:
            case Kind.TREND:
                return Reading(question=Trend(rows=rows, column=column), ask=ask)
            case Kind.CHANGE_POINT:
                return Reading(question=ChangePoint(rows=rows, column=column), ask=ask)
            case _:
                return Reading(question=Unusual(rows=rows, column=column), ask=ask)

    def _profile(self, ask: Ask) -> Reading:
        frame = ask.frame
        by = frame.by or Grouping.WEEKDAY
        extreme = frame.best.order if frame.best is not None else None
        if frame.noun is None:
            rows = self._builder.rows(frame.records)
            return Reading(
                question=Profile(rows=rows, column=None, statistic=Statistic.COUNT, by=by, extreme=extreme), ask=ask
            )
        column, quantity, records = self._column(frame)
        statistic = frame.statistic or (
            Statistic.SUM
            if records.table is Table.ACTIVITIES and quantity.additive and by is not Grouping.KIND
            else Statistic.MEAN
        )
        rows = self._builder.rows(records)
        return Reading(question=Profile(rows=rows, column=column, statistic=statistic, by=by, extreme=extreme), ask=ask)

    def _records(self, ask: Ask) -> Reading:
        frame = ask.frame
        if frame.best is not None:
            column, _, records = self._column(frame)
            best = frame.best
            rows = self._builder.rows(records)
            if best.of_time():
                rows = Where(rows=rows, test=Known(column=column))
            by = None if best.of_time() else column
            rows = Pick(rows=rows, by=by, order=best.order, first=best.first, count=best.count)
            return Reading(question=TellRecords(rows=rows, columns=(column,)), ask=ask)
        rows = self._builder.rows(frame.records)
        pick = frame.records.pick
        if frame.records.table is Table.ACTIVITIES:
            by = pick[0] if pick else None
            own = [Field(name=name) for name in _SHOWN_FIELDS if self._has_field(name)]
            columns: tuple[Column, ...] = tuple(dict.fromkeys((*((by,) if by else ()), *own)))
            if pick is None:
                rows = Pick(rows=rows, by=None, order=Order.NEWEST, count=10)
            return Reading(question=TellRecords(rows=rows, columns=columns), ask=ask)
        if pick is None or pick[0] is None:
            raise _UnanswerableError("it does not say what of these days is asked for")
        return Reading(question=TellRecords(rows=rows, columns=(pick[0],)), ask=ask, wants_day=pick[1].count == 1)

    def _has_field(self, name: str) -> bool:
        quantity = self._builder.catalogue.fields.get(name)
        return quantity is not None and quantity.recorded

    def _since(self, ask: Ask) -> Reading:
        today = Literal(value=float(self._builder.catalogue.today.toordinal() - _EPOCH), unit=DATE)
        when = When(rows=self._builder.rows(ask.frame.records), moment=Moment.DAY)
        if ask.other is not None:
            earlier = When(rows=self._builder.rows(ask.other.records), moment=Moment.DAY)
            return Reading(
                question=Tell(number=NumberArithmetic(left=when, operation=Operation.MINUS, right=earlier)), ask=ask
            )
        number = NumberArithmetic(left=today, operation=Operation.MINUS, right=when)
        return Reading(question=Tell(number=number), ask=ask)

    def _norm(self, ask: Ask) -> Reading:
        noun = ask.frame.noun or Noun()
        if noun.metric not in self._builder.catalogue.population:
            raise _UnanswerableError(f"I have no reference values of other people for {noun.said}")
        number, _ = self._reduced(replace(ask.frame, statistic=ask.frame.statistic or Statistic.MEAN))
        minus = NumberArithmetic(left=number, operation=Operation.MINUS, right=Norm(metric=noun.metric))
        return Reading(question=Tell(number=minus), ask=ask)

    def _best_period(self, ask: Ask) -> Reading:
        frame, unit, best = ask.frame, ask.unit or Unit.WEEK, ask.frame.best
        if best is None:
            raise _UnanswerableError("it does not say which")
        rows = self._builder.rows(frame.records)
        if frame.noun is None:
            periods = self._periods(frame.records, unit, rows, None, Statistic.COUNT)
        else:
            column, quantity, _ = self._column(frame)
            default = Statistic.SUM if quantity.additive and not quantity.nightly else Statistic.MEAN
            periods = self._periods(frame.records, unit, rows, column, frame.statistic or default)
        value = Field(name=VALUE)
        picked = Pick(rows=periods, by=value, order=best.order, first=best.first, count=best.count)
        return Reading(question=TellRecords(rows=picked, columns=(value,)), ask=ask, wants_day=True)


def _said(day: object) -> str:
    return f"{day.day} {calendar.month_name[day.month]} {day.year}" if isinstance(day, date) else "a day"


def _over_periods(statistic: Statistic) -> Statistic:
    return Statistic.MEAN if statistic is Statistic.SUM else statistic


def _table(table: Table) -> str:
    return {Table.DAYS: "days", Table.ACTIVITIES: "activities", Table.SAMPLES: "laboratory samples"}[table]


def kinds_in(node: object) -> "list[frozenset[str]]":
    """The kinds of activities that an expression names, anywhere in it."""
    if isinstance(node, KindTest):
        return [node.names]
    if isinstance(node, frozenset | tuple):
        return [names for each in node for names in kinds_in(each)]
    if is_dataclass(node):
        return [names for each in fields(node) for names in kinds_in(getattr(node, each.name))]
    return []
