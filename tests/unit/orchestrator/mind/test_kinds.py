"""Which kind of answer a message needs, by weights that are data."""

import numpy as np
import pytest

from services.orchestrator.adapters.rules.kinds import MessageKind, clues, kind_of, meaning, weights
from services.orchestrator.domain.conversation import Conversation
from services.orchestrator.domain.understanding import (
    Computable,
    NotMine,
    OwnNumbers,
    Partly,
    Topic,
    Understood,
)
from tests.unit.orchestrator.mind.builders import conversation

OWN = OwnNumbers(said_back="your own, over the last 30 days", questions=(b"q",))
ALL_OF_IT = Computable(said_back="something", own_numbers=OWN)
SOME_OF_IT = Partly(said_back="something", unread="I leave out the rest.", own_numbers=OWN)
NAMED = NotMine(topic=Topic.NOT_UNDERSTOOD, reason="Hm.", own_numbers=OWN)
NOTHING = NotMine(topic=Topic.NOT_UNDERSTOOD, reason="Hm.")
KNOWLEDGE = NotMine(topic=Topic.KNOWLEDGE, reason="I can't answer that.")
ADVICE = NotMine(topic=Topic.ADVICE, reason="I can't give advice.")

EXAMPLES: tuple[tuple[tuple[str, ...], Understood | None, MessageKind], ...] = (
    (("What causes high blood pressure?",), KNOWLEDGE, MessageKind.KNOWLEDGE),
    (("Does coffee raise cholesterol?",), KNOWLEDGE, MessageKind.KNOWLEDGE),
    (("How does alcohol affect sleep?",), KNOWLEDGE, MessageKind.KNOWLEDGE),
    (("What are the symptoms of iron deficiency?",), KNOWLEDGE, MessageKind.KNOWLEDGE),
    (("What is creatine?", "It is a supplement.", "Does it have side effects?"), KNOWLEDGE, MessageKind.KNOWLEDGE),
    (("What was my average HRV last week?",), ALL_OF_IT, MessageKind.DATA),
    (("How many steps did I take yesterday?",), ALL_OF_IT, MessageKind.DATA),
    (("What was my average HRV last week?", "It was fine.", "And the week before?"), ALL_OF_IT, MessageKind.DATA),
    (("What was my average HRV last week?",), None, MessageKind.DATA),
    (("Is my resting heart rate normal?",), NAMED, MessageKind.DATA_AND_KNOWLEDGE),
    (("is my LDL too high?",), NAMED, MessageKind.DATA_AND_KNOWLEDGE),
    (("How did I sleep last week and is that healthy?",), SOME_OF_IT, MessageKind.DATA_AND_KNOWLEDGE),
    (("What was my HRV last week?", "It was fine.", "Is that good?"), NAMED, MessageKind.DATA_AND_KNOWLEDGE),
    (("Help me build a morning routine",), ADVICE, MessageKind.ADVICE),
    (("Any tips for winding down in the evening?",), ADVICE, MessageKind.ADVICE),
    (("I want to quit smoking, how do I start?",), ADVICE, MessageKind.ADVICE),
    (("What was my HRV last week? Should I rest?",), SOME_OF_IT, MessageKind.ADVICE_ON_DATA),
    (("Make me a training plan based on my last month",), NAMED, MessageKind.ADVICE_ON_DATA),
    (("How long did I sleep last week?", "Six hours.", "How can I get more?"), NAMED, MessageKind.ADVICE_ON_DATA),
    (("My cholesterol is high, what should I eat given my labs?",), NAMED, MessageKind.ADVICE_ON_DATA_AND_KNOWLEDGE),
    (
        ("I have asthma. How much did I run last week, and how can I run more?",),
        SOME_OF_IT,
        MessageKind.ADVICE_ON_DATA_AND_KNOWLEDGE,
    ),
    (("Is anything interesting in my data?",), NOTHING, MessageKind.VAGUE),
    (("What stands out lately?",), NOTHING, MessageKind.VAGUE),
    (("How am I doing?",), NOTHING, MessageKind.VAGUE),
    (("nice, you are quite clever",), NOTHING, MessageKind.CONVERSATION),
    (("What is my average HRV?", "It is fine.", "ok cool, thank you so much!"), NOTHING, MessageKind.CONVERSATION),
)
COMPUTABLE = """
How many steps did I walk last Tuesday?
What was my longest run this year?
average sleep in march
On which weekday do I sleep the least?
how often did I go over 10,000 steps last month
Is my resting heart rate related to how long I sleep?
Did I sleep longer in May than in April?
when did i last go for a run
What was my highest HRV ever?
how long is my current streak of 8 hours of sleep
which month had the most workouts
What's my latest LDL?
"""


