"""Which way one series goes over time, and since when."""

from collections.abc import Iterator
from typing import Final

from services.data_science.domain.algebra import Order, Statistic, Table, Unit
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.questions.words import POLAR
from services.data_science.language.grammar.time.spans import begun, span
from services.data_science.language.phrases import (
    Ask,
    Best,
    Frame,
    Kind,
    Noun,
    Records,
)

_IN_TIME: Final = "(over time|as time passes|as the days go by|as days go by|as the weeks go by|as the weeks go on|as the months go by|as the months go on|as the months went by|as the weeks went by|over the weeks|over the months|the longer i track|through time|over the course of time|with time|over weeks|over months|over days|over nights|over these weeks|over these months|as time goes on|as time went on|as time goes by|as weeks go by|as weeks go on|as months go on|as weeks pass|as months pass|as months go by|as weeks went by|as months went by|with weeks passing|with months passing|with time passing|with passing weeks|with passing months)"
"""What says no more than that it is about a course over time."""
_SLOWLY: Final = "(gradually|slowly|slowly but surely|little by little|bit by bit|over time)"
_GETTING: Final = "(get|getting|gotten|become|becoming|been|been getting|grown)"


class Trends:
    """The rules of trends and of turning points."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder
        self._today = builder.catalogue.today

    def rules(self) -> Iterator[Rule]:
        def trend(frame: Frame, direction: int = 0, *, yes_no: bool = False) -> Ask | None:
            if frame.noun is None or frame.best or frame.statistic not in {None, Statistic.MEAN} or frame.records.pick:
                return None
            if frame.pinned and frame.records.table is Table.DAYS:
                return None
            return Ask(Kind.TREND, frame, direction=direction, yes_no=yes_no)

        def change_point(frame: Frame, _: int) -> Ask | None:
            return Ask(Kind.CHANGE_POINT, frame) if frame.noun and not frame.statistic and not frame.best else None

        def most(frame: Frame, best: Best) -> Ask | None:
            return change_point(frame, 0) if best == Best(order=Order.HIGHEST) else None

        def rising(direction: int, frame: Frame) -> Ask | None:
            if frame.statistic and not direction:
                return None
            return trend(frame, direction, yes_no=True)

        yield from rules("ask", f"{POLAR} {{np}} {{trend}}", lambda f, d: trend(f, d, yes_no=True), 0.1)
        yield from rules(
            "ask",
            f"{POLAR} {{np}} {{window}} {{trend}}",
            lambda f, w, d: (g := f.within(w)) and trend(g, d, yes_no=True),
            0.2,
        )
        yield from rules("ask", f"{POLAR} (getting|gotten|been getting|been)? {{direction}} {{np}}", rising, 0.5)
        yield from rules(
            "ask",
            f"{POLAR} {{np}} (getting|gotten|been getting|been|become|becoming) {{direction}}",
            lambda f, d: trend(f, d, yes_no=True),
            0.3,
        )
        going = "(getting|gotten|been getting|been|become|becoming|creeping|drifting|going|moving|edging)?"
        earlier = "than (i|it|they)? (used to|use to|before|in the past|it used to|in the beginning) (be|do|sleep|walk|get|have)?"
        for said in (
            f"{POLAR} {_SLOWLY}? {_GETTING}? {{tendency}} {_IN_TIME}",
            f"{POLAR} {_SLOWLY} {_GETTING}? {{tendency}}",
            f"{_IN_TIME} ,? {POLAR}? {{tendency}}",
            f"{POLAR} {{tendency}} {earlier}",
        ):
            yield from rules("ask", said, lambda tendency: trend(*tendency, yes_no=True), 0.0)
        yield from rules(
            "ask", f"{{np}} , {POLAR} (it|they|this|that) {{trend}}", lambda f, way: trend(f, way, yes_no=True), 0.0
        )
        yield from rules("ask", f"{{ask}} {_IN_TIME}", lambda ask: ask if ask.kind is Kind.TREND else None, 0.0)
        for unit in (Unit.WEEK, Unit.MONTH, Unit.YEAR):
            yield from rules(
                "ask",
                f"{POLAR} {{tendency}} as the? {unit.value} (goes on|went on|goes by|progresses|wears on)",
                lambda said, u=unit: (g := self._within(said[0], u)) and trend(g, said[1], yes_no=True),
                0.0,
            )
        for way in ("{trend}", f"{going} {{direction}}"):
            said = f"{POLAR} {{np}} {way}"
            for unit in (Unit.WEEK, Unit.MONTH, Unit.YEAR):
                yield from rules(
                    "ask",
                    f"{said} (over|during|through|throughout|across|in the course of|as) the? {unit.value} (goes on|went on|goes by|progresses|wears on)?",
                    lambda f, d, u=unit: (g := self._within(f, u)) and trend(g, d, yes_no=True),
                    0.0,
                )
        yield from rules("ask", "(by)? how (much|many|far)? {np} {trend}", trend, 0.1)
        yield from rules(
            "ask",
            "(by)? how (much|many|far)? {measure} {np} {trend}",
            lambda unit, frame, way: trend(frame, way) if self._builder.differs_in(unit, frame) else None,
            0.1,
        )
        yield from rules(
            "ask",
            "(what|show|how)? (trend|trends|development|progression|trajectory) (in|of|for|with) {np}",
            trend,
            0.0,
        )
        yield from rules("ask", "(what|show|how)? {np} (trend|trends|trending|trajectory|development)", trend, 0.1)
        yield from rules("ask", "(any|a) (trend|trends|change|changes) (in|of|for|with) {np}", trend, 0.1)
        yield from rules(
            "ask",
            f"{POLAR} (there)? (any|a)? (trend|trends|change|changes) (in|of|for|with) {{np}}",
            lambda f: trend(f, yes_no=True),
            0.0,
        )
        yield from rules(
            "ask", "(when|since when|from when) {np} (start|started|begin|began)? {trend}", change_point, 0.0
        )
        yield from rules("ask", "when (start|started|begin|began)? {np} {trend}", change_point, 0.1)
        yield from rules(
            "ask",
            "(change point|turning point|changepoint|shift|level shift) (in|of|for) {np}",
            lambda f: change_point(f, 0),
            0.0,
        )
        yield from rules(
            "ask", "(when|since when) {np} (start|started|begin|began) (to)? {direction}", change_point, 0.2
        )
        since = "(when|since when|from when|at what point|from what point|at which point|from what date|since what date|when exactly|roughly when|around when)"
        began = "(start|started|begin|began)? (to|getting|to get)?"
        yield from rules("ask", f"{since} {{np}} {began} {{trend}}", change_point, 0.0)
        yield from rules("ask", f"{since} {{np}} {began} {{direction}}", change_point, 0.3)
        changed = "(change|changed|shift|shifted|differ|differed)"
        yield from rules("ask", f"{since} {{np}} {changed} {{best}}", most, 0.0)
        getting = "(get|getting|gotten|got|been getting|become|becoming|been)"
        yield from rules("ask", f"{POLAR} {{recs}} {getting} {{fieldway}}", self._of_activities, 0.0)
        yield from rules("ask", f"{POLAR} {getting} {{fieldway}} {{recs}}", lambda w, r: self._of_activities(r, w), 0.1)

    def _within(self, frame: Frame, unit: Unit) -> Frame | None:
        """The same in the calendar unit that runs: "over the month" is this month."""
        window = span(begun(self._today, unit), self._today, f"this {unit}", unit)
        return frame.within(window) if window else None

    def _of_activities(self, records: Records, way: tuple[str, int]) -> Ask | None:
        if records.pick or records.table is not Table.ACTIVITIES:
            return None
        return Ask(
            Kind.TREND,
            Frame(noun=Noun(field=way[0]), statistic=Statistic.MEAN, records=records),
            direction=way[1],
            yes_no=True,
        )
