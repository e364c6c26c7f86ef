"""Holidays by their name, as the newest such day or that of a year: Christmas, Thanksgiving, Labor Day, Easter."""

from collections.abc import Callable, Iterator
from datetime import date, timedelta
from functools import partial
from typing import Final

from services.data_science.domain.algebra import Unit, Window
from services.data_science.domain.catalogue import Catalogue
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.time.spans import day_said, span

_MONDAY, _THURSDAY = 1, 4


def _fixed(month: int, day: int, year: int) -> date:
    return date(year, month, day)


def _nth(month: int, iso: int, place: int, year: int) -> date:
    """The nth such weekday of a month, the last one for 0."""
    if place == 0:
        eve = date(year, month + 1, 1) - timedelta(days=1)
        return eve - timedelta(days=(eve.isoweekday() - iso) % 7)
    start = date(year, month, 1)
    return start + timedelta(days=(iso - start.isoweekday()) % 7 + 7 * (place - 1))


def _easter(days: int, year: int) -> date:
    """So many days after Easter Sunday of the Gregorian calendar: Butcher (1876)."""
    century, of_century = divmod(year, 100)
    leaps, rest = divmod(century, 4)
    moon = (19 * (year % 19) + century - leaps - (century - (century + 8) // 25 + 1) // 3 + 15) % 30
    to_sunday = (32 + 2 * rest + 2 * (of_century // 4) - moon - of_century % 4) % 7
    late = (year % 19 + 11 * moon + 22 * to_sunday) // 451
    month, day = divmod(moon + to_sunday - 7 * late + 114, 31)
    return date(year, month, day + 1) + timedelta(days=days)


_DAYS: Final[tuple[tuple[str, Callable[[int], date]], ...]] = (
    ("(christmas|christmas day|xmas|xmas day)", partial(_fixed, 12, 25)),
    ("(christmas eve|xmas eve)", partial(_fixed, 12, 24)),
    ("boxing day", partial(_fixed, 12, 26)),
    ("(new year eve|new years eve|nye)", partial(_fixed, 12, 31)),
    ("(new year|new years|new year day|new years day)", partial(_fixed, 1, 1)),
    ("(valentine|valentines|valentine day|valentines day)", partial(_fixed, 2, 14)),
    ("(st|saint) (patrick|patricks) day", partial(_fixed, 3, 17)),
    ("(april fools|april fool) day?", partial(_fixed, 4, 1)),
    ("cinco de mayo", partial(_fixed, 5, 5)),
    ("juneteenth", partial(_fixed, 6, 19)),
    ("canada day", partial(_fixed, 7, 1)),
    ("independence day", partial(_fixed, 7, 4)),
    ("(halloween|hallowe'en)", partial(_fixed, 10, 31)),
    ("(bonfire night|guy fawkes night)", partial(_fixed, 11, 5)),
    ("(veterans day|veteran day|armistice day|remembrance day)", partial(_fixed, 11, 11)),
    ("(mlk day|martin luther king day)", partial(_nth, 1, _MONDAY, 3)),
    ("(presidents day|president day)", partial(_nth, 2, _MONDAY, 3)),
    ("memorial day", partial(_nth, 5, _MONDAY, 0)),
    ("(labor day|labour day)", partial(_nth, 9, _MONDAY, 1)),
    ("(columbus day|indigenous peoples day)", partial(_nth, 10, _MONDAY, 2)),
    ("thanksgiving day?", partial(_nth, 11, _THURSDAY, 4)),
    ("black friday", lambda year: _nth(11, _THURSDAY, 4, year) + timedelta(days=1)),
    ("good friday", partial(_easter, -2)),
    ("(easter|easter sunday)", partial(_easter, 0)),
    ("easter monday", partial(_easter, 1)),
)


class Holidays:
    """The rules of holidays against one catalogue."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._today = catalogue.today

    def rules(self) -> Iterator[Rule]:
        for names, day_of in _DAYS:
            yield from rules("span", f"(last|this|past)? {names}", partial(self._newest, day_of), 0.1)
            yield from rules("span", f"{names} (of|in|,)? {{year_number}}", lambda y, d=day_of: _on(d(y)), 0.1)
            yield from rules("span", f"{names} last year", partial(self._of_last_year, day_of), 0.1)

    def _newest(self, day_of: Callable[[int], date]) -> Window | None:
        day = day_of(self._today.year)
        return _on(day if day <= self._today else day_of(self._today.year - 1))

    def _of_last_year(self, day_of: Callable[[int], date]) -> Window | None:
        return _on(day_of(self._today.year - 1))


def _on(day: date) -> Window | None:
    return span(day, day, day_said(day), Unit.DAY)
