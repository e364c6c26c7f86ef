"""What somebody asks who tracks progress: each week or month, parts of a month, goals kept, which way it goes.

The records end on Friday 15 March 2024, which is today.
"""

import pytest

from services.data_science.language.resolving.readings import Reading
from services.data_science.language.understanding import NotRead, Reader
from tests.unit.data_science.analysts import catalogue_of
from tests.unit.data_science.reading.brief import brief

READER = Reader(catalogue_of())


def readings(*messages: str) -> list[Reading]:
    found = READER.understand(messages)
    assert not any(isinstance(each, NotRead) for each in found), found
    return [each for each in found if isinstance(each, Reading)]


def expressions(*messages: str) -> list[str]:
    return [brief(each.question) for each in readings(*messages)]


@pytest.mark.parametrize(
    ("asked", "plain"),
    [
        ("can you break down my average daily steps week by week", "my average daily steps week by week"),
        ("break my sleep down by month", "my average sleep by month"),
        ("weekly averages of my sleep", "my average sleep by week"),
        ("my weekly steps totals", "my total steps by week"),
        ("weekly overview of my steps totals", "my total steps by week"),
        ("what month saw my highest average step count", "which month had my highest average step count"),
        ("tell me the week where I got the most steps", "which week did I get the most steps"),
        ("what part of my nights were under 6 hours", "what share of my nights were under 6 hours"),
        ("% of nights w sleep over 8 hours", "what percentage of nights with sleep over 8 hours"),
        ("is my sleep getting longer and longer", "is my sleep getting longer"),
        ("am I gradually getting more sleep", "am I getting more sleep over time"),
        ("does a long sleep go with a low resting heart rate", "does more sleep go with a lower resting heart rate"),
    ],
)
def test_progress_is_read_as_what_says_it_plainly(asked: str, plain: str) -> None:
    assert expressions(asked) == expressions(plain)


@pytest.mark.parametrize(
    ("together", "apart"),
    [
        ("my sleep in the first, second and third week of february", ("first", "second", "third")),
        ("my sleep in the first and third week of february", ("first", "third")),
    ],
)
def test_weeks_of_a_month_are_named_in_turn(together: str, apart: tuple[str, ...]) -> None:
    assert expressions(together) == [
        each for place in apart for each in expressions(f"my sleep in the {place} week of february")
    ]


def test_which_weeks_are_listed_and_how_many_are_counted() -> None:
    (listed,) = expressions("which weeks did I average 10,000 steps")
    (counted,) = expressions("how many weeks did I average 10,000 steps")
    assert listed.startswith("TellRecords(")
    assert counted.startswith("Tell(Count(")


@pytest.mark.parametrize(
    ("asked", "direction"),
    [
        ("did my sleep drop from march 1 to march 10", -1),
        ("did my resting heart rate go up from january to february", 1),
        ("did my sleep change from january to february", 0),
    ],
)
def test_the_way_that_is_asked_about_is_kept(asked: str, direction: int) -> None:
    (reading,) = readings(asked)
    assert (reading.yes_no, reading.direction) == (True, direction)


def test_from_one_day_to_the_next_there_is_a_difference_and_no_trend() -> None:
    (said,) = expressions("how much did my sleep jump from march 9 to march 10")
    assert said.startswith("Contrast(")


@pytest.mark.parametrize(
    ("asked", "plain"),
    [
        ("trying to sleep 8 hours, how many nights did that work", "how many nights did I sleep at least 8 hours"),
        ("my goal is 8 hours of sleep. How many nights was I under?", "how many nights did I sleep less than 8 hours"),
        (
            "my goal is 7 hours of sleep a night, in how many weeks did I average that much",
            "in how many weeks did I average at least 7 hours of sleep",
        ),
    ],
)
def test_a_goal_is_what_happened_or_what_one_was_under(asked: str, plain: str) -> None:
    assert expressions(asked) == expressions(plain)
