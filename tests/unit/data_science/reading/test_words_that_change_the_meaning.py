"""Small words that change what is asked are used, or the question is declined."""

import pytest

from tests.unit.data_science.reading.expressions_in_brief import read_in_brief
from tests.unit.data_science.reading.someone_with_a_tracker import CATALOGUE


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "how many months did i not average 8000 steps",
            ("Tell(Count(Where(Periods([all data], month, days, steps, mean), Compare(value, <, 8000count))))"),
        ),
        (
            "how far did i run last month in miles",
            ("Tell(Reduce(Where(activities[last month], Kind({Run})), distance_m, sum))"),
        ),
        (
            "how many steps did i average in september and october",
            ("Tell(Reduce(days[September 2024], steps, mean)); Tell(Reduce(days[October 2024], steps, mean))"),
        ),
        (
            "how many steps did i average last week not counting monday",
            ("Tell(Reduce(Where(days[last week], Calendar({2, 3, 4, 5, 6, 7}, {})), steps, mean))"),
        ),
        (
            "how many steps per week on days i run",
            (
                "Tell(Reduce(Periods([all data], week, Where(days, In(DaysOf(Where(acti"
                "vities, Kind({Run}))))), steps, sum), value, mean))"
            ),
        ),
        (
            "how many minutes did i run per session",
            ("Tell(Reduce(Where(activities, Kind({Run})), duration_min, mean))"),
        ),
        (
            "how many of my runs were not longer than 10 km",
            ("Tell(Count(Where(activities, And({Compare(distance_m, <=, 10000m), Kind({Run})}))))"),
        ),
        (
            "what share of nights under 6 hours were on weekends",
            ("Tell(Share(Where(days, Compare(sleep_minutes, <, 360min)), Calendar({6, 7}, {})))"),
        ),
        (
            "in which month did i have my most steps in a day",
            ("TellRecords(Pick(Periods([all data], month, days, steps, max), value, highest), (value))"),
        ),
        (
            "which month did my hrv hit its lowest",
            (
                "TellRecords(Pick(Periods([all data], month, days, heart_rate_variabili"
                "ty, min), value, lowest), (value))"
            ),
        ),
        ("has my sleep been decreasing on weekends", ("Trend(Where(days, Calendar({6, 7}, {})), sleep_minutes)")),
        (
            "what percentage of my october nights were above 7 hours but below 8",
            (
                "Tell(Share(days[October 2024], And({Compare(sleep_minutes, <, 480min),"
                " Compare(sleep_minutes, >, 420min)})))"
            ),
        ),
        (
            "was my sleep in october at least 7 hours every night",
            ("Decide(Share(days[October 2024], Compare(sleep_minutes, >=, 420min)), >=, 100%)"),
        ),
        ("how many nights did i sleep under 6 hours", ("Tell(Count(Where(days, Compare(sleep_minutes, <, 360min))))")),
        (
            "when my hrv was under 40, how many steps did i take the next day",
            ("Tell(Reduce(DaysOf(Where(days, Compare(heart_rate_variability, <, 40ms))), steps, mean))"),
        ),
        ("did i run or ride last week", ("Decide(Count(Where(activities[last week], Kind({Bike, Run}))), >=, 1)")),
        ("in weeks where i ran at least twice, how much did i sleep", "declined"),
        ("how many times did i both run and bike on the same day", "declined"),
        ("did i walk more than 10000 steps or run yesterday", "declined"),
        (
            "how many calories did i burn on the day i ran the farthest",
            "Tell(Reduce(DaysOf(Pick(Where(activities, Kind({Run})), distance_m, highest)), calories_kcal, sum))",
        ),
        (
            "what was my hrv on the day i ran the longest",
            (
                "Tell(Reduce(DaysOf(Pick(Where(activities, Kind({Run})), duration_min, highest)),"
                " heart_rate_variability, mean))"
            ),
        ),
        (
            "on how many days did i have zero steps",
            "Tell(Count(Where(days, Compare(steps, ==, 0count))))",
        ),
        (
            "did i run at least 10 km in total last week",
            "Decide(Reduce(Where(activities[last week], Kind({Run})), distance_m, sum), >=, 10000m)",
        ),
        (
            "did i have a run over 10 km last week",
            "Decide(Count(Where(activities[last week], And({Compare(distance_m, >, 10000m), Kind({Run})}))), >=, 1)",
        ),
        (
            "how many days did i get 10k steps and 50 ms of hrv",
            (
                "Tell(Count(Where(days, And({Compare(heart_rate_variability, >=, 50ms),"
                " Compare(steps, >=, 10000count)}))))"
            ),
        ),
        (
            "how much further than usual was my second run",
            (
                "Tell(NumberArithmetic(Reduce(Pick(Where(activities, Kind({Run})), oldest, 2), distance_m, mean),"
                " minus, Reduce(Where(activities, Kind({Run})), distance_m, mean)))"
            ),
        ),
        (
            "on how many days did i take more than 5000 steps and fewer than 8000 steps",
            "Tell(Count(Where(days, And({Compare(steps, <, 8000count), Compare(steps, >, 5000count)}))))",
        ),
        (
            "how many nights were above 7 hours but below 8",
            "Tell(Count(Where(days, And({Compare(sleep_minutes, <, 480min), Compare(sleep_minutes, >, 420min)}))))",
        ),
    ],
)
def test_every_word_that_changes_the_meaning_is_used(question: str, expected: str) -> None:
    assert read_in_brief(CATALOGUE, question) == expected


