"""How a coach speaks: the person's words are taken up, none stand in quotation marks, and a reply stays short."""

from dataclasses import replace

import pytest

from amy.api.common.v1 import common_pb2 as common
from amy.api.health_coach.v1 import health_coach_pb2 as pb
from services.health_coach import wire
from tests.unit.health_coach.coaching import LIBRARY, Records, converse

NOTHING_ON_RECORD = Records(record=None)


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ("promised my sister lol", "Promised your sister: I can see why that matters."),
        ("I dread the nights", "You dread the nights: I can see why that matters."),
        ("not for anyone else", "Understood: not for anyone else."),
    ],
)
async def test_an_answer_is_taken_up_without_quotation_marks(answer: str, says: str) -> None:
    *_, turn = await converse("I want to walk more", answer)
    assert turn.text.startswith(says)
    assert "“" not in turn.text


@pytest.mark.parametrize(
    ("message", "noun"),
    [
        ("My HRV has been low since winter", "What makes your heart rate variability matter"),
        ("thinking about cycling to the office", "What makes cycling matter"),
        ("No running please, I want to get in shape and train", "What makes getting fitter matter"),
    ],
)
async def test_the_question_names_what_the_person_named_and_wants(message: str, noun: str) -> None:
    (turn,) = await converse(message)
    assert noun in turn.text


async def test_a_complaint_is_reported_back_and_not_asserted() -> None:
    (turn,) = await converse("i sleep like rubbish, help me change that")
    assert turn.text.startswith("I hear that you sleep like rubbish.")


async def test_without_records_and_words_to_take_up_the_aim_is_named() -> None:
    *_, turn = await converse("I want to start exercising", "idk", records=NOTHING_ON_RECORD)
    assert "Your aim stays to start exercising." in turn.text


async def test_of_two_offers_in_a_row_no_sentence_is_the_same() -> None:
    first, second = await converse("Just tell me how to feel calmer", "something else")
    told = [set(turn.text.split(". ")) for turn in (first, second)]
    assert second.reply.recommended
    assert not told[0] & told[1]


async def test_a_smaller_goal_is_told_without_telling_again_how_the_step_helps() -> None:
    first, second = await converse("Just tell me how to walk more", "too hard")
    assert "[1]" in first.text
    assert "[1]" not in second.text
    assert "That would come to" in second.text


async def test_a_goal_says_from_when_it_counts_and_until_when_it_holds() -> None:
    *_, turn = await converse("Just tell me how to feel calmer", "yes")
    assert "days a week, counted from today. Keep to it until " in turn.text
    assert turn.reply.agreed is not None
    assert turn.reply.agreed.deadline == turn.reply.agreed.review_on


@pytest.mark.parametrize("reply", ["yes two days", "ok, 2 days a week", "yes but only on two days"])
async def test_a_yes_to_fewer_days_agrees_on_those(reply: str) -> None:
    *_, turn = await converse("Just tell me how to feel calmer", reply)
    assert turn.reply.agreed is not None
    assert turn.reply.agreed.days_per_week == 2


async def test_the_days_that_somebody_has_at_most_are_those_of_the_goal() -> None:
    *_, turn = await converse("I want to feel calmer", "work", "only two days a week", "idk", "idk")
    offered = next(each for each in (turn,) if each.reply.recommended)
    assert "2 days a week" in offered.text


async def test_fewer_days_after_an_agreement_make_the_goal_smaller() -> None:
    *_, turn = await converse("Just tell me how to feel calmer", "yes", "but only on two days for now")
    assert "An easier version is to" in turn.text
    assert "2 days a week" in turn.text


async def test_why_it_helps_is_told_after_an_agreement_and_a_yes_keeps_the_goal() -> None:
    *_, why, kept = await converse("Just tell me how to feel calmer", "yes", "hm, why would that help?", "ok, yes")
    assert why.text.endswith("Shall we keep it at that?")
    assert kept.reply.finished
    assert "Good luck with your goal" in kept.text


async def test_what_would_fit_is_not_asked_a_second_time_later() -> None:
    turns = await converse("Just tell me how to sleep better", "hm", "dunno", "hm", "well")
    assert sum("What would have to be different" in turn.text for turn in turns) == 1


@pytest.mark.parametrize(
    "reply",
    ["aye go on then", "ha, yes", "That feels safe, yes", "one day, yes", "will do", "I guess we could do that"],
)
async def test_a_yes_that_comes_late_or_in_other_words_is_heard(reply: str) -> None:
    *_, turn = await converse("Just tell me how to feel calmer", reply)
    assert turn.reply.agreed is not None


@pytest.mark.parametrize(
    "reply", ["that is not what I want, ok", "ha, no", "well", "I already do that", "not sure that is doable"]
)
async def test_what_is_no_late_yes_agrees_on_nothing(reply: str) -> None:
    *_, turn = await converse("Just tell me how to feel calmer", reply)
    assert turn.reply.agreed is None


async def test_what_is_liked_weighs_more_than_a_word_that_fits() -> None:
    *_, turn = await converse("I'd like to lose some weight", "my checkup", "I don't mind walking round the park")
    assert "take a short walk" in turn.text


