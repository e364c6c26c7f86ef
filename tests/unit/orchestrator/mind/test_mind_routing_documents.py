"""What asks for the words of a document goes to the domain expert, who alone has read it."""

import time

import pytest

from services.orchestrator.adapters.rules import patterns
from services.orchestrator.adapters.rules.documents import asks_of_documents
from services.orchestrator.adapters.rules.routing import route
from services.orchestrator.domain.conversation import Conversation, Message
from services.orchestrator.domain.plan import Agent, RawRouting
from services.orchestrator.domain.understanding import Computable, NotMine, Topic, Understood

BOTH = frozenset({Agent.DATA_SCIENCE, Agent.DOMAIN_EXPERT})
ALONE = frozenset({Agent.DATA_SCIENCE})
COMPUTABLE = Computable(said_back="your resting heart rate")
ASKED = (
    "What did my doctor's letter say about my ferritin?",
    "What does my training plan say about week 3?",
    "what did dr meyer write about my thyroid?",
    "According to my document, when is the follow-up?",
    "What's in my letter of 3 March?",
    "how long should I rest after the sprain according to the letter?",
    "Does my lab comment mention hemolysis?",
    "summarize my discharge letter",
    "did the cardiologist's letter mention a murmur?",
    "When did my doctor say I should repeat the ferritin test?",
    "was my resting heart rate in the letter ok",
)
NOT_ASKED = (
    "What was my average HRV last week?",
    "My doctor said my TSH is high, what does it mean?",
    "mine came back 4.9 according to the letter, is it high",
    "what's tachy mean in my letter from hospital",
    "Make me a training plan",
    "what can I do about my blood sugar, hba1c's in the file",
    "any test for testosterone in my files",
    "is working nights linked to diabetes, read it in the paper",
    "how do I compare with what doctors recommend",
)


def routed(question: str, understood: Understood | None, available: frozenset[Agent]) -> RawRouting:
    return route(Conversation(messages=(Message(role="user", content=question),)), available, understood)


@pytest.mark.parametrize("question", ASKED)
@pytest.mark.parametrize("understood", [None, COMPUTABLE, NotMine(topic=Topic.NOT_UNDERSTOOD, reason="I can't.")])
def test_the_expert_is_asked_whatever_could_be_computed(question: str, understood: Understood | None) -> None:
    assert routed(question, understood, BOTH) is patterns.KNOWLEDGE


@pytest.mark.parametrize("question", NOT_ASKED)
def test_what_only_mentions_a_document_is_asked_as_ever(question: str) -> None:
    assert not asks_of_documents(question)


@pytest.mark.parametrize("question", ASKED)
def test_where_no_expert_is_there_data_science_does_what_it_can(question: str) -> None:
    assert routed(question, COMPUTABLE, ALONE) is patterns.DATA


def test_the_longest_message_is_read_in_no_time() -> None:
    for piece in (
        "what did dr x ",
        "in my ",
        "is the letter ",
        ", ",
        "is in my letter, ",
        "so ",
        "my a b c d ",
        "what ",
    ):
        began = time.perf_counter()
        asks_of_documents(piece * (60_000 // len(piece)) + "mean")
        assert time.perf_counter() - began < 5
