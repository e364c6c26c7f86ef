"""What an answer holds together: parts, readings, caveats, references, findings, typed values, pictures."""

from datetime import date
from typing import Any

import pytest

from services.data_science.adapters.rules.prose import summary
from services.data_science.domain.analysis import Computed, Part, Shown, Summary
from services.data_science.domain.finding import scalars_of
from services.data_science.domain.groups import groups_of
from services.data_science.domain.query import (
    Activities,
    Aggregate,
    Associate,
    Bound,
    Breakdown,
    ChangePoint,
    Combine,
    Comparison,
    Describe,
    Grouping,
    Kinds,
    Measure,
    Operation,
    Order,
    Ranking,
    Source,
    Trend,
    Window,
)
from tests.unit.data_science.tellings import (
    ALL,
    D7,
    D30,
    HOURS,
    KM,
    LAST,
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
STEPS = part(asked(daily("steps", D30), A.MEAN), "steps")
STEPS_RESULT: dict[str, Any] = {"n": 29, "effect": 9000.0, "mean": 9000.0, "sd": 100.0, "ci": [8900.0, 9100.0]}
FAST = part(
    asked(active("average_heart_rate", activities=LONG_RUNS), A.MEAN),
    "bpm",
    other=part(
        asked(active("average_heart_rate", ALL, LONG_SLEEP), A.MEAN),
        "bpm",
        read_as="the average heart rate of your runs on days with more sleep",
    ),
)


def named(summary: Summary) -> list[tuple[str, float | date | str, str]]:
    return [(str(value.name), value.value, value.unit) for value in summary.values]


def test_parts_are_paragraphs_with_findings_numbered_through() -> None:
    trend = part(Trend(selection=daily("steps", D30)), "steps")
    slope: dict[str, Any] = {"n": 29, "effect": 300.0, "slope_per_week": 75.0, "sd": 100.0}
    both = (Computed(part=STEPS, result=STEPS_RESULT), Computed(part=trend, result=slope))
    answer = summary(both, prefix="ref")
    assert [finding.id for finding in answer.findings] == ["ref-001", "ref-002"]
    assert [name for name, *_ in named(answer)] == ["mean", "linear_change", "slope_per_week"]
    first, second = answer.draft.split("\n\n")
    assert "{{ref-001.mean}}" in first
    assert "{{ref-002.effect}}" in second


def test_a_part_with_too_little_does_not_take_the_others_with_it() -> None:
    nothing = part(asked(daily("steps", YESTERDAY), A.MEAN), "steps")
    answer = summary((Computed(part=nothing, result={"n": 0}), Computed(part=STEPS, result=STEPS_RESULT)), prefix="ds")
    assert answer.answer == (
        "There is no value for your step count yesterday (0 days), so there is nothing to compute from.\n\n"
        "Your average step count over the last 30 days was 9,000 steps (29 days)."
    )


def test_a_caveat_is_said_once() -> None:
    caveat = "Of the heart rate, the daily records hold the resting value only."
    loose = part(STEPS.query, "steps", caveat=caveat)
    answer = summary((Computed(part=loose, result=STEPS_RESULT),) * 2, prefix="ds")
    assert answer.answer.count(caveat) == 1
    assert answer.answer.split("\n\n")[0].endswith(f"(29 days). {caveat}")


def test_a_caveat_stands_before_a_list_so_that_it_is_no_item() -> None:
    ranked = part(Ranking(selection=daily("steps"), order=Order.HIGHEST, count=2), "steps", caveat="Mind this.")
    rows: list[dict[str, Any]] = [{"date": f"2024-01-0{day}", "value": 9000.0 - day} for day in (1, 2)]
    assert told(ranked, {"n": 29, "rows": rows}).draft.startswith("Mind this. The days with your highest step count")


def test_another_reading_is_told_where_it_comes_out_different() -> None:
    answer = told(FAST, {"n": 12, "effect": 150.0, "mean": 150.0}, {"n": 9, "effect": 141.0, "mean": 141.0})
    assert answer.answer == (
        "The average heart rate of your runs with a distance above 5 km over all data is 150 bpm (12 runs). Read as "
        "the average heart rate of your runs on days with more sleep, it would be 141 bpm; I take the first reading "
        "to be the likelier."
    )
    assert FAST.other
    assert [finding.query for finding in answer.findings] == [FAST.query, FAST.other.query]
    assert [value.value for value in answer.values] == [150.0]


@pytest.mark.parametrize("other", [{"n": 9, "effect": 150.001, "mean": 150.001}, {"n": 0}, None, [1]])
def test_another_reading_that_comes_to_the_same_or_to_nothing_is_not_told(other: Any) -> None:
    answer = told(FAST, {"n": 12, "effect": 150.0, "mean": 150.0}, other)
    assert "Read as" not in answer.draft
    assert len(answer.findings) == 1


def test_another_reading_is_told_where_the_first_comes_to_nothing() -> None:
    answer = told(FAST, {"n": 0}, {"n": 9, "effect": 141.0, "mean": 141.0})
    assert answer.answer.endswith("on days with more sleep, it would be 141 bpm.")


def test_the_days_without_a_value_are_named_in_a_short_window() -> None:
    missing = {"days_missing": 2, "missing": ["2024-03-10", "2024-03-11"]}
    answer = told(part(asked(daily("steps", D7), A.MEAN), "steps"), {"n": 5, "effect": 7.0, "mean": 7.0} | missing)
    assert answer.answer.endswith("(5 days). 2 days have no value: 2024-03-10 and 2024-03-11.")


def test_of_many_days_without_a_value_seven_are_named() -> None:
    missing = {"days_missing": 9, "missing": [f"2024-03-0{day}" for day in range(1, 8)]}
    answer = told(STEPS, STEPS_RESULT | missing).answer
    assert " 9 days have no value: among them 2024-03-01, " in answer
    assert answer.endswith(" and 2024-03-07.")


def test_one_day_without_a_value_is_one() -> None:
    answer = told(STEPS, STEPS_RESULT | {"days_missing": 1, "missing": ["2024-03-01"]}).answer
    assert answer.endswith(" 1 day has no value: 2024-03-01.")


def test_the_missing_days_of_a_long_window_and_of_a_latest_value_are_not_told() -> None:
    missing: dict[str, Any] = {"days_missing": 1, "missing": ["2024-03-01"]}
    year = part(asked(daily("steps"), A.MEAN), "steps")
    latest = part(asked(daily("steps", D30), A.LATEST), "steps")
    of_latest = {"n": 29, "effect": 7.0, "latest": 7.0, "date": "2024-03-15"}
    for each, result in ((year, STEPS_RESULT), (latest, of_latest), (STEPS, STEPS_RESULT | {"days_missing": 0})):
        assert "no value" not in told(each, {**missing, **result}).answer


@pytest.mark.parametrize("result", [[1, 2], "x", None, {}, {"effect": None}, {"effect": True}, {"n": "many"}])
def test_a_result_that_says_nothing_is_told_without_a_number(result: Any) -> None:
    answer = told(STEPS, result)
    assert answer.answer == "There is too little data on your step count over the last 30 days to compute that."
    assert (answer.findings, answer.values, answer.pictures) == ((), (), ())


def test_pairs_that_are_too_few_or_do_not_vary_are_told_without_a_number() -> None:
    query = Associate(feature=Measure(name="steps"), target=Measure(name="sleep_minutes"), lag_days=0, window=D7)
    for n, said in ((0, "There is no day with both"), (3, "There are too few days with both"), (9, "do not both vary")):
        answer = told(part(query), {"n": n})
        assert said in answer.answer
        assert answer.findings == ()


def test_a_share_of_conditions_on_several_metrics_is_told_without_a_number_where_there_is_no_data() -> None:
    answer = told(part(asked(daily("", D7), A.SHARE, LONG_SLEEP, ON_RUNS, LONG_SLEEP)), {"n": 0})
    assert answer.answer.startswith("No day over the last 7 days has the data to tell")


def test_a_pace_is_told_of_a_speed_but_not_of_a_difference_of_speeds() -> None:
    pace = Shown(unit="min/km", factor=1.0)
    mean = told(
        part(asked(active("speed_m_per_min"), A.MEAN), "m/min", shown=pace), {"n": 2, "effect": 200.0, "mean": 200.0}
    )
    assert mean.answer == "The average speed of your runs over all data is 5 min/km (2 runs)."
    assert named(mean) == [("mean", 5.0, "min/km")]
    spread = told(part(asked(active("speed_m_per_min"), A.SD), "m/min", shown=pace), {"n": 2, "effect": 9.0, "sd": 9.0})
    assert named(spread) == [("sd", 9.0, "m/min")]


VALUED: list[tuple[Part, dict[str, Any], list[tuple[str, float | date | str, str]]]] = [
    (
        part(asked(active("duration_min", activities=Activities()), A.MAX), "min", shown=HOURS),
        {"n": 4, "effect": 90.0, "max": 90.0, "date": "2024-03-10", "activity": "Run"},
        [("max", 1.5, "h"), ("date", date(2024, 3, 10), ""), ("activity", "Run", "")],
    ),
    (
        part(asked(sampled("LDL"), A.CHANGE), "mg/dL"),
        {
            "n": 2,
            "effect": -2.0,
            "change": -2.0,
            "first": 5.0,
            "latest": 3.0,
            "first_date": "2024-01-01",
            "date": "2024-02-01",
        },
        [
            ("change", -2.0, "mg/dL"),
            ("first", 5.0, "mg/dL"),
            ("latest", 3.0, "mg/dL"),
            ("first_date", date(2024, 1, 1), ""),
            ("date", date(2024, 2, 1), ""),
        ],
    ),
    (
        part(asked(daily(""), A.SHARE, ON_RUNS)),
        {"n": 10, "effect": 20.0, "share": 20.0, "held": 2},
        [("share", 20.0, "%"), ("held", 2.0, ""), ("n", 10.0, "")],
    ),
    (
        part(asked(active(""), A.LATEST)),
        {"n": 3, "date": "2024-03-03", "activity": "Run"},
        [("date", date(2024, 3, 3), ""), ("activity", "Run", "")],
    ),
    (
        part(Kinds(selection=active("", activities=Activities()))),
        {"n": 13, "rows": [{"activity": "Run", "count": 12}, {"activity": "Treadmill", "count": 1}]},
        [("activities", "Run, Treadmill", ""), ("Run", 12.0, ""), ("Treadmill", 1.0, "")],
    ),
    (
        part(Ranking(selection=active("distance_m"), order=Order.HIGHEST, count=1), "m", shown=KM),
        {"n": 9, "rows": [{"date": "2024-01-01", "value": 12000.0, "activity": "Run"}]},
        [("highest_1", 12.0, "km"), ("date", date(2024, 1, 1), ""), ("activity", "Run", "")],
    ),
    (
        part(Breakdown(selection=daily("steps"), aggregate=A.MEAN, by=Grouping.WEEKEND), "steps"),
        {"groups": [{"label": "weekdays", "n": 5, "effect": 1.0}, {"label": "weekends", "n": 2, "effect": 2.0}]},
        [
            ("highest", "weekends", ""),
            ("lowest", "weekdays", ""),
            ("weekdays", 1.0, "steps"),
            ("weekends", 2.0, "steps"),
        ],
    ),
    (
        part(ChangePoint(selection=daily("steps")), "steps"),
        {
            "n": 20,
            "effect": 2.0,
            "mean_recent": 5.0,
            "mean_prior": 3.0,
            "n_recent": 9,
            "n_prior": 11,
            "date": "2024-01-01",
        },
        [
            ("date", date(2024, 1, 1), ""),
            ("difference_of_means", 2.0, "steps"),
            ("mean_recent", 5.0, "steps"),
            ("mean_prior", 3.0, "steps"),
        ],
    ),
    (
        part(
            Combine(
                first=asked(daily("sleep_minutes", D7), A.MEAN),
                second=asked(daily("sleep_minutes", LAST_WEEK), A.MEAN),
                operation=Operation.DIFFERENCE,
            ),
            "min",
            shown=HOURS,
        ),
        {"first": {"n": 7, "effect": 450.0}, "second": {"n": 6, "effect": 480.0}},
        [("difference", -0.5, "h"), ("first", 7.5, "h"), ("second", 8.0, "h")],
    ),
]


@pytest.mark.parametrize(("asked_for", "result", "values"), VALUED)
def test_the_value_that_answers_comes_first_in_the_unit_asked_for(
    asked_for: Part, result: dict[str, Any], values: list[tuple[str, float | date | str, str]]
) -> None:
    assert named(told(asked_for, result)) == values


def test_a_finding_stays_in_the_stored_unit() -> None:
    answer = told(part(asked(active("distance_m"), A.SUM), "m", shown=KM), {"n": 2, "effect": 5000.0, "sum": 5000.0})
    (finding,), (value,) = answer.findings, answer.values
    assert scalars_of(finding.numbers)["sum"].unit == "m"
    assert (value.value, value.unit, value.n, value.finding_id) == (5.0, "km", 2, "ds-001")
    assert "{{convert(ds-001.sum, km)}}" in answer.draft


def test_each_row_of_a_ranking_has_a_finding_that_selects_that_row_alone() -> None:
    rows = [{"date": "2024-01-01", "value": value, "activity": "Trail run"} for value in (12000.0, 9000.0)]
    query = Ranking(selection=active("distance_m", ALL, WEEKENDS), order=Order.HIGHEST, count=2)
    first, second, whole = told(part(query, "m"), {"n": 12, "rows": rows}).findings
    day = Window(start=date(2024, 1, 1), end=date(2024, 1, 1), label="2024-01-01")
    for finding, value in ((first, 12000.0), (second, 9000.0)):
        assert isinstance(finding.query, Describe)
        assert finding.query.aggregate is A.LATEST
        selection = finding.query.selection
        assert (selection.window, selection.pick) == (day, LAST)
        assert selection.measure.activities.kinds == ("Trail run",)
        bound = Bound(name="distance_m", comparison=Comparison.EQUAL, value=value, label="")
        assert selection.measure.activities.bounds == (bound,)
        assert scalars_of(finding.numbers)["latest"].value == value
        assert scalars_of(finding.numbers)["n"].value == 1
    assert whole.query == Describe(selection=query.selection, aggregate=A.COUNT)


def test_each_group_of_a_breakdown_has_a_finding_of_its_own_days() -> None:
    query = Breakdown(selection=daily("steps", D30), aggregate=A.MEAN, by=Grouping.WEEKDAY)
    groups = [{"label": label, "n": 4, "effect": 100.0} for label, _ in groups_of(query)]
    answer = told(part(query, "steps"), {"n": 28, "groups": groups})
    assert [finding.query for finding in answer.findings] == [described for _, described in groups_of(query)]
    assert answer.findings[6].claim == "Your average step count over the last 30 days, on Sundays."


def test_a_kind_is_counted_with_the_bounds_that_were_asked_for() -> None:
    bound = Bound(name="distance_m", comparison=Comparison.GREATER, value=5.0, label="")
    some = active("", activities=Activities(bounds=(bound,), label="long activities"))
    answer = told(part(Kinds(selection=some)), {"n": 2, "rows": [{"activity": "Run", "count": 2}]})
    query = answer.findings[0].query
    assert isinstance(query, Describe)
    assert query.selection.measure == Measure(
        source=Source.ACTIVITY, activities=Activities(kinds=("Run",), bounds=(bound,), label="Run activities")
    )


def test_no_more_than_ten_kinds_are_counted() -> None:
    rows = [{"activity": f"Sport {letter}", "count": 1} for letter in "abcdefghijkl"]
    answer = told(part(Kinds(selection=active("", activities=Activities()))), {"n": 12, "rows": rows})
    assert len(answer.findings) == 10
    assert answer.answer.endswith(", and others less often.")
    assert str(answer.values[0].value).endswith("Sport l")


def test_a_picture_belongs_to_the_finding_that_it_shows() -> None:
    points: list[list[Any]] = [[f"2024-03-0{day}", 9000.0 + day] for day in range(1, 9)]
    answer = summary(
        (
            Computed(part=STEPS, result=STEPS_RESULT),
            Computed(
                part=part(Trend(selection=daily("steps", D30)), "steps", read_as="the trend of your steps"),
                result={"n": 8, "effect": 300.0, "slope_per_week": 75.0, "sd": 100.0, "points": points},
            ),
        ),
        prefix="ds",
    )
    (drawn,) = answer.pictures
    assert drawn.finding_ids == ("ds-002",)
    assert "trend of your steps" in drawn.title.lower()


def test_the_days_that_stand_out_do_not_hold_back_their_picture() -> None:
    points: list[list[Any]] = [[f"2024-03-0{day}", 9000.0 + day] for day in range(1, 9)]
    rows = [{"date": "2024-03-01", "value": 40000.0}]
    result = {"n": 8, "effect": 1, "outliers": 1, "median": 9000.0, "rows": rows, "points": points}
    answer = told(part(asked(daily("steps"), A.OUTLIERS), "steps"), result)
    assert len(answer.findings) == 2
    assert [drawn.finding_ids for drawn in answer.pictures] == [("ds-001",)]


def test_too_little_is_not_drawn() -> None:
    assert told(part(Trend(selection=daily("steps", D30)), "steps"), {"n": 2, "points": []}).pictures == ()


def test_the_effect_of_what_is_only_dated_is_its_day() -> None:
    (finding,) = told(part(asked(active(""), A.LATEST)), {"n": 3, "date": "2024-03-03"}).findings
    scalars = scalars_of(finding.numbers)
    assert (scalars["effect"].unit, scalars["effect"].value) == ("date", scalars["day"].value)


def test_numbers_in_different_units_are_told_side_by_side() -> None:
    second = asked(daily("steps", D30), A.COUNT)
    query = Combine(first=asked(daily("steps", D30), A.MEAN), second=second, operation=Operation.RATIO)
    answer = told(part(query, "steps"), {"first": {"n": 29, "effect": 9000.0}, "second": {"n": 29, "effect": 29}})
    assert answer.answer.endswith("over the last 30 days was 29.")
    assert [value.name for value in answer.values] == ["first", "second"]
