"""API keys over HTTP, for an admin."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from gateway.domain.idempotency import Reply
from gateway.domain.keys import KeyRecord
from gateway.domain.model import CreatedKey, KeyList, KeyView, NewKey, RevokedKeys, UserQuery, instant
from gateway.http import docs
from gateway.http.replies import created, json_response
from gateway.http.requests import AdminOnly, Desk, Incoming, once, settings_of

router = APIRouter(prefix="/v1/keys", tags=["keys"], dependencies=[AdminOnly])


@router.post(
    "",
    operation_id="create_key",
    status_code=201,
    response_class=Response,
    responses={
        **docs.success(201, CreatedKey, "Made; `key` is shown this once.", location="The key, to be revoked by."),
        **docs.admin_post_errors(),
    },
    openapi_extra=docs.operation(body=NewKey, for_user=False, once=True),
)
async def create_key(request: Request, gateway: Desk) -> Response:
    settings = settings_of(request)
    incoming = Incoming(request, max_bytes=settings.max_json_bytes)

    async def act() -> Reply:
        minted = await gateway.keys.create(await incoming.parse(NewKey))
        # The store of replies must not hold what the store of keys takes care not to.
        return created(
            _created(minted.record, minted.key),
            location=f"/v1/keys/{minted.record.id}",
            repeat=_created(minted.record, None),
        )

    return await once(request, incoming, act, user_id=None)


@router.get(
    "",
    operation_id="list_keys",
    response_class=Response,
    responses={**docs.success(200, KeyList, "The user's keys, oldest first, without the keys."), **docs.admin_errors()},
    openapi_extra=docs.operation(for_user=False),
)
async def list_keys(gateway: Desk, query: Annotated[UserQuery, Query()]) -> Response:
    records = await gateway.keys.of_user(query.user_id)
    views = [KeyView(id=each.id, name=each.name, created_at=instant(each.created_at)) for each in records]
    return json_response(KeyList(data=views))


@router.delete(
    "/{key_id}",
    operation_id="revoke_key",
    status_code=204,
    response_class=Response,
    responses={204: {"description": "Revoked."}, **docs.admin_errors("KEY_NOT_FOUND")},
    openapi_extra=docs.operation(for_user=False),
)
async def revoke_key(gateway: Desk, key_id: str) -> Response:
    await gateway.keys.revoke(key_id)
    return Response(status_code=204)


@router.delete(
    "",
    operation_id="revoke_keys",
    response_class=Response,
    responses={**docs.success(200, RevokedKeys, "How many keys the user had."), **docs.admin_errors()},
    openapi_extra=docs.operation(for_user=False),
)
async def revoke_keys(gateway: Desk, query: Annotated[UserQuery, Query()]) -> Response:
    return json_response(RevokedKeys(revoked=await gateway.keys.revoke_all(query.user_id)))


def _created(record: KeyRecord, key: str | None) -> CreatedKey:
    return CreatedKey(
        id=record.id, user_id=record.user_id, name=record.name, created_at=instant(record.created_at), key=key
    )
