"""A call with tools as it goes over the wire: no tool is forced, one comes at a time, and what was said goes back."""

import json
from typing import Any

from pydantic import SecretStr

from amy.llm.drivers.api import ApiDriver
from amy.llm.messages import Exchange, ModelCall, Rendered, Tool, ToolOutcome
from tests.vendor import Line, Script, Vendor, says
from tests.vendor.server import API_KEY

PROMPT = Rendered(name="x", sha256="0", stable="Be brief.", data="Hello.")
TOOL = Tool(name="look", description="Looks.", parameters={"type": "object", "properties": {}})


async def sent(**given: Any) -> Any:
    """The body of the request of such a call."""
    async with Vendor(Script(Line("x", says("Hello.")), prompts={PROMPT.stable: "x"})) as vendor:
        driver = ApiDriver(api_key=SecretStr(API_KEY), base_url=vendor.base_url)
        call = ModelCall(prompt=PROMPT, model="claude-sonnet-5-5", **given)
        async for _ in driver.stream(call):
            pass
        await driver.close()
    return vendor.requests[0].body


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
