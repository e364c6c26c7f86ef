"""Comparisons, relationships, trends and queries of several numbers, said."""

from typing import Any

import pytest

from services.data_science.domain.analysis import Part
from services.data_science.domain.query import (
    Activities,
    Aggregate,
    Associate,
    Breakdown,
    ChangePoint,
    Combine,
    Compare,
    Grouping,
    Kinds,
    Measure,
    Operation,
    Order,
    Ranking,
    Trend,
)
from tests.unit.data_science.tellings import (
    ALL,
    D7,
    D30,
    HOURS,
    KM,
    LAST_WEEK,
    WALKS,
    WEEKDAYS,
    WEEKENDS,
    active,
    asked,
    daily,
    part,
    sampled,
    told,
)

A = Aggregate
ANY = Activities()
DAILY_KM = active("distance_m", per_day=A.SUM).measure
SLEEP = "sleep_minutes"
HRV = "heart_rate_variability"


FOLLOWED: list[tuple[Part, dict[str, Any], str]] = [
    (
        part(Compare(selection=daily(SLEEP, D7), baseline=daily(SLEEP, LAST_WEEK)), "min", shown=HOURS),
        {"n": 12, "effect": -12.0, "mean_recent": 402.0, "mean_prior": 414.0, "n_recent": 5, "n_prior": 7, "sd": 30.0},
        (
            "Your average sleep duration was 6.7 h over the last 7 days (5 days) and 6.9 h last week (7 days). That "
            "is lower, a difference of -0.2 h."
        ),
    ),
    (
        part(
            Compare(selection=daily("bed_time_clock", D30, WEEKENDS), baseline=daily("bed_time_clock", D30, WEEKDAYS)),
            "clock",
        ),
        {"n": 30, "effect": 45.0, "mean_recent": 1480.0, "mean_prior": 1435.0, "n_recent": 8, "n_prior": 22},
        (
            "Over the last 30 days, your average bed time was 00:40 on weekends (8 days) and 23:55 on weekdays "
            "(22 days). That is later, a difference of 45 min."
        ),
    ),
    (
        part(
            Compare(
                selection=active("average_heart_rate", D30),
                baseline=active("average_heart_rate", D30, activities=WALKS),
            ),
            "bpm",
        ),
        {"n": 30, "effect": 45.0, "mean_recent": 150.0, "mean_prior": 105.0, "n_recent": 8, "n_prior": 1},
        (
            "The average heart rate of your runs over the last 30 days was 150 bpm (8 runs), and the average heart "
            "rate of your walks over the last 30 days was 105 bpm (1 walk). That is higher, a difference of 45 bpm."
        ),
    ),
    (
        part(Associate(feature=DAILY_KM, target=Measure(name="deep_sleep_minutes"), lag_days=1, window=ALL)),
        {"n": 87, "effect": -0.374, "ci": [-0.55, -0.18], "p": 0.001},
        (
            "Over all data, the daily total distance of your runs and your deep sleep the next day show a moderate "
            "negative association: Spearman's correlation is -0.37, with a confidence interval from -0.55 to -0.18 "
            "(87 days). This shows association, not cause."
        ),
    ),
    (
        part(Associate(feature=Measure(name=HRV), target=Measure(name="steps"), lag_days=0, window=ALL)),
        {"n": 87, "effect": 0.05, "ci": [-0.15, 0.25], "p": 0.6},
        (
            "Over all data, your heart rate variability and your step count show practically no association: "
            "Spearman's correlation is 0.05, with a confidence interval from -0.15 to 0.25 (87 days). The interval "
            "includes zero, so this may be chance. This shows association, not cause."
        ),
    ),
    (
        part(Trend(selection=daily("weight_kg", D30)), "kg"),
        {"n": 28, "effect": -2.5, "slope_per_week": -0.6, "sd": 1.0},
        "Your weight fell over the last 30 days: the fitted change is -2.5 kg, or -0.6 kg/week (28 days).",
    ),
    (
        part(Trend(selection=daily("bed_time_clock", D30)), "clock"),
        {"n": 28, "effect": 10.0, "slope_per_week": 2.5, "sd": 40.0},
        (
            "Your bed time got later over the last 30 days: the fitted change is 10 min, or 2.5 min/week (28 days). "
            "That is within the usual ups and downs from day to day."
        ),
    ),
    (
        part(ChangePoint(selection=daily("resting_heart_rate")), "bpm"),
        {
            "n": 100,
            "effect": -4.0,
            "mean_recent": 56.0,
            "mean_prior": 60.0,
            "n_recent": 40,
            "n_prior": 60,
            "sd": 3.0,
            "date": "2024-01-01",
        },
        (
            "Your average resting heart rate changed most over all data around 2024-01-01: from 2024-01-01 on it was "
            "56 bpm (40 days), before that 60 bpm (60 days), a difference of -4 bpm. Some day always differs most, so "
            "a small difference may be chance."
        ),
    ),
]
SEVERAL: list[tuple[Part, dict[str, Any], str]] = [
    (
        part(Breakdown(selection=daily("steps"), aggregate=A.MEAN, by=Grouping.WEEKEND), "steps"),
        {
            "n": 300,
            "groups": [
                {"label": "weekdays", "n": 214, "effect": 9000.0},
                {"label": "weekends", "n": 86, "effect": 7000.0},
            ],
        },
        (
            "Your average step count over all data is highest on weekdays, 9,000 steps, and lowest on weekends, 7,000 "
            "steps:\n- Weekdays: 9,000 steps (214 days)\n- Weekends: 7,000 steps (86 days)"
        ),
    ),
    (
        part(Breakdown(selection=active("", D7), aggregate=A.COUNT, by=Grouping.MONTH)),
        {"n": 3, "groups": [{"label": "March 2024", "n": 3, "effect": 3}]},
        "The number of runs over the last 7 days was 3 in March 2024:\n- March 2024: 3",
    ),
    (
        part(Ranking(selection=active("distance_m"), order=Order.HIGHEST, count=2), "m", shown=KM),
        {
            "n": 12,
            "rows": [
                {"date": "2024-01-01", "value": 12000.0, "activity": "Run"},
                {"date": "2024-02-01", "value": 9000.0, "activity": "Run"},
                {"date": "2024-02-02", "value": None, "activity": "Run"},
            ],
        },
        "Your runs with the longest distance over all data (of 12 runs):\n- 2024-01-01: 12 km\n- 2024-02-01: 9 km",
    ),
    (
        part(Ranking(selection=daily("steps", D30), order=Order.NEWEST, count=1), "steps"),
        {"n": 29, "rows": [{"date": "2024-03-15", "value": 12000.0}]},
        "Your latest step count over the last 30 days was 12,000 steps, on 2024-03-15 (of 29 days).",
    ),
    (
        part(Ranking(selection=active("distance_m", D30, activities=ANY), order=Order.OLDEST, count=2), "m"),
        {
            "rows": [
                {"date": "2024-03-01", "value": 12000.0, "activity": "Run"},
                {"date": "2024-03-02", "value": 9000.0, "activity": "Walk"},
            ],
        },
        (
            "The distance of your first activities over the last 30 days:\n"
            "- 2024-03-01: 12,000 m (Run)\n- 2024-03-02: 9,000 m (Walk)"
        ),
    ),
    (
        part(Ranking(selection=daily("bed_time_clock"), order=Order.LOWEST, count=2), "clock"),
        {"n": 9, "rows": [{"date": "2024-03-01", "value": 1300.0}, {"date": "2024-03-02", "value": 1320.0}]},
        ("The days with your earliest bed time over all data (of 9 days):\n- 2024-03-01: 21:40\n- 2024-03-02: 22:00"),
    ),
    (
        part(Ranking(selection=sampled("LDL"), order=Order.NEWEST, count=2), "mg/dL"),
        {"n": 9, "rows": [{"date": "2024-03-01", "value": 118.0}, {"date": "2024-02-02", "value": 121.0}]},
        (
            "Your LDL of the latest samples over all data (of 9 samples):\n"
            "- 2024-03-01: 118 mg/dL\n- 2024-02-02: 121 mg/dL"
        ),
    ),
    (
        part(Kinds(selection=active("", activities=ANY))),
        {"n": 13, "rows": [{"activity": "Run", "count": 12}, {"activity": "Treadmill", "count": 1}]},
        "Over all data, your activities were Run (12 times) and Treadmill (1 time).",
    ),
    (
        part(
            Combine(
                first=asked(daily("steps", D7), A.MEAN),
                second=asked(daily("steps", LAST_WEEK), A.MEAN),
                operation=Operation.PERCENT_CHANGE,
            ),
            "steps",
        ),
        {"first": {"n": 7, "effect": 9000.0}, "second": {"n": 6, "effect": 8000.0}, "effect": 12.5},
        (
            "Your average step count over the last 7 days was 9,000 steps (7 days) and your average step count last "
            "week was 8,000 steps (6 days), a relative difference of 12.5%."
        ),
    ),
    (
        part(
            Combine(
                first=asked(active("distance_m", D7), A.SUM),
                second=asked(active("distance_m", LAST_WEEK), A.SUM),
                operation=Operation.DIFFERENCE,
            ),
            "m",
            shown=KM,
        ),
        {"first": {"n": 3, "effect": 15000.0}, "second": {"n": 2, "effect": 9500.0}, "effect": 5500.0},
        (
            "The total distance of your runs over the last 7 days was 15 km (3 runs) and the total distance of your "
            "runs last week was 9.5 km (2 runs), a difference of 5.5 km."
        ),
    ),
    (
        part(
            Combine(
                first=asked(active("", D7), A.COUNT),
                second=asked(active("", LAST_WEEK), A.COUNT),
                operation=Operation.RATIO,
            )
        ),
        {"first": {"n": 3, "effect": 3}, "second": {"n": 0, "effect": 0}},
        "The number of runs over the last 7 days was 3 and the number of runs last week was 0.",
    ),
]


@pytest.mark.parametrize(("asked_for", "result", "answer"), [*FOLLOWED, *SEVERAL])
def test_what_was_computed_reads(asked_for: Part, result: dict[str, Any], answer: str) -> None:
    assert told(asked_for, result).answer == answer


def test_each_side_of_a_comparison_is_a_finding_of_its_own() -> None:
    query = Compare(selection=daily(SLEEP, D7), baseline=daily(SLEEP, LAST_WEEK))
    result = {"n": 12, "effect": -12.0, "mean_recent": 402.0, "mean_prior": 414.0, "n_recent": 5, "n_prior": 7}
    summary = told(part(query, "min"), result)
    difference, *sides = summary.findings
    assert difference.query == query
    assert [side.query for side in sides] == [
        asked(selection, A.MEAN) for selection in (query.selection, query.baseline)
    ]
    first, second = summary.draft.split(". ", 1)
    assert f"{difference.id}." not in first
    assert f"{difference.id}.effect" in second
