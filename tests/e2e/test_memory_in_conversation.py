"""Memory through the public API: what is said is kept, told, put right and forgotten in conversation."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from amy.client import Amy
from amy.client.models import TurnResult
from evals.system import System


class Talk:
    """A person who talks to Amy, one conversation after the other."""

    def __init__(self, amy: Amy) -> None:
        self.amy = amy
        self._messages: list[dict[str, str]] = []

    def anew(self) -> None:
        self._messages = []

    def say(self, text: str, *, include_memory: bool = True, include_biomarkers: bool = True) -> TurnResult:
        self._messages.append({"role": "user", "content": text})
        turn = self.amy.turns.create(
            messages=self._messages,
            stream=False,
            context={"include_memory": include_memory, "include_biomarkers": include_biomarkers},
        )
        assert turn.status == "completed", turn.error
        assert turn.result is not None
        self._messages.append({"role": "assistant", "content": turn.result.answer})
        return turn.result

    def kept(self) -> list[str]:
        """Oldest first."""
        return [entry.text for entry in self.amy.memory.list(limit=100).data][::-1]


@pytest.fixture
def talk(system: System, request: pytest.FixtureRequest) -> Iterator[Talk]:
    with Amy(
        api_key=system.admin_key, base_url=system.base_url, user=re.sub(r"\W", "-", request.node.name)[-60:]
    ) as client:
        yield Talk(client)


def test_what_is_known_is_told_with_the_day_it_was_said(talk: Talk) -> None:
    talk.say("i'm vegetarian btw")
    talk.amy.memory.create(text="Mornings only for workouts.", category="preference")
    talk.anew()
    answer = talk.say("What do you know about me?").answer
    today = datetime.now(UTC)
    day = f"{today.day} {today:%B %Y}"
    assert f"“You are vegetarian.” (from our conversation on {day})" in answer
    assert f"“Mornings only for workouts.” (you wrote this on {day})" in answer


def test_what_was_just_said_is_forgotten_and_not_kept_again(talk: Talk) -> None:
    talk.say("My knee is bad so no running")
    talk.say("I'm vegetarian")
    answer = talk.say("forget that").answer
    assert "“You are vegetarian.”" in answer
    assert talk.kept() == ["Your knee is bad so no running."]


def test_nothing_to_forget_is_asked_back(talk: Talk) -> None:
    talk.say("I'm vegetarian")
    talk.say("thanks!")
    assert "nothing to forget" in talk.say("forget that").answer
    assert talk.kept() == ["You are vegetarian."]


def test_a_thing_that_is_named_is_forgotten_in_another_conversation(talk: Talk) -> None:
    talk.say("I'm vegetarian")
    talk.say("I work nights")
    talk.anew()
    assert "“You are vegetarian.”" in talk.say("forget that I'm vegetarian").answer
    assert talk.kept() == ["You work nights."]
    assert "nothing on record" in talk.say("forget about my shoulder").answer


def test_everything_is_forgotten_only_after_a_yes(talk: Talk) -> None:
    talk.say("I'm vegetarian")
    assert "Shall I" in talk.say("forget everything").answer
    talk.say("no")
    assert talk.kept() == ["You are vegetarian."]
    talk.say("forget everything you know about me")
    talk.say("yes please")
    assert talk.kept() == []
    assert talk.amy.memory.list(include_tested=True).data == []
    assert "don't remember anything" in talk.say("what do you know about me?").answer


def test_what_is_wrong_is_put_right(talk: Talk) -> None:
    talk.say("I'm 43")
    talk.say("What do you know about me?")
    assert "“You are 44 years old.”" in talk.say("that's wrong, I'm 44").answer
    talk.say("I don't eat fish, remember that.")
    talk.say("actually I do eat fish now")
    talk.say("trying to get to 8k steps a day")
    talk.say("not 8k, 9k")
    assert talk.kept() == ["You are 44 years old.", "You eat fish again.", "You want to get to 9k steps a day."]


def test_memory_that_is_off_is_neither_told_nor_changed(talk: Talk) -> None:
    talk.say("I'm vegetarian")
    for asked in ("What do you know about me?", "forget that", "forget everything"):
        answer = talk.say(asked, include_memory=False).answer
        assert "Memory is off" in answer
        assert "vegetarian" not in answer
    assert talk.kept() == ["You are vegetarian."]


def test_with_memory_off_nothing_that_is_told_is_kept(talk: Talk) -> None:
    assert "won't remember" in talk.say("I'm vegetarian", include_memory=False).answer
    assert "won't remember" in talk.say("that's wrong, I'm 44", include_memory=False).answer
    assert talk.kept() == []


def test_what_is_told_between_questions_is_acknowledged_in_a_sentence(amy: Amy) -> None:
    talk = Talk(amy)
    talk.say("What was my average resting heart rate last month?")
    answer = talk.say("my knee is bad so no running").answer
    assert answer == "Noted, I'll remember this: “Your knee is bad so no running.”"
    assert "bpm" in talk.say("What was my average resting heart rate in October?").answer
    talk.say("forget my knee")


def test_what_is_told_to_the_coach_is_heard_by_the_coach(amy: Amy) -> None:
    talk = Talk(amy)
    assert "health_coach" in talk.say("how can i sleep better?").agents_used
    told = talk.say("my knee is bad so no running")
    assert "health_coach" in told.agents_used
    assert "knee" in told.answer
    assert talk.say("forget my knee").answer.startswith("Done.")


@pytest.mark.parametrize(
    "asked", ["what do u remember abt me", "wat have i told u so far", "did i tell u i was veggie?"]
)
def test_what_is_known_is_asked_for_in_anybodys_words(talk: Talk, asked: str) -> None:
    talk.say("im veggie")
    talk.anew()
    assert "“You are veggie.”" in talk.say(asked).answer


@pytest.mark.parametrize(
    "passing",
    [
        "so stressed with this deadline today",
        "my password is Sunshine42 btw",
        "i dont want to be here anymore",
        "my dad is diabetic",
        "what if i was diabetic?",
    ],
)
def test_nothing_passing_secret_dangerous_of_others_or_imagined_is_kept(talk: Talk, passing: str) -> None:
    talk.say(passing)
    assert talk.kept() == []


def test_each_entry_names_its_turn_its_confidence_and_comes_once(talk: Talk) -> None:
    talk.say("I'm vegetarian")
    talk.say("im Vegetarian")
    talk.amy.memory.create(text="Mornings only for workouts.", category="preference")
    written, told = talk.amy.memory.list().data
    turns = [turn.id for turn in talk.amy.turns.list().data]
    assert (written.source_turn_id, written.confidence) == (None, 1.0)
    assert (told.source_turn_id in turns, told.confidence) == (True, 0.9)


def test_laboratory_values_are_left_out_where_the_turn_says_so(amy: Amy) -> None:
    talk = Talk(amy)
    for asked in ("What is my latest vitamin D?", "Is my vitamin D ok?", "How am I doing?"):
        talk.anew()
        told = talk.say(asked, include_biomarkers=False)
        assert not [entry.claim for entry in told.fact_sheet if entry.unit == "ng/mL" and entry.source != "literature"]
        assert "Your newest vitamin D" not in told.answer
    talk.anew()
    assert [entry for entry in talk.say("What is my latest vitamin D?").fact_sheet if entry.unit == "ng/mL"]


def test_the_same_question_again_leaves_one_insight(amy: Amy) -> None:
    talk = Talk(amy)
    for _ in range(2):
        talk.anew()
        talk.say("Do my steps go together with my time asleep?")
        talk.say("What was my average resting heart rate last month?")
        told = {entry.id: entry.text for entry in amy.memory.list(category="insight", limit=100).data}
        insights = [text for text in told.values() if "average resting heart rate last month" in text.lower()]
    assert len(insights) == 1, insights
