"""The report of an import: what a person wants to know of what was read, and what was not and why."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np

from services.health_data.domain.metrics import METRIC
from services.health_data.domain.records import DaySeries, ParsedFile, Skip, from_epoch_day
from services.health_data.domain.stored import Written


@dataclass(frozen=True, kw_only=True)
class Coverage:
    """How much of a metric an import holds: its first and last day, and the days between with and without a value."""

    metric: str
    first_date: date
    last_date: date
    days_with_value: int
    days_missing: int


@dataclass(frozen=True, kw_only=True)
class ImportReport:
    """What came of an import.

    Attributes:
        format: the layouts that were recognised.
        sources: whose data it is.
        rows_read: the rows that belong to the person.
        skipped: most cells first.
        found: what was found, in a person's words, and how much of it.
        absent: metrics that somebody would look for and that are not there, and why.
        left_out: files of an archive that were not read, and why.
        warnings: what the person should look at.
    """

    format: str
    sources: tuple[str, ...]
    subject: str
    rows_read: int
    written: Written
    first_date: date | None
    last_date: date | None
    skipped: tuple[Skip, ...] = ()
    notes: tuple[str, ...] = ()
    found: tuple[tuple[str, int], ...] = ()
    absent: tuple[tuple[str, str], ...] = ()
    left_out: tuple[tuple[str, str], ...] = ()
    coverage: tuple[Coverage, ...] = ()
    warnings: tuple[str, ...] = ()


def report_of(parts: Sequence[ParsedFile], written: Written) -> ImportReport:
    """The report of an import.

    Args:
        parts: what was read, a source each.
        written: what storing them changed.
    """
    days = sorted(day for part in parts for day in _dates(part))
    present = {name for part in parts for name in part.numbers}
    return ImportReport(
        format=", ".join(dict.fromkeys(part.layout for part in parts)),
        sources=tuple(dict.fromkeys(part.source for part in parts)),
        subject=parts[0].subject,
        rows_read=sum(part.rows_read for part in parts),
        written=written,
        first_date=days[0] if days else None,
        last_date=days[-1] if days else None,
        skipped=tuple(each for part in parts for each in part.skipped),
        notes=tuple(dict.fromkeys(note for part in parts for note in part.notes)),
        found=tuple(each for part in parts for each in part.found),
        absent=tuple(each for part in parts for each in part.absent if each[0] not in present),
        left_out=tuple(each for part in parts for each in part.left_out),
        coverage=tuple(_coverage(name, series) for part in parts for name, series in part.numbers.items()),
        warnings=tuple(text for part in parts for text in (*part.warnings, *_hardly_true(part))),
    )


def _coverage(name: str, series: DaySeries) -> Coverage:
    first, last, count = series.days[0], series.days[-1], len(series.days)
    return Coverage(
        metric=name,
        first_date=from_epoch_day(first),
        last_date=from_epoch_day(last),
        days_with_value=count,
        days_missing=int(last - first) + 1 - count,
    )


def _hardly_true(part: ParsedFile) -> Iterator[str]:
    """A sentence for each metric with values that are kept and can hardly be true."""
    for name, series in part.numbers.items():
        quantity = METRIC[name]
        bounds = quantity.plausible
        if bounds is None:
            continue
        low = -np.inf if bounds.low is None else bounds.low
        high = np.inf if bounds.high is None else bounds.high
        odd = np.flatnonzero((series.values < low) | (series.values > high))
        if len(odd):
            first = from_epoch_day(series.days[odd[0]]).isoformat()
            yield (
                f"{len(odd)} values of {quantity.words.noun} can hardly be true, such as "
                f"{series.values[odd[0]]:g} {quantity.unit} on {first}: kept, and left aside where a highest or lowest "
                "is looked for."
            )


def _dates(parsed: ParsedFile) -> Iterator[date]:
    """The dates at the ends of all that has one."""
    for end in (0, -1):
        if len(parsed.recorded_days):
            yield from_epoch_day(parsed.recorded_days[end])
        if parsed.activities:
            yield parsed.activities[end].start.date()
        if parsed.biomarkers:
            yield parsed.biomarkers[end].collected_at.date()
        if parsed.lab_results:
            yield parsed.lab_results[end].collected_at.date()
        if parsed.entries:
            yield parsed.entries[end].day
