"""A number on record is judged whatever it is called there, and what is not by what stands in for it."""

import pytest

from services.domain_expert.domain.case import OwnNumber, Person, Sex
from tests.unit.domain_expert.rules.test_expert_rules_mind import case, run, texts

WOMAN = Person(sex=Sex.FEMALE, age_years=41)
LATELY = "the last 30 days"


def own(name: str, value: float, unit: str, number: int = 1, **fields: str) -> OwnNumber:
    given = {"statistic": "mean", "window": LATELY} | fields
    return OwnNumber(claim=f"ds-00{number}.effect", of=name, value=value, unit=unit, **given)


UPPER, LOWER = own("systolic blood pressure", 118, "mmHg"), own("diastolic blood pressure", 85, "mmHg", 2)


async def test_of_both_numbers_of_an_own_blood_pressure_the_worse_is_judged_and_the_other_told_beside_it() -> None:
    _, answer, _ = await run(case("is my blood pressure ok?", UPPER, LOWER, person=WOMAN))
    assert texts(answer)[0].startswith(
        "No, a lower blood pressure number of {{ds-002.effect}} (your average over the last 30 days, "
        "with the upper one at {{ds-001.effect}}) is raised"
    )


async def test_an_upper_number_alone_is_judged_alone() -> None:
    _, answer, _ = await run(case("is my blood pressure ok?", UPPER, person=WOMAN))
    assert "{{ds-001.effect}} (your average over the last 30 days) is normal" in texts(answer)[0]


async def test_a_latest_value_is_told_with_its_day() -> None:
    ferritin = own("ferritin", 21, "ng/mL", statistic="latest", window="", day="ds-001.day")
    _, answer, _ = await run(case("is my ferritin ok?", ferritin, person=WOMAN))
    assert "{{ds-001.effect}} (your latest value of {{ds-001.day}})" in texts(answer)[0]


@pytest.mark.parametrize(
    ("question", "number", "said"),
    [
        ("should I worry about my cholesterol?", own("LDL cholesterol", 148, "mg/dL", statistic="latest"), "n LDL of"),
        ("am i overweight", own("weight_kg", 71.4, "kg"), "is a healthy weight depends on your height"),
        ("is my bmi ok?", own("weight_kg", 71.4, "kg"), "is a healthy weight depends on your height"),
        ("is my iron low?", own("ferritin", 8, "ng/mL", statistic="latest"), "ferritin of"),
        (
            "is my oxygen ok at night?",
            own("spo2", 96.5, "%"),
            "over the last 30 days, which may hold values of the day too)",
        ),
    ],
)
async def test_what_is_not_on_record_is_judged_by_what_stands_in_for_it(
    question: str, number: OwnNumber, said: str
) -> None:
    _, answer, _ = await run(case(question, number, person=WOMAN))
    assert said in texts(answer)[0]
    assert "{{ds-001.effect}}" in texts(answer)[0]
