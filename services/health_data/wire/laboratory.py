"""Protos of laboratory results to domain values and back."""

from datetime import UTC

from google.protobuf.timestamp_pb2 import Timestamp

from amy.api.health_data.v1 import health_data_pb2 as pb
from services.health_data.app.laboratory import LabPage
from services.health_data.domain.records import LabResult
from services.health_data.ports import StoredLabResult


def stated_result(message: pb.LabResult) -> LabResult | None:
    """A result as the person states it; None without a time that can be."""
    try:
        collected_at = message.collected_at.ToDatetime(UTC) if message.HasField("collected_at") else None
    except ValueError:
        collected_at = None
    if collected_at is None:
        return None
    name = (message.printed_name or message.name).strip()
    return LabResult(
        name=name,
        printed_name=name,
        collected_at=collected_at,
        value=message.value if message.HasField("value") else None,
        unit=message.unit,
        text=message.text,
        comparator=message.comparator,
        reference_low=message.reference_low if message.HasField("reference_low") else None,
        reference_high=message.reference_high if message.HasField("reference_high") else None,
        reference_text=message.reference_text,
    )


def result_message(stored: StoredLabResult) -> pb.LabResult:
    result = stored.result
    collected_at = Timestamp()
    collected_at.FromDatetime(result.collected_at)
    return pb.LabResult(
        result_id=stored.result_id,
        name=result.name,
        printed_name=result.printed_name,
        loinc=result.loinc,
        value=result.value,
        comparator=result.comparator,
        text=result.text,
        unit=result.unit,
        collected_at=collected_at,
        reference_low=result.reference_low,
        reference_high=result.reference_high,
        reference_text=result.reference_text,
        unconfirmed=not result.confirmed,
        import_id=stored.import_id,
        source=stored.source,
    )


def list_response(page: LabPage) -> pb.ListLabResultsResponse:
    return pb.ListLabResultsResponse(
        results=[result_message(each) for each in page.results], next_page_token=page.next_cursor
    )
