"""The double refuses what production refuses."""

import copy
from collections.abc import AsyncIterator
from typing import Any

import anthropic
import httpx
import pytest

from tests.unit.llm.talking import LOOK_UP, OPUS, PROMPTS, a_request
from tests.vendor import ALWAYS, Line, Script, Vendor, Wanted, calls, says

HAIKU, SONNET = "claude-haiku-5-5", "claude-sonnet-5-5"
MARK = {"type": "ephemeral"}
TOOL = {"name": LOOK_UP.name, "description": LOOK_UP.description, "input_schema": dict(LOOK_UP.parameters)}
USER = {"role": "user", "content": "What do I drink?"}
CLOSED = {"type": "object", "properties": {}, "required": [], "additionalProperties": False}


def holding(**fields: Any) -> dict[str, Any]:
    schema = {**CLOSED, "properties": {"x": fields}, "required": ["x"]}
    return {"format": {"type": "json_schema", "schema": schema}}


def held_to(**schema: Any) -> dict[str, Any]:
    return {"format": {"type": "json_schema", "schema": schema}}


REFUSED: list[dict[str, Any]] = [
    {"thinking": {"type": "disabled"}},
    {"tools": [TOOL], "tool_choice": {"type": "any"}},
    {"tools": [TOOL], "tool_choice": {"type": "tool", "name": "look_up"}},
    *({"model": HAIKU, name: value} for name, value in (("temperature", 1.0), ("top_p", 1.0), ("top_k", 5))),
    {"model": HAIKU, "messages": [USER, {"role": "assistant", "content": "I drink"}]},
    *({"model": model, "temperature": 0.2} for model in ("claude-sonnet-5", SONNET)),
    *({"model": model, "top_p": 0.9} for model in ("claude-sonnet-5", SONNET)),
    {"model": SONNET, "top_k": 5},
    {
        "messages": [
            USER,
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "a"}]},
        ]
    },
    {
        "tools": [TOOL],
        "messages": [
            USER,
            {"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "x", "input": {}}]},
            USER,
        ],
    },
    *(
        {"output_config": holding(**fields)}
        for fields in (
            {"type": "integer", "minimum": 1},
            {"type": "number", "exclusiveMaximum": 1},
            {"type": "string", "maxLength": 3},
            {"type": "string", "pattern": "a"},
            {"type": "string", "format": "path"},
            {"type": "array", "items": {"type": "string"}, "maxItems": 3},
            {"type": "array", "items": {"type": "string"}, "minItems": 2},
            {"oneOf": [{"type": "string"}, {"type": "null"}]},
            {"type": "object", "properties": {}},
            {"type": "object", "properties": {}, "additionalProperties": {"type": "string"}},
        )
    ),
    {
        "output_config": held_to(
            **{"$ref": "#/$defs/T", "$defs": {"T": {**CLOSED, "properties": {"t": {"$ref": "#/$defs/T"}}}}}
        )
    },
    {"output_config": {"effort": "huge"}},
    {"messages": [{"role": "user", "content": ""}]},
    {"messages": [{"role": "user", "content": [{"type": "text", "text": " "}]}]},
    {"messages": []},
    {"system": [{"type": "text", "text": f"part {each}", "cache_control": MARK} for each in range(5)]},
    {"max_tokens": None},
    {"max_tokens": 0},
    {"max_tokens": 128_001},
    {"seed": 3},
    {"messages": [{"role": "system", "content": "Hello"}]},
    {"messages": [{"role": "user", "content": [{"type": "text", "text": "Hello", "parsed_output": None}]}]},
    {"model": "claude-haiku-4-5", "output_config": {"effort": "low"}},
    {"model": "claude-sonnet-4-5", "messages": [{"role": "user", "content": "word " * 200_000}]},
]


@pytest.fixture
async def vendor() -> AsyncIterator[Vendor]:
    script = Script(
        Line(
            "choose",
            calls(Wanted("look_up", {"word": "tea"}), thinking="I should look."),
            when=lambda asked: len(asked.messages) == 1,
            times=ALWAYS,
        ),
        Line("choose", says("Tea."), times=ALWAYS),
        prompts=PROMPTS,
    )
    async with Vendor(script) as vendor:
        yield vendor


async def post(vendor: Vendor, body: dict[str, Any], path: str = "/v1/messages", **headers: str) -> httpx.Response:
    sent = {"x-api-key": vendor.api_key, "anthropic-version": "2023-06-01", **headers}
    async with httpx.AsyncClient(base_url=vendor.base_url, trust_env=False) as client:
        return await client.post(path, json=body, headers={name: value for name, value in sent.items() if value})


