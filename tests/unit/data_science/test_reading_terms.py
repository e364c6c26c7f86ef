"""What the words of a question mean, one line each. Written from how people ask, not from any data set."""

import time
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.data_science.adapters.rules.reading import read
from services.data_science.adapters.rules.terms import Biomarker, Metric
from tests.unit.data_science.terms_in_short import DATA, DAYS, short

COUNTING = [
    (
        "How many days in the last two weeks did I get at least seven and a half hours of sleep?",
        "COUNT_DAYS (last 2 weeks) <sleep_minutes>=7.5hours>",
    ),
    (
        "On how many of the last 30 days did my HRV fall below 30?",
        "COUNT_DAYS (last 30 days) <heart_rate_variability<30>",
    ),
    ("on how many of the last 21 did I walk 10k steps", "COUNT_DAYS (last 21 days) <steps>=10000>"),
    ("days over 9k steps, how many", "<steps>9000> COUNT_DAYS"),
    (
        "How many days did I I slept greater than or equal to 472 minutes today?",
        "COUNT_DAYS <sleep_minutes>=472minutes> (today)",
    ),
    ("on how many weekend days did I take over 12000 steps", "COUNT_DAYS on(weekends) <steps>12000>"),
    ("How often did I run this month?", "HOW_OFTEN act(Run) (this month)"),
    ("How many times a week do I work out?", "HOW_OFTEN per-7 HABIT act(any)"),
    ("What percentage of days did I walk more than 8000 steps in October?", "share! <steps>8000> (October 2023)"),
    ("share of nights with at least 7 hours", "share! <sleep_minutes>=7hours where>"),
    ("Longest streak of days with 10,000 steps", "longest_streak! <steps>=10000 days>"),
    ("how many nights in a row did I sleep at most 7 hours", "longest_streak! <sleep_minutes<=7hours>"),
    ("What is my current streak of sleeping more than 7 hours?", "current_streak! <sleep_minutes>7hours>"),
    ("how many LDL tests do I have on record", "count! lab(LDL-C) HABIT"),
    ("how many days did I both run and cycle", "COUNT_DAYS with-act(Run) 'and' with-act(Outdoor Bike)"),
    ("how many days of the last 21 had more than 8000 steps", "COUNT_DAYS (last 21 days) <steps>8000 days>"),
    (
        "number of nights in the last 10 with under 7 hours of sleep",
        "HOW_MANY (last 10 days) <sleep_minutes<7hours days>",
    ),
    ("how often did I take fewer than 6,000 steps in a day", "HOW_OFTEN <steps<6000>"),
    ("days with zero deep sleep", "<deep_sleep_minutes==0hours days>"),
    ("how many days did I run and take more than 10000 steps", "COUNT_DAYS <steps>10000 days> 'and' with-act(Run)"),
    ("how many different activities did I do", "HOW_MANY WHICH act(any)"),
    ("which days had more than 10000 steps", "WHEN <steps>10000 where>"),
    (
        "out of the last 5 runs how many were longer than 25 minutes",
        "last-5 act(Run) HOW_MANY <.duration_min>25minutes>",
    ),
]
STATISTICS = [
    ("average of my steps", "mean! steps"),
    ("What's the typical amount of REM sleep I get each night?", "mean! rem_sleep_minutes per-1"),
    ("How variable is my deep sleep?", "sd! deep_sleep_minutes"),
    ("how consistent is my HRV", "cv! heart_rate_variability"),
    ("what's the range of my HRV", "range! heart_rate_variability"),
    ("Are there any outliers in my step count?", "outliers! steps"),
    ("What was my latest HRV?", "latest! heart_rate_variability"),
    ("first weight measurement this month", "first! weight_kg (this month)"),
    ("difference between first and latest LDL", "change! lab(LDL-C)"),
    ("the highest number of steps in a single day", "max! steps"),
    ("when was my HRV lowest", "WHEN heart_rate_variability min!"),
    ("What's my fastest run?", "max!speed_m_per_min act(Run)"),
    ("When did I do my longest bike ride?", "WHEN max!duration_min act(Outdoor Bike)"),
    ("What was my best night of sleep?", "best sleep_minutes"),
    ("my shortest night", "min!duration_min sleep_minutes"),
    ("List my 5 highest step days", "LIST highest-5 steps"),
    ("my 5 days with the least sleep", "lowest-5 sleep_minutes"),
    ("my three longest runs", "highest-3 .duration_min act(Run)"),
    ("what are my 3 worst nights of sleep", "ranked-3 worst sleep_minutes"),
    ("my last 5 HRV readings", "last-5 heart_rate_variability"),
    ("steps per week on average", "steps per-7 mean!"),
    ("Average steps by weekday", "mean! steps by-weekday"),
    ("which day of the week do I sleep the least", "by-weekday HABIT sleep_minutes min!"),
    ("lowest hrv weekday", "min! heart_rate_variability by-weekday"),
    ("sleep across seasons", "sleep_minutes by-season"),
    ("ratio of deep sleep to REM sleep", "ratio deep_sleep_minutes rem_sleep_minutes"),
    ("How do I compare to men my age in resting heart rate?", "HABIT VERSUS population_difference! resting_heart_rate"),
    ("sum up calories for last weekend", "sum! calories_kcal (last weekend)"),
    ("by how much does my resting heart rate typically deviate (standard deviation)", "HABIT resting_heart_rate sd!"),
    ("how short was my shortest run", "HOW_MUCH .duration_min min!duration_min act(Run)"),
    ("how low did my resting heart rate drop", "min! resting_heart_rate"),
    ("distance of the most recent 2 runs added together", "distance_km last-2 act(Run) sum!"),
    ("can you work out how much deep sleep I averaged", "HOW_MUCH deep_sleep_minutes mean!"),
    ("latest wake-up time on a weekday", "max! wake_up_time_clock on(weekdays)"),
    ("average deep sleep minus average REM sleep", "mean! deep_sleep_minutes difference rem_sleep_minutes"),
    ("at what point did my steps jump up", "CHANGE_POINT steps CHANGE"),
    ("What is the most steps I have ever taken in one day?", "max! steps"),
    ("How many nights in a row did I sleep more than 6 hours at most?", "longest_streak! <sleep_minutes>6hours>"),
    ("What is the ratio of my time awake to my time asleep?", "ratio awake_minutes 'and' sleep_minutes"),
]
MEASURES = [
    (
        "How many hours of REM sleep did I get in total last week?",
        "HOW_MANY [hours] rem_sleep_minutes sum! (last week)",
    ),
    ("How long did I sleep?", "HOW_MUCH sleep_minutes"),
    ("How long did I exercise yesterday?", "HOW_MUCH .duration_min act(any) (yesterday)"),
    ("how many km did I run last week", "HOW_MANY [km] act(Run) (last week)"),
    ("average speed in km/h of my last 3 runs", "mean! .speed_m_per_min [km/h] last-3 act(Run)"),
    ("how many feet did I climb in my last run", "HOW_MANY [feet] .elevation_gain_m last-1 act(Run)"),
    ("how much elevation did I gain on my runs", "HOW_MUCH .elevation_gain_m act(Run)"),
    ("active zone minutes (AZM) yesterday", "active_zone_minutes (yesterday)"),
    ("percentage of the night spent in deep sleep on average", "deep_sleep_percent mean!"),
    ("what percent of my sleep is deep", "deep_sleep_percent"),
    ("What percentage of my sleep today was light sleep?", "light_sleep_percent (today)"),
    ("deep and REM sleep", "deep_sleep_minutes 'and' rem_sleep_minutes"),
    ("average steps, sleep and HRV", "mean! steps 'and' sleep_minutes 'and' heart_rate_variability"),
    ("How consistent is my bedtime?", "sd! bed_time_clock"),
    ("latest wake up time", "max! wake_up_time_clock"),
    ("When do I usually go to bed?", "HABIT mean! bed_time_clock"),
    ("lowest stress day", "max! stress_management_score"),
]
ACTIVITIES = [
    ("my heart rate in the most recent cycling session", "resting_heart_rate last-1 act(Outdoor Bike)"),
    ("average HR for my last four treadmill workouts", "mean! resting_heart_rate last-4 act(Treadmill)"),
    ("heart rate while running on the treadmill", "resting_heart_rate act(Treadmill)"),
    ("how many yoga sessions have I done", "HOW_MANY act(yoga sessions?)"),
    ("how many steps did I walk", "HOW_MANY steps"),
    ("Which day of the week do I walk the most?", "by-weekday HABIT steps max!"),
    ("Which workouts did I do last week?", "WHICH (last week)"),
    ("average heart rate biking outdoors", "mean! resting_heart_rate act(Outdoor Bike)"),
    ("all activities except runs", "act(Treadmill+Aerobic Workout+Outdoor Bike)"),
    ("How long did my last workout last?", "HOW_MUCH .duration_min last-1 act(any)"),
    ("do longer runs lead to better sleep", ".duration_min act(Run) causes DIRECTION sleep_minutes"),
    ("calories per run", "calories_kcal mean! act(Run)"),
]
CONDITIONS = [
    ("average calories for runs over 5 km", "mean! calories_kcal act(Run) <distance_km>5km>"),
    ("runs of at least 5km and less than 10 km", "act(Run) <distance_km>=5<10km>"),
    ("How many runs longer than 30 minutes did I do?", "HOW_MANY act(Run) <.duration_min>30minutes>"),
    ("aerobic workouts that last 87 minutes or less", "act(Aerobic Workout) <.duration_min<=87minutes where>"),
    ("runs with a heart rate of 15 or higher", "act(Run) <resting_heart_rate>=15 where>"),
    ("average steps for runs with more than 2000 steps", "mean! steps act(Run) <steps>2000 where>"),
    ("steps on days when I slept less than 7 hours deeply", "steps <deep_sleep_minutes<7hours days>"),
    ("steps when I slept between 7 and 8 hours", "steps <sleep_minutes>=7<=8hours where>"),
    (
        "HRV when my steps are below 5000 and I sleep over 7 hours",
        "heart_rate_variability <steps<5000 where> 'and' <sleep_minutes>7hours where>",
    ),
    (
        "AZM for days when I run and sleep for at least 9 hours",
        "active_zone_minutes with-act(Run) 'and' <sleep_minutes>=9hours days>",
    ),
    ("distance on days when I ran more than 5 km", "distance_km with-act(Run) <distance_km>5km days>"),
    ("HRV on days when I was awake for less than 67% of the night", "heart_rate_variability <awake_minutes<67% days>"),
    ("days when I didn't reach 10,000 steps", "<steps<10000 days>"),
    ("HRV on days I didn't work out", "heart_rate_variability without-act(any)"),
    ("sleep on rest days", "sleep_minutes without-act(any)"),
    ("sleep on days I did not run or cycle", "sleep_minutes without-act(Run) 'and' without-act(Outdoor Bike)"),
    ("average steps excluding weekends", "mean! steps on(weekdays)"),
    ("average sleep, leaving out nights under 5 hours", "mean! sleep_minutes <sleep_minutes>=5hours where>"),
    ("HRV on days I run compared to other days", "heart_rate_variability with-act(Run) VERSUS without-act(Run)"),
    ("deep sleep on the most recent day on which I ran", "deep_sleep_minutes last-1 with-act(Run)"),
    ("How many days did I go to bed before 11 pm?", "COUNT_DAYS <bed_time_clock<138011 pm>"),
    ("how many times did I go to bed after 1 am", "HOW_OFTEN <bed_time_clock>15001 am>"),
    ("How often did I wake up after 7:30?", "HOW_OFTEN <wake_up_time_clock>4507:30>"),
    ("days when I slept more than 400", "<sleep_minutes>400minutes days>"),
    ("days when I slept more than 8", "<sleep_minutes>8hours days>"),
    (
        "average HRV on days with both a run and more than 10000 steps",
        "mean! heart_rate_variability <steps>10000 days> 'and' with-act(Run)",
    ),
    ("steps during runs when heart rate averaged under 115", "steps act(Run) <resting_heart_rate<115 where>"),
    ("number of days with resting heart rate at or below 55", "COUNT_DAYS <resting_heart_rate<=55 where>"),
    ("average steps on the 5 latest days with runs", "mean! steps last-5 with-act(Run)"),
    ("when my steps exceed 10000, what is my average HRV", "<steps>10000 where> mean! heart_rate_variability"),
]
RELATIONS = [
    ("Does sleep affect my HRV the next day?", "sleep_minutes causes heart_rate_variability lag+1"),
    ("association between yesterday's steps and today's sleep", "relates 'between' steps 'and' lag+1 sleep_minutes"),
    ("When did my resting heart rate start to go up?", "WHEN resting_heart_rate CHANGE_POINT CHANGE"),
    ("Since when has my HRV been dropping?", "CHANGE_POINT heart_rate_variability CHANGE"),
    ("how has my LDL changed since March?", "lab(LDL-C) CHANGE (since 2023-03-01)"),
    ("my ferritin trend", "lab(ferritin?) CHANGE"),
    ("How much more did I sleep this week than last week?", "difference sleep_minutes (this week) THAN (last week)"),
    ("Did I sleep longer than last week?", "sleep_minutes DIRECTION THAN (last week)"),
    ("more active this week compared to last", "DIRECTION steps (this week) VERSUS (last week)"),
    (
        "How does my sleep compare to a year ago?",
        "HABIT sleep_minutes VERSUS (last 30 days) (the same 30 days a year before)",
    ),
    ("sleep in summer vs winter", "sleep_minutes on(summer) VERSUS on(winter)"),
    (
        "do I sleep longer at the weekend than during the week",
        "HABIT sleep_minutes DIRECTION on(weekends) THAN on(weekdays)",
    ),
]
WINDOWS = [
    ("steps in the past three weeks (21 days)", "steps (last 3 weeks)"),
    ("steps in the last couple of weeks", "steps (last 2 weeks)"),
    ("steps last Tuesday", "steps (2023-10-24)"),
    ("steps on the 12th", "steps (2023-10-12)"),
    ("steps since the 1st of July", "steps (since 2023-07-01)"),
    ("steps on October 20, 2023", "steps (2023-10-20)"),
    ("steps from 10/15/2023 to 25.10.2023", "steps (2023-10-15 to 2023-10-25)"),
    ("steps from the 5th to the 12th of October", "steps (2023-10-05 to 2023-10-12)"),
    ("steps in the first week of October", "steps (2023-10-01 to 2023-10-07)"),
    ("steps last summer", "steps (June to August 2023)"),
    ("steps in Q2", "steps (Q2 2023)"),
    ("steps last quarter", "steps (last quarter)"),
    ("steps last weekend", "steps (last weekend)"),
    ("sleep over the last 4 weekends", "sleep_minutes (last 4 weekends) on(weekends)"),
    ("steps this year excluding March", "steps (this year) on(months other than March)"),
    ("steps in the week of 10 March", "steps (2023-03-06 to 2023-03-12)"),
    ("steps before and after July 15", "steps (2022-06-01 to 2023-07-14) VERSUS (since 2023-07-15)"),
    ("steps two days ago", "steps (2023-10-27)"),
    ("how did I sleep last night", "sleep_minutes (last night)"),
    ("HRV this morning", "heart_rate_variability (today)"),
    ("steps so far this year", "steps (this year)"),
    ("steps monday through friday", "steps on(Mondays to Fridays)"),
]
OTHER_TOPICS = [
    ("How many steps will I take next month?", "HOW_MANY steps off off"),
    ("What is my blood pressure?", "off"),
    ("heart rate at 3pm", "off resting_heart_rate limit>= '900' [3 pm]"),
    ("longest time between workouts", "max!duration_min off act(any)"),
    ("days with about 8000 steps", "DAYS_WHEN off '8000' steps"),
    ("steps during my second run", "steps 'second' act(Run)"),
    ("not only on weekends, how many steps do I do", "off on(weekends) HOW_MANY steps HABIT"),
    ("average sleep minus yesterday", "mean! sleep_minutes off (yesterday)"),
    ("weight at the end of October", "weight_kg 'end' (October 2023)"),
]


