"""The numbers of a finding, their units, and how references to them are written out."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.data_science.domain.algebra import All, Field, Reduce, Statistic, Table, Tell, Window
from services.data_science.domain.draft import Draft, reference
from services.data_science.domain.finding import Derivation, Finding, NamedNumber, combined, number_text, written
from services.data_science.domain.units import converted, told_in
from tests.unit.data_science.analysts import set_in

MEAN = Tell(
    number=Reduce(
        rows=All(table=Table.DAYS, window=Window(start=date(2023, 3, 1), end=date(2024, 3, 15))),
        column=Field(name="steps"),
        statistic=Statistic.MEAN,
    )
)


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (10470.85, "steps", "10,470.85 steps"),
        (60.0, "bpm", "60 bpm"),
        (-0.3749, "", "-0.37"),
        (-0.001, "", "0"),
        (8.3, "%", "8.3%"),
        (1e6, "", "1,000,000"),
        (100.0, "", "100"),
        (19797.0, "date", "2024-03-15"),
        (1385.4, "clock", "23:05"),
        (1475.0, "clock", "00:35"),
        (1439.6, "clock", "00:00"),
        (420.0, "clock", "07:00"),
    ],
)
def test_a_number_is_written_with_its_unit(value: float, unit: str, text: str) -> None:
    assert number_text(value, unit) == text


FINDINGS = tuple(
    Finding(id=f"ds-00{position}", claim="c", question=MEAN, numbers=numbers)
    for position, numbers in enumerate(
        [
            (
                NamedNumber(key="sum", value=12500.0, unit="m"),
                NamedNumber(key="slope_per_week", value=30.0, unit="min/week"),
                NamedNumber(key="speed", value=200.0, unit="m/min"),
                NamedNumber(key="day", value=19797.0, unit="date"),
                NamedNumber(key="missing_1", value=19798.0, unit="date"),
            ),
            (
                NamedNumber(key="sum", value=10000.0, unit="m"),
                NamedNumber(key="bed", value=1400.0, unit="clock"),
                NamedNumber(key="wake", value=1430.0, unit="clock"),
                NamedNumber(key="zero", value=0.0, unit="m"),
            ),
        ],
        start=1,
    )
)


@pytest.mark.parametrize(
    ("draft", "answer"),
    [
        ("You ran {{ds-001.sum}} by {{ds-001.day}}.", "You ran 12,500 m by 2024-03-15."),
        ("{{ds-001.missing_1}}", "2024-03-16"),
        ("{{convert(ds-001.sum, km)}}", "12.5 km"),
        ("{{convert(ds-001.sum, mi)}}", "7.77 mi"),
        ("{{convert(ds-001.slope_per_week, h)}}", "0.5 h/week"),
        ("{{convert(ds-001.speed, km/h)}}", "12 km/h"),
        ("{{convert(ds-001.speed, min/km)}}", "5 min/km"),
        ("{{ratio(ds-001.sum, ds-002.sum)}}", "1.25"),
        ("{{difference(ds-001.sum, ds-002.sum)}}", "2,500 m"),
        ("{{convert(difference(ds-001.sum, ds-002.sum), km)}}", "2.5 km"),
        ("{{percent_change(ds-001.sum, ds-002.sum)}}", "25%"),
        ("{{difference(ds-002.wake, ds-002.bed)}}", "30 min"),
        ("{{ds-002.bed}}", "23:20"),
    ],
)
def test_a_reference_is_written_as_what_it_comes_to(draft: str, answer: str) -> None:
    assert written(set_in(draft), FINDINGS) == answer


@pytest.mark.parametrize("named", ["ds-003.sum", "ds-001.mean", "convert(ds-003.sum, km)", "sum(ds-001.sum)"])
def test_a_reference_to_nothing_is_an_error(named: str) -> None:
    with pytest.raises(KeyError):
        written(Draft.of(reference(named)), FINDINGS)


@pytest.mark.parametrize("named", ["convert(ds-001.sum, h)", "ratio(ds-001.sum, ds-002.zero)"])
def test_what_two_numbers_do_not_give_is_an_error(named: str) -> None:
    with pytest.raises(ValueError, match=r"is not told in|and zero"):
        written(Draft.of(reference(named)), FINDINGS)


@pytest.mark.parametrize(
    ("operation", "first", "second", "result"),
    [
        (Derivation.DIFFERENCE, 3.0, 4.0, -1.0),
        (Derivation.RATIO, 3.0, 4.0, 0.75),
        (Derivation.RATIO, 3.0, 0.0, None),
        (Derivation.PERCENT_CHANGE, 3.0, 4.0, -25.0),
        (Derivation.PERCENT_CHANGE, -3.0, -4.0, 25.0),
        (Derivation.PERCENT_CHANGE, 3.0, 0.0, None),
    ],
)
def test_arithmetic_on_two_numbers(operation: Derivation, first: float, second: float, result: float | None) -> None:
    assert combined(operation, first, second) == result


@pytest.mark.parametrize(
    ("value", "unit", "to", "result"),
    [
        (90.0, "min", "h", 1.5),
        (1.0, "km", "m", 1000.0),
        (1.0, "mi", "km", 1.609344),
        (1.0, "lb", "kg", 0.45359237),
        (1.0, "m", "ft", 1 / 0.3048),
        (26.8224, "m/min", "mph", 1.0),
        (250.0, "m/min", "min/km", 4.0),
        (0.0, "m/min", "min/km", None),
        (1.0, "min", "km", None),
        (1.0, "bpm", "h", None),
        (3.0, "", "h", None),
    ],
)
def test_a_unit_is_another_one_of_its_kind(value: float, unit: str, to: str, result: float | None) -> None:
    assert converted(value, unit, to) == (None if result is None else pytest.approx(result, rel=1e-12))


@given(
    st.floats(-1e6, 1e6), st.sampled_from([("min", "h"), ("m", "km"), ("km", "mi"), ("kg", "lb"), ("m/min", "km/h")])
)
def test_there_and_back_is_the_same_number(value: float, units: tuple[str, str]) -> None:
    there = converted(value, *units)
    assert there is not None
    assert converted(there, units[1], units[0]) == pytest.approx(value, rel=1e-12, abs=1e-12)


def test_a_rate_of_change_keeps_what_it_is_per() -> None:
    assert told_in(30.0, "min/week", "h") == (0.5, "h/week")
    assert told_in(500.0, "m/week", "km") == (0.5, "km/week")
    assert told_in(500.0, "m/week", "h") is None


@given(st.dates(min_value=date(1, 1, 1)))
def test_a_date_is_written_as_the_day_it_was(day: date) -> None:
    since = (day - date(1970, 1, 1)).days
    assert number_text(float(since), "date") == day.isoformat()
