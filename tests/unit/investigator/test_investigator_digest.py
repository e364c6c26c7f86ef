"""Which days are looked at, and what can be seen in them."""

from datetime import date, timedelta

import pytest

from services.investigator.adapters.rules import RulesMind
from services.investigator.adapters.tables_files import tables
from services.investigator.domain.case import Case
from services.investigator.domain.digest import SeriesSeen, digest_of
from services.investigator.domain.goals import goals_in
from services.investigator.domain.records import LabValue, as_worn
from services.investigator.domain.spans import Span, baseline_of, spans_of, year_of
from tests.unit.investigator.people import EVERYTHING, TODAY, focus, records, series, someone, wave

LONG_AGO = date(2020, 1, 1)
USUAL = spans_of("How am I doing?", first=LONG_AGO, today=TODAY)


def test_without_a_time_30_days_are_held_against_30() -> None:
    assert USUAL.window == Span(start=date(2026, 6, 1), end=TODAY, label="the last 30 days")
    assert USUAL.before == Span(start=date(2026, 5, 2), end=date(2026, 5, 31), label="the 30 days before")


@pytest.mark.parametrize(
    ("question", "days", "label"),
    [
        ("summary of my week", 7, "the last 7 days"),
        ("how were the last 7 days", 7, "the last 7 days"),
        ("anything odd in the past two weeks?", 14, "the last 14 days"),
        ("how was my month", 30, "the last 30 days"),
        ("How was today?", 1, "the newest day"),
        ("anything new in the last 3 months", 90, "the last 90 days"),
        ("how was my year", 365, "the last 365 days"),
        ("am I weak?", 30, "the last 30 days"),
    ],
)
def test_a_time_that_is_named_is_what_is_looked_at(question: str, days: int, label: str) -> None:
    window = spans_of(question, first=LONG_AGO, today=TODAY).window
    assert (window.days, window.label, window.end) == (days, label, TODAY)


@pytest.mark.parametrize(
    ("question", "ago", "label"),
    [
        ("how was yesterday?", 1, "yesterday"),
        ("how did I sleep last night", 0, "last night"),
        ("how was my night?", 0, "last night"),
        ("how was today", 0, "the newest day"),
        ("how was my night last week?", 0, "the last 7 days"),
    ],
)
def test_a_day_and_a_night_have_names_of_their_own(question: str, ago: int, label: str) -> None:
    window = spans_of(question, first=date(2020, 1, 1), today=TODAY).window
    assert (window.end, window.label) == (TODAY - timedelta(days=ago), label)


def test_goals_are_read_from_memory_and_come_first() -> None:
    memory = "## Goals\n- (2026-06-01) walk 8,000 steps\n- sleep more\n\n## Preferences\n- hates running"
    goals = goals_in(memory, tables().goal_words)
    assert goals == ("steps", "sleep_minutes")
    assert goals_in("## Preferences\n- likes to walk", tables().goal_words) == ()
    assert goals_in("", tables().goal_words) == ()


async def test_what_a_goal_is_about_is_looked_at_first_unless_the_question_is_about_something() -> None:
    mind, memory = RulesMind(tables()), "## Goals\n- walk every day"
    looked = [
        await mind.look(Case(user_id="u", question=question, memory_summary=memory), someone())
        for question in ("How am I doing?", "how is my sleep?")
    ]
    assert [each.series[0].metric for each in looked] == ["steps", "sleep_minutes"]
    assert [each.goals for each in looked] == [("steps",), ("steps",)]


def test_calories_of_days_without_the_device_are_left_out() -> None:
    calories = series("calories_kcal", lambda ago: 1250, days=60)
    steps = series("steps", lambda ago: 9000 if ago >= 20 else None, days=60)
    worn = as_worn(records(calories, steps, days=60))
    assert worn.today == TODAY - timedelta(days=20)
    assert worn.series["calories_kcal"].values.keys() == steps.values.keys()
    alone = records(calories, days=60)
    assert as_worn(alone) == alone


def test_a_year_with_nothing_before_it_gives_way_to_a_stretch_that_has_something() -> None:
    spans = spans_of("how was my year", first=TODAY - timedelta(days=364), today=TODAY)
    assert spans.window.days == 182
    assert spans_of("my year", first=TODAY - timedelta(days=9), today=TODAY).window.days == 30


def test_what_a_change_is_held_against_is_three_months_as_far_as_there_are_any() -> None:
    assert baseline_of(USUAL, first=LONG_AGO) == Span(
        start=date(2026, 3, 3), end=date(2026, 5, 31), label="the 90 days before"
    )
    first = TODAY - timedelta(days=70)
    assert baseline_of(USUAL, first=first) == Span(start=first, end=date(2026, 5, 31), label="the time before")


def test_the_year_is_all_there_is_where_there_is_no_more() -> None:
    assert year_of(first=LONG_AGO, today=TODAY).label == "the last year"
    assert year_of(first=date(2026, 1, 1), today=TODAY) == Span(start=date(2026, 1, 1), end=TODAY, label="all data")


def test_a_shift_is_the_step_of_the_medians_in_robust_standard_deviations_of_the_year() -> None:
    of_a_year = records(series("steps", lambda ago: (9000 if ago >= 30 else 9900) + 300 * wave(ago)))
    (seen,) = (
        each for each in digest_of(of_a_year, USUAL, ("steps",), focus=EVERYTHING).series if each.metric == "steps"
    )
    spread = 1.4826 * 900
    assert (seen.days, seen.days_before) == (30, 30)
    assert seen.shift == pytest.approx(900 / spread, abs=0.35)
    assert seen.shift is not None
    assert seen.shift > 0.3


def test_days_that_are_missing_are_counted_as_missing_and_give_no_shift() -> None:
    gaps = records(series("steps", lambda ago: None if ago < 25 else 9000 + wave(ago)))
    (seen,) = digest_of(gaps, USUAL, ("steps",), focus=EVERYTHING).series
    assert seen == SeriesSeen(metric="steps", noun="step count", days=5, days_before=30, shift=None)


def test_a_metric_that_never_varies_has_no_shift() -> None:
    (seen,) = digest_of(records(series("steps", lambda _: 1.0)), USUAL, ("steps",), focus=EVERYTHING).series
    assert seen.shift is None


def test_what_is_looked_at_first_is_seen_to_be_missing_and_what_comes_later_is_passed_over() -> None:
    digest = digest_of(records(series("weight_kg", lambda _: 70.0)), USUAL, EVERYTHING.metrics, focus=EVERYTHING)
    assert [(each.metric, each.days) for each in digest.series] == [
        ("sleep_minutes", 0),
        ("resting_heart_rate", 0),
        ("weight_kg", 30),
    ]


def test_laboratory_values_outside_the_range_are_seen_and_others_are_not() -> None:
    low = LabValue(name="Ferritin", noun="ferritin", value=9, low=15, high=150)
    fine = LabValue(name="HDL", noun="HDL", value=52, low=40)
    nothing_to_hold_against = LabValue(name="X", noun="X", value=52)
    seen = digest_of(
        records(labs=(low, fine, nothing_to_hold_against)), USUAL, EVERYTHING.metrics, focus=EVERYTHING
    ).series
    assert [each.noun for each in seen if each.metric not in EVERYTHING.metrics] == ["ferritin"]


def test_the_metrics_come_in_the_order_they_are_looked_at() -> None:
    digest = digest_of(someone(), USUAL, ("steps", "sleep_minutes"), focus=focus("training"))
    assert [each.metric for each in digest.series] == ["steps", "sleep_minutes"]
    assert digest.focus == "training"
