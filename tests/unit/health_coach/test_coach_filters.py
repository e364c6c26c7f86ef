"""What a person cannot or will not do rules strategies out before anything is worded."""

from dataclasses import replace

import pytest

from services.health_coach.domain.case import Case, Remembered
from services.health_coach.domain.likes import likes_in
from services.health_coach.domain.limits import LIMITS, limits_in
from services.health_coach.domain.situation import situation_of
from services.health_coach.domain.tags import Tag
from tests.unit.health_coach.coaching import LIBRARY, TODAY, converse

SAID = (
    ("I'm vegetarian", Tag.FISH),
    ("I'm vegan.", Tag.DAIRY),
    ("I don't eat fish", Tag.FISH),
    ("I'm allergic to shellfish", Tag.FISH),
    ("I'm lactose intolerant", Tag.DAIRY),
    ("I have celiac disease", Tag.GLUTEN),
    ("I have a nut allergy", Tag.NUTS),
    ("I eat halal", Tag.ALCOHOL),
    ("I don't drink alcohol", Tag.ALCOHOL),
    ("I gave up coffee", Tag.CAFFEINE),
    ("I have a bad knee", Tag.RUNNING),
    ("my knees hurt when I run", Tag.STAIRS),
    ("I have back pain", Tag.LIFTING),
    ("I had a hip replacement, my hip is bad", Tag.RUNNING),
    ("I leak when I jump", Tag.LIFTING),
    ("My shoulder hurts", Tag.SWIMMING),
    ("I sprained my ankle, ankle pain", Tag.WALKING),
    ("I'm pregnant", Tag.HARD_EFFORT),
    ("I have asthma", Tag.HARD_EFFORT),
    ("I have a heart condition", Tag.HOT_BATH),
    ("I have high blood pressure", Tag.HARD_EFFORT),
    ("I use a wheelchair", Tag.WALKING),
    ("I'm blind", Tag.READING),
    ("I work night shifts", Tag.FIXED_HOURS),
    ("I don't want to go to a gym", Tag.GYM),
    ("I can't swim", Tag.SWIMMING),
    ("I hate running", Tag.RUNNING),
    ("I can't afford anything", Tag.COSTS),
    ("I have a newborn", Tag.FIXED_HOURS),
    ("I'm not a morning person", Tag.EARLY_MORNING),
    ("My evenings are busy", Tag.EVENING),
    ("I had anorexia", Tag.WEIGHING),
    ("I have no time", Tag.LONG_TIME),
    ("I have epilepsy", Tag.SWIMMING),
    ("I get dizzy", Tag.STAIRS),
    ("I hate cycling", Tag.CYCLING),
    ("I hate breathing exercises", Tag.MEDITATION),
    ("I'm pescatarian", Tag.MEAT),
    ("I was treated for alcohol withdrawal", Tag.ALCOHOL),
    ("I have kidney disease", Tag.FLUIDS),
    ("I'm allergic to eggs", Tag.EGGS),
    ("I can't have soy", Tag.SOY),
    ("I keep kosher", Tag.PORK),
    ("dont take my phone away", Tag.PHONE_AWAY),
    ("not yoga, please", Tag.YOGA),
    ("I had covid", Tag.HARD_EFFORT),
    ("I'm fasting until sunset, it is Ramadan", Tag.CAFFEINE),
    ("I have joint pain", Tag.SQUATS),
    ("I have diabetes", Tag.FASTING),
    ("I'm recovering from surgery", Tag.LIFTING),
    ("I hate walking", Tag.WALKING),
    ("I avoid stairs", Tag.STAIRS),
    ("I don't lift weights", Tag.STRENGTH),
    ("I never step on the scales", Tag.WEIGHING),
    ("I won't count calories, I hate counting calories", Tag.COUNTING_CALORIES),
    ("I have hay fever", Tag.OUTDOORS),
    ("I prefer to be alone", Tag.COMPANY),
    ("I hate cold showers", Tag.COLD_WATER),
    ("I have no bathtub", Tag.HOT_BATH),
    ("I had two falls this year", Tag.BALANCE),
    ("I walk with a cane", Tag.STAIRS),
    ("I was told it is osteoporosis", Tag.JUMPING),
    ("since my stroke", Tag.HARD_EFFORT),
    ("I have carpal tunnel syndrome", Tag.FLOOR),
    ("my neck hurts", Tag.OVERHEAD),
    ("I'm deaf", Tag.MUSIC),
    ("I'm blind", Tag.LIGHT),
    ("no apps, please", Tag.SCREEN),
    ("hot flushes wake me", Tag.HOT_BATH),
    ("I'm breastfeeding", Tag.COUNTING_CALORIES),
    ("i'm 16", Tag.WEIGHING),
)


