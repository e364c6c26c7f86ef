"""What is asked of memory in conversation, which entries are meant, and what is told."""

from datetime import UTC, datetime

import pytest

from services.orchestrator.adapters.rules import memory_talk
from services.orchestrator.adapters.rules.memory_commands import asked_of_memory
from services.orchestrator.adapters.rules.memory_talk import meant, tell
from services.orchestrator.domain.conversation import Conversation, Message
from services.orchestrator.domain.memory_requests import MemoryAccess, MemoryAction, MemoryRequest, MemoryTask
from services.orchestrator.domain.notes import MemoryNote
from services.orchestrator.domain.plan import MemoryKind

RECALL, FORGET_LAST, FORGET_ALL = MemoryAction.RECALL, MemoryAction.FORGET_LAST, MemoryAction.FORGET_ALL
MAY = datetime(2026, 5, 4, 9, tzinfo=UTC)
KNEE = MemoryNote(kind=MemoryKind.BARRIER, text="Your knee is bad so no running.", id="m1", subject="body knee")
DIET = MemoryNote(kind=MemoryKind.PREFERENCE, text="You are vegetarian.", id="m2", subject="diet")
GOAL = MemoryNote(kind=MemoryKind.GOAL, text="You want to walk 9k steps a day.", id="m3", subject="goal steps")
WORK = MemoryNote(kind=MemoryKind.BARRIER, text="You work nights.", id="m4", subject="hours of work")
WRITTEN = MemoryNote(kind=MemoryKind.PREFERENCE, text="Mornings only for workouts.", id="m5")
NOTES = (KNEE, DIET, GOAL, WORK, WRITTEN)


def said(*messages: str) -> Conversation:
    return Conversation(messages=tuple(Message(role="user", content=message) for message in messages))


def asked(*messages: str) -> MemoryAction | None:
    request = asked_of_memory(said(*messages))
    return request.action if request else None


@pytest.mark.parametrize(
    ("message", "action"),
    [
        ("what do you know about me?", RECALL),
        ("What do you remember about me", RECALL),
        ("so what do you actually know about me?", RECALL),
        ("tell me what you know about me", RECALL),
        ("show me your memory", RECALL),
        ("what do u remember abt me", RECALL),
        ("wut do you no about me", RECALL),
        ("what have i told u so far", RECALL),
        ("tell me evrything you kno about me", RECALL),
        ("what's in your memory about me", RECALL),
        ("forget that", FORGET_LAST),
        ("pls delete my last message", FORGET_LAST),
        ("i take that back", FORGET_LAST),
        ("wipe your memory", FORGET_ALL),
        ("pls forgett everything u know about me", FORGET_ALL),
        ("Please forget that.", FORGET_LAST),
        ("can you forget that?", FORGET_LAST),
        ("forget it", FORGET_LAST),
        ("scratch that", FORGET_LAST),
        ("don\u2019t remember that please", FORGET_LAST),
        ("forget what I just said", FORGET_LAST),
        ("forget everything", FORGET_ALL),
        ("delete everything you know about me", FORGET_ALL),
        ("Forget all about me", FORGET_ALL),
    ],
)
def test_a_command_is_heard_however_it_is_put(message: str, action: MemoryAction) -> None:
    assert asked(message) is action


@pytest.mark.parametrize(
    ("message", "about"),
    [
        ("forget that I'm vegetarian", "I'm vegetarian"),
        ("please forget about my knee", "my knee"),
        ("don't remember that I smoke", "I smoke"),
        ("forget what I said about my knee please", "my knee"),
        ("delete my goal", "my goal"),
        ("forget the fish thing", "the fish thing"),
        ("can u forget about my knee its fine now", "my knee"),
        ("ignore what i said about running", "running"),
        ("remove the thing about my back", "my back"),
        ("i dont want the steps goal anymore, drop it", "the steps goal"),
    ],
)
def test_what_is_to_be_forgotten_is_heard_in_the_persons_words(message: str, about: str) -> None:
    assert asked_of_memory(said(message)) == MemoryRequest(action=MemoryAction.FORGET_ABOUT, about=about)


@pytest.mark.parametrize(
    ("message", "about"),
    [
        ("did i tell u i was vegetarian?", "i was vegetarian"),
        ("do you remember my goal?", "my goal"),
        ("what do you have down as my age?", "my age"),
        ("what did I say about my knee?", "my knee"),
        ("which of my allergies do you know about", "my allergies"),
    ],
)
def test_a_thing_that_is_asked_for_is_told_alone(message: str, about: str) -> None:
    assert asked_of_memory(said(message)) == MemoryRequest(action=RECALL, about=about)


def test_what_was_never_told_is_not_told_to_be_nothing_at_all() -> None:
    asked_for = MemoryRequest(action=RECALL, about="my allergies")
    assert tell(MemoryTask(request=asked_for)) == memory_talk.NEVER_TOLD


