"""Files in pieces over HTTP: the tus protocol, as a client of it that knows nothing of Amy speaks it."""

import asyncio
import base64

import pytest

from gateway.domain.data_views import Upload, UploadList
from tests.unit.gateway.backend import ADMIN_KEY, System
from tests.unit.gateway.problems import check_problem

pytestmark = pytest.mark.asyncio(loop_scope="module")
UPLOADS = "/v1/data/uploads"
TUS = {"Tus-Resumable": "1.0.0"}
CHUNKS = {"Content-Type": "application/offset+octet-stream"}


def said(**pairs: str) -> dict[str, str]:
    text = ",".join(f"{key} {base64.b64encode(value.encode()).decode()}" for key, value in pairs.items())
    return {"Upload-Metadata": text}


async def begun(system: System, user: str, length: int, **more: str) -> str:
    """The path of a new upload."""
    headers = {**system.as_user(user), **TUS, **more, "Upload-Length": str(length)}
    answer = await system.http.post(UPLOADS, headers=headers)
    assert answer.status_code == 201, answer.text
    return answer.headers["location"]


async def test_a_client_of_the_protocol_sends_a_file_that_is_imported_as_any_other(system: System) -> None:
    me = {**system.as_user("tus"), **TUS}
    spoken = await system.http.options(UPLOADS, headers=system.as_user("tus"))
    assert spoken.status_code == 204
    assert spoken.headers["tus-version"] == "1.0.0"
    assert spoken.headers["tus-extension"] == "creation,expiration,termination"
    assert spoken.headers["tus-max-size"] == str(6 * 1024**3)

    metadata = said(filename="Häufig.csv", fingerprint="f-1", filetype="text/csv")
    made = await system.http.post(UPLOADS, headers=me | {"Upload-Length": "9"} | metadata)
    assert (made.status_code, made.headers["tus-resumable"]) == (201, "1.0.0")
    assert made.headers["upload-expires"] == "Mon, 25 May 2026 10:14:33 GMT"
    path = made.headers["location"]
    assert path == f"{UPLOADS}/{made.json()['id']}"

    state = await system.http.head(path, headers=me)
    assert (state.status_code, state.content) == (204, b"")
    assert (state.headers["upload-offset"], state.headers["upload-length"]) == ("0", "9")
    assert state.headers["upload-metadata"] == metadata["Upload-Metadata"]
    assert state.headers["cache-control"] == "no-store"

    first = await system.http.patch(path, content=b"date,", headers=me | CHUNKS | {"Upload-Offset": "0"})
    assert (first.status_code, first.headers["upload-offset"]) == (204, "5")
    assert first.headers["upload-expires"] == "Mon, 25 May 2026 10:14:33 GMT"
    check_problem(
        await system.http.patch(path, content=b"date,", headers=me | CHUNKS | {"Upload-Offset": "0"}),
        409,
        "upload_offset_mismatch",
    )
    listed = UploadList.model_validate_json((await system.http.get(UPLOADS, headers=me)).content)
    assert listed.data == [
        Upload(
            id=path.rpartition("/")[2],
            filename="Häufig.csv",
            fingerprint="f-1",
            metadata=metadata["Upload-Metadata"],
            length=9,
            offset=5,
            expires_at="2026-05-25T10:14:33.000Z",
        )
    ]
    early = await system.http.post(f"/v1/data/imports?upload={listed.data[0].id}", headers=system.as_user("tus"))
    check_problem(early, 422, "unprocessable")
    await system.http.patch(path, content=b"\n1\n2", headers=me | CHUNKS | {"Upload-Offset": "5"})
    imported = await system.http.post(
        f"/v1/data/imports?upload={listed.data[0].id}&subject=ann&filename=b.csv", headers=system.as_user("tus")
    )
    assert imported.status_code == 201
    header, content = system.backend.health_data.files[-1]
    assert (header.upload_id, header.subject, header.filename) == (listed.data[0].id, "ann", "b.csv")
    assert content == b"date,\n1\n2"


async def test_what_came_before_a_connection_broke_is_passed_on(system: System) -> None:
    path = await begun(system, "breaking", 1000)
    system.backend.health_data.appended.clear()
    host, port = system.base_url.removeprefix("http://").split(":")
    _, writer = await asyncio.open_connection(host, int(port))
    writer.write(
        f"PATCH {path} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\nAmy-User: breaking\r\nUpload-Offset: 0\r\n"
        f"Content-Type: application/offset+octet-stream\r\nAuthorization: Bearer {ADMIN_KEY}\r\n\r\n".encode()
        + b"x" * 300
    )
    await asyncio.wait_for(system.backend.health_data.appended.wait(), 60)
    writer.close()
    async with asyncio.timeout(60):
        while True:
            state = await system.http.head(path, headers=system.as_user("breaking"))
            if state.headers["upload-offset"] == "300":
                break
            await asyncio.sleep(0.05)


