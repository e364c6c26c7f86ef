"""`/openapi.json` is complete and true."""

import json
import re
import string
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.domain.idempotency import is_key
from gateway.domain.keys import is_user_id
from gateway.domain.turn_events import EVENTS
from gateway.http.application import ROUTERS
from gateway.http.problems import PUBLIC
from tests.unit.gateway.backend import System

pytestmark = pytest.mark.asyncio(loop_scope="module")

ASKED = (400, 401, 403, 429, 500, 502, 503, 504)
"""What may be wrong with a request that acts for a user."""
POSTED = (*ASKED, 409)
BODILESS = {("post", "/v1/data/biomarkers/{biomarker_id}/confirm"), ("post", "/v1/data/uploads")}
OPERATIONS = {
    ("post", "/v1/turns"): {201, 400, 401, 403, 409, 429, 500, 502, 503, 504},
    ("get", "/v1/turns"): {200, 400, 401, 403, 429, 500, 502, 503, 504},
    ("get", "/v1/turns/{turn_id}"): {200, 400, 401, 403, 404, 429, 500, 502, 503, 504},
    ("get", "/v1/turns/{turn_id}/events"): {200, 400, 401, 403, 404, 429, 500, 502, 503, 504},
    ("post", "/v1/memory"): {201, 400, 401, 403, 409, 429, 500, 502, 503, 504},
    ("get", "/v1/memory"): {200, 400, 401, 403, 429, 500, 502, 503, 504},
    ("delete", "/v1/memory/{memory_id}"): {204, 400, 401, 403, 404, 429, 500, 502, 503, 504},
    ("post", "/v1/documents"): {201, 400, 401, 403, 409, 422, 429, 500, 502, 503, 504},
    ("get", "/v1/documents"): {200, 400, 401, 403, 429, 500, 502, 503, 504},
    ("get", "/v1/documents/{document_id}"): {200, 400, 401, 403, 404, 429, 500, 502, 503, 504},
    ("delete", "/v1/documents/{document_id}"): {204, 400, 401, 403, 404, 429, 500, 502, 503, 504},
    ("post", "/v1/data/imports"): {200, 201, *POSTED, 404, 422},
    ("get", "/v1/data/imports"): {200, *ASKED},
    ("get", "/v1/data/imports/{import_id}"): {200, *ASKED, 404},
    ("delete", "/v1/data/imports/{import_id}"): {200, *ASKED, 404},
    ("options", "/v1/data/uploads"): {204, *ASKED},
    ("post", "/v1/data/uploads"): {201, *POSTED, 412, 413},
    ("get", "/v1/data/uploads"): {200, *ASKED, 412},
    ("head", "/v1/data/uploads/{upload_id}"): {204, *ASKED, 404, 412},
    ("patch", "/v1/data/uploads/{upload_id}"): {204, *ASKED, 404, 409, 412, 413, 415},
    ("delete", "/v1/data/uploads/{upload_id}"): {204, *ASKED, 404, 412},
    ("get", "/v1/data/metrics"): {200, *ASKED},
    ("get", "/v1/data/metrics/{metric}"): {200, *ASKED, 404},
    ("get", "/v1/data/activities"): {200, *ASKED},
    ("get", "/v1/data/profile"): {200, *ASKED},
    ("put", "/v1/data/profile"): {200, *ASKED},
    ("get", "/v1/data/priorities"): {200, *ASKED},
    ("put", "/v1/data/priorities/{metric}"): {200, *ASKED},
    ("get", "/v1/data/provenance"): {200, *ASKED, 404},
    ("get", "/v1/data/biomarkers"): {200, *ASKED},
    ("post", "/v1/data/biomarkers"): {201, *POSTED},
    ("post", "/v1/data/biomarkers/{biomarker_id}/confirm"): {200, *POSTED, 404},
    ("delete", "/v1/data/biomarkers/{biomarker_id}"): {204, *ASKED, 404},
    ("get", "/v1/data/entries"): {200, *ASKED},
    ("post", "/v1/data/entries"): {201, *POSTED},
    ("delete", "/v1/data/entries/{entry_id}"): {204, *ASKED, 404},
    ("put", "/v1/data/entries/tags/{tag}"): {204, *ASKED},
    ("post", "/v1/ingest/terra"): {200, 400, 401, 404, 429, 500, 502, 503, 504},
    ("get", "/v1/export"): {200, *ASKED},
    ("post", "/v1/keys"): {201, 400, 401, 403, 409, 429, 500},
    ("get", "/v1/keys"): {200, 400, 401, 403, 429, 500},
    ("delete", "/v1/keys"): {200, 400, 401, 403, 429, 500},
    ("delete", "/v1/keys/{key_id}"): {204, 400, 401, 403, 404, 429, 500},
    ("delete", "/v1/user"): {200, 400, 401, 403, 429, 500, 502, 503, 504},
    ("get", "/healthz"): {200, 500, 503},
}


