"""The hard filter by its effect: in ordinary words, wherever they stand, over every strategy of the shipped library.

What must not be told is given by words of the strategies' texts, not by their tags: a tag that is missing shows here.
"""

import re
from dataclasses import dataclass
from typing import Final

import pytest

from services.health_coach.domain.case import Case, Message, Remembered
from services.health_coach.domain.limits import LIMITS, limits_in
from services.health_coach.domain.situation import offered_in, situation_of
from tests.unit.health_coach.coaching import LIBRARY, TODAY, converse

ON_FOOT: Final = r"\bwalk|\bstroll|\bon foot|\bjog|\bstairs|\bstand up|\brise from|\bdance to|\bwall sit"
IMPACT: Final = r"\bjog\b|\brun(?! a nearby)|\bjump|\bstairs|\bwall sit|\brise from a chair"
EFFORT: Final = r"\bbriskly where you would ride|\bfaster stretches|\bwall sit|\bhold and breathe|keep their fast parts"


@dataclass(frozen=True)
class Held:
    """What somebody says, which limit it is, what they are not told, and what they ask for."""

    said: str
    kind: str
    never: str
    asks: str


PEOPLE: Final = (
    Held("We're a vegetarian household, me included", "vegetarian", r"\bfish\b|sausage|bacon", "eat better"),
    Held("I went vegan two years ago", "vegan", r"\bfish\b|\begg\b|yoghurt|butter|sausage|bacon", "eat better"),
    Held("I can't stand the taste of fish", "no fish", r"\bfish\b", "eat better"),
    Held("Milk gives me cramps, I'm lactose intolerant", "no dairy", r"yoghurt|butter|\bmilk", "eat better"),
    Held("I was told I have coeliac disease", "no gluten", r"bread|pasta|whole grain", "eat better"),
    Held("I'm badly allergic to peanuts and tree nuts", "no nuts", r"\bnuts?\b", "eat better"),
    Held("My skin breaks out, I'm allergic to eggs", "no eggs", r"\begg", "eat better"),
    Held("I'm muslim and keep to it", "halal", r"sausage|bacon|alcoholic drinks|smaller glass", "eat better"),
    Held("We keep kosher at home", "kosher", r"sausage|bacon", "eat better"),
    Held("It's Ramadan at the moment", "fasting month", r"\bmeal outside|glass of|with every meal", "eat better"),
    Held("I've been sober for three years", "no alcohol", r"\balcoholic\b|smaller glass|units", "feel less stressed"),
    Held("I quit coffee last spring", "no caffeine", r"\bcoffee\b(?! on tense)|\bdecaf", "have more energy"),
    Held("My left knee gives out on me", "knee", IMPACT, "move more"),
    Held("I have a slipped disc", "back", r"\bjog\b|\bjump|what you lift|\bplank|housework", "get stronger"),
    Held("I had my hip replaced, the hip still aches", "hip", IMPACT, "move more"),
    Held(
        "I've got a frozen shoulder", "shoulder", r"\bswim$|shoulder movements|what you lift|\bband\b", "get stronger"
    ),
    Held("I have plantar fasciitis", "foot", r"\bjog\b|\bstairs|\bwalk(?!ing breaks)\b|stroll", "walk more"),
    Held("My joints: arthritis in both hands and knees", "arthritis", IMPACT, "move more"),
    Held(
        "I'm 20 weeks pregnant",
        "pregnancy",
        rf"{EFFORT}|\bbath\b|alcoholic|\bscales(?! say)|smaller portion",
        "stay fit",
    ),
    Held("I carry an inhaler for my asthma", "asthma", rf"{EFFORT}|\bhold and", "get fitter"),
    Held("I got two stents last year", "heart", rf"{EFFORT}|\bbath\b|what you lift|drink a little", "get fitter"),
    Held("They put me on tablets for high blood pressure", "blood pressure", EFFORT, "get fitter"),
    Held(
        "I'm on dialysis three days a week", "kidneys", r"glass or a bottle|drink (?:something|a little)", "drink more"
    ),
    Held("I've had seizures since I was a child", "epilepsy", r"\bswim$|\bbath\b|leave out the nap", "sleep better"),
    Held("I used to be bulimic", "eating", r"\bscales(?! say)|smaller portion|what you eat and", "lose weight"),
    Held("I'm recovering from a c-section", "after surgery", rf"{EFFORT}|\bjog\b|\bswim$|\bbath\b", "get fit again"),
    Held("I get dizzy when I stand up", "dizziness", r"\bstairs|\bdance|your balance|\bbike|yoga|tai chi", "move more"),
    Held("I've been in a wheelchair since the accident", "wheelchair", rf"{ON_FOOT}|\bbike", "move more"),
    Held(
        "I'm nearly blind, I have very low vision", "blind", r"\bread a few|\bbike|\bjog\b|write down", "sleep better"
    ),
    Held("I'm a nurse on rotating shifts", "night shifts", r"same time every day|go to bed a little", "sleep better"),
    Held("Gyms are not for me", "no gym", r"\bclass\b|\bgym\b", "train more"),
    Held("I never learnt it, I can't swim", "no swimming", r"\bswim$", "get fitter"),
    Held("I really dislike jogging", "no running", r"\bjog\b", "get fitter"),
    Held("I don't like to walk, I hate walks", "no walking", r"\bwalk(?!ing breaks)\b|stroll", "move more"),
    Held("I don't want to be weighed", "no weighing", r"\bscales(?! say)", "lose weight"),
    Held("Mornings? I'm not a morning person", "no mornings", r"get up a little earlier", "sleep better"),
    Held("Money is tight, I can't afford much", "no money", r"\bclass\b|\bswim$", "train more"),
    Held("Our baby is four months old", "young children", r"same time every day|leave out the nap", "sleep better"),
    Held("I have really bad hay fever", "indoors", r"short walk right after|easy jog|nearby errand", "move more"),
    Held("I like to be alone when I do it", "alone", r"with a friend|class or group|someone you like", "train more"),
)


