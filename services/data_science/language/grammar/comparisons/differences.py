"""By how much two groups of days differ, and what each of them is."""

from collections.abc import Iterator
from dataclasses import replace

from services.data_science.domain.algebra import Window
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.comparisons.contrasts import Contrasts
from services.data_science.language.grammar.comparisons.pairs import halves
from services.data_science.language.grammar.comparisons.words import CHANGED
from services.data_science.language.grammar.frames import Modifier
from services.data_science.language.grammar.questions.words import POLAR
from services.data_science.language.phrases import Ask, Frame, Kind


class Differences:
    """The rules of differences between two groups."""

    def __init__(self, contrasts: Contrasts) -> None:
        self._contrasts = contrasts

    def rules(self) -> Iterator[Rule]:
        contrast, rest, previous = (
            self._contrasts.between,
            self._contrasts.with_others,
            self._contrasts.with_the_one_before,
        )

        def told(frame: Frame, one: Modifier, other: Modifier) -> Ask | None:
            return contrast(frame, one, other, 0, yes_no=False)

        yield from rules(
            "ask", "(compare|comparing) {np} {group_of} (and|with|to|versus|against) {group_of}", told, 0.0
        )
        yield from rules(
            "ask",
            "(compare|comparing) {group_of} (and|with|to|versus|against) {group_of} (for|in|on)? {np}",
            lambda a, b, f: told(f, a, b),
            0.1,
        )
        yield from rules(
            "ask",
            "(what|how)? {np} {group_of} (versus|vs|compared to|compared with|against|as opposed to) {group_of}",
            told,
            0.0,
        )
        yield from rules("ask", "(what|how)? {np} (in|on|for|between)? {group_of} and {group_of} compare", told, 0.1)
        yield from rules(
            "ask",
            "(what|how big)? (difference|gap|change) (in|of|between) {np} between {group_of} and {group_of}",
            told,
            0.0,
        )
        yield from rules("ask", "(what|how big)? (difference|gap) between {np} {group_of} and {group_of}", told, 0.0)
        yield from rules("ask", "how {np} {group_of} (compare|differ|different) (to|with|from) {group_of}", told, 0.0)
        yield from rules(
            "ask",
            "how {np} (compare|differ|different) (to|with|from|between)? {group_of} (and|to|versus) {group_of}",
            told,
            0.1,
        )
        yield from rules(
            "ask",
            "how (much|many)? {direction} {np} {group_of} {than_group}",
            lambda d, f, a, b: contrast(f, a, b, d, yes_no=False),
            0.0,
        )
        yield from rules(
            "ask",
            "(by)? how (much|many)? {np} {direction} {group_of} {than_group}",
            lambda f, d, a, b: contrast(f, a, b, d, yes_no=False),
            0.0,
        )
        yield from rules(
            "ask",
            "(by)? how (much|many)? {direction} {np} {group_of}",
            lambda d, f, a: rest(f, a, d, yes_no=False),
            0.4,
        )
        yield from rules(
            "ask",
            "how {np} (change|changed|differ|different) {group_of}",
            lambda f, a: rest(f, a, 0, yes_no=False),
            0.4,
        )
        yield from rules(
            "ask",
            "(when|what|where)? {direction} {np} {group_of} or {group_of}",
            lambda d, f, a, b: contrast(f, a, b, 0, yes_no=False),
            0.3,
        )
        yield from rules(
            "ask",
            "(when|what|where)? {np} {direction} {group_of} or {group_of}",
            lambda f, d, a, b: contrast(f, a, b, 0, yes_no=False),
            0.3,
        )
        yield from rules(
            "ask",
            "how (much|many)? {direction} {np} {window} than (the)? {count} {unit}? (before|prior|before that)",
            lambda d, f, w, *_: (x := previous(f, d, w)) and replace(x, yes_no=False),
            0.0,
        )
        yield from rules(
            "ask",
            "how (much|many)? {np} {direction} {window} than (the)? {count} {unit}? (before|prior|before that)",
            lambda f, d, w, *_: (x := previous(f, d, w)) and replace(x, yes_no=False),
            0.0,
        )
        yield from rules(
            "ask",
            f"(how|by how)? (much|many)? (did)? {{np}} {CHANGED} from {{window}} to {{window}}",
            lambda f, a, b: told(f, b, a),
            0.0,
        )
        yield from rules(
            "ask",
            f"{POLAR} {{np}} {CHANGED} from {{window}} to {{window}}",
            lambda f, a, b: contrast(f, b, a, 0, yes_no=False),
            0.0,
        )
        yield from rules(
            "ask",
            f"(how|by how)? (much|many)? {{np}} {CHANGED} (between) {{window}} and {{window}}",
            lambda f, a, b: told(f, b, a),
            0.0,
        )
        yield from rules(
            "ask",
            "{ask} (and)? by how much",
            lambda a: replace(a, yes_no=False) if a.kind is Kind.CONTRAST else None,
            0.0,
        )
        yield from rules(
            "ask",
            "{np} {window} (versus|compared to|compared with|and) {window} difference",
            lambda f, a, b: told(f, a, b),
            0.0,
        )
        yield from rules("ask", "{ask} difference", lambda a: a if a.kind is Kind.CONTRAST else None, 0.1)
        yield from rules("ask", "difference (in|of) {np} between first and second half of {span}", self._halves, 0.0)

    def _halves(self, frame: Frame, window: Window) -> Ask | None:
        split = halves(window)
        if split is None:
            return None
        first, second = split
        one, other = frame.within(second), frame.within(first)
        return Ask(Kind.CONTRAST, one, other=other) if one and other else None
