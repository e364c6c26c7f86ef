"""Questions for a yes or no, and where a value stands beside a laboratory's limits or other people."""

from dataclasses import replace
from typing import Final

from services.data_science.domain.algebra import (
    VALUE,
    All,
    Column,
    Decide,
    Field,
    In,
    Norm,
    Not,
    Number,
    NumberArithmetic,
    Operation,
    Operator,
    Order,
    Reduce,
    ReferenceBound,
    Share,
    Side,
    Statistic,
    Table,
    Tell,
    Unit,
)
from services.data_science.domain.catalogue import Quantity
from services.data_science.language.building import Builder
from services.data_science.language.phrases import Amount, Ask, Bound, Frame, Noun, Records, Usual
from services.data_science.language.resolving.measuring import Measuring
from services.data_science.language.resolving.readings import Reading, UnanswerableError
from services.data_science.language.totals import is_total

_LIMITS: Final = {Side.HIGH: "upper", Side.LOW: "lower"}


class Decisions:
    """Completes questions that are decided."""

    def __init__(self, builder: Builder, measuring: Measuring) -> None:
        self._builder = builder
        self._measuring = measuring

    def _of_the_span(self, ask: Ask) -> Ask:
        """The days up to today that "my average over the last 10 days" names are those that are asked about."""
        bound, records = ask.bound, ask.frame.records
        usual = bound.to if bound else None
        if bound is None or not isinstance(usual, Usual) or usual.window is None or usual.noun or ask.frame.pinned:
            return ask
        if records != Records() or usual.window.end != self._builder.catalogue.today:
            return ask
        frame = replace(ask.frame, records=Records(window=usual.window))
        return replace(ask, frame=frame, bound=replace(bound, to=replace(usual, window=None)))

    def decide(self, ask: Ask) -> Reading:
        ask = self._of_the_span(ask)
        frame = ask.frame
        if frame.noun is not None and frame.noun.biomarker and ask.bound is None:
            return self._laboratory(ask)
        left: Number
        if ask.other is not None:
            left = self._measuring.reduced(frame)
            right = self._other(ask, ask.other)
            operator = ask.operator or (Operator.GREATER if ask.direction > 0 else Operator.LESS)
            return Reading(question=Decide(left=left, operator=operator, right=right), ask=ask)
        column, quantity, records = self._measuring.column(frame)
        if ask.value is not None:
            return self._stated(ask, column, quantity)
        rows = self._builder.rows(records)
        share = None
        if frame.per not in {None, Unit.DAY}:
            unit = frame.per or Unit.WEEK
            statistic = Statistic.SUM if quantity.additive else Statistic.MEAN
            periods = self._measuring.periods(records, unit, rows, column, statistic)
            left = Reduce(rows=periods, column=Field(name=VALUE), statistic=Statistic.MEAN)
            test = self._measuring.bound_test(Field(name=VALUE), quantity, ask)
            share = Share(rows=periods, test=test)
        else:
            frame = _in_total(frame, ask.bound)
            left = self._measuring.reduced(replace(frame, per=None, how_many=False))
            test = self._measuring.bound_test(column, quantity, ask)
            plain = (
                frame.statistic is None and frame.best is None and not self._measuring.is_single(records) and frame.noun
            )
            share = Share(rows=rows, test=test) if plain and not frame.pinned else None
        if left == test.number:
            raise UnanswerableError("it would be compared with itself")
        decide = Decide(left=left, operator=test.operator, right=test.number, share=share)
        return Reading(question=decide, ask=ask)

    def _other(self, ask: Ask, other: Frame) -> Number:
        """The number that the first is held against; of a week or month the best of the others.

        Sums of the same days that are added in another order may differ in their last digit, so that none is held
        against itself.
        """
        if ask.unit in {None, Unit.DAY} or other.best is None:
            return self._measuring.reduced(other)
        column, _, records = self._measuring.column(other)
        statistic = other.statistic or Statistic.MEAN
        window = ask.frame.records.window
        if window is not None:
            outside = Not(test=In(rows=All(table=Table.DAYS, window=window)))
            records = replace(records, tests=records.tests | {outside})
        rows = self._builder.rows(records)
        periods = self._measuring.periods(records, ask.unit or Unit.WEEK, rows, column, statistic)
        extreme = Statistic.MAX if other.best.order is Order.HIGHEST else Statistic.MIN
        return Reduce(rows=periods, column=Field(name=VALUE), statistic=extreme)

    def _stated(self, ask: Ask, column: Column, quantity: Quantity) -> Reading:
        value = self._builder.literal(ask.value or Amount(0.0), quantity)
        test = self._measuring.bound_test(column, quantity, ask)
        if value is None:
            raise UnanswerableError(f"{quantity.noun} is not measured in that unit")
        return Reading(question=Decide(left=value, operator=test.operator, right=test.number), ask=ask)

    def _laboratory(self, ask: Ask) -> Reading:
        noun = ask.frame.noun or Noun()
        catalogue = self._builder.catalogue
        quantity = catalogue.biomarkers.get(noun.biomarker)
        if quantity is None or noun.biomarker not in catalogue.reference_ranges:
            raise UnanswerableError(f"your laboratory gave no reference range for {noun.said}")
        operator = ask.operator or Operator.GREATER
        side = Side.HIGH if operator in {Operator.GREATER, Operator.LESS_OR_EQUAL} else Side.LOW
        if noun.biomarker not in (catalogue.upper_limits if side is Side.HIGH else catalogue.lower_limits):
            raise UnanswerableError(f"your laboratory gave no {_LIMITS[side]} limit for {noun.said}")
        if ask.value is None:
            samples = self._builder.rows(ask.frame.records)
            value: Number = Reduce(rows=samples, column=Field(name=noun.biomarker), statistic=Statistic.LATEST)
        else:
            literal = self._builder.literal(ask.value, quantity)
            if literal is None:
                raise UnanswerableError(f"{quantity.noun} is not measured in that unit")
            value = literal
        bound = ReferenceBound(biomarker=noun.biomarker, side=side)
        return Reading(question=Decide(left=value, operator=operator, right=bound), ask=ask)

    def norm(self, ask: Ask) -> Reading:
        noun = ask.frame.noun or Noun()
        if noun.metric not in self._builder.catalogue.population:
            raise UnanswerableError(f"I have no reference values of other people for {noun.said}")
        number = self._measuring.reduced(replace(ask.frame, statistic=ask.frame.statistic or Statistic.MEAN))
        minus = NumberArithmetic(left=number, operation=Operation.MINUS, right=Norm(metric=noun.metric))
        return Reading(question=Tell(number=minus), ask=ask)


def _in_total(frame: Frame, bound: Bound | None) -> Frame:
    """The total of a span where the amount is more than a day's: "did I walk 50,000 steps last week".

    A total that is said of no span and held against a day's amount is that of each day.
    """
    if bound is None or not isinstance(bound.to, Amount) or frame.noun is None or frame.best:
        return frame
    several = is_total(bound.to, frame.noun)
    if frame.statistic is Statistic.SUM and frame.records == Records() and not several:
        return replace(frame, statistic=None)
    return replace(frame, statistic=Statistic.SUM) if several and frame.statistic is None else frame
