"""Whether all that was said changes what is computed: a question of which a part would be passed over is declined.

Each part is put differently in turn. Where the question then comes out the same, nobody used that part.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from services.data_science.domain.algebra import (
    All,
    Calendar,
    Grouping,
    Order,
    Question,
    Run,
    Statistic,
    Table,
    Unit,
    Window,
)
from services.data_science.language.phrases import Ask, Best, Frame, Kind, Kinds, Records
from services.data_science.language.resolving.periods import RANKED
from services.data_science.language.resolving.readings import UnanswerableError

_ELSEWHEN: Final = Window(start=date(1900, 1, 1), end=date(1900, 1, 2), label="never")
_ELSEWHERE: Final = All(table=Table.DAYS, window=_ELSEWHEN)
_OTHER_TEST: Final = frozenset({Calendar(months=frozenset({1, 3, 8}), iso_weekdays=frozenset({2}))})
_OPPOSITE: Final = {
    Order.HIGHEST: Order.LOWEST,
    Order.LOWEST: Order.HIGHEST,
    Order.NEWEST: Order.OLDEST,
    Order.OLDEST: Order.NEWEST,
}


@dataclass(frozen=True, kw_only=True)
class Altered:
    """A question of which one part is put differently, and what that part is called."""

    part: str
    ask: Ask


def check_used(ask: Ask, question: Question, asked: Callable[[Ask], Question]) -> None:
    """Raises where a part of what was said changes nothing.

    Args:
        ask: what was said.
        question: what it comes to.
        asked: what another comes to; raises where that cannot be computed.
    """
    for altered in _altered(ask):
        try:
            same = asked(altered.ask) == question
        except UnanswerableError:
            continue
        if same:
            raise UnanswerableError(f"I cannot tell what {altered.part} says about it")


def _altered(ask: Ask) -> Iterator[Altered]:
    of_days = Frame(statistic=Statistic.MEAN) if ask.kind is Kind.TREND else None
    for part, frame in _frames(ask.frame, beside=of_days):
        yield Altered(part=part, ask=replace(ask, frame=frame))
    if ask.other is not None:
        for part, frame in _frames(ask.other, beside=ask.frame):
            yield Altered(part=part, ask=replace(ask, other=frame))
    if ask.test is not None:
        yield Altered(part="the condition", ask=replace(ask, test=next(iter(_OTHER_TEST))))
    if ask.run is not Run.LONGEST:
        yield Altered(part="“current”", ask=replace(ask, run=Run.LONGEST))


def _frames(frame: Frame, beside: Frame | None = None) -> Iterator[tuple[str, Frame]]:
    """The phrase with one part put differently; what a second phrase shares with the first is said of both."""
    shared = beside or Frame()
    of_counts = {Statistic.SUM} if frame.per is None else {Statistic.MEAN}
    counted = frame.noun is None and frame.statistic in of_counts
    if frame.statistic is not None and frame.statistic is not shared.statistic and not counted:
        other = Statistic.SD if frame.statistic is not Statistic.SD else Statistic.MEDIAN
        yield f"“{frame.statistic.value}”", replace(frame, statistic=other)
    if frame.best is not None and frame.best != shared.best:
        for best in _bests(frame.best if frame.by not in RANKED else replace(frame.best, count=1)):
            yield "the superlative", replace(frame, best=best)
    if frame.per is not None and frame.per is not shared.per and frame.per is not Unit.DAY:
        yield f"“per {frame.per.value}”", replace(frame, per=Unit.MONTH if frame.per is Unit.WEEK else Unit.WEEK)
    if frame.by is not None:
        yield "the grouping", replace(frame, by=Grouping.YEAR if frame.by is Grouping.MONTH else Grouping.MONTH)
    if frame.lag:
        yield "the day after", replace(frame, lag=frame.lag + 1)
    for part, records in _records(frame.records, shared.records):
        yield part, replace(frame, records=records)


def _records(records: Records, shared: Records) -> Iterator[tuple[str, Records]]:
    if records.window is not None and records.window != shared.window:
        yield f"“{records.window.label}”", replace(records, window=_ELSEWHEN)
    if records.tests - shared.tests:
        yield "the condition", replace(records, tests=_OTHER_TEST)
    if records.day_tests - shared.day_tests:
        yield "the condition", replace(records, day_tests=_OTHER_TEST)
    if records.kinds is not None and records.kinds.names and records.kinds != shared.kinds:
        yield f"“{records.kinds.said}”", replace(records, kinds=Kinds(names=frozenset({"another"}), recorded=True))
    if records.inside is not None and records.inside != shared.inside:
        yield "“that”", replace(records, inside=_ELSEWHERE)
    if records.pick is not None and records.pick != shared.pick:
        for best in _bests(records.pick[1]):
            yield "the superlative", replace(records, pick=(records.pick[0], best))


def _bests(best: Best) -> Iterator[Best]:
    yield replace(best, order=_OPPOSITE[best.order])
    if best.count > 1:
        yield replace(best, count=best.count + 1)
    if best.first > 1:
        yield replace(best, first=best.first + 1)
