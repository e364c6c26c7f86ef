import time

import pytest

from services.orchestrator.domain.evidence import Derivation, Fact, Operation, Verdict
from services.orchestrator.domain.numbers import AnswerWriter, Clean, user_facts
from services.orchestrator.domain.numbers.checking.claims import claims_in
from tests.unit.orchestrator.mind.builders import fact

FACTS = (
    fact("ds-001.effect", 58.372),
    fact("ds-001.n", 27, None),
    fact("ds-002.effect", -0.374, None, window="last 90 days"),
    fact("ds-003.effect", 10470.85, "count", window="March 2026 vs February 2026"),
    fact("ds-004.effect", 450, "min"),
    fact("ds-005.effect", 66.7, "%"),
    fact("ds-006.effect", 82.0, "kg"),
    fact("ds-007.effect", 0.5, "h"),
)
QUESTION = (
    "I sleep seven hours, go to bed at 22:30, weigh 81.5 kg and walk 8,000 steps in 4 workouts a week. "
    "My LDL is 124. Has it changed since 12 March, or since 2024?"
)


def is_clean(text: str, *facts: Fact) -> bool:
    return isinstance(AnswerWriter(facts or FACTS).check(text), Clean)


@pytest.mark.parametrize(
    "text",
    [
        "It is one of the steadier signals, and no one knows why.",
        "On the one hand you sleep well; at one point the two hardly move together.",
        "First, look at your evenings; second, at your mornings.",
        "The second half of the night matters, and half the battle is a regular bedtime.",
        "It all comes down to one or two habits, one step at a time.",
        "Two findings stand out, and both of the two are preliminary.",
        "Here are 3 simple tips:",
        "There are two or three reasons.",
        "(1) Walk more, (2) sleep more.",
        "**2.** Walk more.",
        "> 3) Sleep more.",
        "Step 1 is to dim the lights, step 2 to put the phone away.",
        "Your SpO2, VO2 max, HbA1c, vitamin D3 and B12 are fine, and so are omega-3 and 5-HTP.",
        "Type 2 diabetes, COVID-19 and zone 2 training are other matters.",
        "Your phone is there 24/7; your 24-hour rhythm need not be.",
        "The 95% confidence interval includes zero, so this may be chance.",
        "Your thirty-day mean of steps varies more than steps_mean_30d says.",
        "A third-party app, a second opinion, a few hundred steps: I can't zero in on that.",
        "I checked each of them twice, so double-check nothing.",
        "Others found the same (Smith et al., 2019; Kim, 2021), as did Lee and Park (2020) [3].",
        "See https://doi.org/10.1016/S2468-2667(21)00302-9, PMID: 12345678 or arXiv:2406.06464v2.",
        "Call 112 or 911 if your chest hurts.",
        "You are on cloud nine, 365 days a year, as Table 2 shows.",
        "Everyone has a bad night once in a while; come back any day.",
        "I'm not sure what you would like to know.",
    ],
)
def test_names_idioms_and_parts_of_the_text_are_no_claims(text: str) -> None:
    assert claims_in(text) == ()


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("Your score is one.", "one"),
        ("You had only one night above it.", "one"),
        ("Walk one mile more.", "one"),
        ("The correlation is zero.", "zero"),
        ("Zero awakenings in all.", "Zero"),
        ("One of every three nights was short.", "One of every three"),
        ("You slept the two hours before.", "two"),
        ("Two bad nights stand out.", "Two"),
        ("You ranked 3rd.", "3rd"),
        ("That is the sixth time.", "sixth"),
        ("It dips every third night.", "third"),
        ("Your second highest value.", "second"),
        ("It is twice what it was.", "twice"),
        ("It fell by a third.", "a third"),
        ("It was so in 2019.", "2019"),
        ("It was so (March 2019).", "March 2019"),
        ("Your HRV (2019) was higher.", "2019"),
        ("N=812 adults took part.", "812"),
        ("See https://example.org/58-bpm for more.", "58"),
        ("[this](https://example.org '61 bpm')", "61"),
        ("Call 61 or 62.", "61"),
        ("We found 61 findings.", "61"),
        ("It was 12. bpm in all.", "12"),
    ],
)
def test_everything_else_is_a_claim(text: str, claim: str) -> None:
    assert claim in [token.text for token in claims_in(text)]


def test_a_list_marker_without_a_text_is_a_claim() -> None:
    assert [token.text for token in claims_in("12.\n\n")] == ["12"]
    assert [token.text for token in claims_in("12. bpm")] == ["12"]


@pytest.mark.parametrize(
    "text",
    [
        "You slept 7.5 hours, that is seven and a half hours, 7 h 30 min, 7h30 or 7:30 hours.",
        "Two thirds of it, and 67 percent.",
        "It was fifty-eight beats per minute, or about 58.4/min.",
        "You weighed 180.8 lb.",
        "You walked ten thousand four hundred steps, 10.5k steps or 10 470.",
        "It rests on 27 nights, twenty-seven days (n = 27) and 27 daily readings.",
        "Over thirty days, the 30-day window or the past 90 days.",
        "From 1 March to 31 March 2026, unlike February 28th.",
        "The correlation is 0.37 in size, or minus zero point three seven.",
    ],
)
def test_a_fact_may_be_said_in_other_words_and_units(text: str) -> None:
    assert is_clean(text)