@pytest.mark.parametrize(
    "message",
    [
        "What do you know about sleep?",
        "Forget about sleep, how are my steps?",
        "Don't forget I'm vegetarian",
        "I forget things a lot",
        "never forget that",
        "delete my steps of yesterday",
        "remove the outliers",
        "How do I delete my data?",
        "What's in my records?",
        "What do you know about my sleep?",
        "Do you remember my average steps?",
        "did i tell you how i sleep",
        "Actually, how many steps did I do?",
        "actually that's great",
        "yes",
        "no",
        "I'm vegetarian",
    ],
)
def test_what_asks_something_else_is_not_taken_for_a_command(message: str) -> None:
    assert asked(message) is None


def test_everything_is_forgotten_only_by_a_yes_to_the_question() -> None:
    assert asked("forget everything", "yes please") is MemoryAction.FORGET_ALL_CONFIRMED
    assert asked("forget everything", "no, keep it") is MemoryAction.KEEP_ALL
    assert asked("forget everything", "How did I sleep?") is None
    assert asked("forget everything", "How did I sleep?", "yes") is None
    assert asked("yes, forget everything") is FORGET_ALL


@pytest.mark.parametrize(
    ("messages", "fact"),
    [
        (("that's wrong, I'm 44",), "You are 44 years old."),
        (("no, I'm vegan not vegetarian",), "You are vegan."),
        (("actually I do eat fish now",), "You eat fish again."),
        (("I'm trying to get to 8k steps a day", "not 8k, 9k"), "You want to get to 9k steps a day."),
    ],
)
def test_what_puts_something_right_is_a_correction(messages: tuple[str, ...], fact: str) -> None:
    request = asked_of_memory(said(*messages))
    assert request is not None
    assert request.action is MemoryAction.CORRECT
    assert request.about.startswith(fact.rstrip("."))


@pytest.mark.parametrize(
    ("about", "notes"),
    [
        ("I'm vegetarian", (DIET,)),
        ("I have a bad knee", (KNEE,)),
        ("my knee", (KNEE,)),
        ("my goal", (GOAL,)),
        ("my goals", (GOAL,)),
        ("that I work nights", (WORK,)),
        ("the mornings", (WRITTEN,)),
        ("my shoulder", ()),
    ],
)
def test_what_is_meant_is_found_by_what_it_is_about(about: str, notes: tuple[MemoryNote, ...]) -> None:
    chosen = meant(about, NOTES)
    assert chosen.notes == notes
    assert chosen.surely


def test_what_only_partly_fits_is_asked_back() -> None:
    chosen = meant("the thing about work and steps", NOTES)
    assert not chosen.surely
    task = MemoryTask(
        request=MemoryRequest(action=MemoryAction.FORGET_ABOUT), notes=chosen.notes, unclear=not chosen.surely
    )
    assert not task.forgets
    assert tell(task).startswith(memory_talk.WHICH)
    assert "“You work nights.”" in tell(task)


def test_each_entry_says_where_it_is_from() -> None:
    notes = (
        MemoryNote(kind=MemoryKind.PREFERENCE, text="You are vegetarian.", created_at=MAY, turn_id="turn_1"),
        MemoryNote(kind=MemoryKind.GOAL, text="Lift {{ds-001.effect}} *more*.", created_at=MAY),
    )
    told = tell(MemoryTask(request=MemoryRequest(action=RECALL), notes=notes))
    assert "- “You are vegetarian.” (from our conversation on 4 May 2026)" in told
    assert "- “Lift ds-001.effect more .” (you wrote this on 4 May 2026)" in told
    assert told.index("Your goals") < told.index("Your preferences")


def test_what_is_forgotten_is_named() -> None:
    request = MemoryRequest(action=FORGET_LAST)
    assert "“You work nights.”" in tell(MemoryTask(request=request, notes=(WORK,)))
    both = tell(MemoryTask(request=request, notes=(WORK, DIET)))
    assert "“You work nights.”" in both
    assert "“You are vegetarian.”" in both
    assert tell(MemoryTask(request=request)) == memory_talk.NOTHING_TAUGHT


@pytest.mark.parametrize("action", MemoryAction)
def test_memory_that_cannot_be_used_is_said_to_be_unused(action: MemoryAction) -> None:
    request = MemoryRequest(action=action)
    for access, told in ((MemoryAccess.OFF, memory_talk.OFF), (MemoryAccess.UNREACHABLE, memory_talk.UNREACHABLE)):
        task = MemoryTask(request=request, access=access, notes=NOTES)
        assert tell(task) == told
        assert not task.forgets


def test_many_entries_are_told_by_the_newest() -> None:
    notes = tuple(MemoryNote(kind=MemoryKind.GOAL, text=f"Goal {at}.") for at in range(30))
    told = tell(MemoryTask(request=MemoryRequest(action=RECALL), notes=notes))
    assert told.count("\n- ") == 20
    assert "and 10 older ones" in told
