"""What people wish for in their own words, what they tell beside it, and what they do not want to hear of."""

import pytest

from services.health_coach.adapters.rules.asking import asked_in
from services.health_coach.domain.decisions import Unknown
from services.health_coach.domain.refusals import refused_words
from services.health_coach.domain.topics import Topic, topics_in
from services.health_coach.domain.wishes import names_something, wished
from tests.unit.health_coach.coaching import LIBRARY, Records, converse

NOTHING = Records(record=None)


@pytest.mark.parametrize(
    ("said", "wish"),
    [
        ("call mum every week", "call mum every week"),
        ("I'd probably love to learn the cello, but my flat is tiny", ""),
        ("i'd love to learn the cello because it's beautiful", "learn the cello"),
        ("I want more evenings with my friends.", "more evenings with my friends"),
        ("Writing again would be lovely", "Writing again"),
        ("I hardly paint anymore", "paint"),
        ("just tell me how my week was", ""),
        ("I want to know what is wrong", ""),
    ],
)
def test_a_wish_is_heard_with_and_without_a_word_for_wishing(said: str, wish: str) -> None:
    assert wished(said) == wish


@pytest.mark.parametrize(
    ("wish", "names"), [("learn the cello", 1), ("get healthier", 0), ("change my life", 0), ("sort this", 0)]
)
def test_a_wish_names_something_or_says_only_that_all_should_be_better(wish: str, names: int) -> None:
    assert names_something(wish) == bool(names)


@pytest.mark.parametrize(
    "said", ["write in my diary more", "I want to argue less with my sister", "How can I stop biting my lips?"]
)
async def test_a_wish_of_ones_own_is_coached_on_without_asking_where_to_start(said: str) -> None:
    turns = await converse(said, "it would do me good", "a small flat", "yes", records=NOTHING)
    assert Unknown.TOPIC not in {asked_in(turn.text) for turn in turns}
    own = {strategy.text for strategy in LIBRARY.strategies if strategy.topics[0] is Topic.OWN}
    assert any(text in turn.text for turn in turns for text in own)
    assert turns[-1].reply.agreed is not None


async def test_a_reason_is_not_taken_from_how_somebody_begins() -> None:
    first, *_ = await converse("ok so i need to move more. 31, home office, i like music")
    assert asked_in(first.text) is Unknown.WHY


async def test_what_is_agreed_on_says_what_it_serves() -> None:
    *_, agreed = await converse("I want to paint again", "for fun", "two jobs", "yes", records=NOTHING)
    assert "paint again" in agreed.text


async def test_an_answer_that_holds_a_wish_leaves_the_topic_as_it_was() -> None:
    *_, last = await converse("I want to walk more", "I want to dance at my wedding", "nothing")
    assert not any(each.text in last.text for each in LIBRARY.strategies if each.topics[0] is Topic.OWN)


def test_who_drinks_less_of_something_else_does_not_speak_of_alcohol() -> None:
    assert Topic.ALCOHOL in topics_in("I want to drink less")
    assert Topic.ALCOHOL not in topics_in("I want to drink less coffee")
    assert Topic.ALCOHOL not in topics_in("drinking less cola")


@pytest.mark.parametrize(
    "said",
    [
        "I want to sleep better, the noise drives me mad",
        "I want to walk more since we got a puppy",
        "My sister asked me to join her, so I want to walk more",
        "I want to walk more. The doctor's face at my last visit frightened my husband and me",
    ],
)
async def test_a_reason_is_known_by_how_it_is_told(said: str) -> None:
    assert Unknown.WHY not in {asked_in(turn.text) for turn in await converse(said, "hm", "hm")}


@pytest.mark.parametrize(
    "said", ["mornings are chaos", "I only have half an hour", "I get home at 8", "I live with my aunt"]
)
async def test_a_limit_is_known_by_how_it_is_told(said: str) -> None:
    turns = await converse(f"I want to walk more. {said}.", "hm", "hm")
    assert Unknown.CONSTRAINTS not in {asked_in(turn.text) for turn in turns}


@pytest.mark.parametrize(
    ("said", "days"), [("only at weekends", 2), ("I can do Monday and Thursday", 2), ("Fridays are free", 1)]
)
async def test_a_goal_is_on_no_more_days_than_are_named(said: str, days: int) -> None:
    *_, last = await converse(f"Just tell me one thing to get stronger, {said}", records=NOTHING)
    assert last.reply.proposals[0].value == days


async def test_a_maybe_that_names_the_days_left_makes_the_goal_smaller() -> None:
    _, fewer, agreed = await converse(
        "Just tell me one thing for my stress", "maybe, but only at weekends", "ok", records=NOTHING
    )
    assert fewer.reply.recommended
    assert fewer.reply.proposals[0].value == 2
    assert agreed.reply.agreed is not None
    assert agreed.reply.agreed.days_per_week == 2


async def test_who_asks_why_something_is_asked_is_told() -> None:
    *_, turn = await converse("I want to walk more", "why do you ask?")
    assert turn.text.startswith("I ask so that")


async def test_a_way_can_be_taken_by_its_place() -> None:
    first, second = await converse("How can I sleep better?", "the second one", records=NOTHING)
    (chosen,) = (each for each in LIBRARY.strategies if f"Another way is to {each.text}" in first.text)
    assert f"One step that could fit is to {chosen.text}" in second.text


async def test_an_answer_that_begins_with_no_is_said_back() -> None:
    *_, turn = await converse("I want to walk more", "no stitches when the bus comes")
    assert "no stitches when the bus comes" in turn.text


async def test_a_yes_is_not_repeated_as_what_somebody_told() -> None:
    *_, turn = await converse("just tell me how to eat better", "alright", "what else?", records=NOTHING)
    assert "said: alright" not in turn.text


async def test_without_records_the_first_reply_takes_up_a_word_of_theirs() -> None:
    (turn,) = await converse("I would like to eat more veg. I'm coeliac, the rest is takeaway", records=NOTHING)
    assert "coeliac" in turn.text


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("help my blood pressure, no salt talk please", {"salt"}),
        ("I hate porridge", {"porridg"}),
        ("I don't want to hear about curtains", {"curtain"}),
        ("I hate my job and have no time", set()),
        ("I don't eat vegetables", set()),
    ],
)
def test_what_somebody_does_not_want_to_hear_of_is_known_by_its_word(said: str, words: set[str]) -> None:
    assert refused_words([said]) == words


async def test_what_was_waved_off_is_not_suggested() -> None:
    turns = await converse("give me one thing for my blood pressure, no salt talk please", *["something else"] * 8)
    steps = [turn.text.partition("is to")[2].partition(".")[0] for turn in turns]
    assert not any(" salt" in step for step in steps)


async def test_who_leaks_is_not_told_to_run() -> None:
    turns = await converse("I want to get fit, I leak when I jump", "hm", "hm", *["something else"] * 6)
    assert not any("jog" in turn.text or "jump" in turn.text.partition("is to")[2] for turn in turns)


async def test_a_yes_is_not_said_back_as_if_it_told_something() -> None:
    *_, last = await converse("I want to walk more", "no hills, my hip is bad", "ok sounds good")
    assert "sounds good" not in last.text.lower().partition("how does that")[0]


async def test_a_question_is_not_quoted_as_something_that_was_told() -> None:
    first, *_ = await converse("How exact is a step counter, and how can I eat more fibre?", records=NOTHING)
    assert "How exact is a step counter" not in first.text