async def document(system: System) -> dict[str, Any]:
    response = await system.http.get("/openapi.json")
    assert response.headers["content-type"] == "application/json"
    found: dict[str, Any] = response.json()
    return found


def operations(found: dict[str, Any]) -> dict[tuple[str, str], dict[str, Any]]:
    return {(method, path): each for path, methods in found["paths"].items() for method, each in methods.items()}


def references(node: object) -> set[str]:
    if isinstance(node, dict):
        here = {node["$ref"]} if isinstance(node.get("$ref"), str) else set()
        return here.union(*(references(child) for child in node.values()))
    if isinstance(node, list):
        return set().union(*(references(child) for child in node))
    return set()


async def test_every_route_and_each_of_its_statuses_is_listed(system: System) -> None:
    listed = {
        key: {int(status) for status in each["responses"]} for key, each in operations(await document(system)).items()
    }
    assert listed == OPERATIONS
    served = {
        (method.lower(), route.path)  # type: ignore[attr-defined]  # routes of FastAPI's own kind
        for router in ROUTERS
        for route in router.routes
        for method in route.methods  # type: ignore[attr-defined]
    }
    assert served == set(OPERATIONS)


async def test_every_reference_leads_somewhere_and_nothing_is_left_over(system: System) -> None:
    found = await document(system)
    schemas = {f"#/components/schemas/{name}" for name in found["components"]["schemas"]}
    assert references(found) == schemas


async def test_the_document_has_the_structure_of_openapi_3_1(system: System) -> None:
    found = await document(system)
    assert found["openapi"].startswith("3.1.")
    assert found["info"].keys() >= {"title", "version", "description"}
    ids = [each["operationId"] for each in operations(found).values()]
    assert len(ids) == len(set(ids))
    for (method, path), each in operations(found).items():
        names = {(parameter["in"], parameter["name"]) for parameter in each.get("parameters", [])}
        assert len(names) == len(each.get("parameters", []))
        assert {name for place, name in names if place == "path"} == set(parts(path))
        assert ("requestBody" in each) is (method in {"post", "put", "patch"} and (method, path) not in BODILESS)
        # A delivery is known again by its bytes.
        assert (("header", "Idempotency-Key") in names) is (method == "post" and path != "/v1/ingest/terra")
        for status, response in each["responses"].items():
            assert response["description"]
            assert "X-Request-Id" in response["headers"]
            assert ("content" in response) is (status != "204")


def parts(path: str) -> list[str]:
    return [part.strip("{}") for part in path.split("/") if part.startswith("{")]


async def test_every_error_response_has_the_one_shape_and_names_its_codes(system: System) -> None:
    named: set[str] = set()
    for each in operations(await document(system)).values():
        for status, response in each["responses"].items():
            content = response.get("content", {}).get("application/json", {}).get("schema", {})
            if int(status) < 400 or content["$ref"].endswith("ServiceStates"):
                continue
            assert content == {"$ref": "#/components/schemas/Problem"}
            codes = {code.strip("`") for code in response["description"].split(" · ")}
            assert codes <= {public.code for public in PUBLIC.values() if public.status == int(status)}
            named |= codes
    elsewhere = {"route_not_found", "method_not_allowed"}
    assert named | elsewhere == {public.code for public in PUBLIC.values()}
    description = (await document(system))["info"]["description"]
    assert all(f"`404 {code}`" in description or f"`405 {code}`" in description for code in elsewhere)


