"""Whole days, weeks, months and years told from today: this week, last month, two years ago, the same week last year."""

from collections.abc import Iterator
from datetime import date

from services.data_science.domain.algebra import Unit, Window
from services.data_science.domain.catalogue import Catalogue
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.time.spans import begun, moved, span, unit_of


class CalendarUnits:
    """The rules of calendar units against one catalogue."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._today = catalogue.today

    def rules(self) -> Iterator[Rule]:
        today = self._today

        def calendar_unit(back: int, label: str) -> "object":
            def built(unit: Unit) -> Window | None:
                if unit is Unit.DAY:
                    return None
                window = unit_of(moved(begun(today, unit), -back, unit), unit, label.format(unit))
                return span(window.start, min(window.end, today), window.label, unit)  # type: ignore[arg-type,type-var]

            return built

        for pattern, back, label in (
            ("so? far? (this|current) {unit} (so far)?", 0, "this {}"),
            ("last {unit}", 1, "last {}"),
            ("(previous|prior) {unit}", 1, "last {}"),
            ("(last|previous) (full|complete|whole|entire|calendar) {unit}", 1, "last {}"),
            ("most recent (full|complete|calendar) {unit}", 1, "last {}"),
            ("{unit} before last", 2, "the {} before last"),
            ("last {unit} but one", 2, "the {} before last"),
            ("{unit} before the last one?", 2, "the {} before last"),
        ):
            yield from rules("span", pattern, calendar_unit(back, label), 0.1)  # type: ignore[arg-type]

        def ago(count: int, unit: Unit) -> Window | None:
            day = moved(today, -count, unit)
            if unit is Unit.DAY:
                return span(day, day, f"{count} days ago", Unit.DAY)
            return unit_of(day, unit, f"{count} {unit}{'s' if count > 1 else ''} ago")

        def nights_ago(count: int) -> Window | None:
            """Last night is told under today's date, so that two nights ago is under yesterday's."""
            day = moved(today, 1 - count, Unit.DAY)
            return span(day, day, f"{count} nights ago", Unit.DAY) if count > 1 else None

        yield from rules("closed", "{count} {unit} ago", ago, 0.1)
        yield from rules("closed", "{count} (nights|night) ago", nights_ago, 0.0)
        yield from rules("closed", "(a couple|couple) of? nights ago", lambda: nights_ago(2), 0.0)
        yield from rules("closed", "(a|one) {unit} ago", lambda unit: ago(1, unit), 0.1)
        yield from rules("closed", "(a couple|couple) of? {unit} ago", lambda unit: ago(2, unit), 0.1)

        def around(unit: Unit, window: Window) -> Window | None:
            """ "The week of Christmas"."""
            day = window.start
            if unit is Unit.DAY:
                return window if day == window.end else None
            if not isinstance(day, date) or day != window.end:
                return None
            return unit_of(day, unit, f"the {unit} of {window.label}")

        yield from rules("span", "{unit} of {end}", around, 0.2)

        def same_last_year(unit: Unit) -> Window | None:
            return (
                unit_of(moved(today, -1, Unit.YEAR), unit, f"the same {unit} last year")
                if unit is not Unit.DAY
                else None
            )

        yield from rules("span", "same {unit} (last|a) year ago?", same_last_year, 0.1)
        yield from rules("span", "this {unit} last year", same_last_year, 0.1)
        yield from rules("span", "(this|same) time last year", lambda: same_last_year(Unit.MONTH), 0.3)
        yield from rules("bestspan", "of the {unit} (so far)?", lambda u: self._this(u), 0.0)
        yield from rules("span", "(the)? (whole|entire|full) {unit}", lambda u: self._this(u), 0.2)

    def _this(self, unit: Unit) -> Window | None:
        if unit is Unit.DAY:
            return None
        window = unit_of(self._today, unit, f"this {unit}")
        return span(begun(self._today, unit), self._today, window.label, unit)
