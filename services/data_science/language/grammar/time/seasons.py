"""Seasons, as a span of one year and as a kind of day."""

from collections.abc import Iterator
from datetime import date, timedelta
from types import MappingProxyType
from typing import Final

from services.data_science.domain.algebra import Calendar, Unit, Window
from services.data_science.domain.catalogue import Catalogue
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.time.spans import moved, span

_NAMES: Final = MappingProxyType({3: "spring", 6: "summer", 9: "autumn", 12: "winter"})


class Seasons:
    """The rules of seasons against one catalogue."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._today = catalogue.today

    def rules(self) -> Iterator[Rule]:
        today = self._today

        def season(month: int, back: int) -> Window | None:
            start = date(today.year, month, 1)
            while start > today:
                start = start.replace(year=start.year - 1)
            start = start.replace(year=start.year - back)
            end = moved(start, 3, Unit.MONTH) - timedelta(days=1)
            return span(start, end, f"{_NAMES[month]} {start.year}")

        def season_of(month: int, year: int) -> Window | None:
            start = date(year, month, 1)
            return span(start, moved(start, 3, Unit.MONTH) - timedelta(days=1), f"{_NAMES[month]} {year}")

        yield from rules("span", "(this|last|past) {season}", lambda m: season(m, 0), 0.1)
        yield from rules(
            "span", "(whole|all|entire|full|all of) (this|last|past)? {season}", lambda m: season(m, 0), 0.1
        )
        yield from rules(
            "closed", "since (the|about the|around the)? {season}", lambda m: self._since(season(m, 0)), 0.1
        )
        yield from rules("closed", "{span} , {closed}", _restated, 0.0)
        yield from rules("span", "{season} of? {year_number}", season_of, 0.1)
        months = {3: {3, 4, 5}, 6: {6, 7, 8}, 9: {9, 10, 11}, 12: {12, 1, 2}}
        yield from rules(
            "calendar", "(in|during|over|when it) the? {season}", lambda m: Calendar(months=frozenset(months[m])), 0.2
        )
        yield from rules(
            "calendar", "(summers|summertime|summer months)", lambda: Calendar(months=frozenset(months[6])), 0.2
        )
        yield from rules(
            "calendar", "(winters|wintertime|winter months)", lambda: Calendar(months=frozenset(months[12])), 0.2
        )

    def _since(self, season: Window | None) -> Window | None:
        """From the first day of a season on."""
        start = season.start if season else None
        return span(start, self._today, f"since {season.label}") if season and isinstance(start, date) else None


def _restated(one: Window, other: Window) -> Window | None:
    """The same days said in two ways: "the whole summer, June to August"."""
    same = (one.start, one.end) == (other.start, other.end) and one.label != other.label
    return other if same else None
