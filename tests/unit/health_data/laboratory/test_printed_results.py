"""What printed results and reference ranges say."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.health_data.domain.laboratory.printed import decimal_of, range_of, result_of


@pytest.mark.parametrize(
    ("printed", "value", "comparator", "unit"),
    [
        ("5.2", 5.2, "", ""),
        (" 5.2 H", 5.2, "", ""),
        ("5.2 (L)", 5.2, "", ""),
        ("182 HIGH", 182, "", ""),
        ("4,8", 4.8, "", ""),
        ("<0.1", 0.1, "<", ""),
        ("< 0,1", 0.1, "<", ""),
        ("> 90", 90, ">", ""),
        (">=60", 60, ">=", ""),
        ("≤ 0.5", 0.5, "<=", ""),
        ("5.4 mmol/L", 5.4, "", "mmol/L"),
        ("5.4 mmol/L H", 5.4, "", "mmol/L"),
        ("250 G/L", 250, "", "G/L"),
        ("7,500", 7500, "", ""),
        ("1.234,5", 1234.5, "", ""),
        ("0", 0, "", ""),
        ("-1.5", -1.5, "", ""),
        ("negative", None, "", ""),
        ("not detected", None, "", ""),
        ("1:80", None, "", ""),
        ("1+", None, "", ""),
        ("nan", None, "", ""),
        ("inf", None, "", ""),
        ("1.2.3", None, "", ""),
        ("3-5", None, "", ""),
        ("2024-03-01", None, "", ""),
        ("5 of 7", None, "", ""),
        ("", None, "", ""),
    ],
)
def test_a_result_is_a_number_only_where_it_says_one(
    printed: str, value: float | None, comparator: str, unit: str
) -> None:
    result = result_of(printed)
    assert (result.value, result.comparator, result.unit) == (value, comparator, unit)
    assert result.text == printed.strip()


@pytest.mark.parametrize(
    ("printed", "low", "high"),
    [
        ("3.5 - 5.1", 3.5, 5.1),
        ("3.5-5.1", 3.5, 5.1),
        ("(3,5 \N{EN DASH} 5,1)", 3.5, 5.1),
        ("[70 to 99]", 70, 99),
        ("70 - 99 mg/dL", 70, 99),
        ("65-99 mg/dL (calc)", 65, 99),
        ("Reference: 12.0-15.5", 12, 15.5),
        ("4,000-11,000", 4000, 11000),
        ("<5.0", None, 5.0),
        ("< 5,0 mmol/l", None, 5.0),
        ("up to 200", None, 200),
        ("bis 200", None, 200),
        ("<OR=5.6", None, 5.6),
        (">=40", 40, None),
        ("> OR = 60 mL/min/1.73m2", 60, None),
        ("-2 - 3", -2, 3),
        ("Not Estab.", None, None),
        ("M: 13-17 F: 12-15", None, None),
        ("9 - 3", None, None),
        ("negative", None, None),
        ("", None, None),
    ],
)
def test_a_range_has_the_bounds_that_it_states(printed: str, low: float | None, high: float | None) -> None:
    found = range_of(printed)
    assert (found.low, found.high, found.text) == (low, high, printed.strip())


def test_the_decimal_sign_of_a_file_is_the_one_that_it_shows() -> None:
    assert decimal_of(["4,8", "1.234"], usual=".") == ","
    assert result_of("1.234", decimal=",").value == 1234
    assert decimal_of(["4.8", "1.234"], usual=",") == "."
    assert result_of("1.234", decimal=".").value == 1.234
    assert decimal_of(["140", "1.234"], usual=",") == ","
    assert decimal_of(["4,8", "4.8"], usual=".") == "."


@settings(max_examples=50)
@given(number=st.decimals(min_value=0, max_value=9999, places=2), sign=st.sampled_from("., "))
def test_however_a_number_is_written_it_is_the_same(number: object, sign: str) -> None:
    written = str(number) if sign != "," else str(number).replace(".", ",")
    assert result_of(written).value == float(str(number))
    assert result_of(f"< {written} mg/dL").value == float(str(number))


@settings(max_examples=50)
@given(st.text(max_size=40))
def test_any_text_is_read_without_an_error_and_kept(text: str) -> None:
    assert result_of(text).text == " ".join(text.split())
    range_of(text)
