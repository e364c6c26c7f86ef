"""OpenAI's command-line agent as a driver."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from amy.llm.caller import Caller
from amy.llm.drivers.codex import CodexDriver
from amy.llm.errors import (
    AgentMissingError,
    ConnectionLostError,
    ModelError,
    ProviderFailedError,
    RateLimitedError,
    RequestRefusedError,
    SpendLimitReachedError,
    UnknownModelError,
    WrongKeyError,
)
from amy.llm.limits import ProviderLimits
from amy.llm.messages import DriverUsage
from amy.llm.models import Role
from amy.runtime.ledger import open_ledger
from tests.unit.llm.agents import Agent, a_call, ended, is_running, pieces_of, text_in, thinking_in
from tests.unit.llm.talking import LOOK_UP, Choice, prompt, until

STARTED = {"type": "thread.started", "thread_id": "t"}
TURN = {"type": "turn.started"}
DONE = {
    "type": "turn.completed",
    "usage": {"input_tokens": 180, "cached_input_tokens": 80, "output_tokens": 5, "reasoning_output_tokens": 0},
}
ENVIRON = {"PATH": "/usr/bin:/bin", "HOME": "/home/somebody", "CODEX_HOME": "/codex", "ANTHROPIC_API_KEY": "secret"}


def item(kind: str, text: str) -> dict[str, Any]:
    return {"type": "item.completed", "item": {"id": "item_0", "type": kind, "text": text}}


def failed(message: str) -> dict[str, Any]:
    return {"type": "turn.failed", "error": {"message": message}}


@pytest.fixture
def agent(tmp_path: Path) -> Agent:
    return Agent(tmp_path, "codex")


def driver_of(agent: Agent) -> CodexDriver:
    return CodexDriver(environ=ENVIRON, command=str(agent.path))


async def test_the_last_message_is_the_answer_with_what_it_used(agent: Agent) -> None:
    agent.prints(
        STARTED,
        TURN,
        item("reasoning", "Hm."),
        item("agent_message", "Let me see."),
        item("agent_message", "Tea."),
        DONE,
    )
    pieces = await pieces_of(driver_of(agent), a_call(effort="high"))
    usage, last = ended(pieces)
    assert (text_in(pieces), thinking_in(pieces), last.text) == ("Tea.", "Hm.", "Tea.")
    assert usage.usage == DriverUsage(model="the-model", input_tokens=180, output_tokens=5, cache_read_tokens=80)
    assert 'model_reasoning_effort="high"' in agent.told["arguments"]


async def test_a_decision_follows_the_schema_that_it_is_given_and_has_no_known_cost(agent: Agent) -> None:
    agent.prints(STARTED, TURN, item("agent_message", '{"which": "tea", "cups": 2}'), DONE)
    caller = Caller(driver_of(agent), models=dict.fromkeys(Role, "the-model"), limits=ProviderLimits())
    with open_ledger() as ledger:
        assert await caller.decide(prompt("My secret."), Choice, role=Role.MAIN) == Choice(which="tea", cups=2)
    told = agent.told
    assert set(told["schema"]["properties"]) == {"which", "cups"}
    assert told["stdin"] == f"{prompt().stable}\n\nMy secret."
    assert told["arguments"][-1] == "-"
    assert agent.option("--sandbox") == "read-only"
    assert "My secret." not in " ".join(told["arguments"])
    assert "CODEX_HOME" in told["environ"]
    assert "ANTHROPIC_API_KEY" not in told["environ"]
    assert ledger.spent.cost_usd is None


@pytest.mark.parametrize(
    ("message", "error"),
    [
        ("exceeded retry limit, last status: 429 Too Many Requests", RateLimitedError),
        ("You've hit your usage limit. Try again later.", SpendLimitReachedError),
        ("unexpected status 401 Unauthorized", WrongKeyError),
        ("The 'x' model is not supported when using Codex.", UnknownModelError),
        ("unexpected status 400 Bad Request", RequestRefusedError),
        ("stream disconnected before completion", ConnectionLostError),
        ("What?", ProviderFailedError),
    ],
)
async def test_a_turn_that_failed_has_its_cause(agent: Agent, message: str, error: type[ModelError]) -> None:
    agent.prints(STARTED, TURN, {"type": "error", "message": message}, failed(message), code=1)
    with pytest.raises(error) as raised:
        await pieces_of(driver_of(agent), a_call())
    assert message not in str(raised.value)


async def test_an_error_that_it_got_over_by_itself_is_none(agent: Agent) -> None:
    retried = {"type": "error", "message": "Reconnecting... 1/5 (stream disconnected)"}
    agent.prints(STARTED, "garbage", "{", TURN, retried, item("agent_message", "Tea."), DONE)
    assert ended(await pieces_of(driver_of(agent), a_call()))[1].text == "Tea."


@pytest.mark.parametrize(
    ("code", "errors", "error"),
    [(0, "", ConnectionLostError), (1, "", ProviderFailedError), (1, "Not logged in. Run codex login", WrongKeyError)],
)
async def test_an_end_without_a_turn_is_an_error(agent: Agent, code: int, errors: str, error: type[ModelError]) -> None:
    agent.prints(STARTED, TURN, code=code, errors=errors)
    with pytest.raises(error):
        await pieces_of(driver_of(agent), a_call())


async def test_one_that_is_not_there_is_said_in_words_that_help(tmp_path: Path) -> None:
    with pytest.raises(AgentMissingError, match="`codex` is not installed"):
        await pieces_of(CodexDriver(environ={"PATH": str(tmp_path)}), a_call())


async def test_our_tools_are_refused(agent: Agent) -> None:
    with pytest.raises(RequestRefusedError):
        await pieces_of(driver_of(agent), a_call(tools=(LOOK_UP,)))


async def test_cancelling_ends_it_with_all_that_it_started(agent: Agent) -> None:
    agent.prints(STARTED, hangs=True)
    task = asyncio.create_task(pieces_of(driver_of(agent), a_call()))
    await until(lambda: bool(agent.pids))
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await until(lambda: not any(is_running(pid) for pid in agent.pids))