@pytest.mark.parametrize(("said", "understood", "kind"), EXAMPLES)
def test_plain_messages_are_of_their_kind(
    said: tuple[str, ...], understood: Understood | None, kind: MessageKind
) -> None:
    assert kind_of(conversation(*said), understood) is kind


@pytest.mark.parametrize("understood", [ALL_OF_IT, Computable(said_back="something")])
@pytest.mark.parametrize("question", COMPUTABLE.strip().splitlines())
def test_what_can_be_computed_stays_data_sciences(question: str, understood: Computable) -> None:
    assert kind_of(conversation(question), understood) is MessageKind.DATA


def test_what_can_be_computed_is_another_ones_only_if_that_is_clearly_more_likely() -> None:
    little_more_likely = conversation("is my resting heart rate high this month")
    assert kind_of(little_more_likely, NAMED) is MessageKind.DATA_AND_KNOWLEDGE
    assert kind_of(little_more_likely, ALL_OF_IT) is MessageKind.DATA
    asked = conversation("What should I do about my sleep, is it bad for my health, and any tips to improve it?")
    assert kind_of(asked, ALL_OF_IT) is not MessageKind.DATA


def test_a_part_that_cannot_be_computed_is_somebody_elses_only_if_it_asks_for_more() -> None:
    asked = conversation("How did I sleep last week and on the moon?")
    assert kind_of(asked, SOME_OF_IT) is MessageKind.DATA


def test_the_weights_are_read_once_and_have_a_column_for_every_kind() -> None:
    weights.cache_clear()
    known = [kind_of(conversation("And last week?"), None) for _ in range(50)]
    assert len(set(known)) == 1
    assert weights.cache_info().misses == 1
    assert len(weights().of_clue) > 10_000
    assert {len(row) for row in (weights().bias, *weights().of_clue.values())} == {len(MessageKind)}


def test_a_message_that_holds_no_clue_has_a_kind_all_the_same() -> None:
    for text in ("?", "…", "漢字", "x" * 2000):
        assert kind_of(Conversation(messages=conversation(text).messages), None) in MessageKind


def test_a_meaning_is_of_the_newest_message_the_one_before_and_whether_one_came_before() -> None:
    alone, follows = meaning(conversation("Is that good?")), meaning(conversation("My HRV?", "Fine.", "Is that good?"))
    newest, before, behind = np.split(follows, 3)
    assert (np.split(alone, 3)[0] == newest).all()
    assert not np.concatenate(np.split(alone, 3)[1:]).any()
    assert before.any()
    assert (behind == newest).all()
    assert weights().of_meaning.shape == (len(follows), len(MessageKind))


def test_clues_are_of_the_message_of_those_before_it_and_of_what_is_made_of_it() -> None:
    found = clues(conversation("What was my HRV?", "Fine.", "Is that good?"), NAMED)
    assert {"w:good", "w:^ is", "follows", "before:hrv", "understood:not:not_understood"} <= found
    assert "follows" not in clues(conversation("Is that good?"), None)
    assert not any(clue.startswith("understood") for clue in clues(conversation("Is that good?"), None))
    assert clues(conversation("I ran 5 km"), None) == clues(conversation("I ran 7 km"), None)
