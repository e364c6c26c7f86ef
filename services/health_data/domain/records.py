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


@dataclass(frozen=True, kw_only=True)
class Erased:
    """How much was deleted of a person.

    Attributes:
        values: of daily metrics and of times of day.
    """

    values: int
    activities: int
    biomarkers: int
    imports: int
    entries: int


@dataclass(frozen=True, kw_only=True)
class Written:
    """What storing an import changed of what counts.

    Attributes:
        days_written: days on which at least one value is new or changed.
        already_imported: the same bytes were stored for this person before.
        unconfirmed: laboratory results that wait for the person.
    """

    import_id: str
    days_written: int
    days_unchanged: int
    cells_written: int
    activities_written: int
    biomarkers_written: int
    already_imported: bool
    entries_written: int = 0
    unconfirmed: int = 0


@dataclass(frozen=True, kw_only=True)
class MetricHolding:
    """What is stored of one metric, or of what a local time gives."""

    name: str
    first_day: int
    last_day: int
    days_with_value: int
    latest_value: float


@dataclass(frozen=True, kw_only=True)
class BiomarkerHolding:
    """What is stored of one biomarker; `unit` is the newest sample's.

    Attributes:
        reference_low, reference_high: whether a sample has that bound of the laboratory's.
    """

    name: str
    unit: str
    samples: int
    reference_low: bool = False
    reference_high: bool = False


@dataclass(frozen=True, kw_only=True)
class Holdings:
    """What is stored about one person.

    Attributes:
        first_day, last_day: over recorded days, values, local times and activities; None without any.
        days_on_record: days with at least one of those.
        metrics: in canonical order, what the local times give after them.
        activity_kinds: the most frequent first, of equally frequent ones by name.
        activity_fields: the numbers that at least one activity has.
        biomarkers: by name.
        biomarker_dates: UTC dates of the oldest and the newest sample; None without any.
        nights_follow: whether the night of a date begins on it; otherwise it ends on it.
        absent: by metric, why imports have no values of it.
    """

    metrics: tuple[MetricHolding, ...]
    first_day: int | None
    last_day: int | None
    days_on_record: int
    activities: int
    activity_kinds: tuple[str, ...]
    biomarkers: tuple[BiomarkerHolding, ...]
    biomarker_dates: tuple[date, date] | None
    activity_fields: frozenset[str] = frozenset()
    nights_follow: bool = False
    absent: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class ImportSummary:
    """One import that is on record."""

    import_id: str
    filename: str
    sources: tuple[str, ...]
    format: str
    imported_at: datetime
    cells_written: int
    activities_written: int
    biomarkers_written: int
    entries_written: int


@dataclass(frozen=True, kw_only=True)
class Undone:
    """What is no longer stored, or is another value now, since an import was taken back."""

    values: int
    activities: int
    biomarkers: int
    entries: int


@dataclass(frozen=True, kw_only=True)
class StatedValue:
    """What one import states of one metric on one day.

    Attributes:
        name: a metric, or a local time.
        value: in its unit; a local time as microseconds since 1970.
        file: within the archive; empty where the import was one file.
        row, rows: as `Place` has them.
        counts: whether this is the value that counts.
    """

    name: str
    day: int
    value: float
    source: str
    import_id: str
    filename: str
    file: str
    row: int
    rows: int
    counts: bool


@dataclass(frozen=True, kw_only=True)
class Priority:
    """The order of sources of a metric; `chosen` by the person, or the usual one."""

    metric: str
    sources: tuple[str, ...]
    chosen: bool
