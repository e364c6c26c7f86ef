"""Anthropic's command-line agent as a driver."""

import asyncio
import json
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest

from amy.llm.caller import Caller
from amy.llm.drivers.claude import ClaudeDriver
from amy.llm.errors import (
    AgentMissingError,
    ConnectionLostError,
    CutShortError,
    DeclinedError,
    MalformedOutputError,
    ModelError,
    OverloadedError,
    ProviderFailedError,
    RateLimitedError,
    RequestRefusedError,
    SpendLimitReachedError,
    UnknownModelError,
    WrongKeyError,
)
from amy.llm.limits import ProviderLimits
from amy.llm.messages import DriverUsage, Exchange, Text
from amy.llm.models import Role
from amy.runtime.ledger import open_ledger
from tests.unit.llm.agents import Agent, a_call, ended, is_running, pieces_of, text_in, thinking_in
from tests.unit.llm.talking import LOOK_UP, Choice, prompt, until

INIT = {"type": "system", "subtype": "init", "session_id": "s", "tools": [], "mcp_servers": [], "model": "the-model"}
USED = {
    "input_tokens": 100,
    "cache_read_input_tokens": 80,
    "cache_creation_input_tokens": 10,
    "output_tokens": 5,
    "service_tier": "standard",
}
ENVIRON = {
    "PATH": "/usr/bin:/bin",
    "HOME": "/home/somebody",
    "AMY_MEMORY_DATABASE_URL": "secret",
    "CLAUDE_CONFIG_DIR": "/c",
}


def delta(**fields: str) -> dict[str, Any]:
    event = {"type": "content_block_delta", "index": 0, "delta": fields}
    return {"type": "stream_event", "event": event, "session_id": "s", "parent_tool_use_id": None}


def result(text: str = "Tea.", **more: Any) -> dict[str, Any]:
    return {
        "type": "result",
        "subtype": "success",
        "is_error": False,
        "result": text,
        "stop_reason": "end_turn",
        "total_cost_usd": 0.0123,
        "usage": USED,
        "modelUsage": {"the-model": {"inputTokens": 100}},
        "num_turns": 1,
        **more,
    }


@pytest.fixture
def agent(tmp_path: Path) -> Agent:
    return Agent(tmp_path, "claude")


def driver_of(agent: Agent) -> ClaudeDriver:
    return ClaudeDriver(environ=ENVIRON, command=str(agent.path))


async def test_prose_comes_in_pieces_with_what_it_used_and_cost(agent: Agent) -> None:
    agent.prints(
        INIT,
        {"type": "stream_event", "event": {"type": "message_start", "message": {}}},
        delta(type="thinking_delta", thinking="Hm."),
        delta(type="text_delta", text="Te"),
        delta(type="text_delta", text="a."),
        {"type": "assistant", "message": {"content": [{"type": "text", "text": "Tea."}]}},
        result(),
    )
    pieces = await pieces_of(driver_of(agent), a_call(effort="low"))
    usage, last = ended(pieces)
    assert (text_in(pieces), thinking_in(pieces), last.text) == ("Tea.", "Hm.", "Tea.")
    assert usage.usage == DriverUsage(
        model="the-model",
        input_tokens=180,
        output_tokens=5,
        cache_read_tokens=80,
        cache_creation_tokens=10,
        cost_usd=0.0123,
    )
    assert agent.option("--effort") == "low"


async def test_it_has_no_tools_no_settings_an_empty_folder_and_little_environment(agent: Agent) -> None:
    agent.prints(result())
    await pieces_of(driver_of(agent), a_call(data="My secret."))
    told = agent.told
    assert told["stdin"] == "My secret."
    assert "My secret." not in " ".join(told["arguments"])
    assert (agent.option("--tools"), agent.option("--setting-sources"), agent.option("--model")) == (
        "",
        "",
        "the-model",
    )
    assert agent.option("--system-prompt") == prompt().stable
    assert told["files"] == []
    assert not agent.has_folder
    assert {"HOME", "CLAUDE_CONFIG_DIR", "PATH"} <= set(told["environ"])
    assert "AMY_MEMORY_DATABASE_URL" not in told["environ"]


async def test_a_decision_is_what_it_structured(agent: Agent) -> None:
    agent.prints(result("Here you are.", structured_output={"which": "tea", "cups": 2}))
    caller = Caller(driver_of(agent), models=dict.fromkeys(Role, "the-model"), limits=ProviderLimits())
    with open_ledger() as ledger:
        assert await caller.decide(prompt(), Choice, role=Role.MAIN) == Choice(which="tea", cups=2)
    assert set(json.loads(agent.option("--json-schema"))["properties"]) == {"which", "cups"}
    assert ledger.spent.cost_usd == 0.0123


async def test_lines_that_say_nothing_are_left_out(agent: Agent) -> None:
    agent.prints("npm warn something", "", "[1, 2]", '{"type":', {"type": "rate_limit_event"}, {"event": 1}, result())
    assert ended(await pieces_of(driver_of(agent), a_call()))[1].text == "Tea."


