import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.orchestrator.domain.evidence import DATE, MOMENT
from services.orchestrator.domain.numbers import AnswerWriter, Clean, Unverified, fact_text, references, user_facts
from services.orchestrator.domain.numbers.writing.formats import written
from services.orchestrator.domain.numbers.writing.rendering import render
from tests.unit.orchestrator.mind.builders import fact


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (10471.0, "steps", "10,471 steps"),
        (10470.851, "steps", "10,471 steps"),
        (14042.88, "count", "14,043 steps"),
        (1.0, "count", "1 step"),
        (0.42, "count", "0.42 steps"),
        (12.4, "count/week", "12 steps per week"),
        (58.372, "bpm", "58.4 bpm"),
        (42.04, "ms", "42 ms"),
        (67.558, "points", "67.6 points"),
        (0.02, "bpm", "0.02 bpm"),
        (-0.35, "bpm/week", "-0.3 bpm per week"),
        (454.84, "min", "7 h 35 min"),
        (420.0, "min", "7 h"),
        (59.6, "min", "1 h"),
        (42.4, "min", "42 min"),
        (9.96, "min", "10 min"),
        (4.52, "min", "4.5 min"),
        (0.0, "min", "0 min"),
        (-12.3, "min", "-12 min"),
        (-65.0, "min", "-1 h 5 min"),
        (150.2, "min/week", "2 h 30 min per week"),
        (842.4, "m", "842 m"),
        (12.34, "m", "12.3 m"),
        (999.6, "m", "1 km"),
        (12345.6, "m", "12.35 km"),
        (-1500.0, "m", "-1.5 km"),
        (5.701, "min/km", "5:42 min/km"),
        (9.9999, "min/mi", "10:00 min/mi"),
        (-0.2, "min/km", "-0:12 min/km"),
        (250.0, "min/km", "250 min/km"),
        (12.46, "%", "12.5%"),
        (58.999, "bpm", "59 bpm"),
        (12.0, "%", "12%"),
        (36.61, "degC", "36.61 °C"),
        (14.2, "breaths/min", "14.2 breaths/min"),
        (171.5, "count/bpm", "171.5 steps/bpm"),
        (0.00123, "km", "0.0012 km"),
        (-0.0, "km", "0 km"),
        (-1234.5, None, "-1,234.5"),
        (20551.0, DATE, "8 April 2026"),
        (1e15, DATE, "31 December 9999"),
    ],
)
def test_a_fact_reads_as_people_write_it(value: float, unit: str | None, text: str) -> None:
    assert fact_text(fact("ds-001.mean", value, unit)) == text


@pytest.mark.parametrize(("value", "text"), [(-0.374, "-0.37"), (0.3, "0.30"), (0.004, "0.00"), (-0.004, "0.00")])
def test_a_correlation_has_two_decimals(value: float, text: str) -> None:
    assert fact_text(fact("ds-001.effect", value, None)) == text


def test_a_count_is_plain() -> None:
    assert fact_text(fact("ds-001.n", 1160.0, None)) == "1,160"


@given(
    st.floats(allow_nan=False, allow_infinity=False, min_value=-1e15, max_value=1e15),
    st.sampled_from(["effect", "ci_low", "n", "mean", "p"]),
    st.sampled_from(["bpm", "%", "min", "min/week", "m", "count", "kcal", "min/km", "kg", None]),
)
def test_what_is_told_is_the_fact_within_half_a_step_of_its_format_and_passes_the_check(
    value: float, key: str, unit: str | None
) -> None:
    one = fact(f"ds-001.{key}", value, unit)
    told = written(one)
    steps = {"bpm": 0.1, "%": 0.1, "min": 1.0, "min/week": 1.0, "m": 1.0, "count": 1.0, "kcal": 1.0, "min/km": 1 / 60}
    own = told.value * (1000 if told.unit == "km" and unit == "m" else 1)
    step = max(steps.get(unit or "", 0.01), 10.0 if told.unit == "km" else 0.0)
    assert abs(own - value) <= 0.5001 * step + 1e-9 * abs(value)
    reads_zero = not re.search(r"[1-9]", told.text)
    assert not reads_zero or abs(value) < 0.01
    checked = AnswerWriter((one,)).check(f"It was {{{{{one.claim}}}}} then.")
    assert checked == Clean(f"It was {fact_text(one)} then.")
    assert isinstance(AnswerWriter((one,)).check(f"Again: {fact_text(one)}."), Clean)


