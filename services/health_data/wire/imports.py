"""Imports, where values come from, and the profile: protos to domain values and back."""

from collections.abc import AsyncIterator, Sequence
from datetime import date, datetime

from google.protobuf.timestamp_pb2 import Timestamp

from amy.api.health_data.v1 import health_data_pb2 as pb
from amy.text import inert
from services.health_data.app.imports import ImportPart, ImportStart, Stage
from services.health_data.domain.catalogue import KNOWN_SERIES
from services.health_data.domain.labels import LONGEST_LABEL
from services.health_data.domain.records import Options, Profile, from_epoch_day
from services.health_data.domain.reporting import ImportReport
from services.health_data.domain.stored import ImportSummary, Priority, StatedValue, Undone
from services.health_data.wire import profile_message

_UNITS = {each.name: each.unit for each in KNOWN_SERIES}
_LOCAL_TIME = "us since 1970"
_LONGEST_PATH = 300


async def import_parts(
    requests: AsyncIterator[pb.ImportRequest] | AsyncIterator[pb.ImportFileRequest],
) -> AsyncIterator[ImportPart]:
    async for request in requests:
        yield _part(request)


def _part(request: pb.ImportRequest | pb.ImportFileRequest) -> ImportPart:
    match request.WhichOneof("part"):
        case "header":
            header = request.header
            return ImportStart(
                user_id=header.user_id,
                filename=header.filename,
                options=Options(subject=header.subject, columns=dict(header.columns)),
                upload_id=header.upload_id,
            )
        case "chunk":
            return request.chunk
        case _:
            return None


def import_event(told: Stage | ImportReport) -> pb.ImportFileResponse:
    if isinstance(told, ImportReport):
        return pb.ImportFileResponse(report=import_response(told))
    progress = told.progress
    return pb.ImportFileResponse(
        progress=pb.ImportProgress(
            stage=told.name,
            bytes_done=progress.done,
            bytes_total=progress.total,
            file=_path(progress.file),
        )
    )


def import_response(report: ImportReport) -> pb.ImportResponse:
    written = report.written
    return pb.ImportResponse(
        import_id=written.import_id,
        format=report.format,
        subject=inert(report.subject, limit=LONGEST_LABEL),
        rows_read=report.rows_read,
        days_written=written.days_written,
        days_unchanged=written.days_unchanged,
        activities_written=written.activities_written,
        biomarkers_written=written.biomarkers_written,
        cells_written=written.cells_written,
        cells_skipped=sum(skip.cells for skip in report.skipped),
        skipped=[
            pb.SkipReason(reason=skip.reason, cells=skip.cells, first_lines=skip.first_lines) for skip in report.skipped
        ],
        first_date=_iso(report.first_date),
        last_date=_iso(report.last_date),
        notes=report.notes,
        already_imported=written.already_imported,
        sources=report.sources,
        found=[pb.Found(what=what, count=count) for what, count in report.found],
        absent=[pb.Absent(metric=metric, why=why) for metric, why in report.absent],
        left_out=[pb.LeftOut(file=_path(file), why=why) for file, why in report.left_out],
        coverage=[
            pb.MetricCoverage(
                metric=each.metric,
                first_date=each.first_date.isoformat(),
                last_date=each.last_date.isoformat(),
                days_with_value=each.days_with_value,
                days_missing=each.days_missing,
            )
            for each in report.coverage
        ],
        entries_written=written.entries_written,
        unconfirmed=written.unconfirmed,
        warnings=report.warnings,
    )


def imports_response(imports: Sequence[ImportSummary], cursor: str) -> pb.ListImportsResponse:
    return pb.ListImportsResponse(imports=map(_summary, imports), next_page_token=cursor)


def get_import_response(summary: ImportSummary, report: ImportReport) -> pb.GetImportResponse:
    # `import` is a word of the language: the field can be named only as text.
    return pb.GetImportResponse(**{"import": _summary(summary)}, report=import_response(report))


def _summary(summary: ImportSummary) -> pb.ImportSummary:
    return pb.ImportSummary(
        import_id=summary.import_id,
        filename=summary.filename,
        sources=summary.sources,
        format=summary.format,
        imported_at=_timestamp(summary.imported_at),
        cells_written=summary.cells_written,
        activities_written=summary.activities_written,
        biomarkers_written=summary.biomarkers_written,
        entries_written=summary.entries_written,
    )


def undone_response(undone: Undone) -> pb.UndoImportResponse:
    return pb.UndoImportResponse(
        values=undone.values, activities=undone.activities, biomarkers=undone.biomarkers, entries=undone.entries
    )


def provenance_response(values: Sequence[StatedValue], cursor: str) -> pb.GetProvenanceResponse:
    return pb.GetProvenanceResponse(values=map(_stated, values), next_page_token=cursor)


def _stated(value: StatedValue) -> pb.StatedValue:
    return pb.StatedValue(
        name=value.name,
        date=from_epoch_day(value.day).isoformat(),
        value=value.value,
        unit=_UNITS.get(value.name, _LOCAL_TIME),
        source=value.source,
        import_id=value.import_id,
        filename=value.filename,
        file=_path(value.file),
        row=value.row,
        rows=value.rows,
        counts=value.counts,
    )


def priorities_response(priorities: Sequence[Priority]) -> pb.GetPrioritiesResponse:
    return pb.GetPrioritiesResponse(
        priorities=[pb.Priority(metric=each.metric, sources=each.sources, chosen=each.chosen) for each in priorities]
    )


def profile_of(message: pb.Profile) -> Profile:
    """What the person says of themselves; devices are for files to tell."""
    return Profile(
        age_years=message.age_years if message.HasField("age_years") else None,
        sex=message.sex if message.HasField("sex") else None,
        height_cm=message.height_cm if message.HasField("height_cm") else None,
        weight_kg=message.weight_kg if message.HasField("weight_kg") else None,
        birth_year=message.birth_year if message.HasField("birth_year") else None,
        time_zone=message.time_zone if message.HasField("time_zone") else None,
    )


def set_profile_response(profile: Profile) -> pb.SetProfileResponse:
    return pb.SetProfileResponse(profile=profile_message(profile))


def _timestamp(moment: datetime) -> Timestamp:
    stamp = Timestamp()
    stamp.FromDatetime(moment)
    return stamp


def _iso(day: date | None) -> str:
    return "" if day is None else day.isoformat()


def _path(text: str) -> str:
    """The path of a file as it is written, but for what no screen shows."""
    return "".join(each for each in text if each.isprintable())[:_LONGEST_PATH]
