"""OpenAI's command-line agent in a sandbox that only reads: it is asked once and answers."""

import json
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from pathlib import Path
from typing import Final

from amy.llm.drivers.command_line import Program, broken_off, failure, number, refuse_tools, running
from amy.llm.messages import AgenticMessage, DriverUsage, Json, ModelCall, Result, Text, Thinking, Usage

_AGENT: Final = "codex"
_VARIABLES: Final = ("CODEX_HOME", "CODEX_API_KEY", "OPENAI_API_KEY", "OPENAI_BASE_URL")
_SCHEMA_FILE: Final = "schema.json"


class CodexDriver:
    """Asks `codex exec`.

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
        """See `Driver`. The agent says its messages whole; of several the last is the answer."""
        refuse_tools(call, _AGENT)
        usage, problem, messages = DriverUsage(model=call.model), "", [""]
        prompt = f"{call.prompt.stable}\n\n{call.prompt.data}"
        async with (
            running(self._program, lambda folder: _arguments(call, folder), prompt=prompt) as run,
            aclosing(run.lines()) as lines,
        ):
            async for line in lines:
                match line:
                    case {"type": "item.completed", "item": {"type": "agent_message", "text": str(text)}}:
                        messages.append(text)
                    case {"type": "item.completed", "item": {"type": "reasoning", "text": str(text)}}:
                        yield Thinking(delta=text)
                    case {"type": "error", "message": str(said)}:
                        # Also said where it tries again by itself: only how the turn ends decides.
                        problem = said
                    case {"type": "turn.completed"}:
                        usage = _usage(line, call.model)
                        yield Usage(usage=usage)
                        text = messages[-1]
                        if text:
                            yield Text(delta=text)
                        yield Result(text=text, said=json.dumps([{"type": "text", "text": text}]).encode())
                        return
                    case {"type": "turn.failed"}:
                        raise failure(f"{problem} {line.get('error')}", _AGENT, usage)
                    case _:
                        pass
            if problem:
                raise failure(problem, _AGENT, usage)
            raise broken_off(run, _AGENT, usage)


def _arguments(call: ModelCall, folder: Path) -> Sequence[str]:
    """Writes the schema, if there is one, into the folder."""
    arguments = [
        "exec",
        "--json",
        "--skip-git-repo-check",
        "--ephemeral",
        "--sandbox",
        "read-only",
        "--model",
        call.model,
    ]
    if call.effort is not None:
        arguments += ["-c", f'model_reasoning_effort="{call.effort}"']
    if call.schema is not None:
        path = folder / _SCHEMA_FILE
        path.write_text(json.dumps(call.schema), "utf-8")
        arguments += ["--output-schema", str(path)]
    return [*arguments, "-"]


def _usage(completed: Json, model: str) -> DriverUsage:
    """The agent's input tokens have the cached ones in them, as here; it knows no cost."""
    used = completed.get("usage") or {}
    return DriverUsage(
        model=model,
        input_tokens=number(used.get("input_tokens")),
        output_tokens=number(used.get("output_tokens")),
        cache_read_tokens=number(used.get("cached_input_tokens")),
    )
