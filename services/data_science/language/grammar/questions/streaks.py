"""Streaks: for how many days in a row something holds, at the longest or now."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from services.data_science.domain.algebra import Compare, Field, Not, Operator, Run, Table, Test
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.questions.words import DAYS, STREAK
from services.data_science.language.grammar.records.connectives import tested
from services.data_science.language.phrases import Amount, Ask, Bound, Frame, Kind, Noun, Records


class Streaks:
    """The rules of streaks."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder

    def rules(self) -> Iterator[Rule]:
        def streak_of(records: Records, run: Run) -> Ask | None:
            test = tested(records)
            return streak(test, run) if test else None

        def streak(test: Test, run: Run = Run.LONGEST) -> Ask:
            return Ask(Kind.STREAK, Frame(), test=test, run=run)

        def done(which: Records, run: Run = Run.LONGEST) -> Ask | None:
            return None if which.pick else streak(self._builder.on_days_of(which), run)

        def amount(to: Amount, noun: Noun, run: Run = Run.LONGEST) -> Ask | None:
            test = self._builder.test(noun, Bound(Operator.GREATER_OR_EQUAL, to), Table.DAYS)
            return streak(test, run) if test else None

        def of_amount(to: Amount, run: Run, noun: Noun | None = None) -> Ask | None:
            named = noun or self._builder.implied(Bound(Operator.GREATER_OR_EQUAL, to))
            return amount(to, named, run) if named else None

        days = f"{DAYS}"
        for run, words in (
            (Run.LONGEST, "(longest|best|biggest|max|maximum|record|greatest|all time longest)"),
            (Run.CURRENT, "(current|ongoing|present|active|latest)"),
        ):
            of = f"(of|with|for|where|when|that|i)? {STREAK}? {days}? {STREAK}? (of|with|where|when|i|that|in which)?"
            yield from rules(
                "ask",
                f"(how long)? {words} (streak|run|stretch|series) {of} {{dtest}}",
                lambda t, run=run: streak(t, run),
                0.0,
            )
            yield from rules(
                "ask",
                f"(how long)? {words} (streak|run|stretch|series|string) (of|with|for) {{drecs}}",
                lambda r, run=run: streak_of(r, run),
                0.0,
            )
            yield from rules(
                "ask",
                f"(how long)? {words} (streak|run|stretch|series|time|period|gap|break) without {{recs}} (,? in days)?",
                lambda r, run=run: (a := done(r, run)) and a.test and replace(a, test=Not(test=a.test)),
                0.0,
            )
            yield from rules(
                "ask",
                f"(how long)? {words} (streak|run|stretch|series|string|number) {of} {{dtest}} {STREAK}",
                lambda t, run=run: streak(t, run),
                0.0,
            )
            yield from rules(
                "ask",
                f"(how long)? {words} (streak|run|stretch|series) {of} {{recs}}",
                lambda r, run=run: done(r, run),
                0.1,
            )
            yield from rules(
                "ask",
                f"(how long)? {words} (gap|break|pause|layoff|stretch|time|time off|interval) (between|from|off) {{recs}}",
                lambda r, run=run: (a := done(r, run)) and a.test and replace(a, test=Not(test=a.test)),
                0.0,
            )
            yield from rules("ask", f"(how long)? {words} {{recs}} streak", lambda r, run=run: done(r, run), 0.0)
            yield from rules("ask", f"(how long)? {words} {{dtest}} streak", lambda t, run=run: streak(t, run), 0.0)
            yield from rules(
                "ask", f"(how long)? {words} {{amount}} {{noun}} streak", lambda a, n, run=run: amount(a, n, run), 0.0
            )
            yield from rules(
                "ask",
                f"(how long)? {words} (streak|run|stretch|series) (of|with|at|doing|getting) {{amount}} {{noun}}",
                lambda a, n, run=run: amount(a, n, run),
                0.0,
            )
        yield from rules("ask", "(how long)? {amount} {noun} streak", amount, 0.1)
        yield from rules(
            "ask",
            f"(how many|most|longest number of|max|maximum|maximum number of|most number of) {STREAK}? {days} {STREAK}? (when|with|that|where|did|have|i|of)? {{dtest}} {STREAK}? (at best|max|at most|maximum|at a time|tops)?",
            streak,
            0.4,
        )
        yield from rules(
            "ask",
            f"(how many|most|longest number of|max|maximum|highest number of) {STREAK}? {{drecs}} {STREAK}?",
            lambda r: streak_of(r, Run.LONGEST),
            2.0,
        )
        yield from rules(
            "ask",
            f"(how many|most|longest number of|max|maximum|highest number of) {days} {STREAK} (with|over|of|under)? {{dtest}}",
            streak,
            0.0,
        )
        yield from rules(
            "ask",
            f"(how many|most|highest number of) (nights|night) {STREAK} (of|with|have|did|i)? (get|got|sleep|slept)? {{drecs}}",
            lambda r: streak_of(r, Run.LONGEST),
            0.5,
        )
        yield from rules("ask", "on a streak of {drecs}", lambda r: streak_of(r, Run.CURRENT), 0.0)
        yield from rules(
            "ask",
            f"(how many|most|longest number of|max) {STREAK}? {days} {STREAK}? (did|have|i|with|of)? {{recs}} {STREAK}?",
            done,
            0.5,
        )
        yield from rules(
            "ask", f"(for)? how many {days} {STREAK}? now {{dtest}}", lambda t: streak(t, Run.CURRENT), 0.1
        )

        def without(which: Records, run: Run = Run.LONGEST) -> Ask | None:
            ask = done(which, run)
            return replace(ask, test=Not(test=ask.test)) if ask and ask.test else None

        def failing(test: Test) -> Ask:
            return streak(Not(test=test))

        went = "(how long)? (longest|the longest|longest time|longest period|most days|longest stretch|longest gap|longest break) (i|that i|i ever|i have|i ever have|ever|between|of)? (go|went|gone|going)? (days)?"
        yield from rules("ask", f"{went} (without|without a|without any|with no) {{recs}}", without, 0.0)
        yield from rules("ask", f"{went} (without|not) {{dtest}}", failing, 0.0)
        yield from rules(
            "ask",
            f"how many {days} (go|went|gone)? {STREAK} (go|went|gone)? (without|with no|not) {{recs}}",
            without,
            0.0,
        )
        consecutive = "(consecutive|straight|back to back|running)"
        most = "(at most|at the most|max|at best|maximum|tops|my best|my best ever|my record|my longest|in the best case|in the worst case|worst case|best case)"
        yield from rules("ask", f"how many {consecutive} {days} {{dtest}} {most}?", streak, 0.0)
        yield from rules("ask", f"how many {consecutive} {days} (with|of|did i|have i)? {{recs}} {most}?", done, 0.0)
        yield from rules("ask", f"how many {consecutive} {{drecs}} {most}?", lambda r: streak_of(r, Run.LONGEST), 0.0)
        yield from rules("ask", f"how many {days} {STREAK} ,? {most} {{dtest}}", streak, 0.0)
        yield from rules(
            "ask", f"{{ask}} ,? {most}", lambda a: a if a.kind is Kind.STREAK and a.run is Run.LONGEST else None, 0.0
        )
        yield from rules("ask", f"{days} {STREAK} (with|over|of|under|i|below|above)? {{dtest}}", streak, 0.2)
        series = "(streak|run|stretch|series|string|spell|sequence)"
        for run, words in (
            (Run.LONGEST, "(longest|best|biggest|max|maximum|record|greatest)"),
            (Run.CURRENT, "(current|ongoing|present|active)"),
        ):
            of = f"(of|with|for|where|when|that|i)? {STREAK}? {days}? {STREAK}? (of|with|where|when|i|that|in which)?"
            yield from rules(
                "ask",
                f"(when|when was|how long)? {words} {series} {of} {{dtest}}",
                lambda t, run=run: streak(t, run),
                0.0,
            )
            yield from rules(
                "ask", f"(when|when was|how long)? {words} {series} {of} {{recs}}", lambda r, run=run: done(r, run), 0.1
            )
            yield from rules(
                "ask", f"(when|when was|how long)? {words} {{dtest}} {series}", lambda t, run=run: streak(t, run), 0.0
            )
            yield from rules(
                "ask", f"(when|when was|how long)? {words} {{recs}} {series}", lambda r, run=run: done(r, run), 0.0
            )
            yield from rules(
                "ask",
                f"(when|when was|how long)? {words} {{amount}} {{noun}}? (a day|daily|day|days)? {series}",
                lambda a, *n, run=run: of_amount(a, run, *n),
                0.05,
            )
            yield from rules(
                "ask",
                f"{words} number of {STREAK}? {days} {STREAK}? (on which|where|when|that|with)? {{dtest}}",
                lambda t, run=run: streak(t, run),
                0.0,
            )
        been = f"how many {days} {STREAK} have i been"
        yield from rules("ask", f"{been} {{dtest}}", lambda t: streak(t, Run.CURRENT), -0.05)
        yield from rules("ask", f"{been} {{recs}}", lambda r: done(r, Run.CURRENT), 0.0)
        yield from self._now(streak, done)
        yield from self._records(streak)
        lacking = "(longest|best|max|record|greatest) (streak|run|stretch|series|spell|gap|break|time|period) (without|of not|not)"
        yield from rules("ask", f"{lacking} {{dtest}}", failing, 0.0)
        yield from rules("ask", "on a streak of {dtest}", lambda t: streak(t, Run.CURRENT), 0.1)

    def _now(self, streak: Callable[[Test, Run], Ask], done: Callable[[Records, Run], Ask | None]) -> Iterator[Rule]:
        """Streaks that still go on."""
        now = "(up to today|until today|till today|to today|up to now|until now|up until now|up until today|as of today|as of now|right now|now|currently|at the moment|leading up to today|including today|counting back from today|to date)"
        for many in (f"(for)? how many {DAYS} {STREAK}", f"(for)? how many {STREAK} {DAYS}"):
            lead = f"{many} {now} (have|did|i|of|with)? (been)?"
            yield from rules("ask", f"{lead} {{dtest}}", lambda t: streak(t, Run.CURRENT), -0.1)
            yield from rules("ask", f"{lead} {{recs}}", lambda r: done(r, Run.CURRENT), 0.0)
            tail = f"{many} (have|did|i|of|with)? (been)?"
            yield from rules("ask", f"{tail} {{dtest}} {now}", lambda t: streak(t, Run.CURRENT), -0.1)
            yield from rules("ask", f"{tail} {{recs}} {now}", lambda r: done(r, Run.CURRENT), 0.0)

    def _records(self, streak: Callable[[Test, Run], Ask]) -> Iterator[Rule]:
        """The most days in a row, called a record; the worst run, of what is better not so."""
        record = "(record|best|longest|most|max|personal best|pb|all time record|longest ever|my longest)"
        linked = "(of|with|for|where|when|that|i|on)?"
        for in_a_row in (f"{DAYS} {STREAK}", f"{STREAK} {DAYS}"):
            for held in ("dtest", "ntest"):
                yield from rules(
                    "ask",
                    f"{record}? (for|of|is|at)? {in_a_row} {linked} {{{held}}}",
                    lambda t: streak(t, Run.LONGEST),
                    0.1 if held == "dtest" else 0.3,
                )
            yield from rules(
                "ask", f"{record} (for|of|is|at)? {in_a_row} (of|with|at) {{amount}} {{noun}}", self._reaching, 0.1
            )
        series = "(streak|run|stretch|series|string|spell|sequence)"
        for held in ("dtest", "ntest"):
            yield from rules(
                "ask",
                f"worst {series} (of)? {DAYS}? {STREAK}? {linked} {{{held}}}",
                lambda t: streak(t, Run.LONGEST) if self._is_bad(t) else None,
                0.0,
            )

    def _reaching(self, amount: Amount, noun: Noun) -> Ask | None:
        test = self._builder.test(noun, Bound(Operator.GREATER_OR_EQUAL, amount), Table.DAYS)
        return Ask(Kind.STREAK, Frame(), test=test) if test else None

    def _is_bad(self, test: Test) -> bool:
        """Whether what is tested would better not be so: few steps, a high resting heart rate."""
        if not isinstance(test, Compare) or not isinstance(test.column, Field):
            return False
        quantity = self._builder.catalogue.metrics.get(test.column.name)
        if quantity is None or quantity.better is None:
            return False
        return (test.operator in {Operator.LESS, Operator.LESS_OR_EQUAL}) == quantity.better