@pytest.mark.parametrize(
    ("question", "terms"),
    COUNTING + STATISTICS + MEASURES + ACTIVITIES + CONDITIONS + RELATIONS + WINDOWS + OTHER_TOPICS,
)
def test_a_question_is_read_as_these_terms(question: str, terms: str) -> None:
    assert short(question) == terms


@pytest.mark.parametrize(
    ("misspelt", "right"),
    [
        ("averge hart rate", "average heart rate"),
        ("waht was my longst run", "what was my longest run"),
        ("how mnay stpes yestreday", "how many steps yesterday"),
        ("standart deviaton of my steps", "standard deviation of my steps"),
        ("deep slep", "deep sleep"),
        ("teh sleep last nite", "the sleep last night"),
    ],
)
def test_a_slip_of_the_finger_is_mended(misspelt: str, right: str) -> None:
    assert short(misspelt) == short(right)


@pytest.mark.parametrize("word", ["steep", "moth", "healthier", "conditions", "flower", "sheep", "second", "mouth"])
def test_a_word_of_its_own_is_not_mended_into_another(word: str) -> None:
    assert f"'{word}'" in short(f"steps and {word}")


def test_what_changes_the_meaning_is_never_dropped() -> None:
    for word in ("unless", "except", "partner", "second", "after", "high"):
        assert short(f"average {word} steps") != short("average steps")


