"""Questions for one number: a value, a count, a share, a streak, the days since."""

from dataclasses import replace
from datetime import date
from typing import Final

from services.data_science.domain.algebra import (
    Decide,
    Grouping,
    Literal,
    Moment,
    Number,
    NumberArithmetic,
    Operation,
    Operator,
    Pick,
    Share,
    Statistic,
    Streak,
    Tell,
    Unit,
    When,
)
from services.data_science.domain.units import DATE
from services.data_science.language.building import Builder
from services.data_science.language.phrases import Amount, Ask, Frame
from services.data_science.language.resolving.measuring import Measuring
from services.data_science.language.resolving.periods import PeriodQuestions
from services.data_science.language.resolving.readings import Reading, UnanswerableError
from services.data_science.language.resolving.records import RecordQuestions
from services.data_science.language.totals import is_total

_BY_UNIT: Final = {Grouping.WEEK: Unit.WEEK, Grouping.MONTH: Unit.MONTH, Grouping.YEAR: Unit.YEAR}
_EPOCH: Final = date(1970, 1, 1).toordinal()


class Numbers:
    """Completes questions for one number."""

    def __init__(
        self, builder: Builder, measuring: Measuring, periods: PeriodQuestions, records: RecordQuestions
    ) -> None:
        self._builder = builder
        self._measuring = measuring
        self._periods = periods
        self._records = records

    def number(self, ask: Ask) -> Reading:
        frame = ask.frame
        if frame.by in _BY_UNIT and frame.how_many and frame.statistic is Statistic.MEAN and frame.per is None:
            frame = replace(frame, per=_BY_UNIT[frame.by], by=None)
            ask = replace(ask, frame=frame)
        if frame.by is not None:
            return self._periods.each_extreme(ask) if frame.best is not None else self._periods.profile(ask)
        if frame.operation is not None and ask.other is not None:
            return self._arithmetic(ask, frame.operation, ask.other)
        if frame.per not in {None, Unit.DAY} and (told := self._of_periods(ask, frame.per)) is not None:
            return told
        if frame.best is not None and frame.best.count > 1 and frame.statistic is None:
            return self._records.records(ask)
        if frame.operation is not None and ask.value is not None:
            return self._beside(ask, frame.operation, ask.value)
        number = self._measuring.reduced(frame)
        return Reading(question=Tell(number=number), ask=ask, notes=self._measuring.said_again(frame))

    def _of_periods(self, ask: Ask, per: Unit | None) -> Reading | None:
        """The best few weeks, or one number for each; None where one number tells it.

        "Total steps per week" is a list of totals; "how many steps in total per week" is what a week comes to.
        """
        frame, best = ask.frame, ask.frame.best
        if best is not None:
            return self._periods.best_of_each(ask) if best.count > 1 or best.first > 1 else None
        quantity = self._builder.quantity(frame.noun, frame.records.table) if frame.noun else None
        if quantity is None or per is None:
            return None
        averaged = quantity.nightly and frame.statistic is Statistic.MEAN and not frame.how_many
        listed = frame.statistic is Statistic.SUM and not frame.how_many
        if quantity.additive and not averaged and not listed:
            return None
        return self._periods.profile(replace(ask, frame=replace(frame, by=Grouping(per.value), per=None)))

    def _beside(self, ask: Ask, operation: Operation, amount: Amount) -> Reading:
        """How far a number is from an amount, which may be that of several days together."""
        frame = ask.frame
        quantity = self._measuring.column(frame)[1]
        whole = frame.statistic is None and frame.noun is not None and is_total(amount, frame.noun)
        statistic = Statistic.SUM if whole else frame.statistic
        left = self._measuring.reduced(replace(frame, operation=None, statistic=statistic, how_many=False))
        said = self._builder.literal(amount, quantity)
        if said is None:
            raise UnanswerableError(f"{quantity.noun} is not measured in that unit")
        return Reading(question=Tell(number=NumberArithmetic(left=left, operation=operation, right=said)), ask=ask)

    def _arithmetic(self, ask: Ask, operation: Operation, other: Frame) -> Reading:
        """Of two numbers; a ratio in percent, where that is asked."""
        left = self._measuring.reduced(replace(ask.frame, operation=None))
        right = self._measuring.reduced(other)
        if operation is Operation.RATIO and self._measuring.unit(other) == "m" != self._measuring.unit(ask.frame):
            raise UnanswerableError("I can tell what comes to a kilometer of whole days only, not of activities")
        number: Number = NumberArithmetic(left=left, operation=operation, right=right)
        if ask.percent:
            number = NumberArithmetic(left=number, operation=Operation.TIMES, right=Literal(value=100.0, unit="%"))
        if ask.halved:
            number = NumberArithmetic(left=number, operation=Operation.RATIO, right=Literal(value=2.0))
        return Reading(question=Tell(number=number), ask=ask)

    def count(self, ask: Ask) -> Reading:
        one = ask.frame.records.inside
        if isinstance(one, Pick) and one.count == 1 and not ask.yes_no and not ask.frame.records.tests:
            raise UnanswerableError("a single record is not counted")
        if ask.frame.by is not None and not ask.yes_no:
            return self._periods.profile(ask)
        number = self._measuring.counted(ask.frame)
        if ask.bound is not None and isinstance(ask.bound.to, Amount):
            often = Literal(value=ask.bound.to.value)
            return Reading(question=Decide(left=number, operator=ask.bound.operator, right=often), ask=ask)
        if ask.yes_no:
            decide = Decide(left=number, operator=Operator.GREATER_OR_EQUAL, right=Literal(value=1.0))
            return Reading(question=decide, ask=ask)
        return Reading(question=Tell(number=number), ask=ask, notes=self._measuring.said_again(ask.frame))

    def share(self, ask: Ask) -> Reading:
        if ask.unit is not None:
            periods, test = self._periods.periods_and_test(ask)
            of_all = Share(rows=periods, test=test)
            if ask.yes_no:
                whole = Literal(value=100.0, unit="%")
                decide = Decide(left=of_all, operator=Operator.GREATER_OR_EQUAL, right=whole)
                return Reading(question=decide, ask=ask)
            return Reading(question=Tell(number=of_all), ask=ask)
        if ask.test is None:
            raise UnanswerableError("it does not say of what")
        if any(map(self._builder.names_a_time, (ask.test, *ask.frame.records.tests))):
            raise UnanswerableError("it says when of a part of it alone")
        share = Share(rows=self._builder.rows(ask.frame.records), test=ask.test)
        if ask.bound is not None and isinstance(ask.bound.to, Amount):
            part = Literal(value=ask.bound.to.value, unit="%")
            return Reading(question=Decide(left=share, operator=ask.bound.operator, right=part), ask=ask)
        if ask.yes_no:
            limit = Literal(value=ask.value.value if ask.value else 100.0, unit="%")
            operator = Operator.GREATER if ask.value else Operator.GREATER_OR_EQUAL
            decide = Decide(left=share, operator=operator, right=limit)
            return Reading(question=decide, ask=ask)
        return Reading(question=Tell(number=share), ask=ask)

    def streak(self, ask: Ask) -> Reading:
        if ask.frame.best is not None:
            raise UnanswerableError("of streaks I can only tell the longest and the current one")
        if ask.unit is not None:
            periods, held = self._periods.periods_and_test(ask)
            return Reading(question=Tell(number=Streak(rows=periods, test=held, run=ask.run)), ask=ask)
        if ask.test is None:
            raise UnanswerableError("it does not say of what")
        rows = self._builder.rows(ask.frame.records)
        streak = Streak(rows=rows, test=ask.test, run=ask.run)
        if ask.bound is not None and isinstance(ask.bound.to, Amount):
            often = Literal(value=ask.bound.to.value)
            return Reading(question=Decide(left=streak, operator=ask.bound.operator, right=often), ask=ask)
        return Reading(question=Tell(number=streak), ask=ask)

    def since(self, ask: Ask) -> Reading:
        today = Literal(value=float(self._builder.catalogue.today.toordinal() - _EPOCH), unit=DATE)
        when = When(rows=self._builder.rows(ask.frame.records), moment=Moment.DAY)
        if ask.other is not None:
            earlier = When(rows=self._builder.rows(ask.other.records), moment=Moment.DAY)
            return Reading(
                question=Tell(number=NumberArithmetic(left=when, operation=Operation.MINUS, right=earlier)), ask=ask
            )
        number = NumberArithmetic(left=today, operation=Operation.MINUS, right=when)
        return Reading(question=Tell(number=number), ask=ask)
