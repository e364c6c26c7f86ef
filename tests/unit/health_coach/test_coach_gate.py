"""The recommend gate: asks first, recommends once, adapts, agrees, and comes to an end."""

import pytest

from services.health_coach.adapters.rules.asking import MOST_ASKED, asked_in
from services.health_coach.adapters.rules.reflecting import says_back
from services.health_coach.domain.case import Remembered
from services.health_coach.domain.checking import MOST_WORDS
from services.health_coach.domain.decisions import Unknown
from tests.unit.health_coach.coaching import LIBRARY, Records, Turn, converse

TALKS = (
    ("I want to sleep better", "I'm always tired at work", "two kids", "too hard", "yes let's do that", "thanks"),
    ("Help me walk more", "my doctor said so", "I have a bad knee", "why would that help?", "too easy", "ok I'll try"),
    ("I want to get healthier", "sleep", "dunno", "none really", "no, something else", "another one please", "sure"),
    ("Just tell me what to do about my stress", "no I hate breathing exercises", "yes, sounds good", "bye"),
    ("How can I eat better? I'm vegetarian", "for my heart", "I already cook a lot", *["no"] * 6),
    ("I have depression and want to drink less wine", "I sleep badly after it", "friends", "hm", "what else?", "yes"),
    ("I want to lose weight, I had an eating disorder", "to fit in my clothes", "my work", "fine"),
    ("Give me a goal for my bedtime", "no more questions", "too early for me", "yes"),
    ("I want to run a 10k in spring", "for my mood", "I work night shifts", "I don't like that", "sounds doable"),
    ("I'm in a wheelchair and want to be more active", "to keep up with my kids", "nothing", "ok great"),
    ("my hrv is low. what can I do?", "to be there for my grandchildren", "I have a pacemaker", "sure"),
    ("My coffee habit is out of hand", "I can't fall asleep", "I love the ritual", "deal", "thank you, bye"),
    ("How do I recover better from training?", "I'm sore all the time", "no gym nearby, I run", "sounds good"),
)


def questions_of(turns: list[Turn]) -> list[Unknown]:
    return [asked for turn in turns if (asked := asked_in(turn.text))]


@pytest.mark.parametrize(
    "records", [Records(), Records(record=None), Records(levels={"active_zone_minutes": 4.0, "sleep_minutes": 380.0})]
)
@pytest.mark.parametrize("messages", TALKS)
async def test_every_reply_keeps_the_rules_of_a_reply(messages: tuple[str, ...], records: Records) -> None:
    for turn in await converse(*messages, records=records):
        assert turn.status == "answered", turn.text
        draft = turn.reply.draft
        assert draft.count("?") == (0 if turn.reply.finished else 1), draft
        assert turn.reply.finished or draft.endswith("?"), draft
        assert len(draft.split()) <= MOST_WORDS
        assert turn.reply.finished or not turn.facts or "{{" in draft or says_back(draft, turn.case.message), draft
        assert "  " not in draft
        assert ".." not in draft


async def test_it_asks_before_it_recommends() -> None:
    first, second, third = await converse("I want to sleep better", "hm", "no idea")
    assert questions_of([first, second]) == [Unknown.WHY, Unknown.CONSTRAINTS]
    assert not first.reply.recommended
    assert third.reply.recommended


@pytest.mark.parametrize("messages", TALKS)
async def test_nothing_is_asked_twice_and_no_more_than_a_few_things(messages: tuple[str, ...]) -> None:
    asked = questions_of(await converse(*messages))
    assert len(asked) == len(set(asked))
    assert len(asked) <= MOST_ASKED + 1


@pytest.mark.parametrize(
    ("message", "known"),
    [
        ("I want to sleep better because I'm exhausted", Unknown.WHY),
        ("I want to sleep better, but I work late shifts", Unknown.CONSTRAINTS),
        ("I want to sleep better. I've tried going to bed on time", Unknown.ACTIONS),
        ("I want to fall asleep earlier", Unknown.MEANING),
    ],
)
async def test_what_was_said_is_not_asked(message: str, known: Unknown) -> None:
    turns = await converse(message, "hm", "hm", "hm")
    assert known not in questions_of(turns)
    assert any(turn.reply.recommended for turn in turns)


@pytest.mark.parametrize(
    ("memory", "known"),
    [
        (Remembered(kind="value", text="Value: being there for my children."), Unknown.WHY),
        (Remembered(kind="barrier", text="I never have quiet at home."), Unknown.CONSTRAINTS),
        (Remembered(kind="preference", text="Preference: love cycling."), Unknown.ACTIONS),
    ],
)
async def test_what_is_remembered_is_not_asked(memory: Remembered, known: Unknown) -> None:
    turns = await converse("I want to sleep better", "hm", "hm", memories=[memory])
    assert known not in questions_of(turns)


