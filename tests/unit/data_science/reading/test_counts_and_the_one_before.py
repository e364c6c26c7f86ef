"""Counts that are reached or held against each other, the newest beside the one before, days picked by their week.

The records end on Sunday 24 November 2024, which is today; there are runs and rides among them, and no swims.
"""

import pytest

from services.data_science.language.understanding import NotRead, Reader
from tests.unit.data_science.reading.expressions_in_brief import read_in_brief
from tests.unit.data_science.reading.someone_with_a_tracker import CATALOGUE

RUNS = "Where(activities, Kind({Run}))"
RIDES = "Where(activities, Kind({Bike}))"


def newest(of: str, field: str, *, second: bool = False) -> str:
    return f"Reduce(Pick({of}, newest{', 2' if second else ''}), {field}, mean)"


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("did I do at least 8 rides last week", "Where(activities[last week], Kind({Bike}))), >=, 8)"),
        ("did I reach 8 rides this month", "Where(activities[this month], Kind({Bike}))), >=, 8)"),
        ("did I do two workouts yesterday", "activities[yesterday]), >=, 2)"),
        (
            "did I do fewer than 3 runs over 5 km in October",
            "Where(activities[October 2024], And({Compare(distance_m, >, 5000m), Kind({Run})}))), <, 3)",
        ),
        (
            "did I have at least 3 days with more than 10,000 steps last week",
            "Where(days[last week], Compare(steps, >, 10000count))), >=, 3)",
        ),
    ],
)
def test_a_count_is_reached_or_not(question: str, expected: str) -> None:
    assert read_in_brief(CATALOGUE, question) == f"Decide(Count({expected}"


def test_so_many_every_week_is_of_all_weeks() -> None:
    share = "Share(Periods([all data], week, activities, count), Compare(value, >=, 3))"
    assert read_in_brief(CATALOGUE, "did I do 3 workouts every week") == f"Decide({share}, >=, 100%)"


def test_an_amount_of_what_one_activity_has_is_no_count() -> None:
    over = "And({Compare(distance_m, >=, 5000m), Kind({Run})})"
    read = read_in_brief(CATALOGUE, "did I run at least 5 km last week")
    assert read == f"Decide(Count(Where(activities[last week], {over})), >=, 1)"


@pytest.mark.parametrize(
    "question", ["did I do at least 8 swims last week", "did I do more swims than runs", "did I do more runs than runs"]
)
def test_what_is_not_on_record_or_the_same_is_not_counted(question: str) -> None:
    assert read_in_brief(CATALOGUE, question) == "declined"


@pytest.mark.parametrize(
    ("question", "field", "operator"),
    [
        ("was my last run longer than the run before", "duration_min", ">"),
        ("was my last run shorter than the previous one", "duration_min", "<"),
        ("was my last run faster than my previous run", "speed_m_per_min", ">"),
        ("was my last run further than the one before", "distance_m", ">"),
        ("was the heart rate of my last run higher than on the run before", "average_heart_rate", ">"),
    ],
)
def test_the_newest_is_held_against_the_one_before(question: str, field: str, operator: str) -> None:
    one, other = newest(RUNS, field), newest(RUNS, field, second=True)
    assert read_in_brief(CATALOGUE, question) == f"Decide({one}, {operator}, {other})"


@pytest.mark.parametrize(
    ("question", "rows", "field"),
    [
        ("which was longer, my last run or the run before", RUNS, "duration_min"),
        ("which was further, my last ride or the previous one", RIDES, "distance_m"),
        ("which was faster, my last ride or the ride before that?", RIDES, "speed_m_per_min"),
        ("my last ride or the one before, which was longer", RIDES, "duration_min"),
    ],
)
def test_it_is_asked_which_of_the_newest_two(question: str, rows: str, field: str) -> None:
    expected = f"Contrast(Pick({rows}, newest), Pick({rows}, newest, 2), {field})"
    assert read_in_brief(CATALOGUE, question) == expected


