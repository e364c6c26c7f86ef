"""Streaks: for how many days in a row something holds, at the longest or now, and whether for so many."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from services.data_science.domain.algebra import Compare, Field, Not, Operator, Order, Run, Table, Test
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.questions.words import DAYS, HOW_MANY, POLAR, STREAK
from services.data_science.language.grammar.records.connectives import tested
from services.data_science.language.grammar.records.superlatives import FIRST
from services.data_science.language.phrases import Amount, Ask, Best, Bound, Frame, Kind, Noun, Records, is_all_of

_RUNS: Final = (
    (Run.LONGEST, "(longest|best|biggest|max|maximum|record|greatest|all time longest|longest ever)"),
    (Run.CURRENT, "(current|ongoing|present|active|latest)"),
)
_SERIES: Final = "(streak|run|stretch|series|string|spell|sequence)"
_GAP: Final = "(streak|run|stretch|series|spell|time|period|gap|break|pause|layoff|time off|interval|dry spell)"
_MOST: Final = f"({HOW_MANY[1:-1]}|how much|most|most number of|longest number of|highest number of|max|maximum|max number of|maximum number of|record number of)"
_AT_MOST: Final = "(at most|at the most|max|at best|maximum|tops|at a time|my best|my best ever|my record|my longest|in the best case|in the worst case|worst case|best case|as a maximum|as maximum|at the longest)"
_LINK: Final = "(of|with|for|where|when|that|i|on which|in which|at|on|did|did i|have|have i|that i|doing|getting)"
_NOW: Final = "(up to today|until today|till today|to today|up to now|until now|up until now|up until today|as of today|as of now|right now|now|currently|at the moment|leading up to today|including today|counting back from today|counting back from now|to date)"
_BACK: Final = (
    "(counting back|counting back from today|counting back from now|counting backwards|counting backwards from today)"
)
_RECORD: Final = "(record|best|longest|most|max|personal best|pb|all time record|longest ever|my longest)"


class Streaks:
    """The rules of streaks; `held` is what holds of each of their days, `holding` where no word for days is in it."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder

    def rules(self) -> Iterator[Rule]:
        yield from self._held()
        yield from self._named()
        yield from self._without()
        yield from self._counted()
        yield from self._records()
        yield from self._decided()

    def _held(self) -> Iterator[Rule]:
        yield from rules("held", "{holding}", lambda test: test, 0.0)
        yield from rules("held", "{drecs}", tested, 0.2)
        yield from rules("holding", "{dtest}", lambda test: test, 0.0)
        yield from rules("holding", "{ntest}", lambda test: test, 0.3)
        yield from rules("holding", "{recs}", self._done, 0.1)
        yield from rules("holding", "{amount} (of)? {noun}?", self._reached, 0.05)
        yield from rules("holding", "{ntest} (nights|night)", lambda test: test, 0.0)
        yield from rules("holding", "{amount} (nights|night)", self._slept, 0.1)
        yield from rules("holding", "(without|of not) {dtest}", lambda test: Not(test=test), 0.0)

        many = "how (many|much) (days|nights|days in a row|nights in a row)"
        yield from rules("ask", f"{{ask}} , {many}", lambda ask: ask if ask.kind is Kind.STREAK else None, 0.0)

    def _named(self) -> Iterator[Rule]:
        """Where it is called a streak."""
        lead = "(when|when was|how long)?"
        of = f"{_LINK}? {STREAK}? {DAYS}? {STREAK}? {_LINK}?"
        for run, words in _RUNS:
            streak = partial(_streak, run=run)
            yield from rules("ask", f"{lead} {words} {_SERIES} {of} {{held}} {STREAK}?", streak, 0.0)
            yield from rules("ask", f"{lead} {words} {{held}} (a day|daily|day|days)? {_SERIES}", streak, 0.0)
            yield from rules("ask", f"{words} number of {STREAK}? {DAYS} {STREAK}? {_LINK}? {{held}}", streak, 0.0)
        placed = "|".join(FIRST)
        for words in (f"({placed}) {_RUNS[0][1]} {_SERIES}", f"(best|longest) ({placed}) {_SERIES}"):
            yield from rules("ask", f"{lead} {words} {of} {{held}}", _not_the_longest, 0.0)
        yield from rules("ask", "(how long)? {held} streak", _streak, 0.1)
        yield from rules("ask", f"{_SERIES} {_LINK} {{held}}", _streak, 0.2)
        now = partial(_streak, run=Run.CURRENT)
        yield from rules("ask", f"{_SERIES} {_LINK} {{held}} {_NOW}", now, 0.0)
        yield from rules("ask", f"{{held}} {_SERIES} {_NOW}", now, 0.0)
        yield from rules("ask", "on a streak of {held}", partial(_streak, run=Run.CURRENT), 0.0)
        for said in (f"{_BACK} ,? {{ask}}", f"{{ask}} ,? {_BACK}"):
            yield from rules("ask", said, _up_to_now, 0.0)
        for held in ("dtest", "ntest"):
            worst = f"worst {_SERIES} (of)? {DAYS}? {STREAK}? {_LINK}? {{{held}}}"
            yield from rules("ask", worst, lambda t: _streak(t) if self._is_bad(t) else None, 0.0)

    def _without(self) -> Iterator[Rule]:
        """Days on which something does not hold."""
        for run, words in _RUNS:
            gap = f"(how long)? {words} {_GAP} (between|from|off|without) (a|any|1)? {{recs}} (,? in days)?"
            yield from rules("ask", gap, partial(self._lacking, run=run), 0.0)
        went = "(how long)? (longest|the longest|longest time|longest period|most days|longest stretch|longest gap|longest break) (i|that i|i ever|i have|i ever have|ever|between|of)? (go|went|gone|going)? (days)?"
        yield from rules("ask", f"{went} (without|without a|without any|with no) {{recs}}", self._lacking, 0.0)
        yield from rules("ask", f"{went} (without|not) {{dtest}}", lambda t: _streak(Not(test=t)), 0.0)
        lacking = "(longest|best|max|record|greatest) (streak|run|stretch|series|spell|gap|break|time|period) (without|of not|not)"
        yield from rules("ask", f"{lacking} {{dtest}}", lambda t: _streak(Not(test=t)), 0.0)
        yield from rules(
            "ask",
            f"how many {DAYS} (go|went|gone)? {STREAK} (go|went|gone)? (without|with no|not) {{recs}}",
            self._lacking,
            0.0,
        )

    def _counted(self) -> Iterator[Rule]:
        """Where the days in a row are counted."""
        now = partial(_streak, run=Run.CURRENT)
        for days in (f"{DAYS} {STREAK}", f"{STREAK} {DAYS}"):
            yield from rules(
                "ask", f"(for|on)? {_MOST} {days} ,? {_AT_MOST}? {_LINK}? {{held}} {STREAK}?", _streak, 0.1
            )
            yield from rules("ask", f"(for)? {_MOST} {days} {_NOW} {_LINK}? (been)? {{held}}", now, -0.1)
            yield from rules("ask", f"how many {days} have i been {{held}}", now, -0.15)
        yield from rules("ask", f"(for|on)? {_MOST} {DAYS} {_LINK}? {{held}} {STREAK}", _streak, 0.1)
        yield from rules("ask", f"(for)? how many {DAYS} now {{dtest}}", now, 0.1)
        yield from rules("ask", f"{_MOST} {STREAK} {{drecs}}", lambda r: (t := tested(r)) and _streak(t), 0.2)
        yield from rules("ask", f"{_MOST} {{drecs}} {STREAK}", lambda r: (t := tested(r)) and _streak(t), 0.5)
        longest = lambda a: a if a.kind is Kind.STREAK and a.run is Run.LONGEST else None  # noqa: E731
        yield from rules("ask", f"{{ask}} ,? {_AT_MOST}", longest, 0.0)

    def _records(self) -> Iterator[Rule]:
        """The most days in a row, called a record, or only named."""
        for days in (f"{DAYS} {STREAK}", f"{STREAK} {DAYS}"):
            yield from rules("ask", f"{_RECORD}? (for|of|is|at)? {days} {_LINK}? {{held}}", _streak, 0.2)

    def _decided(self) -> Iterator[Rule]:
        """Whether it held for so many days in a row, ever or now."""
        often = f"(for|on)? {{often}} {STREAK}"
        yield from rules("ask", f"{POLAR} ever? {{held}} {often}", lambda t, b: _streak(t, bound=b), 0.0)
        yield from rules("ask", f"{POLAR} ever? {often} {_LINK}? {{held}}", lambda b, t: _streak(t, bound=b), 0.0)
        on = f"(on|in) (a|any|any kind of|any sort of|middle of a)? {_SERIES} {_NOW}? {_LINK}? {{held}} {_NOW}?"
        now = partial(_streak, run=Run.CURRENT, bound=Bound(Operator.GREATER_OR_EQUAL, Amount(2.0)))
        yield from rules("ask", f"{POLAR} {on}", now, 0.0)

    def _done(self, records: Records) -> Test | None:
        all_of = records.kinds is not None and is_all_of(records.kinds)
        return None if records.pick or all_of else self._builder.on_days_of(records)

    def _lacking(self, records: Records, run: Run = Run.LONGEST) -> Ask | None:
        return None if records.pick else _streak(Not(test=self._builder.on_days_of(records)), run)

    def _reached(self, amount: Amount, *nouns: Noun) -> Test | None:
        """At least the amount; of what only an amount is said of, where that tells it."""
        bound = Bound(Operator.GREATER_OR_EQUAL, amount)
        noun = nouns[0] if nouns else self._builder.implied(bound)
        return self._builder.test(noun, bound, Table.DAYS) if noun else None

    def _slept(self, amount: Amount) -> Test | None:
        bound = Bound(Operator.GREATER_OR_EQUAL, amount)
        return self._builder.test(Noun(metric="sleep_minutes"), bound, Table.DAYS) if amount.unit == "h" else None

    def _is_bad(self, test: Test) -> bool:
        """Whether what is tested would better not be so: few steps, a high resting heart rate."""
        if not isinstance(test, Compare) or not isinstance(test.column, Field):
            return False
        quantity = self._builder.catalogue.metrics.get(test.column.name)
        if quantity is None or quantity.better is None:
            return False
        return (test.operator in {Operator.LESS, Operator.LESS_OR_EQUAL}) == quantity.better


def _up_to_now(ask: Ask) -> Ask | None:
    """The days in a row that end today, of those that were asked for without saying when."""
    plain = ask.kind is Kind.STREAK and ask.test is not None and ask.unit is None and ask.bound is None
    return replace(ask, run=Run.CURRENT) if plain and not ask.frame.best else None


def _not_the_longest(test: Test) -> Ask:
    """Of streaks only the longest is known; a place behind it is kept, for that to be said."""
    return replace(_streak(test), frame=Frame(best=Best(order=Order.HIGHEST, first=2)))


def _streak(test: Test, run: Run = Run.LONGEST, bound: Bound | None = None) -> Ask:
    """For how many days it holds; whether for so many, where a bound is said."""
    return replace(Ask(Kind.STREAK, Frame(), test=test, run=run), bound=bound, yes_no=bound is not None)
