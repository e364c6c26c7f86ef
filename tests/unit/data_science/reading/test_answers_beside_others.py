"""What is asked of an answer: its share, its week, another time, the highest of several; and what it leaves open.

The records end on Sunday 24 November 2024, which is today.
"""

import pytest

from services.data_science.language.understanding import NotRead, Reader
from tests.unit.data_science.reading.expressions_in_brief import read_in_brief
from tests.unit.data_science.reading.someone_with_a_tracker import CATALOGUE

RUNS = "Where(activities, Kind({Run}))"
BEST_WEEK = "Pick(Periods([all data], week, days, steps, sum), value, highest)"
WALKED = "how many days did I walk more than 8000 steps"
COUNTED = "Compare(steps, >, 8000count)"
STREAK = "what was my longest streak of days with more than 8000 steps"


@pytest.mark.parametrize(
    ("messages", "expected"),
    [
        ((f"{WALKED} in October", "what percentage of all days is that?"), f"Share(days[October 2024], {COUNTED})"),
        ((WALKED, "what percentage is that of all days?"), f"Share(days, {COUNTED})"),
        (
            ("how many workouts did I do in October", "what percentage of all days is that?"),
            "Share(days[October 2024], In(DaysOf(activities)))",
        ),
        (
            (WALKED, "how many of those were on weekends?"),
            f"Count(Where(days, And({{Calendar({{6, 7}}, {{}}), {COUNTED}}})))",
        ),
        (
            (WALKED, "how many of those had a workout?"),
            f"Count(Where(days, And({{{COUNTED}, In(DaysOf(activities))}})))",
        ),
        (
            (WALKED, "on how many of those days did I run?"),
            f"Count(Where(days, And({{{COUNTED}, In(DaysOf({RUNS}))}})))",
        ),
        ((WALKED, "and with at least 12,000?"), "Count(Where(days, Compare(steps, >=, 12000count)))"),
        (
            (WALKED, "and without weekends?"),
            f"Count(Where(days, And({{Calendar({{1, 2, 3, 4, 5}}, {{}}), {COUNTED}}})))",
        ),
        ((WALKED, "when was the last time?"), f"When(Pick(Where(days, {COUNTED}), newest), day)"),
        (
            ("what was the average duration of my workouts on weekends", "and for my runs only?"),
            "Reduce(Where(activities, And({Calendar({6, 7}, {}), Kind({Run})})), duration_min, mean)",
        ),
        (
            ("how many workouts over 20 minutes did I do", "and my runs?"),
            "Count(Where(activities, And({Compare(duration_min, >, 20min), Kind({Run})})))",
        ),
    ],
)
def test_what_was_counted_is_asked_about_further(messages: tuple[str, ...], expected: str) -> None:
    assert read_in_brief(CATALOGUE, *messages) == f"Tell({expected})"


@pytest.mark.parametrize(
    ("messages", "expected"),
    [
        (
            ("which week had the highest total step count", "and what was my sleep duration in that week?"),
            f"Tell(Reduce(DaysOf({BEST_WEEK}), sleep_minutes, mean))",
        ),
        (
            ("what was my highest step count in October", "and what was my average step count in that month?"),
            "Tell(Reduce(days[October 2024], steps, mean))",
        ),
        (
            ("how many steps did I take last week", "how many workouts did I do that week?"),
            "Tell(Count(activities[last week]))",
        ),
        (
            ("what was my step count on November 13", "and what was my average step count in that week?"),
            "Tell(Reduce(days[the week of 11 November 2024], steps, mean))",
        ),
        (
            ("which week had the highest total step count", "and the week before?"),
            f"Tell(Reduce(DaysOf({BEST_WEEK}, -7), steps, sum))",
        ),
        (
            ("how many steps did I take in the month with the most steps", "which month was that?"),
            "TellRecords(Pick(Periods([all data], month, days, steps, sum), value, highest), (value))",
        ),
        (
            ("what was my highest step count", "which month was that?"),
            "TellRecords(Pick(days, steps, highest), (steps))",
        ),
        (
            ("what was my step count on November 13", "and the two days before?"),
            "TellRecords(Pick(Where(days[11 November 2024 to 12 November 2024], Known(steps)), oldest, 2), (steps))",
        ),
        (
            ("when did I take the most steps", "and the two days before?"),
            (
                "TellRecords(Pick(Union(DaysOf(Pick(days, steps, highest), -1), "
                "DaysOf(Pick(days, steps, highest), -2)), oldest, 2), (steps))"
            ),
        ),
        ((STREAK, "how long did that streak last?"), f"Tell(Streak(days, {COUNTED}, longest))"),
        ((STREAK, "when did it start?"), f"Tell(Streak(days, {COUNTED}, longest))"),
        (
            ("how long was my last run", "what was its average heart rate?"),
            f"Tell(Reduce(Pick({RUNS}, newest), average_heart_rate, mean))",
        ),
        (
            ("what was my sleep duration on November 13", "what was my bedtime that day?"),
            "Tell(Reduce(days[13 November 2024], bed_time_clock, mean))",
        ),
    ],
)
def test_the_time_that_was_told_is_asked_about_further(messages: tuple[str, ...], expected: str) -> None:
    assert read_in_brief(CATALOGUE, *messages) == expected


