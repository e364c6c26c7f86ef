"""At what time: of going to bed and getting up, and of starting an activity."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from services.data_science.domain.algebra import Order, Table
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.frames import FrameRules
from services.data_science.language.grammar.questions.words import SET_OFF, WHICH_DAY
from services.data_science.language.phrases import Ask, Best, Frame, Kind, Noun, Records

_HOUR: Final = "what time|at what time|around what time|what times|which time|at which time|what hour|at what hour|which hour|at which hour|what time of day|at what time of day|what time of the day|at what time of the day|by what time"


class ClockTimes:
    """The rules of questions for a time of day."""

    def __init__(self, builder: Builder, frames: FrameRules) -> None:
        self._builder = builder
        self._frames = frames

    def rules(self) -> Iterator[Rule]:
        def usual_clock(frame: Frame) -> Ask | None:
            quantity = self._builder.quantity(frame.noun, frame.records.table) if frame.noun else None
            return Ask(Kind.NUMBER, frame) if quantity is not None and quantity.unit == "clock" else None

        def started(records: Records) -> Ask | None:
            frame = self._frames.applied(
                Frame(noun=Noun(field="start_clock"), records=Records(table=Table.ACTIVITIES)), records
            )
            return Ask(Kind.NUMBER, frame) if frame else None

        yield from rules("ask", f"(when|how late|how early|{_HOUR}) {{np}}", usual_clock, 0.0)
        yield from rules("ask", f"({_HOUR}) (start)? {{recs}} (start|begin)?", started, 0.1)
        yield from rules("ask", "when (usually|normally|typically) {recs}", started, 0.1)
        yield from rules(
            "ask", "(usual|normal|typical|average) (time|hour|time of day) (to|for|of) {recs}", started, 0.0
        )

        def at_clock(metric: str) -> Ask | None:
            return (
                Ask(Kind.NUMBER, Frame(noun=Noun(metric=metric))) if metric in self._builder.catalogue.metrics else None
            )

        def on_day(metric: str, best: Best) -> Ask | None:
            quantity = self._builder.catalogue.metrics.get(metric)
            judged = self._builder.better(best, quantity) if best.clock else None
            return Ask(Kind.WHEN, Frame(noun=Noun(metric=metric), best=judged)) if judged else None

        def at_end(metric: str, best: Best) -> Ask | None:
            ask = on_day(metric, best)
            return replace(ask, kind=Kind.NUMBER) if ask else None

        for metric, verbs in (
            (
                "bed_time_clock",
                "(go to bed|went to bed|in bed|to bed|asleep|fall asleep|fell asleep|go to sleep|went to sleep|turned in|turn in|to sleep)",
            ),
            ("wake_up_time_clock", "(wake|wake up|woke|woke up|woken up|awake|get up|got up|out of bed|up)"),
        ):
            yield from rules(
                "ask", f"{WHICH_DAY} (i|did i|was i)? {verbs} {{best}}", lambda b, m=metric: on_day(m, b), 0.0
            )
            yield from rules(
                "ask",
                f"{{best}} (i|that i|i have|i ever|i have ever|have i|ever)? {verbs}",
                lambda b, m=metric: at_end(m, b),
                0.0,
            )

        for metric, doing in (
            ("bed_time_clock", "(going to bed|going to sleep|falling asleep|turning in|bedtime|hitting the hay)"),
            ("wake_up_time_clock", "(getting up|waking up|waking|rising|getting out of bed|wakeup)"),
        ):
            yield from rules(
                "noun",
                f"(hour|time|hours|times|clock time) (of|for) {doing}",
                lambda m=metric: Noun(metric=m) if m in self._builder.catalogue.metrics else None,
                0.0,
            )
        in_the_day = "(in the day|time of day|in a day|of the day|time|hour|time in the day)"

        def earliest(best: Best, records: Records) -> Ask | None:
            """The hour of the earliest; the latest is the last one, whenever in the day it began."""
            return self._start(best, records) if best.order is Order.OLDEST else None

        that = "(that|at which|when|i|that i|ever|i ever|that i ever)?"
        yield from rules("ask", f"{{best}} {in_the_day} {that} {SET_OFF}? {{recs}}", self._start, 0.0)
        yield from rules("ask", f"{{best}} {that} {SET_OFF} {{recs}}", self._start, 0.1)
        begun = "(start|begin|started|began|take place|happen|get going|get under way|kick off)"
        yield from rules("ask", f"(when|{_HOUR}) {{best}} {{recs}} {begun}", earliest, -0.2)

        yield from rules("ask", "how late (up|still up|awake)", lambda: at_clock("bed_time_clock"), 0.0)
        hour = f"(when|how late|{_HOUR})"
        yield from rules(
            "ask",
            f"{hour} (in bed|to bed|asleep|go to sleep|fall asleep|turn in)",
            lambda: at_clock("bed_time_clock"),
            0.0,
        )
        yield from rules("ask", f"(when|{_HOUR}) (up|awake)", lambda: at_clock("wake_up_time_clock"), 0.9)
        yield from rules("ask", f"{hour} (get up|out of bed|wake|wake up)", lambda: at_clock("wake_up_time_clock"), 0.0)

    def _start(self, best: Best, records: Records) -> Ask | None:
        """The latest or earliest hour at which an activity began."""
        quantity = self._builder.catalogue.fields.get("start_clock")
        judged = self._builder.better(best, quantity) if best.clock else None
        if judged is None or records.pick or records.table is not Table.ACTIVITIES:
            return None
        frame = self._frames.applied(
            Frame(noun=Noun(field="start_clock"), records=Records(table=Table.ACTIVITIES)), records
        )
        return Ask(Kind.NUMBER, replace(frame, best=judged)) if frame else None
