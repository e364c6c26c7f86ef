"""What the grammar does not read is said in plain words, and only if no word is lost on the way."""

import pytest

from services.data_science.language.grammar.time import calendar_words
from services.data_science.language.rewording.network import PAD, Network
from services.data_science.language.rewording.rewording import Rewording, licences, networks
from services.data_science.language.understanding import NotRead, Reader
from services.data_science.language.vocabulary import Vocabulary
from tests.unit.data_science.reading.brief import brief
from tests.unit.data_science.reading.someone_with_a_tracker import CATALOGUE

REWORDING = Rewording(Vocabulary(CATALOGUE))
READER = Reader(CATALOGUE)


@pytest.mark.parametrize(
    ("message", "plain"),
    [
        (
            "whats the longest ive slept any night in the last 4 weeks",
            "what was my highest sleep duration in the last 4 weeks",
        ),
        ("at what time did I set off on my last ride", "when did my last bike ride start"),
        ("my bottom three days for hrv, when were they", "what were my 3 days with the lowest hrv"),
        (
            "the day after more than 9000 steps, how high is my rhr on average",
            "what is my average rhr on the day after days with more than 9000 steps",
        ),
    ],
)
def test_other_words_are_said_plainly(message: str, plain: str) -> None:
    assert REWORDING.plain(message) == plain


@pytest.mark.parametrize(
    "message",
    [
        "whats the longest ive slept any night in a hotel in the last 4 weeks",
        "at what time will I set off on my last ride",
        "did my husband sleep more than 7 hours",
        "the day after more than 9000 steps and a massage, how high is my rhr on average",
        "is my rhr higher when I sleep alone",
        "",
        "?",
        "wug " * 70,
    ],
)
def test_a_word_that_is_left_over_leaves_a_message_as_it_is(message: str) -> None:
    assert REWORDING.plain(message) is None


def test_a_yes_or_no_question_stays_one() -> None:
    assert REWORDING.plain("was my sleep last night") is None


def test_plain_words_are_read_as_if_they_had_been_said() -> None:
    (read,) = READER.understand(["my bottom three days for hrv, when were they"])
    assert not isinstance(read, NotRead)
    picked = "Pick(days, heart_rate_variability, lowest, 3)"
    assert brief(read.question) == f"TellRecords({picked}, (heart_rate_variability))"


def test_a_question_leans_on_one_that_was_reworded() -> None:
    (read,) = READER.understand(
        ["my bottom three days for hrv, when were they", "how many steps did I take on those days"]
    )
    assert not isinstance(read, NotRead)
    assert "Pick(days, heart_rate_variability, lowest, 3)" in brief(read.question)


def test_the_same_message_is_always_reworded_alike() -> None:
    message = "at what time did I set off on my last ride"
    assert len({Rewording(Vocabulary(CATALOGUE)).plain(message) for _ in range(3)}) == 1


def test_networks_are_certain_between_none_and_all() -> None:
    for network in networks():
        told = network.decode(("best", "#level+1", "ever"))
        assert 0 < told.certainty <= 1
        assert not network.knows("wug")
        assert "<pad>" not in told.tokens


def test_a_network_looks_at_all_of_a_wording() -> None:
    first = networks()[0]
    assert isinstance(first, Network)
    assert first.decode(("best", "#level+1")).tokens != first.decode(("best", "#level+1", "and", "when")).tokens
    assert PAD == 0


def test_months_and_weekdays_are_slots_and_no_words_of_the_corpus() -> None:
    names = {word for word in calendar_words.WORDS if word.endswith("day") and word not in {"day", "weekday"}}
    assert names.isdisjoint(licences().words)


def test_weekend_days_are_counted_as_days() -> None:
    (read,) = READER.understand(["On how many weekend days did I take over 12000 steps?"])
    assert not isinstance(read, NotRead)
    assert brief(read.question) == "Tell(Count(Where(days, And({Calendar({6, 7}, {}), Compare(steps, >, 12000)}))))"
