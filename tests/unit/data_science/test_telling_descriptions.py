"""One number about a selection, said."""

from typing import Any

import pytest

from services.data_science.domain.analysis import Part
from services.data_science.domain.query import (
    Activities,
    Aggregate,
)
from tests.unit.data_science.tellings import (
    ALL,
    D30,
    HOURS,
    KM,
    LAST,
    LAST_THREE,
    LAST_WEEK,
    LONG_RUNS,
    LONG_SLEEP,
    ON_RUNS,
    WEEKENDS,
    YESTERDAY,
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


DESCRIBED: list[tuple[Part, dict[str, Any], str]] = [
    (
        part(asked(daily("resting_heart_rate"), A.MEAN), "bpm"),
        {"n": 87, "effect": 60.388, "mean": 60.388, "sd": 2.0, "ci": [59.9, 60.8]},
        "Your average resting heart rate over all data is 60.39 bpm (87 days).",
    ),
    (
        part(asked(daily("steps", YESTERDAY), A.SUM), "steps"),
        {"n": 1, "effect": 9000.0, "sum": 9000.0},
        "Your step count yesterday was 9,000 steps (1 day).",
    ),
    (
        part(asked(daily("steps", YESTERDAY), A.MAX), "steps"),
        {"n": 1, "effect": 9000.0, "max": 9000.0, "date": "2024-03-14"},
        "Your step count yesterday was 9,000 steps (1 day).",
    ),
    (
        part(asked(daily(SLEEP, LAST_WEEK), A.MIN), "min"),
        {"n": 7, "effect": 371.2, "min": 371.2, "date": "2024-03-05"},
        "Your shortest sleep duration last week was 371.2 min, on 2024-03-05 (7 days).",
    ),
    (
        part(asked(daily(SLEEP, D30, WEEKENDS), A.MEDIAN), "min", shown=HOURS),
        {"n": 8, "effect": 450.0, "median": 450.0},
        "Your median sleep duration over the last 30 days, on weekends was 7.5 h (8 days).",
    ),
    (
        part(asked(daily(HRV), A.CV), "ms"),
        {"n": 87, "effect": 12.5, "cv": 12.5, "sd": 5.0, "mean": 40.0},
        "The coefficient of variation of your heart rate variability over all data is 12.5% (87 days).",
    ),
    (
        part(asked(daily(HRV), A.RANGE), "ms"),
        {"n": 87, "effect": 31.0, "range": 31.0},
        "The range of your heart rate variability over all data is 31 ms (87 days).",
    ),
    (
        part(asked(daily("deep_sleep_minutes", ALL, ON_RUNS, pick=LAST), A.LATEST), "min"),
        {"n": 1, "effect": 71.0, "latest": 71.0, "date": "2024-03-10"},
        "Your deep sleep on the most recent day with runs is 71 min, on 2024-03-10 (1 day).",
    ),
    (
        part(asked(daily("steps", D30, WEEKENDS, pick=LAST_THREE), A.MEAN), "steps"),
        {"n": 3, "effect": 7000.0, "mean": 7000.0},
        (
            "Your average step count on the most recent 3 days, on weekends, over the last 30 days was 7,000 steps "
            "(3 days)."
        ),
    ),
    (
        part(asked(daily("steps", D30), A.TOTAL_PER, per_days=7.0), "steps"),
        {"n": 29, "effect": 63000.0, "total_per": 63000.0},
        "Your total step count per week over the last 30 days was 63,000 steps (29 days).",
    ),
    (
        part(asked(daily("bed_time_clock", D30), A.MEAN), "clock"),
        {"n": 29, "effect": 1475.2, "mean": 1475.2, "sd": 44.1},
        "Your average bed time over the last 30 days was 00:35 (29 days).",
    ),
    (
        part(asked(daily("bed_time_clock", D30), A.MIN), "clock"),
        {"n": 29, "effect": 1325.0, "min": 1325.0, "date": "2024-03-01"},
        "Your earliest bed time over the last 30 days was 22:05, on 2024-03-01 (29 days).",
    ),
    (
        part(asked(daily("bed_time_clock", D30), A.SD), "clock"),
        {"n": 29, "effect": 44.1, "sd": 44.1, "mean": 1475.2},
        "The standard deviation of your bed time over the last 30 days was 44.1 min (29 days).",
    ),
    (
        part(asked(active("calories_kcal", pick=LAST_THREE), A.MEAN), "kcal"),
        {"n": 3, "effect": 310.2, "mean": 310.2},
        "The average calories burned of your last 3 runs is 310.2 kcal (3 runs).",
    ),
    (
        part(asked(active("calories_kcal", pick=LAST_THREE), A.MEAN), "kcal"),
        {"n": 2, "effect": 310.2, "mean": 310.2},
        "The average calories burned of your most recent runs is 310.2 kcal (2 runs).",
    ),
    (
        part(asked(active("average_heart_rate", D30), A.MEAN), "bpm"),
        {"n": 1, "effect": 150.0, "mean": 150.0},
        "The average heart rate of your runs over the last 30 days was 150 bpm (1 run).",
    ),
    (
        part(asked(active("distance_m", pick=LAST), A.LATEST), "m", shown=KM),
        {"n": 1, "effect": 5230.0, "latest": 5230.0, "date": "2024-03-10", "activity": "Run"},
        "The distance of your last run is 5.23 km, on 2024-03-10 (1 run).",
    ),
    (
        part(asked(active("duration_min", activities=ANY), A.MAX), "min", shown=HOURS),
        {"n": 40, "effect": 150.0, "max": 150.0, "date": "2024-03-10", "activity": "Treadmill"},
        ("The longest duration of your activities over all data is 2.5 h, on 2024-03-10 (Treadmill; 40 activities)."),
    ),
    (
        part(asked(active("distance_m", activities=LONG_RUNS), A.SUM), "m", shown=KM),
        {"n": 12, "effect": 61230.0, "sum": 61230.0},
        "The total distance of your runs with a distance above 5 km over all data is 61.23 km (12 runs).",
    ),
    (
        part(asked(active("distance_m", D30), A.TOTAL_PER, per_days=7.0), "m", shown=KM),
        {"n": 10, "effect": 23000.0, "total_per": 23000.0},
        "The total distance of your runs per week over the last 30 days was 23 km (10 runs).",
    ),
    (
        part(asked(active("", D30), A.COUNT_PER, per_days=30.4375)),
        {"n": 10, "effect": 9.9, "count_per": 9.9},
        "On average, the number of runs per month over the last 30 days was 9.9 (10 runs).",
    ),
    (
        part(asked(active("", activities=LONG_RUNS), A.LATEST)),
        {"n": 10, "date": "2024-03-03", "activity": "Run"},
        "Your latest run with a distance above 5 km over all data was on 2024-03-03 (10 runs).",
    ),
    (
        part(asked(sampled("LDL"), A.LATEST), "mg/dL"),
        {"n": 4, "effect": 118.0, "latest": 118.0, "date": "2024-03-01"},
        "Your latest LDL over all data is 118 mg/dL, on 2024-03-01 (4 samples).",
    ),
    (
        part(asked(sampled("LDL", pick=LAST_THREE), A.MEAN), "mg/dL"),
        {"n": 3, "effect": 118.0, "mean": 118.0},
        "Your average LDL of your last 3 samples is 118 mg/dL (3 samples).",
    ),
    (
        part(asked(sampled("LDL"), A.CHANGE), "mg/dL"),
        {
            "n": 4,
            "effect": -12.0,
            "change": -12.0,
            "first": 130.0,
            "latest": 118.0,
            "first_date": "2023-04-01",
            "date": "2024-03-01",
        },
        (
            "Your LDL changed by -12 mg/dL over all data, from 130 mg/dL on 2023-04-01 to 118 mg/dL on 2024-03-01 "
            "(4 samples)."
        ),
    ),
]
COUNTED: list[tuple[Part, dict[str, Any], str]] = [
    (
        part(asked(daily(HRV, D30), A.COUNT)),
        {"n": 12, "effect": 12, "count": 12},
        "There are 12 days with a value for your heart rate variability over the last 30 days.",
    ),
    (
        part(asked(daily(SLEEP, D30, LONG_SLEEP, WEEKENDS), A.COUNT)),
        {"n": 5, "effect": 5, "count": 5},
        "There are 5 days with sleep duration above 8 hours over the last 30 days, on weekends.",
    ),
    (
        part(asked(daily(HRV, D30, LONG_SLEEP), A.COUNT)),
        {"n": 5, "effect": 5, "count": 5},
        (
            "There are 5 days with a value for your heart rate variability over the last 30 days, on days with sleep "
            "duration above 8 hours."
        ),
    ),
    (
        part(asked(daily("", ALL, ON_RUNS), A.COUNT)),
        {"n": 1, "effect": 1, "count": 1},
        "There is 1 day with runs over all data.",
    ),
    (
        part(asked(active("", activities=ANY), A.COUNT)),
        {"n": 1, "effect": 1, "count": 1},
        "There is 1 activity over all data.",
    ),
    (
        part(asked(active("", D30), A.COUNT)),
        {"n": 0, "effect": 0, "count": 0},
        "There are 0 runs over the last 30 days.",
    ),
    (
        part(asked(active("", D30), A.COUNT_DAYS)),
        {"n": 9, "effect": 7, "count_days": 7},
        "There are 7 days with runs over the last 30 days.",
    ),
    (
        part(asked(sampled("LDL"), A.COUNT)),
        {"n": 1, "effect": 1, "count": 1},
        "There is 1 sample of your LDL over all data.",
    ),
    (
        part(asked(daily("", D30), A.SHARE, LONG_SLEEP, ON_RUNS)),
        {"n": 25, "effect": 20.0, "share": 20.0, "held": 5},
        (
            "Over the last 30 days, 20% of the days with data were days with sleep duration above 8 hours and runs "
            "(5 of 25 days)."
        ),
    ),
    (
        part(asked(daily(""), A.LONGEST_STREAK, LONG_SLEEP)),
        {"n": 300, "effect": 4, "longest_streak": 4, "start": "2024-02-29", "date": "2024-03-03"},
        (
            "Your longest streak of days with sleep duration above 8 hours over all data is 4 days in a row, from "
            "2024-02-29 to 2024-03-03 (of 300 days with data)."
        ),
    ),
    (
        part(asked(daily(""), A.CURRENT_STREAK, ON_RUNS)),
        {"n": 300, "effect": 0, "current_streak": 0},
        "Your current streak of days with runs over all data is 0 days in a row (of 300 days with data).",
    ),
    (
        part(asked(daily("steps"), A.OUTLIERS), "steps"),
        {
            "n": 250,
            "effect": 2,
            "outliers": 2,
            "median": 9000.0,
            "rows": [{"date": "2024-03-01", "value": 40000.0}, {"date": "2024-02-01", "value": 5.0}],
        },
        (
            "In your step count over all data, 2 of 250 days stand out, far from the median of 9,000 steps:\n"
            "- 2024-03-01: 40,000 steps\n- 2024-02-01: 5 steps"
        ),
    ),
    (
        part(asked(daily("steps"), A.OUTLIERS), "steps"),
        {"n": 250, "effect": 0, "outliers": 0, "median": 9000.0, "rows": []},
        "Nothing in your step count over all data stands out: 0 of 250 days are far from the median of 9,000 steps.",
    ),
    (
        part(asked(daily("resting_heart_rate"), A.POPULATION_DIFFERENCE), "bpm"),
        {
            "n": 250,
            "effect": -6.0,
            "population_difference": -6.0,
            "mean": 60.0,
            "population_mean": 66.0,
            "population_sd": 9.0,
            "source": "Nes et al. (2013).",
        },
        (
            "Your average resting heart rate over all data is 60 bpm (250 days), and the average of people of your sex "
            "and age is 66 bpm: yours is lower, a difference of -6 bpm. The norm is from Nes et al. (2013)."
        ),
    ),
]


@pytest.mark.parametrize(("asked_for", "result", "answer"), [*DESCRIBED, *COUNTED])
def test_a_description_reads(asked_for: Part, result: dict[str, Any], answer: str) -> None:
    assert told(asked_for, result).answer == answer
