"""How many weeks, months or weekends something held in, what share of them, whether in any, and how many in a row."""

from collections.abc import Iterator
from dataclasses import replace

from services.data_science.domain.algebra import Calendar, Compare, Not, Operator, Run, Test, Unit, Window
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.questions.period_claims import Period
from services.data_science.language.grammar.questions.words import HOW_MANY, POLAR, STREAK
from services.data_science.language.phrases import Amount, Ask, Bound, Frame, Kind, Records


class CountedPeriods:
    """The rules of counts of periods."""

    def rules(self) -> Iterator[Rule]:
        def many(period: Period, claim: Ask) -> Ask | None:
            return period.asked(claim)

        def any_such(period: Period, claim: Ask) -> Ask | None:
            ask = period.asked(claim)
            return replace(ask, yes_no=True) if ask else None

        def listed(period: Period, claim: Ask) -> Ask | None:
            ask = period.asked(claim)
            return replace(ask, kind=Kind.BEST_PERIOD) if ask else None

        def in_a_row(period: Period, claim: Ask, run: Run = Run.LONGEST) -> Ask | None:
            ask = period.asked(claim)
            return replace(ask, kind=Kind.STREAK, run=run) if ask else None

        that = "(with|where|when|that|in which|i|my|of|had|have|did i|did my|went by|have gone by|passed|were there|were there that)? (where|when|in which|with)?"
        count = f"({HOW_MANY[1:-1]}|how many of|how many total|total number of)"
        yield from rules("ask", f"(in|for|during|on|over)? {count}? {{period}} {that} {{pclaim}}", many, 0.0)
        yield from rules("ask", f"(in|for|during|on|over)? {count} of my? {{period}} {that} {{pclaim}}", many, 0.0)
        yield from rules("ask", f"(on|for)? {count} of? weekends {that} {{held}}", _weekends, -0.1)
        yield from rules(
            "ask",
            f"(on|for)? {count} of? weekends {{window}} {that} {{held}}",
            lambda window, test: _weekends(test, window),
            -0.1,
        )
        named = "(which|what|name|list|on which|in which|in what|during which|which of|name all|list all)"
        yield from rules("ask", f"{named} (my)? {{period}} {that} {{pclaim}}", listed, -0.1)
        yield from rules("ask", f"{POLAR} there (any|a|some|ever)? {{one_period}} {that} {{pclaim}}", any_such, 0.0)
        yield from rules("ask", f"{POLAR} ever (go|have|had|gone)? {{one_period}} {that} {{pclaim}}", any_such, 0.0)
        whole = (
            f"{POLAR} ever? (go|have|had|gone|been)? (whole|full|entire) {{unit}} (when|where|that|in which)? {{held}}"
        )
        yield from rules("ask", whole, _throughout, 0.0)
        yield from rules("ask", f"{POLAR} (any|some) {{one_period}} {that} {{pclaim}}", any_such, 0.0)
        yield from rules(
            "ask", f"{{share}} (my|the|all)? {{period}} {that} {{pclaim}}", lambda _, p, c: _share(many(p, c)), 0.0
        )
        yield from rules("ask", f"how many {STREAK} {{period}} {that} {{pclaim}}", in_a_row, 0.0)
        yield from rules("ask", f"how many {{period}} {STREAK} {that} {{pclaim}}", in_a_row, 0.0)
        yield from rules("ask", f"most {STREAK}? {{period}} {STREAK} {that} {{pclaim}}", in_a_row, 0.0)
        yield from rules("ask", f"{POLAR} {{pclaim}} (every|each|every single) {{one_period}}", _always, -0.6)
        yield from rules("ask", f"{POLAR} (every|each|every single) {{one_period}} {{pclaim}}", _always_so, -0.6)
        for run, words in ((Run.LONGEST, "(longest|best|biggest|max|record)"), (Run.CURRENT, "(current|ongoing)")):
            yield from rules(
                "ask",
                f"{words} (streak|run|stretch|series) of? {{period}} {that} {{pclaim}}",
                lambda p, c, run=run: in_a_row(p, c, run),
                0.0,
            )


def _weekends(test: Test, window: Window | None = None) -> Ask | None:
    """How many weeks have a weekend day of which it is true, or none: two such days are of one weekend.

    What is measured is held against that of the weekend as a whole.
    """
    if isinstance(test, Compare):
        return None
    held = test.test if isinstance(test, Not) else test
    days = Records(tests=frozenset({Calendar(iso_weekdays=frozenset({6, 7})), held}), window=window)
    often = Bound(Operator.LESS if isinstance(test, Not) else Operator.GREATER_OR_EQUAL, Amount(1.0))
    return Ask(Kind.COUNT_PERIODS, Frame(records=days), bound=often, unit=Unit.WEEK)


def _always(claim: Ask, period: Period) -> Ask | None:
    """Whether it was so in every whole one of them."""
    ask = replace(period, full=not period.days).asked(claim)
    return replace(ask, kind=Kind.SHARE, yes_no=True) if ask else None


def _always_so(period: Period, claim: Ask) -> Ask | None:
    return _always(claim, period)


def _share(ask: Ask | None) -> Ask | None:
    return replace(ask, kind=Kind.SHARE) if ask else None


def _throughout(unit: Unit, test: Test) -> Ask | None:
    """Whether it held for seven days in a row."""
    often = Bound(Operator.GREATER_OR_EQUAL, Amount(7.0))
    return Ask(Kind.STREAK, Frame(), test=test, bound=often, yes_no=True) if unit is Unit.WEEK else None
