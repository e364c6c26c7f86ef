"""Questions as people put them, and everything that is computed for each. Written from how people ask."""

import pytest

from services.data_science.adapters.rules import RulesMind
from services.data_science.domain.analysis import Plan
from services.data_science.domain.query import (
    Activities,
    Aggregate,
    Associate,
    Breakdown,
    ChangePoint,
    Combine,
    Compare,
    Comparison,
    Describe,
    End,
    Grouping,
    Kinds,
    Measure,
    Operation,
    Order,
    Pick,
    Query,
    Ranking,
    Selection,
    Source,
    Trend,
    ValueFilter,
)
from tests.unit.data_science.questions import (
    ALL,
    D14,
    D30,
    LAST_MONTH,
    LAST_WEEK,
    THIS_MONTH,
    THIS_WEEK,
    YESTERDAY,
    span,
)
from tests.unit.data_science.spoken import (
    ON_WEEKDAYS,
    ON_WEEKENDS,
    TREADMILL_KIND,
    WITH_RUNS,
    WITHOUT_RUNS,
    days_of,
    of_activities,
    on_record,
    stat,
)

MEAN, SUM, COUNT, MAX, MIN = Aggregate.MEAN, Aggregate.SUM, Aggregate.COUNT, Aggregate.MAX, Aggregate.MIN
HRV, RHR, STEPS, SLEEP, DEEP = (
    "heart_rate_variability",
    "resting_heart_rate",
    "steps",
    "sleep_minutes",
    "deep_sleep_minutes",
)
ANY_KIND = Activities()
MANY_STEPS = ValueFilter(metric=STEPS, comparison=Comparison.GREATER, value=10000, label="step count above 10,000")
FEW_STEPS = ValueFilter(
    metric=STEPS, comparison=Comparison.LESS_OR_EQUAL, value=10000, label="step count at most 10,000"
)
LDL = Measure(source=Source.BIOMARKER, name="LDL")
WEEK_BEFORE = span("2024-02-26", "2024-03-03", "the week before")


def last(count: int) -> Pick:
    return Pick(end=End.LAST, count=count)


def difference(first: Describe, second: Describe, operation: Operation = Operation.DIFFERENCE) -> Combine:
    return Combine(first=first, second=second, operation=operation)


def with_steps(aggregate: Aggregate) -> Describe:
    return Describe(selection=days_of(STEPS), aggregate=aggregate, conditions=(MANY_STEPS,))


