"""Anthropic's command-line agent, without its tools: it is asked once and answers."""

import json
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from typing import Final

from amy.llm.drivers.command_line import Program, broken_off, failure, number, refuse_tools, running
from amy.llm.errors import CutShortError, DeclinedError, MalformedOutputError, ModelError, UnknownModelError
from amy.llm.messages import AgenticMessage, DriverUsage, Json, ModelCall, Result, Text, Thinking, Usage

_AGENT: Final = "claude"
_VARIABLES: Final = (
    "ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL", "CLAUDE_CODE_OAUTH_TOKEN", "CLAUDE_CONFIG_DIR",
)  # fmt: skip
_NOT_FOLLOWED: Final = "error_max_structured_output_retries"


class ClaudeDriver:
    """Asks `claude -p`.

    Args:
        environ: of this process; the agent sees where it keeps its sign-in, and its keys.
        command: if it is not on the path under its own name.
    """

    provider = _AGENT

    def __init__(self, *, environ: Mapping[str, str], command: str = "") -> None:
        self._program = Program(command=command or _AGENT, environ=environ, variables=_VARIABLES)

    async def close(self) -> None:
        """Nothing outlives its call."""

    async def stream(self, call: ModelCall) -> AsyncGenerator[AgenticMessage, None]:
        """See `Driver`."""
        refuse_tools(call, _AGENT)
        usage, problem = DriverUsage(model=call.model), ""
        async with (
            running(self._program, lambda _: _arguments(call), prompt=call.prompt.data) as run,
            aclosing(run.lines()) as lines,
        ):
            async for line in lines:
                match line.get("type"):
                    case "stream_event":
                        for piece in _pieces(line.get("event")):
                            yield piece
                    case "assistant":
                        problem = str(line.get("error") or problem)
                    case "result":
                        usage = _usage(line, call.model)
                        yield Usage(usage=usage)
                        text = _answer(line, call, problem=problem, usage=usage)
                        yield Result(text=text, said=json.dumps([{"type": "text", "text": text}]).encode())
                        return
                    case _:
                        pass
            raise broken_off(run, _AGENT, usage)


def _arguments(call: ModelCall) -> Sequence[str]:
    """No tools, no servers, no settings of the person's, and nothing kept of the conversation."""
    arguments = [
        "-p", "--output-format", "stream-json", "--verbose", "--include-partial-messages", "--tools", "",
        "--strict-mcp-config", "--setting-sources", "", "--no-session-persistence", "--model", call.model,
        "--system-prompt", call.prompt.stable,
    ]  # fmt: skip
    if call.effort is not None:
        arguments += ["--effort", call.effort]
    if call.schema is not None:
        arguments += ["--json-schema", json.dumps(call.schema)]
    return arguments


def _pieces(event: object) -> Sequence[Text | Thinking]:
    delta = event.get("delta") if isinstance(event, dict) else None
    match delta:
        case {"type": "text_delta", "text": str(text)}:
            return [Text(delta=text)]
        case {"type": "thinking_delta", "thinking": str(thinking)}:
            return [Thinking(delta=thinking)]
        case _:
            return []


def _usage(result: Json, model: str) -> DriverUsage:
    """The agent's count leaves cache reads out of the input; here they are in it. What it says that it cost stands."""
    used, cost = result.get("usage") or {}, result.get("total_cost_usd")
    read = number(used.get("cache_read_input_tokens"))
    return DriverUsage(
        model=model,
        input_tokens=number(used.get("input_tokens")) + read,
        output_tokens=number(used.get("output_tokens")),
        cache_read_tokens=read,
        cache_creation_tokens=number(used.get("cache_creation_input_tokens")),
        cost_usd=float(cost) if isinstance(cost, int | float) else None,
    )


def _answer(result: Json, call: ModelCall, *, problem: str, usage: DriverUsage) -> str:
    said = str(result.get("result") or "")
    match result.get("stop_reason"):
        case "refusal":
            raise DeclinedError("The model declined to answer.", usage=usage)
        case "max_tokens" | "model_context_window_exceeded":
            raise CutShortError("The answer did not fit into its tokens.", usage=usage)
        case _:
            pass
    if result.get("subtype") == _NOT_FOLLOWED:
        raise MalformedOutputError(output=said, problem="the agent gave up on the schema", usage=usage)
    if result.get("is_error") or result.get("subtype") != "success":
        raise _failed(result, problem, usage)
    if call.schema is None:
        return said
    structured = result.get("structured_output")
    return said if structured is None else json.dumps(structured, ensure_ascii=False)


def _failed(result: Json, problem: str, usage: DriverUsage) -> ModelError:
    """By the status of the vendor's interface where it is told, else by the agent's words."""
    if result.get("api_error_status") == 404:
        return UnknownModelError("claude does not know this model.", usage=usage)
    words = (problem, result.get("api_error_status"), result.get("result"), result.get("errors"))
    return failure(" ".join(str(each) for each in words if each), _AGENT, usage)