@pytest.mark.parametrize(
    "text",
    [
        "It was 27 bpm.",
        "It was 58 ms.",
        "Half of it.",
        "You slept 450 hours.",
        "You slept 7 hours and 10 minutes.",
        "It was 0.37 ms.",
        "A correlation of +0.37.",
        "Two thirds of it, a share of three quarters.",
        "It took 32 minutes.",
        "27 naps.",
        "27 bad nights.",
        "The 27th percentile.",
        "On day 27.",
        "Over the last 30 weeks.",
        "It was lowest on 2 March 2026.",
        "It was lowest on the 27th.",
        "It was so in April 2026.",
        "At 7:30 pm.",
        "2,026 steps.",
        "30 bpm.",
        "58 to 66 bpm.",
        "27 to 10,471 steps.",
        "58.4 ± 7 bpm.",
        "Twice {{ds-001.effect}}.",
        "1{{ds-001.n}} days.",
    ],
)
def test_a_number_that_agrees_by_value_only_is_held_back(text: str) -> None:
    assert not is_clean(text)


def test_a_unit_that_nobody_knows_must_be_the_same() -> None:
    lab = fact("ds-001.effect", 30.0, "ng/mL", window=None)
    assert is_clean("It was {{ds-001.effect}}, 30 ng/mL, just 30.", lab)
    assert not is_clean("It was 30 ng/dL.", lab)
    assert not is_clean("It was 30 bpm.", lab)


def test_a_declared_ratio_may_be_said_in_words() -> None:
    declared = Derivation(operation=Operation.RATIO, operands=("a", "b"))
    ratio = Fact(
        claim="derived.1", value=2.01, unit=None, source="derived", n=None, window=None, verdict=Verdict.VALIDATED,
        derivation=declared,
    )  # fmt: skip
    assert is_clean("It doubled: twice as high, two times, 2x.", ratio)
    assert not is_clean("It tripled.", ratio)
    assert not is_clean("It was 2 bpm.", ratio)


def test_a_day_of_the_data_is_a_fact() -> None:
    day = fact("ds-001.day", 20524.0, "date", window=None)
    writer = AnswerWriter((day,))
    assert isinstance(writer.check("It was lowest on 2026-03-12, a day in March 2026."), Clean)
    assert writer.cited == ("ds-001.day",)
    assert not isinstance(writer.check("It was lowest on 2026-03-13."), Clean)
    assert not isinstance(writer.check("It was 20524."), Clean)


@pytest.mark.parametrize(
    "text",
    [
        "You sleep your seven hours, that is 7 h or 420 minutes.",
        "You go to bed at 22:30, or half past ten, or 10:30 pm.",
        "You weigh 81.5 kg, about 180 lb.",
        "You walk 8,000 steps, eight thousand or 8k, in four workouts.",
        "Your LDL of 124 mg/dL is what you told me.",
        "Since 12 March, March 12th, or since 2024.",
    ],
)
def test_the_user_may_be_quoted(text: str) -> None:
    assert is_clean(text, *user_facts(QUESTION))


@pytest.mark.parametrize(
    "text",
    [
        "You sleep 7 bpm.",
        "At 10:45 pm.",
        "At 22.5 bpm.",
        "Four naps.",
        "Since 13 March.",
        "Since 12 March 2023.",
        "2024 steps.",
    ],
)
def test_the_user_may_not_be_misquoted(text: str) -> None:
    assert not is_clean(text, *user_facts(QUESTION))


def test_what_the_user_stated_is_numbered_values_first() -> None:
    stated = user_facts("Since 12 March 2026 my one goal is an LDL of a hundred, at 7 pm.")
    assert [(item.claim, item.value, item.unit, item.window) for item in stated] == [
        ("user.1", 100.0, None, None),
        ("user-said.1", 0.0, "moment", "12 March 2026"),
        ("user-said.2", 0.0, "moment", "7 pm"),
    ]


def test_a_number_of_literature_prose_that_stands_alone_lends_itself_to_no_unit() -> None:
    writer = AnswerWriter((), ["In adults over 60, aim for 7 to 9 hours (Smith et al., 2019)."])
    assert isinstance(writer.check("For people over 60, 7 to 9 hours, or 420 to 540 minutes."), Clean)
    assert not isinstance(writer.check("Your pulse is 60 bpm."), Clean)


def test_an_answer_of_forty_sentences_is_checked_in_no_time() -> None:
    text = (
        "Your resting heart rate averaged {{ds-001.effect}} over the last 30 days, one of the steadier signals.\n\n"
        "- On the one hand you walked 10,471 steps in March 2026, on the other hand you slept 7.5 hours.\n\n"
    )
    writer = AnswerWriter(FACTS)
    began_s = time.process_time()
    sentences = [*writer.feed(text * 20), *writer.finish()]
    assert time.process_time() - began_s < 0.2
    assert len(sentences) == 40
    assert all(isinstance(sentence, Clean) for sentence in sentences)


@pytest.mark.parametrize(
    "piece", ["1 ", "one ", "a hundred and ", "1/2 ", "[", "<!--", "\\frac{", "March 1 ", "½", "1,"]
)
def test_a_hostile_text_takes_no_long_time(piece: str) -> None:
    began_s = time.process_time()
    claims_in(piece * (10_000 // len(piece)))
    assert time.process_time() - began_s < 3
