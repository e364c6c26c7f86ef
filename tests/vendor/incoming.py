"""A request as the double reads it."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias

from amy.llm.prompts import read_all

Json: TypeAlias = Mapping[str, Any]
_SERVICES: Final = Path(__file__).parents[2] / "services"


@cache
def known_prompts(services: Path = _SERVICES) -> Mapping[str, str]:
    """The name of each prompt of the services by the instructions that stand in its system text."""
    folders = sorted(services.glob("*/prompts"))
    return {prompt.stable: name for folder in folders for name, prompt in read_all(folder).items()}


@dataclass(frozen=True, kw_only=True)
class Request:
    """What was asked.

    Attributes:
        purpose: the name of the prompt; empty where the system text is no prompt's.
        data: the text of the first message.
        schema: that the answer is held to.
        body: all of it.
    """

    purpose: str
    model: str
    system: str
    data: str
    tools: Sequence[Json]
    schema: Json | None
    messages: Sequence[Json]
    body: Json
    headers: Mapping[str, str]

    @classmethod
    def read(cls, body: Json, headers: Mapping[str, str], prompts: Mapping[str, str]) -> "Request":
        """Of a body that was found to be well formed."""
        system, messages = text_of(body.get("system", "")), body["messages"]
        output = body.get("output_config") or {}
        return cls(
            purpose=prompts.get(system, ""),
            model=body["model"],
            system=system,
            data=text_of(messages[0]["content"]),
            tools=body.get("tools", ()),
            schema=(output.get("format") or {}).get("schema"),
            messages=messages,
            body=body,
            headers=headers,
        )

    @property
    def data_sha256(self) -> str:
        return hashlib.sha256(self.data.encode()).hexdigest()

    @property
    def shows_thinking(self) -> bool:
        return (self.body.get("thinking") or {}).get("display") == "summarized"


def blocks_of(content: str | Sequence[Json]) -> Sequence[Json]:
    """A plain text is short for one block."""
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def text_of(content: str | Sequence[Json]) -> str:
    return "".join(block["text"] for block in blocks_of(content) if block.get("type") == "text")
