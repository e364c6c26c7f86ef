"""What is told of coffee, drinks and travel is offered to be noted, and kept after a yes."""

import pytest

from services.orchestrator.adapters.rules.noting import asked_to_note, told_of_notes
from services.orchestrator.domain.conversation import Conversation, Message
from services.orchestrator.domain.noting import NotingAction, NotingRequest, NotingTask

OFFERED = "Shall I note 3 beers yesterday evening?"
ASKED = "Do you note it every time? Then say “I always log my alcohol”, and I take the other days as days without."


def talk(*said: str) -> Conversation:
    messages = [Message(role="assistant" if at % 2 else "user", content=text) for at, text in enumerate(said)]
    return Conversation(messages=tuple(messages))


@pytest.mark.parametrize(
    "said",
    [
        *("I had three beers last night", "just had a double espresso", "took ibuprofen 400 mg at 8"),
        *("flew to Lisbon yesterday", "my period started today", "mood is 4 today", "2 coffees at 15:00"),
        "no alcohol yesterday",
    ],
)
def test_what_somebody_had_is_offered(said: str) -> None:
    assert asked_to_note(talk(said)) == NotingRequest(action=NotingAction.OFFER, text=said)


@pytest.mark.parametrize(
    "said",
    [
        *("does coffee hurt my sleep?", "how many coffees did I have last week", "what did I have yesterday?"),
        *("I'm vegetarian", "thanks", "yes", "should i have a nap", "my knee is bad so no running"),
    ],
)
def test_what_asks_or_tells_something_else_is_not(said: str) -> None:
    assert asked_to_note(talk(said)) is None


@pytest.mark.parametrize("yes", ["yes", "Yes please", "ok", "sure, do it"])
def test_a_yes_keeps_what_was_offered_and_nothing_else(yes: str) -> None:
    said = "I had three beers last night"
    kept = NotingRequest(action=NotingAction.KEEP, text=said, offered="3 beers yesterday evening")
    assert asked_to_note(talk(said, OFFERED, yes)) == kept
    assert asked_to_note(talk(said, "You slept 7 h.", yes)) is None


def test_a_no_keeps_nothing() -> None:
    leave = NotingRequest(action=NotingAction.LEAVE)
    assert asked_to_note(talk("I had three beers", OFFERED, "no thanks")) == leave


@pytest.mark.parametrize(
    ("said", "action", "what"),
    [
        ("I always log my coffee", NotingAction.LOG, "coffee"),
        ("i log every drink i have", NotingAction.LOG, "drink"),
        ("I note all my coffees here", NotingAction.LOG, "coffees"),
        ("I don't always log my coffee", NotingAction.LOG_NO_MORE, "coffee"),
        ("I stopped logging alcohol", NotingAction.LOG_NO_MORE, "alcohol"),
    ],
)
def test_whether_a_tag_is_always_logged_is_understood(said: str, action: NotingAction, what: str) -> None:
    assert asked_to_note(talk(said)) == NotingRequest(action=action, text=what)


@pytest.mark.parametrize("said", ["yes", "I always log it", "yes, I always log my alcohol"])
def test_an_answer_to_whether_it_is_logged_is_about_what_was_asked(said: str) -> None:
    asked = asked_to_note(talk("do I sleep worse after alcohol?", ASKED, said))
    assert asked == NotingRequest(action=NotingAction.LOG, text="alcohol")


def test_an_order_is_no_question() -> None:
    asked = asked_to_note(talk("please note 2 coffees at 15:00"))
    assert asked == NotingRequest(action=NotingAction.KEEP, text="2 coffees at 15:00")


def test_what_was_noted_is_said() -> None:
    assert told_of_notes(NotingTask(action=NotingAction.OFFER, said="3 beers yesterday evening")) == OFFERED
    assert told_of_notes(NotingTask(action=NotingAction.KEEP, said="3 beers")) == "Noted: 3 beers."
    assert "day without coffee" in told_of_notes(NotingTask(action=NotingAction.LOG, said="coffee"))
