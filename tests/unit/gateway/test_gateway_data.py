"""What was measured and stated, over HTTP, before a scripted health-data service."""

import json
from typing import Any

import pytest

from amy.api.common.v1 import common_pb2 as common
from amy.api.health_data.v1 import health_data_pb2 as health
from amy.api.orchestrator.v1 import orchestrator_pb2 as orchestrator
from gateway.domain.data_views import Biomarker, DataDescription
from tests.unit.gateway.backend import Event, System
from tests.unit.gateway.problems import check_problem

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def got(system: System, path: str, user: str = "anna") -> Any:
    response = await system.http.get(path, headers=system.as_user(user))
    assert response.status_code == 200, response.text
    return response.json()


async def test_the_data_is_described(system: System) -> None:
    response = await system.http.get("/v1/data/metrics", headers=system.as_user("anna"))
    described = DataDescription.model_validate_json(response.content)
    assert described.reference_date == "2026-01-04"
    assert described.metrics[0].model_dump()["latest_value"] == 8000
    assert [each.unit for each in described.known if each.derived] == [None]


async def test_a_metric_is_small_and_comes_page_by_page(system: System) -> None:
    first = await got(system, "/v1/data/metrics/resting_heart_rate?limit=2")
    assert first == {
        "metric": "resting_heart_rate",
        "unit": "count",
        "every": "day",
        "statistic": None,
        "points": [["2026-03-01", 1], ["2026-03-03", 3]],
        "why_absent": None,
        "next_cursor": "2026-03-04",
        "has_more": True,
    }
    rest = await got(system, f"/v1/data/metrics/resting_heart_rate?cursor={first['next_cursor']}&start=2026-02-01")
    assert (rest["points"][0], rest["points"][-1], rest["has_more"]) == (["2026-03-04", 4], ["2026-03-10", 10], False)
    asked = system.backend.health_data.asked[-1]
    assert isinstance(asked, health.GetSeriesRequest)
    assert (asked.start_date, asked.end_date) == ("2026-03-04", "")


@pytest.mark.parametrize(
    ("metric", "statistic", "points"),
    [
        ("steps", "sum", [["2026-02-23", 1, 1], ["2026-03-02", 33, 6], ["2026-03-09", 19, 2]]),
        ("night_minutes", "mean", [["2026-02-23", 1, 1], ["2026-03-02", 5.5, 6], ["2026-03-09", 9.5, 2]]),
        ("hrv_rhr_ratio", "mean", [["2026-02-23", 1, 1], ["2026-03-02", 5.5, 6], ["2026-03-09", 9.5, 2]]),
    ],
)
async def test_weeks_are_added_up_where_a_person_would(
    system: System, metric: str, statistic: str, points: list[Any]
) -> None:
    """1 on Sunday the 1st; 3 to 8 from Tuesday on, which are 33; 9 and 10."""
    page = await got(system, f"/v1/data/metrics/{metric}?every=week")
    assert (page["statistic"], page["points"]) == (statistic, points)


async def test_the_page_after_a_week_begins_with_the_next_week(system: System) -> None:
    first = await got(system, "/v1/data/metrics/steps?every=week&limit=1")
    assert (first["points"], first["next_cursor"]) == ([["2026-02-23", 1, 1]], "2026-03-02")
    second = await got(system, f"/v1/data/metrics/steps?every=week&limit=1&cursor={first['next_cursor']}")
    assert second["points"] == [["2026-03-02", 33, 6]]
    assert (await got(system, "/v1/data/metrics/steps?every=month"))["points"] == [["2026-03-01", 53, 9]]


@pytest.mark.parametrize(
    ("said", "hint"),
    [
        ("step", "Near it: steps."),
        ("pulse", "Near it: resting_heart_rate."),
        ("resting%20heart-rate", "Near it: resting_heart_rate."),
        ("xyzzy", "GET /v1/data/metrics lists the names under `known`."),
    ],
)
async def test_a_metric_that_there_is_not_is_answered_with_those_near_it(system: System, said: str, hint: str) -> None:
    response = await system.http.get(f"/v1/data/metrics/{said}", headers=system.as_user("anna"))
    assert hint in check_problem(response, 404, "metric_not_found").error.message


@pytest.mark.parametrize(
    "query",
    ["start=yesterday", "start=1772323200", "end=2026-3-1", "every=year", "limit=1001", "cursor=x", "colour=red"],
)
async def test_what_is_wrong_with_a_query_is_an_invalid_field(system: System, query: str) -> None:
    response = await system.http.get(f"/v1/data/metrics/steps?{query}", headers=system.as_user("anna"))
    problem = check_problem(response, 400, "invalid_field")
    assert problem.error.message.startswith(query.partition("=")[0])


