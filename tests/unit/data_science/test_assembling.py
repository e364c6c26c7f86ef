"""What the terms of one sentence that asks for one number are assembled to, whatever words they were read from."""

import pytest

from services.data_science.adapters.rules.terms import (
    Activity,
    Biomarker,
    Chosen,
    Item,
    Judgement,
    Metric,
    Rate,
    Sign,
    Statistic,
    Unit,
)
from services.data_science.domain.query import (
    Activities,
    ActivityFilter,
    Aggregate,
    Bound,
    Comparison,
    Describe,
    End,
    Measure,
    Pick,
    Query,
    Selection,
    Source,
    ValueFilter,
)
from tests.unit.data_science.questions import D30, LAST_MONTH, LAST_WEEK, YESTERDAY, span
from tests.unit.data_science.spoken import (
    AVERAGE,
    CALORIES,
    DEEP,
    DISTANCE,
    DURATION,
    HEART_RATE,
    HIGHEST,
    HOURS,
    HRV,
    KM,
    LDL,
    LOWEST,
    ON_WEEKENDS,
    RAN,
    REM,
    RUNS,
    SLEEP,
    SPEED,
    STEPS,
    TOTAL,
    TREADMILL,
    WEEKENDS,
    WITH_RUNS,
    days_of,
    during,
    of_activities,
    on_record,
    over,
    queries,
    read,
    refused,
    stat,
    under,
    with_,
)

MEAN, SUM, COUNT, COUNT_DAYS = Aggregate.MEAN, Aggregate.SUM, Aggregate.COUNT, Aggregate.COUNT_DAYS
MAX, MIN = Aggregate.MAX, Aggregate.MIN
LONG_SLEEP = ValueFilter(
    metric="sleep_minutes", comparison=Comparison.GREATER, value=480, label="sleep duration above 8 hours"
)
MANY_STEPS = ValueFilter(metric="steps", comparison=Comparison.GREATER, value=10000, label="step count above 10,000")
LABORATORY = span("2022-05-02", "2024-01-09", "all data")
WEIGHT = Metric("weight_kg", "weight")
YOGA = Activity((), "yoga classes", on_record=False)
NO_ZINC = Biomarker("Zinc", "zinc", on_record=False)
LONGEST = Statistic(MAX, field="duration_min")
LAST_RUN, LAST_THREE = Pick(end=End.LAST, count=1), Pick(end=End.LAST, count=3)


def bounded(name: str, value: float, label: str) -> Activities:
    bound = Bound(name=name, comparison=Comparison.GREATER, value=value, label=label)
    return Activities(kinds=("Run",), bounds=(bound,), label=f"runs with {label}")


LONG_RUNS = bounded("distance_m", 5000, "a distance above 5 km")
LDL_SAMPLES = Selection(measure=Measure(source=Source.BIOMARKER, name="LDL"), window=LABORATORY)

