"""A number of what is measured: how much, how high, how variable, all told."""

from collections.abc import Iterator
from dataclasses import replace

from services.data_science.domain.algebra import Operation, Order, Statistic, Table
from services.data_science.domain.units import converted
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.phrases import Ask, Best, Frame, Kind, Noun, Records


class Numbers:
    """The rules of questions for a number."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder

    def rules(self) -> Iterator[Rule]:
        def number(frame: Frame) -> Ask:
            return Ask(Kind.NUMBER, frame)

        yield from rules("ask", "what happened (to|with) {np}", number, 0.1)

        def how_many(frame: Frame) -> Ask | None:
            return None if frame.fronted else Ask(Kind.NUMBER, replace(frame, how_many=True))

        def stated(statistic: Statistic, frame: Frame) -> Ask | None:
            if frame.statistic or frame.best:
                return None
            return Ask(Kind.NUMBER, replace(frame, statistic=statistic))

        def with_best(frame: Frame, best: Best) -> Ask | None:
            extreme = self._builder.superlative(best, frame)
            return Ask(Kind.NUMBER, extreme) if extreme else None

        def picked(records: Records) -> Ask | None:
            return Ask(Kind.RECORDS, Frame(records=records)) if records.pick else None

        yield from rules("ask", "{np}", number, 0.2)
        yield from rules("ask", "how (much|many) {np}", how_many, 0.0)
        for extreme in ("{np}", "{bestnp}"):
            yield from rules("ask", f"(duration|length) of {extreme}", self._length_of, 0.8)
        yield from rules("ask", "how (much|many) of {np}", self._part_of, 0.0)
        yield from rules(
            "ask", "how (many|much) in total (i|did i|have i)? {np}", lambda f: self._number(f, Statistic.SUM), 0.0
        )
        yield from rules(
            "ask",
            "how many {measure} in total (i|did i|have i)? {np}",
            lambda m, f: (a := self._in_measure(m, f)) and self._number(a.frame, Statistic.SUM),
            0.0,
        )
        yield from rules("ask", "how many (of)? {measure} {np}", self._in_measure, 0.5)
        yield from rules("ask", "(how|so how|how about) {np}", number, 0.5)
        yield from rules("ask", "how {np} (look|looking|doing|going|been|compare)?", number, 0.5)
        yield from rules(
            "ask", "how (variable|varied|spread out|erratic|volatile) {np}", lambda f: stated(Statistic.SD, f), 0.1
        )
        yield from rules(
            "ask",
            "how much {np} (vary|varies|varied|fluctuate|fluctuates|swing|swings)",
            lambda f: stated(Statistic.SD, f),
            0.1,
        )
        yield from rules(
            "ask",
            "how (consistent|regular|steady|stable|inconsistent|irregular) {np}",
            lambda f: stated(Statistic.CV, f),
            0.1,
        )
        yield from rules("ask", "how (high|low|good|bad)? {np} {best}", with_best, 0.3)
        yield from rules("ask", "{np} (at|at its|at my)? {best}", with_best, 0.5)
        yield from rules("ask", "{recs}", picked, 0.3)
        yield from rules("ask", "(how|tell me about|about) {recs}", picked, 0.4)
        yield from rules(
            "ask",
            "how (high|big|large) {np} (get|go|got|gotten|reach|climb)",
            lambda f: with_best(f, Best(order=Order.HIGHEST)),
            0.0,
        )
        yield from rules(
            "ask",
            "how (low|small) {np} (get|go|got|gotten|drop|fall|dip)",
            lambda f: with_best(f, Best(order=Order.LOWEST)),
            0.0,
        )
        yield from rules("ask", "how (high|low|big|large|good|bad) {np}", number, 0.3)
        add = "(add up|tally|sum up|tally up|total up|add together|sum)"
        yield from rules("ask", f"{add} {{np}}", lambda f: self._number(f, Statistic.SUM), 0.0)
        yield from rules(
            "ask", "{np} ,? (summed|added up|summed up|in sum)", lambda f: self._number(f, Statistic.SUM), 0.0
        )
        seen = "(come in at|came in at|come out at|look like|looked like|looking like|come to)"
        yield from rules("ask", f"{{np}} {seen}", self._number, 0.1)
        yield from rules(
            "ask", "how high {np} (gone|been|got|gotten|go|get)", lambda f: self._number(f, Statistic.MAX), 0.1
        )
        yield from rules(
            "ask", "how low {np} (gone|been|got|gotten|go|get)", lambda f: self._number(f, Statistic.MIN), 0.1
        )
        vary = "(deviate|deviates|vary|varies|fluctuate|fluctuates)"
        by = "(by)? how (many|much)"
        yield from rules(
            "ask",
            f"{by} {{measure}} {{np}} {vary}",
            lambda unit, f: (g := self._in_unit(f, unit)) and self._number(g, Statistic.SD),
            0.1,
        )
        yield from rules("ask", f"{by} {{np}} {vary}", lambda f: self._number(f, Statistic.SD), 0.3)
        yield from rules("ask", "{ask} ,? {statistic}", lambda a, s: a if a.frame.statistic is s else None, 0.2)
        yield from rules("ask", "(add up|tally) {ask}", lambda a: a if a.kind is Kind.NUMBER else None, 0.3)
        yield from rules(
            "ask",
            "{np} ,? (what|what it|what is it|is what|how much|how much it|how high|how high it)",
            self._number,
            0.2,
        )
        yield from rules(
            "ask", "when {noun} (at its|at) {best} (percentage|percent|%)? ,? (what it|what)", self._at_best, 0.2
        )
        either = "(asleep or awake|awake or asleep|asleep and awake|awake and asleep)"
        yield from rules("ask", f"{{ask}} ,? (whether|both|either)? {either}", self._in_bed, 0.0)
        yield from rules("ask", "{ask} ,? {noun}", self._again, 0.6)
        yield from rules("ask", "{ask} ,? in {measure}", self._told_in, 0.0)

    def _number(self, frame: Frame, statistic: Statistic | None = None) -> Ask | None:
        if statistic is not None and (frame.statistic not in {None, statistic} or frame.best):
            return None
        return Ask(Kind.NUMBER, replace(frame, statistic=statistic or frame.statistic))

    def _in_measure(self, unit: str, frame: Frame) -> Ask | None:
        """ "How many minutes was my sleep"; not how many miles of what is counted in steps."""
        told = self._in_unit(frame, unit)
        return Ask(Kind.NUMBER, replace(told, how_many=True)) if told else None

    def _in_unit(self, frame: Frame, unit: str) -> Frame | None:
        """The phrase told in a unit that it can be told in and that it does not name otherwise."""
        quantity = self._builder.quantity(frame.noun, frame.records.table) if frame.noun else None
        if frame.noun is None or quantity is None or converted(1.0, unit, quantity.unit) is None:
            return None
        return replace(frame, noun=replace(frame.noun, unit=unit)) if frame.noun.unit in {"", unit} else None

    def _part_of(self, frame: Frame) -> Ask | None:
        """ "How many of my steps"; of activities it asks how many are so: "how many of my runs were uphill"."""
        is_whole = frame.noun is not None and bool(frame.noun.metric)
        return Ask(Kind.NUMBER, replace(frame, how_many=True)) if is_whole or frame.noun is None else None

    def _length_of(self, frame: Frame) -> Ask | None:
        """How long the longest night was, or the shortest deep sleep."""
        best = self._builder.superlative(frame.best, replace(frame, best=None)) if frame.best else None
        quantity = self._builder.quantity(frame.noun, Table.DAYS) if frame.noun else None
        return Ask(Kind.NUMBER, best) if best and quantity is not None and quantity.unit == "min" else None

    def _in_bed(self, ask: Ask) -> Ask | None:
        """The time asleep and the time awake together."""
        noun, frame = ask.frame.noun, replace(ask.frame, how_many=False)
        plain = ask.kind is Kind.NUMBER and ask.other is None and frame.operation is None and not frame.best
        if not plain or noun is None or noun.metric != "sleep_minutes" or frame.statistic not in {None, Statistic.MEAN}:
            return None
        asleep = replace(frame, noun=replace(noun, note=""), statistic=Statistic.MEAN, operation=Operation.PLUS)
        awake = replace(asleep, noun=Noun(metric="awake_minutes", unit=noun.unit, said="awake"), operation=None)
        return replace(ask, frame=asleep, other=awake)

    def _again(self, ask: Ask, noun: Noun) -> Ask | None:
        named = ask.frame.noun
        return ask if named is not None and noun.field and named.field == noun.field else None

    def _told_in(self, ask: Ask, unit: str) -> Ask | None:
        told = self._in_unit(ask.frame, unit) if ask.kind is Kind.NUMBER else None
        return replace(ask, frame=told) if told else None

    def _at_best(self, noun: Noun, best: Best) -> Ask | None:
        percent = f"{noun.metric.removesuffix('_minutes')}_percent"
        meant = Noun(metric=percent) if percent in self._builder.catalogue.metrics else noun
        judged = self._builder.better(best, self._builder.quantity(meant, Table.DAYS))
        return Ask(Kind.NUMBER, Frame(noun=meant, best=judged)) if judged and not judged.of_time() else None