async def test_a_span_that_ends_before_it_begins_is_refused(system: System) -> None:
    response = await system.http.get(
        "/v1/data/metrics/steps?start=2026-03-02&end=2026-03-01", headers=system.as_user("anna")
    )
    problem = check_problem(response, 400, "invalid_request")
    assert problem.error.message == "The query is not what it should be: start: it lies after end"


async def test_activities_come_newest_first_of_a_kind_and_of_a_span(system: System) -> None:
    whole = await got(system, "/v1/data/activities")
    assert [each["date"] for each in whole["data"]] == ["2026-03-04", "2026-03-02", "2026-03-01"]
    assert whole["data"][-1]["fields"] == {"distance_m": 5000, "duration_min": 30.5, "start_clock": 450}
    runs = await got(system, "/v1/data/activities?kind=running&limit=1")
    assert ([each["date"] for each in runs["data"]], runs["has_more"]) == (["2026-03-04"], True)
    rest = await got(system, f"/v1/data/activities?kind=running&cursor={runs['next_cursor']}")
    assert ([each["date"] for each in rest["data"]], rest["has_more"]) == (["2026-03-01"], False)
    some = await got(system, "/v1/data/activities?start=2026-03-02&end=2026-03-03")
    assert [each["kind"] for each in some["data"]] == ["Walking"]
    response = await system.http.get("/v1/data/activities?cursor=-1", headers=system.as_user("anna"))
    check_problem(response, 400, "invalid_field")


async def test_a_profile_is_said_field_by_field(system: System) -> None:
    headers = system.as_user("said")
    nothing = await got(system, "/v1/data/profile", "said")
    assert set(nothing) == {"age_years", "sex", "height_cm", "weight_kg", "birth_year", "time_zone", "devices"}
    assert not any(nothing.values())
    await system.http.put("/v1/data/profile", json={"sex": "female", "height_cm": 170.5}, headers=headers)
    changed = await system.http.put("/v1/data/profile", json={"birth_year": 1984, "sex": None}, headers=headers)
    assert changed.json() == await got(system, "/v1/data/profile", "said")
    assert changed.json() | {"sex": "female", "height_cm": 170.5, "birth_year": 1984} == changed.json()
    assert (await got(system, "/v1/data/profile", "unsaid"))["sex"] is None
    for body in ({"height_cm": 400}, {"height_cm": "170"}, {"colour": "red"}):
        response = await system.http.put("/v1/data/profile", json=body, headers=headers)
        check_problem(response, 400, "invalid_field")


async def test_which_source_counts_is_told_and_chosen(system: System) -> None:
    assert await got(system, "/v1/data/priorities") == {
        "data": [{"metric": "steps", "sources": ["oura", "fitbit"], "chosen": True}]
    }
    response = await system.http.put(
        "/v1/data/priorities/*", json={"sources": ["fitbit"]}, headers=system.as_user("anna")
    )
    assert response.json() == {"metric": "*", "days_changed": 1}
    asked = system.backend.health_data.asked[-1]
    assert isinstance(asked, health.SetPriorityRequest)
    assert (asked.user_id, asked.metric, list(asked.sources)) == ("anna", "*", ["fitbit"])


async def test_a_value_is_followed_to_its_row(system: System) -> None:
    first = await got(system, "/v1/data/provenance?metric=steps&start=2026-03-01&end=2026-03-02&limit=1")
    assert first["inputs"] == [{"metric": "steps", "start": "2026-03-01", "end": "2026-03-02"}]
    assert first["data"] == [
        {
            "metric": "steps",
            "date": "2026-03-01",
            "value": 7421,
            "unit": "count",
            "source": "apple_health",
            "import_id": "imp_1",
            "filename": "export.zip",
            "file": "export.xml",
            "row": 17,
            "rows": 4,
            "counts": True,
        }
    ]
    rest = await got(system, f"/v1/data/provenance?metric=steps&cursor={first['next_cursor']}")
    assert ([each["row"] for each in rest["data"]], rest["has_more"]) == ([None], False)


def with_facts(system: System, user: str, *facts: common.FactEntry) -> str:
    log = system.backend.orchestrator.open_turn(user)
    result = orchestrator.TurnResult(fact_sheet=facts)
    log.append(Event(turn_completed=orchestrator.TurnCompleted(turn_id=log.turn.id, result=result)))
    return log.turn.id


def fact(claim: str, source: str = "data_science", *inputs: common.FactInput, **more: Any) -> common.FactEntry:
    return common.FactEntry(claim=claim, value=1, source=source, inputs=inputs, **more)


