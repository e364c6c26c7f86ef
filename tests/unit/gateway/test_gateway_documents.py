"""A person's own documents over HTTP, before a scripted domain expert."""

import json

import pytest

from gateway.domain.model import Document
from tests.unit.gateway.backend import System
from tests.unit.gateway.problems import check_problem

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_document_is_kept_listed_and_deleted(system: System) -> None:
    headers = system.as_user("reader")
    text = "# Läufe\n" + "\u0007 ä" * 200_000
    created = await system.http.post(
        "/v1/documents", json={"title": "Plan", "text": text, "media_type": "text/markdown"}, headers=headers
    )
    assert created.status_code == 201
    document = Document.model_validate_json(created.content)
    assert (document.title, document.media_type) == ("Plan", "text/markdown")
    assert document.size_bytes == len(text.encode())
    assert system.backend.documents.texts[document.id] == text
    assert text[:20] not in created.text
    assert created.headers["location"] == f"/v1/documents/{document.id}"
    listed = (await system.http.get("/v1/documents", headers=headers)).json()
    assert listed == {"data": [json.loads(created.content)], "next_cursor": None, "has_more": False}
    assert (await system.http.get("/v1/documents", headers=system.as_user("other"))).json()["data"] == []
    path = f"/v1/documents/{document.id}"
    whole = await system.http.get(path, headers=headers)
    assert whole.json() == {**json.loads(created.content), "text": text}
    check_problem(await system.http.get(path, headers=system.as_user("other")), 404, "document_not_found")
    check_problem(await system.http.delete(path, headers=system.as_user("other")), 404, "document_not_found")
    deleted = await system.http.delete(path, headers=headers)
    assert (deleted.status_code, deleted.content) == (204, b"")
    check_problem(await system.http.delete(path, headers=headers), 404, "document_not_found")
    check_problem(await system.http.delete("/v1/documents/x", headers=headers), 404, "document_not_found")


async def test_documents_are_listed_page_by_page(system: System) -> None:
    headers = system.as_user("paging")
    for number in range(3):
        await system.http.post("/v1/documents", json={"title": f"{number}", "text": "x"}, headers=headers)
    first = (await system.http.get("/v1/documents?limit=2", headers=headers)).json()
    assert ([each["title"] for each in first["data"]], first["has_more"]) == (["2", "1"], True)
    rest = (await system.http.get(f"/v1/documents?limit=2&cursor={first['next_cursor']}", headers=headers)).json()
    assert ([each["title"] for each in rest["data"]], rest["has_more"]) == (["0"], False)
    for query in ("limit=0", "limit=101", "colour=red"):
        check_problem(await system.http.get(f"/v1/documents?{query}", headers=headers), 400, "invalid_field")


async def test_a_document_without_a_word_is_unprocessable(system: System) -> None:
    response = await system.http.post(
        "/v1/documents", json={"title": "x", "text": "no word"}, headers=system.as_user("anna")
    )
    problem = check_problem(response, 422, "unprocessable")
    assert "no word" in problem.error.message
