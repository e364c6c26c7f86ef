"""Several days of a month said by their numbers, each of which is meant: the 26th, 27th and 28th of October."""

from collections.abc import Iterator
from datetime import date, timedelta

from services.data_science.domain.algebra import Unit, Window
from services.data_science.domain.catalogue import Catalogue
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.time.spans import dated, day_said, newest_day, span


class DayLists:
    """The rules of lists of days against one catalogue."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._today = catalogue.today

    def rules(self) -> Iterator[Rule]:
        on = "(on|for|of|the days of|the nights of|on the nights of|on the days of)?"
        joint = "(,|and|or|, and|versus)"
        number = "{day_number}"
        for amount in (1, 2, 3):
            numbers = f" {joint}? ".join([number] * amount)
            nths = f" {joint}? ".join(["{nth_day}"] * amount)
            yield from rules("days_said", f"{on} {numbers} {joint} {{date}}", self._before, 0.0)
            yield from rules("days_said", f"{on} {{date}} {joint} {numbers}", self._behind, 0.0)
            yield from rules("days_said", f"{on} {nths} {joint} {{nth_day}}", self._newest, 0.0)

    def _before(self, *said: int | date) -> tuple[Window, ...] | None:
        *numbers, last = said
        if not isinstance(last, date):
            return None
        return _days([dated(last.year, last.month, each) for each in numbers if isinstance(each, int)] + [last])

    def _behind(self, first: date, *numbers: int) -> tuple[Window, ...] | None:
        return _days([first, *(dated(first.year, first.month, each) for each in numbers)])

    def _newest(self, *numbers: int) -> tuple[Window, ...] | None:
        until, days = self._today, list[date | None]()
        for number in reversed(numbers):
            found = newest_day(number, until)
            if found is None:
                return None
            days.insert(0, found)
            until = found - timedelta(days=1)
        return _days(days)


def _days(days: list[date | None]) -> tuple[Window, ...] | None:
    """A window for each; None where there is no such day, or where they are not said in their order."""
    known = [day for day in days if day is not None]
    if len(known) < len(days) or known != sorted(set(known)):
        return None
    windows = (span(day, day, day_said(day), Unit.DAY) for day in known)
    return tuple(window for window in windows if window)
