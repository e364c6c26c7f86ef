"""Single days by their date: with or without a year, and "the 5th" of the newest month that has one.

An `end` is a span that bounds another one: a day of the month may stand for one there, and nowhere without "on".
"""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Final

from services.data_science.domain.algebra import Unit, Window
from services.data_science.domain.catalogue import Catalogue
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.time.spans import MOST_YEARS, dated, day_said, newest_day, span

_LONGEST_AGO: Final = 365


class Dates:
    """The rules of dates against one catalogue."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._today = catalogue.today

    def rules(self) -> Iterator[Rule]:
        def written(month: int, day: int, year: int) -> date | None:
            return dated(year, month, day)

        def recent(month: int, day: int) -> date | None:
            candidates = (dated(self._today.year - back, month, day) for back in range(MOST_YEARS))
            return next((found for found in candidates if found and found <= self._today), None)

        def newest(day: int) -> date | None:
            return newest_day(day, self._today)

        yield from rules("date", "{month_name} {day_number} (of|,)? {year_number}", written, 0.1)
        yield from rules(
            "date", "{day_number} of? {month_name} (of|,)? {year_number}", lambda d, m, y: written(m, d, y), 0.1
        )
        yield from rules("date", "{month_name} {day_number}", recent, 0.2)
        yield from rules("date", "{day_number} of? {month_name}", lambda d, m: recent(m, d), 0.2)
        yield from rules("date", "the? {nth_day} of {span}", self._of_month, 0.0)
        yield from rules("date", "{weekday} {date}", lambda iso, day: day if day.isoweekday() == iso else None, 0.0)
        yield from rules("date", "on? {weekday} the? {nth_day}", self._named, 0.0)
        yield from rules("nth_date", "the {nth_day}", newest, 0.1)
        yield from rules("date", "on the {nth_day}", newest, 0.5)
        yield from rules("end", "{span}", lambda window: window, 0.0)
        yield from rules("end", "{nth_day}", lambda n: (d := newest(n)) and span(d, d, day_said(d), Unit.DAY), 0.3)
        yield from rules("span", "{date}", lambda day: span(day, day, day_said(day), Unit.DAY), 0.1)
        yield from rules(
            "closed", "on the {nth_day}", lambda n: (d := newest(n)) and span(d, d, day_said(d), Unit.DAY), 0.5
        )

    def _of_month(self, day: int, month: Window) -> date | None:
        """ "The 24th of last month"."""
        first = month.start
        return dated(first.year, first.month, day) if month.unit is Unit.MONTH and isinstance(first, date) else None

    def _named(self, iso: int, day: int) -> date | None:
        """The newest such day of a month that fell on that weekday."""
        found = newest_day(day, self._today)
        while found is not None and found.isoweekday() != iso and (self._today - found).days < _LONGEST_AGO:
            found = newest_day(day, found - timedelta(days=1))
        return found if found is not None and found.isoweekday() == iso else None
