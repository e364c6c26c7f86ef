"""Spans with a start or an end that is said: since, until, before, after, between, from one to another."""

from collections.abc import Callable, Iterator
from datetime import date, timedelta

from services.data_science.domain.algebra import Window
from services.data_science.domain.catalogue import Catalogue
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.time.spans import dated, day_said, span


class BoundedSpans:
    """The rules of bounded spans against one catalogue."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._today = catalogue.today
        self._first = catalogue.first

    def rules(self) -> Iterator[Rule]:
        today, first = self._today, self._first

        def since(window: Window) -> Window | None:
            if not isinstance(window.start, date):
                return None
            return span(window.start, today, f"since {window.label}")

        def after(window: Window) -> Window | None:
            if not isinstance(window.end, date):
                return None
            return span(window.end + timedelta(days=1), today, f"after {window.label}")

        def until(window: Window) -> Window | None:
            if not isinstance(window.end, date):
                return None
            return span(first, window.end, f"up to {window.label}")

        def ahead_of(window: Window) -> Window | None:
            if not isinstance(window.start, date):
                return None
            return span(first, window.start - timedelta(days=1), f"before {window.label}")

        def between(one: Window, other: Window) -> Window | None:
            if not isinstance(one.start, date) or not isinstance(other.end, date):
                return None
            start = one.start
            if start > other.end:
                start = dated(start.year - 1, start.month, start.day) or start
            return span(start, other.end, f"{one.label} to {other.label}")

        def days(number: int, other: date) -> Window | None:
            start = dated(other.year, other.month, number)
            return span(start, other, f"{day_said(start)} to {day_said(other)}") if start else None

        def days_first(start: date, number: int) -> Window | None:
            end = dated(start.year, start.month, number)
            return span(start, end, f"{day_said(start)} to {day_said(end)}") if end else None

        yield from rules("closed", "(since|starting|starting from|beginning) {span}", since, 0.0)

        def with_day(bounded: Callable[[Window], Window | None], day: date) -> Window | None:
            whole = span(day, day, day_said(day))
            return bounded(whole) if whole else None

        for words, bounded in (
            ("(since|from|starting)", since),
            ("after", after),
            ("(until|till|up to|through)", until),
            ("(before|prior to)", ahead_of),
        ):
            yield from rules("closed", f"{words} {{nth_date}}", lambda day, to=bounded: with_day(to, day), 0.0)
        yield from rules(
            "closed", "from {span} (on|onwards|onward|until now|till now|to now|to today|until today)", since, 0.0
        )
        yield from rules(
            "closed", "since i (started|began|joined) (tracking|recording)? (in|on|at)? {span}", since, 0.0
        )
        yield from rules("closed", "after {span}", after, 0.2)
        yield from rules("closed", "(until|till|up to|through) {span}", until, 0.2)
        yield from rules("closed", "(before|prior to) {span}", ahead_of, 0.2)
        yield from rules("closed", "{span} (to|until|till|through) {span}", between, 0.1)
        yield from rules("closed", "between {span} and {span}", between, 0.0)
        yield from rules("closed", "from {span} (to|until|till|through) {span}", between, 0.0)
        yield from rules("closed", "(from|between)? {day_number} (to|and|until|through) {date}", days, 0.0)
        yield from rules("closed", "(from|between)? {date} (to|and|until|through) {day_number}", days_first, 0.1)
