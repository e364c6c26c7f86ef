"""What the Data API answers with; as in `amy.client.models`. A day is the person's local date."""

from datetime import date, datetime
from typing import Literal

from pydantic import Field

from amy.client.models import FactInput, Model, Page


class SkipReason(Model):
    """Cells that were not imported, and the first lines (1-based, the header is line 1) this happened on."""

    reason: str
    cells: int
    first_lines: list[int] = Field(default_factory=list)


class Found(Model):
    """What was found, in a person's words, and how much of it."""

    what: str
    count: int


class Absent(Model):
    """A metric that somebody would look for and that is not there."""

    metric: str
    why: str


class LeftOut(Model):
    """A file of an archive that was not read."""

    file: str
    why: str


class Coverage(Model):
    metric: str
    first_date: date
    last_date: date
    days_with_value: int
    days_missing: int


class ImportReport(Model):
    """What became of a file.

    Attributes:
        sources: whose data it is: "apple_health", "oura".
        unconfirmed: laboratory results that wait to be confirmed.
        warnings: what the person should look at.
    """

    import_id: str
    format: str
    subject: str
    rows_read: int
    days_written: int
    days_unchanged: int
    activities_written: int
    biomarkers_written: int
    cells_written: int
    cells_skipped: int
    skipped: list[SkipReason] = Field(default_factory=list)
    first_date: date | None = None
    last_date: date | None = None
    notes: list[str] = Field(default_factory=list)
    already_imported: bool = False
    sources: list[str] = Field(default_factory=list)
    found: list[Found] = Field(default_factory=list)
    absent: list[Absent] = Field(default_factory=list)
    left_out: list[LeftOut] = Field(default_factory=list)
    coverage: list[Coverage] = Field(default_factory=list)
    entries_written: int = 0
    unconfirmed: int = 0
    warnings: list[str] = Field(default_factory=list)


class ImportProgress(Model):
    """How far an import is: `stage` is "receiving", "reading" or "storing"; `file` is that of an archive."""

    stage: str
    bytes_done: int = 0
    bytes_total: int | None = None
    file: str | None = None


class Upload(Model):
    """A file that was sent, or some of it, and was not imported yet.

    Attributes:
        fingerprint: by which whoever sent it knows it again.
        length: of the whole file, in bytes.
        offset: how many of them have come.
        expires_at: until when it is kept, unless more of it comes.
    """

    id: str
    filename: str = ""
    fingerprint: str = ""
    length: int
    offset: int = 0
    expires_at: datetime


class UploadList(Model):
    data: list[Upload] = Field(default_factory=list)


class ImportSummary(Model):
    import_id: str
    filename: str = ""
    sources: list[str] = Field(default_factory=list)
    format: str = ""
    imported_at: datetime
    cells_written: int = 0
    activities_written: int = 0
    biomarkers_written: int = 0
    entries_written: int = 0


class Import(ImportSummary):
    report: ImportReport


class UndoneImport(Model):
    """How much is no longer stored, or is another value now."""

    values: int
    activities: int
    biomarkers: int
    entries: int


class Metric(Model):
    """`coverage` is the share of the calendar days of its span that have a value, 0 to 1."""

    name: str
    unit: str | None = None
    first_date: date
    last_date: date
    days_with_value: int
    days_missing: int
    coverage: float | None = None
    latest_value: float | None = None


class MetricName(Model):
    name: str
    unit: str | None = None
    derived: bool = False


class DataDescription(Model):
    """What is on record. "Today" means `reference_date`, the newest day with data."""

    metrics: list[Metric] = Field(default_factory=list)
    reference_date: date | None = None
    first_date: date | None = None
    days_on_record: int = 0
    activities: int = 0
    biomarkers: int = 0
    known: list[MetricName] = Field(default_factory=list)
    activity_kinds: list[str] = Field(default_factory=list)


class MetricPage(Model):
    """A page of a metric's values, the oldest first.

    Attributes:
        every: "day", "week" or "month".
        statistic: of weeks and months: "sum" or "mean".
        points: a day, or the first day of a week or month, and its value; of weeks and months, also of how many days.
        why_absent: why there is no value of it at all, as imports told.
    """

    metric: str
    unit: str | None = None
    every: str = "day"
    statistic: str | None = None
    points: list[tuple[date, float] | tuple[date, float, int]] = Field(default_factory=list)
    why_absent: str | None = None
    next_cursor: str | None = None
    has_more: bool = False


class Activity(Model):
    """`fields` by name, each with its unit in it; "start_clock" counts minutes after the local midnight."""

    date: date
    kind: str
    fields: dict[str, float] = Field(default_factory=dict)


class Biomarker(Model):
    """One laboratory result; `value` is None of what is no number, `text` the result as printed.

    Attributes:
        name: canonical where it is known, else as printed.
        unconfirmed: whether it waits to be confirmed, and does not count before.
    """

    id: str
    name: str
    printed_name: str = ""
    loinc: str | None = None
    value: float | None = None
    comparator: str | None = None
    text: str = ""
    unit: str | None = None
    collected_at: datetime
    reference_low: float | None = None
    reference_high: float | None = None
    reference_text: str | None = None
    unconfirmed: bool = False
    import_id: str | None = None
    source: str | None = None


class Profile(Model):
    age_years: int | None = None
    sex: str | None = None
    height_cm: float | None = None
    weight_kg: float | None = None
    birth_year: int | None = None
    time_zone: str | None = None
    devices: list[str] = Field(default_factory=list)


class Priority(Model):
    """Which source counts of a metric: the first that has a value. `chosen` by the person, else the usual order."""

    metric: str
    sources: list[str] = Field(default_factory=list)
    chosen: bool = False


class Priorities(Model):
    data: list[Priority] = Field(default_factory=list)


class PriorityChanged(Model):
    """On how many days another value counts now."""

    metric: str
    days_changed: int


class Entry(Model):
    """One entry of the journal; `at` is a local date and time, or a date where the time is not known."""

    id: str
    at: str
    tag: str
    amount: float | None = None
    unit: str | None = None
    note: str | None = None
    source: str | None = None
    import_id: str | None = None


class AddedEntries(Model):
    """`added` says how many were not there before."""

    data: list[Entry] = Field(default_factory=list)
    added: int = 0


class EntryPage(Page[Entry]):
    """`logged_tags`: what the person logs whenever there is something to log."""

    logged_tags: list[str] = Field(default_factory=list)


class StatedValue(Model):
    """What one import states of one metric on one day.

    Attributes:
        file: the file of an archive.
        row: the first line, element or record that it was made of, 1-based.
        rows: how many it was made of.
        counts: whether this is the value that counts.
    """

    metric: str
    date: date
    value: float | None = None
    unit: str | None = None
    source: str
    import_id: str
    filename: str = ""
    file: str | None = None
    row: int | None = None
    rows: int = 1
    counts: bool = False


class Provenance(Page[StatedValue]):
    """`inputs`: what the values are of; `note`: why there is nothing to follow."""

    inputs: list[FactInput] = Field(default_factory=list)
    note: str | None = None


Every = Literal["day", "week", "month"]
ExportFormat = Literal["jsonl", "csv", "openmhealth"]