DESCRIBED: list[tuple[tuple[Item, ...], Query]] = [
    ((AVERAGE, HRV, during(D30)), stat(days_of("heart_rate_variability", window=D30), MEAN)),
    ((during(D30), HRV, AVERAGE), stat(days_of("heart_rate_variability", window=D30), MEAN)),
    ((Sign.HOW_MANY, STEPS, during(LAST_WEEK)), stat(days_of("steps", window=LAST_WEEK), SUM)),
    ((Sign.HOW_MANY, STEPS, Sign.HABIT), stat(days_of("steps"), MEAN)),
    ((Sign.HOW_MANY, STEPS, during(YESTERDAY)), stat(days_of("steps", window=YESTERDAY), MEAN)),
    ((AVERAGE, TOTAL, SLEEP), stat(days_of("sleep_minutes"), MEAN)),
    ((AVERAGE, CALORIES, Chosen(End.LAST, 3), RUNS), stat(of_activities("calories_kcal", pick=LAST_THREE), MEAN)),
    ((DURATION, Chosen(End.LAST, 1), RUNS), stat(of_activities("duration_min", pick=LAST_RUN), MEAN)),
    ((HEART_RATE, RUNS), stat(of_activities("average_heart_rate"), MEAN)),
    ((TOTAL, AVERAGE, HEART_RATE, RUNS), stat(of_activities("average_heart_rate"), SUM)),
    ((HEART_RATE, during(D30)), stat(days_of("resting_heart_rate", window=D30), MEAN)),
    ((Sign.HOW_FAR, RAN), stat(of_activities("distance_m"), SUM)),
    ((Sign.HOW_MUCH, RAN, during(D30)), stat(of_activities("duration_min", window=D30), SUM)),
    ((Sign.HOW_MANY, DISTANCE, KM, RAN), stat(of_activities("distance_m"), SUM)),
    ((CALORIES, RUNS, during(D30)), stat(of_activities("calories_kcal", window=D30), SUM)),
    ((HEART_RATE, RUNS, during(D30)), stat(of_activities("average_heart_rate", window=D30), MEAN)),
    (
        (Sign.COUNT_DAYS, over(DISTANCE, 5, KM), RAN),
        stat(days_of("", ActivityFilter(activities=LONG_RUNS, label=LONG_RUNS.label)), COUNT),
    ),
    ((AVERAGE, SPEED), stat(of_activities("speed_m_per_min", activities=Activities()), MEAN)),
    ((Sign.HOW_MANY, RUNS), stat(of_activities(""), COUNT)),
    ((Sign.HOW_OFTEN, RAN), stat(of_activities(""), COUNT)),
    ((Sign.HOW_OFTEN, Sign.HABIT, RAN), stat(of_activities(""), Aggregate.COUNT_PER, 7)),
    ((Sign.HOW_MANY, RUNS, Rate(7, "per week")), stat(of_activities(""), Aggregate.COUNT_PER, 7)),
    ((AVERAGE, CALORIES, Rate(7, "per week")), stat(days_of("calories_kcal"), Aggregate.TOTAL_PER, 7)),
    ((AVERAGE, STEPS, Rate(1, "per day")), stat(days_of("steps"), MEAN)),
    ((Sign.COUNT_DAYS, RAN), stat(of_activities(""), COUNT_DAYS)),
    ((Sign.COUNT_DAYS, over(SLEEP, 8, HOURS)), stat(days_of("sleep_minutes", LONG_SLEEP), COUNT)),
    ((Sign.COUNT_DAYS, RAN, "and", over(SLEEP, 8, HOURS)), stat(of_activities("", LONG_SLEEP), COUNT_DAYS)),
    ((Sign.COUNT_DAYS, over(SLEEP, 8, HOURS), "and", RAN), stat(of_activities("", LONG_SLEEP), COUNT_DAYS)),
    ((Sign.COUNT_DAYS, RAN, over(DISTANCE, 5, KM)), stat(of_activities("", activities=LONG_RUNS), COUNT_DAYS)),
    ((Sign.WHEN, HIGHEST, DURATION, RUNS), stat(of_activities("duration_min"), MAX)),
    ((Sign.WHEN, Statistic(Aggregate.LATEST), RAN), stat(of_activities(""), Aggregate.LATEST)),
    ((Sign.WHEN, Chosen(End.LAST, 1), RAN), stat(of_activities(""), Aggregate.LATEST)),
    (
        (Sign.WHEN, Chosen(End.FIRST, 1), with_(RUNS)),
        stat(days_of("", WITH_RUNS), Aggregate.FIRST),
    ),
    ((Chosen(End.LAST, 1), RUNS), stat(of_activities("duration_min"), Aggregate.LATEST)),
    ((Statistic(MAX, field="distance_m"), RAN), stat(of_activities("distance_m"), MAX)),
    ((Judgement(best=True), DURATION, RUNS), stat(of_activities("duration_min"), MAX)),
    ((Judgement(best=False), SLEEP, during(LAST_MONTH)), stat(days_of("sleep_minutes", window=LAST_MONTH), MIN)),
    ((Judgement(best=True), HEART_RATE), stat(days_of("resting_heart_rate"), MIN)),
    ((DEEP, Chosen(End.LAST, 1), with_(RUNS)), stat(days_of("deep_sleep_minutes", WITH_RUNS, pick=LAST_RUN), MEAN)),
    ((LDL,), stat(LDL_SAMPLES, Aggregate.LATEST)),
    (
        (Statistic(Aggregate.POPULATION_DIFFERENCE), HEART_RATE),
        stat(days_of("resting_heart_rate"), Aggregate.POPULATION_DIFFERENCE),
    ),
    ((Statistic(Aggregate.OUTLIERS), SLEEP), stat(days_of("sleep_minutes"), Aggregate.OUTLIERS)),
]