async def test_who_wants_no_questions_gets_none() -> None:
    (turn,) = await converse("Just tell me what to do to sleep better")
    assert turn.reply.recommended
    assert turn.reply.technique_ids
    assert [source.url.startswith("https://") for source in turn.reply.sources] == [True]


async def test_what_was_just_recommended_is_not_recommended_again() -> None:
    offered, after = await converse("Just tell me what to do to sleep better", "hm, the evenings are short")
    assert offered.reply.recommended
    assert not after.reply.recommended
    assert not any(strategy.text in after.text for strategy in LIBRARY.strategies)


async def test_who_refuses_gets_another_step_each_time_until_none_is_left() -> None:
    turns = await converse("Just tell me what to do about my alcohol", *["no"] * 16)
    told = [strategy.id for turn in turns for strategy in LIBRARY.strategies if f"to {strategy.text}." in turn.text]
    assert len(told) == len(set(told)) == len([turn for turn in turns if turn.reply.recommended])
    assert "I have no other step" in turns[-1].text


async def test_too_much_makes_the_goal_smaller_and_yes_agrees_on_what_was_told() -> None:
    offered, smaller, agreed = await converse("Just tell me how to walk more", "that's too much", "ok, I'll do that")
    first, second = (turn.reply.proposals[0].value for turn in (offered, smaller))
    assert 7432.4 < second < first
    assert agreed.reply.agreed is not None
    assert agreed.reply.agreed.target == second
    assert agreed.reply.finished
    assert not agreed.reply.recommended


async def test_more_than_the_own_level_allows_is_not_offered() -> None:
    offered, more = await converse("Just tell me how to walk more", "that's too easy")
    assert offered.reply.proposals[0].value == 8100
    assert not more.reply.recommended
    assert "a leap from where you are" in more.text


async def test_an_agreed_goal_is_complete() -> None:
    *_, turn = await converse("Just tell me how to walk more", "deal")
    goal = turn.reply.agreed
    assert goal is not None
    assert (goal.metric, goal.unit, goal.target, goal.baseline) == ("steps", "count", 8100, 7432.4)
    assert goal.baseline_question in turn.facts
    assert goal.started_on
    assert goal.review_on
    assert (goal.review_on - goal.started_on).days == 14
    assert goal.technique_ids
    assert goal.strategy_id


@pytest.mark.parametrize("reply", ["yes", "Yes, sounds good!", "ok", "sure, thanks", "deal", "why not", "no problem"])
async def test_yes_is_heard(reply: str) -> None:
    assert (await converse("Just tell me how to walk more", reply))[-1].reply.agreed


@pytest.mark.parametrize("reply", ["yes but that is too much", "hm", "maybe", "no", "is that safe?", "thanks"])
async def test_what_is_no_yes_agrees_on_nothing(reply: str) -> None:
    assert not (await converse("Just tell me how to walk more", reply))[-1].reply.agreed


async def test_thanks_end_the_conversation_with_a_summary_and_without_a_question() -> None:
    *_, turn = await converse("Just tell me how to walk more", "yes", "thanks, bye")
    assert turn.reply.finished
    assert turn.text.startswith("You're welcome. Good luck with your goal: 8,100 steps a day on average.")
    assert "?" not in turn.text


@pytest.mark.parametrize(
    ("message", "says"),
    [
        ("hm, too hard after all", "An easier version is to"),
        ("no that wont work at the call centre", "Then we leave that one aside."),
    ],
)
async def test_what_was_agreed_on_can_be_changed_at_once(message: str, says: str) -> None:
    *_, turn = await converse("Just tell me how to walk more", "yes", message)
    assert says in turn.text
    assert turn.reply.recommended


async def test_a_time_that_suits_is_taken_up_and_a_yes_agrees() -> None:
    _, suits, agreed = await converse("Just tell me how to sleep better", "evenings, i like music", "yes")
    assert suits.text.startswith("Evenings: that goes well with it.")
    assert suits.text.endswith("Shall we agree on that?")
    assert agreed.reply.agreed is not None


async def test_what_would_fit_is_asked_once() -> None:
    *_, asked, after = await converse("Just tell me how to sleep better", "hm", "dunno")
    assert asked.text.endswith("What would have to be different for that step to fit your week?")
    assert after.reply.recommended


async def test_who_asks_whether_they_should_is_first_told_where_they_stand() -> None:
    (turn,) = await converse("should i sleep more?")
    assert turn.text.startswith("Over the last 30 days you slept 6 h 42 min a night on average. That is less than most")


async def test_words_of_the_person_are_said_back_in_place_of_another_number() -> None:
    *_, turn = await converse("I want to walk more", "so my knees stay young", "the river path")
    assert turn.text.startswith("The river path: we plan around that.")
    assert "{{ds-" not in turn.reply.draft.partition("One step")[0]


