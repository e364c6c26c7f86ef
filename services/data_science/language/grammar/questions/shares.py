"""What share of days or activities something holds of."""

from collections.abc import Iterator

from services.data_science.domain.algebra import Kind as KindTest
from services.data_science.domain.algebra import Test
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.questions.words import DAYS
from services.data_science.language.grammar.records.connectives import tested
from services.data_science.language.phrases import Ask, Frame, Kind, Noun, Records


class Shares:
    """The rules of shares."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder

    def rules(self) -> Iterator[Rule]:
        def share(_: str, test: Test) -> Ask:
            return Ask(Kind.SHARE, Frame(), test=test)

        def share_of(_: str, which: Records, test: Test) -> Ask | None:
            return Ask(Kind.SHARE, Frame(records=which), test=test) if which.pick is None else None

        def share_kinds(_: str, which: Records, of: Records) -> Ask | None:
            if which.pick or of.kinds is None or not of.kinds.names:
                return None
            if of not in {
                Records(table=of.table, kinds=of.kinds),
                Records(table=of.table, kinds=of.kinds, window=of.window),
            }:
                return None
            whole = which if of.window is None else which.within(of.window)
            return Ask(Kind.SHARE, Frame(records=whole), test=KindTest(names=of.kinds.names)) if whole else None

        def share_drecs(_: str, records: Records) -> Ask | None:
            test = tested(records)
            return Ask(Kind.SHARE, Frame(), test=test) if test else None

        def share_active(_: str, which: Records) -> Ask | None:
            return Ask(Kind.SHARE, Frame(), test=self._builder.on_days_of(which)) if which.pick is None else None

        def share_calendar(_: str, test: Test, other: Test) -> Ask:
            return Ask(Kind.SHARE, Frame(records=Records(tests=frozenset({test}))), test=other)

        days = f"{DAYS}"
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

        def share_in(_: str, records: Records, test: Test) -> Ask | None:
            return None if records.pick else Ask(Kind.SHARE, Frame(records=records), test=test)

        yield from rules("ask", "{share} {recs} (took place|were|was|happened|are|did|do)? {calendar}", share_in, 0.0)

    def _part(self, whole: Noun, part: Noun) -> Ask | None:
        name = f"{part.metric.removesuffix('_minutes')}_percent"
        if whole.metric != "sleep_minutes" or name not in self._builder.catalogue.metrics:
            return None
        return Ask(Kind.NUMBER, Frame(noun=Noun(metric=name, said=part.said)))
