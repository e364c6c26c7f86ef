"""A goal that a person states, how often it is come up to, and how far one is from it."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from services.data_science.domain.algebra import (
    Compare,
    Field,
    Grouping,
    Literal,
    Operation,
    Operator,
    Statistic,
    Table,
    Test,
    Unit,
    Window,
)
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.frames import FrameRules
from services.data_science.language.grammar.questions.words import POLAR
from services.data_science.language.grammar.records.claims import Claim
from services.data_science.language.phrases import Amount, Ask, Bound, Frame, Goal, Kind, Noun, Records
from services.data_science.language.totals import is_total

_AIM: Final = "(goal|target|daily goal|daily target|daily step goal|step goal|sleep goal|aim|objective|aiming|shooting|trying|try|want|wanting|hoping|supposed|like|goal is|target is|aim is|objective is|goal was|target was|going)"
_TO: Final = "(of|for|is|at|to|to get|to walk|to do|to hit|to sleep|to reach|to be|to have|to take|to stay|to go|to burn|to make|to keep|to hold|to get to|to be asleep|to average)"
_WORDS: Final = frozenset(
    {
        "goal",
        "target",
        "aim",
        "aiming",
        "objective",
        "trying",
        "try",
        "shooting",
        "hoping",
        "want",
        "supposed",
        "should",
    }
    | {
        "wanted",
        "wants",
        "need",
        "needed",
        "plan",
        "planned",
        "promised",
        "promise",
        "says",
        "said",
        "told",
        "tells",
        "set",
        "idea",
        "resolution",
    }
)
_ASKING: Final = frozenset({"how", "what", "did", "do", "was", "am", "which", "have", "on"})
_FURTHEST: Final = 6
_VERBS: Final = "(be|get|do|have|walk|sleep|take|reach|hit|burn|make|stay|keep|go|aim for|average|be getting|be sleeping|be doing|be walking|be at|be in|getting|doing|sleeping|walking|stick to|go for|ride|run|swim)"
_SOMEBODY: Final = (
    "(coach|doctor|dr|gp|trainer|physio|cardiologist|nurse|therapist|watch|app|wife|husband|plan|programme|program)"
)
_SAYS: Final = (
    "(wants|wanted|told|tells|asks|asked|says|said|recommends|recommended|suggests|suggested|expects|set|gave)"
)
_INTENT: Final = "(need|needed|wanted|want|plan|planned|intend|intended|ought|promised|promised myself|told myself|said|set myself|set|decided|have set myself|gave myself|resolved)"
_RESOLVE: Final = "(plan|idea|resolution|promise|challenge|rule)"
_A_GOAL: Final = "(a|my)? (goal|target|aim) (of|for|at|is|was)?"
_OFF: Final = "(short of|under|below|off|over|above|away from|shy of|from|short|beyond|past|within)"


def after_goal(words: tuple[str, ...]) -> int:
    """Where the question begins behind a goal that is stated in one breath with it; 0 where there is none."""
    named = next((at for at, word in enumerate(words) if word in _WORDS), len(words))
    if named > _FURTHEST or _ASKING & set(words[:named]) - {"am", "on", "was"}:
        return 0
    return next((at for at in range(named + 2, len(words) - 1) if _begins_to_ask(words, at)), 0)


def _begins_to_ask(words: tuple[str, ...], at: int) -> bool:
    """Whether a question can begin at a word: not at the verb of "wants me to do 8,000 steps"."""
    if words[at] in {"in", "for"}:
        return words[at + 1] in {"how", "what"}
    if words[at] in {"have", "was"} and (words[at - 1] in {"to", "should"} or words[at + 1][0].isdigit()):
        return False
    if words[at] == "did" and words[at - 1] == "i":
        return False
    return words[at] in _ASKING and words[at] != "do"


class Goals:
    """The rules of stated goals."""

    def __init__(self, builder: Builder, frames: FrameRules) -> None:
        self._builder = builder
        self._frames = frames

    def rules(self) -> Iterator[Rule]:
        yield from self._stated()
        yield from self._distances()

    def _stated(self) -> Iterator[Rule]:
        said = f"(if|with)? (i)? {_AIM} {_TO}?"
        for lead in (
            said,
            f"i should {_VERBS}?",
            f"{_SOMEBODY} {_SAYS} (i|me|that i|for me)? (to|at|should|for|on)? {_VERBS}?",
            f"{_SOMEBODY} {_SAYS} (i|me|for me)? {_A_GOAL} {_VERBS}?",
            f"(i|you|they say you|they say i|one|we) {_INTENT} (on|to|for|i did)? {_VERBS}?",
            f"i {_INTENT} {_A_GOAL} {_VERBS}?",
            f"{_RESOLVE} (is|was) (for|to|of)? {_VERBS}?",
        ):
            yield from self._goals_after(lead)
        yield from self._goals_in_time(
            f"(my)? (goal|target|aim|plan|resolution) {{window}} (is|was) (to|of)? {_VERBS}?"
        )
        yield from rules(
            "question", f"{said} {{noun}} {_TO} {{amount}} {{per}}?", lambda n, a, *p: self._goal(a, n, *p), 0.1
        )
        should = "(should|should be|should stay|should not be|should be kept|should remain|needs to be|needs to stay|has to be|must be|should always be|ought to be)"
        yield from rules("question", f"{{noun}} {should} {{bound}} {{per}}?", self._bounded, 0.1)
        yield from rules("ask", f"{POLAR} {{goalmet}}", lambda ask: ask, 0.0)
        yield from self._named()

    def _goals_after(self, lead: str) -> Iterator[Rule]:
        """Goals behind what says that they are goals."""
        yield from rules("question", f"{lead} {{amount}} (of)? {{noun}} for? {{per}}?", self._goal, 0.0)
        yield from rules("question", f"{lead} {{amount}} {{per}}?", lambda a, *p: self._goal(a, None, *p), 0.1)
        yield from rules("question", f"{lead} {{bound}} {{per}}?", self._unnamed, 0.2)
        yield from rules(
            "question", f"{lead} {{claim}} {{per}}?", lambda c, *p: self._bounded(c.noun, c.bound, *p), 0.1
        )
        yield from rules("question", f"{lead} {{number}} {{recs}} {{per}}?", self._activities, 0.05)
        yield from rules("question", f"{lead} {{bound}} {{recs}} {{per}}?", self._bounded_activities, 0.1)
        yield from rules(
            "question", f"{lead} {{recs}} {{often}} {{per}}?", lambda r, b, *p: self._bounded_activities(b, r, *p), 0.1
        )
        yield from rules("question", f"{lead} {{amount}} (of)? {{noun}} {{window}}", self._within, 0.1)
        for named in (f"{{window}} ,? {lead}", lead):
            yield from self._goals_in_time(named)
        for each in ("(per|a|in each|in every|with every|with each|for each|for every|on every) {recs}", "{recs}"):
            yield from rules("question", f"{lead} {{amount}} (of)? {{noun}}? {each}", self._of_each, 0.15)

    def _goals_in_time(self, lead: str) -> Iterator[Rule]:
        """Goals of each day of a stretch of time that is named, before what says that they are goals or behind it."""
        ends = "" if "{window}" in lead else " {window}"
        yield from rules("question", f"{lead} {{amount}} (of)? {{noun}}? {{per}}{ends}", self._during, 0.1)
        yield from rules("question", f"{lead} {{bound}} (of)? {{noun}} {{per}}{ends}", self._during, 0.2)
        yield from rules("question", f"{lead} {{claim}} {{per}}{ends}", self._during, 0.2)
        yield from rules("question", f"{lead} {{bound}} (of)? {{noun}}{ends}", self._not_together, 0.2)
        yield from rules("question", f"{lead} {{claim}}{ends}", self._not_together, 0.2)
        yield from rules("question", f"{lead} average {{amount}} (of)? {{noun}}{ends}", self._during, 0.1)
        yield from rules("question", f"{lead} average {{claim}}{ends}", self._during, 0.1)

    def _goal(self, amount: Amount, noun: Noun | None = None, *per: Unit) -> Goal | None:
        bound = Bound(Operator.GREATER_OR_EQUAL, amount)
        named = noun or self._meant_by(bound)
        return self._bounded(named, bound, *per) if named else None

    def _meant_by(self, bound: Bound) -> Noun | None:
        """What an amount is about that is not said: hours are of sleep."""
        hours = isinstance(bound.to, Amount) and bound.to.unit == "h"
        return _SLEEP if hours else self._builder.implied(bound)

    def _unnamed(self, bound: Bound, *per: Unit) -> Goal | None:
        named = self._meant_by(bound)
        return self._bounded(named, bound, *per) if named else None

    def _bounded(self, noun: Noun, bound: Bound, per: Unit = Unit.DAY) -> Goal | None:
        """A goal of each day; of a week or month what comes together in it."""
        if per is Unit.DAY:
            test = self._builder.test(noun, bound, Table.DAYS)
            return Goal(test=test) if test else None
        quantity = self._builder.quantity(noun, Table.DAYS)
        if quantity is None or not isinstance(bound.to, Amount):
            return None
        if quantity.additive and not is_total(bound.to, noun) and quantity.nightly:
            return None
        frame = replace(self._frames.frame_of(noun), statistic=Statistic.SUM if quantity.additive else None)
        return Goal(period=Ask(Kind.COUNT_PERIODS, frame, bound=bound, unit=per))

    def _activities(self, number: float, records: Records, *per: Unit) -> Goal | None:
        return self._bounded_activities(Bound(Operator.GREATER_OR_EQUAL, Amount(number)), records, *per)

    def _bounded_activities(self, bound: Bound, records: Records, per: Unit | None = None) -> Goal | None:
        """So many activities, in each week or in a span as a whole."""
        if records.pick or records.inside or not isinstance(bound.to, Amount) or bound.to.unit or bound.upper:
            return None
        if per is Unit.DAY or records.table is not Table.ACTIVITIES:
            return None
        frame = Frame(records=records)
        if per is not None:
            return Goal(period=Ask(Kind.COUNT_PERIODS, frame, bound=bound, unit=per))
        return Goal(once=Ask(Kind.COUNT, frame, bound=bound, yes_no=True))

    def _within(self, amount: Amount, noun: Noun, window: Window) -> Goal | None:
        """An amount that can only be meant of a span as a whole."""
        quantity = self._builder.quantity(noun, Table.DAYS)
        frame = self._frames.frame_of(noun).within(window)
        if quantity is None or not quantity.additive or frame is None or not is_total(amount, noun):
            return None
        bound = Bound(Operator.GREATER_OR_EQUAL, amount)
        return Goal(once=Ask(Kind.DECIDE, replace(frame, statistic=Statistic.SUM), bound=bound, yes_no=True))

    def _during(self, *said: Amount | Bound | Claim | Noun | Unit | Window) -> Goal | None:
        """A goal of each day of a stretch of time, which is meant where a question names none."""
        window = next(each for each in said if isinstance(each, Window))
        per = next((each for each in said if isinstance(each, Unit)), Unit.DAY)
        noun = next((each for each in said if isinstance(each, Noun)), None)
        goal: Goal | None = None
        for each in said:
            match each:
                case Amount():
                    goal = self._goal(each, noun, per)
                case Claim():
                    goal = self._bounded(each.noun, each.bound, per)
                case Bound():
                    goal = self._bounded(noun, each, per) if noun else self._unnamed(each, per)
                case _:
                    continue
        return replace(goal, window=window) if goal is not None and goal.test is not None else None

    def _not_together(self, *said: Bound | Claim | Noun | Window) -> Goal | None:
        """A goal of each day where that is not said: of a night, or of what does not add up over days."""
        noun = next(each.noun if isinstance(each, Claim) else each for each in said if isinstance(each, Claim | Noun))
        quantity = self._builder.quantity(noun, Table.DAYS)
        return self._during(*said) if quantity and (quantity.nightly or not quantity.additive) else None

    def _of_each(self, amount: Amount, *said: Noun | Records) -> Goal | None:
        """A goal of each activity: "300 calories per workout"."""
        records, noun = said[-1], said[0] if len(said) > 1 else None
        if not isinstance(records, Records) or records.table is not Table.ACTIVITIES or records.pick or records.inside:
            return None
        bound = Bound(Operator.GREATER_OR_EQUAL, amount)
        named = noun if isinstance(noun, Noun) else self._builder.field_for(bound)
        test = self._builder.test(named, bound, Table.ACTIVITIES) if named is not None else None
        return Goal(each=test, window=records.window) if test else None

    def _named(self) -> Iterator[Rule]:
        """Amounts that are called a goal where they are asked about."""
        of_goal = "(goal|target|aim|daily goal|step goal|daily target|daily step goal) (of|for|is|was)"
        yield from rules("bound", f"{{operator}} {of_goal} {{amount}}", Bound, 0.0)
        yield from rules(
            "ask",
            f"{POLAR} {{statistic}} {{claim}} {{per}}?",
            lambda s, c, *p: self._average(s, c) if p in {(), (Unit.DAY,)} else None,
            0.1,
        )
        yield from rules(
            "ask",
            f"{POLAR} {{reach}} {of_goal} {{number}} {{recs}}",
            lambda o, n, r: (g := self._bounded_activities(Bound(o, Amount(n)), r)) and g.once,
            0.0,
        )
        reach = "{reach} (goal|target|goal of|target of|aim of|daily goal of|step goal of|goal for|daily target of)"
        yield from rules("bound", f"{reach} {{amount}}", Bound, 0.0)
        yield from rules("claim", "{claim} (goal|target)", lambda claim: claim, 0.1)
        yield from rules("claim", f"{reach} {{amount}} (of)? {{noun}}", lambda o, a, n: Claim(n, Bound(o, a)), 0.0)
        yield from rules("ask", f"{POLAR} {{ontarget}}", self._on_target, 0.0)
        yield from rules("ask", f"{POLAR} {{reached}}", self._on_target, 0.3)
        yield from rules("ask", f"{POLAR} {{periodgoal}} {{window}}", _reached_within, 0.0)
        for every in ("{per}", "(in)? {group}"):
            yield from rules("ask", f"{POLAR} {{periodgoal}} {every}", _reached_in_each, 0.0)
        yield from rules("ask", f"{POLAR} {{reached}} {{adverb}}", self._averaged, 0.0)
        yield from rules("ask", f"{POLAR} (manage to)? {{averagedgoal}}", self._on_target, 0.0)
        yield from rules(
            "ask",
            f"{POLAR} {{reached}} {{window}} {{adverb}}",
            lambda t, w, s: (a := self._averaged(t, s)) and (f := a.frame.within(w)) and replace(a, frame=f),
            0.0,
        )
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

    def _average(self, statistic: Statistic, claim: Claim) -> Ask:
        """Whether the average is within what is claimed."""
        frame = replace(self._frames.frame_of(claim.noun), statistic=statistic)
        return Ask(Kind.DECIDE, frame, bound=claim.bound, yes_no=True)

    def _averaged(self, test: Test, statistic: Statistic) -> Ask | None:
        return self._on_target(test) if statistic is Statistic.MEAN else None

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
        yield from rules("ask", "(by)? how (much|many) {missed} {adverb}?", self._missed_by, -0.3)
        for far in ("far", "(much|many) {noun}?"):
            yield from rules(
                "ask",
                f"(by)? how {far} {{aimed}} (it|that|my goal|the goal|my target|the target)? {{adverb}}",
                lambda *said: self._off_goal(said[-2]) if said[-1] is Statistic.MEAN else None,
                0.0,
            )

    def _off(self, amount: Amount, noun: Noun) -> Ask | None:
        if self._builder.quantity(noun, Table.DAYS) is None:
            return None
        frame = replace(self._frames.frame_of(noun), statistic=Statistic.MEAN, operation=Operation.MINUS)
        return Ask(Kind.NUMBER, frame, value=amount)

    def _off_unnamed(self, amount: Amount) -> Ask | None:
        noun = self._builder.implied(Bound(Operator.GREATER_OR_EQUAL, amount))
        return self._off(amount, noun) if noun else None

    def _missed_by(self, goal: Goal, statistic: Statistic = Statistic.MEAN) -> Ask | None:
        """How far the average is from a goal: of the time that the goal was stated of."""
        off = self._off_goal(goal.test) if goal.test is not None and statistic is Statistic.MEAN else None
        frame = off.frame.within(goal.window) if off and goal.window else off and off.frame
        return replace(off, frame=frame) if off and frame else None

    def _off_goal(self, goal: Test) -> Ask | None:
        if not isinstance(goal, Compare) or not isinstance(goal.column, Field) or not isinstance(goal.number, Literal):
            return None
        return self._off(Amount(goal.number.value, goal.number.unit), Noun(metric=goal.column.name))


def _reached_within(goal: Ask, window: Window) -> Ask | None:
    """Whether a goal of each week was come up to in one that is named."""
    frame = goal.frame.within(window)
    if frame is None or window.unit is not goal.unit:
        return None
    return replace(goal, kind=Kind.COUNT if frame.noun is None else Kind.DECIDE, frame=frame, unit=None, yes_no=True)


def _reached_in_each(goal: Ask, unit: Unit | Grouping) -> Ask | None:
    """Whether a goal of each week was come up to every week."""
    if goal.frame.noun is None or goal.unit is None or unit.value != goal.unit.value:
        return None
    return replace(
        goal, kind=Kind.DECIDE, frame=replace(goal.frame, statistic=None, per=goal.unit), unit=None, yes_no=True
    )


_SLEEP: Final = Noun(metric="sleep_minutes", said="sleep")
