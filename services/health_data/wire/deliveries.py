"""Deliveries: domain values to protos."""

from typing import Final

from amy.api.health_data.v1 import health_data_pb2 as pb
from services.health_data.domain.deliveries import Outcome, Taken

_OUTCOMES: Final = {
    Outcome.STORED: pb.IngestResponse.OUTCOME_STORED,
    Outcome.REPEATED: pb.IngestResponse.OUTCOME_REPEATED,
    Outcome.PARKED: pb.IngestResponse.OUTCOME_PARKED,
    Outcome.IGNORED: pb.IngestResponse.OUTCOME_IGNORED,
}


def ingest_response(taken: Taken) -> pb.IngestResponse:
    return pb.IngestResponse(outcome=_OUTCOMES[taken.outcome], detail=taken.detail)
