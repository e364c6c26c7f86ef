"""Protos to domain values and back: the only module that knows both."""

from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Final

from google.protobuf.timestamp_pb2 import Timestamp

from amy.api.health_data.v1 import health_data_pb2 as pb
from services.health_data.app import KNOWN_NAMES, ImportPart, ImportStart, SeriesQuery
from services.health_data.domain.metrics import METRIC
from services.health_data.domain.records import (
    Biomarker,
    Holdings,
    ImportReport,
    MetricHolding,
    NamedSeries,
    Profile,
    from_epoch_day,
)
from services.health_data.ports import EncodedFrames

CHUNK_BYTES: Final = 1024 * 1024


def import_part(request: pb.ImportRequest) -> ImportPart:
    match request.WhichOneof("part"):
        case "header":
            header = request.header
            return ImportStart(user_id=header.user_id, filename=header.filename, subject=header.subject)
        case "chunk":
            return request.chunk
        case _:
            return None


async def import_parts(requests: AsyncIterator[pb.ImportRequest]) -> AsyncIterator[ImportPart]:
    async for request in requests:
        yield import_part(request)


def import_response(report: ImportReport) -> pb.ImportResponse:
    parsed, written = report.parsed, report.written
    return pb.ImportResponse(
        import_id=written.import_id,
        format=parsed.layout,
        subject=parsed.subject,
        rows_read=parsed.rows_read,
        days_written=written.days_written,
        days_unchanged=written.days_unchanged,
        activities_written=written.activities_written,
        biomarkers_written=written.biomarkers_written,
        cells_written=written.cells_written,
        cells_skipped=sum(skip.cells for skip in parsed.skipped),
        skipped=[
            pb.SkipReason(reason=skip.reason, cells=skip.cells, first_lines=skip.first_lines) for skip in parsed.skipped
        ],
        first_date=report.first_date.isoformat() if report.first_date else "",
        last_date=report.last_date.isoformat() if report.last_date else "",
        notes=parsed.notes,
        already_imported=written.already_imported,
    )


def series_query(request: pb.GetSeriesRequest) -> SeriesQuery:
    return SeriesQuery(
        user_id=request.user_id,
        names=tuple(request.names),
        start_date=request.start_date,
        end_date=request.end_date,
    )


def series_response(series: Sequence[NamedSeries]) -> pb.GetSeriesResponse:
    return pb.GetSeriesResponse(
        series=[
            pb.Series(
                name=each.name,
                unit=each.unit,
                epoch_days=each.series.days.tolist(),
                values=each.series.values.tolist(),
            )
            for each in series
        ]
    )


def frames_responses(frames: EncodedFrames) -> Iterator[pb.GetFramesResponse]:
    """Every frame in chunks of at most 1 MiB, all of one frame before the next."""
    for frame, content in (
        (pb.FRAME_SUMMARY, frames.summary),
        (pb.FRAME_ACTIVITIES, frames.activities),
        (pb.FRAME_PROFILE, frames.profile),
        (pb.FRAME_POPULATION, frames.population),
    ):
        for start in range(0, len(content), CHUNK_BYTES):
            yield pb.GetFramesResponse(frame=frame, arrow_ipc_chunk=content[start : start + CHUNK_BYTES])


def profile_response(profile: Profile) -> pb.GetProfileResponse:
    return pb.GetProfileResponse(
        profile=pb.Profile(
            age_years=profile.age_years,
            sex=profile.sex,
            height_cm=profile.height_cm,
            weight_kg=profile.weight_kg,
        )
    )


def biomarkers_response(biomarkers: Sequence[Biomarker]) -> pb.GetBiomarkersResponse:
    return pb.GetBiomarkersResponse(biomarkers=[_biomarker(each) for each in biomarkers])


def _biomarker(biomarker: Biomarker) -> pb.Biomarker:
    collected_at = Timestamp()
    collected_at.FromDatetime(biomarker.collected_at)
    return pb.Biomarker(
        name=biomarker.name,
        value=biomarker.value,
        unit=biomarker.unit,
        collected_at=collected_at,
        reference_low=biomarker.reference_low,
        reference_high=biomarker.reference_high,
    )


def describe_response(holdings: Holdings) -> pb.DescribeDataResponse:
    return pb.DescribeDataResponse(
        metrics=[_metric(each) for each in holdings.metrics],
        reference_date=_iso(holdings.last_day),
        first_date=_iso(holdings.first_day),
        days_on_record=holdings.days_on_record,
        activities=holdings.activities,
        biomarkers=holdings.biomarkers,
        known=[pb.MetricName(name=each.name, unit=each.unit, derived=each.derived) for each in KNOWN_NAMES],
        activity_kinds=holdings.activity_kinds,
    )


def _metric(holding: MetricHolding) -> pb.MetricDescription:
    span = holding.last_day - holding.first_day + 1
    return pb.MetricDescription(
        name=holding.name,
        unit=METRIC[holding.name].unit,
        first_date=_iso(holding.first_day),
        last_date=_iso(holding.last_day),
        days_with_value=holding.days_with_value,
        days_missing=span - holding.days_with_value,
        coverage=holding.days_with_value / span,
        latest_value=holding.latest_value,
    )


def _iso(day: int | None) -> str:
    return "" if day is None else from_epoch_day(day).isoformat()