async def test_an_upload_is_its_persons_alone(system: System) -> None:
    path = await begun(system, "owner", 5)
    for who in (system.as_user("stranger"), {}):
        status, code = (404, "upload_not_found") if who else (401, "missing_authorization")
        going_on = who | CHUNKS | {"Upload-Offset": "0"}
        check_problem(await system.http.patch(path, content=b"x", headers=going_on), status, code)
        check_problem(await system.http.delete(path, headers=who), status, code)
        assert (await system.http.head(path, headers=who)).status_code == status
    stranger = system.as_user("stranger")
    check_problem(
        await system.http.post(f"/v1/data/imports?upload={path.rpartition('/')[2]}", headers=stranger),
        404,
        "upload_not_found",
    )
    assert (await system.http.get(UPLOADS, headers=stranger)).json() == {"data": []}
    check_problem(await system.http.get(UPLOADS), 401, "missing_authorization")
    check_problem(await system.http.options(UPLOADS), 401, "missing_authorization")


async def test_what_is_deleted_is_gone_and_forgotten(system: System) -> None:
    me = system.as_user("deleting")
    key = {"Idempotency-Key": "begun once"}
    path = await begun(system, "deleting", 5, **key)
    assert await begun(system, "deleting", 5, **key) == path
    check_problem(
        await system.http.post(UPLOADS, headers=me | key | {"Upload-Length": "6"}), 409, "idempotency_key_mismatch"
    )
    assert (await system.http.delete(path, headers=me)).status_code == 204
    check_problem(await system.http.delete(path, headers=me), 404, "upload_not_found")
    check_problem(await system.http.delete(f"{UPLOADS}/upl_%00", headers=me), 404, "upload_not_found")
    assert await begun(system, "deleting", 5, **key) != path


@pytest.mark.parametrize(
    ("headers", "status", "code"),
    [
        ({}, 400, "invalid_field"),
        ({"Upload-Length": "-1"}, 400, "invalid_field"),
        ({"Upload-Length": "1e3"}, 400, "invalid_field"),
        ({"Upload-Length": "9" * 19}, 400, "invalid_field"),
        ({"Upload-Length": str(6 * 1024**3 + 1)}, 413, "upload_too_large"),
        ({"Upload-Length": "5", "Tus-Resumable": "0.2.2"}, 412, "tus_version_unsupported"),
        ({"Upload-Length": "5", "Upload-Metadata": "filename %%"}, 400, "invalid_field"),
        ({"Upload-Length": "5", "Upload-Metadata": "filename gA=="}, 400, "invalid_field"),
        ({"Upload-Length": "5", "Upload-Metadata": "a YQ==,a YQ=="}, 400, "invalid_field"),
        ({"Upload-Length": "5", "Upload-Metadata": "filename AA=="}, 400, "invalid_field"),
        ({"Upload-Length": "5", **said(fingerprint="x" * 129)}, 400, "invalid_field"),
        ({"Upload-Length": "5", "Upload-Metadata": f"a {'YQ==' * 1100}"}, 400, "invalid_field"),
    ],
)
async def test_what_no_upload_begins_with_is_refused(
    system: System, headers: dict[str, str], status: int, code: str
) -> None:
    answer = await system.http.post(UPLOADS, headers=system.as_user("wrong") | headers)
    check_problem(answer, status, code)
    assert (answer.headers["tus-resumable"], answer.headers["tus-version"]) == ("1.0.0", "1.0.0")


async def test_what_no_upload_goes_on_with_is_refused(system: System) -> None:
    path, me = await begun(system, "wrong", 5), system.as_user("wrong")
    for headers, status, code in (
        ({"Upload-Offset": "0"}, 415, "unsupported_media_type"),
        ({"Upload-Offset": "0", "Content-Type": "text/csv"}, 415, "unsupported_media_type"),
        (CHUNKS, 400, "invalid_field"),
        (CHUNKS | {"Upload-Offset": "x"}, 400, "invalid_field"),
        (CHUNKS | {"Upload-Offset": "1"}, 409, "upload_offset_mismatch"),
        (CHUNKS | {"Upload-Offset": "0", "Tus-Resumable": "2.0"}, 412, "tus_version_unsupported"),
    ):
        check_problem(await system.http.patch(path, content=b"x", headers=me | headers), status, code)
    beginning = me | {"Upload-Length": "5"}
    check_problem(await system.http.post(UPLOADS, content=b"x", headers=beginning), 400, "invalid_request")


async def test_there_is_a_limit_to_what_is_unfinished(system: System) -> None:
    for _ in range(10):
        await begun(system, "many", 5)
    answer = await system.http.post(UPLOADS, headers=system.as_user("many") | {"Upload-Length": "5"})
    check_problem(answer, 429, "concurrency_limit_exceeded")
