"""What shows the unit of a column that states none: some rows of the file, gone through beforehand."""

from collections import defaultdict
from typing import Final

import numpy as np

from services.health_data.domain.layouts import ActivityLayout, DailyLayout, NumberColumn
from services.health_data.domain.quantities import ANY_NUMBER
from services.health_data.domain.reading_activities import ends_of, minutes_taken
from services.health_data.domain.settling import MOST_ROWS, Evidence
from services.health_data.domain.source import Source, optional
from services.health_data.domain.table import Chunk

_COMPARED: Final = frozenset({"steps", "duration_min", "distance_km", "distance_m", "speed_m_per_min", "calories_kcal"})


def evidence(layout: DailyLayout | ActivityLayout, source: Source) -> Evidence:
    """The first rows, as far as they can show a unit that is not stated."""
    columns: dict[str, list[float | None]] = defaultdict(list)
    minutes: list[float] = []
    kinds: list[str] = []
    rows = 0
    for chunk in source.chunks:
        read = _columns(layout, source, chunk)
        for name, values in read.items():
            columns[name] += values
        if isinstance(layout, ActivityLayout):
            ends = ends_of(source, chunk, layout.end)
            minutes += minutes_taken(chunk, read.get("duration_min") or [None] * len(chunk.rows), ends).tolist()
            kinds += chunk.column(layout.kind) or []
        rows += len(chunk.rows)
        if rows >= MOST_ROWS:
            break
    return Evidence(
        columns={name: np.array(values, np.float64) for name, values in columns.items()},
        minutes=np.array(minutes, np.float64),
        kinds=kinds,
    )


def _columns(layout: DailyLayout | ActivityLayout, source: Source, chunk: Chunk) -> dict[str, list[float | None]]:
    """What a unit can be decided by; in the file's own unit where that is in question."""
    unsettled = (NumberColumn(column=each.column, name=each.name) for each in layout.unsettled)
    return {
        column.name: optional(source.numbers(chunk, column, ANY_NUMBER), len(chunk.rows))
        for column in (*layout.numbers, *unsettled)
        if column.name in _COMPARED
    }
