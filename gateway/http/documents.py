"""A person's own documents, over HTTP."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from gateway.domain.idempotency import Reply
from gateway.domain.model import Document, DocumentPage, NewDocument, PageQuery, WholeDocument
from gateway.http import docs
from gateway.http.replies import created, json_response
from gateway.http.requests import Desk, Incoming, UserId, once, settings_of

router = APIRouter(prefix="/v1/documents", tags=["documents"])


@router.post(
    "",
    operation_id="create_document",
    status_code=201,
    response_class=Response,
    responses={
        **docs.success(201, Document, "Kept.", location="The document, to be deleted by."),
        **docs.user_post_errors("UNPROCESSABLE"),
    },
    openapi_extra=docs.operation(body=NewDocument, once=True),
)
async def create_document(request: Request, gateway: Desk, user_id: UserId) -> Response:
    """Keeps a document of the user's own: a letter, a laboratory's comment, a plan. Answers may quote it."""
    settings = settings_of(request)
    incoming = Incoming(request, max_bytes=settings.max_document_bytes)

    async def act() -> Reply:
        document = await gateway.documents.create(user_id, await incoming.parse(NewDocument))
        return created(document, location=f"/v1/documents/{document.id}")

    return await once(request, incoming, act, user_id=user_id)


@router.get(
    "",
    operation_id="list_documents",
    response_class=Response,
    responses={**docs.success(200, DocumentPage, "A page, newest first."), **docs.user_errors()},
    openapi_extra=docs.operation(),
)
async def list_documents(gateway: Desk, user_id: UserId, page: Annotated[PageQuery, Query()]) -> Response:
    """Documents, without their texts."""
    return json_response(await gateway.documents.list(user_id, page))


@router.get(
    "/{document_id}",
    operation_id="get_document",
    response_class=Response,
    responses={
        **docs.success(200, WholeDocument, "The document with its text."),
        **docs.user_errors("DOCUMENT_NOT_FOUND"),
    },
    openapi_extra=docs.operation(),
)
async def get_document(gateway: Desk, user_id: UserId, document_id: str) -> Response:
    return json_response(await gateway.documents.get(user_id, document_id))


@router.delete(
    "/{document_id}",
    operation_id="delete_document",
    status_code=204,
    response_class=Response,
    responses={204: {"description": "Gone, for good."}, **docs.user_errors("DOCUMENT_NOT_FOUND")},
    openapi_extra=docs.operation(),
)
async def delete_document(gateway: Desk, user_id: UserId, document_id: str) -> Response:
    await gateway.delete_document(user_id, document_id)
    return Response(status_code=204)