async def test_a_fact_is_followed_to_all_that_it_was_computed_from(system: System) -> None:
    steps = common.FactInput(metric="steps", start_date="2026-03-01", end_date="2026-03-07")
    sleep = common.FactInput(metric="sleep_minutes")
    derivation = common.Derivation(operation=common.OPERATION_RATIO, operands=["ds-001.a", "ds-002.b"])
    turn_id = with_facts(
        system,
        "anna",
        fact("ds-001.a", "data_science", steps),
        fact("ds-002.b", "data_science", steps, sleep),
        fact("derived.1", "derived", derivation=derivation),
    )
    turn = await got(system, f"/v1/turns/{turn_id}")
    assert turn["result"]["fact_sheet"][0]["inputs"] == [
        {"metric": "steps", "start": "2026-03-01", "end": "2026-03-07"}
    ]
    assert "inputs" not in turn["result"]["fact_sheet"][2]
    seen, cursor = [], ""
    for _ in range(4):
        page = await got(system, f"/v1/data/provenance?fact={turn_id}/derived.1&limit=1&cursor={cursor}")
        assert [each["metric"] for each in page["inputs"]] == ["steps", "sleep_minutes"]
        seen += [(each["metric"], each["date"]) for each in page["data"]]
        cursor = page["next_cursor"] or ""
    assert not cursor
    assert seen == [(metric, f"2026-03-0{day}") for metric in ("steps", "sleep_minutes") for day in (1, 2)]


async def test_a_fact_that_names_no_metric_says_where_it_is_from(system: System) -> None:
    turn_id = with_facts(
        system,
        "anna",
        fact("user.1", "user"),
        fact("lit-x.size", "literature", citation="Kim 2020"),
        fact("ds-001.n"),
    )
    for claim, why in (("user.1", "said"), ("lit-x.size", "Kim 2020"), ("ds-001.n", "no metric")):
        page = await got(system, f"/v1/data/provenance?fact={turn_id}/{claim}")
        assert page["data"] == page["inputs"] == []
        assert why in page["note"]
    anna, other = system.as_user("anna"), system.as_user("other")
    url = "/v1/data/provenance"
    check_problem(await system.http.get(f"{url}?fact={turn_id}/no", headers=anna), 400, "invalid_field")
    check_problem(await system.http.get(f"{url}?fact={turn_id}/user.1", headers=other), 404, "turn_not_found")
    check_problem(await system.http.get(f"{url}?fact=x/user.1", headers=anna), 404, "turn_not_found")
    check_problem(await system.http.get(url, headers=anna), 400, "invalid_request")
    check_problem(await system.http.get(f"{url}?metric=steps&cursor=7.", headers=anna), 400, "invalid_field")


RESULT = {"name": "ferritin", "value": 41.5, "unit": "ng/mL", "collected_at": "2026-02-01T08:00:00+01:00"}


async def test_a_laboratory_result_is_kept_confirmed_and_deleted_by_its_own_person(system: System) -> None:
    mine, other = system.as_user("lab"), system.as_user("nobody")
    created = await system.http.post(
        "/v1/data/biomarkers", json=RESULT | {"text": "read off a page", "reference_high": 300}, headers=mine
    )
    assert created.status_code == 201
    result = Biomarker.model_validate_json(created.content)
    assert (result.name, result.value, result.unit, result.unconfirmed) == ("ferritin", 41.5, "ng/mL", True)
    assert (result.collected_at, result.reference_low, result.reference_high) == (
        "2026-02-01T07:00:00.000Z",
        None,
        300,
    )
    path = created.headers["location"]
    assert path == f"/v1/data/biomarkers/{result.id}"
    await system.http.post("/v1/data/biomarkers", json=RESULT | {"name": "iron"}, headers=mine)
    assert [each["name"] for each in (await got(system, "/v1/data/biomarkers", "lab"))["data"]] == ["iron", "ferritin"]
    waiting = (await got(system, "/v1/data/biomarkers?unconfirmed=true", "lab"))["data"]
    assert [each["id"] for each in waiting] == [result.id]
    assert (await got(system, "/v1/data/biomarkers?name=iron", "lab"))["data"][0]["name"] == "iron"
    assert (await got(system, "/v1/data/biomarkers", "nobody"))["data"] == []
    check_problem(await system.http.post(f"{path}/confirm", headers=other), 404, "lab_result_not_found")
    confirmed = await system.http.post(f"{path}/confirm", headers=mine)
    assert (confirmed.status_code, confirmed.json()["unconfirmed"]) == (200, False)
    check_problem(await system.http.delete(path, headers=other), 404, "lab_result_not_found")
    assert (await system.http.delete(path, headers=mine)).status_code == 204
    for where in (path, "/v1/data/biomarkers/%00"):
        check_problem(await system.http.delete(where, headers=mine), 404, "lab_result_not_found")


