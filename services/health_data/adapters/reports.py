"""Reports of imports as JSON, as they are kept."""

import json
from collections.abc import Iterable
from dataclasses import asdict
from datetime import date
from typing import Any

from services.health_data.domain.records import Skip
from services.health_data.domain.reporting import Coverage, ImportReport
from services.health_data.domain.stored import ImportSummary, Written


def report_to_json(report: ImportReport) -> str:
    return json.dumps(asdict(report), default=date.isoformat, separators=(",", ":"))


def absent_by_reports(reports: Iterable[str]) -> dict[str, str]:
    """By metric, why imports have no values of it, in the words of the newest; of reports as they are kept."""
    absent: dict[str, str] = {}
    for text in reports:
        for metric, why in json.loads(text).get("absent", ()):
            absent.setdefault(metric, why)
    return absent


def report_from_json(text: str, summary: ImportSummary, subject: str) -> ImportReport:
    """A report as it was kept; of an import that none was kept of, what its summary says."""
    kept: dict[str, Any] = json.loads(text)
    if not kept:
        return _of_summary(summary, subject)
    pairs = {name: tuple((what, told) for what, told in kept[name]) for name in ("found", "absent", "left_out")}
    return ImportReport(
        **{
            **kept,
            **pairs,
            "sources": tuple(kept["sources"]),
            "written": Written(**kept["written"]),
            "first_date": _day(kept["first_date"]),
            "last_date": _day(kept["last_date"]),
            "skipped": tuple(Skip(**{**each, "first_lines": tuple(each["first_lines"])}) for each in kept["skipped"]),
            "notes": tuple(kept["notes"]),
            "coverage": tuple(_coverage(each) for each in kept["coverage"]),
            "warnings": tuple(kept["warnings"]),
        }
    )


def _coverage(kept: dict[str, Any]) -> Coverage:
    days = {name: date.fromisoformat(kept[name]) for name in ("first_date", "last_date")}
    return Coverage(**{**kept, **days})


def _day(text: str | None) -> date | None:
    return None if text is None else date.fromisoformat(text)


def _of_summary(summary: ImportSummary, subject: str) -> ImportReport:
    written = Written(
        import_id=summary.import_id,
        days_written=0,
        days_unchanged=0,
        cells_written=summary.cells_written,
        activities_written=summary.activities_written,
        biomarkers_written=summary.biomarkers_written,
        already_imported=False,
    )
    return ImportReport(
        format=summary.format,
        sources=summary.sources,
        subject=subject,
        rows_read=0,
        written=written,
        first_date=None,
        last_date=None,
    )
