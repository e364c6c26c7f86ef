"""Charts are drawn of what was computed, need nothing from outside, and show the finding's numbers."""

import json
import math
import random
from collections.abc import Iterator
from datetime import datetime, time, timedelta
from typing import Any

import numpy as np
import pytest
import vl_convert
from hypothesis import given, settings
from hypothesis import strategies as st

from services.data_science.adapters.rules.code import code_for
from services.data_science.adapters.rules.pictures import picture
from services.data_science.domain.finding import number_text
from services.data_science.domain.query import (
    Activities,
    Aggregate,
    Associate,
    Breakdown,
    ChangePoint,
    Combine,
    Compare,
    DayFilter,
    Describe,
    Grouping,
    Kinds,
    Measure,
    Operation,
    Order,
    Query,
    Ranking,
    Selection,
    Source,
    Trend,
    WeekdayFilter,
    Window,
)
from tests.unit.data_science.asked import daily_measures, selections
from tests.unit.data_science.coded import TODAY, Done, Person, people, run

SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json"
VERSION = "5.21"


def last(days: int, *, before: int = 0, label: str = "recently") -> Window:
    end = TODAY - timedelta(days=before)
    return Window(start=end - timedelta(days=days - 1), end=end, label=label)


def of(measure: Measure, window: Window, *filters: DayFilter) -> Selection:
    return Selection(measure=measure, window=window, day_filters=filters)


def someone() -> Person:
    """Half a year of nights and steps with gaps, two odd nights, and a run or a swim every third day."""
    rng = random.Random(7)
    days: dict[Any, dict[str, float]] = {}
    for back in range(200, -1, -1):
        days[TODAY - timedelta(days=back)] = {
            "steps": rng.gauss(9000, 500) + (1500 if back < 80 else 0),
            "sleep_minutes": 150.0 if back in {40, 12} else rng.gauss(430, 30),
        }
    for back in (20, 21, 22, 30):
        days[TODAY - timedelta(days=back)].pop("steps")
    done = [
        Done(
            start=datetime.combine(TODAY - timedelta(days=back), time(7)),
            kind=rng.choice(["Run", "Swim", "Walk"]),
            fields={"distance_m": rng.gauss(6000, 900)},
        )
        for back in range(0, 200, 3)
    ]
    return Person(days=days, activities=done)


SOMEONE = someone()
STEPS, SLEEP = Measure(name="steps"), Measure(name="sleep_minutes")
RUNS = Measure(
    source=Source.ACTIVITY,
    name="distance_m",
    activities=Activities(kinds=("Run",), label="runs"),
    per_day=Aggregate.SUM,
)
WEEKDAYS = WeekdayFilter(iso_weekdays=(1, 2, 3, 4, 5), label="weekdays")
WEEKENDS = WeekdayFilter(iso_weekdays=(6, 7), label="weekends")
DRAWN: dict[str, tuple[Query, str]] = {
    "mean": (Describe(selection=of(STEPS, last(30)), aggregate=Aggregate.MEAN), "steps"),
    "highest": (Describe(selection=of(SLEEP, last(90)), aggregate=Aggregate.MAX), "min"),
    "change": (Describe(selection=of(STEPS, last(14)), aggregate=Aggregate.CHANGE), "steps"),
    "outliers": (Describe(selection=of(SLEEP, last(200)), aggregate=Aggregate.OUTLIERS), "min"),
    "clock": (Describe(selection=of(SLEEP, last(30)), aggregate=Aggregate.MEAN), "clock"),
    "two_weeks": (
        Compare(
            selection=of(STEPS, last(7, label="this week")),
            baseline=of(STEPS, last(7, before=7, label="last week")),
        ),
        "steps",
    ),
    "two_groups": (
        Compare(selection=of(STEPS, last(90), WEEKENDS), baseline=of(STEPS, last(90), WEEKDAYS)),
        "steps",
    ),
    "far_apart": (
        Compare(selection=of(STEPS, last(7)), baseline=of(STEPS, last(7, before=150, label="in October"))),
        "steps",
    ),
    "association": (Associate(feature=STEPS, target=SLEEP, lag_days=1, window=last(90)), "steps"),
    "association_with_runs": (Associate(feature=RUNS, target=SLEEP, lag_days=0, window=last(200)), "m"),
    "trend": (Trend(selection=of(STEPS, last(200))), "steps"),
    "change_point": (ChangePoint(selection=of(STEPS, last(200))), "steps"),
    "weekdays": (Breakdown(selection=of(STEPS, last(90)), aggregate=Aggregate.MEAN, by=Grouping.WEEKDAY), "steps"),
    "months": (Breakdown(selection=of(RUNS, last(200)), aggregate=Aggregate.COUNT, by=Grouping.MONTH), "m"),
    "kinds": (Kinds(selection=of(Measure(source=Source.ACTIVITY), last(200))), ""),
    "arithmetic": (
        Combine(
            first=Describe(selection=of(STEPS, last(30)), aggregate=Aggregate.MEAN),
            second=Describe(selection=of(STEPS, last(30, before=30, label="before")), aggregate=Aggregate.MEAN),
            operation=Operation.PERCENT_CHANGE,
        ),
        "steps",
    ),
}


