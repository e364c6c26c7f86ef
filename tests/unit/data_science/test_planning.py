"""A message becomes a plan: its sentences in the light of one another, and what is left out of it is said."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Final

import pytest

from services.data_science.adapters.rules.planning import MOST_PARTS, planned
from services.data_science.adapters.rules.terms import Chosen, Item, Metric, OffTopic, Relation, Sign, Statistic, Unit
from services.data_science.domain.analysis import Decline, Plan, Shown
from services.data_science.domain.data import DataDescription
from services.data_science.domain.query import Aggregate, End, Pick, Query
from tests.unit.data_science.questions import D30, LAST_WEEK, YESTERDAY, span
from tests.unit.data_science.spoken import (
    AVERAGE,
    DAYS,
    DEEP,
    DISTANCE,
    DURATION,
    HIGHEST,
    HOURS,
    HRV,
    KM,
    LDL,
    ON_WEEKENDS,
    RUNS,
    SLEEP,
    STEPS,
    TOTAL,
    WEEKENDS,
    days_of,
    during,
    of_activities,
    on_record,
    over,
    stat,
)

MEAN, SUM, MAX = Aggregate.MEAN, Aggregate.SUM, Aggregate.MAX
VIBES: Final = "vibes"
NEXT_WEEK = span("2024-03-18", "2024-03-24", "next week")
LONG_AGO = span("2019-01-01", "2019-12-31", "2019")


def plan(said: Mapping[str, tuple[Item, ...]], data: DataDescription | None = None) -> Plan | Decline:
    """The plan of a message whose sentences are read as said."""
    return planned(" ".join(said), lambda sentence: said[sentence], DAYS, data or on_record())


def queries(said: Mapping[str, tuple[Item, ...]]) -> list[Query]:
    made = plan(said)
    assert isinstance(made, Plan), made
    return [part.query for part in made.parts]


def answer(said: Mapping[str, tuple[Item, ...]], data: DataDescription | None = None) -> str:
    made = plan(said, data)
    assert isinstance(made, Decline), made
    return made.answer


def test_a_fragment_takes_what_it_does_not_say_from_the_question_before() -> None:
    assert queries({"What was my HRV?": (AVERAGE, HRV, WEEKENDS, during(D30)), "And my steps?": ("and", STEPS)}) == [
        stat(days_of(name, ON_WEEKENDS, window=D30), MEAN) for name in ("heart_rate_variability", "steps")
    ]


def test_a_fragment_with_another_window_keeps_the_metric() -> None:
    assert queries({"HRV?": (AVERAGE, HRV, during(D30)), "And yesterday?": ("and", during(YESTERDAY))}) == [
        stat(days_of("heart_rate_variability", window=window), MEAN) for window in (D30, YESTERDAY)
    ]


def test_a_whole_question_takes_nothing_from_the_one_before() -> None:
    said = {"HRV last month?": (AVERAGE, HRV, during(D30)), "My highest steps?": (HIGHEST, STEPS)}
    assert queries(said)[1] == stat(days_of("steps"), MAX)


def test_questions_joined_by_and_share_the_window_that_is_said_last() -> None:
    message = "How many steps and how long did I sleep last week?"
    read = {
        "How many steps": (Sign.HOW_MANY, STEPS),
        "how long did I sleep last week?": (AVERAGE, SLEEP, during(LAST_WEEK)),
    }
    made = planned(message, lambda sentence: read[sentence], DAYS, on_record())
    assert isinstance(made, Plan)
    assert [part.query for part in made.parts] == [
        stat(days_of("steps", window=LAST_WEEK), SUM),
        stat(days_of("sleep_minutes", window=LAST_WEEK), MEAN),
    ]


def test_the_same_question_twice_is_computed_once() -> None:
    assert len(queries({"HRV?": (AVERAGE, HRV), "HRV then?": (AVERAGE, HRV)})) == 1


def test_the_part_of_a_message_that_cannot_be_computed_is_left_out_and_named() -> None:
    made = plan({"Average HRV?": (AVERAGE, HRV), "Is it healthy?": (OffTopic("it is a judgement"),)})
    assert isinstance(made, Plan)
    assert len(made.parts) == 1
    assert "I leave out “Is it healthy?”, because it is a judgement." in made.approach


def test_a_remark_is_no_question() -> None:
    made = plan({"I run a lot.": (Sign.HABIT, RUNS), "Average HRV?": (AVERAGE, HRV)})
    assert isinstance(made, Plan)
    assert [part.query for part in made.parts] == [stat(days_of("heart_rate_variability"), MEAN)]
    assert "leave out" not in made.approach


def test_more_than_six_parts_are_cut_and_that_is_said() -> None:
    metrics = [Metric(name, name) for name in on_record().recorded[: MOST_PARTS + 2]]
    items: tuple[Item, ...] = (AVERAGE, *[item for metric in metrics for item in (metric, "and")][:-1])
    made = plan({"All of it?": items})
    assert isinstance(made, Plan)
    assert len(made.parts) == MOST_PARTS
    assert "more than I compute at once" in made.approach


def test_the_approach_says_how_it_was_read_with_dates_and_read_as_without() -> None:
    made = plan({"Average HRV last week?": (AVERAGE, HRV, during(LAST_WEEK))})
    assert isinstance(made, Plan)
    assert made.approach == (
        "I read this as: the average heart rate variability last week (2024-03-04 to 2024-03-10). "
        "What has no value is left out, never counted as zero."
    )
    assert made.parts[0].read_as == "the average heart rate variability last week"


def test_the_approach_of_several_parts_counts_them() -> None:
    made = plan({"Average steps and HRV?": (AVERAGE, STEPS, "and", HRV)})
    assert isinstance(made, Plan)
    assert "The first: the average step count" in made.approach
    assert "The second: the average heart rate variability" in made.approach


def test_two_readings_are_both_computed_and_told() -> None:
    made = plan({"How much did I sleep?": (Sign.HOW_MUCH, SLEEP, during(LAST_WEEK))})
    assert isinstance(made, Plan)
    assert made.parts[0].other is not None
    assert made.parts[0].other.read_as == "the total sleep duration last week"
    assert "It can also be read as the total sleep duration last week" in made.approach


def test_a_cause_that_is_asked_for_is_said_to_be_an_association() -> None:
    causal, neutral = (plan({"This?": (SLEEP, Relation(causal=asked), HRV)}) for asked in (True, False))
    assert isinstance(causal, Plan)
    assert isinstance(neutral, Plan)
    assert "association" in causal.approach
    assert "influence" not in neutral.approach


@pytest.mark.parametrize(
    ("items", "unit", "shown"),
    [
        ((TOTAL, DISTANCE, RUNS), "m", None),
        ((TOTAL, DISTANCE, RUNS, KM), "m", Shown(unit="km", factor=1000)),
        ((TOTAL, DISTANCE, RUNS, Unit("km", 1.609344, "miles")), "m", Shown(unit="mi", factor=1609.344)),
        ((AVERAGE, SLEEP, HOURS), "min", Shown(unit="h", factor=60)),
        ((AVERAGE, DISTANCE, KM), "km", None),
        ((AVERAGE, STEPS), "steps", None),
        ((AVERAGE, LDL), "mg/dL", None),
        ((Sign.HOW_MANY, RUNS), "", None),
        (
            (AVERAGE, Metric("", "speed", field="speed_m_per_min"), Unit("min/km", 1, "min per km")),
            "m/min",
            Shown(unit="min/km", factor=1),
        ),
    ],
)
def test_a_part_has_the_stored_unit_and_the_one_that_is_asked_for(
    items: tuple[Item, ...], unit: str, shown: Shown | None
) -> None:
    made = plan({"This?": items})
    assert isinstance(made, Plan)
    assert (made.parts[0].unit, made.parts[0].shown) == (unit, shown)


@pytest.mark.parametrize(
    ("items", "why"),
    [
        ((AVERAGE, HRV, during(NEXT_WEEK)), "next week lies after the newest day on record"),
        ((AVERAGE, HRV, during(LONG_AGO)), "2019 lies before the oldest day on record"),
        ((AVERAGE, VIBES), "“vibes”"),
        ((AVERAGE, DEEP), "it holds no deep sleep"),
        ((AVERAGE, over(STEPS, 5), HRV, "and", over(DEEP, 4)), "it holds no deep sleep"),
    ],
)
def test_what_is_not_on_record_is_declined_with_the_reason(items: tuple[Item, ...], why: str) -> None:
    data = on_record("steps", "heart_rate_variability")
    assert why in answer({"This?": items}, data)


def test_a_decline_names_what_can_be_computed_of_the_same_metric() -> None:
    assert "What I can compute of your heart rate variability" in answer({"This?": (HRV, OffTopic("no"))})


def test_without_activities_on_record_a_question_about_them_says_so() -> None:
    bare = replace(on_record(), activity_kinds=())
    assert "there are no activities on record" in answer({"This?": (Sign.HOW_MANY, RUNS)}, bare)


def test_a_message_that_asks_nothing_is_told_what_can_be_asked() -> None:
    assert "What I can compute" in answer({"hello": (Sign.FILLER,)})


def test_a_lab_value_older_than_the_daily_data_is_not_before_the_data() -> None:
    window = span("2022-05-01", "2022-05-31", "May 2022")
    made = plan({"This?": (Statistic(Aggregate.FIRST), LDL, during(window))})
    assert isinstance(made, Plan)
    assert made.parts[0].query.selection.window.start == date(2022, 5, 1)  # type: ignore[union-attr]


def test_the_other_reading_goes_where_it_is_not_on_record() -> None:
    made = plan({"This?": (TOTAL, Metric("", "duration", field="duration_min"), RUNS)})
    assert isinstance(made, Plan)
    assert made.parts[0].other is None
    assert made.parts[0].query == stat(of_activities("duration_min"), SUM)


def test_what_asks_of_the_one_that_a_superlative_picked_is_left_out_and_named() -> None:
    longest = Statistic(MAX, field="duration_min")
    made = plan({"When was my longest run?": (Sign.WHEN, longest, RUNS), "And how far was it?": (Sign.HOW_FAR,)})
    assert isinstance(made, Plan)
    assert [part.query for part in made.parts] == [stat(of_activities("duration_min"), MAX)]
    assert "I leave out “And how far was it?”" in made.parts[-1].caveat


def test_it_is_the_activity_that_was_asked_about() -> None:
    last = Chosen(End.LAST, 1)
    said = {"When was my last run?": (Sign.WHEN, last, RUNS), "And how long was it?": (Sign.HOW_MUCH, DURATION)}
    assert queries(said)[1] == stat(of_activities("duration_min", pick=Pick(end=End.LAST, count=1)), MEAN)
