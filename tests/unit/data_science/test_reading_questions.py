"""What each question is read as. Written from how people ask, not from any data set."""

import pytest

from services.data_science.adapters.rules import RulesMind
from services.data_science.domain.analysis import Plan
from services.data_science.domain.query import Query, WeekdayFilter
from tests.unit.data_science.analysts import described
from tests.unit.data_science.questions import (
    ALL,
    AWAKE,
    COUNT,
    D7,
    D14,
    D30,
    D90,
    DEEP,
    FEBRUARY,
    HRV,
    JANUARY,
    LAST_MONTH,
    LAST_WEEK,
    LATEST,
    LIGHT,
    M3,
    MAX,
    MEAN,
    MEDIAN,
    MIN,
    PAST_MONTH,
    PAST_WEEK,
    REM,
    RHR,
    SD,
    SLEEP,
    STEPS,
    SUM,
    THIS_MONTH,
    THIS_WEEK,
    TODAY_,
    WEEKDAYS,
    WEEKENDS,
    YESTERDAY,
    at_least,
    at_most,
    over,
    pair,
    span,
    trend,
    under,
    versus,
    what,
)

DESCRIPTIVE: list[tuple[str, Query]] = [
    ("How much do I sleep on average?", what(SLEEP, MEAN)),
    ("What's my typical RHR over the last month?", what(RHR, MEAN, PAST_MONTH)),
    ("average HRV last 30 days", what(HRV, MEAN, D30)),
    ("mean hrv for the past 30 days please", what(HRV, MEAN, D30)),
    ("standard deviation of my steps", what(STEPS, SD)),
    ("How variable is my resting heart rate?", what(RHR, SD)),
    ("How much does my resting heart rate vary?", what(RHR, SD)),
    ("What is the spread of my HRV over the last 90 days?", what(HRV, SD, D90)),
    ("how many days do I have steps for in the last 30 days?", what(STEPS, COUNT, D30)),
    ("For how many days do you have my HRV?", what(HRV, COUNT)),
    ("how many nights of sleep data do I have this month", what(SLEEP, COUNT, THIS_MONTH)),
    ("count of resting heart rate values over the last 7 days", what(RHR, COUNT, D7)),
    ("what was my lowest resting heart rate last week", what(RHR, MIN, LAST_WEEK)),
    (
        "What's the fewest steps I took in the past two weeks?",
        what(STEPS, MIN, span("2024-03-02", "2024-03-15", "last 2 weeks")),
    ),
    ("total steps this month", what(STEPS, SUM, THIS_MONTH)),
    ("How many steps did I take last week?", what(STEPS, SUM, LAST_WEEK)),
    ("How many steps do I take per day?", what(STEPS, MEAN)),
    ("my daily steps on average", what(STEPS, MEAN)),
    ("How many steps did I take yesterday?", what(STEPS, MEAN, YESTERDAY)),
    ("How far did I walk this week?", what("distance_km", SUM, THIS_WEEK)),
    ("How many miles did I walk last month", what("distance_km", SUM, LAST_MONTH)),
    ("How many calories did I burn today?", what("calories_kcal", MEAN, TODAY_)),
    ("What's the most calories I've burned in a day?", what("calories_kcal", MAX)),
    ("how long do I sleep", what(SLEEP, MEAN)),
    ("How long did I sleep on average in February?", what(SLEEP, MEAN, FEBRUARY)),
    ("How many hours did I sleep on average last week?", what(SLEEP, MEAN, LAST_WEEK)),
    ("How many hours of deep sleep do I get per night?", what(DEEP, MEAN)),
    ("median time in REM sleep over the last 14 days", what(REM, MEDIAN, D14)),
    ("What was my average time spent awake in the past 14 days?", what(AWAKE, MEAN, D14)),
    ("What percentage of the time was I awake on average?", what("awake_percent", MEAN)),
    ("average percentage of my sleep spent in REM", what("rem_sleep_percent", MEAN)),
    ("What percent of the night am I awake on average?", what("awake_percent", MEAN)),
    ("total time awake", what(AWAKE, SUM)),
    ("light sleep yesterday", what(LIGHT, MEAN, YESTERDAY)),
    ("What is the highest percentage of light sleep I had this month?", what("light_sleep_percent", MAX, THIS_MONTH)),
    ("average deep sleep percentage", what("deep_sleep_percent", MEAN)),
    ("average awake percentage", what("awake_percent", MEAN)),
    ("What is my weight?", what("weight_kg", LATEST)),
    ("How much do I weigh now?", what("weight_kg", LATEST)),
    ("most recent HRV", what(HRV, LATEST)),
    ("latest sleep score", what("sleep_score", LATEST)),
    ("When was my highest step count?", what(STEPS, MAX)),
    ("On which day did I sleep the least last month?", what(SLEEP, MIN, LAST_MONTH)),
    (
        "what was my sleep score on 2024-03-01",
        what("sleep_score", MEAN, span("2024-03-01", "2024-03-01", "2024-03-01")),
    ),
    ("resting heart rate on March 3", what(RHR, MEAN, span("2024-03-03", "2024-03-03", "2024-03-03"))),
    ("average respiratory rate in January 2024", what("respiratory_rate", MEAN, JANUARY)),
    ("averaged steps", what(STEPS, MEAN)),
    (
        "What has my average blood oxygen been this year?",
        what("spo2", MEAN, span("2024-01-01", "2024-03-15", "this year")),
    ),
    ("maximum skin temperature ever recorded", what("skin_temperature", MAX)),
    ("average stress management score on weekends", what("stress_management_score", MEAN, ALL, WEEKENDS)),
    ("average active zone minutes on weekdays", what("active_zone_minutes", MEAN, ALL, WEEKDAYS)),
    ("total AZM over the past week", what("active_zone_minutes", SUM, PAST_WEEK)),
    ("cardio zone minutes total this week", what("cardio_active_zone_minutes", SUM, THIS_WEEK)),
    ("average fat burn active zone minutes", what("fatburn_active_zone_minutes", MEAN)),
    ("peak active zone minutes total", what("peak_active_zone_minutes", SUM)),
    ("What is my median HRV to resting heart rate ratio?", what("hrv_rhr_ratio", MEDIAN)),
    ("average cardio fitness index over the last 30 days", what("cardio_fitness_index", MEAN, D30)),
    ("what's my latest rolling 30-day average of my HRV", what("heart_rate_variability_mean_30d", LATEST)),
    ("maximum steps_sd_30d", what("steps_sd_30d", MAX)),
    ("my 30-day average HRV", what(HRV, MEAN, D30)),
    ("average sleep since 2024-02-01", what(SLEEP, MEAN, span("2024-02-01", "2024-03-15", "since 2024-02-01"))),
    ("average RHR since January", what(RHR, MEAN, span("2024-01-01", "2024-03-15", "since 2024-01-01"))),
    (
        "average steps between 2024-01-01 and 2024-01-31",
        what(STEPS, MEAN, span("2024-01-01", "2024-01-31", "2024-01-01 to 2024-01-31")),
    ),
    (
        "average steps from January 5 to February 4th, 2024",
        what(STEPS, MEAN, span("2024-01-05", "2024-02-04", "2024-01-05 to 2024-02-04")),
    ),
    ("average steps in November", what(STEPS, MEAN, span("2023-11-01", "2023-11-30", "November 2023"))),
    ("average steps in 2023", what(STEPS, MEAN, span("2023-01-01", "2023-12-31", "2023"))),
    (
        "average steps between November and January",
        what(STEPS, MEAN, span("2023-11-01", "2024-01-31", "November to January 2024")),
    ),
    ("average HRV the week before last", what(HRV, MEAN, span("2024-02-26", "2024-03-03", "the week before last"))),
    ("average HRV lately", what(HRV, MEAN, D30)),
    ("average hrv in the last 12 weeks", what(HRV, MEAN, span("2023-12-23", "2024-03-15", "last 12 weeks"))),
    ("What was my average HRV over the last three months?", what(HRV, MEAN, M3)),
    ("average heart rate last 7 days", what(RHR, MEAN, D7)),
    ("What is my minimum minutes asleep over all my data?", what(SLEEP, MIN)),
    ("Hi Amy, could you tell me my average resting pulse overall? Thanks!", what(RHR, MEAN)),
]
CONDITIONAL: list[tuple[str, Query]] = [
    (
        "How many days did I sleep less than 8 hours in the last 30 days?",
        what(SLEEP, COUNT, D30, under(SLEEP, 480, "sleep duration below 8 hours")),
    ),
    (
        "on how many days did I take more than 10,000 steps last month",
        what(STEPS, COUNT, LAST_MONTH, over(STEPS, 10000, "step count above 10,000")),
    ),
    ("number of days with more than 10k steps", what(STEPS, COUNT, ALL, over(STEPS, 10000, "step count above 10,000"))),
    (
        "How often was my resting heart rate above 62 bpm this month?",
        what(RHR, COUNT, THIS_MONTH, over(RHR, 62, "resting heart rate above 62 bpm")),
    ),
    (
        "how many days was my HRV between 40 and 50 ms",
        what(
            HRV,
            COUNT,
            ALL,
            at_least(HRV, 40, "heart rate variability at least 40 ms"),
            at_most(HRV, 50, "heart rate variability at most 50 ms"),
        ),
    ),
    (
        "What were my average steps on days when I slept more than 8 hours?",
        what(STEPS, MEAN, ALL, over(SLEEP, 480, "sleep duration above 8 hours")),
    ),
    (
        "On days with at least 7.5 hours of sleep, what is my median HRV?",
        what(HRV, MEDIAN, ALL, at_least(SLEEP, 450, "sleep duration at least 7.5 hours")),
    ),
    (
        "average resting heart rate on days with fewer than 5000 steps in the last 90 days",
        what(RHR, MEAN, D90, under(STEPS, 5000, "step count below 5,000")),
    ),
    (
        "how much did I sleep on days when I walked more than 5 km",
        what(SLEEP, MEAN, ALL, over("distance_km", 5, "distance above 5 km")),
    ),
    ("average HRV where steps >= 8000", what(HRV, MEAN, ALL, at_least(STEPS, 8000, "step count at least 8,000"))),
    (
        "mean steps on weekends when I slept under 400 minutes",
        what(STEPS, MEAN, ALL, WEEKENDS, under(SLEEP, 400, "sleep duration below 400 minutes")),
    ),
    (
        "how many days did I walk more than 10k steps and sleep at least 7 hours",
        what(
            STEPS,
            COUNT,
            ALL,
            over(STEPS, 10000, "step count above 10,000"),
            at_least(SLEEP, 420, "sleep duration at least 7 hours"),
        ),
    ),
    (
        "average sleep on Mondays and Tuesdays",
        what(SLEEP, MEAN, ALL, WeekdayFilter(iso_weekdays=(1, 2), label="Mondays and Tuesdays")),
    ),
    (
        "total steps on days where active zone minutes were over 30",
        what(STEPS, SUM, ALL, over("active_zone_minutes", 30, "active zone time above 30 minutes")),
    ),
    (
        "lowest HRV on days when my sleep score was at most 70",
        what(HRV, MIN, ALL, at_most("sleep_score", 70, "sleep score at most 70")),
    ),
]
CONDITIONAL += [
    (
        "how many days did I take more than 1234567 steps",
        what(STEPS, COUNT, ALL, over(STEPS, 1234567, "step count above 1,234,567")),
    ),
    (
        "how many days did I sleep 8 hours or more last month",
        what(SLEEP, COUNT, LAST_MONTH, at_least(SLEEP, 480, "sleep duration at least 8 hours")),
    ),
    (
        "average HRV on days with 10,000 steps or fewer",
        what(HRV, MEAN, ALL, at_most(STEPS, 10000, "step count at most 10,000")),
    ),
    (
        "lowest HRV on days with more than 20% deep sleep",
        what(HRV, MIN, ALL, over("deep_sleep_percent", 20, "deep sleep percentage above 20")),
    ),
]
RELATIONAL: list[tuple[str, Query]] = [
    ("Is my resting heart rate related to how long I sleep?", pair(RHR, SLEEP)),
    ("Does more sleep go with lower RHR the next day?", pair(SLEEP, RHR, lag=1)),
    ("is there a correlation between my HRV and deep sleep", pair(HRV, DEEP)),
    ("Is there an association between steps and sleep over the last 90 days?", pair(STEPS, SLEEP, D90)),
    ("what's the relationship between sleep and HRV", pair(SLEEP, HRV)),
    ("Is there a link between my steps and my resting heart rate?", pair(STEPS, RHR)),
    ("Does sleep affect my HRV?", pair(SLEEP, HRV)),
    ("do steps influence how much I sleep?", pair(STEPS, SLEEP)),
    ("What is the effect of sleep on my resting heart rate?", pair(SLEEP, RHR)),
    ("Does deep sleep predict next-day HRV?", pair(DEEP, HRV, lag=1)),
    ("Does my HRV depend on how long I slept the day before?", pair(SLEEP, HRV, lag=1)),
    ("Is my sleep linked to my steps two days later?", pair(SLEEP, STEPS, lag=2)),
    ("How strongly is my resting heart rate correlated with my weight?", pair(RHR, "weight_kg")),
    ("Are my HRV and RHR connected?", pair(HRV, RHR)),
    ("Do steps and sleep move together on weekends?", pair(STEPS, SLEEP, ALL, WEEKENDS)),
    ("Is my HRV higher on days with more steps?", pair(HRV, STEPS)),
    ("When I sleep more, is my resting heart rate lower?", pair(SLEEP, RHR)),
    ("Does more sleep mean a lower resting heart rate?", pair(SLEEP, RHR)),
    ("Does sleep lower my resting heart rate?", pair(SLEEP, RHR)),
    (
        "Spearman correlation of steps with HRV this year",
        pair(STEPS, HRV, span("2024-01-01", "2024-03-15", "this year")),
    ),
    ("Does longer sleep lead to higher HRV the following day?", pair(SLEEP, HRV, lag=1)),
    ("Is my HRV related to my minutes asleep?", pair(HRV, SLEEP)),
]
TEMPORAL: list[tuple[str, Query]] = [
    ("Is my HRV trending up?", trend(HRV)),
    ("has my RHR gone down over the last 3 months", trend(RHR, M3)),
    ("what's the trend in my weight this year", trend("weight_kg", span("2024-01-01", "2024-03-15", "this year"))),
    ("How has my sleep changed since January?", trend(SLEEP, span("2024-01-01", "2024-03-15", "since 2024-01-01"))),
    ("Are my steps increasing?", trend(STEPS)),
    ("Is my deep sleep getting worse?", trend(DEEP)),
    ("is my average HRV improving over the past 90 days", trend(HRV, D90)),
    ("Did my resting heart rate drop in the last 30 days?", trend(RHR, D30)),
    ("steps over time on weekends", trend(STEPS, ALL, WEEKENDS)),
    ("How much has my weight changed in the last 3 months?", trend("weight_kg", M3)),
    ("compare my sleep this week with last week", versus(SLEEP, THIS_WEEK, LAST_WEEK)),
    ("Did I sleep more this month than last month?", versus(SLEEP, THIS_MONTH, LAST_MONTH)),
    ("RHR last week vs the week before", versus(RHR, LAST_WEEK, span("2024-02-26", "2024-03-03", "the week before"))),
    (
        "steps over the last 7 days compared to the 7 days before",
        versus(STEPS, D7, span("2024-03-02", "2024-03-08", "the 7 days before")),
    ),
    (
        "Is my HRV higher in the last 30 days than in the previous 30 days?",
        versus(HRV, D30, span("2024-01-16", "2024-02-14", "the 30 days before")),
    ),
    ("difference between my average HRV in January and February", versus(HRV, FEBRUARY, JANUARY)),
    ("steps in January versus February", versus(STEPS, FEBRUARY, JANUARY)),
    ("Was my resting heart rate lower in February than in January?", versus(RHR, FEBRUARY, JANUARY)),
    (
        "How does my sleep this month compare to the month before?",
        versus(SLEEP, THIS_MONTH, span("2024-02-01", "2024-02-29", "the month before")),
    ),
    ("compare steps today and yesterday", versus(STEPS, TODAY_, YESTERDAY)),
    (
        "Compare my HRV from 2024-01-01 to 2024-01-10 with 2024-02-01 to 2024-02-10",
        versus(
            HRV,
            span("2024-02-01", "2024-02-10", "2024-02-01 to 2024-02-10"),
            span("2024-01-01", "2024-01-10", "2024-01-01 to 2024-01-10"),
        ),
    ),
    ("do I sleep longer on weekends this month than last month", versus(SLEEP, THIS_MONTH, LAST_MONTH, WEEKENDS)),
]
MISSPELT: list[tuple[str, Query]] = [
    ("averge hart rate last two weeks", what(RHR, MEAN, span("2024-03-02", "2024-03-15", "last 2 weeks"))),
    ("Waht is my meidan HRV", what(HRV, MEDIAN)),
    ("restng heart rate avrage this mnoth", what(RHR, MEAN, THIS_MONTH)),
    ("is my slep relatd to my setps", pair(SLEEP, STEPS)),
    ("standart deviation of my steps", what(STEPS, SD)),
    ("WHAT\u2019S MY AVERAGE HRV???", what(HRV, MEAN)),
    ("total steps for the last 7days", what(STEPS, SUM, D7)),
]


