"""A request to the vendor as it came."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from amy.llm.prompts import read_all


@dataclass(frozen=True, kw_only=True)
class Request:
    """One request, its parts as a script needs them.

    Attributes:
        purpose: the prompt whose stable part is the system text; empty if it is nobody's.
        data: the first message of the person's side.
        body: all of it.
    """

    purpose: str
    model: str
    system: str
    data: str
    body: Mapping[str, Any]

    @property
    def data_sha256(self) -> str:
        return hashlib.sha256(self.data.encode()).hexdigest()

    @property
    def tools(self) -> Sequence[str]:
        return [tool["name"] for tool in self.body.get("tools", ())]

    @property
    def rounds(self) -> int:
        """How many rounds over tools came before."""
        return sum(1 for message in self.body["messages"] if message["role"] == "assistant")


def purposes(root: Path) -> Mapping[str, str]:
    """From the stable part of each prompt of the project to its purpose."""
    folders = sorted(root.glob("services/*/prompts"))
    return {prompt.stable: name for folder in folders for name, prompt in read_all(folder).items()}


def request_of(body: Mapping[str, Any], known: Mapping[str, str]) -> Request:
    system = _text(body.get("system", ""))
    first = next((message for message in body["messages"] if message["role"] == "user"), {"content": ""})
    return Request(
        purpose=known.get(system, ""),
        model=body["model"],
        system=system,
        data=_text(first["content"]),
        body=body,
    )


def _text(content: str | Sequence[Mapping[str, Any]]) -> str:
    if isinstance(content, str):
        return content
    return "".join(block.get("text", "") for block in content)
