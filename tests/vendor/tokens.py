"""How many tokens a request has, and which of them are read from the cache: by byte-exact beginnings."""

import hashlib
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from amy.llm.models import traits_of
from tests.vendor.incoming import Json, blocks_of

_BYTES_A_TOKEN: Final = 4
_KEPT_S: Final = 300.0
_LOOKED_BACK: Final = 20


class Clock:
    """Seconds that go by, and can be made to."""

    def __init__(self) -> None:
        self._ahead_s = 0.0

    def advance(self, seconds: float) -> None:
        self._ahead_s += seconds

    def now_s(self) -> float:
        return time.monotonic() + self._ahead_s


@dataclass(frozen=True, kw_only=True)
class Counted:
    """The tokens of a prompt: each is counted once."""

    fresh: int
    read: int = 0
    created: int = 0


def tokens_in(text: str | bytes) -> int:
    size = len(text.encode() if isinstance(text, str) else text)
    return -(-size // _BYTES_A_TOKEN)


def prompt_tokens(body: Json) -> int:
    return sum(tokens_in(part) for part, _ in _parts(body))


class Cache:
    """Beginnings of prompts that were marked, each kept for five minutes after it was last used."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._until_s: dict[str, float] = {}

    def count(self, body: Json) -> Counted:
        """Counts a prompt and keeps what it marks."""
        model, now = body["model"], self._clock.now_s()
        digest, total = hashlib.sha256(model.encode()), 0
        beginnings: list[tuple[str, int]] = []
        marked: list[int] = []
        for place, (part, is_marked) in enumerate(_parts(body)):
            digest.update(len(part).to_bytes(8) + part)
            total += tokens_in(part)
            beginnings.append((digest.hexdigest(), total))
            if is_marked and total >= traits_of(model).least_cached_tokens:
                marked.append(place)
        self._until_s = {key: until for key, until in self._until_s.items() if until > now}
        near = {place for mark in marked for place in range(max(0, mark - _LOOKED_BACK), mark + 1)}
        hits = [place for place in near if beginnings[place][0] in self._until_s]
        read = beginnings[max(hits)][1] if hits else 0
        kept = max((beginnings[place][1] for place in marked), default=0)
        for place in [*marked, *([max(hits)] if hits else [])]:
            self._until_s[beginnings[place][0]] = now + _KEPT_S
        created = max(0, kept - read)
        return Counted(fresh=total - read - created, read=read, created=created)


def _parts(body: Json) -> Iterator[tuple[bytes, bool]]:
    """The pieces of a prompt in the order in which they count as its beginning, and whether each is marked."""
    if form := (body.get("output_config") or {}).get("format"):
        yield _bytes(form), False
    for tool in body.get("tools", ()):
        yield _bytes(tool), "cache_control" in tool
    for block in blocks_of(body.get("system", "") or []):
        yield _bytes(block), "cache_control" in block
    for message in body["messages"]:
        for block in blocks_of(message["content"]):
            yield message["role"].encode() + _bytes(block), "cache_control" in block


def _bytes(block: Json | Sequence[Any]) -> bytes:
    if isinstance(block, dict):
        if block.get("type") == "text":
            return str(block["text"]).encode()
        block = {key: each for key, each in block.items() if key != "cache_control"}
    return json.dumps(block, ensure_ascii=False, separators=(",", ":")).encode()
