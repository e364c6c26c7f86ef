"""What a request counts, and what of it the vendor has kept from requests before."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from amy.llm.models import traits_of

_BYTES_A_TOKEN: Final = 4
_KEPT_S: Final = 300.0


def tokens(text: str) -> int:
    """A stable estimate: the vendor's tokeniser is not public."""
    return (len(text.encode()) + _BYTES_A_TOKEN - 1) // _BYTES_A_TOKEN


@dataclass(frozen=True, kw_only=True)
class Count:
    """Tokens of a prompt: fresh ones, those read from what was kept, and those that are kept now."""

    fresh: int
    read: int
    written: int


@dataclass
class Cache:
    """Beginnings of prompts by their exact bytes, in the order tools, system, messages, each kept for five minutes.

    Args:
        monotonic_s: a clock.
    """

    monotonic_s: Callable[[], float]
    _kept: dict[tuple[str, str], float] = field(default_factory=dict)

    def count(self, body: Mapping[str, Any]) -> Count:
        blocks = list(_blocks(body))
        whole = sum(tokens(text) for text, _ in blocks)
        marks = [at for at, (_, marked) in enumerate(blocks, start=1) if marked]
        now, model, read, written = self.monotonic_s(), body["model"], 0, 0
        for at in marks:
            prefix = "\0".join(text for text, _ in blocks[:at])
            length = sum(tokens(text) for text, _ in blocks[:at])
            if length < traits_of(model).least_cached_tokens:
                continue
            if self._kept.get((model, prefix), 0.0) > now:
                read = length
            else:
                written = length - read
            self._kept[model, prefix] = now + _KEPT_S
        return Count(fresh=whole - read - written, read=read, written=written)


def _blocks(body: Mapping[str, Any]) -> Iterator[tuple[str, bool]]:
    """Each block of the prompt as its bytes, and whether a kept beginning ends with it."""
    for tool in body.get("tools", ()):
        yield json.dumps({key: value for key, value in tool.items() if key != "cache_control"}), "cache_control" in tool
    system = body.get("system", [])
    for block in [{"text": system}] if isinstance(system, str) else system:
        yield block["text"], "cache_control" in block
    for message in body["messages"]:
        content = message["content"]
        for block in [{"type": "text", "text": content}] if isinstance(content, str) else content:
            plain = {key: value for key, value in block.items() if key != "cache_control"}
            yield json.dumps([message["role"], plain]), "cache_control" in block
