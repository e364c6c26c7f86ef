"""Which way one series goes over time, and since when."""

from collections.abc import Iterator

from services.data_science.domain.algebra import Statistic, Table
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.questions.words import POLAR
from services.data_science.language.phrases import (
    Ask,
    Frame,
    Kind,
    Noun,
    Records,
)


class Trends:
    """The rules of trends and of turning points."""

    def rules(self) -> Iterator[Rule]:
        def trend(frame: Frame, direction: int = 0, *, yes_no: bool = False) -> Ask | None:
            if frame.noun is None or frame.best or frame.statistic not in {None, Statistic.MEAN} or frame.records.pick:
                return None
            if frame.pinned and frame.records.table is Table.DAYS:
                return None
            return Ask(Kind.TREND, frame, direction=direction, yes_no=yes_no)

        def change_point(frame: Frame, _: int) -> Ask | None:
            return Ask(Kind.CHANGE_POINT, frame) if frame.noun and not frame.statistic and not frame.best else None

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
        yield from rules("ask", "how (much)? {np} {trend}", lambda f, d: trend(f, d), 0.1)
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
        getting = "(getting|gotten|got|been getting|become|becoming|been)"
        yield from rules("ask", f"{POLAR} {{recs}} {getting} {{fieldway}}", self._of_activities, 0.0)
        yield from rules("ask", f"{POLAR} {getting} {{fieldway}} {{recs}}", lambda w, r: self._of_activities(r, w), 0.1)

    def _of_activities(self, records: Records, way: tuple[str, int]) -> Ask | None:
        if records.pick or records.table is not Table.ACTIVITIES:
            return None
        return Ask(Kind.TREND, Frame(noun=Noun(field=way[0]), records=records), direction=way[1], yes_no=True)
