"""What was measured, over HTTP: daily values, activities, the profile, and which source counts."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from gateway.domain.data_requests import (
    ActivityQuery,
    MetricQuery,
    PriorityChange,
    ProfileChange,
    ProvenanceQuery,
)
from gateway.domain.data_views import (
    ActivityPage,
    DataDescription,
    MetricPage,
    Priorities,
    PriorityChanged,
    Profile,
    Provenance,
)
from gateway.http import docs
from gateway.http.replies import json_response
from gateway.http.requests import Desk, Incoming, UserId, settings_of, writing

router = APIRouter(prefix="/v1/data", tags=["data"])


@router.get(
    "/metrics",
    operation_id="describe_data",
    response_class=Response,
    responses={
        **docs.success(200, DataDescription, "Each metric's unit, span, coverage and missing days."),
        **docs.user_errors(),
    },
    openapi_extra=docs.operation(),
)
async def describe_data(gateway: Desk, user_id: UserId) -> Response:
    return json_response(await gateway.health_data.describe(user_id))


@router.get(
    "/metrics/{metric}",
    operation_id="get_metric",
    response_class=Response,
    responses={
        **docs.success(200, MetricPage, "A page of its values, the oldest first."),
        **docs.user_errors("METRIC_NOT_FOUND"),
    },
    openapi_extra=docs.operation(),
)
async def get_metric(gateway: Desk, user_id: UserId, metric: str, query: Annotated[MetricQuery, Query()]) -> Response:
    """A metric or a derived feature, day by day; or by week or month: the sum of what adds up, else the mean."""
    return json_response(await gateway.measured.metric(user_id, metric, query))


@router.get(
    "/activities",
    operation_id="list_activities",
    response_class=Response,
    responses={**docs.success(200, ActivityPage, "A page, newest first."), **docs.user_errors()},
    openapi_extra=docs.operation(),
)
async def list_activities(gateway: Desk, user_id: UserId, query: Annotated[ActivityQuery, Query()]) -> Response:
    return json_response(await gateway.measured.activities(user_id, query))


@router.get(
    "/profile",
    operation_id="get_profile",
    response_class=Response,
    responses={**docs.success(200, Profile, "What is known of the person."), **docs.user_errors()},
    openapi_extra=docs.operation(),
)
async def get_profile(gateway: Desk, user_id: UserId) -> Response:
    return json_response(await gateway.health_data.profile(user_id))


@router.put(
    "/profile",
    operation_id="set_profile",
    response_class=Response,
    responses={**docs.success(200, Profile, "The profile as it is now."), **docs.user_errors()},
    openapi_extra=docs.operation(body=ProfileChange),
)
async def set_profile(request: Request, gateway: Desk, user_id: UserId) -> Response:
    """What the person says of themselves, which goes before what files say."""
    change = await Incoming(request, max_bytes=settings_of(request).max_json_bytes).parse(ProfileChange)
    async with writing(request, user_id):
        return json_response(await gateway.health_data.set_profile(user_id, change))


@router.get(
    "/priorities",
    operation_id="get_priorities",
    response_class=Response,
    responses={
        **docs.success(200, Priorities, "Of every metric that several sources state, or whose order was chosen."),
        **docs.user_errors(),
    },
    openapi_extra=docs.operation(),
)
async def get_priorities(gateway: Desk, user_id: UserId) -> Response:
    """Which source counts where several state one metric of one day."""
    return json_response(await gateway.health_data.priorities(user_id))


@router.put(
    "/priorities/{metric}",
    operation_id="set_priority",
    response_class=Response,
    responses={
        **docs.success(200, PriorityChanged, "On how many days another value counts now."),
        **docs.user_errors(),
    },
    openapi_extra=docs.operation(body=PriorityChange),
)
async def set_priority(request: Request, gateway: Desk, user_id: UserId, metric: str) -> Response:
    """Chooses which source counts, of a metric or, as `*`, of all; without sources the usual order counts again."""
    change = await Incoming(request, max_bytes=settings_of(request).max_json_bytes).parse(PriorityChange)
    async with writing(request, user_id):
        return json_response(await gateway.health_data.set_priority(user_id, metric, change))


@router.get(
    "/provenance",
    operation_id="get_provenance",
    response_class=Response,
    responses={
        **docs.success(200, Provenance, "A page of what imports state, with file and row."),
        **docs.user_errors("TURN_NOT_FOUND"),
    },
    openapi_extra=docs.operation(),
)
async def get_provenance(gateway: Desk, user_id: UserId, query: Annotated[ProvenanceQuery, Query()]) -> Response:
    """Where the values of a metric come from, or those that a fact of an answer was computed from."""
    return json_response(await gateway.tracing.trace(user_id, query))
