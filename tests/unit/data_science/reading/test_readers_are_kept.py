"""What it takes to read one person's questions is made once, and what is alike for everybody is made once for all."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from services.data_science.adapters.rules import RulesMind
from services.data_science.adapters.rules.mind import MOST_READERS
from services.data_science.domain.catalogue import Catalogue
from services.data_science.language.understanding import Reader
from tests.unit.data_science.analysts import TODAY, catalogue_of


def test_a_catalogue_of_the_same_value_has_the_same_reader() -> None:
    mind = RulesMind()
    first = mind.reader(catalogue_of())
    assert mind.reader(catalogue_of("steps")) is not first
    assert mind.reader(catalogue_of()) is first


def test_the_readers_asked_for_last_are_kept() -> None:
    mind = RulesMind()
    first, second = mind.reader(_up_to(0)), mind.reader(_up_to(1))
    for day in range(2, MOST_READERS):
        mind.reader(_up_to(day))
    assert mind.reader(_up_to(0)) is first
    mind.reader(_up_to(MOST_READERS))
    assert mind.reader(_up_to(0)) is first
    assert mind.reader(_up_to(1)) is not second


def test_each_reader_builds_for_its_own_catalogue_with_the_rules_of_all() -> None:
    steps, sleep = Reader(catalogue_of("steps")), Reader(catalogue_of("sleep_minutes"))
    assert steps._grammar.starts is sleep._grammar.starts
    (read,) = steps.understand(["average steps"])
    (other,) = sleep.understand(["average steps"])
    assert type(read) is not type(other)


def _up_to(day: int) -> Catalogue:
    return replace(catalogue_of(), today=TODAY + timedelta(days=day))


async def test_what_was_interpreted_is_read_once_and_then_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    read = 0
    understand = Reader.understand

    def counted(self: Reader, messages: Sequence[str]) -> Any:
        nonlocal read
        read += 1
        return understand(self, messages)

    monkeypatch.setattr(Reader, "understand", counted)
    mind, messages = RulesMind(), ["average steps", "and my average sleep?"]
    await mind.interpret(messages, catalogue_of("steps", "sleep_minutes"))
    once = read
    plan = await mind.plan(messages[-1], catalogue_of("steps", "sleep_minutes"), earlier=messages[:-1])
    assert read == once
    assert await mind.plan(messages[-1], catalogue_of("steps", "sleep_minutes"), earlier=messages[:-1]) == plan
    assert read == 2 * once
    await mind.interpret(messages, catalogue_of("steps", "sleep_minutes"))
    before = read
    assert await mind.plan(messages[-1], catalogue_of("steps"), earlier=messages[:-1]) != plan
    assert read > before, "other data are another reading"