def drawn(name: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The specification of a chart, and the result it is of."""
    query, unit = DRAWN[name]
    result = run(code_for(query), SOMEONE)
    chart = picture(query, result, {}, title="what it shows", unit=unit, finding_ids=("ds-001",))
    assert chart is not None
    assert (chart.finding_ids, chart.title) == (("ds-001",), "what it shows")
    specification: dict[str, Any] = json.loads(chart.vega_lite)
    return specification, result


def texts(part: Any) -> Iterator[str]:
    """Every string in a specification."""
    match part:
        case str():
            yield part
        case dict():
            for key, value in part.items():
                yield from texts(value) if key != "$schema" else ()
        case list():
            for value in part:
                yield from texts(value)


def rows(specification: dict[str, Any], mark: str) -> list[dict[str, Any]]:
    """The data of every layer with this mark."""
    layers = [layer for layer in specification["layer"] if layer["mark"]["type"] == mark]
    return [row for layer in layers for row in layer["data"]["values"]]


@pytest.mark.parametrize("name", DRAWN)
def test_a_chart_needs_nothing_from_outside_and_can_be_saved(name: str) -> None:
    specification, _ = drawn(name)
    assert specification["$schema"] == SCHEMA
    assert not any("://" in text for text in texts(specification))
    assert all("values" in layer["data"] for layer in specification["layer"])
    svg = vl_convert.vegalite_to_svg(specification, vl_version=VERSION)
    assert svg.startswith("<svg")
    assert "What it shows" in svg
    assert vl_convert.vegalite_to_png(specification, vl_version=VERSION).startswith(b"\x89PNG")


@pytest.mark.parametrize("name", DRAWN)
def test_every_axis_of_measured_values_says_what_and_in_which_unit(name: str) -> None:
    specification, _ = drawn(name)
    query, unit = DRAWN[name]
    encodings = [layer["encoding"] for layer in specification["layer"] if layer["mark"]["type"] != "rect"]
    titles = {axis["axis"]["title"] for each in encodings for key, axis in each.items() if key in {"x", "y"}}
    assert titles
    if isinstance(query, Kinds) or (isinstance(query, Breakdown) and query.aggregate is Aggregate.COUNT):
        return
    assert any(title and ("time of day" if unit == "clock" else f"({unit})") in title for title in titles)


def test_the_level_of_a_mean_is_the_findings_number() -> None:
    query, unit = DRAWN["mean"]
    result = run(code_for(query), SOMEONE)
    chart = picture(query, result, {"mean": 1234.5}, title="t", unit=unit, finding_ids=())
    assert chart is not None
    specification = json.loads(chart.vega_lite)
    assert [row["value"] for row in rows(specification, "rule")] == [1234.5]
    assert "Average: 1,234.5 steps" in chart.vega_lite
    assert [[row["date"], row["value"]] for row in rows(specification, "line")] == result["points"]


@pytest.mark.parametrize("name", ["two_weeks", "two_groups", "far_apart", "change_point"])
def test_two_levels_are_the_findings_two_means(name: str) -> None:
    specification, result = drawn(name)
    levels = rows(specification, "rule") or rows(specification, "tick")
    assert {row["value"] for row in levels} == {result["mean_recent"], result["mean_prior"]}
    said = " ".join(texts(specification))
    assert number_text(result["mean_recent"], "steps") in said
    assert number_text(result["mean_prior"], "steps") in said


def test_a_level_spans_its_own_days_only() -> None:
    specification, result = drawn("change_point")
    (before, after) = rows(specification, "rule")
    assert before["end"] == after["date"]
    changed = (datetime.fromisoformat(result["date"]) - datetime.fromisoformat("1970-01-01")).days
    assert after["date"] == (changed - 0.5) * 86_400_000


def test_unusual_values_stand_out() -> None:
    specification, result = drawn("outliers")
    marked = {(row["date"], row["value"]) for row in rows(specification, "point")}
    assert marked == {(row["date"], row["value"]) for row in result["rows"]}
    assert (TODAY - timedelta(days=40)).isoformat() in {day for day, _ in marked}


def test_no_line_is_drawn_across_days_without_a_value() -> None:
    specification, _ = drawn("mean")
    stretches = {row["date"]: row["stretch"] for row in rows(specification, "line")}
    before, after = ((TODAY - timedelta(days=back)).isoformat() for back in (23, 19))
    assert stretches[before] != stretches[after]
    assert stretches[(TODAY - timedelta(days=18)).isoformat()] == stretches[after]


@pytest.mark.parametrize("name", ["association", "association_with_runs"])
def test_the_line_through_a_scatter_is_the_least_squares_line(name: str) -> None:
    specification, result = drawn(name)
    x, y = np.array(result["pairs"]).T
    slope, intercept = np.polyfit(x, y, 1)
    ends = rows(specification, "line")
    assert len(ends) == 2
    for end in ends:
        assert math.isclose(end["y"], slope * end["x"] + intercept, rel_tol=1e-6)


def test_the_line_of_a_trend_rises_as_the_finding_says() -> None:
    specification, result = drawn("trend")
    first, final = (layer for layer in specification["layer"] if layer["mark"]["type"] == "line")
    del first
    start, end = final["data"]["values"]
    assert math.isclose(end["value"] - start["value"], result["effect"], rel_tol=1e-9)


def test_bars_are_the_groups_in_their_order_from_zero() -> None:
    specification, result = drawn("weekdays")
    bars = rows(specification, "bar")
    assert [(row["label"], row["value"]) for row in bars] == [(g["label"], g["effect"]) for g in result["groups"]]
    assert specification["layer"][0]["encoding"]["x"]["sort"] is None
    assert specification["layer"][0]["encoding"]["y"]["scale"] == {"zero": True}


def test_days_are_the_same_wherever_the_chart_is_looked_at() -> None:
    specification, _ = drawn("mean")
    scales = [layer["encoding"]["x"]["scale"]["type"] for layer in specification["layer"]]
    assert set(scales) == {"utc"}


@pytest.mark.parametrize(
    "query",
    [
        Describe(selection=of(STEPS, last(5)), aggregate=Aggregate.MEAN),
        Describe(selection=of(STEPS, last(30)), aggregate=Aggregate.COUNT),
        Ranking(selection=of(STEPS, last(30)), order=Order.HIGHEST, count=3),
        Compare(selection=of(STEPS, last(1)), baseline=of(STEPS, last(1, before=1))),
    ],
)
def test_what_is_as_easily_read_has_no_chart(query: Query) -> None:
    assert picture(query, run(code_for(query), SOMEONE), {}, title="t", unit="steps", finding_ids=()) is None


@settings(max_examples=120, deadline=None)
@given(
    person=people(),
    query=st.one_of(
        st.builds(Describe, selection=selections(), aggregate=st.sampled_from(Aggregate)),
        st.builds(Compare, selection=selections(), baseline=selections()),
        st.builds(
            Associate,
            feature=daily_measures,
            target=daily_measures,
            lag_days=st.integers(0, 1),
            window=st.just(last(60)),
        ),
        st.builds(Trend, selection=selections(daily_measures)),
        st.builds(ChangePoint, selection=selections(daily_measures)),
        st.builds(
            Breakdown, selection=selections(), aggregate=st.sampled_from(Aggregate), by=st.sampled_from(Grouping)
        ),
    ),
    unit=st.sampled_from(["steps", "clock", ""]),
)
def test_no_result_fails_to_be_drawn(person: Person, query: Query, unit: str) -> None:
    chart = picture(query, run(code_for(query), person), {}, title="t", unit=unit, finding_ids=())
    assert chart is None or json.loads(chart.vega_lite)["layer"]
