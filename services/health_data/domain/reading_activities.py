"""Reading activities: one a row, told apart by start and kind."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

import numpy as np

from services.health_data.domain.activity_fields import STORED_FIELD
from services.health_data.domain.kinds import movement_of
from services.health_data.domain.layouts import ActivityLayout
from services.health_data.domain.limits import SPLIT, require
from services.health_data.domain.records import Activity, ParsedFile, ValueArray
from services.health_data.domain.source import Source, names, optional
from services.health_data.domain.table import Chunk

_MOVING_MIN: Final = 5.0
"""An activity that took longer has gone some way, if its kind is a way to move."""
_NO_READING: Final = "0 after more than 5 minutes on the move means no reading"


def read_activities(layout: ActivityLayout, source: Source) -> ParsedFile:
    activities: dict[tuple[datetime, str], Activity] = {}
    lines: dict[tuple[datetime, str], int] = {}
    rows = 0
    for chunk in source.chunks:
        fields: dict[str, list[float | None]] = {}
        for column in layout.numbers:
            numbers_found = source.numbers(chunk, column, STORED_FIELD[column.name])
            if numbers_found is not None:
                fields[column.name] = optional(numbers_found, len(chunk.rows))
        kinds, ends = names(source, chunk, layout.kind), ends_of(source, chunk, layout.end)
        if not layout.zeros_are_kept:
            minutes = minutes_taken(chunk, fields.get("duration_min") or [None] * len(kinds), ends)
            _drop_zeros(fields, source, chunk, moving=_moving(kinds, minutes))
        told = zip(chunk.lines.tolist(), chunk.moments, kinds, ends, *fields.values(), strict=True)
        for line, start, kind, end, *values in told:
            if kind:
                rows += 1
                numbers_there = dict(zip(fields, values, strict=True))
                lines[start, kind] = line
                activities[start, kind] = Activity(start=start, kind=kind, end=end, **numbers_there)
        require(len(activities), source.table.limits.records, "activities", SPLIT)
    repeated = rows - len(activities)
    return ParsedFile(
        layout=layout.name,
        subject="",
        rows_read=0,
        activities=tuple(activities[key] for key in sorted(activities)),
        activity_places=tuple((0, lines[key]) for key in sorted(activities)),
        notes=(f"{repeated} rows repeat an activity's start and kind: the last counts.",) if repeated else (),
    )


def _moving(kinds: Sequence[str], minutes: ValueArray) -> Sequence[bool]:
    """Which activities have gone some way, whatever the file says of it."""
    return [taken > _MOVING_MIN and movement_of(kind) is not None for kind, taken in zip(kinds, minutes, strict=True)]


def _drop_zeros(fields: dict[str, list[float | None]], source: Source, chunk: Chunk, *, moving: Sequence[bool]) -> None:
    """Makes missing the distances and speeds of 0 that a device writes where it measured none, and says so."""
    for name in ("distance_m", "speed_m_per_min"):
        values = fields.get(name, [])
        faulty = [at for at, value in enumerate(values) if value == 0 and moving[at]]
        for at in faulty:
            values[at] = None
        source.log.add(f"{name}: {_NO_READING}", chunk.lines[faulty])


def ends_of(source: Source, chunk: Chunk, column: str) -> list[datetime | None]:
    """When each activity ended; None where the file does not say, or says something that cannot be."""
    cells = chunk.column(column)
    if cells is None:
        return [None] * len(chunk.rows)
    ends: list[datetime | None] = []
    unreadable, early = [], []
    for cell, line, began in zip(cells, chunk.lines, chunk.moments, strict=True):
        end = source.reading.moment(cell) if cell.strip() else None
        if end is None and cell.strip():
            unreadable.append(line)
        elif end is not None and end < began:
            early.append(line)
            end = None
        ends.append(end)
    source.log.add(f"{column}: not a local date and time", unreadable)
    source.log.add(f"{column}: before the start", early)
    return ends


def minutes_taken(chunk: Chunk, durations: Sequence[float | None], ends: Sequence[datetime | None]) -> ValueArray:
    """How long each activity took: as the file says, else from its start to its end; NaN where neither is known."""
    lasted = [
        None if end is None else (end - start).total_seconds() / 60
        for start, end in zip(chunk.moments, ends, strict=True)
    ]
    taken = [length if stated is None else stated for stated, length in zip(durations, lasted, strict=True)]
    return np.array([np.nan if each is None else each for each in taken], np.float64)
