"""A driver whose answers are written beforehand, for tests of minds that ask a model."""

import json
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from pydantic import BaseModel

from amy.llm.caller import Caller, Options
from amy.llm.errors import ModelError
from amy.llm.limits import ProviderLimits
from amy.llm.messages import AgenticMessage, DriverUsage, ModelCall, Result, Text, Thinking, ToolCall, Usage
from amy.llm.models import Role
from amy.llm.retry import RetryConfig

Answer: TypeAlias = BaseModel | dict[str, Any] | str | ModelError | Sequence[ToolCall] | Sequence[str | ModelError]
"""A decision as it comes, prose, an error, calls of tools, or pieces of prose that an error may follow."""


@dataclass(frozen=True)
class Line:
    """What is answered to the next call for a purpose; a function is given the call."""

    purpose: str
    answer: Answer | Callable[[ModelCall], Answer]
    narration: str = ""


class ScriptedDriver:
    """Answers each call by the first line of its purpose that is left, and remembers what it was asked."""

    provider = "script"

    def __init__(self, *lines: Line) -> None:
        self._left = list(lines)
        self.calls: list[ModelCall] = []
        self.closed = False

    async def stream(self, call: ModelCall) -> AsyncGenerator[AgenticMessage, None]:
        self.calls.append(call)
        line = next((each for each in self._left if each.purpose == call.prompt.name), None)
        assert line is not None, f"nobody expected a call for {call.prompt.name}"
        self._left.remove(line)
        answer = line.answer(call) if callable(line.answer) else line.answer
        yield Usage(usage=DriverUsage(model=call.model, input_tokens=1000, output_tokens=100))
        if line.narration:
            yield Thinking(delta=line.narration)
        for piece in _pieces(answer):
            yield piece

    async def close(self) -> None:
        self.closed = True

    def check(self) -> None:
        """Every line was used."""
        assert not self._left, f"never asked: {[line.purpose for line in self._left]}"


def scripted_caller(driver: ScriptedDriver) -> Caller:
    """A real caller over the script, without waiting between tries."""
    return Caller(
        driver,
        models={role: f"model-{role.value}" for role in Role},
        limits=ProviderLimits(),
        options=Options(retry=RetryConfig(max_retries=0)),
    )


def _pieces(answer: Answer) -> Iterator[AgenticMessage]:
    match answer:
        case ModelError():
            raise answer
        case BaseModel():
            yield from _said(answer.model_dump_json())
        case dict():
            yield from _said(json.dumps(answer))
        case str():
            yield from _said(answer)
        case _:
            yield from _in_pieces(answer)


def _in_pieces(answer: Sequence[ToolCall] | Sequence[str | ModelError]) -> Iterator[AgenticMessage]:
    calls = tuple(each for each in answer if isinstance(each, ToolCall))
    yield from calls
    text = ""
    for each in answer:
        if isinstance(each, ModelError):
            raise each
        if isinstance(each, str):
            text += each
            yield Text(delta=each)
    content = [{"type": "tool_use", "id": each.id, "name": each.name, "input": dict(each.input)} for each in calls]
    yield Result(text=text, said=json.dumps(content).encode(), tool_calls=calls)


def _said(text: str) -> Iterator[AgenticMessage]:
    yield Text(delta=text)
    yield Result(text=text, said=json.dumps([{"type": "text", "text": text}]).encode())
