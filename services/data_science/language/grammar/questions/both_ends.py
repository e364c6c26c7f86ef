"""Both ends of what is measured: my highest and lowest, the best and the worst night, how far they lie apart."""

from collections.abc import Iterator
from dataclasses import replace

from services.data_science.domain.algebra import Field, Order, Statistic
from services.data_science.domain.units import CLOCK
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.questions.words import WHICH_DAY
from services.data_science.language.grammar.records.words import DAY
from services.data_science.language.phrases import Ask, Best, Frame, Kind, Noun, Records


def _dated(asks: tuple[Ask, ...]) -> tuple[Ask, ...] | None:
    """With the days, which are told with what is highest or lowest anyway."""
    return asks if all(each.frame.best for each in asks) else None


class BothEnds:
    """The rules of two superlatives of one thing."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder

    def rules(self) -> Iterator[Rule]:
        joint = "(and|or|versus|to)"
        further = "(and|or|versus|to|,|, and|as well as|plus)"
        yield from rules("told", "{best}", lambda best: best, 0.0)
        yield from rules("told", "{statistic}", lambda statistic: statistic, 0.0)
        yield from rules("tolds", f"{{told}} {further} {{told}}", lambda *both: both, 0.0)
        yield from rules("tolds", f"{{tolds}} {further} {{told}}", lambda tolds, one: (*tolds, one), 0.0)
        yield from rules("asks", "{tolds} (of|for)? {np}", self._numbers, 0.0)
        yield from rules("asks", "{np} ,? {tolds}", lambda f, tolds: self._numbers(tolds, f), 0.3)
        dated = (
            "(with|and|including|plus) (when|date|dates|day|days|the date of each|on which days|the respective dates)"
        )
        yield from rules("asks", f"{{asks}} ,? {dated}", _dated, 0.0)
        yield from rules("ask", f"{{ask}} ,? {dated}", lambda ask: (told := _dated((ask,))) and told[0], 0.0)
        yield from rules("asks", f"{{best}} {joint} {{best}} {DAY} (for|of|by|in|in terms of) {{np}}", self._days, 0.0)
        yield from rules("asks", f"{{best}} {joint} {{best}} {{np}} {DAY}", self._days, 0.0)
        yield from rules("asks", f"{WHICH_DAY} {{best}} {joint} {{best}} (of|for)? {{np}}", self._days, 0.0)
        yield from rules("asks", f"{WHICH_DAY} {{best}} {joint} {{best}} {{np}} {DAY}", self._days, 0.0)
        night = "(night|nights|night sleep|night of sleep|nights of sleep)"
        yield from rules("asks", f"{{best}} {joint} {{best}} {night}", self._nights, 0.0)
        yield from rules("asks", f"{{best}} {joint} {{best}} {{recs}}", self._activities, 0.0)
        apart = "(difference|gap|spread|distance|range)"
        between = f"(what|how big|how large|how much)? {apart} (between|from|of)? {{best}} {joint} {{best}}"
        yield from rules("ask", f"{between} (of|for|in)? {{np}}", self._range, 0.0)
        yield from rules("ask", f"{between} {DAY} (of|for|in|by|in terms of) {{np}}", self._range, 0.0)
        yield from rules("ask", f"{between} {{np}} {DAY}", self._range, 0.0)
        yield from rules("ask", f"{between} {{np}} (and|to) {{best}} {{np}}", self._range_of_same, 0.1)
        ends = f"between {{best}} {DAY}? (and|to) {{best}} {DAY}?"
        for named in (f"{apart} (in|of) {{np}}", "(by)? how (much|many) {np} (is|are|was|were)? there?"):
            yield from rules("ask", f"{named} {ends}", lambda f, a, b: self._range(a, b, f), 0.0)
        time = "(how much time|how long|how many hours|how many minutes) (is|are|was|were|lies|lie|passes)? (there|it)?"
        yield from rules("ask", f"{time} between {{best}} {joint} {{best}} {{np}}", self._time_between, 0.0)
        yield from rules("ask", f"{time} between {{best}} {{np}} (and|to) {{best}} {{np}}", self._time_between, 0.0)

    def _ends(self, one: Best, other: Best, frame: Frame) -> tuple[Frame, Frame] | None:
        first, second = (self._builder.superlative(each, frame) for each in (one, other))
        if first is None or second is None or first == second:
            return None
        return first, second

    def _numbers(self, tolds: tuple[Best | Statistic, ...], frame: Frame) -> tuple[Ask, ...] | None:
        """The average, the highest and the lowest of one thing."""
        if frame.statistic or frame.best:
            return None
        each = [
            replace(frame, statistic=told) if isinstance(told, Statistic) else self._builder.superlative(told, frame)
            for told in tolds
        ]
        asks = tuple(Ask(Kind.NUMBER, told) for told in each if told)
        return asks if len(set(asks)) == len(tolds) else None

    def _days(self, one: Best, other: Best, frame: Frame) -> tuple[Ask, ...] | None:
        ends = self._ends(one, other, frame)
        return tuple(Ask(Kind.WHEN, each) for each in ends) if ends else None

    def _nights(self, one: Best, other: Best) -> tuple[Ask, ...] | None:
        sleep = Frame(noun=Noun(metric="sleep_minutes", said="sleep"))
        return self._days(replace(one, fields=""), replace(other, fields=""), sleep)

    def _activities(self, one: Best, other: Best, records: Records) -> tuple[Ask, ...] | None:
        if records.pick or one == other or not all(self._fits(each) for each in (one, other)):
            return None
        return tuple(
            Ask(
                Kind.RECORDS,
                Frame(records=replace(records, pick=(Field(name=each.fields) if each.fields else None, each))),
            )
            for each in (one, other)
        )

    def _fits(self, best: Best) -> bool:
        return best.of_time() or best.fields in self._builder.catalogue.fields

    def _time_between(self, one: Best, *said: Best | Frame) -> Ask | None:
        """How far two times of day lie apart."""
        other = next(each for each in said if isinstance(each, Best))
        frame, *same = (each for each in said if isinstance(each, Frame))
        quantity = self._builder.quantity(frame.noun, frame.records.table) if frame.noun else None
        if quantity is None or quantity.unit != CLOCK or any(each.noun != frame.noun for each in same):
            return None
        return self._range(one, other, same[0] if same else frame)

    def _range_of_same(self, one: Best, frame: Frame, other: Best, same: Frame) -> Ask | None:
        return self._range(one, other, same) if frame.noun == same.noun and frame.records == Records() else None

    def _range(self, one: Best, other: Best, frame: Frame) -> Ask | None:
        ends = self._ends(one, other, frame)
        if ends is None or any(each.best is None or each.best.first > 1 or each.best.count > 1 for each in ends):
            return None
        orders = {each.best.order for each in ends if each.best is not None}
        if orders != {Order.HIGHEST, Order.LOWEST}:
            return None
        return Ask(Kind.NUMBER, replace(frame, noun=ends[0].noun, statistic=Statistic.RANGE))
