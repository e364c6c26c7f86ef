import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.orchestrator.adapters.rules import RulesMind
from services.orchestrator.adapters.rules.memories import extract
from services.orchestrator.domain.plan import MemoryKind


@pytest.mark.parametrize(
    ("said", "kind", "text"),
    [
        ("I want to lift my deep sleep by 15 minutes over the next 6 weeks.", MemoryKind.GOAL,
         "Goal: lift my deep sleep by 15 minutes over the next 6 weeks."),
        ("My goal is to run a 10k, what is my average heart rate?", MemoryKind.GOAL, "Goal: run a 10k."),
        ("I'm trying to sleep more", MemoryKind.GOAL, "Goal: sleep more."),
        ("I'm vegetarian.", MemoryKind.PREFERENCE, "Preference: vegetarian."),
        ("Just so you know, I prefer mornings for workouts!", MemoryKind.PREFERENCE,
         "Preference: mornings for workouts."),
        ("I don\u2019t eat fish", MemoryKind.PREFERENCE, "Preference: don't eat fish."),
        ("I used to run marathons.", MemoryKind.DECISION, "History: used to run marathons."),
        ("I have been a runner for 8 years", MemoryKind.DECISION, "History: I have been a runner for 8 years."),
        ("I can't run because of my knee", MemoryKind.BARRIER, "Barrier: I can't run because of my knee."),
        ("I have asthma, how can I increase my steps?", MemoryKind.BARRIER, "Health: asthma."),
        ("I take beta blockers", MemoryKind.BARRIER, "Health: I take beta blockers."),
        ("I decided to stop drinking coffee after noon.", MemoryKind.DECISION,
         "Decision: stop drinking coffee after noon."),
        ("Family matters a lot to me", MemoryKind.VALUE, "Value: Family matters a lot to me."),
    ],
)  # fmt: skip
def test_what_a_person_says_of_themselves_is_remembered(said: str, kind: MemoryKind, text: str) -> None:
    assert [(memory.kind, memory.text) for memory in extract(said)] == [(kind, text)]


@pytest.mark.parametrize(
    "said",
    [
        "What is my goal?",
        "Is it true that I prefer mornings?",
        "I want to know my average HRV",
        "I'd like to see my steps",
        "I slept badly today",
        "I want to rest tonight",
        "I want to end it all",
        "I want to disappear",
        "My goal is to be left alone",
        "Thanks!",
        "How do I sleep better?",
        "My goal is to keep my password hunter2 safe",
        "I want to use amy_live_01HX2K3M4N5P6Q7R8S9T0V1W2X for everything",
        "I prefer sk-abc123",
        "My goal is to remember 4111 1111 1111 1111",
        "I prefer dGhpcyBpcyBhIHNlY3JldCBrZXk0Mg",
    ],
)
def test_questions_passing_things_and_secrets_are_not_remembered(said: str) -> None:
    assert extract(said) == ()


def test_several_things_said_at_once_are_several_memories() -> None:
    said = (
        "I'm vegetarian and I prefer mornings. My goal is to sleep more; I can't run because of my knee. I'm vegetarian"
    )
    assert [memory.kind for memory in extract(said)] == [
        MemoryKind.PREFERENCE,
        MemoryKind.PREFERENCE,
        MemoryKind.GOAL,
        MemoryKind.BARRIER,
    ]


async def test_what_amy_answered_is_not_remembered_as_the_users() -> None:
    assert await RulesMind().extract_memories("How is my sleep?", "My goal is to help. I prefer naps.") == ()


def test_a_stated_goal_is_surer_than_a_wish() -> None:
    (stated,), (wished,) = extract("My goal is to sleep more"), extract("I hope to sleep more")
    assert stated.confidence > wished.confidence


@given(st.text(max_size=40), st.integers(0, 200))
def test_a_memory_is_one_line_of_at_most_500_characters(what: str, length: int) -> None:
    for memory in extract("My goal is to " + what + " walk more" * length):
        assert len(memory.text) <= 500
        assert "\n" not in memory.text
        assert 0 <= memory.confidence <= 1