@pytest.mark.parametrize(
    "question",
    [
        "on how many days morning did i take more than 10000 steps",
        "what percentage of days nights did i take more than 10000 steps",
        "how much did my miles steps change from september to october",
        "how many miles did my resting heart rate increase from september to october",
        "how many miles has my step count been trending",
        "how has my hrv been trending slightly",
        "when was my longest run right",
        "what percentage of nights did i no longer get at least 2 hours of rem sleep",
        "by my doctor what is my average percentage of deep sleep",
        "on how many different days did i ride while my bike",
        "what was my average heart rate while my last 2 runs",
        "mean rhr when i total slept less than 6 hours",
        "how many days if did i sleep hours less than 8",
    ],
)
def test_a_word_that_has_no_place_in_a_question_is_not_passed_over(question: str) -> None:
    assert read_in_brief(CATALOGUE, question) == "declined"


def test_days_are_counted_that_are_days_of_another_sort() -> None:
    assert read_in_brief(CATALOGUE, "how many of my mondays were days with more than 10000 steps") == (
        "Tell(Count(Where(days, And({Calendar({1}, {}), Compare(steps, >, 10000count)}))))"
    )


def test_a_bound_is_in_the_unit_that_is_said_with_what_is_measured() -> None:
    assert read_in_brief(CATALOGUE, "how many runs with a miles distance of 10 or more") == (
        "Tell(Count(Where(activities, And({Compare(distance_m, >=, 16093.4m), Kind({Run})}))))"
    )


def test_the_20_worst_and_not_one_are_told_where_the_lowest_is_said_beside_them() -> None:
    assert "lowest, 20" in read_in_brief(CATALOGUE, "what was my 20 worst (lowest) hrv")
    assert read_in_brief(CATALOGUE, "what was my worst (lowest) hrv").startswith("Tell(Reduce(")


def test_the_most_high_is_the_highest() -> None:
    said, meant = "what was my most high resting heart rate", "what was my highest resting heart rate"
    assert read_in_brief(CATALOGUE, said) == read_in_brief(CATALOGUE, meant) != "declined"


def test_an_extreme_stays_where_an_average_is_asked_for_behind_it() -> None:
    assert read_in_brief(CATALOGUE, "how many worst minutes of sleep do i get per night, on average") == (
        "Tell(Reduce(days, sleep_minutes, min)); Tell(Reduce(days, sleep_minutes, mean))"
    )
