"""A call with tools as it goes over the wire: no tool is forced, one comes at a time, and what was said goes back."""

import json
from dataclasses import replace
from typing import Any

import pytest
from pydantic import SecretStr

from amy.llm.drivers.api import ApiDriver
from amy.llm.messages import Exchange, ModelCall, Rendered, Tool, ToolOutcome
from tests.vendor import Line, Script, Vendor, says
from tests.vendor.refusals import marks
from tests.vendor.server import API_KEY

PROMPT = Rendered(name="x", sha256="0", stable="Be brief.", data="Hello.")
TOOL = Tool(name="look", description="Looks.", parameters={"type": "object", "properties": {}})


async def sent(**given: Any) -> Any:
    """The body of the request of such a call."""
    prompt = given.pop("prompt", PROMPT)
    async with Vendor(Script(Line("x", says("Hello.")), prompts={prompt.stable: "x"})) as vendor:
        driver = ApiDriver(api_key=SecretStr(API_KEY), base_url=vendor.base_url)
        call = ModelCall(prompt=prompt, **{"model": "claude-sonnet-5-5", **given})
        async for _ in driver.stream(call):
            pass
        await driver.close()
    return vendor.requests[0].body


def instructed(characters: int) -> Rendered:
    return replace(PROMPT, stable="Be brief. " * (characters // 10) + "Now.")


@pytest.mark.parametrize(
    ("model", "least_tokens"), [("claude-opus-5-5", 512), ("claude-sonnet-5-5", 1024), ("claude-haiku-5-5", 4096)]
)
async def test_what_is_too_short_to_be_kept_by_the_model_is_not_marked(model: str, least_tokens: int) -> None:
    short, long = instructed(least_tokens * 3 - 100), instructed(least_tokens * 3 + 10)
    assert list(marks(await sent(model=model, prompt=short))) == []
    assert [mark["text"] for mark in marks(await sent(model=model, prompt=long))] == [long.stable]


async def test_the_newest_message_of_a_loop_is_marked_and_that_of_a_single_call_is_not() -> None:
    long = instructed(8000)
    said = json.dumps([{"type": "tool_use", "id": "t1", "name": "look", "input": {}}]).encode()
    exchange = Exchange(said=said, outcomes=(ToolOutcome(call_id="t1", text="Nothing."),))
    for rounds in (0, 1):
        asked = await sent(prompt=long, tools=(TOOL,), exchanges=(exchange,) * rounds)
        found = list(marks(asked))
        assert len(found) == 2
        assert asked["system"][-1] in found
        assert asked["messages"][-1]["content"][-1] in found
    assert len(list(marks(await sent(prompt=long)))) == 1


async def test_in_a_loop_of_short_instructions_what_has_grown_long_enough_is_marked() -> None:
    said = json.dumps([{"type": "tool_use", "id": "t1", "name": "look", "input": {}}]).encode()
    exchange = Exchange(said=said, outcomes=(ToolOutcome(call_id="t1", text="Nothing. " * 500),))
    asked = await sent(tools=(TOOL,), exchanges=(exchange,))
    assert list(marks(asked)) == [asked["messages"][-1]["content"][-1]]


async def test_tools_are_left_to_the_model_one_at_a_time() -> None:
    asked = await sent(tools=(TOOL,))
    assert asked["tool_choice"] == {"type": "auto", "disable_parallel_tool_use": True}
    assert [tool["name"] for tool in asked["tools"]] == ["look"]


async def test_without_tools_nothing_is_said_of_them() -> None:
    assert not {"tools", "tool_choice"} & (await sent()).keys()


async def test_what_is_told_beside_the_results_comes_behind_them() -> None:
    said = json.dumps([{"type": "tool_use", "id": "t1", "name": "look", "input": {}}]).encode()
    outcome = ToolOutcome(call_id="t1", text="Nothing.", is_error=True)
    asked = await sent(tools=(TOOL,), exchanges=(Exchange(said=said, outcomes=(outcome,), note="Answer now."),))
    assert asked["messages"][1:] == [
        {"role": "assistant", "content": json.loads(said)},
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": "t1", "content": "Nothing.", "is_error": True},
                {"type": "text", "text": "Answer now."},
            ],
        },
    ]


async def test_what_was_said_without_a_call_is_answered_by_the_note_alone() -> None:
    said = json.dumps([{"type": "text", "text": "Hm."}]).encode()
    asked = await sent(tools=(TOOL,), exchanges=(Exchange(said=said, outcomes=(), note="Call a tool."),))
    assert asked["messages"][2] == {"role": "user", "content": [{"type": "text", "text": "Call a tool."}]}
