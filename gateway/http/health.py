"""Whether the system is fit to be asked."""

from fastapi import APIRouter
from starlette.responses import Response

from gateway.domain.model import ServiceStates
from gateway.http import docs
from gateway.http.replies import json_response
from gateway.http.requests import Desk

router = APIRouter(tags=["health"])


@router.get(
    "/healthz",
    operation_id="health",
    response_class=Response,
    responses={
        **docs.success(200, ServiceStates, "Every service of the system serves."),
        **docs.success(503, ServiceStates, "Some service does not; the body says which."),
        **docs.errors("INTERNAL_ERROR"),
    },
)
async def health(gateway: Desk) -> Response:
    """Needs no key. Says what was seen within the last seconds, and so answers at once."""
    serving = gateway.health.serving
    every = bool(serving) and all(serving.values())
    states = ServiceStates(
        status="ok" if every else "unavailable",
        services={name: "serving" if up else "not_serving" for name, up in serving.items()},
    )
    return json_response(states, 200 if every else 503)
