"""A verdict begins with yes or no where that is asked, and only where it is one."""

import pytest

from services.domain_expert.adapters.rules.yes_no import led
from services.domain_expert.domain.case import Person
from services.domain_expert.domain.forbidden import breaks_a_rule
from tests.unit.domain_expert.rules.test_expert_rules_mind import case, run, texts

ABOVE = "An LDL of 142 mg/dL is a little above what is wanted: below 100 mg/dL is optimal."
HIGH = "A potassium of 6.2 mEq/L is high: 3.5 to 5.0 mEq/L is usual for adults."
LOW = "A ferritin of 18 ng/mL (your latest value) is low: 24 to 307 ng/mL is usual for adult women."
GOOD = "A resting heart rate of 60 beats a minute is ordinary: adults at rest are usually within 60 to 100."
WORRY = "A heart rate variability of 22 ms is no cause for worry by itself: it falls with age."
SLOW = "A resting heart rate of 48 is lower than that of most adults, and in somebody who feels well mostly harmless."
DIP = "A short dip of blood oxygen to 87% in sleep is usually no emergency, and on a wrist often a false reading."
OPEN = "Whether a VO2 max of 38, a measure of endurance, is good depends on age and sex."


@pytest.mark.parametrize(
    ("question", "verdict", "lead"),
    [
        ("is my LDL too high?", ABOVE, "A little: an LDL"),
        ("ldl ok?", ABOVE, "Not quite: an LDL"),
        ("potassium 6.2, too high?", HIGH, "Yes, a potassium"),
        ("is potassium 6.2 too low?", HIGH, "No, a potassium"),
        ("is my ferritin ok?", LOW, "No, a ferritin"),
        ("is my ferritin too low", LOW, "Yes, a ferritin"),
        ("is my resting pulse normal", GOOD, "Yes, a resting"),
        ("is my pulse too high", GOOD, "No, a resting"),
        ("is my hrv dangerously low??", WORRY, "A heart"),
        ("is an hrv of 22 bad", WORRY, "No, a heart"),
        ("is an hrv of 22 ok", WORRY, "A heart"),
        ("how bad is my pulse?", GOOD, "A resting"),
        ("is it normal or too low?", GOOD, "A resting"),
        ("is 48 too low?", SLOW, "A resting"),
        ("is my vo2max good", OPEN, "Whether"),
        ("is 87% dangerous?", DIP, "A short dip"),
    ],
)
def test_what_it_begins_with(question: str, verdict: str, lead: str) -> None:
    told = led(question, verdict)
    assert told.startswith(lead)
    assert told.endswith(verdict[1:])


def test_an_abbreviation_keeps_its_capitals_behind_yes_or_no() -> None:
    assert led("should I worry about my REM?", "REM sleep of 86 minutes is fine.") == (
        "No, REM sleep of 86 minutes is fine."
    )
    assert led("is my HbA1c ok?", "HbA1c of 5.2% is normal.") == "Yes, HbA1c of 5.2% is normal."
    assert led("is my pulse ok?", "A pulse of 60 is normal.") == "Yes, a pulse of 60 is normal."


PREDIABETES = "An HbA1c of 5.9% is a little high: in guidance for adults, 5.7 to below 6.5% counts as prediabetes."


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("so is this diabetes already?", PREDIABETES),
        ("do i have diabetes with that", PREDIABETES),
        ("is that anaemia", "A haemoglobin of 12.1 g/dL is fine: for women 12 g/dL or more counts as no anaemia."),
    ],
)
def test_a_condition_whose_range_the_number_is_not_in_is_denied_by_the_number(question: str, verdict: str) -> None:
    told = led(question, verdict)
    assert told.startswith("Not by this number: ")
    assert not breaks_a_rule(told)


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("is this diabetes?", "hba1c 6.6"),
        ("is this diabetes?", "fasting glucose 130"),
        ("is this anaemia?", "haemoglobin 10.8 woman"),
        ("is that kidney disease?", "egfr 40"),
    ],
)
async def test_what_is_in_the_range_of_a_condition_is_never_denied(question: str, value: str) -> None:
    _, answer, _ = await run(case(f"{value}, {question}", person=Person()))
    assert not texts(answer)[0].startswith("Not by this number")


@pytest.mark.parametrize("question", ["is this prediabetes?", "why is diabetes more common now", "is it high?"])
def test_nothing_is_denied_that_was_not_asked_about_or_is_so(question: str) -> None:
    assert not led(question, PREDIABETES).startswith("Not by this number")