@pytest.mark.parametrize(
    ("last", "error"),
    [
        (result("API Error: 529 {overloaded_error}", is_error=True, api_error_status=529), OverloadedError),
        (result("API Error: Rate limit reached", is_error=True, api_error_status=429), RateLimitedError),
        (result("Claude usage limit reached", is_error=True), SpendLimitReachedError),
        (result("Credit balance is too low", is_error=True), SpendLimitReachedError),
        (result("Not logged in. Please run /login", is_error=True), WrongKeyError),
        (result("There's an issue with the selected model", is_error=True, api_error_status=404), UnknownModelError),
        (result("API Error: 400 invalid_request_error", is_error=True), RequestRefusedError),
        (result("API Error: Connection error.", is_error=True), ConnectionLostError),
        (result("What?", is_error=True), ProviderFailedError),
        (result(subtype="error_during_execution", is_error=True, result=None), ProviderFailedError),
        (result("x", subtype="error_max_structured_output_retries", is_error=True), MalformedOutputError),
        (result("", stop_reason="refusal"), DeclinedError),
        (result("Te", stop_reason="max_tokens"), CutShortError),
    ],
)
async def test_an_error_has_its_cause_and_its_usage_and_not_its_words(
    agent: Agent, last: dict[str, Any], error: type[ModelError]
) -> None:
    agent.prints(INIT, last, code=1)
    with pytest.raises(error) as raised:
        await pieces_of(driver_of(agent), a_call())
    assert raised.value.usage is not None
    assert raised.value.usage.cost_usd == 0.0123
    assert "API Error" not in str(raised.value)


async def test_the_kind_of_error_that_its_message_names_counts(agent: Agent) -> None:
    said = {"type": "assistant", "error": "authentication_failed", "message": {"content": []}}
    agent.prints(said, result("It failed.", is_error=True), code=1)
    with pytest.raises(WrongKeyError):
        await pieces_of(driver_of(agent), a_call())


@pytest.mark.parametrize(
    ("code", "errors", "error"),
    [(0, "", ConnectionLostError), (1, "", ProviderFailedError), (1, "Invalid API key", WrongKeyError)],
)
async def test_an_end_without_a_result_is_an_error(
    agent: Agent, code: int, errors: str, error: type[ModelError]
) -> None:
    agent.prints(INIT, delta(type="text_delta", text="Te"), code=code, errors=errors)
    with pytest.raises(error):
        await pieces_of(driver_of(agent), a_call())


async def test_one_that_is_not_there_is_said_in_words_that_help(tmp_path: Path) -> None:
    driver = ClaudeDriver(environ={"PATH": str(tmp_path)})
    with pytest.raises(AgentMissingError) as raised:
        await pieces_of(driver, a_call())
    assert str(raised.value) == (
        "The command `claude` is not installed; install it or choose another driver in amy.toml."
    )


async def test_one_on_the_path_is_found_by_its_name(agent: Agent, tmp_path: Path) -> None:
    agent.prints(result())
    driver = ClaudeDriver(environ={"PATH": str(tmp_path)})
    assert ended(await pieces_of(driver, a_call()))[1].text == "Tea."


async def test_our_tools_are_refused_before_anything_is_started(agent: Agent) -> None:
    driver = driver_of(agent)
    with pytest.raises(RequestRefusedError, match="cannot call Amy's tools"):
        await pieces_of(driver, a_call(tools=(LOOK_UP,)))
    call = a_call()
    with pytest.raises(RequestRefusedError):
        await pieces_of(
            driver, type(call)(prompt=call.prompt, model="m", exchanges=(Exchange(said=b"[]", outcomes=()),))
        )


async def test_cancelling_ends_it_with_all_that_it_started(agent: Agent) -> None:
    agent.prints(delta(type="text_delta", text="Te"), hangs=True)
    task = asyncio.create_task(pieces_of(driver_of(agent), a_call()))
    await until(lambda: bool(agent.pids))
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await _until_gone(agent)


async def test_a_reader_who_leaves_ends_it(agent: Agent) -> None:
    agent.prints(delta(type="text_delta", text="Te"), hangs=True)
    async with aclosing(driver_of(agent).stream(a_call())) as pieces, asyncio.timeout(10):
        async for piece in pieces:
            assert isinstance(piece, Text)
            await until(lambda: bool(agent.pids))
            break
    await _until_gone(agent)


async def test_a_long_prompt_and_a_long_answer_do_not_block_each_other(agent: Agent) -> None:
    text = "tea " * 100_000
    agent.prints(result(text), errors="warning " * 50_000)
    pieces = await pieces_of(driver_of(agent), a_call(data="word " * 200_000))
    assert ended(pieces)[1].text == text


async def _until_gone(agent: Agent) -> None:
    await until(lambda: not any(is_running(pid) for pid in agent.pids))
