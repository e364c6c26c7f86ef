"""What "that day", "it", "that week" and "make it" stand for, by what was asked before."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from services.data_science.domain.algebra import DaysOf, Periods, Pick, Rows, Table, Unit
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
from services.data_science.language.grammar.tables_and_names import table_of
from services.data_science.language.phrases import Ask, Goal, Records

if TYPE_CHECKING:
    from services.data_science.language.resolving.readings import Reading


def _phrases(*said: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(phrase.split()) for each in said for phrase in each.split(","))


_THE_ONE: Final = _phrases(
    "that day,that same day,the same day,that date,same day,this day,same night,this night,that night,the same night",
)
_THE_SPAN: Final[dict[tuple[str, ...], Unit]] = {("that", "week"): Unit.WEEK, ("that", "month"): Unit.MONTH}
_THAT_DAY: Final = (
    *_THE_ONE,
    *_THE_SPAN,
    *_phrases("on it,in it,was that,is that,those days,these days too,those nights,then,on them,on those"),
)
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


_DAYS_MEANT: Final = frozenset(_phrases("that day,that night,that week,that month,same day,same night"))
_ASKED_OF_IT: Final = frozenset({"what", "was", "were", "is", "are", "had"})
_STARTED: Final = frozenset(_phrases("it start,it begin,it end,it started,it began,it ended"))


def lacks_its_day(words: Sequence[str], edges: Sequence[Edge]) -> bool:
    """Whether "that day" stands at the end, no day was told of, and none is picked out in the same sentence."""
    known = any(each.end == len(words) and each.category in {"thatday", "window"} for each in edges)
    here = "," in words or any(each.category == "best" for each in edges)
    return tuple(words[-2:]) in _DAYS_MEANT and not known and not here


def lacks_its_record(words: Sequence[str], ask: Ask) -> bool:
    """Whether "its" or "did it start" is said of what no single record is meant by."""
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

    def _to_rows(self, words: Sequence[str], rows: Rows) -> Iterator[Edge]:
        days = Records(inside=rows if table_of(rows) is Table.DAYS else DaysOf(rows=rows, offset=0))
        night = self._following.night_of(rows)
        own = Records(table=table_of(rows) or Table.DAYS, inside=rows)
        done = own.table is Table.ACTIVITIES
        if not done and words[1:2] in (("it",), ("that",)):
            yield Edge(1, 2, "picked", own, 0.0)
        for start in range(len(words)):
            for phrase in (*_THAT_DAY, *(_IT if done else ())):
                if tuple(words[start : start + len(phrase)]) != phrase or (done and phrase[1:] == ("it",)):
                    continue
                if (phrase in _THE_ONE and not is_one(rows)) or not _is_of(rows, _THE_SPAN.get(phrase)):
                    continue
                end = start + len(phrase)
                if phrase in _IT:
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


def _is_of(rows: Rows, unit: Unit | None) -> bool:
    """Whether rows are the days of one such period, where one is named."""
    picked = rows.rows if isinstance(rows, DaysOf) else rows
    of_one = isinstance(picked, Pick) and isinstance(picked.rows, Periods) and picked.rows.unit is unit
    return unit is None or of_one
