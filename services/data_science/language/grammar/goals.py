"""A goal that a person states, how often it is come up to, and how far one is from it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from services.data_science.domain.algebra import (
    Compare,
    Field,
    Literal,
    Not,
    Operation,
    Operator,
    Statistic,
    Table,
    Test,
)
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Edge, Rule, rules
from services.data_science.language.grammar.frames import FrameRules
from services.data_science.language.grammar.questions.words import POLAR
from services.data_science.language.grammar.records.claims import Claim
from services.data_science.language.phrases import Amount, Ask, Bound, Goal, Kind, Noun

_AIM: Final = "(goal|target|aim|objective|aiming|shooting|trying|try|want|wanting|hoping|supposed|like|goal is|target is|aim is|objective is|goal was|target was|going)"
_TO: Final = "(of|for|is|at|to|to get|to walk|to do|to hit|to sleep|to reach|to be|to have|to take|to stay|to go|to burn|to make)"
_WORDS: Final = frozenset(
    {"goal", "target", "aim", "aiming", "objective", "trying", "shooting", "hoping", "want", "supposed"}
)
_ASKING: Final = frozenset({"how", "what", "did", "do", "was", "am", "which", "have", "on"})
_REACHING: Final = frozenset(
    """make made reach reached reaching hit hits hitting manage managed managing meet met meeting did do achieve achieved
    get got getting beat accomplish accomplished""".split()  # noqa: SIM905, a list of words reads better so
)
_REACHED: Final[tuple[tuple[str, ...], ...]] = (
    ("it",),
    ("that",),
    ("there",),
    ("that", "goal"),
    ("that", "target"),
    ("the", "goal"),
    ("the", "target"),
    ("my", "goal"),
    ("my", "target"),
    ("my", "step", "goal"),
    ("my", "sleep", "goal"),
    ("this", "goal"),
)
_MISSED: Final[tuple[tuple[str, ...], ...]] = (
    ("fall", "short"),
    ("fell", "short"),
    ("fallen", "short"),
    ("fail",),
    ("failed",),
    ("miss", "it"),
    ("missed", "it"),
    ("miss", "that"),
    ("missed", "that"),
    ("miss", "my", "goal"),
    ("missed", "my", "goal"),
    ("miss", "the", "goal"),
    ("missed", "the", "goal"),
    ("miss", "my", "target"),
    ("missed", "my", "target"),
)
_REACHED_ALONE: Final[tuple[tuple[str, ...], ...]] = (
    ("succeed",),
    ("succeeded",),
    ("pull", "it", "off"),
    ("stick", "to", "it"),
    ("stuck", "to", "it"),
)
_SHORTEST: Final = 4
_ON_TARGET: Final[tuple[tuple[str, ...], ...]] = (
    ("there",),
    ("on", "track"),
    ("on", "target"),
    ("meeting", "it"),
    ("reaching", "it"),
    ("hitting", "it"),
    ("meeting", "that"),
    ("making", "it"),
    ("above", "it"),
    ("above", "or", "below", "it"),
    ("over", "it"),
)
_OFF: Final = "(short of|under|below|off|over|above|away from|shy of|from|short|beyond|past|within)"


def after_goal(words: tuple[str, ...]) -> int:
    """Where the question begins behind a goal that is stated in one breath with it; 0 where there is none."""
    named = next((at for at, word in enumerate(words) if word in _WORDS), len(words))
    if named > _SHORTEST or _ASKING & set(words[:named]) - {"am"}:
        return 0
    return next((at for at in range(named + 2, len(words) - 1) if words[at] in _ASKING and words[at] != "do"), 0)


def goal_references(words: Sequence[str], goal: Test) -> Iterator[Edge]:
    """What "make it", "hit my goal" and "fall short" stand for once a goal is stated."""
    for start, word in enumerate(words):
        if word in _REACHING:
            for phrase in _REACHED:
                if tuple(words[start + 1 : start + 1 + len(phrase)]) == phrase:
                    yield Edge(start, start + 1 + len(phrase), "dtest", goal, 0.0)
        for phrases, test in ((_MISSED, _missed(goal)), (_REACHED_ALONE, goal)):
            for phrase in phrases:
                if tuple(words[start : start + len(phrase)]) == phrase:
                    yield Edge(start, start + len(phrase), "dtest", test, 0.0)
        for on_target in _ON_TARGET:
            if tuple(words[start : start + len(on_target)]) == on_target:
                yield Edge(start, start + len(on_target), "ontarget", goal, 0.0)
        if word in {"off", "short", "away"}:
            yield Edge(start, start + 1, "aimed", goal, 0.0)


class Goals:
    """The rules of stated goals."""

    def __init__(self, builder: Builder, frames: FrameRules) -> None:
        self._builder = builder
        self._frames = frames

    def rules(self) -> Iterator[Rule]:
        yield from self._stated()
        yield from self._distances()

    def _stated(self) -> Iterator[Rule]:
        def goal(amount: Amount, noun: Noun | None = None) -> Goal | None:
            bound = Bound(Operator.GREATER_OR_EQUAL, amount)
            named = noun or (_SLEEP if amount.unit == "h" else None) or self._builder.implied(bound)
            test = self._builder.test(named, bound, Table.DAYS) if named else None
            return Goal(test) if test else None

        def claimed(claim: Claim) -> Goal | None:
            test = self._builder.test(claim.noun, claim.bound, Table.DAYS)
            return Goal(test) if test else None

        said = f"(if|with)? (i)? {_AIM} {_TO}?"
        yield from rules("question", f"{said} {{amount}} (of)? {{noun}} {{per}}?", lambda a, n, *_: goal(a, n), 0.0)
        yield from rules("question", f"{said} {{amount}} {{per}}?", lambda a, *_: goal(a), 0.1)
        yield from rules("question", f"{said} {{claim}} {{per}}?", lambda c, *_: claimed(c), 0.1)
        yield from rules("question", f"{said} {{noun}} {_TO} {{amount}} {{per}}?", lambda n, a, *_: goal(a, n), 0.1)
        reach = "{reach} (goal|target|goal of|target of|aim of|daily goal of|step goal of|goal for|daily target of)"
        yield from rules("bound", f"{reach} {{amount}}", Bound, 0.0)
        yield from rules("claim", "{claim} (goal|target)", lambda claim: claim, 0.1)
        yield from rules("claim", f"{reach} {{amount}} (of)? {{noun}}", lambda o, a, n: Claim(n, Bound(o, a)), 0.0)
        yield from rules("ask", f"{POLAR} {{ontarget}}", self._on_target, 0.0)
        yield from rules(
            "ask",
            f"{POLAR} {{noun}} (enough)? (enough|versus|compared to|compared with|against|relative to|enough for) {{amount}}",
            lambda n, a: self._decided(n, a),
            0.1,
        )
        yield from rules(
            "ask",
            f"{POLAR} {{noun}} enough (versus|compared to|compared with|against|relative to) {{amount}}",
            lambda n, a: self._decided(n, a),
            0.0,
        )

    def _on_target(self, goal: Test) -> Ask | None:
        """Whether the average comes up to the goal."""
        if not isinstance(goal, Compare) or not isinstance(goal.column, Field) or not isinstance(goal.number, Literal):
            return None
        frame = self._frames.frame_of(Noun(metric=goal.column.name))
        bound = Bound(goal.operator, Amount(goal.number.value, goal.number.unit))
        return Ask(Kind.DECIDE, frame, bound=bound, yes_no=True)

    def _decided(self, noun: Noun, amount: Amount) -> Ask:
        bound = Bound(Operator.GREATER_OR_EQUAL, amount)
        return Ask(Kind.DECIDE, self._frames.frame_of(noun), bound=bound, yes_no=True)

    def _distances(self) -> Iterator[Rule]:
        many = "(by)? how (many|much)"
        yield from rules("ask", f"{many} {{noun}} {_OFF} {{amount}}", lambda n, a: self._off(a, n), 0.1)
        yield from rules(
            "ask", f"{many} {{measure}} {_OFF} {{amount}} (of)? {{noun}}", lambda _, a, n: self._off(a, n), 0.0
        )
        missed = (
            "(miss|missed|exceed|exceeded|beat|fall short of|fell short of|overshoot|overshot|undershoot|undershot)"
        )
        yield from rules("ask", f"{many} {{noun}} {missed} {{amount}}", lambda n, a: self._off(a, n), 0.0)
        yield from rules("ask", f"how far {_OFF} {{amount}}", self._off_unnamed, 0.2)
        yield from rules("ask", "how far {aimed} (it|that|my goal|the goal|my target|the target)?", self._off_goal, 0.0)
        yield from rules("ask", "how far {aimed} (from|of) (it|that|goal|target)", self._off_goal, 0.0)
        yield from rules("ask", "(by)? how (much|many) {noun}? {aimed}", lambda *said: self._off_goal(said[-1]), 0.2)

    def _off(self, amount: Amount, noun: Noun) -> Ask | None:
        if self._builder.quantity(noun, Table.DAYS) is None:
            return None
        frame = replace(self._frames.frame_of(noun), statistic=Statistic.MEAN, operation=Operation.MINUS)
        return Ask(Kind.NUMBER, frame, value=amount)

    def _off_unnamed(self, amount: Amount) -> Ask | None:
        noun = self._builder.implied(Bound(Operator.GREATER_OR_EQUAL, amount))
        return self._off(amount, noun) if noun else None

    def _off_goal(self, goal: Test) -> Ask | None:
        if not isinstance(goal, Compare) or not isinstance(goal.column, Field) or not isinstance(goal.number, Literal):
            return None
        return self._off(Amount(goal.number.value, goal.number.unit), Noun(metric=goal.column.name))


_SLEEP: Final = Noun(metric="sleep_minutes", said="sleep")


def _missed(goal: Test) -> Test:
    match goal:
        case Compare(column=column, operator=Operator.GREATER_OR_EQUAL, number=number):
            return Compare(column=column, operator=Operator.LESS, number=number)
        case _:
            return Not(test=goal)