@pytest.mark.parametrize(
    ("said", "tag"),
    [
        ("milk upsets my stomach", Tag.DAIRY),
        ("coffee gives me palpitations", Tag.CAFFEINE),
        ("gyms make me anxious", Tag.GYM),
        ("swimming isn't for me", Tag.SWIMMING),
        ("I'm scared of water", Tag.WATER),
        ("meditation bores me", Tag.MEDITATION),
        ("I loathe running", Tag.RUNNING),
        ("mornings are chaos with the kids", Tag.EARLY_MORNING),
        ("I hate getting up early", Tag.EARLY_MORNING),
        ("calorie counting triggers me", Tag.COUNTING_CALORIES),
        ("my knees are wrecked", Tag.RUNNING),
        ("torn ACL", Tag.JUMPING),
        ("I finish at 6 am", Tag.FIXED_HOURS),
        ("money is tight", Tag.COSTS),
        ("I'm partially sighted", Tag.READING),
        ("seven months along", Tag.HARD_EFFORT),
        ("I have MS", Tag.BALANCE),
    ],
)
def test_a_limit_is_heard_in_whatever_words_it_comes(said: str, tag: Tag) -> None:
    assert tag in limits_in([said]).excluded


@pytest.mark.parametrize(
    "said",
    [
        "coffee is great and so are mornings",
        "the gym is five minutes away and I like it",
        "walking gives me energy",
        "I could kill for a swim",
        "I can't fall asleep",
        "I'm 38 and a nurse",
        "work is chaos",
        "I keep falling asleep late",
    ],
)
def test_what_limits_nobody_rules_nothing_out(said: str) -> None:
    assert not limits_in([said]).found


def step_with(tag: Tag) -> str:
    return f"do the thing that takes {tag.replace('_', ' ')}"


@pytest.mark.parametrize(("said", "tag"), SAID)
@pytest.mark.parametrize("place", ["message", "earlier", "memory"])
async def test_a_limit_keeps_what_it_excludes_from_ever_being_told(said: str, tag: Tag, place: str) -> None:
    """The library holds nothing but the excluded step and one that takes nothing; the excluded one comes first."""
    breathing = next(each for each in LIBRARY.strategies if each.id == "slow-breathing")
    plain = replace(breathing, tags=frozenset(), when=(), fits=(), text="do the plain thing")
    harmful = replace(plain, id="harmful", tags=frozenset({tag}), text=step_with(tag))

    class Two:
        strategies = (harmful, replace(plain, id="plain"))

    ask = "Just tell me what to do about my stress"
    memories = [Remembered(kind="barrier", text=f"Health: {said}")] if place == "memory" else []
    first = [f"{said}. I want to work on my stress"] if place == "earlier" else []
    last = f"{said}. {ask}" if place == "message" else ask
    turns = await converse(*first, last, "no", "something else", memories=memories, library=Two())  # type: ignore[arg-type]
    assert "do the plain thing" in " ".join(turn.text for turn in turns)
    assert step_with(tag) not in " ".join(turn.text for turn in turns)


def test_every_limit_is_the_only_one_to_exclude_something_of_an_example() -> None:
    """So that each of them is missed when it is taken away."""
    needed = {
        limit.kind
        for said, tag in SAID
        for limit in limits_in([said]).found
        if [each for each in limits_in([said]).found if tag in each.excludes] == [limit]
    }
    assert {limit.kind for limit in LIMITS} == needed


def test_there_are_enough_kinds_and_each_excludes_something() -> None:
    assert len({limit.kind for limit in LIMITS}) == len(LIMITS) >= 20
    assert all(limit.excludes for limit in LIMITS)


@pytest.mark.parametrize(("said", "tag"), SAID)
def test_without_the_limit_the_library_still_holds_something(said: str, tag: Tag) -> None:
    """A limit narrows the choice and does not end it."""
    for_all = tuple(strategy for strategy in LIBRARY.strategies if not strategy.only_if_fits)
    free = situation_of(Case(message="hello"), today=TODAY, library=for_all)
    held = situation_of(Case(message=said), today=TODAY, library=for_all)
    assert 10 < len(held.allowed) <= len(free.allowed) == len(for_all)


@pytest.mark.parametrize(
    "said",
    [
        "My wife is vegetarian",
        "I'm not vegetarian",
        "My knee is fine again",
        "no gym nearby, I run",
        "I like running and fish",
        "I want to run a marathon",
        "I ran through the park with no problem",
        "I know running is good and I notice it",
        "I don't run enough",
        "I'm not eating fish as often as I should, and I don't walk much",
    ],
)
def test_what_limits_nobody_is_no_limit(said: str) -> None:
    assert not {Tag.FISH, Tag.RUNNING} & limits_in([said]).excluded


def test_likes_are_heard_and_dislikes_are_none() -> None:
    assert likes_in(["I love cycling and being outdoors"]) == {Tag.CYCLING, Tag.OUTDOORS}
    assert not likes_in(["I don't like swimming"])


async def test_a_bare_answer_names_a_limit() -> None:
    *_, turn = await converse("I want to do more sport", "for fun", "my knee")
    assert turn.text.startswith("I plan around your knee.")


async def test_with_what_a_doctor_should_know_of_effort_waits_for_the_doctor() -> None:
    (turn,) = await converse("Just tell me how to train more. I have a pacemaker")
    assert "ask your doctor" in turn.text


async def test_a_limit_that_is_named_after_an_offer_takes_it_back() -> None:
    _, turn = await converse("Just tell me how to walk more", "I'm in a wheelchair")
    assert turn.reply.recommended
    assert "walk" not in turn.text.replace("walked", "")


async def test_who_should_not_weigh_themselves_is_told_no_weight() -> None:
    turns = await converse("I want to lose weight, I had bulimia", "hm", "hm", "no")
    assert not any("your weight was" in turn.text for turn in turns)
