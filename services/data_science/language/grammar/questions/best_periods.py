"""Which weekday, season, week or month was the best, and how much came together in it."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from services.data_science.domain.algebra import Grouping, Order, Statistic, Table, Unit
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.questions.period_claims import Period
from services.data_science.language.phrases import Ask, Best, Frame, Kind, Noun, Records

_MOST_TOLD: Final = 10


class BestPeriods:
    """The rules of the best period."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder

    def rules(self) -> Iterator[Rule]:
        def group(by: Grouping, best: Best, frame: Frame) -> Ask | None:
            extreme = self._extreme(best, frame) if frame.by is None else None
            return Ask(Kind.PROFILE, replace(extreme, by=by)) if extreme else None

        def period(of: Period, best: Best, frame: Frame) -> Ask | None:
            extreme = self._extreme(best, frame)
            within = of.within(extreme) if extreme else None
            return Ask(Kind.BEST_PERIOD, within, unit=of.unit) if within else None

        def by_noun(of: Period, records: Records, best: Best, noun: Noun) -> Ask | None:
            walked = noun.metric == "steps" and records.kinds is not None and records.kinds.said.startswith("walk")
            frame = Frame(noun=noun, records=Records(window=records.window) if walked else records)
            return None if records.pick or records.inside or not noun.field else period(of, best, frame)

        def busiest(of: Period, best: Best, records: Records) -> Ask | None:
            if records.pick or records.inside or best.of_time() or best.judged:
                return None
            if records.table is Table.DAYS and not records.tests:
                return None
            if best.fields:
                return by_noun(of, records, replace(best, fields=""), Noun(field=best.fields))
            within = of.within(Frame(records=records, best=best))
            return Ask(Kind.BEST_PERIOD, within, unit=of.unit) if within else None

        def several(count: int, of: Period, best: Best, frame: Frame) -> Ask | None:
            fits = best.count == 1 and best.first == 1 and 1 < count <= _MOST_TOLD
            return period(of, replace(best, count=count), frame) if fits else None

        def of_one_day(ask: Ask) -> Ask | None:
            """The period of the best single day, of "my most steps in a day"."""
            best = ask.frame.best
            if ask.kind is not Kind.BEST_PERIOD or ask.frame.noun is None or ask.frame.statistic or best is None:
                return None
            statistic = Statistic.MAX if best.order is Order.HIGHEST else Statistic.MIN
            return replace(ask, frame=replace(ask.frame, statistic=statistic))

        def by_average(ask: Ask, statistic: Statistic) -> Ask | None:
            """The best by what a day or a night of it comes to on average, or by its total, where that is said."""
            plain = ask.kind is Kind.BEST_PERIOD and ask.frame.noun and ask.frame.statistic in {None, statistic}
            if not plain or statistic not in {Statistic.MEAN, Statistic.SUM}:
                return None
            return replace(ask, frame=replace(ask.frame, statistic=statistic))

        def reached(of: Period, frame: Frame, best: Best) -> Ask | None:
            ask = None if best.judged else period(of, best, frame)
            return of_one_day(ask) if ask else None

        def in_best(frame: Frame, best: Best, unit: Unit) -> Ask | None:
            if unit is Unit.DAY or frame.per:
                return None
            if frame.statistic is Statistic.MEAN:
                return period(Period(unit), best, frame)
            extreme = self._builder.superlative(best, frame)
            return Ask(Kind.NUMBER, replace(extreme, per=unit)) if extreme else None

        def counted(records: Records, best: Best, unit: Unit) -> Ask | None:
            if records.pick or best.of_time() or best.judged or best.fields or unit is Unit.DAY:
                return None
            return Ask(Kind.NUMBER, Frame(records=records, best=best, per=unit))

        yield from rules("ask", "(how many|how much|what|how) {np} (in|on|during) {best} {unit}", in_best, 0.0)
        yield from rules("ask", "how many {recs} (in|on|during) {best} {unit}", counted, 0.0)
        which = "(which|what|on which|in which|on what|in what|during which|during what|name)"
        where = "(where|when|in which|that|during which)"
        for lead in (f"(name)? {{one_period}} {where}", f"{which} (was|is) {{one_period}} {where}"):
            yield from rules("ask", f"{lead} {{best}} (for|of|in|by)? {{np}}", period, 0.0)
            yield from rules("ask", f"{lead} {{np}} (the|at its|at my)? {{best}}", lambda u, f, b: period(u, b, f), 0.0)
        one_day = "(in|on) (a|one|1|any one) single? (day|night)"
        yield from rules("ask", f"{{ask}} {one_day}", of_one_day, -0.3)
        going_by = "(by|going by|judging by|judged by|based on|according to|measured by|in terms of|counting by|as)"
        yield from rules("ask", f"{{ask}} ,? {going_by} (nightly|daily)? {{statistic}}", by_average, 0.0)
        yield from rules(
            "ask",
            f"{which} {{one_period}} (had|have|with|i had|my)? {{best}} single (day|night) (for|of|in)? {{np}}",
            lambda u, b, f: reached(u, f, b),
            0.0,
        )
        yield from rules("ask", f"{which} {{one_period}} {{np}} (hit|reach|reached) (its|my)? {{best}}", reached, -0.3)
        weekday = "(weekday|day of the week|days of the week|day of week|weekdays|week day)"
        for said, by in ((weekday, Grouping.WEEKDAY), ("season", Grouping.SEASON)):
            of_each = partial(group, by)
            turned = partial(lambda of_each, f, b: of_each(b, f), of_each)
            yield from rules("ask", f"{which} {said} {{best}} (for|of|in)? {{np}} (on|in)?", of_each, 0.0)
            yield from rules("ask", f"{which} {said} {{np}} (the)? {{best}} (on|in)?", turned, 0.0)
            often = partial(lambda of_each, s, b, f: of_each(b, f) if s is Statistic.MEAN else None, of_each)
            yield from rules("ask", f"{which} {said} {{adverb}} (the)? {{best}} {{np}} (on|in)?", often, 0.0)
            yield from rules("ask", f"{{best}} {said} (for|of|by|in terms of) {{np}}", of_each, 0.0)
        yield from rules(
            "ask",
            f"{which} {{one_period}} (had|have|with|was|is|saw|brought|i had|my|had my|saw my)? {{best}} (for|of|in|by)? {{np}}",
            period,
            0.0,
        )
        yield from rules(
            "ask", f"{which} {{one_period}} {{np}} (the|at its|at my)? {{best}}", lambda u, f, b: period(u, b, f), 0.0
        )
        yield from rules(
            "ask", "{best} {one_period} (for|of|by|in terms of|in) {np}", lambda b, u, f: period(u, b, f), 0.1
        )
        yield from rules(
            "ask", "{best} {one_period} {np}", lambda b, u, f: None if b.of_time() else period(u, b, f), 0.5
        )
        yield from rules(
            "ask",
            "{best} {np} (in|over|on|during) (one|1|any|single) (single)? {one_period}",
            lambda b, f, u: period(u, b, f),
            0.0,
        )
        yield from rules("ask", "{best} {np} {one_period}", lambda b, f, u: period(u, b, f), 0.3)
        yield from rules("ask", f"{which} {{one_period}} (had|with|i had|i did)? {{best}} {{recs}}", busiest, 0.1)
        yield from rules(
            "ask", f"{which} {{one_period}} {{recs}} (the)? {{best}}", lambda u, r, b: busiest(u, b, r), 0.1
        )
        yield from rules(
            "ask", f"{which} {{one_period}} {{recs}} (the)? {{best}} often", lambda u, r, b: busiest(u, b, r), 0.0
        )
        yield from rules(
            "ask", "{best} {one_period} (for|of|in terms of) {recs}", lambda b, u, r: busiest(u, b, r), 0.2
        )
        yield from rules("ask", f"{which} {{one_period}} {{recs}} {{best}} {{noun}}", by_noun, 0.0)

        def walked_daily(of: Period, records: Records, best: Best, per: Unit) -> Ask | None:
            """ "In which week did I walk the most per day" is told in steps."""
            walked = records.kinds is not None and records.kinds.said.startswith("walk") and not records.tests
            if per is not Unit.DAY or not walked or records.pick or records.inside or best.fields:
                return None
            steps = Frame(noun=Noun(metric="steps"), statistic=Statistic.MEAN, records=Records(window=records.window))
            return period(of, best, steps)

        yield from rules("ask", f"{which} {{one_period}} {{recs}} (the)? {{best}} {{per}}", walked_daily, 0.0)
        yield from rules("ask", f"{which} {weekday} {{recs}} (the)? {{best}}? often?", self._usual_weekday, 0.1)
        yield from rules(
            "ask",
            f"{which} {weekday} {{dtest}} (the)? {{best}} often?",
            lambda t, b: self._usual_weekday(Records(tests=frozenset({t})), b),
            0.1,
        )
        had = "(had|has|have|with|was|is|saw|sees|are there|were there)? (the)?"
        for noun in ("recs", "drecs"):
            most = f"{which} {weekday} {had} {{best}} (number of)? {{{noun}}} on?"
            yield from rules("ask", most, lambda b, r: None if b.fields else self._usual_weekday(r, b), 0.05)
        that = "(with|where|when|that|i|had|have|i had|i did)?"
        yield from rules("ask", f"{which} {{one_period}} {that} {{best}} (number of)? {{drecs}}", busiest, 0.0)
        for noun in ("recs", "drecs"):
            yield from rules("ask", f"{{one_period}} (with|of) {{best}} (number of)? {{{noun}}}", busiest, 0.0)
        yield from rules("ask", "{one_period} (with|of) {best} (for|of|in|by)? {np}", period, 0.0)
        yield from rules(
            "ask",
            "(which|what)? {count} {one_period} (had|with|were|did i have)? {best} (for|of|in|by)? {np}",
            several,
            0.0,
        )
        yield from rules(
            "ask", "(which|what)? {count} {one_period} {np} {best}", lambda n, u, f, b: several(n, u, b, f), 0.0
        )
        yield from rules("ask", "(weekday|day of the week) (with|of) {best} {np}", self._best_weekday, 0.0)
        weekday_by = partial(group, Grouping.WEEKDAY)
        some = f"(which|what)? {{count}} {weekday} (had|have|with|were|did i have)?"
        so_many = partial(_counted, weekday_by)
        yield from rules("ask", f"{some} {{best}} (for|of|in|by)? {{np}} on?", so_many, 0.0)
        yield from rules("ask", f"{some} {{np}} {{best}}", lambda n, f, b: so_many(n, b, f), 0.0)
        highest = Best(order=Order.HIGHEST)
        yield from rules(
            "ask", f"(rank|sort|order) {weekday} (by|in terms of) {{np}}", lambda f: weekday_by(highest, f), 0.0
        )
        yield from rules("ask", "{best} {np} (weekday|day of the week|day of week)", weekday_by, 0.0)
        yield from rules(
            "ask",
            "(rank|sort|order|list) {one_period} (by|in terms of) {np}",
            lambda u, f: period(u, Best(order=Order.HIGHEST, count=_MOST_TOLD), f),
            0.0,
        )

        for said in ("{best} {per} {statistic} (of|for|in)? {np}", "{best} {statistic} {per} {np}"):
            yield from rules("ask", f"(what|how high|how low)? {said}", self._of_each, 0.0)
        yield from rules("ask", "{best} {statistic} {np} {per}", lambda b, s, f, u: self._of_each(b, u, s, f), 0.0)

    def _of_each(self, best: Best, *said: Unit | Statistic | Frame) -> Ask | None:
        """The highest of what the weeks come to, each its mean or its total: "my highest weekly average"."""
        *how, frame = sorted(said, key=lambda each: isinstance(each, Frame))
        unit = next((each for each in how if isinstance(each, Unit)), Unit.DAY)
        statistic = next((each for each in how if isinstance(each, Statistic)), None)
        plain = isinstance(frame, Frame) and not (frame.statistic or frame.best or frame.per or frame.by)
        if unit is Unit.DAY or not plain or not isinstance(frame, Frame):
            return None
        extreme = self._extreme(best, replace(frame, statistic=statistic))
        return Ask(Kind.NUMBER, replace(extreme, per=unit)) if extreme else None

    def _extreme(self, best: Best, frame: Frame) -> Frame | None:
        """The phrase with a superlative over what each period comes to, which keeps a mean or a sum that was said."""
        statistic = frame.statistic
        if statistic not in {None, Statistic.MEAN, Statistic.SUM}:
            return None
        extreme = self._builder.superlative(best, replace(frame, statistic=None))
        return replace(extreme, statistic=statistic) if extreme else None

    def _usual_weekday(self, records: Records, best: Best | None = None) -> Ask | None:
        """The day of the week on which something is done most often."""
        best = best or Best(order=Order.HIGHEST)
        if records.pick or records.inside or best.of_time() or best.judged:
            return None
        return Ask(Kind.PROFILE, Frame(records=records, best=best, by=Grouping.WEEKDAY))

    def _best_weekday(self, best: Best, frame: Frame) -> Ask | None:
        quantity = self._builder.quantity(frame.noun, frame.records.table) if frame.noun else None
        judged = self._builder.better(best, quantity)
        if judged is None or judged.of_time() or frame.best or frame.by:
            return None
        return Ask(Kind.PROFILE, replace(frame, by=Grouping.WEEKDAY, best=judged))


def _counted(of_each: Callable[[Best, Frame], Ask | None], count: int, best: Best, frame: Frame) -> Ask | None:
    """So many of the groups, the best of them first."""
    fits = best.count == 1 and best.first == 1 and 1 < count <= _MOST_TOLD
    return of_each(replace(best, count=count), frame) if fits else None
