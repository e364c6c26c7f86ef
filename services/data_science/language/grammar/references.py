"""What "that day", "it", "that week" and "make it" stand for, by what was asked before."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from services.data_science.domain.algebra import DaysOf, In, Periods, Pick, Rows, Table, Unit
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Edge
from services.data_science.language.grammar.following import Following, is_one
from services.data_science.language.grammar.goal_references import goal_references
from services.data_science.language.grammar.one_day import (
    day_references,
    named_day,
    span_references,
    time_references,
)
from services.data_science.language.grammar.placing import tells_several
from services.data_science.language.grammar.tables_and_names import table_of
from services.data_science.language.joining import CLAUSE_STARTS, POLAR_WORDS
from services.data_science.language.phrases import Ask, Goal, Kind, Records

if TYPE_CHECKING:
    from services.data_science.language.resolving.readings import Reading


def _phrases(*said: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(phrase.split()) for each in said for phrase in each.split(","))


_THE_ONE: Final = _phrases(
    "that day,that same day,the same day,that date,same day,this day,same night,this night,that night,the same night,that morning",
)
_THE_SPAN: Final[dict[tuple[str, ...], Unit]] = {("that", "week"): Unit.WEEK, ("that", "month"): Unit.MONTH}
_THAT_DAY: Final = (
    *_THE_ONE,
    *_THE_SPAN,
    *_phrases("on it,in it,was that,is that,those days,these days too,those nights,then,on them,on those"),
)
_THOSE_DAYS: Final = frozenset(_phrases("those days"))
_THOSE_NIGHTS: Final = frozenset(_phrases("those days,those nights"))
_BESIDE: Final[dict[tuple[str, ...], int]] = {
    **dict.fromkeys(
        _phrases("day after,next day,following day,day later,night after,next morning,morning after,following morning"),
        1,
    ),
    **dict.fromkeys(_phrases("day before,night before,previous day"), -1),
}
_IT: Final = _phrases(
    "it,they,that run,that one,that ride,that workout,that activity,that walk,that session,them,those,those runs",
    "those workouts,these,this run,that",
)


_THEIR: Final = ("their",)
_COUNTED: Final = _phrases("which of the 2,which of the 3,which of the 4,which of both")
_WITH_ITS_DAY: Final = 2
_PAIR: Final = 2
_TOGETHER: Final = frozenset({"together", "combined", "altogether"})
_DAYS_MEANT: Final = frozenset(_phrases("that day,that night,that week,that month,same day,same night"))
_ASKED_OF_IT: Final = frozenset({"what", "was", "were", "is", "are", "had"})
_STARTED: Final = frozenset(_phrases("it start,it begin,it end,it started,it began,it ended"))


def missing_in(words: Sequence[str], edges: Sequence[Edge], before: Sequence["Reading"]) -> str:
    """Why it cannot be told what a sentence means of what was said before; empty where it can."""
    if _lacks_its_day(words, edges):
        return f"I cannot tell which {words[-1]} you mean"
    lacks = _lacks_those_it_counts(words, before) or _lacks_those_together(words, before)
    return "I cannot tell which ones you mean" if lacks else ""


def _lacks_those_together(words: Sequence[str], before: Sequence["Reading"]) -> bool:
    """Whether it is asked how far they went together after two kinds were counted, one after the other."""
    if words[:2] not in {("how", "far"), ("how", "long")} or _TOGETHER.isdisjoint(words) or len(before) < _PAIR:
        return False
    asks = [each.ask for each in before[-_PAIR:]]
    return all(each.kind is Kind.COUNT and each.frame.records.table is Table.ACTIVITIES for each in asks)


def _lacks_its_day(words: Sequence[str], edges: Sequence[Edge]) -> bool:
    """Whether "that day" stands at the end, no day was told of, and none is picked out in the same sentence."""
    known = any(each.end == len(words) and each.category in {"thatday", "window"} for each in edges)
    here = "," in words or any(each.category == "best" for each in edges)
    return tuple(words[-2:]) in _DAYS_MEANT and not known and not here


def _lacks_those_it_counts(words: Sequence[str], before: Sequence["Reading"]) -> bool:
    """Whether it is asked "which of the two was lower", and not that many things were told of."""
    counts = any(tuple(words[: len(each)]) == each for each in _COUNTED)
    return counts and {",", "or"}.isdisjoint(words) and not tells_several(before, counted=True)


def is_done_then(earlier: "Reading") -> bool:
    """Whether it was asked if something was done on a day."""
    ask = earlier.ask
    done = ask.kind is Kind.COUNT and ask.yes_no and ask.frame.records.table is Table.ACTIVITIES
    return done and any(isinstance(each, In) for each in ask.frame.records.day_tests)


def lacks_its_record(words: Sequence[str], ask: Ask, before: Sequence["Reading"]) -> bool:
    """Whether "its" or "did it start" is said of what no single record is meant by.

    Nor are steps those of activities of which it was asked whether there were any, nor is one day counted, nor does "the
    length" after a night mean that of activities.
    """
    records, noun = ask.frame.records, ask.frame.noun
    if before and words[-1:] in {("length",), ("duration",)} and records.table is Table.ACTIVITIES:
        return before[-1].ask.frame.records.table is Table.DAYS and records.kinds is None
    if ask.kind is Kind.COUNT and records.inside is not None and records.table is Table.DAYS and not records.tests:
        return bool(before) and not ask.yes_no and is_one(records.inside)
    if records.table is Table.ACTIVITIES and noun is not None and noun.metric and words[-1:] == ("it",):
        return bool(before) and is_done_then(before[-1])
    its = words[0] == "its" or any(one in _ASKED_OF_IT and other == "its" for one, other in pairwise(words))
    named = ask.frame.records.inside is not None or ask.frame.records.pick is not None
    return not named and (its or tuple(words[-2:]) in _STARTED)


class References:
    """What phrases stand for that mean something said before."""

    def __init__(self, builder: Builder, following: Following) -> None:
        self._builder = builder
        self._following = following

    def edges(self, words: Sequence[str], before: Sequence["Reading"], goal: Goal | None = None) -> Iterator[Edge]:
        """What "that day", "it" and "make it" stand for; nothing where nothing was said that they could mean."""
        if goal is not None:
            yield from goal_references(words, goal)
        yield from self._to_the_day(words, before)
        yield from _to_days_told(words, before, self._builder)
        for each in reversed(before):
            if each.rows is not None:
                yield from self._to_rows(words, each.rows)
                if each is before[-1]:
                    yield from span_references(words, each.ask.frame.records.window)
                return
            if (named := named_day(each, self._builder)) is not None:
                yield from day_references(words, named, nights_follow=self._builder.catalogue.nights_follow)
                return
            if each is before[-1] and (window := each.ask.frame.records.window) is not None:
                yield from time_references(words, window)
                yield from span_references(words, window)
                return

    def _to_the_day(self, words: Sequence[str], before: Sequence["Reading"]) -> Iterator[Edge]:
        """The "it" of "how many steps was it" behind "did I work out then" is the day, of what only a day has."""
        if len(before) < _WITH_ITS_DAY or not is_done_then(before[-1]) or words[-1:] != ("it",):
            return
        rows = before[-2].rows
        if rows is not None and table_of(rows) is Table.DAYS and is_one(rows):
            yield Edge(len(words) - 1, len(words), "it", Records(inside=rows), 0.0)

    def _to_rows(self, words: Sequence[str], rows: Rows) -> Iterator[Edge]:
        days = Records(inside=rows if table_of(rows) is Table.DAYS else DaysOf(rows=rows, offset=0))
        night = self._following.night_of(rows)
        own = Records(table=table_of(rows) or Table.DAYS, inside=rows)
        done = own.table is Table.ACTIVITIES
        if not done and words[1:2] in (("it",), ("that",)):
            yield Edge(1, 2, "picked", own, 0.0)
        for start in range(len(words)):
            for phrase in (*_THAT_DAY, *(_IT if done else ()), _THEIR):
                if tuple(words[start : start + len(phrase)]) != phrase or (done and phrase[1:] == ("it",)):
                    continue
                if phrase == _THEIR and not _owns(words[start + 1 :]):
                    continue
                if (phrase in _THE_ONE and not is_one(rows)) or not _is_of(rows, _THE_SPAN.get(phrase)):
                    continue
                end = start + len(phrase)
                if phrase in _IT or (done and phrase == _THEIR):
                    yield Edge(start, end, "it", own, 0.0)
                else:
                    yield Edge(start, end, "thatday", night if "night" in phrase else days, 0.0)
            rest = tuple(words[start:])
            if step := _BESIDE.get(rest[1:] if rest[:1] == ("the",) else rest):
                yield Edge(start, len(words), "thatday", self._beside_picked(days, step, rest), 0.0)

    def _beside_picked(self, days: Records, step: int, phrase: tuple[str, ...]) -> Records:
        """The day or the night beside the one that was picked."""
        turned = self._following.turned(days, step)
        if "night" not in phrase or turned.inside is None:
            own = turned.inside
            day = replace(own, offset=step) if isinstance(own, DaysOf) and own.offset == 0 else None
            return Records(inside=day) if day else self.beside(turned, step)
        return self._following.night_beside(turned.inside, step)

    def beside(self, records: Records, days: int) -> Records:
        return Records(inside=self._builder.days_of(records, days))


def _to_days_told(words: Sequence[str], before: Sequence["Reading"], builder: Builder) -> Iterator[Edge]:
    """ "Those days", of the days that a number was told of just before: "on weekdays", "on days with a run"."""
    records = before[-1].ask.frame.records if before else Records()
    if records.table is not Table.DAYS or not records.tests or records.pick is not None or records.inside is not None:
        return
    noun = before[-1].ask.frame.noun
    quantity = builder.quantity(noun, Table.DAYS) if noun else None
    meant = _THOSE_NIGHTS if quantity is not None and quantity.nightly else _THOSE_DAYS
    for start in range(len(words) - 1):
        if tuple(words[start : start + 2]) in meant:
            yield Edge(start, start + 2, "thatday", records, 0.0)


def _is_of(rows: Rows, unit: Unit | None) -> bool:
    """Whether rows are the days of one such period, where one is named."""
    picked = rows.rows if isinstance(rows, DaysOf) else rows
    of_one = isinstance(picked, Pick) and isinstance(picked.rows, Periods) and picked.rows.unit is unit
    return unit is None or of_one


def _owns(following: Sequence[str]) -> bool:
    """Whether what follows "their" can be theirs: it begins no question."""
    return bool(following) and following[0] not in CLAUSE_STARTS | POLAR_WORDS
