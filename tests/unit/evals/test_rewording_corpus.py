"""Wordings and plain wordings name the same things, and words are accounted for by those they are said with."""

import pytest

from evals.rewording.alignment import expected_times, licences, seldom
from evals.rewording.corpus import CORPUS, pair
from services.data_science.language.rewording.slots import Slots
from services.data_science.language.vocabulary import Vocabulary
from tests.unit.data_science.reading.someone_with_a_tracker import CATALOGUE

SLOTS = Slots(Vocabulary(CATALOGUE))


@pytest.mark.parametrize(
    ("wording", "plain", "tokens"),
    [
        ("best hrv in may", "what was my highest hrv in May", "what was my highest #level+1 in #month1"),
        ("under 6h30", "with less than 6.5 hours of sleep", "with less than #number1 minutes of sleep"),
        ("in bed past 11 pm", "with a bedtime after 23:00", "with a #time1 after #number1 pm"),
        ("a fortnight", "in the last 14 days", "in the last 14 days"),
    ],
)
def test_a_plain_wording_has_the_slots_of_the_wording(wording: str, plain: str, tokens: str) -> None:
    found = pair(SLOTS, "1", wording, plain)
    assert found is not None
    assert " ".join(found.plain).replace("bedtime", "#time1") == tokens


@pytest.mark.parametrize(
    ("wording", "plain"),
    [
        ("best hrv in may", "what was my highest hrv in June"),
        ("best hrv in may", "what was my highest hrv"),
        ("?", "when"),
    ],
)
def test_what_names_other_things_is_no_pair(wording: str, plain: str) -> None:
    assert pair(SLOTS, "1", wording, plain) is None


def test_every_wording_is_one_of_a_plain_wording() -> None:
    plain, wordings = (
        [line.split("\t") for line in (CORPUS / name).read_text("utf-8").splitlines()]
        for name in ("plain.tsv", "wordings.tsv")
    )
    names = [each[0] for each in plain]
    assert len(set(names)) == len(names)
    assert {each[0] for each in wordings} <= set(names)
    assert all(len(each) == 2 and each[1].strip() for each in (*plain, *wordings))


def test_words_are_accounted_for_by_those_they_come_with() -> None:
    quantities, ends = ("hrv", "rhr", "sleep", "steps"), {"best": "highest", "worst": "lowest"}
    said = [
        ({end, quantity, *greeting}, {meant, quantity})
        for end, meant in ends.items()
        for quantity in quantities
        for greeting in ((), ("hey",))
    ] * 3
    found = licences(said, expected_times(said), structure=frozenset())
    assert found["hrv"] == {"hrv"}
    assert found["best"] == {"highest"}
    assert found["hey"] == frozenset()
    assert "wug" not in found


def test_what_is_seldom_said_stands_for_what_it_does_most_of_the_times() -> None:
    ends = {"best": "highest", "worst": "lowest"}
    often = [({said}, {meant}) for said, meant in ends.items()] * 60
    said = [*often, *[({"outing"}, {"ride"})] * 3, *[({"knee", one}, {meant}) for one, meant in ends.items()]]
    words = {"best": frozenset({"highest"}), "outing": frozenset({"ride"}), "knee": frozenset(ends.values())}
    found = seldom(said, expected_times(said), words)
    assert found == {"outing": {"ride"}, "knee": frozenset()}
