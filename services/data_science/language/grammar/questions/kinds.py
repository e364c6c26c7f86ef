"""Which kinds of activities there are on record."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from services.data_science.domain.algebra import Grouping, Order, Statistic, Table, Window
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.phrases import Ask, Best, Frame, Kind, Noun, Records

_MOST_TOLD: Final = 10
_IN_GENERAL: Final = "(burns|burn|has|have|gets|get|gives|give|makes|make|raises|raise|pushes|push|is|takes|do i)"
"""Verbs by which it is asked of what activities are like, not of one that was done."""


def _of_any(records: Records) -> Records | None:
    """Activities of any kind, of which one kind is asked for."""
    named = records.kinds is not None and records.kinds.names
    return None if records.pick or records.inside or named or records.table is not Table.ACTIVITIES else records


def _is_one_kind(records: Records) -> bool:
    """Whether a kind is named, so that "which" asks for those of it one by one."""
    return records.kinds is not None and len(records.kinds.names) == 1


class KindsOnRecord:
    """The rules of questions for kinds of activities."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder

    def rules(self) -> Iterator[Rule]:
        def kinds(records: Records) -> Ask | None:
            if records.pick or records.inside or records.table is not Table.ACTIVITIES:
                return None
            return Ask(Kind.KINDS, Frame(records=records))

        yield from rules(
            "ask",
            "(what|which)? (different|unique)? (kinds|types|kind|type|sorts|sort) of (physical)? {recs} (in)?",
            kinds,
            0.0,
        )
        yield from rules(
            "ask",
            "(what|which|unique|different|distinct|what unique|what different|which unique|which different|specific) {recs} (in|up to)?",
            lambda records: None if _is_one_kind(records) else kinds(records),
            0.6,
        )
        yield from rules(
            "ask",
            "(what|which) {recs}",
            lambda records: (
                Ask(Kind.RECORDS, Frame(records=records))
                if _is_one_kind(records) and not (records.pick or records.inside)
                else None
            ),
            0.6,
        )
        apart = "(different|distinct|unique|separate|various)"

        def counted(records: Records) -> Ask | None:
            ask = kinds(records)
            return replace(ask, frame=replace(ask.frame, how_many=True)) if ask else None

        for said in (
            f"{apart}? (kinds|types|sorts) of {{recs}}",
            f"{apart}? {{recs}} (kinds|types)",
            f"{apart} {{recs}}",
        ):
            yield from rules("ask", f"how many {said}", counted, 0.1)
        often = "(often|frequently|common|commonly|frequent|popular|regularly)"
        any_kind = "(kind|type|sort|kinds|types)"
        yield from rules("kindof", f"{any_kind} (of)? {{recs}}", _of_any, 0.0)
        yield from rules("kindof", f"{{recs}} {any_kind}", _of_any, 0.0)
        yield from rules("ask", f"(what|which) {{recs}} {{best}} {often}?", self._most_frequent, 0.2)
        yield from rules("ask", f"(what|which)? {{kindof}} {{best}} {often}?", self._most_frequent, 0.2)
        yield from rules(
            "ask", f"{{best}} {often} ({any_kind[1:-1]})? (of)? {{recs}}", lambda b, r: self._most_frequent(r, b), 0.0
        )
        yield from rules("ask", f"{{best}} {often} {{kindof}}", lambda b, r: self._most_frequent(r, b), 0.0)
        yield from rules(
            "ask",
            f"(favorite|favourite|go to) ({any_kind[1:-1]})? (of)? {{recs}}",
            lambda r: self._most_frequent(r, Best(order=Order.HIGHEST)),
            0.0,
        )
        yield from rules("kindof", f"{{recs}} {_IN_GENERAL}", _of_any, -0.1)
        which = "(what|which)? {kindof}"
        in_it = "(in|on|with|doing)?"
        yield from rules("ask", f"{which} {{best}} {{noun}} {in_it} {{adverb}}?", self._best_kind, 0.0)
        yield from rules(
            "ask",
            f"{which} {{noun}} (up|the)? {{best}} {{adverb}}?",
            lambda r, n, b, *a: self._best_kind(r, b, n, *a),
            0.1,
        )
        yield from rules(
            "ask",
            f"{which} {{best}} {{statistic}} {{noun}} {in_it}",
            lambda r, b, s, n: self._best_kind(r, b, n, s),
            0.0,
        )
        ranked = "(rank|sort|order|list|ranking of|ranked) {kindof} (ranked|sorted|ordered)? by"
        highest = Best(order=Order.HIGHEST)
        yield from rules("ask", f"{ranked} {{noun}}", lambda r, n: self._best_kind(r, highest, n), 0.0)
        yield from rules(
            "ask", f"{ranked} {{statistic}} {{noun}}", lambda r, s, n: self._best_kind(r, highest, n, s), 0.0
        )
        often = "(count|number|frequency|how often|how often i did them|how many there are)"
        yield from rules("ask", f"{ranked} {often}", lambda r: self._most_frequent(r, highest), 0.0)
        yield from rules("ask", f"{which} {{best}} {{adverb}}", self._best_by_itself, 0.0)
        yield from rules(
            "ask",
            f"{which} (spend|put)? {{best}} time (on|in|doing|into|with)",
            lambda r, b: self._best_kind(r, b, Noun(field="duration_min"), Statistic.SUM),
            0.0,
        )
        yield from self._best_few()
        what = "(different|distinct|unique|various)? (activities|activity|exercise|workout|sports|sport|exercises|workouts|training)"
        lead = "(list|name|which|what|show)"
        yield from rules(
            "ask",
            f"{lead} {what} (types|kinds|type|kind)? (in my log|in my records|are there|are in my log|i do)?",
            self._kinds,
            0.4,
        )
        yield from rules(
            "ask", f"{lead} {what} (types|kinds|type|kind)? (i|i did|did)? {{window}}", lambda w: self._kinds(w), 0.3
        )

        parted = "(break down|breakdown of|split|split up|sort|count|group)"
        yield from rules(
            "ask", f"{parted}? {{recs}} {{group}}", lambda r, by: kinds(r) if by is Grouping.KIND else None, 0.1
        )
        yield from rules("ask", "what did i do {window}", self._kinds, 0.6)
        yield from rules("ask", f"(which|what) {what} (do|did|have) i (do|done)", self._kinds, 0.2)

    def _best_few(self) -> Iterator[Rule]:
        """ "My two kinds of activities with the highest total duration"."""

        def several(count: int, best: Best) -> Best | None:
            return replace(best, count=count) if best.count == 1 and 1 < count <= _MOST_TOLD else None

        def by_number(count: int, records: Records, best: Best, *said: Statistic | Noun) -> Ask | None:
            few, noun, statistic = several(count, best), said[-1], said[0]
            of = statistic if isinstance(statistic, Statistic) else None
            return self._best_kind(records, few, noun, of) if few and isinstance(noun, Noun) else None

        some = "(what|which)? {count} {kindof} (with|had|have|has|by)? {best}"
        yield from rules("ask", some, lambda n, r, b: (few := several(n, b)) and self._most_frequent(r, few), 0.2)
        yield from rules("ask", f"{some} {{noun}}", by_number, 0.0)
        yield from rules("ask", f"{some} {{statistic}} {{noun}}", by_number, 0.0)

    def _most_frequent(self, records: Records, best: Best) -> Ask | None:
        plain = best in (replace(Best(order=each), count=best.count) for each in (Order.HIGHEST, Order.LOWEST))
        if (
            not plain
            or records.pick
            or records.inside
            or records.tests
            or (records.kinds is not None and records.kinds.names)
        ):
            return None
        return Ask(Kind.PROFILE, Frame(records=records, by=Grouping.KIND, best=best))

    def _best_by_itself(self, records: Records, best: Best, statistic: Statistic) -> Ask | None:
        """What is done the longest on average."""
        plain = replace(best, fields="")
        return self._best_kind(records, plain, Noun(field=best.fields), statistic) if best.fields else None

    def _best_kind(self, records: Records, best: Best, noun: Noun, statistic: Statistic | None = None) -> Ask | None:
        """The kind of activities with the highest or lowest mean, or total where that was said."""
        judged = self._builder.better(best, self._builder.quantity(noun, Table.ACTIVITIES)) if noun.field else None
        if judged is None or judged.of_time() or best.first > 1:
            return None
        frame = Frame(noun=noun, records=records, by=Grouping.KIND, best=judged, statistic=statistic or Statistic.MEAN)
        return Ask(Kind.PROFILE, frame)

    def _kinds(self, window: Window | None = None) -> Ask:
        return Ask(Kind.KINDS, Frame(records=Records(table=Table.ACTIVITIES, window=window)))
