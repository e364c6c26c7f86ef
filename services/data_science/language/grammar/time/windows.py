"""How a span is put into a phrase: with a preposition, as a whole, or said twice."""

from collections.abc import Iterator
from datetime import date
from typing import Final

from services.data_science.domain.algebra import Window
from services.data_science.domain.catalogue import Catalogue
from services.data_science.language.chart.engine import Rule, rules

_RECENTLY: Final = "(lately|recently|of late|these days|nowadays)"
"""What is made exact by a window that follows."""


class Windows:
    """The rules of windows."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._today = catalogue.today

    def rules(self) -> Iterator[Rule]:
        yield from rules("window", "(in|on|over|during|for|from|of|within|across|throughout|at) {span}", _same, 0.1)
        yield from rules("window", "(over|in|during|throughout) (course|space|length) of {whole}", _same, 0.0)
        yield from rules("span", "(all of|whole|entire|all) {span}", _same, 0.1)
        yield from rules("window", "{span}", _same, 0.2)
        yield from rules(
            "window", "{window} {window}", lambda a, b: a if (a.start, a.end) == (b.start, b.end) else None, 0.3
        )
        yield from rules(
            "window",
            "{window} ,? {count} days",
            lambda w, n: (
                w if isinstance(w.start, date) and isinstance(w.end, date) and (w.end - w.start).days + 1 == n else None
            ),
            0.3,
        )
        yield from rules(
            "window", f"{_RECENTLY} ,? (say|so|like|meaning|i mean|ie|as in|for example) {{window}}", _same, 0.0
        )
        yield from rules("window", "{closed}", _same, 0.0)
        yield from rules("window", "{window} (up to now|so far|until now|till now|to date)", self._running, 0.0)

    def _running(self, window: Window) -> Window | None:
        """A stretch of time that today lies in goes no further than today anyway."""
        return window if isinstance(window.end, date) and window.end >= self._today else None


def _same(window: Window) -> Window:
    return window
