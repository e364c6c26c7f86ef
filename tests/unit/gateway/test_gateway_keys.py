"""API keys over HTTP."""

import json
import re
from typing import Any

import pytest

from amy.runtime.ids import new_id
from gateway.domain.model import CreatedKey
from tests.unit.gateway.backend import ADMIN_KEY, System
from tests.unit.gateway.problems import check_problem

pytestmark = pytest.mark.asyncio(loop_scope="module")

QUESTION: dict[str, Any] = {"messages": [{"role": "user", "content": "What is my average HRV this month?"}]}
ADMIN = {"Authorization": f"Bearer {ADMIN_KEY}"}


async def test_a_key_works_until_it_is_revoked(system: System) -> None:
    made = await system.http.post("/v1/keys", json={"user_id": "carla", "name": "phone"}, headers=ADMIN)
    assert made.status_code == 201
    key = CreatedKey.model_validate_json(made.content)
    assert key.key is not None
    assert re.fullmatch(r"amy_live_[A-Za-z0-9_-]{43}", key.key)
    assert made.headers["location"] == f"/v1/keys/{key.id}"
    bearer = {"Authorization": f"Bearer {key.key}"}
    created = await system.http.post("/v1/turns", json=QUESTION, headers=bearer)
    assert created.status_code == 201
    assert system.backend.orchestrator.created[-1].user_id == "carla"
    assert (await system.http.get("/v1/turns", headers={**bearer, "Amy-User": "carla"})).status_code == 200
    check_problem(await system.http.get("/v1/turns", headers={**bearer, "Amy-User": "anna"}), 403, "forbidden")
    listed = (await system.http.get("/v1/keys?user_id=carla", headers=ADMIN)).json()["data"]
    assert [(each["id"], each["name"]) for each in listed] == [(key.id, "phone")]
    assert key.key not in json.dumps(listed)
    assert (await system.http.delete(f"/v1/keys/{key.id}", headers=ADMIN)).status_code == 204
    check_problem(await system.http.get("/v1/turns", headers=bearer), 401, "invalid_token")


async def test_all_keys_of_a_user_are_revoked_at_once(system: System) -> None:
    keys = [
        (await system.http.post("/v1/keys", json={"user_id": "dora"}, headers=ADMIN)).json()["key"] for _ in range(2)
    ]
    assert len(set(keys)) == 2
    response = await system.http.delete("/v1/keys?user_id=dora", headers=ADMIN)
    assert response.json() == {"revoked": 2}
    for key in keys:
        response = await system.http.get("/v1/turns", headers={"Authorization": f"Bearer {key}"})
        check_problem(response, 401, "invalid_token")


@pytest.mark.parametrize(
    ("method", "path"),
    [("POST", "/v1/keys"), ("GET", "/v1/keys?user_id=u"), ("DELETE", "/v1/keys?user_id=u"), ("DELETE", "/v1/keys/k")],
)
async def test_a_user_manages_no_keys(system: System, method: str, path: str) -> None:
    key = (await system.http.post("/v1/keys", json={"user_id": "eve"}, headers=ADMIN)).json()["key"]
    response = await system.http.request(method, path, headers={"Authorization": f"Bearer {key}"})
    check_problem(response, 403, "forbidden")


async def test_the_key_store_holds_no_key(system: System, tmp_path_factory: pytest.TempPathFactory) -> None:
    headers = {**ADMIN, "Idempotency-Key": new_id("req")}
    key = (await system.http.post("/v1/keys", json={"user_id": "fay"}, headers=headers)).json()["key"]
    stored = b"".join(path.read_bytes() for path in tmp_path_factory.getbasetemp().glob("**/gateway.db*"))
    assert b"fay" in stored
    assert key.encode() not in stored
    again = (await system.http.post("/v1/keys", json={"user_id": "fay"}, headers=headers)).json()
    assert again["key"] is None
