"""Deliveries between the health-data service's protos and the public vocabulary."""

from typing import Final

from amy.api.health_data.v1 import health_data_pb2 as health
from gateway.domain import data_views

_OUTCOMES: Final = {
    health.IngestResponse.OUTCOME_STORED: "stored",
    health.IngestResponse.OUTCOME_REPEATED: "repeated",
    health.IngestResponse.OUTCOME_PARKED: "parked",
    health.IngestResponse.OUTCOME_IGNORED: "ignored",
}
_UNKNOWN: Final = "unknown"


def delivered(proto: health.IngestResponse) -> data_views.Delivered:
    return data_views.Delivered(outcome=_OUTCOMES.get(proto.outcome, _UNKNOWN), detail=proto.detail)
