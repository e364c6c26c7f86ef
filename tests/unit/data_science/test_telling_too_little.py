"""What is said where there is too little to compute from."""

from typing import Any

import pytest

from services.data_science.domain.analysis import Part
from services.data_science.domain.finding import Finding, scalars_of
from services.data_science.domain.query import (
    Activities,
    Aggregate,
    Breakdown,
    ChangePoint,
    Combine,
    Compare,
    Describe,
    Grouping,
    Kinds,
    Operation,
    Order,
    Ranking,
    Trend,
)
from tests.unit.data_science.tellings import (
    D7,
    LAST_THREE,
    LAST_WEEK,
    LONG_SLEEP,
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


TOO_LITTLE: list[tuple[Part, dict[str, Any], str]] = [
    (
        part(asked(daily(HRV, LAST_WEEK), A.MEAN), "ms"),
        {"n": 0},
        ("There is no value for your heart rate variability last week (0 days), so there is nothing to compute from."),
    ),
    (
        part(asked(daily(HRV, LAST_WEEK), A.SD), "ms"),
        {"n": 1, "effect": None},
        ("There is 1 day with a value for your heart rate variability last week, and a standard deviation needs more."),
    ),
    (
        part(asked(active("calories_kcal", pick=LAST_THREE), A.MEAN), "kcal"),
        {"n": 0},
        "There are 0 runs with a value for calories burned among your last runs, so there is nothing to compute from.",
    ),
    (
        part(asked(sampled("LDL"), A.CHANGE), "mg/dL"),
        {"n": 1},
        "There is 1 sample of your LDL over all data, and a change needs more.",
    ),
    (
        part(asked(daily("", D7), A.SHARE, LONG_SLEEP)),
        {"n": 0},
        (
            "There is no value for your sleep duration over the last 7 days (0 days), so there is nothing to compute "
            "from."
        ),
    ),
    (
        part(Trend(selection=daily(HRV, LAST_WEEK)), "ms"),
        {"n": 2},
        "There are 2 days with a value for your heart rate variability last week, and a trend needs more.",
    ),
    (
        part(ChangePoint(selection=daily(HRV, LAST_WEEK)), "ms"),
        {"n": 7},
        (
            "There are 7 days with a value for your heart rate variability last week, and finding the day of a change "
            "needs more."
        ),
    ),
    (
        part(Compare(selection=daily(SLEEP, D7), baseline=daily(SLEEP, LAST_WEEK)), "min"),
        {"n": 2, "n_recent": 2, "n_prior": 0},
        (
            "There are 2 days with a value for your sleep duration over the last 7 days. There is no value for your "
            "sleep duration last week (0 days), so there is nothing to compute from."
        ),
    ),
    (
        part(Ranking(selection=active("distance_m", D7), order=Order.HIGHEST, count=3), "m"),
        {"n": 0, "rows": []},
        ("There are 0 runs with a value for distance over the last 7 days, so there is nothing to compute from."),
    ),
    (
        part(Kinds(selection=active("", D7, activities=ANY))),
        {"n": 0, "rows": []},
        "There are 0 activities over the last 7 days, so there is nothing to compute from.",
    ),
    (
        part(Breakdown(selection=daily("steps", D7), aggregate=A.MEAN, by=Grouping.WEEKEND), "steps"),
        {"n": 0, "groups": [{"label": "weekdays", "n": 0, "effect": None}, {"label": "weekends", "n": 0}]},
        "There is no value for your step count over the last 7 days (0 days), so there is nothing to compute from.",
    ),
    (
        part(
            Combine(
                first=asked(daily("steps", D7), A.MEAN),
                second=asked(daily("steps", LAST_WEEK), A.MEAN),
                operation=Operation.RATIO,
            ),
            "steps",
        ),
        {"first": {"n": 7, "effect": 9000.0}, "second": {"n": 0}},
        (
            "Your average step count over the last 7 days was 9,000 steps (7 days). There is no value for your step "
            "count last week (0 days), so there is nothing to compute from."
        ),
    ),
]


@pytest.mark.parametrize(("asked_for", "result", "answer"), [*TOO_LITTLE])
def test_too_little_reads(asked_for: Part, result: dict[str, Any], answer: str) -> None:
    assert told(asked_for, result).answer == answer


@pytest.mark.parametrize(("asked_for", "result", "_answer"), TOO_LITTLE)
def test_too_little_is_told_as_a_count_that_can_be_checked(
    asked_for: Part, result: dict[str, Any], _answer: str
) -> None:
    summary = told(asked_for, result)
    assert summary.values == ()
    assert any(is_a_count(finding) for finding in summary.findings)
    for finding in filter(is_a_count, summary.findings):
        scalars = scalars_of(finding.numbers)
        assert scalars["effect"].value == scalars["count"].value == scalars["n"].value
        assert f"{{{{{finding.id}.count}}}}" in summary.draft


def is_a_count(finding: Finding) -> bool:
    return isinstance(finding.query, Describe) and finding.query.aggregate is Aggregate.COUNT
