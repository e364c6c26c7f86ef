"""Reading a table: its layout, its dates, one person's rows, and what those hold."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final, assert_never

import numpy as np
import numpy.typing as npt

from services.health_data.domain.cells import FIRST_LINES, SkipLog
from services.health_data.domain.dates import FIRST_YEAR, LAST_YEAR, UNREADABLE, DateRefusal, detect
from services.health_data.domain.evidence import evidence
from services.health_data.domain.headers import given_twice, understood
from services.health_data.domain.labels import LONGEST_LABEL
from services.health_data.domain.layouts import (
    ActivityLayout,
    BiomarkerLayout,
    DailyLayout,
    Layout,
    NumberColumn,
    column_key,
    columns_read,
)
from services.health_data.domain.limits import SPLIT, require
from services.health_data.domain.looks import named, unknown_table
from services.health_data.domain.metrics import METRIC, PROFILE_FIELDS
from services.health_data.domain.quantities import ANY_NUMBER
from services.health_data.domain.reading_activities import read_activities
from services.health_data.domain.records import (
    Biomarker,
    DaySeries,
    NotUnderstood,
    ParsedFile,
    Profile,
    SeriesPlaces,
    ValueArray,
    to_epoch_day,
)
from services.health_data.domain.settling import settled
from services.health_data.domain.source import Source, names, optional
from services.health_data.domain.table import Chunk, Index, Table, build_index, choose_person, chunks

_FIRST_DAY: Final = to_epoch_day(datetime(FIRST_YEAR, 1, 1, tzinfo=UTC).date())
# A row that takes its date from 12 hours later may end on the day after the last.
_CALENDAR_DAYS: Final = to_epoch_day(datetime(LAST_YEAR, 12, 31, tzinfo=UTC).date()) - _FIRST_DAY + 2
_SEX: Final = {"m": "male", "male": "male", "f": "female", "female": "female"}
_DAILY: Final = PROFILE_FIELDS | METRIC


def read_table(table: Table, *, user_id: str, subject: str) -> ParsedFile | NotUnderstood:
    """The part of a table that is about one person, or why it cannot be told.

    Raises:
        LimitExceededError: the table holds more than it may.
    """
    layout, unclear = understood(table.header)
    if layout is None:
        return NotUnderstood(unknown_table(table.header, unclear))
    twice = _columns_twice(table, layout) or given_twice(layout)
    if twice:
        return NotUnderstood(f"The header has columns more than once: {twice}. Leave one of them.")
    log = SkipLog()
    index = build_index(table, layout, log)
    if not len(index.lines):
        return NotUnderstood("The file has a header but not one row that fits it.")
    person = choose_person(
        index.persons, user_id=user_id, subject=subject, has_subjects=table.position(layout.subject) is not None
    )
    if isinstance(person, NotUnderstood):
        return person
    return _read_person(table, layout, index, person, log=log, subject=subject)


def _read_person(
    table: Table, layout: Layout, index: Index, person: int, *, log: SkipLog, subject: str
) -> ParsedFile | NotUnderstood:
    reading = detect(index.dates)
    if isinstance(reading, DateRefusal):
        return NotUnderstood(reading.explanation)
    mine = index.dates.person_of_row == person
    if not np.any(reading.seconds[index.dates.text_of_row[mine]] != UNREADABLE):
        return _no_dates(layout, index, mine)

    def source(account: SkipLog) -> Source:
        parts = chunks(table, index, reading.seconds, person, account)
        return Source(table=table, reading=reading, chunks=parts, log=account, writing=index.writing)

    if not isinstance(layout, BiomarkerLayout) and layout.unsettled:
        layout = settled(layout, evidence(layout, source(SkipLog())))
    parsed = _read(layout, source(log))
    rows = int(np.count_nonzero(mine))
    notes = (*reading.notes, *index.writing.notes(table.header), *parsed.notes, *layout.notes, *_ignored(table, layout))
    if len(index.lines) > rows:
        notes = (*notes, f"{len(index.lines) - rows} rows about other people were left out.")
    if subject and table.position(layout.subject) is None:
        notes = (*notes, "The file names no person: the subject asked for made no difference.")
    return replace(parsed, subject=index.persons[person], rows_read=rows, skipped=log.skips(), notes=notes)


def _read(layout: Layout, source: Source) -> ParsedFile:
    match layout:
        case DailyLayout():
            return _read_daily(layout, source)
        case ActivityLayout():
            return read_activities(layout, source)
        case BiomarkerLayout():
            return _read_biomarkers(layout, source)
        case _:
            assert_never(layout)


def _no_dates(layout: Layout, index: Index, mine: npt.NDArray[np.bool_]) -> NotUnderstood:
    lines = ", ".join(f"{line:,}" for line in index.lines[mine][:FIRST_LINES])
    return NotUnderstood(
        f"Not one row has a date from {FIRST_YEAR} to {LAST_YEAR} in its column {layout.date!r} (see line {lines}). "
        "Write the dates as YYYY-MM-DD and import the file again."
    )


def _columns_twice(table: Table, layout: Layout) -> str:
    keys = [column_key(name) for name in table.header]
    return ", ".join(sorted(key for key in columns_read(layout) if keys.count(key) > 1))


def _ignored(table: Table, layout: Layout) -> tuple[str, ...]:
    read = columns_read(layout)
    ignored = [name for name in table.header if name and column_key(name) not in read]
    return (f"Columns that were not read: {named(ignored)}.",) if ignored else ()


class _Calendar:
    """One value a day for each name: of several the latest, of those of one moment the one that stands last.

    Of several values at different times of what adds up over a day nobody can tell whether they are its parts or a
    counter that went on: such a day has none. Its size does not grow with rows.
    """

    def __init__(self) -> None:
        self._values: dict[str, ValueArray] = {}
        self._seconds: dict[str, npt.NDArray[np.int64]] = {}
        self._lines: dict[str, npt.NDArray[np.int64]] = {}
        self._in_parts: dict[str, npt.NDArray[np.bool_]] = {}

    def put(self, name: str, chunk: Chunk, values: ValueArray) -> None:
        calendar = self._values.setdefault(name, np.full(_CALENDAR_DAYS, np.nan))
        told = self._seconds.setdefault(name, np.full(_CALENDAR_DAYS, np.iinfo(np.int64).min))
        lines = self._lines.setdefault(name, np.zeros(_CALENDAR_DAYS, np.int64))
        present = np.flatnonzero(~np.isnan(values))
        order = present[np.argsort(chunk.seconds[present], kind="stable")]
        at, seconds = chunk.days[order] - _FIRST_DAY, chunk.seconds[order]
        if name in METRIC and METRIC[name].words.additive:
            parts = self._in_parts.setdefault(name, np.zeros(_CALENDAR_DAYS, np.bool_))
            parts[at[_differs_from_before(at, seconds, values[order], calendar, told)]] = True
        newer = seconds >= told[at]
        at, order = at[newer], order[newer]
        calendar[at], told[at], lines[at] = values[order], chunk.seconds[order], chunk.lines[order]

    def leave_out_parts(self, log: SkipLog) -> None:
        """Takes the days back of which there are parts, and says so."""
        for name, parts in self._in_parts.items():
            log.add(
                f"{name}: several values at different times of one day; add them up first", self._lines[name][parts]
            )
            self._values[name][parts] = np.nan

    def series(self, name: str) -> DaySeries:
        calendar = self._values[name]
        at = np.flatnonzero(~np.isnan(calendar))
        return DaySeries((at + _FIRST_DAY).astype(np.int32), calendar[at])

    def places(self, name: str) -> SeriesPlaces:
        """The line of each value of the series."""
        lines = self._lines[name][~np.isnan(self._values[name])]
        return SeriesPlaces(np.zeros(len(lines), np.int32), lines, np.ones(len(lines), np.int32))

    def all_series(self) -> dict[str, DaySeries]:
        """The names that have a value."""
        filled = {name: self.series(name) for name in self._values}
        return {name: series for name, series in filled.items() if len(series.days)}


def _differs_from_before(
    at: npt.NDArray[np.int64],
    seconds: npt.NDArray[np.int64],
    values: ValueArray,
    calendar: ValueArray,
    told: npt.NDArray[np.int64],
) -> npt.NDArray[np.bool_]:
    """Which values are others than that of the same day before them, at another time of it.

    Args:
        at: day of each, ascending by `seconds`.
        seconds: local moment of each.
        values: none of them missing.
        calendar: by day, the value of the rows before; NaN without any.
        told: its moment.
    """
    value_before, moment_before = calendar[at], told[at]
    again = np.flatnonzero(at[1:] == at[:-1])
    value_before[again + 1], moment_before[again + 1] = values[again], seconds[again]
    differs: npt.NDArray[np.bool_] = ~np.isnan(value_before) & (value_before != values) & (moment_before != seconds)
    return differs


def _read_daily(layout: DailyLayout, source: Source) -> ParsedFile:
    calendar = _Calendar()
    local_times: dict[str, dict[int, datetime]] = {}
    rows_of_day = np.zeros(_CALENDAR_DAYS, np.int64)
    sex = None
    for chunk in source.chunks:
        np.add.at(rows_of_day, chunk.days - _FIRST_DAY, 1)
        for column in (*layout.numbers, *layout.profile_numbers):
            values = source.numbers(chunk, column, _DAILY[column.name])
            if values is not None:
                calendar.put(column.name, chunk, values)
        for text in layout.local_times:
            local_times.setdefault(text.name, {}).update(_moments(source, chunk, text.column))
        sex = _last_sex(source, chunk, layout.sex) or sex
    calendar.leave_out_parts(source.log)
    series = calendar.all_series()
    newest = {name: float(each.values[-1]) for name, each in series.items() if name in PROFILE_FIELDS}
    metrics = {name: each for name, each in series.items() if name in METRIC}
    return ParsedFile(
        layout=layout.name,
        subject="",
        rows_read=0,
        recorded_days=(np.flatnonzero(rows_of_day) + _FIRST_DAY).astype(np.int32),
        numbers=metrics,
        local_times={name: times for name, times in local_times.items() if times},
        profile=Profile(
            age_years=int(newest["age_years"]) if "age_years" in newest else None,
            sex=sex,
            height_cm=newest.get("height_cm"),
            weight_kg=newest.get("weight_kg"),
        ),
        notes=(*_repeated(int(np.count_nonzero(rows_of_day > 1))), *_suspect_zeros(metrics)),
        places={name: calendar.places(name) for name in metrics},
    )


def _repeated(days: int) -> tuple[str, ...]:
    return (f"{days} days have more than one row: the last value of each counts.",) if days else ()


def _suspect_zeros(series: Mapping[str, DaySeries]) -> tuple[str, ...]:
    zeros = {name: int(np.count_nonzero(each.values == 0)) for name, each in series.items()}
    return tuple(
        f"{count} days have {name} 0 {METRIC[name].unit}, kept as recorded."
        for name, count in zeros.items()
        if count and METRIC[name].zero_is_suspect
    )


def _moments(source: Source, chunk: Chunk, column: str) -> dict[int, datetime]:
    """Local date and time by epoch day, the last of a day counting."""
    cells = chunk.column(column)
    if cells is None:
        return {}
    moments: dict[int, datetime] = {}
    unreadable = []
    for line, day, cell in zip(chunk.lines, chunk.days, cells, strict=True):
        if cell.strip():
            moment = source.reading.moment(cell)
            if moment is None:
                unreadable.append(line)
            else:
                moments[int(day)] = moment
    source.log.add(f"{column}: not a local date and time", unreadable)
    return moments


def _last_sex(source: Source, chunk: Chunk, column: str) -> str | None:
    cells = [cell.strip().casefold() for cell in chunk.column(column) or []]
    source.log.add(
        f"{column}: neither male nor female",
        [line for cell, line in zip(cells, chunk.lines, strict=False) if cell and cell not in _SEX],
    )
    return next((_SEX[cell] for cell in reversed(cells) if cell in _SEX), None)


def _read_biomarkers(layout: BiomarkerLayout, source: Source) -> ParsedFile:
    biomarkers: dict[tuple[datetime, str], Biomarker] = {}
    for chunk in source.chunks:
        values, low, high = (
            optional(source.numbers(chunk, NumberColumn(column=name, name=name), ANY_NUMBER), len(chunk.rows))
            for name in ("value", "reference_low", "reference_high")
        )
        source.log.add("value: empty", chunk.lines[[not cell.strip() for cell in chunk.column("value") or []]])
        units, instants = chunk.column("unit") or [], chunk.column(layout.date) or []
        moments = chunk.moments
        for at, name in enumerate(names(source, chunk, "name")):
            value = values[at]
            if name and value is not None:
                collected_at = _instant(instants[at], local=moments[at])
                biomarkers[collected_at, name] = Biomarker(
                    name=name,
                    value=value,
                    unit=units[at].strip()[:LONGEST_LABEL],
                    collected_at=collected_at,
                    reference_low=low[at],
                    reference_high=high[at],
                )
        require(len(biomarkers), source.table.limits.records, "lab values", SPLIT)
    return ParsedFile(
        layout=layout.name,
        subject="",
        rows_read=0,
        biomarkers=tuple(biomarkers[key] for key in sorted(biomarkers)),
    )


def _instant(text: str, *, local: datetime) -> datetime:
    """The UTC instant of a collection: by the offset it states; UTC where it states none."""
    try:
        stated = datetime.fromisoformat(text.strip())
    except ValueError:
        stated = local
    return stated.astimezone(UTC) if stated.tzinfo else local.replace(tzinfo=UTC)
