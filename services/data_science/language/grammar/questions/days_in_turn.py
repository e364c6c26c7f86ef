"""The days of which something holds, listed, and what was measured on each day of a short span."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import Final

from services.data_science.domain.algebra import Order, Statistic, Table, Test, Window
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.questions.words import DAYS
from services.data_science.language.phrases import Ask, Best, Frame, Kind, Records

_MOST_TOLD: Final = 10
_EACH: Final = "(each day|every day|each night|every night|each single day|every single day|every single night|for each day|for every day|for each night|for every night|on each day|on every day|day by day|night by night|by day|daily breakdown|a day by day breakdown|broken down by day|each of the days|each morning|every morning)"

_SHOWN: Final = tuple(
    f"{verb}{whom}{which}"
    for verb in ("list", "show", "give", "tell")
    for whom in ("", " me")
    for which in ("", " all", " the", " all the", " every", " any")
)
_LIST: Final = "|".join(("which", "what", "on which", "on what", "name", *_SHOWN))


class DaysInTurn:
    """The rules of lists of days."""

    def rules(self) -> Iterator[Rule]:
        yield from rules("ask", f"({_LIST}) {{drecs}}", _days, 0.05)
        yield from rules(
            "ask",
            f"(which|what|on which|on what) {DAYS} (i was|was i|did i|i|have i|had|have|with)? {{dtest}}",
            _holding,
            0.0,
        )
        yield from rules(
            "ask",
            f"(which|what|on which|on what) {DAYS} {{window}} (i was|was i|did i|i|have i|had|have|with)? {{dtest}}",
            lambda w, t: _days(Records(tests=frozenset({t}), window=w)),
            0.0,
        )
        yield from rules("ask", f"how? (much|many|long)? {{np}} {_EACH} {{window}}", _each, 0.0)
        yield from rules("ask", f"how? (much|many|long)? {{np}} {{window}} ,? {_EACH}", _each, 0.0)
        shown = f"({'|'.join(_SHOWN)}) {{np}} (per|by|a) (day|night)"
        yield from rules("ask", f"{shown} {{window}}", _each, 0.0)
        of_them = "(on|for|in|over)? (each|each one|every one|all|each single one) of"
        yield from rules("ask", f"how? (much|many|long|far)? {{np}} {of_them} {{window}}", _each, -0.1)
        yield from rules("ask", f"how? (much|many|long|far)? {{np}} {of_them} {{drecs}}", _on_each, -0.1)
        yield from rules("ask", "how? (much|many|long|far)? {np} {window} ,? each", _each, -0.1)
        yield from rules("ask", f"{_EACH} {{window}} {{np}}", lambda w, f: _each(f, w), 0.1)


def _holding(test: Test) -> Ask | None:
    return _days(Records(tests=frozenset({test})))


def _days(records: Records) -> Ask | None:
    """Days of a superlative are not these: they are told with what it is of."""
    if records.pick or records.inside or records.table is not Table.DAYS or not records.tests:
        return None
    return Ask(Kind.RECORDS, Frame(records=records))


def _on_each(frame: Frame, days: Records) -> Ask | None:
    """What was measured on each of the last few days of some sort, such as Mondays."""
    pick = days.pick
    if pick is None or not pick[1].of_time() or not 1 < pick[1].count <= _MOST_TOLD or frame.noun is None:
        return None
    plain = frame == Frame(noun=frame.noun, tense=frame.tense, how_many=frame.how_many)
    return Ask(Kind.RECORDS, Frame(records=days), beside=(frame.noun,)) if plain else None


def _each(frame: Frame, window: Window) -> Ask | None:
    """Day by day, where they are few enough to be told; the total of a day is what it comes to."""
    if frame.noun is None or frame.best or frame.records.table is not Table.DAYS or frame.per:
        return None
    if frame.statistic not in {None, Statistic.SUM}:
        return None
    within = replace(frame, statistic=None).within(window)
    if within is None or not isinstance(window.start, date) or not isinstance(window.end, date):
        return None
    days = (window.end - window.start).days + 1
    if not 1 < days <= _MOST_TOLD:
        return None
    return Ask(Kind.RECORDS, replace(within, best=Best(order=Order.OLDEST, count=days)))
