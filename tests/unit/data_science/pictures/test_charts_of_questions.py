"""Charts are drawn from a question, its numbers and points, need nothing from outside and show the numbers told."""

import json
import random
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

import pytest
import vl_convert

from services.data_science.adapters.pictures import picture_of
from services.data_science.domain.algebra import (
    ChangePoint,
    Contrast,
    Decide,
    Grouping,
    Literal,
    Operator,
    Profile,
    Question,
    Relate,
    Statistic,
    Tell,
    Trend,
    Unusual,
)
from services.data_science.language.telling import ComputedQuestion
from tests.unit.data_science.saying.people_and_words import (
    CATALOGUE,
    LAST_WEEK,
    OCTOBER,
    RESTING,
    SLEEP,
    STEPS,
    THE_WEEK_BEFORE,
    activities,
    days,
    field,
    window,
)
from tests.unit.data_science.saying.random_expressions import Drawing
from tests.unit.data_science.telling.computed_questions import day, mean
from tests.unit.data_science.telling.test_no_question_fails_to_be_told import computed

VERSION = "5.21"
START = date(2024, 10, 1)
POINTS = tuple((START + timedelta(days=number), 55.0 + number % 7) for number in range(31) if number not in {9, 10, 11})
WITHIN = day("2024-10-12")


def charted(question: Question, numbers: Mapping[str, float], **more: Any) -> Any:
    part = ComputedQuestion(question=question, numbers=numbers, points=POINTS, **more)
    picture = picture_of(part, CATALOGUE, finding_ids=("ds-001",))
    assert picture is not None
    return json.loads(picture.vega_lite)


def drawn_of_every_class() -> dict[str, Any]:
    nights = Tell(number=mean(days(), SLEEP))
    return {
        "mean": charted(Tell(number=mean(days(), RESTING)), {"effect": 58.2, "n": 28}),
        "highest": charted(Tell(number=mean(days(), RESTING, Statistic.MAX)), {"effect": 61, "n": 28, "day": WITHIN}),
        "bed times": charted(
            Tell(number=mean(days(), field("bed_time"))),
            {"effect": 1391, "n": 28},
        ),
        "nights": charted(nights, {"effect": 451, "n": 28}),
        "goal": charted(
            Decide(left=mean(days(), RESTING), operator=Operator.LESS, right=Literal(value=60, unit="bpm")),
            {"left": 58.2, "right": 60, "effect": 58.2, "n": 28},
        ),
        "unusual": charted(
            Unusual(rows=days(), column=RESTING),
            {"effect": 1, "n": 28, "median": 58, "day_1": WITHIN, "c1_1": 61},
        ),
        "trend": charted(Trend(rows=days(), column=RESTING), {"effect": 1.2, "slope_per_week": 0.28, "n": 28}),
        "change": charted(
            ChangePoint(rows=days(), column=RESTING),
            {"effect": 1.2, "day": WITHIN, "mean_recent": 59.1, "mean_prior": 57.9, "n": 28},
        ),
        "contrast": charted(
            Contrast(rows=days(LAST_WEEK), baseline=days(THE_WEEK_BEFORE), column=RESTING),
            {"effect": 1, "mean_recent": 59.1, "mean_prior": 58.1, "n": 7},
            baseline_points=POINTS,
        ),
        "relation": charted(
            Relate(left=STEPS, right=SLEEP, rows=days()),
            {"effect": 0.3, "n": 20},
            pairs=tuple((float(x), float(x % 5)) for x in range(20)),
        ),
        "weekdays": charted(
            Profile(rows=days(), column=STEPS, statistic=Statistic.MEAN, by=Grouping.WEEKDAY),
            {"effect": 9000.5, "n": 8, "g_1": 9000.5, "g_2": 8000, "n_1": 4, "n_2": 4},
            texts={"labels": ("Monday", "Tuesday")},
        ),
        "months": charted(
            Profile(rows=days(), column=STEPS, statistic=Statistic.MEAN, by=Grouping.MONTH),
            {"effect": 9000.5, "n": 8, "g_1": 9000.5, "g_2": 8000},
            texts={"labels": ("2024-09-01", "2024-10-01")},
        ),
        "kinds": charted(
            Profile(rows=activities(), column=None, statistic=Statistic.COUNT, by=Grouping.KIND),
            {"effect": 7, "n": 12, "g_1": 7, "g_2": 4, "g_3": 1},
            texts={"labels": ("Walk", "Run", "{{ds-001.n}}<script>")},
        ),
    }