ONE_PART: list[tuple[str, Query]] = [
    ("What were my average calories for my last 3 runs?", stat(of_activities("calories_kcal", pick=last(3)), MEAN)),
    ("How far did I run in total last month?", stat(of_activities("distance_m", window=LAST_MONTH), SUM)),
    ("How many kilometres did I run last month?", stat(of_activities("distance_m", window=LAST_MONTH), SUM)),
    ("What was the duration of my last run?", stat(of_activities("duration_min", pick=last(1)), MEAN)),
    ("When was my longest run?", stat(of_activities("duration_min"), MAX)),
    ("How fast was my fastest run?", stat(of_activities("speed_m_per_min"), MAX)),
    ("When did I last run?", stat(of_activities(""), Aggregate.LATEST)),
    ("How many times did I run in the last 14 days?", stat(of_activities("", window=D14), COUNT)),
    ("How many days did I run last month?", stat(of_activities("", window=LAST_MONTH), Aggregate.COUNT_DAYS)),
    ("How often do I run?", stat(of_activities(""), Aggregate.COUNT_PER, 7)),
    ("Did I run yesterday?", stat(of_activities("", window=YESTERDAY), COUNT)),
    (
        "What was my deep sleep on the most recent day I ran?",
        stat(days_of(DEEP, WITH_RUNS, pick=last(1)), MEAN),
    ),
    (
        "average heart rate during treadmill workouts",
        stat(of_activities("average_heart_rate", activities=TREADMILL_KIND), MEAN),
    ),
    ("What is my average calories burned per week?", stat(days_of("calories_kcal"), Aggregate.TOTAL_PER, 7)),
    ("What was my worst sleep last month?", stat(days_of(SLEEP, window=LAST_MONTH), MIN)),
    ("What is my best resting heart rate?", stat(days_of(RHR), MIN)),
    (
        "Tell me about anomalies in my breathing rate last month.",
        stat(days_of("respiratory_rate", window=LAST_MONTH), Aggregate.OUTLIERS),
    ),
    ("How consistent is my sleep?", stat(days_of(SLEEP), Aggregate.CV)),
    ("What is the range of my HRV this month?", stat(days_of(HRV, window=THIS_MONTH), Aggregate.RANGE)),
    ("What's the difference between my highest and lowest HRV?", stat(days_of(HRV), Aggregate.RANGE)),
    ("On what percentage of days did I walk more than 10,000 steps?", with_steps(Aggregate.SHARE)),
    ("What is my longest streak of days with more than 10,000 steps?", with_steps(Aggregate.LONGEST_STREAK)),
    (
        "How does my resting heart rate compare to other people my age?",
        stat(days_of(RHR), Aggregate.POPULATION_DIFFERENCE),
    ),
    (
        "How has my LDL changed since January?",
        Describe(
            selection=Selection(measure=LDL, window=span("2024-01-01", "2024-03-15", "since 2024-01-01")),
            aggregate=Aggregate.CHANGE,
        ),
    ),
    (
        "What is my latest LDL?",
        Describe(
            selection=Selection(measure=LDL, window=span("2022-05-02", "2024-01-09", "all data")),
            aggregate=Aggregate.LATEST,
        ),
    ),
    (
        "How did my resting heart rate differ on weekends vs weekdays last month?",
        Compare(
            selection=days_of(RHR, ON_WEEKENDS, window=LAST_MONTH),
            baseline=days_of(RHR, ON_WEEKDAYS, window=LAST_MONTH),
        ),
    ),
    (
        "Do I sleep more on weekends?",
        Compare(selection=days_of(SLEEP, ON_WEEKENDS), baseline=days_of(SLEEP, ON_WEEKDAYS)),
    ),
    (
        "Is my HRV higher on days I run?",
        Compare(selection=days_of(HRV, WITH_RUNS), baseline=days_of(HRV, WITHOUT_RUNS)),
    ),
    (
        "Do I sleep longer on days when I walk more than 10,000 steps compared to other days?",
        Compare(selection=days_of(SLEEP, MANY_STEPS), baseline=days_of(SLEEP, FEW_STEPS)),
    ),
    (
        "Is my heart rate higher on runs than on the treadmill?",
        Compare(
            selection=of_activities("average_heart_rate"),
            baseline=of_activities("average_heart_rate", activities=TREADMILL_KIND),
        ),
    ),
    (
        "Did I walk more steps this week than last week?",
        Compare(selection=days_of(STEPS, window=THIS_WEEK), baseline=days_of(STEPS, window=LAST_WEEK)),
    ),
    (
        "Was my HRV higher last week?",
        Compare(selection=days_of(HRV, window=LAST_WEEK), baseline=days_of(HRV, window=WEEK_BEFORE)),
    ),
    (
        "How many more runs did I do this month than last month?",
        difference(
            stat(of_activities("", window=THIS_MONTH), COUNT), stat(of_activities("", window=LAST_MONTH), COUNT)
        ),
    ),
    (
        "By what percentage did my steps increase this month compared to last month?",
        difference(
            stat(days_of(STEPS, window=THIS_MONTH), MEAN),
            stat(days_of(STEPS, window=LAST_MONTH), MEAN),
            Operation.PERCENT_CHANGE,
        ),
    ),
    (
        "What is the ratio of my deep sleep to my REM sleep?",
        difference(stat(days_of(DEEP), MEAN), stat(days_of("rem_sleep_minutes"), MEAN), Operation.RATIO),
    ),
    ("How is my steps trending last month?", Trend(selection=days_of(STEPS, window=LAST_MONTH))),
    ("When did my resting heart rate start to rise?", ChangePoint(selection=days_of(RHR))),
    (
        "What are my sleep patterns during different seasons?",
        Breakdown(selection=days_of(SLEEP), aggregate=MEAN, by=Grouping.SEASON),
    ),
    (
        "What were my average steps by day of the week?",
        Breakdown(selection=days_of(STEPS), aggregate=MEAN, by=Grouping.WEEKDAY),
    ),
    ("How many runs did I do each month?", Breakdown(selection=of_activities(""), aggregate=COUNT, by=Grouping.MONTH)),
    ("What are my three longest runs?", Ranking(selection=of_activities("duration_min"), order=Order.HIGHEST, count=3)),
    ("What are my 5 highest step days?", Ranking(selection=days_of(STEPS), order=Order.HIGHEST, count=5)),
    (
        "What unique activities did I do in the last 30 days?",
        Kinds(selection=of_activities("", activities=ANY_KIND, window=D30)),
    ),
    (
        "Is my workout duration related to my deep sleep?",
        Associate(
            feature=Measure(source=Source.ACTIVITY, name="duration_min", per_day=SUM),
            target=Measure(name=DEEP),
            lag_days=0,
            window=ALL,
        ),
    ),
    (
        "How is my steps affected by sleep last month?",
        Associate(feature=Measure(name=STEPS), target=Measure(name=SLEEP), lag_days=0, window=LAST_MONTH),
    ),
    ("Does running affect my HRV?", Compare(selection=days_of(HRV, WITH_RUNS), baseline=days_of(HRV, WITHOUT_RUNS))),
    ("What was my average bed time last month?", stat(days_of("bed_time_clock", window=LAST_MONTH), MEAN)),
]
SEVERAL: list[tuple[str, list[Query]]] = [
    (
        "What was my average HRV last week? And my resting heart rate?",
        [stat(days_of(name, window=LAST_WEEK), MEAN) for name in (HRV, RHR)],
    ),
    (
        "average steps and resting heart rate last month",
        [stat(days_of(name, window=LAST_MONTH), MEAN) for name in (STEPS, RHR)],
    ),
    (
        "What were my highest and lowest HRV last week?",
        [stat(days_of(HRV, window=LAST_WEEK), aggregate) for aggregate in (MAX, MIN)],
    ),
    (
        "What are my personal bests for steps, distance and calories?",
        [stat(days_of(name), MAX) for name in (STEPS, "distance_km", "calories_kcal")],
    ),
    (
        "What was my average HRV last month and how is it trending?",
        [stat(days_of(HRV, window=LAST_MONTH), MEAN), Trend(selection=days_of(HRV, window=LAST_MONTH))],
    ),
    (
        "How many runs and treadmill workouts did I do last month?",
        [
            stat(of_activities("", activities=kind, window=LAST_MONTH), COUNT)
            for kind in (WITH_RUNS.activities, TREADMILL_KIND)
        ],
    ),
]


@pytest.mark.parametrize(("question", "query"), ONE_PART)
async def test_a_question_is_computed_as_the_query_it_is(question: str, query: Query) -> None:
    plan = await RulesMind().plan(question, on_record())
    assert isinstance(plan, Plan), plan
    assert [part.query for part in plan.parts] == [query]


@pytest.mark.parametrize(("question", "queries"), SEVERAL)
async def test_what_asks_several_things_has_a_part_for_each(question: str, queries: list[Query]) -> None:
    plan = await RulesMind().plan(question, on_record())
    assert isinstance(plan, Plan), plan
    assert [part.query for part in plan.parts] == queries


async def test_last_night_says_which_day_that_is() -> None:
    plan = await RulesMind().plan("How long did I sleep last night?", on_record())
    assert isinstance(plan, Plan)
    assert "last night" in plan.parts[0].caveat


async def test_the_same_question_about_the_same_data_is_always_planned_alike() -> None:
    plans = [await RulesMind().plan("average steps and HRV last month", on_record()) for _ in range(2)]
    assert plans[0] == plans[1]
