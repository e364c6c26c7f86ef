"""What is stored about a person, and what reading a file comes to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

DayArray: TypeAlias = npt.NDArray[np.int32]
ValueArray: TypeAlias = npt.NDArray[np.float64]

_EPOCH = date(1970, 1, 1)


def to_epoch_day(day: date) -> int:
    """Days since 1970-01-01 of a local date."""
    return (day - _EPOCH).days


def from_epoch_day(day: int) -> date:
    return _EPOCH + timedelta(days=int(day))


@dataclass(frozen=True)
class DaySeries:
    """One value a day, days ascending and unique, days without a value left out.

    Attributes:
        days: int32, days since 1970-01-01 of the local date.
        values: float64, finite, as many as `days`.
    """

    days: DayArray
    values: ValueArray

    def between(self, first: int | None, last: int | None) -> "DaySeries":
        """The days from `first` to `last`, both included; None is unbounded."""
        low = 0 if first is None else int(np.searchsorted(self.days, first, side="left"))
        high = len(self.days) if last is None else int(np.searchsorted(self.days, last, side="right"))
        return DaySeries(self.days[low:high], self.values[low:high])


def moment_series(moments: Mapping[int, datetime]) -> DaySeries:
    """Local times by epoch day as numbers: microseconds since 1970-01-01T00:00, which a float64 holds exactly."""
    days = sorted(moments)
    times = np.array([moments[day] for day in days], "datetime64[us]")
    return DaySeries(np.array(days, np.int32), times.astype(np.int64).astype(np.float64))


EMPTY_SERIES = DaySeries(np.empty(0, np.int32), np.empty(0, np.float64))


@dataclass(frozen=True, kw_only=True)
class NamedSeries:
    name: str
    unit: str
    series: DaySeries


@dataclass(frozen=True, kw_only=True, slots=True)
class Activity:
    """One bout of exercise; `start` and `kind` tell it from the person's others. Times are local."""

    start: datetime
    kind: str
    end: datetime | None = None
    duration_min: float | None = None
    distance_m: float | None = None
    calories_kcal: float | None = None
    average_heart_rate: float | None = None
    elevation_gain_m: float | None = None
    steps: float | None = None
    active_zone_minutes: float | None = None
    speed_m_per_min: float | None = None

    @property
    def start_clock(self) -> float:
        """When it was started, in minutes after the local midnight."""
        start = self.start
        return start.hour * 60 + start.minute + (start.second + start.microsecond / 1e6) / 60


@dataclass(frozen=True, kw_only=True, slots=True)
class Biomarker:
    """One laboratory value. `collected_at` is an aware UTC instant; name and instant identify it."""

    name: str
    value: float
    unit: str
    collected_at: datetime
    reference_low: float | None = None
    reference_high: float | None = None


@dataclass(frozen=True, kw_only=True)
class Profile:
    """What is known of a person.

    Attributes:
        time_zone: IANA.
        devices: what measured, as it calls itself.
    """

    age_years: int | None = None
    sex: str | None = None
    height_cm: float | None = None
    weight_kg: float | None = None
    birth_year: int | None = None
    time_zone: str | None = None
    devices: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class LabResult:
    """One laboratory result as it was stated; a `Biomarker` is made of those with an exact number that count.

    Attributes:
        name: canonical where it is known, else as printed.
        printed_name: as the laboratory calls it.
        collected_at: an aware UTC instant.
        value: None of a result that is no number ("negative").
        comparator: "<", ">", "<=" or ">="; empty where the value is exact.
        text: the result as printed.
        loinc: empty where it is not known.
        reference_text: the reference range as printed.
        confirmed: False of what has to be confirmed by the person before it counts.
    """

    name: str
    printed_name: str
    collected_at: datetime
    value: float | None
    unit: str
    text: str
    comparator: str = ""
    loinc: str = ""
    reference_low: float | None = None
    reference_high: float | None = None
    reference_text: str = ""
    confirmed: bool = True


