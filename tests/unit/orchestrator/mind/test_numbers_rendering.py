import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.orchestrator.domain.evidence import DATE, MOMENT
from services.orchestrator.domain.numbers import AnswerWriter, Clean, Unverified, fact_text, references, user_facts
from services.orchestrator.domain.numbers.rendering import number_text, render
from services.orchestrator.domain.numbers.tracing import within_tolerance
from tests.unit.orchestrator.mind.builders import fact


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (10471.0, "steps", "10,471 steps"),
        (10470.851, "steps", "10,470.85 steps"),
        (10470.5, "count", "10,470.5"),
        (58.372, "bpm", "58.37 bpm"),
        (58.999, "bpm", "59 bpm"),
        (12.0, "%", "12%"),
        (36.61, "degC", "36.61 °C"),
        (14.2, "breaths/min", "14.2 breaths/min"),
        (171.5, "count/bpm", "171.5 steps/bpm"),
        (0.00123, "km", "0.0012 km"),
        (-0.0, "km", "0 km"),
        (-1234.5, None, "-1,234.5"),
        (20551.0, DATE, "2026-04-08"),
        (1e15, DATE, "9999-12-31"),
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
    st.sampled_from(["bpm", "%", None]),
)
def test_rounding_stays_within_a_thousandth_or_a_hundredth_and_the_documented_tolerance(
    value: float, key: str, unit: str | None
) -> None:
    shown = float(number_text(fact(f"ds-001.{key}", value, unit)).replace(",", ""))
    assert abs(shown - value) <= max(0.001 * abs(value), 0.011)
    assert within_tolerance(shown, value)


def test_a_unit_that_the_text_already_gives_is_not_given_twice() -> None:
    facts = {"ds-001.effect": fact("ds-001.effect", 58.0), "ds-001.share": fact("ds-001.share", 12.5, "%")}
    rendered = render("It was {{ds-001.effect}} bpm, {{ds-001.share}}% or {{ ds-001.share }}.", facts)
    assert rendered.text == "It was 58 bpm, 12.5% or 12.5%."
    assert rendered.cited == ("ds-001.effect", "ds-001.share", "ds-001.share")


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
