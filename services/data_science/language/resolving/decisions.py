"""Questions for a yes or no, and where a value stands beside a laboratory's limits or other people."""

from dataclasses import replace

from services.data_science.domain.algebra import (
    VALUE,
    Decide,
    Field,
    Norm,
    Number,
    NumberArithmetic,
    Operation,
    Operator,
    Reduce,
    ReferenceBound,
    Share,
    Side,
    Statistic,
    Tell,
    Unit,
)
from services.data_science.language.building import Builder
from services.data_science.language.phrases import Amount, Ask, Bound, Frame, Noun
from services.data_science.language.resolving.measuring import Measuring
from services.data_science.language.resolving.readings import Reading, UnanswerableError
from services.data_science.language.totals import is_total


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
            left = self._measuring.reduced(frame)
            right = self._measuring.reduced(ask.other)
            operator = Operator.GREATER if ask.direction > 0 else Operator.LESS
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
            frame = _in_total(frame, ask.bound)
            left = self._measuring.reduced(replace(frame, per=None, how_many=False))
            test = self._measuring.bound_test(column, quantity, ask)
            plain = (
                frame.statistic is None and frame.best is None and not self._measuring.is_single(records) and frame.noun
            )
            share = Share(rows=rows, test=test) if plain and not frame.pinned else None
        decide = Decide(left=left, operator=test.operator, right=test.number, share=share)
        return Reading(question=decide, ask=ask)

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


def _in_total(frame: Frame, bound: Bound | None) -> Frame:
    """The total of a span where the amount is more than a day's: "did I walk 50,000 steps last week"."""
    if bound is None or not isinstance(bound.to, Amount) or frame.noun is None or frame.best or frame.statistic:
        return frame
    return replace(frame, statistic=Statistic.SUM) if is_total(bound.to, frame.noun) else frame
