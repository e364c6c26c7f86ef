"""What it takes to read one person's questions is made once, and what is alike for everybody is made once for all."""

from dataclasses import replace
from datetime import timedelta

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
