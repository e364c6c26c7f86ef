"""Questions for a yes or no, and where a value stands beside a laboratory's limits or other people."""

from dataclasses import replace
from typing import Final

from services.data_science.domain.algebra import (
    VALUE,
    All,
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
from services.data_science.language.building import Builder
from services.data_science.language.phrases import Ask, Frame, Noun
from services.data_science.language.resolving.measuring import Measuring
from services.data_science.language.resolving.readings import Reading, UnanswerableError

_OPERATORS: Final = {
    (True, False): Operator.GREATER,
    (True, True): Operator.GREATER_OR_EQUAL,
    (False, False): Operator.LESS,
    (False, True): Operator.LESS_OR_EQUAL,
}


class Decisions:
    """Completes questions that are decided."""

    def __init__(self, builder: Builder, measuring: Measuring) -> None:
        self._builder = builder
        self._measuring = measuring

    def decide(self, ask: Ask) -> Reading:
        frame = ask.frame
        if frame.noun is not None and frame.noun.biomarker and ask.bound is None:
            return self._laboratory(ask)
        left: Number
        if ask.other is not None:
            if ask.equal and frame.per not in {None, Unit.DAY}:
                return self._among_periods(ask, ask.other)
            left = self._measuring.reduced(frame)
            right = self._measuring.reduced(ask.other)
            operator = _OPERATORS[ask.direction > 0, ask.equal]
            return Reading(question=Decide(left=left, operator=operator, right=right), ask=ask)
        column, quantity, records = self._measuring.column(frame)
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
            left = self._measuring.reduced(replace(frame, per=None, how_many=False))
            test = self._measuring.bound_test(column, quantity, ask)
            plain = (
                frame.statistic is None and frame.best is None and not self._measuring.is_single(records) and frame.noun
            )
            share = Share(rows=rows, test=test) if plain and not frame.pinned else None
        notes = ("on average",) if share is not None else ()
        decide = Decide(left=left, operator=test.operator, right=test.number, share=share)
        return Reading(question=decide, ask=ask, notes=notes if frame.per is None else ())

    def _among_periods(self, ask: Ask, others: Frame) -> Reading:
        """Whether a week or month is the best of all: what it comes to, against the best of the others."""
        frame, unit = ask.frame, ask.frame.per or Unit.MONTH
        column, quantity, records = self._measuring.column(frame)
        window, best = records.window, others.best
        up = ask.direction > 0 if best is None else best.order is Order.HIGHEST
        if window is None:
            raise UnanswerableError("it does not say which period")
        statistic = frame.statistic or (Statistic.SUM if quantity.additive and not quantity.nightly else Statistic.MEAN)
        outside = Not(test=In(rows=All(table=Table.DAYS, window=window)))
        rows = self._builder.rows(replace(others.records, tests=others.records.tests | {outside}))
        periods = self._measuring.periods(others.records, unit, rows, column, statistic)
        left = Reduce(rows=self._builder.rows(records), column=column, statistic=statistic)
        right = Reduce(rows=periods, column=Field(name=VALUE), statistic=Statistic.MAX if up else Statistic.MIN)
        return Reading(question=Decide(left=left, operator=_OPERATORS[up, True], right=right), ask=ask)

    def _laboratory(self, ask: Ask) -> Reading:
        noun = ask.frame.noun or Noun()
        quantity = self._builder.catalogue.biomarkers.get(noun.biomarker)
        if quantity is None or noun.biomarker not in self._builder.catalogue.reference_ranges:
            raise UnanswerableError(f"your laboratory gave no reference range for {noun.said}")
        if ask.value is None:
            samples = self._builder.rows(ask.frame.records)
            value: Number = Reduce(rows=samples, column=Field(name=noun.biomarker), statistic=Statistic.LATEST)
        else:
            literal = self._builder.literal(ask.value, quantity)
            if literal is None:
                raise UnanswerableError(f"{quantity.noun} is not measured in that unit")
            value = literal
        bound = ReferenceBound(biomarker=noun.biomarker, side=Side.HIGH)
        return Reading(question=Decide(left=value, operator=Operator.GREATER, right=bound), ask=ask)

    def norm(self, ask: Ask) -> Reading:
        noun = ask.frame.noun or Noun()
        if noun.metric not in self._builder.catalogue.population:
            raise UnanswerableError(f"I have no reference values of other people for {noun.said}")
        number = self._measuring.reduced(replace(ask.frame, statistic=ask.frame.statistic or Statistic.MEAN))
        minus = NumberArithmetic(left=number, operation=Operation.MINUS, right=Norm(metric=noun.metric))
        return Reading(question=Tell(number=minus), ask=ask)