@pytest.mark.parametrize(("question", "query"), DESCRIPTIVE + CONDITIONAL + RELATIONAL + TEMPORAL + MISSPELT)
async def test_a_question_is_read_as_the_query_it_is(question: str, query: Query) -> None:
    plan = await RulesMind().plan(question, described())
    assert isinstance(plan, Plan), plan
    assert [part.query for part in plan.parts] == [query]


async def test_causal_wording_is_answered_as_association_and_says_so() -> None:
    plan = await RulesMind().plan("Does sleep affect my HRV?", described())
    assert isinstance(plan, Plan)
    assert "association" in plan.approach
    neutral = await RulesMind().plan("Is sleep related to my HRV?", described())
    assert isinstance(neutral, Plan)
    assert "influence" not in neutral.approach


async def test_a_loose_name_is_answered_with_what_it_leaves_out() -> None:
    plan = await RulesMind().plan("average heart rate", described())
    assert isinstance(plan, Plan)
    assert "resting" in plan.parts[0].caveat


async def test_the_approach_tells_the_dates_a_window_was_read_as() -> None:
    plan = await RulesMind().plan("average steps last week", described())
    assert isinstance(plan, Plan)
    assert "2024-03-04 to 2024-03-10" in plan.approach


async def test_a_metric_of_the_store_without_an_entry_is_known_by_its_name() -> None:
    data = described("steps", "vo2_peak_estimate")
    data = type(data)(
        first_date=data.first_date,
        reference_date=data.reference_date,
        units={**data.units, "vo2_peak_estimate": "ml/kg/min"},
        recorded=data.recorded,
    )
    plan = await RulesMind().plan("average vo2 peak estimate", data)
    assert isinstance(plan, Plan)
    assert plan.parts[0].query == what("vo2_peak_estimate", MEAN)
    assert plan.parts[0].unit == "ml/kg/min"