def offered(case: Case) -> list[str]:
    """The texts of all that may be recommended."""
    return [each.text for each in situation_of(case, today=TODAY, library=LIBRARY.strategies).allowed]


def cases(held: Held) -> list[Case]:
    """The same said now, before, and remembered."""
    ask = f"How can I {held.asks}?"
    before = (Message(f"{held.said}.", by_person=True), Message("I see. What else?", by_person=False))
    return [
        Case(message=f"{held.said}. {ask}"),
        Case(message=ask, history=before),
        Case(message=ask, memories=(Remembered(kind="barrier", text=held.said),)),
        Case(message=ask, memories=(Remembered(kind="preference", text=f"{held.said}."),)),
    ]


def test_there_are_many_kinds_each_of_its_own() -> None:
    kinds = [held.kind for held in PEOPLE]
    assert len(set(kinds)) == len(kinds) >= 40
    assert set(kinds) <= {limit.kind for limit in LIMITS}


@pytest.mark.parametrize("held", PEOPLE, ids=lambda held: held.kind)
def test_no_strategy_of_the_library_that_breaks_a_limit_may_be_recommended(held: Held) -> None:
    never = re.compile(held.never)
    told = [text for case in cases(held) for text in offered(case) if never.search(text)]
    assert told == []


@pytest.mark.parametrize("held", PEOPLE, ids=lambda held: held.kind)
def test_without_that_limit_the_library_would_break_it(held: Held) -> None:
    """So that a limit that is taken away is missed."""
    never = re.compile(held.never)
    assert held.kind in {limit.kind for limit in limits_in([held.said]).found}
    assert [text for text in offered(Case(message=f"How can I {held.asks}?")) if never.search(text)]


@pytest.mark.parametrize("held", PEOPLE, ids=lambda held: held.kind)
async def test_no_answer_of_a_conversation_recommends_what_a_limit_rules_out(held: Held) -> None:
    ask = f"Just tell me how to {held.asks}"
    turns = await converse(f"{held.said}. {ask}", "no", "something else", "no, what else?")
    told = [offer.text for turn in turns if (offer := offered_in(turn.text, LIBRARY.strategies))]
    assert told
    assert not [text for text in told if re.search(held.never, text)]