def test_a_kind_on_record_is_known_by_its_own_name() -> None:
    data = replace(DATA, activity_kinds=("Kite surfing", "Treadmill run", "Run"))
    assert short("how many kite surfing workouts", data) == "HOW_MANY act(Kite surfing)"
    assert short("how many runs", data) == "HOW_MANY act(Treadmill run+Run)"
    assert short("calories on the treadmill", data) == "calories_kcal act(Treadmill run)"


def test_a_laboratory_value_is_known_by_its_common_name_and_its_own() -> None:
    data = replace(DATA, biomarkers={"25-OH Vitamin D": "ng/mL", "Kryptonite": "mmol/L", "LDL/HDL ratio": ""})
    assert short("vitamin d", data) == "lab(25-OH Vitamin D)"
    assert short("latest kryptonite", data) == "latest! lab(Kryptonite)"
    assert short("my ldl", data) == "lab(LDL cholesterol?)"


def test_a_daily_name_that_an_activity_has_too_carries_both() -> None:
    def named(said: str) -> Metric | Biomarker | None:
        return next((item for item in read(said, DAYS, DATA) if isinstance(item, Metric)), None)

    assert named("calories") == Metric(name="calories_kcal", said="calories", field="calories_kcal")
    assert named("resting heart rate") == Metric(name="resting_heart_rate", said="resting heart rate")
    loose = named("heart rate")
    assert isinstance(loose, Metric)
    assert (loose.field, "resting" in loose.caveat) == ("average_heart_rate", True)


