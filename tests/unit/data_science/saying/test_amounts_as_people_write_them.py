"""Values are written by their unit, rounded by the step of the format."""

import pytest

from services.data_science.language.saying.amounts import amount_text, ordinal_text, stated_text


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (454.84, "min", "7 h 35 min"),
        (480, "min", "8 h"),
        (59.6, "min", "1 h"),
        (42.4, "min", "42 min"),
        (9.96, "min", "10 min"),
        (4.5, "min", "4.5 min"),
        (-75, "min", "-1 h 15 min"),
        (-0.0, "min", "0 min"),
        (14042.88, "count", "14,043 steps"),
        (1, "count", "1 step"),
        (58.4375, "bpm", "58.4 bpm"),
        (58, "bpm", "58 bpm"),
        (1385, "clock", "23:05"),
        (1476, "clock", "00:36"),
        (20000, "date", "4 October 2024"),
        (5.7, "min/km", "5:42 min/km"),
        (5.9999, "min/km", "6:00 min/km"),
        (850.4, "m", "850 m"),
        (999.7, "m", "1 km"),
        (12345.6, "m", "12.35 km"),
        (8.504, "km", "8.5 km"),
        (62.963, "%", "63%"),
        (7.25, "min/week", "7.2 min per week"),
        (0.0012, "km", "0.0012 km"),
        (2341.6, "kcal", "2,342 kcal"),
        (1, "days", "1 day"),
        (36.6, "degC", "36.6 °C"),
        (3, "", "3"),
    ],
)
def test_a_computed_value_reads(value: float, unit: str, text: str) -> None:
    assert amount_text(value, unit) == text


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (450, "min", "7 h 30 min"),
        (454.84, "min", "454.84 min"),
        (5000, "m", "5 km"),
        (12345.6, "m", "12,345.6 m"),
        (10000, "count", "10,000 steps"),
        (60.5, "bpm", "60.5 bpm"),
        (1385, "clock", "23:05"),
    ],
)
def test_a_stated_value_keeps_all_of_its_digits(value: float, unit: str, text: str) -> None:
    assert stated_text(value, unit) == text


def test_places_read_as_words_and_then_in_digits() -> None:
    assert [ordinal_text(place) for place in (1, 2, 9, 10, 11, 12, 21, 22, 23, 101)] == [
        *("first", "second", "ninth", "10th", "11th", "12th", "21st", "22nd", "23rd", "101st")
    ]