@pytest.mark.parametrize(("items", "query"), DESCRIBED)
def test_one_number_is_read_as_the_query_it_is(items: tuple[Item, ...], query: Query) -> None:
    assert queries(*items) == [query]


@pytest.mark.parametrize(
    ("items", "expected"),
    [
        ((HIGHEST, "and", LOWEST, HRV), [("heart_rate_variability", MAX), ("heart_rate_variability", MIN)]),
        ((HRV, HIGHEST, "and", LOWEST), [("heart_rate_variability", MAX), ("heart_rate_variability", MIN)]),
        ((AVERAGE, STEPS, "and", HRV), [("steps", MEAN), ("heart_rate_variability", MEAN)]),
        (
            (AVERAGE, STEPS, SLEEP, "and", HRV),
            [(n, MEAN) for n in ("steps", "sleep_minutes", "heart_rate_variability")],
        ),
        ((AVERAGE, STEPS, "and", HIGHEST, HRV), [("steps", MEAN), ("heart_rate_variability", MAX)]),
        ((LOWEST, HIGHEST, "and", AVERAGE, STEPS), [("steps", MIN), ("steps", MAX), ("steps", MEAN)]),
    ],
)
def test_a_list_shares_what_is_said_once(items: tuple[Item, ...], expected: list[tuple[str, Aggregate]]) -> None:
    windowed = [stat(days_of(name, ON_WEEKENDS, window=D30), aggregate) for name, aggregate in expected]
    assert queries(*items, WEEKENDS, during(D30)) == windowed


def test_windows_in_a_list_are_a_part_each() -> None:
    assert queries(AVERAGE, HRV, during(LAST_WEEK), "and", during(YESTERDAY)) == [
        stat(days_of("heart_rate_variability", window=window), MEAN) for window in (LAST_WEEK, YESTERDAY)
    ]


def test_numbers_of_the_same_activities_are_listed() -> None:
    assert queries(TOTAL, DISTANCE, "and", DURATION, Chosen(End.LAST, 3), RUNS) == [
        stat(of_activities(name, pick=LAST_THREE), SUM) for name in ("distance_m", "duration_min")
    ]


def test_two_kinds_of_activities_are_counted_apart() -> None:
    first, second = queries(Sign.HOW_MANY, RUNS, "and", TREADMILL, during(D30))
    assert first == stat(of_activities("", window=D30), COUNT)
    assert isinstance(second, Describe)
    assert second.selection.measure.activities.kinds == ("Treadmill",)


def test_conditions_joined_by_and_hold_at_once() -> None:
    both = (over(STEPS, 10000, days=True), "and", over(SLEEP, 8, HOURS, days=True))
    assert queries(AVERAGE, HRV, *both) == [stat(days_of("heart_rate_variability", MANY_STEPS, LONG_SLEEP), MEAN)]


def test_a_condition_on_what_is_measured_bounds_the_activities() -> None:
    (query,) = queries(TOTAL, DURATION, RUNS, over(DISTANCE, 5, KM))
    assert query == stat(of_activities("duration_min", activities=LONG_RUNS), SUM)


