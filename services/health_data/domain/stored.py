"""What is stored of a person, by whom it was stated, and what storing and deleting changed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime


@dataclass(frozen=True, kw_only=True)
class Erased:
    """How much was deleted of a person.

    Attributes:
        values: of daily metrics and of times of day.
        uploads: files that were sent and not imported.
    """

    values: int
    activities: int
    biomarkers: int
    imports: int
    entries: int
    uploads: int


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
