"""What a client gets of health data, as in `gateway.domain.model`. A day is the person's local date, ISO 8601."""

from typing import Annotated

from pydantic import Field

from gateway.domain.data_requests import Every
from gateway.domain.model import ErrorBody, FactInput, Instant, Number, View, one_of


class SkipReason(View):
    reason: str
    cells: int
    first_lines: Annotated[list[int], Field(description="1-based; the header is line 1.")]


class Found(View):
    what: Annotated[str, Field(examples=["sleep records"])]
    count: int


class Absent(View):
    metric: str
    why: str


class LeftOut(View):
    file: str
    why: str


class Coverage(View):
    metric: str
    first_date: str
    last_date: str
    days_with_value: int
    days_missing: int


class ImportReport(View):
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
    skipped: list[SkipReason]
    first_date: str | None
    last_date: str | None
    notes: list[str]
    already_imported: bool
    sources: Annotated[list[str], Field(description='"apple_health", "oura" ...')]
    found: list[Found]
    absent: Annotated[list[Absent], Field(description="Metrics that somebody would look for, and why there are none.")]
    left_out: Annotated[list[LeftOut], Field(description="Files of an archive that were not read, and why.")]
    coverage: list[Coverage]
    entries_written: int
    unconfirmed: Annotated[int, Field(description="Laboratory results that wait to be confirmed.")]
    warnings: list[str]


class Upload(View):
    """A file that was sent in pieces, or some of it, and was not imported yet."""

    id: str
    filename: str
    fingerprint: Annotated[str, Field(description="As the client chose it, to know the file again.")]
    metadata: Annotated[str, Field(description="`Upload-Metadata`, as it was sent.")]
    length: Annotated[int, Field(description="Of the whole file, in bytes.")]
    offset: Annotated[int, Field(description="How many bytes of it are kept.")]
    expires_at: Instant


class UploadList(View):
    data: list[Upload]


class Delivered(View):
    """What became of a provider's delivery."""

    outcome: Annotated[str, one_of("stored", "repeated", "parked", "ignored")]
    detail: Annotated[str, Field(description="In words; empty where there is nothing to add.")]


class ImportProgress(View):
    stage: Annotated[str, one_of("receiving", "reading", "storing")]
    bytes_done: int
    bytes_total: int | None
    file: Annotated[str | None, Field(description="The file of an archive that is being read.")]


class ImportFailed(View):
    status: Annotated[int, Field(description="The HTTP status that the error has elsewhere.")]
    error: ErrorBody


class ImportSummary(View):
    import_id: str
    filename: str
    sources: list[str]
    format: str
    imported_at: Instant
    cells_written: int
    activities_written: int
    biomarkers_written: int
    entries_written: int


class ImportPage(View):
    data: list[ImportSummary]
    next_cursor: str | None
    has_more: bool


class Import(ImportSummary):
    report: ImportReport


class UndoneImport(View):
    """What is no longer stored, or is another value now."""

    values: int
    activities: int
    biomarkers: int
    entries: int


class Metric(View):
    name: str
    unit: str | None
    first_date: str
    last_date: str
    days_with_value: int
    days_missing: int
    coverage: Annotated[Number | None, Field(description="Share of the span's calendar days with a value, 0 to 1.")]
    latest_value: Number | None


class MetricName(View):
    name: str
    unit: str | None
    derived: bool


class DataDescription(View):
    metrics: list[Metric]
    reference_date: Annotated[str | None, Field(description='The newest day on record, which "today" means.')]
    first_date: str | None
    days_on_record: int
    activities: int
    biomarkers: int
    known: list[MetricName]
    activity_kinds: list[str]


DayPoint = Annotated[tuple[str, Number], Field(description="A day and its value.")]
PeriodPoint = Annotated[
    tuple[str, Number, int], Field(description="The first day of a week or month, its value, and of how many days.")
]


class MetricPage(View):
    """Days without a value are left out."""

    metric: str
    unit: str | None
    every: Every
    statistic: Annotated[str | None, one_of("sum", "mean"), Field(description="Of weeks and months; null of days.")]
    points: list[DayPoint | PeriodPoint]
    why_absent: Annotated[
        str | None, Field(description="Why there is no value of it at all, as imports told; null where there is one.")
    ]
    next_cursor: str | None
    has_more: bool


class Activity(View):
    date: str
    kind: str
    fields: Annotated[
        dict[str, Number],
        Field(description="What is known, each name with its unit; `start_clock`: minutes after the local midnight."),
    ]


class ActivityPage(View):
    data: list[Activity]
    next_cursor: str | None
    has_more: bool


class Biomarker(View):
    id: str
    name: Annotated[str, Field(description="Canonical where it is known, else as printed.")]
    printed_name: str
    loinc: str | None
    value: Number | None
    comparator: Annotated[str | None, one_of("<", ">", "<=", ">=")]
    text: str
    unit: str | None
    collected_at: Instant
    reference_low: Number | None
    reference_high: Number | None
    reference_text: str | None
    unconfirmed: Annotated[bool, Field(description="Whether the person has to confirm it before it counts.")]
    import_id: str | None
    source: str | None


class BiomarkerPage(View):
    data: list[Biomarker]
    next_cursor: str | None
    has_more: bool


class Profile(View):
    age_years: int | None
    sex: str | None
    height_cm: Number | None
    weight_kg: Number | None
    birth_year: int | None
    time_zone: Annotated[str | None, Field(description="IANA.")]
    devices: list[str]


class Priority(View):
    metric: str
    sources: Annotated[list[str], Field(description="The first that has a value counts.")]
    chosen: Annotated[bool, Field(description="Whether the person chose it.")]


class Priorities(View):
    data: list[Priority]


class PriorityChanged(View):
    metric: str
    days_changed: Annotated[int, Field(description="Days on which another value counts now.")]


class Entry(View):
    id: str
    at: Annotated[str, Field(description="A local date and time, or a date where the time is not known.")]
    tag: str
    amount: Number | None
    unit: str | None
    note: str | None
    source: str | None
    import_id: str | None


class AddedEntries(View):
    data: list[Entry]
    added: Annotated[int, Field(description="How many were not there before.")]


class EntryPage(View):
    data: list[Entry]
    next_cursor: str | None
    has_more: bool
    logged_tags: Annotated[list[str], Field(description="What the person logs whenever there is something to log.")]


class StatedValue(View):
    """What one import states of one metric on one day."""

    metric: str
    date: str
    value: Number | None
    unit: str | None
    source: str
    import_id: str
    filename: str
    file: Annotated[str | None, Field(description="The file of an archive.")]
    row: Annotated[int | None, Field(description="The first line, element or record it was made of, 1-based.")]
    rows: Annotated[int, Field(description="How many it was made of.")]
    counts: Annotated[bool, Field(description="Whether this is the value that counts.")]


class StatedPage(View):
    data: list[StatedValue]
    next_cursor: str | None
    has_more: bool


class Provenance(StatedPage):
    inputs: Annotated[list[FactInput], Field(description="What the values are of.")]
    note: Annotated[str | None, Field(description="Why there is nothing to follow.")]
