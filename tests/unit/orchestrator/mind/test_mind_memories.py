import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.orchestrator.adapters.rules import RulesMind
from services.orchestrator.adapters.rules.memories import extract
from services.orchestrator.domain.plan import MemoryKind
from tests.unit.orchestrator.mind.builders import conversation


@pytest.mark.parametrize(
    ("said", "kind", "text"),
    [
        ("I want to lift my deep sleep by 15 minutes over the next 6 weeks.", MemoryKind.GOAL,
         "You want to lift your deep sleep by 15 minutes over the next 6 weeks."),
        ("My goal is to run a 10k, what is my average heart rate?", MemoryKind.GOAL, "You want to run a 10k."),
        ("I'm trying to sleep more", MemoryKind.GOAL, "You want to sleep more."),
        ("I'm vegetarian.", MemoryKind.PREFERENCE, "You are vegetarian."),
        ("Just so you know, I prefer mornings for workouts!", MemoryKind.PREFERENCE,
         "You prefer mornings for workouts."),
        ("I don\u2019t eat fish", MemoryKind.PREFERENCE, "You don't eat fish."),
        ("I used to run marathons.", MemoryKind.DECISION, "You used to run marathons."),
        ("I have been a runner for 8 years", MemoryKind.DECISION, "You have been a runner for 8 years."),
        ("I can't run because of my knee", MemoryKind.BARRIER, "You can't run because of your knee."),
        ("I have asthma, how can I increase my steps?", MemoryKind.BARRIER, "You have asthma."),
        ("I take beta blockers", MemoryKind.BARRIER, "You take beta blockers."),
        ("I decided to stop drinking coffee after noon.", MemoryKind.DECISION,
         "You decided to stop drinking coffee after noon."),
        ("Family matters a lot to me", MemoryKind.VALUE, "Family matters a lot to you."),
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
        "I'm tired today",
        "I had a coffee",
        "I walked 12,000 steps yesterday",
        "I like that",
        "If I was vegetarian, what would change?",
        "My husband has diabetes",
        "dad (82, on blood thinners) fell",
        "my friend Julia is vegetarian",
        "I live at 12 Oak Street, Springfield",
        "my email is jo@example.com",
        "I want to stop eating",
        "I hate myself",
        "I feel dizzy when I stand up",
        "I'd like the total of my steps last week",
        "I would like the mean sleep duration for May",
        "I want the maximum for October",
    ],
)
def test_questions_passing_things_and_secrets_are_not_remembered(said: str) -> None:
    assert extract(said) == ()


@pytest.mark.parametrize(
    "said", ["I want the average of my steps to be 9000", "I'd like the total of my steps above 70000 a week"]
)
def test_a_figure_that_is_to_become_something_is_a_goal(said: str) -> None:
    (goal,) = extract(said)
    assert goal.kind is MemoryKind.GOAL


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
    assert (
        await RulesMind().extract_memories(conversation("How is my sleep?"), "My goal is to help. I prefer naps.") == ()
    )


def test_a_stated_goal_is_surer_than_a_wish() -> None:
    (stated,), (wished,) = extract("My goal is to sleep more"), extract("I hope to sleep more")
    assert stated.confidence > wished.confidence


@given(st.text(max_size=40), st.integers(0, 200))
def test_a_memory_is_one_line_of_at_most_500_characters(what: str, length: int) -> None:
    for memory in extract("My goal is to " + what + " walk more" * length):
        assert len(memory.text) <= 500
        assert "\n" not in memory.text
        assert 0 <= memory.confidence <= 1


@pytest.mark.parametrize(
    ("older", "newer", "subject"),
    [
        ("I'm vegetarian", "I'm not vegetarian anymore", "diet"),
        ("I don't eat fish, remember that.", "actually I do eat fish now", "food fish"),
        ("I'm 43", "that's wrong, I'm 44", "age"),
        ("my knee is bad so no running", "My knee is fine again", "body knee"),
        ("my doctor put me on metoprolol", "I stopped taking metoprolol", "medication metoprolol"),
        ("trying to get to 8k steps a day", "my goal is to walk 10,000 steps a day", "goal steps"),
        ("I hate running", "I love running now", "taste running"),
        ("I work nights", "I don't work nights any more", "hours of work"),
    ],
)
def test_what_is_said_anew_has_the_subject_of_what_was_said_before(older: str, newer: str, subject: str) -> None:
    assert [memory.subject for said in (older, newer) for memory in extract(said)] == [subject, subject]


@pytest.mark.parametrize("said", ["I'm vegetarian", "i am vegetarian btw", "Remember: vegetarian here"])
def test_the_same_said_in_other_words_is_the_same_memory(said: str) -> None:
    assert [memory.text for memory in extract(said)] == ["You are vegetarian."]


@pytest.mark.parametrize(
    ("before", "said", "text"),
    [
        ("I'm trying to get to 8k steps a day", "not 8k, 9k", "You want to get to 9k steps a day."),
        ("I want to sleep 8 hours a night", "I meant 7 hours, not 8", "You want to sleep 7 hours a night."),
        ("I'm 43", "no, it's 44", "You are 44 years old."),
        ("my left knee is bad", "sorry i meant the right knee", "Your right knee is bad."),
        ("my left knee is bad", "sorry i meant the right one", "Your right knee is bad."),
        ("I'm allergic to cats", "its dogs not cats", "You are allergic to dogs."),
    ],
)
def test_a_word_that_is_put_right_is_of_what_was_said_before(before: str, said: str, text: str) -> None:
    assert [memory.text for memory in extract(said, [before, "What can you do?"])] == [text]
    assert extract(said) == ()
    assert extract(said, ["How did I sleep?"]) == ()


def test_of_two_facts_about_one_subject_the_last_is_kept() -> None:
    assert [memory.text for memory in extract("I'm 43. No wait. I'm 44.")] == ["You are 44 years old."]


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("i have prediabetes what should i change", "You have prediabetes."),
        ("I live alone, does my watch know when I nap", "You live alone."),
        ("As a vegan I struggle to get enough protein, any ideas?", "You are vegan."),
        ("I always crash on thursdays, check my data", "You always crash on thursdays."),
    ],
)
def test_a_question_behind_a_fact_is_no_part_of_it(said: str, text: str) -> None:
    assert text in [memory.text for memory in extract(said)]
    assert not any("?" in memory.text or "your data" in memory.text for memory in extract(said))


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("pls call me Bea", "You like to be called Bea."),
        ("i cant do burpees", "You can't do burpees."),
        ("I had a c-section last spring", "You had a c-section last spring."),
        ("back on nights now", "You work nights."),
        ("walking 10k a day, thats my goal", "Your goal is walking 10k a day."),
        ("i never said i was diabetic, im asthmatic", "You are asthmatic."),
    ],
)
def test_what_is_typed_in_a_hurry_is_kept_in_full_words(said: str, text: str) -> None:
    assert [memory.text for memory in extract(said)] == [text]
