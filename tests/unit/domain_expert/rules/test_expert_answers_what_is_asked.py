"""Of all that is known of a quantity the answer takes what was asked, and of all numbers those that are meant."""

from dataclasses import replace
from decimal import Decimal

import pytest

from services.domain_expert.adapters.rules.asking import (
    asks_of_medicine,
    is_of_a_case,
    wanted,
    weighs_two,
    without_likeness,
)
from services.domain_expert.adapters.vocabulary import quantities
from services.domain_expert.domain.case import OwnNumber, Person, Sex
from services.domain_expert.domain.decisions import Answer, CompareRange, SearchKnowledge
from services.domain_expert.domain.knowledge.passages import Kind
from tests.unit.domain_expert.experts import passage
from tests.unit.domain_expert.rules.test_expert_rules_mind import case, run, texts

KNOWN = quantities()
NOBODY = Person()
HRV = "heart_rate_variability"
OWN = OwnNumber(claim="ds-001.effect", of=HRV, statistic="mean", value=34.7, unit="ms", window="the last 30 days")
USUAL = passage("hrv-usual", text="Usual is wide.", about=(HRV,), kind=Kind.USUAL)
MEANING = passage("hrv-meaning", text="It is a rhythm.", about=(HRV,), kind=Kind.MEANING)
IRON_FOOD = passage("iron-food", text="Red meat holds iron.", about=("ferritin",), kind=Kind.IMPROVING)


@pytest.mark.parametrize(
    "text", ["body fat on my scale jumps 3% in a day", "skin temperature +0.4 today", "my weight went down by 2 kg"]
)
def test_a_difference_is_no_value(text: str) -> None:
    assert [each.value for each in KNOWN.in_text(text)] == [None]


@pytest.mark.parametrize("question", ["my husband has 60, is mine bad then", "her watch says 60, should mine be that?"])
async def test_somebody_elses_number_is_not_judged_as_the_persons(question: str) -> None:
    _, answer, _ = await run(case(question, OWN, earlier=["whats my hrv average"]))
    assert "{{ds-001.effect}}" in texts(answer)[0]
    assert all("60" not in text for text in texts(answer))


async def test_where_the_sex_is_not_known_what_holds_for_both_is_told() -> None:
    _, low, _ = await run(case("ferritin 12, is that low?", person=NOBODY))
    assert texts(low)[0].startswith("Yes, a ferritin of 12 ng/mL is low, for women and men alike: ")
    _, usual, _ = await run(case("ferritin 100, is that ok?", person=NOBODY))
    assert " is ordinary, for women and men alike: " in texts(usual)[0]
    _, enzyme, _ = await run(case("ggt 75", person=NOBODY))
    assert " is high, for women and men alike: " in texts(enzyme)[0]
    _, between, _ = await run(case("haemoglobin 12.5 ok?", person=NOBODY))
    assert "depends on sex" in texts(between)[0]


async def test_of_a_verdict_and_a_passage_on_something_else_of_the_quantity_the_verdict_explains() -> None:
    _, answer, _ = await run(case("ferritin 12, always tired, related?", person=NOBODY), passages=[IRON_FOOD])
    assert all("Red meat" not in text for text in texts(answer))
    assert "tired" in " ".join(texts(answer))


async def test_asked_what_it_is_the_meaning_is_told_and_not_what_is_usual() -> None:
    _, answer, _ = await run(case("what is hrv?"), passages=[USUAL, MEANING])
    assert texts(answer) == [MEANING.text]


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("what does hba1c measure?", Kind.MEANING),
        ("how well is it measured", Kind.MEASURING),
        ("my scale says 31 % body fat. How exact is that?", Kind.MEASURING),
        ("152/94 at the doctor, 124/76 at home, which one counts?", Kind.MEASURING),
        ("thats not much, or?", Kind.USUAL),
    ],
)
def test_what_is_wanted(question: str, kind: Kind) -> None:
    assert wanted(question)[0] is kind


def test_a_unit_is_no_dose() -> None:
    assert not asks_of_medicine("uric acid 7.8 mg/dl, what now")
    assert asks_of_medicine("should i take 400 mg")


def test_of_two_numbers_the_passage_tells_which_counts() -> None:
    assert weighs_two("one scale says 31, the other 26. which is right?")
    assert not weighs_two("which days did I run")


@pytest.mark.parametrize(
    ("question", "found"), [("what is rem good for", True), ("is 12 good for a woman of 47", False)]
)
def test_what_something_is_good_for_is_no_question_of_how_good_it_is(question: str, *, found: bool) -> None:
    assert is_of_a_case(question) is found


async def test_a_follow_up_that_goes_on_is_looked_up_with_what_it_goes_on_from() -> None:
    calls, _, _ = await run(case("and for women my age? im 52", earlier=["what's a normal HRV"]))
    assert isinstance(calls[0], SearchKnowledge)
    assert calls[0].query == "heart rate variability: and for women my age? im 52"


