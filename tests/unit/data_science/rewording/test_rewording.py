"""What the grammar does not read is said in plain words, and only if no word is lost on the way."""

from random import Random

import pytest

from services.data_science.language import understanding
from services.data_science.language.chart.engine import Budget
from services.data_science.language.grammar.time import calendar_words
from services.data_science.language.rewording.network import PAD, Decoded, decoded
from services.data_science.language.rewording.rewording import Rewording, licences, networks
from services.data_science.language.understanding import NotRead, Reader
from services.data_science.language.vocabulary import Vocabulary
from tests.unit.data_science.reading.brief import brief
from tests.unit.data_science.reading.someone_with_a_tracker import CATALOGUE

REWORDING = Rewording(Vocabulary(CATALOGUE))
READER = Reader(CATALOGUE)


def plainly(message: str) -> str | None:
    found = REWORDING.of(message)
    return found.plain if found else None


@pytest.mark.parametrize(
    ("message", "plain"),
    [
        (
            "whats the longest ive slept any night in the last 4 weeks",
            "what was my highest sleep duration in the last 4 weeks",
        ),
        ("at what time did I set off on my last ride", "when did my last bike ride start"),
        ("which three days was my hrv at the bottom", "what were my 3 days with the lowest hrv"),
        (
            "the day after more than 9000 steps, how high is my rhr on average",
            "what is my average rhr on the day after days with more than 9000 steps",
        ),
    ],
)
def test_other_words_are_said_plainly(message: str, plain: str) -> None:
    assert plainly(message) == plain


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
    assert plainly(message) is None


def test_a_yes_or_no_question_stays_one() -> None:
    assert plainly("was my sleep last night") is None


def test_plain_words_are_read_as_if_they_had_been_said() -> None:
    (read,) = READER.understand(["which three days was my hrv at the bottom"])
    assert not isinstance(read, NotRead)
    picked = "Pick(days, heart_rate_variability, lowest, 3)"
    assert brief(read.question) == f"TellRecords({picked}, (heart_rate_variability))"


def test_a_question_leans_on_one_that_was_reworded() -> None:
    (read,) = READER.understand(
        ["which three days was my hrv at the bottom", "how many steps did I take on those days"]
    )
    assert not isinstance(read, NotRead)
    assert "Pick(days, heart_rate_variability, lowest, 3)" in brief(read.question)


def test_the_same_message_is_always_reworded_alike() -> None:
    message = "at what time did I set off on my last ride"
    assert len({Rewording(Vocabulary(CATALOGUE)).of(message) for _ in range(3)}) == 1


def test_networks_are_certain_between_none_and_all() -> None:
    for network in networks():
        told = decoded([network], ("best", "#level+1", "ever"))
        assert 0 < told.certainty <= 1
        assert not network.knows("wug")
        assert "<pad>" not in told.tokens


def test_what_is_not_certain_enough_is_not_told_to_its_end() -> None:
    assert decoded(networks(), ("best", "#level+1", "ever")).tokens
    assert decoded(networks(), ("best", "#level+1", "ever"), least=1.1).tokens == ()


def test_a_network_looks_at_all_of_a_wording() -> None:
    first, *_ = networks()
    assert decoded([first], ("best", "#level+1")).tokens != decoded([first], ("best", "#level+1", "and", "when")).tokens
    assert PAD == 0


def test_what_networks_do_not_agree_on_is_less_likely_than_what_either_says() -> None:
    one, other = networks()
    said = "wug #kind1 when late", "my #number1 #level+1 sum wug", "#level+1 wug wug wug #number1", "late or #kinds1"
    wordings = [each.split() for each in said]
    apart = [(decoded([one], each), decoded([other], each), decoded([one, other], each)) for each in wordings]
    differing = [(first, second, both) for first, second, both in apart if first.tokens != second.tokens]
    assert differing
    assert all(both.certainty < max(first.certainty, second.certainty) for first, second, both in differing)
    assert one.plain == other.plain


def test_months_and_weekdays_are_slots_and_no_words_of_the_corpus() -> None:
    names = {word for word in calendar_words.WORDS if word.endswith("day") and word not in {"day", "weekday"}}
    assert names.isdisjoint(licences().words)


_ABOVE = "how many days with more than #number1 #count+1 and with more than #number2 hours of sleep were there"
_LESS_SAID = "how many days with more than #number1 #count+1 and with more than #number1 hours of sleep were there"


@pytest.mark.parametrize(
    ("plain", "certainty", "reworded"),
    [(_ABOVE, 0.99, 1), (_ABOVE, 0.59, 0), (_LESS_SAID, 0.99, 0), ("", 0.99, 0)],
    ids=["likely", "unlikely", "a number is dropped", "nothing is proposed"],
)
def test_a_proposal_counts_if_it_is_likely_and_drops_nothing(plain: str, certainty: float, reworded: int) -> None:
    proposed = Decoded(tokens=tuple(plain.split()), certainty=certainty)
    rewording = Rewording(Vocabulary(CATALOGUE), lambda _: proposed)
    found = rewording.of("days more than 9000 steps and more than 7 hours of sleep, how many")
    assert (0 if found is None else 1) == reworded


def test_no_words_make_it_stumble() -> None:
    draw = Random(7)
    words = sorted(word for word in licences().words if word.isalpha())
    for _ in range(150):
        said = [draw.choice(("did", "is", "how", "my")), *draw.choices(words, k=draw.randrange(12))]
        plain = plainly(" ".join(said))
        assert plain is None or plain


def test_weekend_days_are_counted_as_days() -> None:
    (read,) = READER.understand(["On how many weekend days did I take over 12000 steps?"])
    assert not isinstance(read, NotRead)
    assert brief(read.question) == "Tell(Count(Where(days, And({Calendar({6, 7}, {}), Compare(steps, >, 12000)}))))"


@pytest.mark.parametrize("word", ["doctor", "if", "often"])
def test_a_word_without_which_the_message_is_read_alike_is_not_passed_over(word: str) -> None:
    asked = "on how many days was {} my resting heart rate higher than 62".format
    assert not isinstance(READER.understand([asked("")])[0], NotRead)
    assert isinstance(READER.understand([asked(word)])[0], NotRead)


def test_a_word_is_not_passed_over_because_the_steps_ran_out(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = "on how many days was doctor my resting heart rate higher than 62"
    for steps in range(100, 1500, 50):
        monkeypatch.setattr(understanding, "Budget", lambda steps=steps: Budget(steps))
        assert isinstance(READER.understand([asked])[0], NotRead)