@pytest.mark.parametrize(
    ("message", "not_told"),
    [
        ("Just tell me what helps against stress at work", "drink"),
        ("Just tell me how to sleep better when it is late", "coffee"),
    ],
)
async def test_nobody_is_told_to_change_a_habit_that_they_never_spoke_of(message: str, not_told: str) -> None:
    (turn,) = await converse(message)
    assert turn.reply.recommended
    assert not_told not in turn.text


async def test_what_is_liked_chooses_the_step_and_what_is_not_wanted_does_not() -> None:
    *_, turn = await converse("I want to reduce my stress. I do not want to talk", "boss", "home office", "puzzles")
    told = " ".join(turn.text.split())
    assert "tell somebody you trust" not in told


async def test_an_answer_to_a_question_does_not_change_what_it_is_about() -> None:
    turns = await converse("I want to run more", "for my heart", "I work night shifts and sleep badly")
    assert any("training" in strategy.topics for strategy in LIBRARY.strategies if strategy.text in turns[-1].text)


async def test_another_topic_takes_the_place_of_an_open_offer() -> None:
    *_, turn = await converse("Just tell me how to sleep better", "I'd rather work on my steps", "hm", "yes")
    assert turn.reply.agreed is None
    assert any("steps" in strategy.topics for strategy in LIBRARY.strategies if strategy.text in turn.text)


@pytest.mark.parametrize("message", ["no thanks, bye", "thanks, that's all", "Thank you!"])
async def test_who_leaves_is_let_go(message: str) -> None:
    *_, turn = await converse("Just tell me how to sleep better", message)
    assert turn.reply.finished
    assert turn.reply.agreed is None


async def test_how_much_and_whether_it_is_safe_are_answered() -> None:
    _, how_much, safe = await converse("Just tell me how to sleep better", "how much is that?", "is it safe?")
    assert how_much.reply.draft.startswith("I had {{goal-1.target}}")
    assert not how_much.reply.recommended
    assert "ask your doctor" in safe.text


async def test_who_may_not_come_off_alcohol_alone_is_sent_to_a_doctor() -> None:
    for turn in await converse("Just tell me how to drink less wine. I shake without a drink", *["no"] * 4):
        assert "Talk to your doctor about coming off alcohol safely" in turn.text


async def test_what_is_nothing_to_coach_about_is_declined() -> None:
    (turn,) = await converse("What is the capital of France?")
    assert turn.status == "declined"


@pytest.mark.parametrize(
    "message", ["I have depression and sleep badly", "I'm so fat and lazy", "I take metformin and want to walk more"]
)
async def test_neither_a_diagnosis_nor_a_medicine_nor_a_judgement_is_said_back(message: str) -> None:
    (turn,) = await converse(message)
    assert not {"depression", "fat", "lazy", "metformin"} & set(turn.text.lower().replace(".", "").split())


@pytest.mark.parametrize(
    ("message", "ways"),
    [
        ("How can I cope with stress?", 2),
        ("Could you show me some breathing exercises?", 2),
        ("Tips for eating better", 2),
        ("I want to sleep better", 0),
        ("How can I get healthier?", 0),
        ("I have kidney issues, how can I eat better?", 0),
    ],
)
async def test_who_begins_with_a_question_is_told_what_helps_many_before_anything_is_asked(
    message: str, ways: int
) -> None:
    first, second = await converse(message, "because I'm always tired")
    assert len(first.reply.sources) == ways
    assert ("What helps many people is to" in first.text) == bool(ways)
    assert not first.reply.recommended
    assert questions_of([first])
    assert "What helps many people" not in second.text


async def test_what_is_told_to_help_keeps_to_what_the_person_cannot_do() -> None:
    (turn,) = await converse("How can I eat better? I'm vegan.")
    assert "What helps many people is to" in turn.text
    assert not any(word in turn.text for word in ("have fish", "an egg", "yoghurt"))


@pytest.mark.parametrize(
    ("message", "says"),
    [
        ("Can you walk me through some breathing exercises?", "You'd like to feel calmer."),
        ("What steps can I make to run better?", "Good, let's look at running."),
        ("Which workouts are there for better sleep?", "You'd like to sleep better."),
        ("Bad sleep score! How can I improve this?", "You'd like to sleep better."),
        ("Which goals should I be aiming for with my sleep?", "You'd like to sleep better."),
        ("How can I tell if my sleep is improving?", "You'd like to sleep better."),
    ],
)
async def test_a_wish_is_repeated_only_if_it_says_what_is_wished(message: str, says: str) -> None:
    (turn,) = await converse(message)
    assert turn.text.startswith(says), turn.text
