"""Spans that have a name of their own: today, last night, lately, all time, the year to date."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from services.data_science.domain.algebra import Unit, Window
from services.data_science.domain.catalogue import Catalogue
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.time.spans import begun, everything, span

RECENT_DAYS: Final = 30
_OWNING: Final = "(have|got|had|have had|bought|own|owned|have owned|put on|put|wear|wore|started wearing|started using|began wearing|started with|received|set up)"
_DEVICE: Final = (
    "(watch|tracker|fitbit|oura|whoop|garmin|ring|band|wristband|device|thing|gadget|wearable|smartwatch|strap|app)"
)


class NamedSpans:
    """The rules of named spans against one catalogue."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._today = catalogue.today
        self._all = everything(catalogue)

    def rules(self) -> Iterator[Rule]:
        today = self._today

        def back(days: int, label: str) -> Window | None:
            day = today - timedelta(days=days)
            return span(day, day, label, Unit.DAY)

        recent = span(today - timedelta(days=RECENT_DAYS - 1), today, f"the last {RECENT_DAYS} days")
        year_start = begun(today, Unit.YEAR)
        for pattern, window in (
            ("(today|so far today|right now today)", back(0, "today")),
            ("(yesterday|last evening)", back(1, "yesterday")),
            ("(day before yesterday|the day before yesterday)", back(2, "the day before yesterday")),
            ("(last night|this morning)", back(0, "last night")),
            ("(night before last|the night before last)", back(1, "the night before last")),
            ("(lately|recently|of late|these days|nowadays|at the moment|currently|right now)", recent),
            ("(overall|ever|all time|of all time|in general|altogether|to date|on record|in total so far)", self._all),
            ("(all|entire|whole|full) my? (time|data|history|records|recordings|dataset|record|period)", self._all),
            ("all of my? (data|history|records|days|time)", self._all),
            ("(my|the|these) (data|history|records)", self._all),
            ("(so far|until now|up to now|till now|to this day)", self._all),
            ("everything on record", self._all),
            ("since (the|from)? (beginning|start)", self._all),
            (
                "since i (started|began|start) (tracking|recording|logging|wearing|using|measuring) (it|this|that)?",
                self._all,
            ),
            ("since i (have|got|had|bought) (it|this)", self._all),
            (f"since i (first|initially)? {_OWNING} (it|this|that|one) (on)?", self._all),
            (f"since i (first|initially)? {_OWNING} (this|that|my|the|a|1)? {_DEVICE} (on)?", self._all),
            ("(year to date|ytd)", span(year_start, today, "this year", Unit.YEAR)),
            ("(month to date|mtd)", span(begun(today, Unit.MONTH), today, "this month", Unit.MONTH)),
        ):
            if window is not None:
                yield from rules("span", pattern, lambda window=window: window, 0.1)