def test_a_condition_on_days_is_one_on_the_daily_value() -> None:
    (query,) = queries(TOTAL, DURATION, RUNS, over(STEPS, 10000, days=True))
    assert query == stat(of_activities("duration_min", MANY_STEPS), SUM)


def test_a_condition_on_days_about_what_only_activities_have_keeps_the_days_with_such_an_activity() -> None:
    (query,) = queries(TOTAL, CALORIES, RUNS, over(SPEED, 100, days=True))
    fast = bounded("speed_m_per_min", 100, "a speed above 100")
    assert query == stat(of_activities("calories_kcal", ActivityFilter(activities=fast, label=fast.label)), SUM)


def test_a_daily_metric_that_is_not_recorded_is_read_of_the_activities() -> None:
    condition = over(DISTANCE, 5000, days=True)
    (reading,) = read(TOTAL, CALORIES, RUNS, condition, data=on_record("steps", "calories_kcal"))
    assert isinstance(reading.query, Describe)
    assert [type(each) for each in reading.query.selection.day_filters] == [ActivityFilter]


def test_a_distance_that_no_day_has_is_the_distance_of_the_activities_and_says_so() -> None:
    (reading,) = read(TOTAL, DISTANCE, during(D30), data=on_record("steps"))
    assert reading.query == stat(of_activities("distance_m", activities=Activities(), window=D30), SUM)
    assert "of your activities" in reading.caveat


def test_a_heart_rate_on_days_of_an_activity_may_be_that_of_the_activity_which_is_the_other_reading() -> None:
    (reading,) = read(TOTAL, DURATION, RUNS, over(HEART_RATE, 120, days=True))
    assert isinstance(reading.query, Describe)
    assert [type(each) for each in reading.query.selection.day_filters] == [ValueFilter]
    assert reading.other is not None
    assert isinstance(reading.other.query, Describe)
    assert [type(each) for each in reading.other.query.selection.day_filters] == [ActivityFilter]


def test_how_much_was_slept_in_a_week_is_the_usual_night_or_else_the_total() -> None:
    (reading,) = read(Sign.HOW_MUCH, SLEEP, during(LAST_WEEK))
    assert reading.query == stat(days_of("sleep_minutes", window=LAST_WEEK), MEAN)
    assert reading.other is not None
    assert reading.other.query == stat(days_of("sleep_minutes", window=LAST_WEEK), SUM)


def test_what_no_activity_has_is_taken_of_the_days_with_it_and_told() -> None:
    (reading,) = read(AVERAGE, DEEP, RUNS)
    assert reading.query == stat(days_of("deep_sleep_minutes", WITH_RUNS), MEAN)
    assert "days with runs" in reading.assumed


@pytest.mark.parametrize(
    ("aggregate", "conditions"),
    [
        (Aggregate.SHARE, (over(STEPS, 10000, opened=False),)),
        (Aggregate.LONGEST_STREAK, (over(STEPS, 10000, opened=False),)),
        (Aggregate.CURRENT_STREAK, (over(STEPS, 10000),)),
    ],
)
def test_shares_and_streaks_are_of_conditions_on_the_days_spoken_of(
    aggregate: Aggregate, conditions: tuple[Item, ...]
) -> None:
    assert queries(Statistic(aggregate), *conditions, WEEKENDS) == [
        Describe(selection=days_of("steps", ON_WEEKENDS), aggregate=aggregate, conditions=(MANY_STEPS,))
    ]


def test_a_share_of_days_can_be_of_days_with_an_activity() -> None:
    (query,) = queries(Statistic(Aggregate.SHARE), RAN, during(D30))
    assert query == Describe(selection=days_of("", window=D30), aggregate=Aggregate.SHARE, conditions=(WITH_RUNS,))