async def test_a_step_that_does_something_comes_before_one_that_watches() -> None:
    (turn,) = await converse("just tell me what to do about my HRV, my resting heart rate and my variability")
    assert "readings" not in turn.text
    assert "weekly average" not in turn.text


async def test_what_a_limit_rules_out_is_not_taken_up_when_it_is_asked_about() -> None:
    first = "I have Raynaud's. Just tell me how to recover faster"
    _, left_out, agreed = await converse(first, "what about an ice bath?", "yes")
    assert left_out.text.startswith("I'd leave that out, to plan around keeping warm.")
    assert agreed.reply.agreed is not None


async def test_a_wish_for_a_thing_is_said_back_as_a_wish() -> None:
    (turn,) = await converse("i want more stamina")
    assert turn.text.startswith("You'd like more stamina.")


async def test_a_step_of_the_kind_that_is_asked_about_is_offered() -> None:
    *_, turn = await converse("I want to get fit", "my kids", "nothing", "idk", "what about swimming?")
    assert turn.reply.recommended
    assert "swim" in turn.text


async def test_what_is_liked_but_ruled_out_is_not_built_on() -> None:
    *_, turn = await converse("I'm pregnant and would like to stay fit", "my kids", "a hot bath")
    assert turn.text.startswith("I'd leave that out, to plan around your pregnancy.")


async def test_who_names_what_it_is_about_hears_their_own_words() -> None:
    (turn,) = await converse("too many late dinners")
    assert turn.text.startswith("Too many late dinners: let's look at that.")


@pytest.mark.parametrize("answer", ["movement", "stress"])
async def test_what_the_first_question_names_is_understood(answer: str) -> None:
    *_, turn = await converse("I want to be healthier", answer)
    assert "your health matter" not in turn.text


async def test_a_limit_and_a_wish_are_both_heard() -> None:
    (turn,) = await converse("I'm vegan and want to eat more fibre")
    assert turn.text.startswith("You'd like to eat more fibre. I plan around your vegan diet.")


async def test_why_it_helps_is_not_told_in_the_same_words_again() -> None:
    first, why = await converse("Just tell me how to feel calmer", "why would that help?")
    assert "studies [1]" in why.text
    assert not set(first.text.split(". ")) & set(why.text.split(". "))


@pytest.mark.parametrize("reply", ["hm no", "well, no"])
async def test_a_no_that_comes_late_brings_another_step(reply: str) -> None:
    *_, turn = await converse("Just tell me how to feel calmer", reply)
    assert turn.text.startswith("Then we leave that one aside.")


async def test_evenings_that_could_work_suit() -> None:
    *_, turn = await converse("Just tell me how to sleep better", "evenings could work")
    assert turn.text.endswith("Shall we agree on that?")


async def test_the_number_that_somebody_speaks_of_is_told_first() -> None:
    (turn,) = await converse("My HRV has been low since winter, I'd like to change that")
    assert "your heart rate variability was 43.2" in turn.text


@pytest.mark.parametrize(
    "message", ["I want to switch off after work", "help me get rid of my cravings", "I'd like a better balance"]
)
async def test_a_topic_that_is_only_hinted_at_is_not_asked_for(message: str) -> None:
    (turn,) = await converse(message)
    assert "Where would you like to start" not in turn.text


async def test_a_wish_that_is_told_again_is_not_said_back_in_the_same_words() -> None:
    first, second = await converse("I want to feel well again", "I want to feel well again")
    assert first.text.startswith("You'd like to feel well again.")
    assert "You'd like to feel well again." not in second.text


async def test_of_eating_no_steps_are_told() -> None:
    (turn,) = await converse("I want to eat better")
    assert "steps" not in turn.text


async def test_who_tells_a_complaint_and_a_job_is_asked_neither_why_nor_what_limits_them() -> None:
    (turn,) = await converse("I'm a dentist, I get migraines and want to feel calmer")
    assert "matter to you" not in turn.text
    assert "plan around, such" not in turn.text


async def test_who_refuses_something_is_not_asked_what_they_like() -> None:
    turns = await converse("I want to feel calmer, no yoga please", "my boss", "idk", "idk")
    assert not any("enjoy trying" in turn.text for turn in turns)


async def test_a_reply_leaves_out_what_is_least_important_before_it_is_too_long() -> None:
    usual = [each for each in LIBRARY.strategies if each.id in {"wind-down", "calm-pages"}]

    class Long:
        strategies = tuple(replace(each, how_it_helps="It helps " + "very " * 45 + "much.") for each in usual)

    (turn,) = await converse("how can I sleep better?", library=Long())  # type: ignore[arg-type]
    assert turn.status == "answered"
    assert turn.text.count("very very") == 22
    assert all(each.text in turn.text for each in usual)


def test_what_stands_below_an_answer_is_not_read_as_the_coachs() -> None:
    told = "You sleep little.\n\nWhat helps?\n\nAnd if things are heavy:\n\n- call\n\nSources:\n1. Awake at 3?, NHS"
    request = pb.CoachRequest(
        user_id="ada", message="x", history=[common.Message(role=common.ROLE_ASSISTANT, content=told)]
    )
    assert wire.case_from_proto(request).last_told == "You sleep little.\n\nWhat helps?"
