"""The numbers of a finding, their units, and how references to them are written out."""

from collections.abc import Mapping
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.data_science.domain.draft import Draft, reference
from services.data_science.domain.finding import (
    Finding,
    FindingQuery,
    Interval,
    NamedNumber,
    combined,
    number_text,
    numbers_of,
    scalars_of,
    written,
)
from services.data_science.domain.query import (
    Aggregate,
    Associate,
    ChangePoint,
    Compare,
    Describe,
    Measure,
    Operation,
    Selection,
    Source,
    Trend,
    Window,
)
from services.data_science.domain.units import converted, told_in
from tests.unit.data_science.tellings import set_in

ALL = Window(start=date(2023, 3, 1), end=date(2024, 3, 15), label="all data")
STEPS = Selection(measure=Measure(name="steps"), window=ALL)
MEAN = Describe(selection=STEPS, aggregate=Aggregate.MEAN)


def units_of(query: FindingQuery, unit: str, *keys: str) -> Mapping[str, str]:
    return {number.key: number.unit for number in numbers_of(query, dict.fromkeys(keys, 1.0), unit=unit)}


def described(aggregate: Aggregate) -> Describe:
    return Describe(selection=STEPS, aggregate=aggregate)


def test_every_finite_number_interval_and_date_of_a_result_is_kept() -> None:
    result: dict[str, Any] = {
        "n": 3,
        "effect": 2.5,
        "ci": [1, 4.0],
        "sd": None,
        "median": float("nan"),
        "flag": True,
        "activity": "Run",
        "points": [["2024-01-01", 1.0], ["2024-01-02", 2.0]],
        "pairs": [[1.0, 2.0], [3.0, 4.0]],
        "rows": [{"date": "2024-01-01", "value": 1}],
        "date": "1970-01-11",
        "start": "1970-01-02",
        "first_date": "1970-01-03",
        "missing": ["1970-01-04", "1970-01-05"],
    }
    numbers = {number.key: number.value for number in numbers_of(MEAN, result, unit="steps")}
    assert numbers == {
        "n": 3.0,
        "effect": 2.5,
        "ci": Interval(low=1.0, high=4.0),
        "day": 10.0,
        "start_day": 1.0,
        "first_day": 2.0,
        "missing_1": 3.0,
        "missing_2": 4.0,
    }


def test_a_date_is_in_the_unit_of_dates() -> None:
    numbers = numbers_of(MEAN, {"date": "2024-03-15", "missing": ["2024-03-14"]}, unit="steps")
    assert {number.unit for number in numbers} == {"date"}


def test_a_count_has_no_unit_and_a_share_is_a_percentage() -> None:
    counts = ("n", "n_recent", "n_prior", "held", "days_missing", "count", "count_days", "count_per", "outliers")
    streaks = ("longest_streak", "current_streak")
    assert set(units_of(MEAN, "steps", *counts, *streaks).values()) == {""}
    assert set(units_of(MEAN, "steps", "share", "cv").values()) == {"%"}


@pytest.mark.parametrize(
    ("aggregate", "unit"),
    [
        (Aggregate.MEAN, "steps"),
        (Aggregate.COUNT, ""),
        (Aggregate.COUNT_DAYS, ""),
        (Aggregate.COUNT_PER, ""),
        (Aggregate.TOTAL_PER, "steps"),
        (Aggregate.LONGEST_STREAK, ""),
        (Aggregate.OUTLIERS, ""),
        (Aggregate.SHARE, "%"),
        (Aggregate.CV, "%"),
        (Aggregate.CHANGE, "steps"),
    ],
)
def test_the_effect_has_the_unit_of_its_aggregate(aggregate: Aggregate, unit: str) -> None:
    assert units_of(described(aggregate), "steps", "effect", "mean") == {"effect": unit, "mean": "steps"}


@pytest.mark.parametrize(
    "query",
    [
        described(Aggregate.SD),
        described(Aggregate.RANGE),
        described(Aggregate.CHANGE),
        described(Aggregate.POPULATION_DIFFERENCE),
        Compare(selection=STEPS, baseline=STEPS),
        Trend(selection=STEPS),
        ChangePoint(selection=STEPS),
    ],
)
def test_two_times_of_day_are_minutes_apart(query: FindingQuery) -> None:
    units = units_of(query, "clock", "effect", "mean", "sd", "mean_recent", "population_sd", "slope_per_week")
    assert units == {
        "effect": "min",
        "mean": "clock",
        "sd": "min",
        "mean_recent": "clock",
        "population_sd": "min",
        "slope_per_week": "min/week",
    }


def test_the_effect_of_what_is_only_dated_is_a_day() -> None:
    runs = Selection(measure=Measure(source=Source.ACTIVITY), window=ALL)
    assert units_of(Describe(selection=runs, aggregate=Aggregate.LATEST), "", "effect", "n") == {
        "effect": "date",
        "n": "",
    }
    assert units_of(Describe(selection=runs, aggregate=Aggregate.COUNT), "", "effect") == {"effect": ""}


def test_a_correlation_has_no_unit() -> None:
    query = Associate(feature=STEPS.measure, target=STEPS.measure, lag_days=0, window=ALL)
    assert set(units_of(query, "steps", "effect", "n", "p").values()) == {""}


def test_an_interval_is_referred_to_by_its_ends() -> None:
    scalars = scalars_of((NamedNumber(key="ci", value=Interval(low=1.0, high=2.0), unit="ms"),))
    assert {key: scalar.value for key, scalar in scalars.items()} == {"ci_low": 1.0, "ci_high": 2.0}


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
    Finding(id=f"ds-00{position}", claim="c", query=MEAN, numbers=numbers)
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
        (Operation.DIFFERENCE, 3.0, 4.0, -1.0),
        (Operation.RATIO, 3.0, 4.0, 0.75),
        (Operation.RATIO, 3.0, 0.0, None),
        (Operation.PERCENT_CHANGE, 3.0, 4.0, -25.0),
        (Operation.PERCENT_CHANGE, -3.0, -4.0, 25.0),
        (Operation.PERCENT_CHANGE, 3.0, 0.0, None),
    ],
)
def test_arithmetic_on_two_numbers(operation: Operation, first: float, second: float, result: float | None) -> None:
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
    (number,) = numbers_of(MEAN, {"date": day.isoformat()}, unit="steps")
    assert isinstance(number.value, float)
    assert number_text(number.value, number.unit) == day.isoformat()
