"""Single days by their date: with or without a year, and "the 5th" of the newest month that has one."""

from collections.abc import Iterator
from datetime import date

from services.data_science.domain.algebra import Unit
from services.data_science.domain.catalogue import Catalogue
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.time.spans import MOST_YEARS, begun, dated, day_said, moved, span


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
            starts = (moved(begun(self._today, Unit.MONTH), -back, Unit.MONTH) for back in range(3))
            found = (dated(start.year, start.month, day) for start in starts)
            return next((each for each in found if each and each <= self._today), None)

        yield from rules("date", "{month_name} {day_number} (of|,)? {year_number}", written, 0.1)
        yield from rules(
            "date", "{day_number} of? {month_name} (of|,)? {year_number}", lambda d, m, y: written(m, d, y), 0.1
        )
        yield from rules("date", "{month_name} {day_number}", recent, 0.2)
        yield from rules("date", "{day_number} of? {month_name}", lambda d, m: recent(m, d), 0.2)
        yield from rules("date", "{weekday} {date}", lambda iso, day: day if day.isoweekday() == iso else None, 0.0)
        yield from rules("date", "(on|since|from|after|before|until) the {nth_day}", newest, 0.5)
        yield from rules("span", "{date}", lambda day: span(day, day, day_said(day), Unit.DAY), 0.1)
        yield from rules(
            "closed", "on the {nth_day}", lambda n: (d := newest(n)) and span(d, d, day_said(d), Unit.DAY), 0.5
        )