@dataclass(frozen=True, kw_only=True, slots=True)
class Entry:
    """What no device records: a coffee, a journey, a period.

    Attributes:
        day: local date.
        at: local date and time; None where only the date is known.
        tag: lower case, words set apart by "_".
        amount: None where none is stated.
    """

    day: date
    tag: str
    at: datetime | None = None
    amount: float | None = None
    unit: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value stands in what was imported.

    Attributes:
        member: the path within an archive; the file's name where the import is one file.
        row: the first line, element or record that it was made of, 1-based; 0 where there is none.
        rows: how many it was made of.
    """

    member: str
    row: int = 0
    rows: int = 1


@dataclass(frozen=True)
class SeriesPlaces:
    """Where the values of a series stand, in the order of its days.

    Attributes:
        members: int32, positions in `ParsedFile.members`.
        rows: int64, as `Place.row`.
        counts: int32, as `Place.rows`.
    """

    members: npt.NDArray[np.int32]
    rows: npt.NDArray[np.int64]
    counts: npt.NDArray[np.int32]


@dataclass(frozen=True, kw_only=True)
class HealthTables:
    """Everything the frames are made of, read at one moment.

    Attributes:
        recorded_days: int32, ascending; the days a daily file had a row for.
        numbers: the stored metrics by canonical name.
        local_times: `bed_time` and `wake_up_time` by epoch day.
        activities: by start, ascending.
        biomarkers: by collection, ascending.
        journal: what is noted, by the name of its series.
    """

    recorded_days: DayArray
    numbers: Mapping[str, DaySeries]
    local_times: Mapping[str, Mapping[int, datetime]]
    activities: tuple[Activity, ...]
    biomarkers: tuple[Biomarker, ...]
    profile: Profile
    journal: Mapping[str, DaySeries] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class ActivityLog:
    """Every activity, and the days on which one would have been recorded.

    Attributes:
        activities: by start, ascending.
        recorded_days: int32, ascending; every day on record, of which `Holdings` counts the same.
    """

    activities: tuple[Activity, ...]
    recorded_days: DayArray


@dataclass(frozen=True, kw_only=True)
class Skip:
    """Cells that were not taken over, and why; a row skipped as a whole counts once.

    Attributes:
        first_lines: the first lines it happened on, 1-based, the header being line 1.
    """

    reason: str
    cells: int
    first_lines: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class ParsedFile:
    """One person's part of a file or of an archive, from one source, in canonical names and units.

    Attributes:
        source: whose data it is: "apple_health", "oura" ...; "file" where a table names nobody.
        members: the files that were read, by which places are told.
        places: by metric or local time, where its values stand; one that has none stands nowhere in particular.
        activity_places, lab_places, entry_places: (member, row) of each, in their order; empty where it is not known.
        lab_results: what a laboratory stated, in any form; `biomarkers` are those of a plain table.
        found: what was found, in a person's words, and how much of it.
        absent: metrics that somebody would look for and that are not there, and why.
        left_out: files of an archive that were not read, and why.
        warnings: what the person should look at: a change of device, a clock that was shifted.
        rows_read: the rows that belong to `subject`.
        recorded_days: int32, ascending; the days a daily file has a row for, whether or not a value was taken from it.
        activities: by start, ascending.
        biomarkers: by collection, ascending.
        skipped: most cells first.
        notes: what the reader should know: how dates were read, what was ignored.
    """

    layout: str
    subject: str
    rows_read: int
    recorded_days: DayArray = field(default_factory=lambda: np.empty(0, np.int32))
    numbers: Mapping[str, DaySeries] = field(default_factory=dict)
    local_times: Mapping[str, Mapping[int, datetime]] = field(default_factory=dict)
    activities: Sequence[Activity] = ()
    biomarkers: Sequence[Biomarker] = ()
    profile: Profile = Profile()
    skipped: tuple[Skip, ...] = ()
    notes: tuple[str, ...] = ()
    source: str = "file"
    members: tuple[str, ...] = ()
    places: Mapping[str, SeriesPlaces] = field(default_factory=dict)
    lab_results: Sequence[LabResult] = ()
    entries: Sequence[Entry] = ()
    activity_places: Sequence[tuple[int, int]] = ()
    lab_places: Sequence[tuple[int, int]] = ()
    entry_places: Sequence[tuple[int, int]] = ()
    found: tuple[tuple[str, int], ...] = ()
    absent: tuple[tuple[str, str], ...] = ()
    left_out: tuple[tuple[str, str], ...] = ()
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Options:
    """How the person wants an upload read.

    Attributes:
        subject: the person to read, of a table that holds several; empty leaves it to the table.
        columns: of a table, by the name of a column in it, what it is, as a canonical file would call it.
    """

    subject: str = ""
    columns: Mapping[str, str] = field(default_factory=dict)


Parts: TypeAlias = tuple[ParsedFile, ...]
"""What was read of an upload, a source each; at least one."""


@dataclass(frozen=True)
class Progress:
    """How far the reading of an upload is.

    Attributes:
        done, total: bytes, unpacked.
        file: that is being read.
    """

    done: int
    total: int
    file: str = ""


@dataclass(frozen=True)
class Unreadable:
    """The bytes are no table: empty, binary, undecodable, broken quoting."""

    explanation: str


@dataclass(frozen=True)
class NotUnderstood:
    """A table, but what it says cannot be told with certainty: layout, dates or person."""

    explanation: str


Refusal: TypeAlias = Unreadable | NotUnderstood
