"""Superlatives with a place or a number: the second longest, the five highest, the top three."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from services.data_science.domain.algebra import Order
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.phrases import Best

ACTIVE: Final = "active"
"""What "most active" is about where it is not said by what: nothing that one record has."""
FIRST: Final = {"second": 2, "third": 3, "fourth": 4, "fifth": 5, "2nd": 2, "3rd": 3, "4th": 4, "5th": 5}


class Superlatives:
    """The rules of superlatives."""

    def rules(self) -> Iterator[Rule]:
        def placed(first: int, best: Best) -> Best | None:
            return replace(best, first=first) if best.first == best.count == 1 else None

        def several(count: int, best: Best) -> Best | None:
            return replace(best, count=count) if best.count == 1 and 1 < count <= 50 else None

        def top(count: int) -> Best | None:
            return Best(order=Order.HIGHEST, count=count) if 1 < count <= 50 else None

        for word, place in FIRST.items():
            yield from rules("best", f"{word} {{best}}", lambda best, place=place: placed(place, best), 0.0)
        yield from rules("best", "(next to|second to) {best}", lambda best: placed(2, best), 0.0)
        yield from rules("best", "{count} {best}", several, 0.1)
        yield from rules("best", "{best} {count}", lambda best, count: several(count, best), 0.1)
        yield from rules("best", "top {count}", top, 0.0)
        yield from rules("best", "top {count} {best}", lambda n, best: several(n, best), 0.0)
        yield from rules("best", "bottom {count}", lambda n: (b := top(n)) and replace(b, order=Order.LOWEST), 0.0)
        yield from rules("best", "{best} ever", lambda best: best, 0.0)
        yield from rules(
            "best",
            "{best} active",
            lambda best: None if best.fields or best.judged or best.of_time() else replace(best, fields=ACTIVE),
            0.0,
        )