DRAWN = drawn_of_every_class()


def rows_of(chart: Any, mark: str) -> list[dict[str, Any]]:
    return [row for layer in chart["layer"] if layer["mark"]["type"] == mark for row in layer["data"]["values"]]


def texts_of(node: Any) -> list[str]:
    if isinstance(node, str):
        return [node]
    inner = node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
    return [text for each in inner for text in texts_of(each)]


@pytest.mark.parametrize("name", DRAWN)
def test_a_chart_renders(name: str) -> None:
    svg = vl_convert.vegalite_to_svg(DRAWN[name], vl_version=VERSION)
    assert "<svg" in svg
    assert "NaN" not in svg


@pytest.mark.parametrize("name", DRAWN)
def test_a_chart_needs_nothing_from_outside_and_has_words_for_who_cannot_see_it(name: str) -> None:
    chart = DRAWN[name]
    assert not any("url" in layer["data"] for layer in chart["layer"])
    assert chart["description"].lower().startswith(chart["title"]["text"][0].lower()[:20])
    assert not any("_" in text for text in chart["title"]["text"])


def test_an_average_is_a_level_over_the_whole_window() -> None:
    (row,) = rows_of(DRAWN["mean"], "rule")
    assert row["value"] == 58.2
    assert row["end"] - row["date"] == 31 * 86_400_000
    assert "Average: 58.2 bpm" in texts_of(DRAWN["mean"])


def test_no_line_is_drawn_across_days_without_a_value() -> None:
    stretches = {row["date"]: row["stretch"] for row in rows_of(DRAWN["mean"], "line")}
    assert stretches["2024-10-09"] != stretches["2024-10-13"]
    assert stretches["2024-10-13"] == stretches["2024-10-14"]


@pytest.mark.parametrize("name", ["highest", "unusual"])
def test_what_is_told_stands_out(name: str) -> None:
    assert rows_of(DRAWN[name], "point") == [{"date": "2024-10-12", "value": 61}]


def test_a_yes_or_no_shows_both_levels() -> None:
    assert [row["value"] for row in rows_of(DRAWN["goal"], "rule")] == [58.2, 60]


def test_a_trend_rises_by_its_slope() -> None:
    *_, fit = (layer for layer in DRAWN["trend"]["layer"] if layer["mark"]["type"] == "line")
    start, end = fit["data"]["values"]
    assert end["value"] - start["value"] == pytest.approx(0.28 / 7 * 30)


def test_levels_before_and_after_a_change_meet_on_its_day() -> None:
    before, after = rows_of(DRAWN["change"], "rule")
    assert (before["value"], after["value"]) == (57.9, 59.1)
    assert before["end"] == after["date"]


def test_groups_are_bars_from_zero_with_their_numbers_as_people_write_them() -> None:
    assert [(row["label"], row["value"], row["text"]) for row in rows_of(DRAWN["weekdays"], "bar")] == [
        ("Monday", 9000.5, "9,000 steps"),
        ("Tuesday", 8000, "8,000 steps"),
    ]
    assert [row["label"] for row in rows_of(DRAWN["months"], "bar")] == ["Sep 2024", "Oct 2024"]


def test_labels_from_a_file_are_inert() -> None:
    labels = [row["label"] for row in rows_of(DRAWN["kinds"], "bar")]
    assert labels[:2] == ["Walk", "Run"]
    assert not set(labels[2]) & set("{}<>")


@pytest.mark.parametrize(
    ("question", "points"),
    [
        (Tell(number=mean(days(window("2024-10-01", "2024-10-05")), RESTING)), POINTS[:5]),
        (Tell(number=mean(days(OCTOBER), RESTING)), ()),
    ],
)
def test_what_is_as_easily_read_has_no_chart(question: Question, points: tuple[tuple[date, float], ...]) -> None:
    part = ComputedQuestion(question=question, numbers={"effect": 58, "n": 5}, points=points)
    assert picture_of(part, CATALOGUE, finding_ids=()) is None


@pytest.mark.parametrize("seed", range(3))
def test_no_question_fails_to_be_drawn(seed: int) -> None:
    dice, drawing = random.Random(seed), Drawing(seed)
    for _ in range(300):
        part = computed(drawing.question(2), dice)
        with_points = ComputedQuestion(
            question=part.question, numbers=part.numbers, texts=part.texts, points=POINTS, baseline_points=POINTS
        )
        picture = picture_of(with_points, CATALOGUE, finding_ids=("ds-001",))
        assert picture is None or json.loads(picture.vega_lite)["layer"]
