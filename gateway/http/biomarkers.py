"""Laboratory results over HTTP."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from gateway.domain.data_requests import BiomarkerQuery, NewBiomarker
from gateway.domain.data_views import Biomarker, BiomarkerPage
from gateway.domain.idempotency import Reply
from gateway.http import docs
from gateway.http.replies import created, json_response
from gateway.http.requests import Desk, Incoming, UserId, once, settings_of

router = APIRouter(prefix="/v1/data/biomarkers", tags=["data"])


@router.get(
    "",
    operation_id="list_biomarkers",
    response_class=Response,
    responses={**docs.success(200, BiomarkerPage, "A page, newest first."), **docs.user_errors()},
    openapi_extra=docs.operation(),
)
async def list_biomarkers(gateway: Desk, user_id: UserId, query: Annotated[BiomarkerQuery, Query()]) -> Response:
    """Results as they were stated, also those that do not count: qualitative ones, and those to be confirmed."""
    return json_response(await gateway.health_data.biomarkers(user_id, query))


@router.post(
    "",
    operation_id="add_biomarker",
    status_code=201,
    response_class=Response,
    responses={
        **docs.success(201, Biomarker, "Kept.", location="The result, to be deleted by."),
        **docs.user_post_errors(),
    },
    openapi_extra=docs.operation(body=NewBiomarker, once=True),
)
async def add_biomarker(request: Request, gateway: Desk, user_id: UserId) -> Response:
    """Keeps a result that the person read off a report: it counts at once."""
    incoming = Incoming(request, max_bytes=settings_of(request).max_json_bytes)

    async def act() -> Reply:
        result = await gateway.health_data.add_biomarker(user_id, await incoming.parse(NewBiomarker))
        return created(result, location=f"/v1/data/biomarkers/{result.id}")

    return await once(request, incoming, act, user_id=user_id)


@router.post(
    "/{biomarker_id}/confirm",
    operation_id="confirm_biomarker",
    response_class=Response,
    responses={
        **docs.success(200, Biomarker, "From now on it counts."),
        **docs.user_post_errors("LAB_RESULT_NOT_FOUND"),
    },
    openapi_extra=docs.operation(once=True),
)
async def confirm_biomarker(request: Request, gateway: Desk, user_id: UserId, biomarker_id: str) -> Response:
    """Confirms a result that was read from a page of text."""
    incoming = Incoming(request, max_bytes=settings_of(request).max_json_bytes)

    async def act() -> Reply:
        result = await gateway.kept.confirm_biomarker(user_id, biomarker_id)
        return Reply(status=200, body=result.model_dump_json().encode(), location=f"/v1/data/biomarkers/{biomarker_id}")

    return await once(request, incoming, act, user_id=user_id)


@router.delete(
    "/{biomarker_id}",
    operation_id="delete_biomarker",
    status_code=204,
    response_class=Response,
    responses={204: {"description": "Gone, for good."}, **docs.user_errors("LAB_RESULT_NOT_FOUND")},
    openapi_extra=docs.operation(),
)
async def delete_biomarker(gateway: Desk, user_id: UserId, biomarker_id: str) -> Response:
    await gateway.kept.delete_biomarker(user_id, biomarker_id)
    return Response(status_code=204)
