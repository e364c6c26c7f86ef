"""What is thought is told in whole words as it comes, and no more of it than may be told."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import aclosing

import pytest

from amy.runtime.aloud import LEAST_GAP_S, Aloud, Done, thinking_aloud


def anything(_: str) -> bool:
    return True


async def heard(
    work: Callable[[Aloud], Awaitable[int]], may_be_told: Callable[[str], bool] = anything, most: int = 1000
) -> list[str | Done[int]]:
    return [each async for each in thinking_aloud(work, may_be_told=may_be_told, most=most)]


def saying(*pieces: str, pause_s: float = 0.0) -> Callable[[Aloud], Awaitable[int]]:
    async def work(aloud: Aloud) -> int:
        for piece in pieces:
            aloud(piece)
            await asyncio.sleep(pause_s)
        return 7

    return work


async def test_words_are_told_before_the_work_is_done() -> None:
    go_on = asyncio.Event()

    async def work(aloud: Aloud) -> int:
        aloud("Let me ")
        await go_on.wait()
        aloud("see.")
        return 7

    told = []
    async with aclosing(thinking_aloud(work, may_be_told=anything)) as pieces:
        async for piece in pieces:
            told.append(piece)
            go_on.set()
    assert told == ["Let me ", "see.", Done(7)]


async def test_a_word_is_never_cut() -> None:
    told = await heard(saying("I lo", "ok at sl", "eep first", ". Th", "en I answer.", pause_s=0.03))
    words = [piece for piece in told if isinstance(piece, str)]
    assert "".join(words) == "I look at sleep first. Then I answer."
    assert all(piece[-1].isspace() for piece in words[:-1])


async def test_pieces_that_come_faster_are_told_together() -> None:
    words = [f"{number} " for number in range(100)]
    began_s = asyncio.get_running_loop().time()
    told = await heard(saying(*words, pause_s=0.001))
    took_s = asyncio.get_running_loop().time() - began_s
    assert "".join(piece for piece in told if isinstance(piece, str)) == "".join(words)
    assert len(told) <= took_s / LEAST_GAP_S + 3


async def test_nothing_is_told_from_the_words_on_that_may_not_be() -> None:
    told = await heard(saying("One. ", "A secret. ", "Three.", pause_s=0.03), lambda text: "secret" not in text)
    assert told == ["One. ", "…\n", Done(7)]


async def test_a_number_is_told_with_what_it_counts_or_not_at_all() -> None:
    pieces = ("Adults sleep 7 ", "hours. ", "Take 400 ", "mg ", "of it.")
    told = await heard(saying(*pieces, pause_s=0.03), lambda text: "400 mg" not in text)
    assert told == ["Adults sleep ", "7 hours. ", "Take ", "…\n", Done(7)]


async def test_of_one_that_may_not_be_told_at_all_nothing_is() -> None:
    assert await heard(saying("Secrets. ", "More."), lambda text: "Secret" not in text) == [Done(7)]


async def test_only_so_much_is_told() -> None:
    told = await heard(saying(*["word "] * 10, pause_s=0.03), most=12)
    assert told == ["word ", "word ", "…\n", Done(7)]


async def test_white_space_alone_is_not_told() -> None:
    assert await heard(saying("\n", "\n")) == [Done(7)]


async def test_what_the_work_raises_comes_behind_what_it_said() -> None:
    async def work(aloud: Aloud) -> int:
        aloud("Let me see. ")
        await asyncio.sleep(0)
        raise ValueError("no")

    pieces = thinking_aloud(work, may_be_told=anything)
    assert await anext(pieces) == "Let me see. "
    with pytest.raises(ValueError, match="no"):
        await anext(pieces)


async def test_a_reader_who_stops_ends_the_work() -> None:
    ended = asyncio.Event()

    async def work(aloud: Aloud) -> int:
        aloud("Let me see. ")
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()
        return 7

    async with aclosing(thinking_aloud(work, may_be_told=anything)) as pieces:
        await anext(pieces)
    assert ended.is_set()
