"""Spans that begin or end with something that happened: since my last run, before my first ride."""

from collections.abc import Iterator

from services.data_science.domain.algebra import Table, When, Window
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.phrases import Records


class SinceRecords:
    """The rules of spans that records bound."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder

    def rules(self) -> Iterator[Rule]:
        yield from rules("window", "since {recs}", self._since, 0.3)

    def _since(self, records: Records) -> Window | None:
        """From the day of the one record that was picked by its time on."""
        pick = records.pick
        if pick is None or pick[0] is not None or pick[1].count > 1 or records.table is Table.DAYS or records.inside:
            return None
        return Window(start=When(rows=self._builder.rows(records)), end=self._builder.catalogue.today)