def test_how_much_longer_than_the_one_before() -> None:
    read = read_in_brief(CATALOGUE, "how much longer was my last run than the run before")
    one, other = newest(RUNS, "duration_min"), newest(RUNS, "duration_min", second=True)
    assert read == f"Tell(NumberArithmetic({one}, minus, {other}))"


@pytest.mark.parametrize(
    "question",
    ["was my last run longer than the ride before", "which was longer, my longest run or the run before"],
)
def test_the_one_before_is_of_the_same_kind_and_in_time(question: str) -> None:
    assert read_in_brief(CATALOGUE, question) == "declined"


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("which day of the week do I do the most workouts", "activities"),
        ("what weekday do I do the most rides on", RIDES),
        ("which day of the week had the most runs in October", "Where(activities[October 2024], Kind({Run}))"),
        ("what day of the week do I run most", RUNS),
        (
            "which weekday has the most days with more than 10,000 steps",
            "Where(days, Compare(steps, >, 10000count))",
        ),
    ],
)
def test_the_weekday_with_the_most(question: str, rows: str) -> None:
    assert read_in_brief(CATALOGUE, question) == f"Profile({rows}, count, weekday, highest)"


def test_the_weekday_with_the_fewest_may_be_one_without_any() -> None:
    daily = f"Daily({RIDES}, count)"
    read = read_in_brief(CATALOGUE, "which day of the week do I do the fewest rides")
    assert read == f"Profile(days, {daily}, sum, weekday, lowest)"
    rarest = read_in_brief(CATALOGUE, "which kind of workout did I do least")
    assert rarest == "Profile(activities, count, kind, lowest)"


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("did I do more rides than runs", f"Decide(Count({RIDES}), >, Count({RUNS}))"),
        ("did I do fewer rides than runs", f"Decide(Count({RIDES}), <, Count({RUNS}))"),
        ("how many more rides than runs did I do", f"Tell(NumberArithmetic(Count({RIDES}), minus, Count({RUNS})))"),
        (
            "did I do more runs than rides last month",
            (
                "Decide(Count(Where(activities[last month], Kind({Run}))), >, "
                "Count(Where(activities[last month], Kind({Bike}))))"
            ),
        ),
    ],
)
def test_one_count_is_held_against_another(question: str, expected: str) -> None:
    assert read_in_brief(CATALOGUE, question) == expected


@pytest.mark.parametrize(
    ("question", "periods", "told"),
    [
        (
            "what was my average sleep duration in the month with the highest total step count",
            "Periods([all data], month, days, steps, sum), value, highest",
            "sleep_minutes, mean",
        ),
        (
            "what was my average resting heart rate in the week with the lowest average sleep duration in October",
            "Periods([October 2024], week, days[October 2024], sleep_minutes, mean), value, lowest",
            "resting_heart_rate, mean",
        ),
        (
            "how many steps did I take in the week with the most workouts",
            "Periods([all data], week, activities, count), value, highest",
            "steps, sum",
        ),
    ],
)
def test_days_of_the_period_with_the_highest_average_or_total(question: str, periods: str, told: str) -> None:
    assert read_in_brief(CATALOGUE, question) == f"Tell(Reduce(DaysOf(Pick({periods})), {told}))"


@pytest.mark.parametrize(
    ("question", "weekday", "count", "column"),
    [
        ("what was my step count on each of the last three Mondays", 1, 3, "steps"),
        ("what was my bedtime on each of the last 4 Sundays", 7, 4, "bed_time_clock"),
    ],
)
def test_each_of_the_last_few_is_told(question: str, weekday: int, count: int, column: str) -> None:
    days = f"Pick(Where(days, Calendar({{{weekday}}}, {{}})), newest, {count})"
    assert read_in_brief(CATALOGUE, question) == f"TellRecords({days}, ({column}))"


def test_a_streak_behind_the_longest_is_declined_with_the_reason() -> None:
    (read,) = Reader(CATALOGUE).understand(["what was my second longest streak of days with more than 10,000 steps"])
    assert isinstance(read, NotRead)
    assert "only tell the longest" in read.because
    own = read_in_brief(CATALOGUE, "is my step count higher on days with a step count above my average than on others")
    assert own == "declined"
