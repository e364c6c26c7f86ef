"""What share of days or activities something holds of."""

from collections.abc import Iterator
from dataclasses import replace

from services.data_science.domain.algebra import In, Table, Test, Window
from services.data_science.domain.algebra import Kind as KindTest
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.following import is_one
from services.data_science.language.grammar.questions.words import LIKE_DAYS
from services.data_science.language.grammar.records.connectives import tested
from services.data_science.language.phrases import Ask, Frame, Kind, Noun, Records


class Shares:
    """The rules of shares."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder

    def rules(self) -> Iterator[Rule]:
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
            return _share_of_days(_, Records(), test) if test else None

        def share_kinds_within(_: str, which: Records, window: Window, of: Records) -> Ask | None:
            inside = which.within(window)
            return share_kinds(_, inside, of) if inside else None

        def share_also(_: str, which: Records, test: Test) -> Ask | None:
            return Ask(Kind.SHARE, Frame(records=which), test=test) if not which.pick else None

        in_which = "(when|where|with|that|i|was|were|did|have|had|in which|on which)? (a|any)?"
        the = "(the|my|all|all the|the recorded)?"
        yield from rules(
            "ask",
            f"{{share}} {the} {{calendar}} {in_which} {{dtest}}",
            lambda s, c, t: _share_of_days(s, Records(tests=frozenset({c})), t),
            -0.2,
        )
        yield from rules("ask", f"{{share}} {the} {{dayset}} {in_which} {{holding}}", _share_of_days, 0.0)
        yield from rules("ask", f"{{share}} {the} {{dayset}} {LIKE_DAYS} {{held}}", _share_of_days, 0.1)
        yield from rules(
            "ask",
            f"{{share}} {the} (time|times) {in_which} {{held}}",
            lambda s, t: _share_of_days(s, Records(), t),
            0.0,
        )
        yield from rules("ask", "{share} {recs} {window} (were|are|was|is) {recs}", share_kinds_within, 0.0)
        yield from rules("ask", "{share} {recs} (were|was|are|have|had|that|with|where)? {atest}", share_of, 0.0)
        yield from rules("ask", "{share} {recs} (were|are|was|is) {recs}", share_kinds, 0.0)
        yield from rules("ask", "{share} {recs} (that are|that were)? {recs}", share_kinds, 0.5)
        yield from rules("ask", "{share} {drecs}", share_drecs, 0.2)
        also = "(were|was|are|is|did|do|had|have|where|when)? (also|too|as well)? (were|was|are|is|did|do|had|have)? (with)?"
        yield from rules("ask", f"{{share}} {the} {{drecs}} {also} {{held}}", share_also, 0.1)
        out_of = "(of|out of|among|from)"
        part = "(on|in|for)? (what|which|how big a|how large a)? (%|percentage|percent|pct|share|proportion|fraction|part) (of them|of those|of these)?"
        yield from rules(
            "ask",
            f"{out_of} {{recs}} ,? {part} (were|are|was|is) {{recs}}",
            lambda which, of: share_kinds("", which, of),
            0.0,
        )
        yield from rules(
            "ask",
            f"{out_of} {{recs}} ,? {part} (were|was|are|have|had|that|with|where)? {{atest}}",
            lambda which, test: share_of("", which, test),
            0.0,
        )
        yield from rules(
            "ask", f"{out_of} {{dayset}} ,? {part} {in_which} {{holding}}", lambda d, t: _share_of_days("", d, t), 0.0
        )
        yield from rules(
            "ask", "{ask} ,? (in|as a) (%|percent|percentage)", lambda a: a if a.kind is Kind.SHARE else None, 0.1
        )
        yield from rules(
            "ask",
            "{ask} ,? percentage",
            lambda a: a if a.frame.noun and a.frame.noun.metric.endswith("_percent") else None,
            0.1,
        )
        in_percent = "(in %|in percent|in percentage|as a percentage|as percent|percentage wise|as a percent|in percentages|percentwise)"
        yield from rules("ask", f"{in_percent} ,? {{ask}}", _as_share, 0.0)
        yield from rules("ask", f"{{ask}} ,? {in_percent}", _as_share, 0.0)
        yield from rules(
            "ask", f"how often ,? {in_percent} ,? {{held}}", lambda t: _share_of_days("", Records(), t), 0.0
        )

        yield from rules(
            "ask",
            f"{{share}} {{window}} {in_which} {{dtest}}",
            lambda s, w, t: _share_of_days(s, Records(window=w), t),
            0.0,
        )
        yield from rules("ask", "how much of {noun} {noun}", self._part, 0.0)

        def falling_on(_: str, days: Records, held: Test, days_meant: Test) -> Ask:
            return Ask(Kind.SHARE, Frame(records=replace(days, tests=days.tests | {held})), test=days_meant)

        fell = f"{{share}} {the} {{dayset}} {in_which} {{holding}} (was|were|are|is|fell|fall|happened|took place)"
        yield from rules("ask", f"{fell} {{calendar}}", falling_on, 0.0)

        def share_in(_: str, records: Records, test: Test) -> Ask | None:
            return None if records.pick else Ask(Kind.SHARE, Frame(records=records), test=test)

        yield from rules("ask", "{share} {recs} (took place|were|was|happened|are|did|do)? {calendar}", share_in, 0.0)

    def _part(self, whole: Noun, part: Noun) -> Ask | None:
        name = f"{part.metric.removesuffix('_minutes')}_percent"
        if whole.metric != "sleep_minutes" or not self._builder.is_recorded(name):
            return None
        return Ask(Kind.NUMBER, Frame(noun=Noun(metric=name, said=part.said)))


def _share_of_days(_: str, days: Records, test: Test) -> Ask | None:
    """One day that was picked out is no share of them."""
    if isinstance(test, In) and is_one(test.rows):
        return None
    return Ask(Kind.SHARE, Frame(records=days), test=test)


def _as_share(ask: Ask) -> Ask | None:
    """How often, told in percent; what is measured in percent is so as it stands."""
    if ask.kind is Kind.SHARE or (ask.frame.noun is not None and ask.frame.noun.metric.endswith("_percent")):
        return ask
    records = ask.frame.records
    fits = ask.kind is Kind.COUNT and not ask.yes_no and ask.frame.noun is None and len(records.tests) == 1
    if not fits or records.table is not Table.DAYS or records.inside is not None:
        return None
    frame = replace(ask.frame, records=replace(records, tests=frozenset()))
    return replace(ask, kind=Kind.SHARE, frame=frame, test=next(iter(records.tests)))
