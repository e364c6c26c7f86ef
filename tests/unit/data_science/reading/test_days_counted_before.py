"""Questions about the days that an earlier question counted or listed, and about the days beside its level."""

import pytest

from tests.unit.data_science.reading.test_questions_that_lean import last_of

_STEPS = "Compare(steps, >, 12000)"
_MEAN = "Reduce(days, steps, mean)"


@pytest.mark.parametrize(
    ("follow_up", "meant"),
    [
        ("how many of those were on weekends", "Tell(Count(Where(days, And({Calendar({6, 7}, {}), " + _STEPS + "}))))"),
        ("how many of them were in February", f"Tell(Count(Where(days[February 2024], {_STEPS})))"),
        ("which ones", f"TellRecords(Pick(Where(days, {_STEPS}), newest, 366), (steps))"),
        ("which was the highest", f"TellRecords(Pick(Where(days, {_STEPS}), steps, highest), (steps))"),
        ("what did I average on those", f"Tell(Reduce(Where(days, {_STEPS}), steps, mean))"),
        ("and resting heart rate under 60?", "Tell(Count(Where(days, Compare(resting_heart_rate, <, 60))))"),
    ],
)
def test_days_that_were_counted_may_be_asked_about(follow_up: str, meant: str) -> None:
    assert last_of("How many days did I go over 12000 steps?", follow_up) == meant


@pytest.mark.parametrize(
    ("messages", "meant"),
    [
        (("how many days was I above it",), f"Compare(steps, >, {_MEAN})"),
        (("how many days was I above it", "and below"), f"Compare(steps, <, {_MEAN})"),
    ],
)
def test_days_are_counted_beside_the_level_told_before(messages: tuple[str, ...], meant: str) -> None:
    assert last_of("What is my average step count?", *messages) == f"Tell(Count(Where(days, {meant})))"


def test_what_is_missed_is_of_the_days_that_miss_it() -> None:
    told = last_of("How many days did I reach 10000 steps?", "how much was I short on average")
    assert "Compare(steps, <, 10000)" in told
    assert "minus" in told


def test_what_was_listed_adds_up() -> None:
    top = "Which 3 days had the most steps?"
    assert last_of(top, "how much is that together") == "Tell(Reduce(Pick(days, steps, highest, 3), steps, sum))"
    told = last_of("What was my average step count in February?", "how much is that together")
    assert told == "Tell(Reduce(days[February 2024], steps, sum))"


def test_what_leans_on_something_not_understood_is_not_read() -> None:
    assert not last_of("How many steps in February?", "who do I run with the most", "how long was it")


@pytest.mark.parametrize(
    ("messages", "meant"),
    [
        (
            ("What was my average sleep in February?", "and in January", "which was the highest"),
            "Contrast(days[February 2024], days[January 2024], sleep_minutes)",
        ),
        (("average steps last week", "and the week before", "and this week", "which was the best"), ""),
        (
            ("What was my average sleep in February?", "and how many steps did I average then"),
            "Tell(Reduce(days[February 2024], steps, mean))",
        ),
        (
            ("How many runs did I do in February?", "and how far"),
            "Tell(Reduce(Where(activities[February 2024], Kind({Run})), distance_m, sum))",
        ),
    ],
)
def test_answers_given_before_are_held_against_each_other(messages: tuple[str, ...], meant: str) -> None:
    assert last_of(*messages) == meant
