"""What a mind thinks while it works: told word by word as it comes, as far as it may be told."""

import asyncio
import re
from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass
from typing import Final, Generic, TypeAlias, TypeVar

_T = TypeVar("_T")

Aloud: TypeAlias = Callable[[str], None]
"""Takes the next piece of what is thought, white space included, cut anywhere."""
LEAST_GAP_S: Final = 0.025
"""Between two pieces that are told; what comes meanwhile is told together."""
MOST_CHARACTERS: Final = 1000
_CUT: Final = "…\n"
_WORD_END: Final = re.compile(r"(?<![\d\s])\s+|^\s+")


def silent(_: str) -> None:
    """An `Aloud` to which nobody listens."""


@dataclass(frozen=True)
class Done(Generic[_T]):
    """What the work came to, behind all that was told."""

    value: _T


async def thinking_aloud(
    work: Callable[[Aloud], Awaitable[_T]], *, may_be_told: Callable[[str], bool], most: int = MOST_CHARACTERS
) -> AsyncGenerator[str | Done[_T], None]:
    """What is thought during the work, in whole words as they come, then one `Done`.

    All that was told so far may always be told as a whole: words that would change that are left out, and with them
    whatever is thought after them.

    Args:
        work: is ended when the reader stops.
        may_be_told: whether a text may.
        most: characters that are told; the rest is cut.

    Raises:
        Exception: what the work raises.
    """
    words, heard = _Words(may_be_told, most), asyncio.Event()

    def aloud(piece: str) -> None:
        words.hear(piece)
        heard.set()

    async def run() -> _T:
        try:
            return await work(aloud)
        finally:
            heard.set()

    task = asyncio.create_task(run())
    try:
        while not task.done():
            await heard.wait()
            heard.clear()
            if told := words.take():
                yield told
                await asyncio.wait({task}, timeout=LEAST_GAP_S)
        value = await task
        if told := words.take(is_end=True):
            yield told
        yield Done(value)
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


class _Words:
    """What was thought, until it is told."""

    def __init__(self, may_be_told: Callable[[str], bool], most: int) -> None:
        self._may_be_told = may_be_told
        self._most = most
        self._told = ""
        self._waiting = ""
        self._is_silent = False

    def hear(self, piece: str) -> None:
        if not self._is_silent:
            self._waiting += piece

    def take(self, *, is_end: bool = False) -> str:
        """The words that are whole by now, and empty where none is or none may be told any more."""
        length = len(self._waiting) if is_end else _whole(self._waiting)
        words, self._waiting = self._waiting[:length], self._waiting[length:]
        words = words if self._told else words.lstrip()
        if not words:
            return ""
        if len(self._told + words) > self._most or not self._may_be_told(self._told + words):
            self._is_silent, self._waiting = True, ""
            return _CUT if self._told and not self._told.endswith("\n") else ""
        self._told += words
        return words


def _whole(text: str) -> int:
    """The length of its beginning that ends with a word: a number is none without what it counts, "400 mg"."""
    return max((end.end() for end in _WORD_END.finditer(text)), default=0)