@pytest.mark.parametrize(
    ("items", "why"),
    [
        ((AVERAGE, HRV, over(STEPS, 100, days=True), under(STEPS, 50, days=True)), "contradict each other"),
        ((TOTAL, DURATION, RUNS, over(DISTANCE, 9, KM), under(DISTANCE, 5, KM)), "contradict each other"),
        ((Statistic(Aggregate.POPULATION_DIFFERENCE), HRV), "no norm for heart rate variability"),
        ((Judgement(best=True), WEIGHT), "neither more nor less"),
        ((AVERAGE, HRV, over(STEPS, 5, KM, days=True)), "no unit of steps"),
        ((AVERAGE, STEPS, HRV), "one metric at a time"),
        ((AVERAGE, HRV, "vibes"), "“vibes”"),
        ((AVERAGE,), "nothing that I know"),
        ((HIGHEST, RUNS), "which number of the activities"),
        ((HRV, over(STEPS, 5, opened=False)), "compares a single number with a bound"),
        ((HRV, Rate(7, "per week")), "does not add up"),
        ((Sign.WHEN, AVERAGE, HRV), "a date can only be told"),
        ((AVERAGE, HRV, Sign.NOT), "does not hold"),
    ],
)
def test_what_cannot_be_said_is_refused_with_the_reason(items: tuple[Item, ...], why: str) -> None:
    assert why in refused(*items)


def test_activities_that_are_not_on_record_are_refused() -> None:
    assert "no yoga classes are on record" in refused(Sign.HOW_MANY, YOGA)


def test_a_laboratory_value_that_is_not_on_record_is_refused() -> None:
    assert "no zinc" in refused(NO_ZINC)


@pytest.mark.parametrize(
    "items",
    [
        (HEART_RATE, LONGEST, RUNS),
        (LONGEST, RUNS, CALORIES),
        (AVERAGE, HEART_RATE, LONGEST, RUNS),
        (SLEEP, with_(RUNS), LONGEST),
    ],
)
def test_a_superlative_that_picks_an_activity_is_never_one_of_another_number(items: tuple[Item, ...]) -> None:
    assert "more steps than I can do" in refused(*items)


@pytest.mark.parametrize(
    ("items", "query"),
    [
        ((LONGEST, RUNS, DISTANCE), stat(of_activities("distance_m"), MAX)),
        ((LONGEST, SLEEP, with_(RUNS)), stat(days_of("sleep_minutes", WITH_RUNS), MAX)),
        ((LONGEST, RUNS), stat(of_activities("duration_min"), MAX)),
    ],
)
def test_a_superlative_is_one_of_what_it_is_said_of(items: tuple[Item, ...], query: Query) -> None:
    assert queries(*items) == [query]


def test_a_statistic_said_after_a_list_is_one_of_all_of_it() -> None:
    assert queries(STEPS, "and", SLEEP, AVERAGE) == [stat(days_of(name), MEAN) for name in ("steps", "sleep_minutes")]


def test_a_sum_of_several_metrics_is_refused() -> None:
    assert "sum of several metrics" in refused(AVERAGE, DEEP, "and", REM, TOTAL)


def test_steps_that_were_walked_are_those_of_the_day() -> None:
    walked = Activity(("Walk",), "walks", verb=True)
    assert queries(Sign.HOW_MANY, STEPS, walked, during(D30)) == [stat(days_of("steps", window=D30), SUM)]


def test_a_spread_that_is_named_twice_is_the_one_that_is_named_exactly() -> None:
    spread = (Statistic(Aggregate.CV), Statistic(Aggregate.SD))
    assert queries(*spread, SLEEP) == [stat(days_of("sleep_minutes"), Aggregate.SD)]


def test_a_unit_that_nothing_is_told_in_is_refused() -> None:
    assert "I cannot tell" in refused(AVERAGE, SPEED, Unit("km/h", 3.6, "metres per second"))


def test_how_far_beside_another_number_is_not_dropped() -> None:
    assert "more than one thing" in refused(Sign.HOW_FAR, CALORIES, RUNS)


def test_laboratory_tests_are_counted() -> None:
    assert queries(Sign.HOW_MANY, LDL) == [stat(LDL_SAMPLES, COUNT)]
