"""Three weekdays or more in a list, of each of which the same number is told."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from services.data_science.domain.algebra import Calendar, Grouping, Order, Unit
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.comparisons.pairs import Pair
from services.data_science.language.grammar.questions.modified import ModifiedQuestions
from services.data_science.language.grammar.questions.words import POLAR
from services.data_science.language.phrases import Ask, Best, Frame, Kind

_FEWEST: Final = 3
"""Two with "and" between them are one kind of day: "on Saturdays and Sundays"."""
_JOINT: Final = "(,|and|, and|versus|vs)"
_KINDS_OF_DAYS: Final = (frozenset({6, 7}), frozenset({1, 2, 3, 4, 5}))
_NUMBERS: Final = frozenset({Kind.NUMBER, Kind.COUNT})


class WeekdaysApart:
    """The rules of weekdays that are told apart.

    "Or" and "together" make one kind of day of them, and so does what needs one: a superlative, a yes or no.
    """

    def __init__(self, builder: Builder, questions: ModifiedQuestions) -> None:
        self._builder = builder
        self._questions = questions

    def rules(self) -> Iterator[Rule]:
        for day in ("{weekday}", "{weekdays}"):
            yield from rules("weekday_list", f"(on|for)? {day} {_JOINT} (on|for)? {day}", _listed, 0.0)
            yield from rules(
                "weekday_list", f"{{weekday_list}} {_JOINT} (on|for)? {day}", lambda s, d: _listed(*s, d), 0.0
            )
            yield from rules("weekday_list", f"(on|for)? {day} {day} {_JOINT} {day}", _listed, 0.0)
            yield from rules("weekday_choice", f"(on|for)? {day} or (on|for)? {day}", _listed, 0.0)
            for several in ("{weekday_list}", "{weekday_choice}"):
                yield from rules("weekday_choice", f"{several} ,? or (on|for)? {day}", lambda s, d: _listed(*s, d), 0.0)
        nights = "(nights|night|mornings|evenings)?"
        yield from rules("ask", f"{{ask}} ,? {{weekday_list}} {nights}", self._of_each, -0.3)
        yield from rules("ask", "(compare|comparing) {ask} {weekday_list}", self._of_each, -0.9)
        yield from rules("ask", "how {ask} {weekday_list} (compare|differ)", self._of_each, -0.9)
        yield from rules("ask", f"{{weekday_list}} {nights} ,? {{ask}}", lambda s, ask: self._of_each(ask, s), -0.1)
        yield from rules("asks", f"{{asks}} ,? {{weekday_list}} {nights}", self._of_all, -0.3)
        which = f"({POLAR}|which|when|on which|on what|on which days|on which day|on which of them)?"
        yield from rules("ask", f"{which} {{tendency}} ,? {{weekday_choice}}", self._most, -0.6)
        led = "(which|when|what|on which|on which days|on which day)"
        yield from rules("ask", f"{led} {{best}} (for|in|of)? {{np}} ,? {{weekday_choice}}", self._best, -0.6)
        yield from rules(
            "ask", f"{led} {{np}} {{best}} ,? {{weekday_choice}}", lambda f, b, s: self._best(b, f, s), -0.6
        )
        together = "(together|combined|taken together|put together|all together|pooled)"
        yield from rules("calendar", f"{{calendar}} ,? {together}", _pooled, -0.9)

    def _of_each(self, ask: Ask, weekdays: tuple[int, ...]) -> Ask | None:
        frame = ask.frame
        is_plain = ask.kind in _NUMBERS and not (ask.yes_no or ask.bound or ask.other or ask.value)
        said_already = frame.best or frame.by or frame.pinned or frame.records.pick or frame.per not in {None, Unit.DAY}
        if not is_plain or said_already or len(weekdays) < _FEWEST:
            return None
        named = self._questions.modified(ask, Calendar(iso_weekdays=frozenset(weekdays)))
        return self._questions.modified(named, Grouping.WEEKDAY) if named else None

    def _most(self, tendency: tuple[Frame, int], weekdays: tuple[int, ...]) -> Ask | None:
        """On which of them it is more, or less."""
        frame, way = tendency
        order = {1: Order.HIGHEST, -1: Order.LOWEST}.get(way)
        each = self._of_each(Ask(Kind.NUMBER, frame), weekdays) if order else None
        return Ask(Kind.PROFILE, replace(each.frame, best=Best(order=order))) if each and order else None

    def _best(self, best: Best, frame: Frame, weekdays: tuple[int, ...]) -> Ask | None:
        extreme = self._builder.superlative(best, replace(frame, statistic=None))
        each = self._of_each(Ask(Kind.NUMBER, frame), weekdays) if extreme and best.first == best.count == 1 else None
        return Ask(Kind.PROFILE, replace(each.frame, best=extreme.best)) if each and extreme else None

    def _of_all(self, asks: tuple[Ask, ...], weekdays: tuple[int, ...]) -> tuple[Ask, ...] | None:
        each = [self._of_each(ask, weekdays) for ask in asks]
        return tuple(one for one in each if one) if all(each) else None


def _listed(*weekdays: int) -> tuple[int, ...] | None:
    return weekdays if len(set(weekdays)) == len(weekdays) else None


def _pooled(calendar: Calendar) -> Calendar | None:
    return calendar if len(calendar.iso_weekdays) > 1 and not calendar.months else None


def is_list(pair: object) -> bool:
    """Whether two groups are the parts of one list of weekdays: "Mondays, Wednesdays" and "Fridays"."""
    if not isinstance(pair, Pair) or pair.either:
        return False
    days = [each.iso_weekdays for each in (pair.one, pair.other) if isinstance(each, Calendar)]
    return len(days) > 1 and any(len(each) > 1 and each not in _KINDS_OF_DAYS for each in days)
