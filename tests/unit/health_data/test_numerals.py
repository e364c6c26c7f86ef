"""Thousands separators and decimal signs: read by what the column shows, and said."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.health_data.domain.numerals import DecimalSign, decimal_sign, value_of
from tests.unit.health_data.support import parse_good


@pytest.mark.parametrize(
    ("text", "decimal", "value"),
    [
        ("10,432", ".", 10432),
        ("1,234,567.5", ".", 1234567.5),
        ("10.432", ",", 10432),
        ("1.234,5", ",", 1234.5),
        ("10 432", ".", 10432),
        ("10\u00a0432,5", ",", 10432.5),
        ("10\u202f432", ".", 10432),
        ("10'432.5", ".", 10432.5),
        ("-1,000", ".", -1000),
        ("58.5", ".", 58.5),
        ("1e3", ".", 1000),
        ("10,43", ".", None),
        ("1,0000", ".", None),
        ("58.5", ",", None),
        ("10 43", ".", None),
        ("ten", ".", None),
    ],
)
def test_a_numeral_is_read_by_its_decimal_sign(text: str, decimal: DecimalSign, value: float | None) -> None:
    assert value_of(text, decimal) == value


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("58.5", "."),
        ("70,5", ","),
        ("1.234,5", ","),
        ("1,234.5", "."),
        ("1,234,567", "."),
        ("0,123", ","),
        ("10,432", None),
        ("10.432", None),
        ("10432", None),
        ("later, maybe", None),
    ],
)
def test_what_a_numeral_shows_of_its_decimal_sign(text: str, sign: DecimalSign | None) -> None:
    assert decimal_sign(text) == sign


@given(st.integers(0, 10**9), st.sampled_from([".", ","]))
def test_grouping_a_whole_number_never_changes_it(number: int, decimal: DecimalSign) -> None:
    assert value_of(f"{number:,}".replace(",", "," if decimal == "." else "."), decimal) == number


def test_thousands_are_understood_in_a_comma_file_and_said() -> None:
    parsed = parse_good('Date,Steps,Weight (kg)\n2024-01-01,"10,432",70.5\n2024-01-02,9 876,70.25\n')
    assert parsed.numbers["steps"].values.tolist() == [10432, 9876]
    assert parsed.skipped == ()
    assert "Steps: numbers written like '10,432' (line 2) were read as 10432." in parsed.notes


def test_thousands_are_understood_in_a_semicolon_file_and_said() -> None:
    parsed = parse_good("date;steps;weight_kg\n2024-01-01;10.432;70,5\n2024-01-02;9.876;70,25\n")
    assert parsed.numbers["steps"].values.tolist() == [10432, 9876]
    assert parsed.numbers["weight_kg"].values.tolist() == [70.5, 70.25]
    assert "steps: numbers written like '10.432' (line 2) were read as 10432." in parsed.notes


def test_a_semicolon_file_with_decimal_points_keeps_them() -> None:
    parsed = parse_good("date;distance_km;weight_kg\n2024-01-01;5.123;70.5\n2024-01-02;6.250;71.5\n")
    assert parsed.numbers["distance_km"].values.tolist() == [5.123, 6.25]


def test_quoted_decimal_commas_in_a_comma_file_are_understood_and_said() -> None:
    parsed = parse_good('date,weight_kg\n2024-01-01,"70,5"\n2024-01-02,"70,125"\n')
    assert parsed.numbers["weight_kg"].values.tolist() == [70.5, 70.125]
    assert "weight_kg: numbers written like '70,5' (line 2) were read as 70.5." in parsed.notes


def test_a_later_row_tells_how_an_earlier_one_is_written() -> None:
    parsed = parse_good("date;distance_km\n2024-01-01;5.123\n2024-01-02;6.5\n")
    assert parsed.numbers["distance_km"].values.tolist() == [5.123, 6.5]


def test_a_reading_that_cannot_be_right_is_skipped_and_not_bent_until_it_fits() -> None:
    parsed = parse_good('date,distance_km,steps\n2024-01-01,"5,123",1\n')
    assert parsed.skipped[0].reason == "distance_km: outside 0 to 300 km"