def test_sleep_quality_is_the_score_where_there_is_one() -> None:
    assert short("sleep quality") == "sleep_score"
    assert short("sleep quality", replace(DATA, recorded=("awake_percent",))) == "awake_percent"


@settings(max_examples=150, deadline=None)
@given(
    st.text(max_size=300)
    | st.lists(
        st.sampled_from(
            sorted(
                {
                    word
                    for rows in (
                        COUNTING,
                        STATISTICS,
                        MEASURES,
                        ACTIVITIES,
                        CONDITIONS,
                        RELATIONS,
                        WINDOWS,
                        OTHER_TOPICS,
                    )
                    for question, _ in rows
                    for word in question.split()
                }
            )
        ),
        max_size=40,
    ).map(" ".join)
)
def test_any_text_is_read_and_always_alike(question: str) -> None:
    terms = read(question, DAYS, DATA)
    assert terms == read(question, DAYS, DATA)


@pytest.mark.parametrize(
    "unit",
    [
        "average ",
        "x",
        "more than 8 hours and ",
        "on days when I ran ",
        "9",
        "the last 7 days ",
        "\u0131\U0001f600 ",
        "and or but , ",
    ],
)
def test_ten_thousand_characters_are_read_in_a_blink(unit: str) -> None:
    question = (unit * (10_000 // len(unit) + 1))[:10_000]
    read("warm up", DAYS, DATA)
    started = time.perf_counter()
    read(question, DAYS, DATA)
    assert time.perf_counter() - started < 1.0