async def test_a_level_in_a_follow_up_on_the_night_is_judged_by_the_limits_of_sleep() -> None:
    calls, _, _ = await run(
        case("mine dropped to 87 but only once", earlier=["whats a good oxygen level when sleeping"])
    )
    assert [getattr(call, "of", "") for call in calls][-1] == "spo2_asleep"
    assert [getattr(call, "value", None) for call in calls][-1] == Decimal(87)


async def test_words_of_asking_are_mended_too() -> None:
    calls, _, _ = await run(case("how acurate is my hrv"))
    assert isinstance(calls[0], SearchKnowledge)
    assert calls[0].query == "how accurate is my hrv"


async def test_a_value_before_a_sex_with_an_age_is_no_age() -> None:
    calls, _, _ = await run(case("egfr 72, man 66 years. kidneys bad?", person=NOBODY))
    compared = next(call for call in calls if isinstance(call, CompareRange))
    assert (compared.of, compared.value) == ("eGFR", Decimal(72))
    assert compared.person == Person(sex=Sex.MALE, age_years=66)


async def test_a_number_behind_one_quantity_is_not_the_next_ones() -> None:
    found = {each.quantity.name: each.value for each in KNOWN.in_text("mcv 104 b12 normal")}
    assert found["vitamin B12"] is None


async def test_a_crp_without_a_unit_is_in_that_of_most_laboratories() -> None:
    calls, _, _ = await run(case("crp 12 after the flu, bad?"))
    assert [getattr(call, "unit", "") for call in calls][-1] == "mg/L"


async def test_what_a_quantity_is_is_looked_up_by_its_name_where_the_words_find_nothing() -> None:
    calls, _, _ = await run(case("hrv what is it in simple words"))
    assert [call.query for call in calls if isinstance(call, SearchKnowledge)][-1] == "What is heart rate variability?"


async def test_a_passage_on_just_the_circumstances_is_told_beside_the_verdict() -> None:
    pregnant = passage("in-pregnancy", text="It falls in pregnancy.", title="HRV in pregnancy", about=(HRV,))
    _, answer, _ = await run(case("hrv of 20, 34 weeks pregnant, normal?"), passages=[pregnant])
    assert texts(answer)[-1] == pregnant.text


def test_whether_it_is_a_disease_is_asked_of_a_number() -> None:
    assert wanted("so is this diabetes already?")[0] is Kind.USUAL


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("potassium 5.3, should i panic", "A potassium of 5.3 mEq/L is a little high: "),
        ("potassium 6.2, should i panic", "A potassium of 6.2 mEq/L is high: "),
        ("sodium 158, should i panic", "A sodium of 158 mEq/L is high: "),
        ("my ferritin is 12, woman of 40", "A ferritin of 12 ng/mL is low: "),
        ("my ferritin is 22, woman of 40", "A ferritin of 22 ng/mL is a little low: "),
        ("tsh 0.05, should i panic", "A TSH of 0.05 mIU/L is low: "),
    ],
)
async def test_a_value_just_outside_of_what_is_usual_is_told_as_that(question: str, said: str) -> None:
    _, answer, _ = await run(case(question))
    assert texts(answer)[0].startswith(said)


@pytest.mark.parametrize(
    ("question", "plain"),
    [
        ("How does noise impact my sleep?", "How does noise affect my sleep?"),
        ("what is the impact of noise on sleep", "what is the impact of noise on sleep"),
        ("is high impact exercise bad", "is high impact exercise bad"),
        ("how does wine change the ability to fall asleep", "how does wine change fall asleep"),
        ("how much sleep do I need based on my personal data?", "how much sleep do I need?"),
        ("is inconsistent sleep bad", "is irregular sleep bad"),
    ],
)
async def test_what_is_said_in_a_roundabout_way_is_looked_up_plainly(question: str, plain: str) -> None:
    (searched, *_), *_ = await run(case(question))
    assert isinstance(searched, SearchKnowledge)
    assert searched.query == plain


NOISE = passage("sleep-noise", title="Noise at night", text="Noise wakes people.", about=(), kind=Kind.CAUSES)
TRAINING = passage("training-load", title="Training load", text="Load is a sum.", kind=Kind.MEANING)


async def test_of_an_effect_a_passage_on_its_cause_is_told_first() -> None:
    _, answer, _ = await run(case("How does noise influence my training?"), passages=[TRAINING, NOISE])
    assert texts(answer) == [NOISE.text]


async def test_of_a_cause_in_several_words_a_passage_that_holds_none_tells_nothing() -> None:
    _, answer, _ = await run(case("How does living near airports affect my body?"), passages=[TRAINING])
    assert not isinstance(answer, Answer)


async def test_how_something_is_treated_is_answered_by_its_treatment() -> None:
    treated = passage("apnoea-treatment", title="How sleep apnoea is treated", text="A mask helps.")
    _, answer, _ = await run(case("can sleep apnoea be cured?"), passages=[NOISE, treated])
    assert texts(answer) == [treated.text]


async def test_the_range_of_what_no_passage_found_is_about_is_told_by_its_limits() -> None:
    _, answer, _ = await run(case("checking my blood pressure, what range should it be in?"), passages=[TRAINING])
    assert "mmHg" in texts(answer)[0]
    assert TRAINING.text not in texts(answer)