@pytest.mark.parametrize(
    ("asked", "follow_up", "expected"),
    [
        (
            "what was my average step count in October",
            "is that more than in September?",
            "Contrast(days[October 2024], days[September 2024], steps)",
        ),
        (
            "how many steps did I take in October",
            "is that more than in September?",
            "Decide(Reduce(days[October 2024], steps, sum), >, Reduce(days[September 2024], steps, sum))",
        ),
        (
            "how many workouts did I do in October",
            "is that less than in September?",
            "Decide(Count(activities[October 2024]), <, Count(activities[September 2024]))",
        ),
        (
            "what was my highest step count in October",
            "is that more than in September?",
            "Decide(Reduce(days[October 2024], steps, max), >, Reduce(days[September 2024], steps, max))",
        ),
        (
            "how many workouts did I do in October",
            "and compared to September?",
            "Tell(NumberArithmetic(Count(activities[October 2024]), minus, Count(activities[September 2024])))",
        ),
        (
            "how many steps did I take in October",
            "how much more is that than in September?",
            (
                "Tell(NumberArithmetic(Reduce(days[October 2024], steps, sum), minus, "
                "Reduce(days[September 2024], steps, sum)))"
            ),
        ),
        (
            "what was my highest step count",
            "how much higher is that than my average?",
            "Tell(NumberArithmetic(Reduce(days, steps, max), minus, Reduce(days, steps, mean)))",
        ),
    ],
)
def test_an_answer_is_held_against_another_time_or_ones_average(asked: str, follow_up: str, expected: str) -> None:
    assert read_in_brief(CATALOGUE, asked, follow_up) == expected


@pytest.mark.parametrize(
    ("messages", "expected"),
    [
        (
            ("what was my average step count in June", "and in July?", "and in August?"),
            "Profile(days[June 2024 to August 2024], steps, mean, month, highest)",
        ),
        (
            ("how many steps did I take in June", "and in July?", "and in October?"),
            (
                "Profile(Where(days, Or({In(days[July 2024]), In(days[June 2024]), In(days[October 2024])})), "
                "steps, sum, month, highest)"
            ),
        ),
        (
            ("how many steps did I take on November 11", "and on November 12?", "and on November 13?"),
            "TellRecords(Pick(days[11 November 2024 to 13 November 2024], steps, highest), (steps))",
        ),
        (("what was my average step count on each weekday",), "Profile(days, steps, mean, weekday, highest)"),
        (
            ("is my sleep higher on weekends than on weekdays",),
            "Contrast(Where(days, Calendar({6, 7}, {})), Where(days, Calendar({1, 2, 3, 4, 5}, {})), sleep_minutes)",
        ),
    ],
)
def test_which_of_several_is_the_highest(messages: tuple[str, ...], expected: str) -> None:
    assert read_in_brief(CATALOGUE, *messages, "which of them was highest?") == expected


@pytest.mark.parametrize(
    ("asked", "follow_up"),
    [
        ("how many workouts did I do in October", "what percentage is that?"),
        ("how long was my longest run", "what percentage of all days is that?"),
        ("what was my highest step count", "and what was my sleep duration in that week?"),
        ("what was my average step count in October", "how many steps did I take that day?"),
        (WALKED, "how many steps did I take that day?"),
        ("what was my average step count in October", "how many of those had a workout?"),
        ("what was my step count yesterday", "and only on weekdays?"),
        ("is my sleep higher on weekends than on weekdays", "and without weekends?"),
        ("is my sleep higher on weekends than on weekdays", "and for my runs only?"),
        ("how many runs over 20 minutes did I do", "and with at least 12,000?"),
        ("what was my average step count in October", "and the longest?"),
        ("when was my highest resting heart rate", "when was the last time?"),
        ("which month had the highest total step count", "and the month before?"),
        ("is my step count going up", "how long did that streak last?"),
        ("what was my average step count in October", "when did it start?"),
        ("what was my average step count in October", "what was its average heart rate?"),
        ("what was my average step count in October", "which month was that?"),
        ("how many steps did I take last week", "how much higher is that than my average?"),
        ("what was the average duration of my runs", "how much is that per week?"),
        ("what was my step count yesterday", "which of them was highest?"),
        ("is my step count going up", "which of them was highest?"),
        ("when was my last run", "is that more than in September?"),
    ],
)
def test_what_the_answer_before_does_not_have_is_declined(asked: str, follow_up: str) -> None:
    assert read_in_brief(CATALOGUE, asked) != "declined"
    assert read_in_brief(CATALOGUE, asked, follow_up) == "declined"


def test_a_day_that_was_not_told_of_is_said_to_be_missing() -> None:
    (read,) = Reader(CATALOGUE).understand([WALKED, "how many steps did I take that day?"])
    assert isinstance(read, NotRead)
    assert read.because == "I cannot tell which day you mean"


def test_its_own_average_is_not_of_an_answer_before() -> None:
    read = read_in_brief(CATALOGUE, "how many days was my resting heart rate below its average")
    below = "Compare(resting_heart_rate, <, Reduce(days, resting_heart_rate, mean))"
    assert read == f"Tell(Count(Where(days, {below})))"
