"""The days of a week or month picked out by a superlative: the week with the most steps."""

from collections.abc import Iterator
from dataclasses import replace

from services.data_science.domain.algebra import VALUE, DaysOf, Field, Periods, Pick, Statistic, Table, Unit
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.phrases import Best, Frame, Noun, Records


class DaysOfBestPeriods:
    """The rules of days in a period picked out by a superlative."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder

    def rules(self) -> Iterator[Rule]:
        def picked(unit: Unit, frame: Frame) -> Records | None:
            if unit is Unit.DAY or frame.best is None or frame.noun is None or frame.best.of_time():
                return None
            if frame.statistic not in {None, Statistic.MEAN, Statistic.SUM}:
                return None
            column, quantity = (
                self._builder.column(frame.noun, Table.DAYS),
                self._builder.quantity(frame.noun, Table.DAYS),
            )
            if column is None or quantity is None:
                return None
            adds_up = quantity.additive and not quantity.nightly
            statistic = frame.statistic or (Statistic.SUM if adds_up else Statistic.MEAN)
            judged = self._builder.better(frame.best, quantity)
            window = frame.records.window or self._builder.all_time
            if judged is None or frame.records.tests or frame.records.inside:
                return None
            rows = self._builder.rows(replace(frame.records, pick=None))
            periods = Periods(window=window, unit=unit, rows=rows, column=column, statistic=statistic)
            return _days_of(periods, judged)

        def best_unit(best: Best, noun: Noun, unit: Unit) -> Records | None:
            return picked(unit, Frame(noun=noun, best=best))

        def of_each(unit: Unit, best: Best, statistic: Statistic, noun: Noun) -> Records | None:
            return picked(unit, Frame(noun=noun, best=best, statistic=statistic))

        def most(unit: Unit, best: Best, counted: Records) -> Records | None:
            plain = not (best.judged or best.fields or best.of_time() or counted.pick or counted.inside)
            if unit is Unit.DAY or not plain:
                return None
            window, rows = counted.window or self._builder.all_time, self._builder.rows(counted)
            periods = Periods(window=window, unit=unit, rows=rows, column=None, statistic=Statistic.COUNT)
            return _days_of(periods, best)

        for noun in ("recs", "drecs"):
            had = "(with|where|when|that|in which|i did|i had|that had|i)?"
            yield from rules("drecs", f"{{unit}} {had} (the)? {{best}} (number of)? {{{noun}}}", most, 0.1)
        that = "(with|where|when|that|in which|i|my|of|had|have)?"
        yield from rules("drecs", f"{{unit}} {that} (the)? {{best}} {{statistic}} {{noun}}", of_each, 0.0)
        yield from rules("drecs", f"{{unit}} {that} (the)? {{bestnp}}", picked, 0.1)
        yield from rules("drecs", "{best} {noun} {unit}", best_unit, 0.2)
        yield from rules(
            "drecs", "{best} {unit} (of|for|by|in terms of) {noun}", lambda b, u, n: best_unit(b, n, u), 0.2
        )


def _days_of(periods: Periods, best: Best) -> Records:
    pick = Pick(rows=periods, by=Field(name=VALUE), order=best.order, first=best.first, count=best.count)
    return Records(inside=DaysOf(rows=pick))