async def test_the_event_streams_are_described_with_every_event(system: System) -> None:
    paths = (await document(system))["paths"]
    response = paths["/v1/turns/{turn_id}/events"]["get"]["responses"]["200"]
    assert response["content"].keys() == {"application/json", "text/event-stream"}
    assert response["content"]["text/event-stream"]["x-events"].keys() == EVENTS.keys()
    told = paths["/v1/data/imports"]["post"]["responses"]["200"]["content"]
    assert told["text/event-stream"]["x-events"].keys() == {"import.progress", "import.completed", "import.failed"}


def declared_by(found: dict[str, Any], name: str) -> Callable[[str], bool]:
    """What the document lets a header be, which it says the same of wherever the header can be sent."""
    schemas = {
        json.dumps(parameter["schema"], sort_keys=True)
        for each in operations(found).values()
        for parameter in each.get("parameters", [])
        if (parameter["in"], parameter["name"]) == ("header", name)
    }
    assert len(schemas) == 1
    schema = json.loads(schemas.pop())
    pattern = re.compile(schema["pattern"], re.ASCII)

    def allows(text: str) -> bool:
        fits = schema["minLength"] <= len(text) <= schema["maxLength"]
        # A pattern of JSON Schema is ECMAScript's, whose `$` does not look behind a line feed.
        matches = pattern.search(text) is not None and not text.endswith("\n")
        assert fits or not matches, "the pattern alone says how long it may be"
        return matches

    return allows


HEADERS: dict[str, Callable[[str], bool]] = {"Amy-User": is_user_id, "Idempotency-Key": is_key}


@pytest.mark.parametrize("name", HEADERS)
async def test_the_document_lets_a_header_be_what_the_code_lets_it_be(system: System, name: str) -> None:
    allows, enforced = declared_by(await document(system), name), HEADERS[name]
    edges = [
        "",
        *(
            letter * length
            for letter in "a Z@~\n\x7fäé\u0660\U0001f600"
            for length in (1, 127, 128, 129, 254, 255, 256)
        ),
    ]
    for text in [*edges, *(chr(code) for code in range(0x300))]:
        assert allows(text) is enforced(text), repr(text)

    @given(st.text(max_size=300) | st.text(alphabet=string.printable, max_size=300) | st.from_regex(r"[ -~]{1,255}"))
    def agree(text: str) -> None:
        assert allows(text) is enforced(text)

    agree()


@pytest.mark.parametrize(
    ("name", "value", "refused"),
    [
        ("Amy-User", "x" * 128, False),
        ("Amy-User", "x" * 129, True),
        ("Amy-User", "a/b", True),
        ("Idempotency-Key", "~" * 255, False),
        ("Idempotency-Key", "~" * 256, True),
    ],
)
async def test_the_gateway_enforces_what_the_document_says(
    system: System, name: str, value: str, *, refused: bool
) -> None:
    allows = declared_by(await document(system), name)
    headers = {**system.as_user("anna"), name: value}
    response = await system.http.post("/v1/memory", json={"text": "x", "category": "goal"}, headers=headers)
    assert response.status_code == (400 if refused else 201)
    assert allows(value) is not refused


async def test_who_may_call_is_said_of_every_operation(system: System) -> None:
    for key, each in operations(await document(system)).items():
        if key == ("get", "/healthz"):
            assert "security" not in each
        elif key == ("post", "/v1/ingest/terra"):
            assert each["security"] == []
        elif key == ("get", "/v1/turns/{turn_id}/events"):
            assert each["security"] == [{"bearer": []}, {"api_key": []}]
        else:
            assert each["security"] == [{"bearer": []}]


async def test_the_written_page_names_every_route_and_every_code() -> None:
    page = (Path(__file__).parents[3] / "docs" / "api.md").read_text()
    for method, path in OPERATIONS:
        assert f"`{method.upper()} {path}`" in page
    for public in PUBLIC.values():
        assert f"`{public.code}`" in page
