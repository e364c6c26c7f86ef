"""What weeks or months come to on average: a total of each, or how often something was done in each, yes or no."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from services.data_science.domain.algebra import Grouping, Operator, Statistic, Table, Unit
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.questions.words import POLAR
from services.data_science.language.phrases import Amount, Ask, Bound, Frame, Kind, Records

_AVERAGED: Final = "(average|averaged|averaging|been averaging)"


class AveragesOfPeriods:
    """The rules of averages over weeks or months of what came together in each."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder

    def rules(self) -> Iterator[Rule]:
        yield from rules("np", "{np} {per} {adverb}", self._total, 0.1)
        yield from rules("np", "{np} {adverb} {per}", lambda f, s, u: self._total(f, u, s), 0.1)
        yield from rules("np", "{statistic} {np} {per}", lambda s, f, u: self._total(f, u, s), 0.0)
        daily = "{per} ,? (on)? {adverb} {per}"
        yield from rules("np", f"{{np}} {daily}", lambda f, u, s, day: _each(f, u, day, s), 0.0)
        yield from rules("np", "{np} {per} ,? {per} {adverb}", lambda f, u, day, s: _each(f, u, day, s), 0.0)
        for done in ("{recs}", "{drecs}"):
            for times in ("{number}", "{bound}"):
                many = f"{POLAR} {times} {done}"
                yield from rules("ask", f"{many} {{per}} {{adverb}}", _often, 0.0)
                yield from rules("ask", f"{many} {{adverb}} {{per}}", lambda n, r, s, u: _often(n, r, u, s), 0.0)
                yield from rules("ask", f"{POLAR} {{adverb}} {times} {done} {{per}}", _usually_often, 0.0)
                yield from rules("ask", f"{POLAR} {_AVERAGED} {times} {done} {{per}}", _often, -0.1)

    def _total(self, frame: Frame, per: Unit, statistic: Statistic) -> Frame | None:
        """The total of each week, of which the average is told."""
        quantity = self._builder.quantity(frame.noun, frame.records.table) if frame.noun else None
        summed = quantity is not None and quantity.additive and frame.statistic is Statistic.SUM
        if not summed or frame.per or frame.best or frame.pinned or statistic is not Statistic.MEAN:
            return None
        return replace(frame, per=per, statistic=Statistic.MEAN)


def _each(frame: Frame, per: Unit, day: Unit, statistic: Statistic) -> Frame | None:
    """The average day of each week or month: "steps per month, on average per day"."""
    plain = frame.per is None and frame.by is None and not frame.best and frame.statistic in {None, statistic}
    if not plain or per is Unit.DAY or day is not Unit.DAY or statistic is not Statistic.MEAN:
        return None
    return replace(frame, by=Grouping(per.value), per=day, statistic=statistic)


def _often(times: float | Bound, records: Records, per: Unit, statistic: Statistic = Statistic.MEAN) -> Ask | None:
    """Whether it was done so often in each of them on average; a bare number is that many or more."""
    bound = times if isinstance(times, Bound) else Bound(Operator.GREATER_OR_EQUAL, Amount(times))
    counted = isinstance(bound.to, Amount) and not bound.to.unit and bound.upper is None and not bound.field
    if not counted or statistic is not Statistic.MEAN or records.pick or records.inside:
        return None
    if records.table is Table.DAYS and (per is Unit.DAY or not records.tests):
        return None
    return Ask(Kind.COUNT, Frame(records=records, per=per), bound=bound, yes_no=True)


def _usually_often(statistic: Statistic, times: float | Bound, records: Records, per: Unit) -> Ask | None:
    return _often(times, records, per, statistic)