@pytest.mark.parametrize("changes", REFUSED, ids=lambda changes: str(changes)[:60])
async def test_what_production_refuses_is_refused(vendor: Vendor, changes: dict[str, Any]) -> None:
    answer = await post(vendor, a_request(**changes))
    error = answer.json()
    assert (answer.status_code, error["type"], error["error"]["type"]) == (400, "error", "invalid_request_error")
    assert error["request_id"] == answer.headers["request-id"]
    assert not vendor.requests


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"thinking": {"type": "adaptive", "display": "summarized"}},
        {"tools": [TOOL], "tool_choice": {"type": "auto"}},
        {"model": SONNET, "temperature": 1.0, "thinking": {"type": "disabled"}},
        {"model": "claude-sonnet-4-6", "temperature": 0.2, "tools": [TOOL], "tool_choice": {"type": "any"}},
        {"model": "claude-haiku-4-5-20251001"},
        {"output_config": {"effort": "low", **holding(type="array", items={"type": "string"}, minItems=1)}},
        {"output_config": holding(anyOf=[{"type": "string", "format": "date"}, {"type": "null"}])},
        {"system": [{"type": "text", "text": f"part {each}", "cache_control": MARK} for each in range(4)]},
    ],
    ids=lambda changes: str(changes)[:60],
)
async def test_what_production_takes_is_taken(vendor: Vendor, changes: dict[str, Any]) -> None:
    answer = await post(vendor, a_request(**changes))
    assert answer.json()["type"] != "error" or answer.json()["error"]["type"] == "api_error"
    assert vendor.requests


async def test_keys_versions_models_and_paths_are_checked(vendor: Vendor) -> None:
    wrong_key = await post(vendor, a_request(), **{"x-api-key": "sk-wrong"})
    assert (wrong_key.status_code, wrong_key.json()["error"]["type"]) == (401, "authentication_error")
    bearer = await post(vendor, a_request(), **{"x-api-key": "", "authorization": f"Bearer {vendor.api_key}"})
    assert bearer.status_code == 200
    no_version = await post(vendor, a_request(), **{"anthropic-version": ""})
    assert (no_version.status_code, no_version.json()["error"]["type"]) == (400, "invalid_request_error")
    no_model = await post(vendor, a_request(model="claude-nobody"))
    assert (no_model.status_code, no_model.json()["error"]["type"]) == (404, "not_found_error")
    assert (await post(vendor, a_request(), path="/v1/complete")).status_code == 404


async def begun(vendor: Vendor, model: str = OPUS) -> list[dict[str, Any]]:
    """The messages of a loop over tools after its first round."""
    thinking = {"type": "adaptive", "display": "summarized"}
    content = (await post(vendor, a_request(model=model, tools=[TOOL], thinking=thinking))).json()["content"]
    result = {"type": "tool_result", "tool_use_id": content[-1]["id"], "content": "a drink"}
    return [USER, {"role": "assistant", "content": content}, {"role": "user", "content": [result]}]


def _changed(content: list[dict[str, Any]]) -> None:
    content[0]["thinking"] += "!"


def _removed(content: list[dict[str, Any]]) -> None:
    del content[0]


def _moved(content: list[dict[str, Any]]) -> None:
    content[0]["signature"] = content[0]["signature"][::-1]


@pytest.mark.parametrize("spoil", [_changed, _removed, _moved])
async def test_thinking_of_a_loop_has_to_come_back_as_it_was(vendor: Vendor, spoil: Any) -> None:
    messages = await begun(vendor)
    spoilt = copy.deepcopy(messages)
    spoil(spoilt[1]["content"])
    answer = await post(vendor, a_request(tools=[TOOL], messages=spoilt))
    assert (answer.status_code, "thinking" in answer.json()["error"]["message"]) == (400, True)
    assert (await post(vendor, a_request(tools=[TOOL], messages=messages))).json()["content"][0]["text"] == "Tea."


async def test_thinking_is_of_one_model_alone(vendor: Vendor) -> None:
    messages = await begun(vendor)
    assert (await post(vendor, a_request(model=SONNET, tools=[TOOL], messages=messages))).status_code == 400


async def test_thinking_is_empty_unless_it_is_asked_for(vendor: Vendor) -> None:
    answer = await post(vendor, a_request(tools=[TOOL]))
    thinking, call = answer.json()["content"]
    assert (thinking["type"], thinking["thinking"], bool(thinking["signature"])) == ("thinking", "", True)
    assert (call["type"], answer.json()["stop_reason"]) == ("tool_use", "tool_use")


async def test_the_sdk_reads_answers_that_are_not_streamed_and_counts(vendor: Vendor) -> None:
    async with anthropic.AsyncAnthropic(api_key=vendor.api_key, base_url=vendor.base_url, max_retries=0) as client:
        message = await client.messages.create(**a_request(tools=[TOOL]))
        counted = await client.messages.count_tokens(
            model=OPUS,
            system=a_request()["system"],
            messages=a_request()["messages"],
            tools=[TOOL],  # type: ignore[list-item]
        )
    assert message.usage.input_tokens == counted.input_tokens > 0
    assert message._request_id == "req_000000000000000000000001"
