"""Months, quarters and years by name or number: March 2024, last May, Q2, the first quarter of 2023."""

import calendar
from collections.abc import Iterator
from datetime import date

from services.data_science.domain.algebra import (
    Unit,
    Window,
)
from services.data_science.domain.catalogue import Catalogue
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.time.spans import (
    dated,
    span,
    unit_of,
)


class MonthsAndQuarters:
    """The rules of named months, quarters and years against one catalogue."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._today = catalogue.today

    def rules(self) -> Iterator[Rule]:
        today = self._today

        def month(number: int, year: int | None = None) -> Window | None:
            if year is None:
                year = today.year if number <= today.month else today.year - 1
            first = dated(year, number, 1)
            return unit_of(first, Unit.MONTH, f"{calendar.month_name[number]} {year}") if first else None

        def clipped(window: Window | None) -> Window | None:
            if window is None or not isinstance(window.end, date) or not isinstance(window.start, date):
                return None
            return span(window.start, window.end, window.label, window.unit)

        yield from rules("span", "{month_name} (of|,)? {year_number}", lambda m, y: clipped(month(m, y)), 0.1)
        yield from rules("span", "(this|last|past)? {month_name}", lambda m: clipped(month(m)), 0.1)
        yield from rules("span", "{month_name} last year", lambda m: month(m, today.year - 1), 0.1)
        yield from rules("span", "{month_name} this year", lambda m: month(m, today.year), 0.1)
        yield from rules("span", "{year_number}", lambda y: unit_of(date(y, 1, 1), Unit.YEAR, str(y)), 0.4)
        yield from rules("span", "year {year_number}", lambda y: unit_of(date(y, 1, 1), Unit.YEAR, str(y)), 0.1)
        for number in range(1, 5):
            names = f"(q{number}|{('first', 'second', 'third', 'fourth')[number - 1]} quarter)"
            yield from rules("span", f"{names} of? {{year_number}}", lambda y, n=number: self._quarter(n, y), 0.1)
            yield from rules("span", names, lambda n=number: self._quarter(n, None), 0.2)

    def _quarter(self, number: int, year: int | None) -> Window | None:
        month = 3 * number - 2
        if year is None:
            year = self._today.year if date(self._today.year, month, 1) <= self._today else self._today.year - 1
        return unit_of(
            date(year, month, 1),
            Unit.QUARTER,
            f"the {('first', 'second', 'third', 'fourth')[number - 1]} quarter of {year}",
        )
