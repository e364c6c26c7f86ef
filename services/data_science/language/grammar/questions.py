"""What is asked of a phrase: a number, a day, a count, a share, a streak, a yes or no."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from services.data_science.domain.algebra import (
    Grouping,
    Not,
    Operation,
    Operator,
    Order,
    Run,
    Statistic,
    Table,
    Test,
    Unit,
    Window,
)
from services.data_science.domain.algebra import Kind as KindTest
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.frames import Adverb, Beside, FrameRules, Modifier
from services.data_science.language.grammar.records import Claim
from services.data_science.language.phrases import (
    Amount,
    Ask,
    Best,
    Bound,
    Frame,
    Kind,
    Noun,
    Records,
    Usual,
    conjunction,
)

POLAR: Final = "?polar"
"""Stands for the "did" or "is" that a sentence begins with, and nowhere else."""
_DAYS: Final = "(days|nights|day|night|mornings|evenings|dates|occasions)"
_WHICH_DAY: Final = "(when|which day|what day|which date|what date|which night|what night|on which day|on what day|on which date|on what date|on which night|on what night|which days|what days|which nights|on which days|on which nights)"
_STREAK: Final = "(in succession|in a row|straight|consecutive|consecutively|running|back to back|on end)"


class QuestionRules:
    """The rules of questions."""

    def __init__(self, builder: Builder, frames: FrameRules) -> None:
        self._builder = builder
        self._frames = frames

    def rules(self) -> Iterator[Rule]:
        yield from rules("question", "{ask}", lambda ask: ask, 0.0)
        yield from rules("ask", "{ask} ,? {mod}", self.modified, 0.2)
        yield from rules("ask", "{mod} ,? (and|so|then)? {ask}", lambda mod, ask: self.modified(ask, mod), 0.4)
        yield from self._numbers()
        yield from self._measures()
        yield from self._days()
        yield from self._counts()
        yield from self._shares_and_streaks()
        yield from self._decisions()
        yield from self._lists()
        yield from self._since()

    def modified(self, ask: Ask, modifier: Modifier) -> Ask | None:
        """The question with one more thing said about what it is about."""
        if isinstance(modifier, Adverb) and ask.kind not in {
            Kind.NUMBER,
            Kind.DECIDE,
            Kind.CONTRAST,
            Kind.WHEN,
            Kind.COUNT,
        }:
            return None
        if ask.kind in {Kind.CONTRAST, Kind.RELATE} and not isinstance(modifier, Window | Adverb):
            return None
        if isinstance(modifier, Window) and ask.other is not None and ask.kind is Kind.CONTRAST:
            return None
        if ask.frame.noun is None and isinstance(modifier, Records | Beside):
            return self._counted_on(ask, modifier)
        frame = self._frames.applied(ask.frame, modifier)
        return replace(ask, frame=frame) if frame else None

    def _counted_on(self, ask: Ask, modifier: Records | Beside) -> Ask | None:
        if isinstance(modifier, Beside) or modifier.table is not Table.DAYS or ask.frame.records.pick:
            return None
        frame = ask.frame.also(self._builder.on_days_of(replace(modifier, window=None)))
        if modifier.window is None:
            return replace(ask, frame=frame)
        within = frame.within(modifier.window)
        return replace(ask, frame=within) if within else None

    def _numbers(self) -> Iterator[Rule]:
        def number(frame: Frame) -> Ask:
            return Ask(Kind.NUMBER, frame)

        def how_many(frame: Frame) -> Ask:
            return Ask(Kind.NUMBER, replace(frame, how_many=True))

        def stated(statistic: Statistic, frame: Frame) -> Ask | None:
            if frame.statistic or frame.best:
                return None
            return Ask(Kind.NUMBER, replace(frame, statistic=statistic))

        def with_best(frame: Frame, best: Best) -> Ask | None:
            if frame.best or frame.statistic or best.of_time() or frame.noun is None:
                return None
            judged = self._builder.better(best, self._builder.quantity(frame.noun, frame.records.table))
            return Ask(Kind.NUMBER, replace(frame, best=judged)) if judged else None

        def picked(records: Records) -> Ask | None:
            return Ask(Kind.RECORDS, Frame(records=records)) if records.pick else None

        yield from rules("ask", "{np}", number, 0.2)
        yield from rules("ask", "how (much|many) (of)? {np}", how_many, 0.0)
        yield from rules("ask", "how many (of)? {measure} {np}", lambda m, f: how_many(f), 0.5)
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

    def _measures(self) -> Iterator[Rule]:
        """How long, how far, how fast: words that say which number of an activity, or of a night, is asked for."""

        def of(field: str, metric: str = "") -> "object":
            def built(records: Records) -> Ask | None:
                frame = self._frames.applied(
                    Frame(noun=Noun(field=field, metric=metric), records=Records(table=Table.ACTIVITIES)), records
                )
                return Ask(Kind.NUMBER, replace(frame, how_many=True)) if frame else None

            return built

        def in_unit(unit: str, field: str) -> "object":
            def built(records: Records) -> Ask | None:
                noun = Noun(field=field, unit=unit)
                frame = self._frames.applied(Frame(noun=noun, records=Records(table=Table.ACTIVITIES)), records)
                return Ask(Kind.NUMBER, replace(frame, how_many=True)) if frame else None

            return built

        def lasting(frame: Frame) -> Ask | None:
            quantity = self._builder.quantity(frame.noun, frame.records.table) if frame.noun else None
            fits = quantity is not None and quantity.unit == "min"
            return Ask(Kind.NUMBER, replace(frame, how_many=True)) if fits else None

        def average(build: "object") -> "object":
            def built(statistic: Statistic, records: Records) -> Ask | None:
                ask = build(records)  # type: ignore[operator]
                return (
                    replace(ask, frame=replace(ask.frame, statistic=statistic))
                    if ask and not ask.frame.statistic
                    else None
                )

            return built

        for pattern, field in (
            (
                "(how long|how much time|what duration|for how long|how much total time) (spent|i spend|was|in|on|take)?",
                "duration_min",
            ),
            ("(how far|what distance) (in|on|was|of)?", "distance_m"),
            (
                "(how fast|how quick|what pace|what speed|at what pace|how slow) (on|in|was|of|during)?",
                "speed_m_per_min",
            ),
            ("(how hard|how intense)", "average_heart_rate"),
            ("how high up", "elevation_gain_m"),
        ):
            yield from rules("ask", f"{pattern} {{recs}}", of(field), 0.1)  # type: ignore[arg-type]
            yield from rules("ask", f"{pattern} {{statistic}} {{recs}}", average(of(field)), 0.1)  # type: ignore[arg-type]
        yield from rules("ask", "(how long|how many minutes) {recs} (last|take|lasted)", of("duration_min"), 0.1)  # type: ignore[arg-type]
        for unit, field in (
            ("min", "duration_min"),
            ("h", "duration_min"),
            ("km", "distance_m"),
            ("mi", "distance_m"),
            ("kcal", "calories_kcal"),
            ("m", "distance_m"),
        ):
            words = {
                "min": "(minutes|mins)",
                "h": "(hours|hrs)",
                "km": "(km|kms|kilometers|kilometres|k)",
                "mi": "miles",
                "kcal": "(calories|cals|kcal)",
                "m": "(meters|metres)",
            }[unit]
            yield from rules("ask", f"how many {words} (of|on|in|during|from|i)? {{recs}}", in_unit(unit, field), 0.2)  # type: ignore[arg-type]
        yield from rules("ask", "(how long|for how long) {np}", lasting, 0.1)
        yield from rules(
            "ask", "how far", lambda: Ask(Kind.NUMBER, Frame(noun=Noun(metric="distance_km"), how_many=True)), 0.3
        )

    def _days(self) -> Iterator[Rule]:
        def when(frame: Frame) -> Ask | None:
            return Ask(Kind.WHEN, frame) if frame.best and not frame.best.of_time() else None

        def when_done(records: Records) -> Ask | None:
            return Ask(Kind.WHEN, Frame(records=records)) if records.pick else None

        def usual_clock(frame: Frame) -> Ask | None:
            quantity = self._builder.quantity(frame.noun, frame.records.table) if frame.noun else None
            return Ask(Kind.NUMBER, frame) if quantity is not None and quantity.unit == "clock" else None

        def started(records: Records) -> Ask | None:
            frame = self._frames.applied(
                Frame(noun=Noun(field="start_clock"), records=Records(table=Table.ACTIVITIES)), records
            )
            return Ask(Kind.NUMBER, frame) if frame else None

        def last_time(test: Test) -> Ask:
            return Ask(
                Kind.WHEN, Frame(records=Records(tests=frozenset({test}), pick=(None, Best(order=Order.NEWEST))))
            )

        def best_with(frame: Frame, best: Best) -> Ask | None:
            if frame.best or best.of_time() or frame.noun is None:
                return None
            judged = self._builder.better(best, self._builder.quantity(frame.noun, frame.records.table))
            return Ask(Kind.WHEN, replace(frame, best=judged, statistic=None)) if judged else None

        yield from rules("ask", f"{_WHICH_DAY} {{np}}", when, 0.0)
        yield from rules("ask", f"{_WHICH_DAY} {{np}} (at its|at my|the)? {{best}}", best_with, 0.1)
        yield from rules("ask", f"{_WHICH_DAY} {{recs}}", when_done, 0.0)
        yield from rules("ask", "{recs} (date|day)", when_done, 0.2)
        yield from rules(
            "ask",
            "when did {recs}",
            lambda r: when_done(replace(r, pick=(None, Best(order=Order.NEWEST)))) if not r.pick else None,
            0.3,
        )
        yield from rules(
            "ask", "(when|what time|at what time|how late|how early|around what time) {np}", usual_clock, 0.0
        )
        yield from rules(
            "ask", "(what time|at what time|what time of day|what times) (start)? {recs} (start|begin)?", started, 0.1
        )
        yield from rules("ask", "when (usually|normally|typically) {recs}", started, 0.1)
        yield from rules(
            "ask",
            "when (last|last time|the last time|most recent time|most recently|last time that) (i|when|that)? {dtest}",
            last_time,
            0.2,
        )
        yield from rules("ask", f"{_WHICH_DAY} {{dtest}} (last|most recently)", last_time, 0.2)

    def _counts(self) -> Iterator[Rule]:
        def records(which: Records) -> Ask | None:
            return Ask(Kind.COUNT, Frame(records=which)) if which.pick is None else None

        def days(test: Test) -> Ask:
            return Ask(Kind.COUNT, Frame(records=Records(tests=frozenset({test}))))

        def active_days(which: Records) -> Ask | None:
            if which.pick:
                return None
            return days(self._builder.on_days_of(which))

        def recorded(frame: Frame) -> Ask | None:
            if frame.noun is None or frame.statistic or frame.best:
                return None
            return Ask(Kind.NUMBER, replace(frame, statistic=Statistic.COUNT))

        def of_them(them: Records, which: Records) -> Ask | None:
            if them.inside is None or which.pick or which.inside is not None or them.table is not which.table:
                return None
            return Ask(Kind.COUNT, Frame(records=replace(which, inside=them.inside)))

        def gap(which: Records) -> Ask | None:
            pick = which.pick
            if pick is None or pick[0] is not None or pick[1].count != 2 or pick[1].order is not Order.NEWEST:
                return None
            return Ask(
                Kind.SINCE,
                Frame(records=replace(which, pick=(None, replace(pick[1], count=1)))),
                other=Frame(records=replace(which, pick=(None, replace(pick[1], count=1, first=2)))),
            )

        yield from rules("ask", "how many of {it} {recs}", of_them, 0.0)
        yield from rules(
            "ask",
            "how many of {it} {atest}",
            lambda r, t: Ask(Kind.COUNT, Frame(records=replace(r, tests=r.tests | {t}))),
            0.1,
        )
        yield from rules("ask", "(how many days|days|how long|how much time) between {recs}", gap, 0.0)
        yield from rules("ask", "{drecs}", lambda r: drecs(r), 0.3)

        def drecs(which: Records) -> Ask | None:
            return Ask(Kind.COUNT, Frame(records=which)) if which.pick is None else None

        def periods(unit: Unit, which: Records, bound: Bound) -> Ask | None:
            if unit is Unit.DAY or which.pick or not isinstance(bound.to, Amount) or bound.to.unit:
                return None
            return Ask(Kind.COUNT_PERIODS, Frame(records=which), unit=unit, bound=bound)

        def periods_of(unit: Unit, claim: Claim, statistic: Statistic | None = None) -> Ask | None:
            if unit is Unit.DAY:
                return None
            frame = replace(self._frames.frame_of(claim.noun), statistic=statistic)
            return Ask(Kind.COUNT_PERIODS, frame, unit=unit, bound=claim.bound)

        def usually(unit: Unit, which: Records) -> Ask | None:
            ask = records(which)
            return replace(ask, frame=replace(ask.frame, per=unit)) if ask else None

        count = "(how many|number of|count of|count|how many of|the number of|how many total|total number of)"
        yield from rules("ask", f"{count} {{recs}}", records, 0.0)
        yield from rules(
            "ask",
            "{statistic} (number of)? {recs} {per}",
            lambda s, r, u: usually(u, r) if s is Statistic.MEAN else None,
            0.1,
        )
        yield from rules("ask", f"{count} times (when|that|where|have)? {{recs}}", records, 0.0)
        yield from rules("ask", "how often {recs}", records, 0.0)
        yield from rules(
            "ask",
            f"(on|for|in)? {count} {_DAYS} (when|where|with|that|i|of|in which|on which|have|had)? {{dtest}}",
            days,
            0.0,
        )
        yield from rules(
            "ask",
            f"(on|for|in)? {count} {_DAYS}? {{window}} (have|had)? (when|where|with|that)? {{dtest}}",
            lambda w, t: self.modified(days(t), w),
            0.1,
        )
        yield from rules(
            "ask",
            f"(on|for|in)? {count} {_DAYS}? {{window}} (with|did i|i)? {{recs}}",
            lambda w, r: (a := active_days(r)) and self.modified(a, w),
            0.3,
        )
        yield from rules(
            "ask",
            f"(on|for|in)? {count} {{calendar}} (when|where|with|that)? {{dtest}}",
            lambda c, t: self.modified(days(t), c),
            0.1,
        )
        yield from rules(
            "ask",
            f"(on|for|in)? {count} of {_DAYS} (of|in)? {{window}} (when|where|with|that)? {{dtest}}",
            lambda w, t: self.modified(days(t), w),
            0.1,
        )
        yield from rules("ask", f"{_DAYS} {{dtest}} ,? how many", days, 0.1)
        yield from rules("ask", f"{count} {_DAYS} (saw|have|with|of|had) (a|any)? {{np}}", recorded, 0.2)
        yield from rules("ask", f"{count} (times|time) (when|where|that|i|have)? {{dtest}}", days, 0.1)
        yield from rules("ask", "how often {dtest}", days, 0.1)
        yield from rules(
            "ask", f"(on|for|in)? {count} {_DAYS} (with|of|did i|i|had|have|in)? (in)? {{recs}}", active_days, 0.1
        )
        yield from rules("ask", f"{count} {{drecs}}", drecs, 0.2)
        yield from rules(
            "ask",
            f"(in|for|during)? {count} {{unit}} (with|where|when|that|i|in which)? {{recs}} {{bound}} times",
            periods,
            0.0,
        )
        yield from rules(
            "ask",
            f"(in|for|during)? {count} {{unit}} (with|where|when|that|i|in which)? {{bound}} {{recs}}",
            lambda u, b, r: periods(u, r, b),
            0.0,
        )
        yield from rules(
            "ask", f"(in|for|during)? {count} {{unit}} (with|where|when|that|i|in which)? {{claim}}", periods_of, 0.1
        )
        yield from rules(
            "ask",
            f"(in|for|during)? {count} {{unit}} (with|where|when|that|i|in which)? (average|averaged|averaging)? {{claim}} {{per}}",
            lambda u, c, p: periods_of(u, c, Statistic.MEAN) if p is Unit.DAY else None,
            0.0,
        )
        yield from rules(
            "ask",
            f"(in|for|during)? {count} {{unit}} (with|where|when|that|i|in which)? {{statistic}} {{claim}}",
            lambda u, s, c: periods_of(u, c, s),
            0.0,
        )
        yield from rules(
            "ask",
            f"(in|for|during)? {count} {{unit}} (average|averaged|averaging) {{claim}}",
            lambda u, c: periods_of(u, c, Statistic.MEAN),
            0.0,
        )

    def _shares_and_streaks(self) -> Iterator[Rule]:
        def share(_: str, test: Test) -> Ask:
            return Ask(Kind.SHARE, Frame(), test=test)

        def share_of(_: str, which: Records, test: Test) -> Ask | None:
            return Ask(Kind.SHARE, Frame(records=which), test=test) if which.pick is None else None

        def share_kinds(_: str, which: Records, of: Records) -> Ask | None:
            if which.pick or of.pick or of.kinds is None or not of.kinds.names:
                return None
            return Ask(Kind.SHARE, Frame(records=which), test=KindTest(names=of.kinds.names))

        def tested(records: Records) -> Test | None:
            return conjunction(records.tests) if not (records.pick or records.inside or records.window) else None

        def streak_of(records: Records, run: Run) -> Ask | None:
            test = tested(records)
            return streak(test, run) if test else None

        def share_drecs(_: str, records: Records) -> Ask | None:
            test = tested(records)
            return Ask(Kind.SHARE, Frame(), test=test) if test else None

        def share_active(_: str, which: Records) -> Ask | None:
            return Ask(Kind.SHARE, Frame(), test=self._builder.on_days_of(which)) if which.pick is None else None

        def share_calendar(_: str, test: Test, other: Test) -> Ask:
            return Ask(Kind.SHARE, Frame(records=Records(tests=frozenset({test}))), test=other)

        def streak(test: Test, run: Run = Run.LONGEST) -> Ask:
            return Ask(Kind.STREAK, Frame(), test=test, run=run)

        def done(which: Records, run: Run = Run.LONGEST) -> Ask | None:
            return None if which.pick else streak(self._builder.on_days_of(which), run)

        def amount(to: Amount, noun: Noun, run: Run = Run.LONGEST) -> Ask | None:
            test = self._builder.test(noun, Bound(Operator.GREATER_OR_EQUAL, to), Table.DAYS)
            return streak(test, run) if test else None

        days = f"{_DAYS}"
        time = f"(the|my|all|all the|the recorded)? ({days[1:-1]}|time|the time|times)"
        yield from rules(
            "ask", f"{{share}} {time} (when|where|with|that|i|was|were|did|have|in which)? {{dtest}}", share, 0.0
        )
        yield from rules("ask", f"{{share}} {time} (when|with|that|i|did|have)? {{recs}}", share_active, 0.1)
        yield from rules("ask", "{share} {recs} (were|was|are|have|had|that|with|where)? {atest}", share_of, 0.0)
        yield from rules("ask", "{share} {recs} (were|are|was|is) {recs}", share_kinds, 0.0)
        yield from rules("ask", "{share} {drecs}", share_drecs, 0.2)
        yield from rules(
            "ask", "{ask} ,? (in|as a) (%|percent|percentage)", lambda a: a if a.kind is Kind.SHARE else None, 0.1
        )
        yield from rules(
            "ask",
            "{ask} ,? percentage",
            lambda a: a if a.frame.noun and a.frame.noun.metric.endswith("_percent") else None,
            0.1,
        )
        yield from rules("ask", "how much of {noun} {noun}", self._part, 0.0)
        yield from rules(
            "ask", "{share} {calendar} (when|where|with|that|i|was|were|did|have)? {dtest}", share_calendar, 0.0
        )
        for run, words in (
            (Run.LONGEST, "(longest|best|biggest|max|maximum|record|greatest|all time longest)"),
            (Run.CURRENT, "(current|ongoing|present|active|latest)"),
        ):
            of = f"(of|with|for|where|when|that|i)? {days}? (of|with|where|when|i|that|in which)?"
            yield from rules(
                "ask",
                f"(how long)? {words} (streak|run|stretch|series) {of} {{dtest}}",
                lambda t, run=run: streak(t, run),
                0.0,
            )
            yield from rules(
                "ask",
                f"(how long)? {words} (streak|run|stretch|series|string) (of|with|for) {{drecs}}",
                lambda r, run=run: streak_of(r, run),
                0.0,
            )
            yield from rules(
                "ask",
                f"(how long)? {words} (streak|run|stretch|series|time|period|gap|break) without {{recs}} (,? in days)?",
                lambda r, run=run: (a := done(r, run)) and a.test and replace(a, test=Not(test=a.test)),
                0.0,
            )
            yield from rules(
                "ask",
                f"(how long)? {words} (streak|run|stretch|series|string|number) {of} {{dtest}} {_STREAK}",
                lambda t, run=run: streak(t, run),
                0.0,
            )
            yield from rules(
                "ask",
                f"(how long)? {words} (streak|run|stretch|series) {of} {{recs}}",
                lambda r, run=run: done(r, run),
                0.1,
            )
            yield from rules("ask", f"(how long)? {words} {{recs}} streak", lambda r, run=run: done(r, run), 0.0)
            yield from rules("ask", f"(how long)? {words} {{dtest}} streak", lambda t, run=run: streak(t, run), 0.0)
            yield from rules(
                "ask", f"(how long)? {words} {{amount}} {{noun}} streak", lambda a, n, run=run: amount(a, n, run), 0.0
            )
        yield from rules("ask", "(how long)? {amount} {noun} streak", amount, 0.1)
        yield from rules(
            "ask",
            f"(how many|most|longest number of|max|maximum|maximum number of|most number of) {_STREAK}? {days} {_STREAK}? (when|with|that|where|did|have|i|of)? {{dtest}} {_STREAK}? (at best|max|at most|maximum|at a time|tops)?",
            streak,
            0.4,
        )
        yield from rules(
            "ask",
            f"(how many|most|longest number of|max|maximum|highest number of) {_STREAK}? {{drecs}} {_STREAK}?",
            lambda r: streak_of(r, Run.LONGEST),
            2.0,
        )
        yield from rules(
            "ask",
            f"(how many|most|longest number of|max|maximum|highest number of) {days} {_STREAK} (with|over|of|under)? {{dtest}}",
            streak,
            0.0,
        )
        yield from rules(
            "ask",
            f"(how many|most|highest number of) (nights|night) {_STREAK} (of|with|have|did|i)? (get|got|sleep|slept)? {{drecs}}",
            lambda r: streak_of(r, Run.LONGEST),
            0.5,
        )
        yield from rules("ask", "on a streak of {drecs}", lambda r: streak_of(r, Run.CURRENT), 0.0)
        yield from rules(
            "ask",
            f"(how many|most|longest number of|max) {_STREAK}? {days} {_STREAK}? (did|have|i|with|of)? {{recs}} {_STREAK}?",
            done,
            0.5,
        )
        yield from rules(
            "ask", f"(for)? how many {days} {_STREAK}? now {{dtest}}", lambda t: streak(t, Run.CURRENT), 0.1
        )
        yield from rules("ask", "on a streak of {dtest}", lambda t: streak(t, Run.CURRENT), 0.1)

    def _part(self, whole: Noun, part: Noun) -> Ask | None:
        name = f"{part.metric.removesuffix('_minutes')}_percent"
        if whole.metric != "sleep_minutes" or name not in self._builder.catalogue.metrics:
            return None
        return Ask(Kind.NUMBER, Frame(noun=Noun(metric=name, said=part.said)))

    def _decisions(self) -> Iterator[Rule]:
        def decide(claim: Claim) -> Ask | None:
            frame = self._frames.frame_of(claim.noun)
            return Ask(Kind.DECIDE, frame, bound=claim.bound, yes_no=True)

        def of_number(frame: Frame, bound: Bound) -> Ask | None:
            return Ask(Kind.DECIDE, frame, bound=bound, yes_no=True) if frame.noun else None

        def ever(test: Test) -> Ask:
            return Ask(Kind.COUNT, Frame(records=Records(tests=frozenset({test}))), yes_no=True)

        def done(records: Records) -> Ask | None:
            return None if records.pick else Ask(Kind.COUNT, Frame(records=records), yes_no=True)

        def always(test: Test) -> Ask:
            return Ask(Kind.SHARE, Frame(), test=test, yes_no=True)

        def exceeds(one: Frame, direction: int, other: Frame) -> Ask | None:
            return Ask(Kind.DECIDE, one, other=other, direction=direction, yes_no=True) if direction else None

        def window_level(window: Window, bound: Bound) -> Ask | None:
            usual = bound.to
            if not isinstance(usual, Usual) or usual.noun is None:
                return None
            frame = self._frames.frame_of(usual.noun).within(window)
            return Ask(Kind.DECIDE, frame, bound=bound, yes_no=True) if frame else None

        def off(amount: Amount, noun: Noun) -> Ask:
            frame = replace(self._frames.frame_of(noun), statistic=Statistic.MEAN, operation=Operation.MINUS)
            return Ask(Kind.NUMBER, frame, value=amount)

        def unnamed(bound: Bound) -> Ask | None:
            noun = self._builder.implied(bound)
            return decide(Claim(noun, bound)) if noun else None

        yield from rules("ask", f"{POLAR} {{bound}}", unnamed, 0.3)
        yield from rules("ask", f"{POLAR} {{window}} {{bound}}", window_level, 0.0)
        yield from rules(
            "ask", "how far (off|from|below|above|short of|under|over|away from) {amount} (of|for)? {noun}", off, 0.0
        )
        yield from rules(
            "ask", "how far (off|from|below|above|short of) {noun} (from|of|off)? {amount}", lambda n, a: off(a, n), 0.1
        )
        yield from rules("ask", f"{POLAR} {{claim}}", decide, 0.0)
        yield from rules("ask", f"{POLAR} {{np}} (at|of)? {{bound}}", of_number, 0.2)
        yield from rules("ask", f"{POLAR} ever {{dtest}}", ever, 0.0)
        yield from rules("ask", f"{POLAR} (a|any) {_DAYS} (with|when|where|i)? {{dtest}}", ever, 0.0)
        yield from rules("ask", f"{POLAR} there (a|any)? {_DAYS} (with|when|where|i)? {{dtest}}", ever, 0.0)
        yield from rules("ask", f"{POLAR} {{recs}}", done, 0.1)
        yield from rules("ask", f"{POLAR} ever {{recs}}", done, 0.0)
        yield from rules(
            "ask",
            f"{POLAR} {{dtest}} (every day|every night|each day|each night|every single day|every single night|daily)",
            always,
            0.0,
        )
        yield from rules(
            "ask",
            f"{POLAR} {{dtest}} (every day|every night|each day|each night|every single day|every single night) {{window}}",
            lambda t, w: self.modified(always(t), w),
            0.0,
        )
        yield from rules("ask", f"{POLAR} always {{dtest}}", always, 0.0)
        yield from rules("ask", f"{POLAR} {{np}} {{direction}} than {{np}}", exceeds, 0.3)

    def _lists(self) -> Iterator[Rule]:
        def listed(frame: Frame) -> Ask | None:
            return Ask(Kind.RECORDS, frame) if frame.best and frame.best.count > 1 else None

        def days(records: Records) -> Ask | None:
            if records.pick is not None and records.pick[0] is None:
                return Ask(Kind.WHEN, Frame(records=records))
            return Ask(Kind.RECORDS, Frame(records=records)) if records.pick else None

        def all_of(records: Records) -> Ask | None:
            return None if records.pick else Ask(Kind.RECORDS, Frame(records=records))

        def kinds(*_: object) -> Ask:
            return Ask(Kind.KINDS, Frame(records=Records(table=Table.ACTIVITIES)))

        def group(by: Grouping, best: Best, frame: Frame) -> Ask | None:
            if frame.by or frame.best or frame.statistic not in {None, Statistic.MEAN, Statistic.SUM} or best.of_time():
                return None
            judged = self._builder.better(
                best, self._builder.quantity(frame.noun, frame.records.table) if frame.noun else None
            )
            return Ask(Kind.PROFILE, replace(frame, by=by, best=judged)) if judged else None

        def period(unit: Unit, best: Best, frame: Frame) -> Ask | None:
            if unit is Unit.DAY or frame.best or best.of_time():
                return None
            judged = self._builder.better(
                best, self._builder.quantity(frame.noun, frame.records.table) if frame.noun else None
            )
            return Ask(Kind.BEST_PERIOD, replace(frame, best=judged), unit=unit) if judged else None

        def busiest(unit: Unit, best: Best, records: Records) -> Ask | None:
            if unit is Unit.DAY or records.pick or best.of_time() or best.judged:
                return None
            return Ask(Kind.BEST_PERIOD, Frame(records=records, best=best), unit=unit)

        def in_best(frame: Frame, best: Best, unit: Unit) -> Ask | None:
            if unit is Unit.DAY or frame.best or frame.per or best.of_time():
                return None
            judged = self._builder.better(
                best, self._builder.quantity(frame.noun, frame.records.table) if frame.noun else None
            )
            return Ask(Kind.NUMBER, replace(frame, per=unit, best=judged)) if judged else None

        def some_days(count: int, frame: Frame) -> Ask | None:
            if frame.best is None or frame.best.count > 1 or frame.best.of_time():
                return None
            return Ask(Kind.RECORDS, replace(frame, best=replace(frame.best, count=count)))

        yield from rules("ask", "how (many|much) {np} (in|on|during) {best} {unit}", in_best, 0.0)
        yield from rules("ask", f"(which|what|on which) {{count}} {_DAYS} (had|with|have)? {{bestnp}}", some_days, 0.0)
        yield from rules("ask", "(list|show|what|which|name)? {np}", listed, 0.1)
        yield from rules("ask", "(list|show|what|which|name)? {drecs}", days, 0.1)
        yield from rules("ask", "(list|show|list all|show all|show all of|list all of) {recs}", all_of, 0.1)
        yield from rules(
            "ask",
            "(what|which)? (different|unique)? (kinds|types|kind|type|sorts|sort) of (physical)? {recs} (in)?",
            kinds,
            0.0,
        )
        yield from rules(
            "ask",
            "(what|which|unique|different|distinct|what unique|what different|which unique|which different|specific) {recs} (in|up to)?",
            kinds,
            0.6,
        )
        which = "(which|what|on which|in which|on what|in what)"
        weekday = "(weekday|day of the week|days of the week|day of week|weekdays)"
        yield from rules(
            "ask", f"{which} {weekday} {{best}} (for|of|in)? {{np}}", lambda b, f: group(Grouping.WEEKDAY, b, f), 0.0
        )
        yield from rules(
            "ask", f"{which} {weekday} {{np}} (the)? {{best}}", lambda f, b: group(Grouping.WEEKDAY, b, f), 0.0
        )
        yield from rules(
            "ask", f"{{best}} {weekday} (for|of|by|in terms of) {{np}}", lambda b, f: group(Grouping.WEEKDAY, b, f), 0.0
        )
        yield from rules(
            "ask", f"{which} season {{best}} (for|of|in)? {{np}}", lambda b, f: group(Grouping.SEASON, b, f), 0.0
        )
        yield from rules(
            "ask", f"{which} season {{np}} (the)? {{best}}", lambda f, b: group(Grouping.SEASON, b, f), 0.0
        )
        yield from rules(
            "ask", f"{which} {{unit}} (had|have|with|was|i had)? {{best}} (for|of|in|by)? {{np}}", period, 0.0
        )
        yield from rules("ask", f"{which} {{unit}} {{np}} (the|at its)? {{best}}", lambda u, f, b: period(u, b, f), 0.0)
        yield from rules("ask", "{best} {unit} (for|of|by|in terms of|in) {np}", lambda b, u, f: period(u, b, f), 0.1)
        yield from rules("ask", "{best} {np} {unit}", lambda b, f, u: period(u, b, f), 0.3)
        yield from rules("ask", f"{which} {{unit}} (had|with)? {{best}} {{recs}}", busiest, 0.1)
        yield from rules("ask", f"{which} {{unit}} {{recs}} (the)? {{best}}", lambda u, r, b: busiest(u, b, r), 0.1)

    def _since(self) -> Iterator[Rule]:
        def since(records: Records) -> Ask | None:
            if records.pick is None:
                records = replace(records, pick=(None, Best(order=Order.NEWEST)))
            return Ask(Kind.SINCE, Frame(records=records))

        def since_test(test: Test) -> Ask:
            return Ask(
                Kind.SINCE, Frame(records=Records(tests=frozenset({test}), pick=(None, Best(order=Order.NEWEST))))
            )

        def since_frame(frame: Frame) -> Ask | None:
            rows = self._builder.picked_rows(frame) if frame.best else None
            return (
                Ask(Kind.SINCE, Frame(records=Records(inside=rows, pick=(None, Best(order=Order.NEWEST)))))
                if rows
                else None
            )

        lead = "(how many days|how long|days|how many days is it|how long is it|how long it|how many days it|how long has it been|how many nights|how much time|how many days passed|how many days have passed)"
        yield from rules("ask", f"{lead} since (i|my|the)? (last|last time|the last time)? {{recs}}", since, 0.0)
        yield from rules("ask", f"{lead} ago (was|did i)? (last)? {{recs}}", since, 0.0)
        yield from rules("ask", f"{lead} since (i|my|the)? (last|last time|the last time)? {{dtest}}", since_test, 0.1)
        yield from rules("ask", f"{lead} ago (was|did i)? (last)? {{dtest}}", since_test, 0.1)
        yield from rules("ask", f"{lead} (since|ago) {{bestnp}}", since_frame, 0.1)
        yield from rules("ask", f"{lead} (since|ago) {{drecs}}", since, 0.1)
        yield from rules(
            "ask",
            "(when|what day) (was|did i)? (the)? last time (i|that i|when i|that|when)? {recs}",
            lambda r: (s := since(r)) and replace(s, kind=Kind.WHEN),
            0.0,
        )
        yield from rules(
            "ask",
            "when last {kind}",
            lambda k: Ask(
                Kind.WHEN,
                Frame(records=Records(table=Table.ACTIVITIES, kinds=k, pick=(None, Best(order=Order.NEWEST)))),
            ),
            0.0,
        )