def test_a_unit_that_the_text_already_gives_is_not_given_twice() -> None:
    facts = {"ds-001.effect": fact("ds-001.effect", 58.0), "ds-001.share": fact("ds-001.share", 12.5, "%")}
    rendered = render("It was {{ds-001.effect}} bpm, {{ds-001.share}}% or {{ ds-001.share }}.", facts)
    assert rendered.text == "It was 58 bpm, 12.5% or 12.5%."
    assert rendered.cited == ("ds-001.effect", "ds-001.share", "ds-001.share")


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("{{a.sleep}} minutes of sleep", "7 h 35 min of sleep"),
        ("{{a.sleep}} min", "7 h 35 min"),
        ("{{a.sleep}} fewer minutes", "455 fewer minutes"),
        ("a {{a.sleep}}-minute walk", "a 455-minute walk"),
        ("{{a.steps}} steps", "14,043 steps"),
        ("{{a.steps}} daily steps", "14,043 daily steps"),
        ("{{a.rate}}", "2 h 30 min per week"),
        ("{{a.rate}} a week", "2 h 30 min a week"),
        ("{{a.rate}} minutes per week", "2 h 30 min per week"),
        ("{{convert(a.sleep, minutes)}}", "455 minutes"),
        ("{{convert(a.far, m)}}", "12,346 m"),
        ("{{convert(a.far, m)}} m", "12,346 m"),
        ("{{a.far}} m", "12.35 km"),
        ("{{convert(a.speed, min/km)}} min/km", "5:42 min/km"),
    ],
)
def test_a_unit_that_stands_behind_a_duration_or_a_length_gives_way_to_its_format(source: str, text: str) -> None:
    facts = (
        fact("a.sleep", 454.84, "min"), fact("a.steps", 14042.88, "count"), fact("a.rate", 150.2, "min/week"),
        fact("a.far", 12345.6, "m"), fact("a.speed", 175.4, "m/min"),
    )  # fmt: skip
    assert AnswerWriter(facts).check(source) == Clean(text)


@pytest.mark.parametrize("text", ["{{ds-009.effect}}", "{{ds-001.effect", "effect}}", "{{}}", "{{a b}}", "{{{{x}}}}"])
def test_a_reference_to_nothing_is_reported(text: str) -> None:
    assert render(f"It was {text}.", {}).unknown


def test_a_date_in_the_users_words_is_no_number_to_refer_to() -> None:
    said = fact("user-said.1", 0.0, MOMENT, window="12 March", source="user")
    assert isinstance(AnswerWriter((said,)).check("You said {{user-said.1}}."), Unverified)
    assert AnswerWriter((said,)).check("You said 12 March.") == Clean("You said 12 March.")


def test_references_are_listed_in_order() -> None:
    assert references("{{ds-002.n}} of {{ ds-001.effect }}") == ("ds-002.n", "ds-001.effect")


def test_numbers_the_user_stated_become_facts_once_each() -> None:
    stated = user_facts(
        "My LDL is 124 mg/dL, my weight dropped 7.3% to 81,5 or 81.5 kg. LDL 124 mg/dL! See 2026-01-01."
    )
    assert [(item.claim, item.value, item.unit) for item in stated][:2] == [
        ("user.1", 124, "mg/dL"),
        ("user.2", 7.3, "%"),
    ]
    assert (81.5, "kg") in {(item.value, item.unit) for item in stated}
    assert {item.source for item in stated} == {"user"}
    assert not any(re.search("2026", str(item.value)) for item in stated)
    assert user_facts("How did I sleep?") == ()
