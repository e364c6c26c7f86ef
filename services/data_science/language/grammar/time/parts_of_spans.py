"""A part of a longer span: its first or last week, its first days, one of its halves."""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Final

from services.data_science.domain.algebra import Unit, Window
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.time.spans import span

_DAYS_A_WEEK: Final = 7


class PartsOfSpans:
    """The rules of parts of spans."""

    def rules(self) -> Iterator[Rule]:
        def part(first_days: int, last: bool, window: Window) -> Window | None:
            start, end = window.start, window.end
            if not isinstance(start, date) or not isinstance(end, date):
                return None
            days = "week" if first_days == _DAYS_A_WEEK else f"{first_days} days"
            if last:
                return span(max(start, end - timedelta(days=first_days - 1)), end, f"the last {days} of {window.label}")
            return span(start, min(end, start + timedelta(days=first_days - 1)), f"the first {days} of {window.label}")

        def half(window: Window, second: bool) -> Window | None:
            start, end = window.start, window.end
            if not isinstance(start, date) or not isinstance(end, date) or window.unit is None:
                return None
            middle = (
                start.replace(day=16) if window.unit is Unit.MONTH else start + (end - start + timedelta(days=1)) / 2
            )
            eve = middle - timedelta(days=1)
            which = "second" if second else "first"
            return (
                span(middle, end, f"the {which} half of {window.label}")
                if second
                else span(start, eve, f"the {which} half of {window.label}")
            )

        yield from rules("span", "first week of {span}", lambda w: part(_DAYS_A_WEEK, False, w), 0.1)
        yield from rules("span", "last week of {span}", lambda w: part(_DAYS_A_WEEK, True, w), 0.1)
        yield from rules("span", "first {count} days of {span}", lambda n, w: part(n, False, w), 0.1)
        yield from rules("span", "last {count} days of {span}", lambda n, w: part(n, True, w), 0.1)
        yield from rules("span", "first half of {span}", lambda w: half(w, False), 0.1)
        yield from rules("span", "second half of {span}", lambda w: half(w, True), 0.1)
