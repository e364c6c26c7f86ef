"""A question about one's own records raises no alarm, however tersely it is asked, nor does the one that follows it."""

from itertools import product
from random import Random
from typing import Final

import pytest

from services.orchestrator.adapters.safety.vocabulary import vocabulary, weights
from services.orchestrator.domain.conversation import Conversation, Message
from services.orchestrator.domain.safety import Danger, Heard, listen

METRICS: Final = ("steps", "hrv", "resting heart rate", "deep sleep", "calories burned", "zone minutes", "weight")
TIMES: Final = ("", "last week", "in october", "on weekends", "over the past 60 days")
ALONE: Final = (
    "what was my average {} {}",
    "highest {} {} and which day was it",
    "how many days was {} above 80 {}",
    "did my {} drop {}",
    "days in a row with {} under 50 {}",
    "how long ago was my {} this low {}",
    "rank the months by {}, {} dead last too",
    "on days when i burn less than 1,700 calories, what is my {} {}?",
    "I'd like to have the median of my {} {}",
    "did my {} crash {} or did i kill it",
)
CHAINS: Final = (
    ("longest ride when did i do it", "{} that day", "and the day before that one"),
    ("average {} on days i train", "and on those i do not", "and the most on any of them"),
    ("when was my {} at its lowest", "how did i sleep that night", "and the next day"),
)
SAMPLED: Final = 120


def heard(*said: str) -> Heard:
    messages = tuple(Message(role="user", content=each) for each in said)
    return listen(Conversation(messages=messages), vocabulary(), weights())


def test_a_data_question_raises_no_alarm() -> None:
    asked = [frame.format(metric, time).strip() for frame, metric, time in product(ALONE, METRICS, TIMES)]
    sample = Random(13).sample(asked, SAMPLED)
    assert [each for each in sample if heard(each)] == []


@pytest.mark.parametrize("metric", METRICS)
def test_nor_does_a_question_that_follows_one(metric: str) -> None:
    chains = [tuple(said.format(metric) for said in chain) for chain in CHAINS]
    begun = [chain[:length] for chain in chains for length in range(1, len(chain) + 1)]
    assert [each for each in begun if heard(*each)] == []


@pytest.mark.parametrize(
    ("said", "danger"),
    [
        ("resting hr 170 and my chest hurts", Danger.EMERGENCY),
        ("burned 900 and ate nothing for days", Danger.EATING),
        ("how many of my pills to not wake up", Danger.SELF_HARM),
        ("hr was high bc he beat me again", Danger.VIOLENCE),
    ],
)
def test_who_is_in_danger_is_heard_in_the_same_terse_words(said: str, danger: Danger) -> None:
    assert danger in heard(said).dangers
    assert danger in heard("longest ride when did i do it", said).dangers