async def test_how_a_stress_score_is_read_is_told_with_it() -> None:
    own = OwnNumber(claim="ds-001.effect", of="stress_management_score", statistic="mean", value=70.0, unit="points")
    _, answer, _ = await run(case("why does my stress score swing so much?", own), passages=[NOISE])
    assert texts(answer)[-1].endswith("; a higher score means fewer signs of stress.")


@pytest.mark.parametrize(
    ("question", "subject"),
    [
        ("what is the ideal body fat for someone of my weight?", "what is the ideal body fat?"),
        ("how much protein for a person with my height", "how much protein"),
        ("is my weight fine for my height?", "is my weight fine for my height?"),
    ],
)
def test_whom_it_is_asked_for_is_not_what_is_asked_about(question: str, subject: str) -> None:
    assert without_likeness(question) == subject


@pytest.mark.parametrize("question", ["and at 60?", "and for women of 50"])
async def test_an_age_in_a_follow_up_is_not_judged_as_a_value(question: str) -> None:
    calls, _, _ = await run(case(question, earlier=["what is a normal blood pressure?"], person=NOBODY))
    assert [call.value for call in calls if isinstance(call, CompareRange)] in ([], [None])


@pytest.mark.parametrize(
    "question",
    ["can I fly with a blood pressure of 160/95", "is it ok to lift weights with a blood pressure of 160/95"],
)
async def test_whether_something_may_be_done_with_a_value_is_answered_by_what_is_known_of_doing_it(
    question: str,
) -> None:
    doing = passage("doing", text="Yes, mostly that is fine.", about=("systolic blood pressure",))
    _, answer, _ = await run(case(question, person=NOBODY), passages=[doing])
    assert texts(answer)[0] == doing.text


async def test_whether_a_value_is_fine_is_answered_by_its_verdict() -> None:
    doing = passage("doing", text="Yes, mostly that is fine.", about=("systolic blood pressure",))
    _, answer, _ = await run(case("can I be fine with a blood pressure of 160/95", person=NOBODY), passages=[doing])
    assert "160" in texts(answer)[0]


@pytest.mark.parametrize("question", ["how do i get my hdl higher", "how can i make it higher"])
def test_what_makes_a_value_higher_is_asked_as_improving(question: str) -> None:
    assert wanted(question)[0] is Kind.IMPROVING


def test_whether_one_thing_makes_another_look_different_asks_for_causes() -> None:
    assert Kind.CAUSES in wanted("can low iron make my a1c look higher than it is")


BY_NAME = replace(passage("ramipril", text="Ramipril lowers blood pressure."), topic="medicines_by_name")
TABLETS = replace(passage("tablets", text="Ask before you end tablets.", about=()), topic="medicines")
WITH_JUICE = replace(
    passage("iron-juice", text="Vitamin C helps.", about=("ferritin",)), title="Why iron is taken with orange juice"
)


async def test_of_a_medicine_the_nearest_passage_on_medicines_is_told() -> None:
    _, answer, _ = await run(case("what is ramipril for", person=NOBODY), passages=[BY_NAME, TABLETS])
    assert texts(answer) == ["Ramipril lowers blood pressure."]


async def test_a_passage_on_just_the_circumstances_comes_before_one_on_medicines() -> None:
    _, answer, _ = await run(case("why take iron with orange juice", person=NOBODY), passages=[WITH_JUICE, TABLETS])
    assert texts(answer)[0] == "Vitamin C helps."
    _, general, _ = await run(case("should i take iron", person=NOBODY), passages=[WITH_JUICE, TABLETS])
    assert texts(general)[0] == "Ask before you end tablets."


async def test_a_weight_is_judged_by_the_body_mass_index_where_that_is_on_record() -> None:
    weight = OwnNumber(claim="ds-001.effect", of="weight_kg", statistic="mean", value=88.0, unit="kg")
    index = OwnNumber(claim="ds-002.effect", of="body mass index", statistic="mean", value=31.2, unit="kg/m2")
    _, judged, _ = await run(case("do I weigh too much?", weight, index))
    assert texts(judged)[0].startswith("Yes, a body mass index of {{ds-002.effect}}")
    _, without, _ = await run(case("do I weigh too much?", weight))
    assert "depends on your height" in texts(without)[0]


def test_steps_are_told_in_thousands_too() -> None:
    assert [each.value for each in KNOWN.in_text("are 9.5k steps ok")] == [Decimal(9500)]
    assert [each.value for each in KNOWN.in_text("steps on my 10k run")] == [None]


async def test_how_much_of_something_else_a_number_makes_is_told_and_the_number_not_judged() -> None:
    told = passage("steps-energy", text="Some 300.", about=("steps", "calories_kcal"), kind=Kind.USUAL)
    _, answer, _ = await run(case("how many calories are 9000 steps?", person=NOBODY), passages=[told])
    assert texts(answer) == [told.text]
    _, judged, _ = await run(case("is 9000 steps good?", person=NOBODY), passages=[told])
    assert "9000" in texts(judged)[0]
