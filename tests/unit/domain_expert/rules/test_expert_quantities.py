"""Which quantities a question names, and which number stands beside each."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.domain_expert.adapters.vocabulary import quantities

KNOWN = quantities()


@pytest.mark.parametrize(
    ("text", "mentions"),
    [
        ("What is a good HRV?", [("heart_rate_variability", None, "")]),
        ("Is an LDL of 4.1 mmol/L high?", [("LDL cholesterol", "4.1", "mmol/l")]),
        ("my ldl cholesterol came back at 130 mg/dL", [("LDL cholesterol", "130", "mg/dl")]),
        ("Is 52 bpm a good resting heart rate?", [("resting_heart_rate", "52", "bpm")]),
        ("resting heart rate 52 beats per minute", [("resting_heart_rate", "52", "bpm")]),
        ("I sleep 7.5 hours", [("sleep_minutes", "7.5", "h")]),
        ("i only sleep 6 hrs in the week and catch up on sundays", [("sleep_minutes", "6", "h")]),
        ("are 12,500 steps enough?", [("steps", "12500", "")]),
        ("SpO\u2082 94 percent?", [("spo2", "94", "%")]),
        ("vitamin D 18 ng/ml and ferritin 20", [("vitamin D", "18", "ng/ml"), ("ferritin", "20", "")]),
        ("HRV, my HRV is 45 ms", [("heart_rate_variability", "45", "ms")]),
        ("BUN of 15", [("BUN", "15", "")]),
        ("urea of 5 mmol/L", [("urea", "5", "mmol/l")]),
        ("what is the weather like?", []),
        ("", []),
    ],
)
def test_a_question_names_quantities_with_the_number_beside_each(
    text: str, mentions: list[tuple[str, str | None, str]]
) -> None:
    found = [(each.quantity.name, each.value, each.unit) for each in KNOWN.in_text(text)]
    assert found == [(name, None if value is None else Decimal(value), unit) for name, value, unit in mentions]


def test_the_longer_name_wins() -> None:
    assert [each.quantity.name for each in KNOWN.in_text("non-HDL cholesterol")] == ["non-HDL cholesterol"]
    assert [each.quantity.name for each in KNOWN.in_text("LDL cholesterol")] == ["LDL cholesterol"]
    assert [each.quantity.name for each in KNOWN.in_text("is my deep sleep fine")] == ["deep_sleep_minutes"]


def test_a_name_within_a_word_is_none() -> None:
    assert KNOWN.in_text("footsteps, ironic, sleepless-night, ferritinous") == ()


@pytest.mark.parametrize("text", ["blood pressure 142/91", "My BP is 142 over 91, blood pressure I mean", "BP 142/91?"])
def test_a_blood_pressure_is_two_numbers(text: str) -> None:
    found = {each.quantity.name: (each.value, each.unit, each.written) for each in KNOWN.in_text(text)}
    assert found["systolic blood pressure"] == (Decimal(142), "mmHg", "142 mmHg")
    assert found["diastolic blood pressure"] == (Decimal(91), "mmHg", "91 mmHg")


@pytest.mark.parametrize(
    "text", ["rem of 2h 40 last night", "2h40m REM sleep", "I had 2 hours and 40 minutes of REM", "rem: 2 hrs 40 min"]
)
def test_hours_with_minutes_are_one_number(text: str) -> None:
    (found,) = KNOWN.in_text(text)
    assert (found.quantity.name, found.value, found.unit) == ("rem_sleep_minutes", Decimal(160), "min")
    assert found.written == "2 h 40 min"


def test_a_share_of_a_stage_is_no_number_of_minutes() -> None:
    found = [(each.quantity.name, each.value) for each in KNOWN.in_text("22% rem good?")]
    assert found == [("rem_sleep_percent", Decimal(22))]


def test_a_number_with_its_unit_before_a_name_is_meant_rather_than_the_one_behind() -> None:
    (found,) = KNOWN.in_text("1 h 05 min deep sleep in 8 hours, low?")
    assert (found.quantity.name, found.written) == ("deep_sleep_minutes", "1 h 5 min")


def test_what_somebody_got_is_no_liver_value() -> None:
    (found,) = KNOWN.in_text("got 50 min of deep sleep yesterday")
    assert (found.quantity.name, found.value) == ("deep_sleep_minutes", Decimal(50))


def test_a_number_of_nights_behind_hours_is_no_minutes() -> None:
    (found,) = KNOWN.in_text("I slept 6h 30 nights in a row")
    assert (found.value, found.unit) == (Decimal(6), "h")


def test_a_number_is_told_as_it_was_written() -> None:
    written = [KNOWN.in_text(text)[0].written for text in ("LDL 4.1 mmol/L", "spo2 94%", "HRV 45", "steps 12,500")]
    assert written == ["4.1 mmol/L", "94%", "45", "12,500"]


def test_every_quantity_is_found_by_each_of_its_own_names() -> None:
    for quantity in KNOWN.by_name.values():
        assert quantity.spoken, quantity.name
        for spoken in quantity.spoken:
            assert spoken == spoken.lower(), quantity.name
            assert [each.quantity.name for each in KNOWN.in_text(f"my {spoken}?")], spoken


def test_units_of_numbers_without_one_are_plausible_in_order() -> None:
    for quantity in KNOWN.by_name.values():
        for unit, low, high in quantity.plausible:
            assert low < high, (quantity.name, unit)


@given(st.text(max_size=200))
def test_any_text_is_read_without_an_error(text: str) -> None:
    for each in KNOWN.in_text(f"ldl {text} 4 {text}"):
        assert each.value is None or each.value.is_finite()


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("cortisol at 8am 24 ug/dl", "24"),
        ("cortisol at 10.30 am was 24 ug/dl", "24"),
        ("my ldl is 142 am i ok", "142"),
        ("platelets 138", "138"),
    ],
)
def test_the_hour_of_a_test_is_not_its_value(text: str, value: str) -> None:
    assert [each.value for each in KNOWN.in_text(text)] == [Decimal(value)]


def test_an_hour_alone_is_no_value() -> None:
    assert [each.value for each in KNOWN.in_text("cortisol at 10 am?")] == [None]
