"""Which day it was: that of a superlative, or the last time something held."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from services.data_science.domain.algebra import Calendar, Order, Table, Test, Window
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.questions.words import WHICH_DAY
from services.data_science.language.phrases import (
    Ask,
    Best,
    Frame,
    Kind,
    Noun,
    Records,
)

_FIRST: Final = (None, Best(order=Order.OLDEST))


class WhichDay:
    """The rules of questions for a day."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder

    def rules(self) -> Iterator[Rule]:
        def when(frame: Frame) -> Ask | None:
            return Ask(Kind.WHEN, frame) if frame.best and not frame.best.of_time() else None

        def among_days(days: Records, frame: Frame) -> Ask | None:
            """The one of some days that a superlative picks: "out of all my Mondays, which had the most steps"."""
            within = frame.within(days.window) if days.window else frame
            if not (days.tests or days.window) or within is None or frame.records.table is not Table.DAYS:
                return None
            return when(replace(within, records=replace(within.records, tests=within.records.tests | days.tests)))

        def when_done(records: Records) -> Ask | None:
            return Ask(Kind.WHEN, Frame(records=records)) if records.pick else None

        def days_picked(days: Records) -> Ask | None:
            """ "When were my three best days for steps": the days, each with what makes it one."""
            by = days.pick[0] if days.pick else None
            return Ask(Kind.RECORDS, Frame(records=days)) if by is not None else None

        def last_time(test: Test) -> Ask:
            return Ask(
                Kind.WHEN, Frame(records=Records(tests=frozenset({test}), pick=(None, Best(order=Order.NEWEST))))
            )

        def first_time(test: Test) -> Ask:
            ask = last_time(test)
            return replace(ask, frame=Frame(records=replace(ask.frame.records, pick=_FIRST)))

        def first_done(records: Records) -> Ask | None:
            return Ask(Kind.WHEN, Frame(records=replace(records, pick=_FIRST))) if records.pick is None else None

        def best_of_days(frame: Frame) -> Ask | None:
            best = frame.best
            if best is None or best.fields not in {"", "duration_min"} or frame.records.table is not Table.DAYS:
                return None
            extreme = self._builder.superlative(best, replace(frame, best=None))
            return Ask(Kind.WHEN, extreme) if extreme else None

        def best_among(window: Window, best: Best, noun: Noun) -> Ask | None:
            """The one of "my last five nights", which are a window that is said in days."""
            frame = Frame(noun=noun, best=best, records=Records(window=window))
            return best_of_days(frame) if "days" in window.label.split() else None

        def best_with(frame: Frame, best: Best) -> Ask | None:
            extreme = self._builder.superlative(best, frame)
            return Ask(Kind.WHEN, extreme) if extreme else None

        yield from rules(
            "ask", f"{WHICH_DAY} (was i at|am i at|is it at|was it at|hit|reach|reached|see)? {{np}}", when, 0.0
        )
        yield from rules("ask", f"{WHICH_DAY} {{np}} (at its|at my|the)? {{best}}", best_with, 0.1)
        hit = "(hit|hits|beat|broke|set|reach|reached|had|have|did|do|saw|see)?"
        last = "(last|last time|the last time|most recently)"
        yield from rules("ask", f"(when|what day|which day)? {last} {hit} {{bestnp}}", best_of_days, 0.0)
        sleep = Noun(metric="sleep_minutes", said="sleep")
        yield from rules("ask", "(which|what) night {best}", lambda b: best_of_days(Frame(noun=sleep, best=b)), 0.1)
        among = "(which|what) (1|one)? (of|out of|among)"
        about = "(for|of|by|in|in terms of)?"
        yield from rules("ask", f"{among} {{window}} {{best}} {about} {{noun}}", best_among, 0.0)
        yield from rules("ask", f"{among} {{window}} {{noun}} {{best}}", lambda w, n, b: best_among(w, b, n), 0.0)
        yield from rules("ask", "(which|what|in which|on which|on what) (day|night|date) {compared}", when, 0.0)
        of_all = "(of|out of|among|from|looking at) (all|all of)?"
        one = f"({WHICH_DAY[1:-1]}|which|what|on which|which 1|which one|on which one|what one|which of them|which one of them|which of those|which of these)"
        saw = "(had|has|was|saw|brought|gave|with|were|took|came out|came)?"
        yield from rules("ask", f"{of_all} {{dayset}} ,? {one} {saw} {{np}}", among_days, 0.0)
        yield from rules(
            "ask", f"(which|what|on which) (1|one)? (of|out of|among) {{dayset}} {saw} {{np}}", among_days, 0.0
        )

        def on_weekday(iso: int, frame: Frame) -> Ask | None:
            return among_days(Records(tests=frozenset({Calendar(iso_weekdays=frozenset({iso}))})), frame)

        def on_weekday_within(iso: int, window: Window, frame: Frame) -> Ask | None:
            inside = frame.within(window)
            return on_weekday(iso, inside) if inside else None

        which = "(which|what|on which|on what)"
        yield from rules("ask", f"{which} {{weekday}} {saw} {{np}}", on_weekday, 0.1)
        yield from rules("ask", f"{which} {{weekday}} {{window}} {saw} {{np}}", on_weekday_within, 0.1)
        yield from rules("ask", f"{WHICH_DAY} {{recs}}", when_done, 0.0)
        yield from rules("ask", "{recs} (date|day)", when_done, 0.2)
        yield from rules("ask", "(when|when again) {drecs}", days_picked, 0.1)
        yield from rules(
            "ask",
            "when did {recs}",
            lambda r: when_done(replace(r, pick=(None, Best(order=Order.NEWEST)))) if not r.pick else None,
            0.3,
        )
        yield from rules(
            "ask",
            "when? (last|last time|most recent time|most recently) (my|i|when|that)? {dtest} ,? (when|was when)?",
            last_time,
            0.1,
        )
        yield from rules("ask", f"{WHICH_DAY} {{dtest}} (last|most recently)", last_time, 0.2)
        first = "(first|first time|the first time|the very first time|first ever time|first day|first night)"
        which = f"({WHICH_DAY[1:-1]})?"
        yield from rules("ask", f"{which} {first} (i|when|that|that i|did i)? {{dtest}}", first_time, 0.2)
        yield from rules("ask", f"{WHICH_DAY} {{dtest}} for the first time", first_time, 0.1)
        yield from rules("ask", f"{WHICH_DAY} {first} (i|when|that|that i|did i)? {{recs}}", first_done, 0.1)
        yield from rules(
            "ask",
            "(when|what day|last time|when was the last time) (i|did i|that)? (last|most recently)? (have|had|got)? (a|i)? {drecs} ,? (when)?",
            lambda r: (
                Ask(Kind.WHEN, Frame(records=replace(r, pick=(None, Best(order=Order.NEWEST)))))
                if r.pick is None and r.inside is None
                else None
            ),
            0.3,
        )
        told = f"({WHICH_DAY[1:-1]}|date|date pls|the date|weekday|what weekday|how much|how many|just number)"
        yield from rules(
            "ask",
            f"{{ask}} ,? and? {told} (it|that|they|these|those|this|each|each one|each of them)? (happen|happened)?",
            lambda a: a if a.kind in {Kind.RECORDS, Kind.WHEN} or (a.kind is Kind.NUMBER and a.frame.best) else None,
            0.3,
        )