@pytest.mark.parametrize(
    "wrong", [{"value": "41"}, {"collected_at": "2026-02-01"}, {"name": ""}, {"value": None}, {"comparator": "="}]
)
async def test_a_laboratory_result_that_cannot_be_is_refused(system: System, wrong: dict[str, Any]) -> None:
    response = await system.http.post("/v1/data/biomarkers", json=RESULT | wrong, headers=system.as_user("lab"))
    assert next(iter(wrong)) in check_problem(response, 400, "invalid_field").error.message


async def test_the_journal_is_written_read_and_deleted_by_its_own_person(system: System) -> None:
    mine = system.as_user("diary") | {"Idempotency-Key": "written"}
    coffee = {"at": "2026-03-01T15:00", "tag": "coffee", "amount": 2}
    body = {"entries": [coffee], "text": "3 beers", "now": "2026-03-02T09:30"}
    added = await system.http.post("/v1/data/entries", json=body, headers=mine)
    assert (added.status_code, added.json()["added"]) == (201, 2)
    entry = added.json()["data"][0]
    assert entry == coffee | {"id": entry["id"], "unit": None, "note": None, "source": "you", "import_id": None}
    asked = system.backend.health_data.asked[-1]
    assert isinstance(asked, health.AddEntriesRequest)
    assert (asked.user_id, asked.text, asked.now) == ("diary", "3 beers", "2026-03-02T09:30")
    page = await got(system, "/v1/data/entries?tag=coffee&start=2026-03-01", "diary")
    assert ([each["id"] for each in page["data"]], page["logged_tags"]) == ([entry["id"]], [])
    listed = system.backend.health_data.asked[-1]
    assert isinstance(listed, health.ListEntriesRequest)
    assert (listed.start_date, listed.end_date, listed.page_size) == ("2026-03-01", "", 20)
    assert (await got(system, "/v1/data/entries", "stranger"))["data"] == []
    path = f"/v1/data/entries/{entry['id']}"
    check_problem(await system.http.delete(path, headers=system.as_user("stranger")), 404, "entry_not_found")
    again = await system.http.post("/v1/data/entries", json=body, headers=mine)
    assert again.json() == added.json()
    assert (await system.http.delete(path, headers=mine)).status_code == 204
    check_problem(await system.http.delete(path, headers=mine), 404, "entry_not_found")
    fresh = await system.http.post("/v1/data/entries", json=body, headers=mine)
    assert fresh.json()["data"][0]["id"] != entry["id"], "no kept reply speaks of what was deleted"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "invalid_request"),
        ({"text": "  "}, "invalid_request"),
        ({"entries": [{"at": "2026-03-01T15:00+01:00", "tag": "x"}]}, "invalid_field"),
        ({"entries": [{"at": "noon", "tag": "x"}]}, "invalid_field"),
        ({"entries": [{"at": "2026-03-01"}]}, "invalid_field"),
    ],
)
async def test_an_entry_that_cannot_be_is_refused(system: System, body: dict[str, Any], code: str) -> None:
    response = await system.http.post("/v1/data/entries", json=body, headers=system.as_user("diary"))
    check_problem(response, 400, code)


async def test_a_person_says_which_tags_they_log(system: System) -> None:
    headers = system.as_user("logging")
    path = "/v1/data/entries/tags/late_meal"
    assert (await system.http.put(path, json={"logged": True}, headers=headers)).status_code == 204
    said = await system.http.put(path, json={"logged": False, "since": "2026-03-01"}, headers=headers)
    assert (said.status_code, said.content) == (204, b"")
    asked = system.backend.health_data.asked[-1]
    assert isinstance(asked, health.SetLoggedTagRequest)
    assert (asked.tag, asked.logged, asked.since) == ("late_meal", False, "2026-03-01")
    assert (await got(system, "/v1/data/entries", "logging"))["logged_tags"] == ["late_meal"]
    for body in ({}, {"logged": "yes"}, {"logged": True, "since": "lately"}):
        check_problem(await system.http.put(path, json=body, headers=headers), 400, "invalid_field")


async def test_nothing_is_written_for_a_user_who_is_another(system: System) -> None:
    key = await system.http.post("/v1/keys", json={"user_id": "kim"}, headers=system.as_user("kim"))
    own = {"Authorization": f"Bearer {json.loads(key.content)['key']}", "Amy-User": "anna"}
    for method, path in (
        ("PUT", "profile"),
        ("PUT", "priorities/steps"),
        ("POST", "entries"),
        ("GET", "metrics/steps"),
    ):
        response = await system.http.request(method, f"/v1/data/{path}", json={}, headers=own)
        check_problem(response, 403, "forbidden")
