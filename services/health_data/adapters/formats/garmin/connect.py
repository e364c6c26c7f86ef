"""The list of activities that Garmin Connect's website exports as a table, in any language and either system of units.

It states no unit of distance. Where it tells the length of a step, that and the cadence give the metres of a run; else
the unit is settled as for any other table.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from services.health_data.adapters.formats.garmin.chosen import Bout, Chosen, Rank
from services.health_data.adapters.formats.garmin.grids import duration, grid, header, position
from services.health_data.adapters.formats.garmin.values import end_of, plain_kind
from services.health_data.adapters.formats.garmin.words import ACTIVITY_COLUMNS, KINDS
from services.health_data.adapters.formats.members import Member
from services.health_data.domain.dates import DateColumn, DateRefusal, detect
from services.health_data.domain.layouts import ActivityLayout, Candidate, NumberColumn, UnsettledColumn
from services.health_data.domain.limits import LIMITS, SPLIT, require
from services.health_data.domain.numerals import Writing, value_of
from services.health_data.domain.records import Activity, Place
from services.health_data.domain.settling import MIN_ROWS, Evidence, settled

_NEEDED: Final = ("kind", "date", "distance", "calories", "time")
_ONLY_GARMIN: Final = ("training stress", "aerob", "aérob", "body battery", "heart rate", "best pace", "swolf")
_NUMBERS: Final = ("distance", "calories", "heart_rate", "ascent", "steps", "cadence", "stride")
_METRES: Final = {"kilometres": 1000.0, "miles": 1609.344}
_METRES_UP: Final = {"kilometres": 1.0, "miles": 0.3048}
"""Who has miles has feet."""
_CLOSE: Final = 0.08
"""So far, as a share, the metres by steps may be from those by the unit."""
_KIND: Final = {name: kind for kind, names in KINDS.items() for name in names}
_POOL: Final = "swim"
_UNCLEAR: Final = "'Distance' states no unit, and the activities do not show whether it is in kilometres or in miles."
_FASTEST_KMH: Final = 200.0
"""Nobody moves faster by land; who swims or runs on a track is a thousand times slower, in metres."""
_SHORT_UNIT: Final = "distance: in metres or yards, which the table does not state"


@dataclass(frozen=True, kw_only=True)
class _Row:
    line: int
    kind: str
    date: str
    minutes: float | None
    elapsed: float | None
    numbers: Mapping[str, float]

    @property
    def is_in_short_unit(self) -> bool:
        """Whether the distance is in metres or yards, as whole numbers are where the others are in their thousands."""
        distance = self.numbers.get("distance", 0.0)
        too_fast = not self.minutes or distance * 60 / self.minutes > _FASTEST_KMH
        return _POOL in self.kind.casefold() or (distance.is_integer() and too_fast)


def is_activity_list(member: Member) -> bool:
    if not member.name.casefold().endswith((".csv", ".txt", ".tsv")):
        return False
    names = header(member)
    known = all(position(names, ACTIVITY_COLUMNS[each]) is not None for each in _NEEDED)
    return known and (
        position(names, ACTIVITY_COLUMNS["heart_rate"]) is not None
        or any(mark in name for name in names for mark in _ONLY_GARMIN)
    )


def read_activity_list(member: Member, chosen: Chosen) -> None:
    """Takes every activity; a table whose dates can be read in two ways is left out."""
    table = _rows(member, chosen)
    texts = list(dict.fromkeys(row.date for row in table))
    where = {text: index for index, text in enumerate(texts)}
    first_lines = {row.date: row.line for row in reversed(table)}
    reading = detect(
        DateColumn(
            texts,
            [first_lines[text] for text in texts],
            np.array([where[row.date] for row in table], np.int32),
            np.zeros(len(table), np.int32),
        )
    )
    if isinstance(reading, DateRefusal):
        chosen.gathering.left_out(member.path, reading.explanation)
        return
    for note in reading.notes:
        chosen.gathering.note(f"{member.path}: {note}")
    unit = _unit(table, member, chosen)
    for row in table:
        at = Place(member.path, row.line)
        start = reading.moment(row.date)
        if start is None:
            chosen.gathering.skip("activity: no start", at)
            continue
        chosen.gathering.found("activities")
        distance = row.numbers.get("distance") or None
        if distance and row.is_in_short_unit:
            chosen.gathering.skip(_SHORT_UNIT, at)
            distance = None
        ascent = row.numbers.get("ascent")
        activity = Activity(
            start=start,
            kind=row.kind,
            end=end_of(start, None if row.elapsed is None else row.elapsed * 60),
            duration_min=row.minutes,
            distance_m=distance * _METRES[unit] if distance and unit else None,
            calories_kcal=row.numbers.get("calories"),
            average_heart_rate=row.numbers.get("heart_rate") or None,
            elevation_gain_m=ascent * _METRES_UP[unit] if ascent is not None and unit else None,
            steps=row.numbers.get("steps"),
        )
        chosen.bout(Bout(activity=activity, at=at, rank=Rank.REPORT))


def _rows(member: Member, chosen: Chosen) -> list[_Row]:
    lines = grid(member)
    names = [name.casefold() for name in next(lines)[1]]
    at = {each: position(names, known) for each, known in ACTIVITY_COLUMNS.items()}
    held = []
    for line, cells in lines:
        held.append((line, [*cells, *[""] * (len(names) - len(cells))]))
        require(len(held), LIMITS.records, "activities", SPLIT)
    columns = [column for each in _NUMBERS if (column := at[each]) is not None]
    writing = Writing(columns, ".")
    for line, cells in held:
        writing.see(cells, line)
    for note in writing.notes(names):
        chosen.gathering.note(f"{member.path}: {note}")

    def cell(cells: Sequence[str], each: str) -> str:
        column = at[each]
        return "" if column is None else cells[column]

    rows = []
    for line, cells in held:
        found = {each: value_of(cell(cells, each), writing.decimal(at[each] or 0)) for each in _NUMBERS}
        rows.append(
            _Row(
                line=line,
                kind=_KIND.get(cell(cells, "kind").casefold(), plain_kind(cell(cells, "kind"))),
                date=cell(cells, "date"),
                minutes=duration(cell(cells, "time")),
                elapsed=duration(cell(cells, "elapsed")),
                numbers={each: value for each, value in found.items() if value is not None and value >= 0},
            )
        )
    return rows


def _unit(table: Sequence[_Row], member: Member, chosen: Chosen) -> str | None:
    """The unit of distance; None where the activities do not show it."""
    by_land = [row for row in table if row.numbers.get("distance") and row.minutes and not row.is_in_short_unit]
    if not by_land:
        return None
    strides = [
        row.numbers["stride"] * row.numbers["cadence"] * (row.minutes or 0) / row.numbers["distance"]
        for row in by_land
        if row.numbers.get("stride") and row.numbers.get("cadence")
    ]
    middle = float(np.median(strides)) if len(strides) >= MIN_ROWS else 0.0
    for unit, metres in _METRES.items():
        if abs(middle / metres - 1) <= _CLOSE:
            chosen.gathering.note(
                f"{member.path}: 'Distance' states no unit and was taken for {unit}, as steps times their length make "
                f"{middle:,.0f} m of one."
            )
            return unit
    return _settled(by_land, member, chosen)


def _settled(table: Sequence[_Row], member: Member, chosen: Chosen) -> str | None:
    candidates = tuple(
        Candidate(said=unit, column=NumberColumn(column="Distance", name="distance_m", times=metres))
        for unit, metres in _METRES.items()
    )
    column = UnsettledColumn(column="Distance", name="distance_m", candidates=candidates, unclear=_UNCLEAR)
    layout = ActivityLayout(name="garmin", signature=(), date="", kind="", end="", numbers=(), unsettled=(column,))
    columns = {
        "distance_m": np.array([row.numbers["distance"] for row in table]),
        "steps": np.array([row.numbers.get("steps", np.nan) for row in table]),
    }
    minutes = np.array([row.minutes or np.nan for row in table])
    result = settled(layout, Evidence(columns=columns, minutes=minutes, kinds=[row.kind for row in table]))
    for note in result.notes:
        chosen.gathering.note(f"{member.path}: {note}")
    return next(
        (unit for unit, metres in _METRES.items() if any(each.times == metres for each in result.numbers)), None
    )
