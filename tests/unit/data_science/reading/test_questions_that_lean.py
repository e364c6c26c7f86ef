"""Questions that lean on those before them, or hold something against one's own average.

The records end on Friday 15 March 2024, which is today.
"""

import pytest

from services.data_science.language.resolving.readings import Reading
from services.data_science.language.understanding import Reader
from tests.unit.data_science.analysts import catalogue_of
from tests.unit.data_science.reading.brief import brief

READER = Reader(catalogue_of())
_RUNS = "Where(activities, Kind({Run}))"


def last_of(*messages: str) -> str:
    """What the last message asks, in brief; empty where it is not read."""
    read = READER.understand(messages)
    return " ".join(brief(each.question) if isinstance(each, Reading) else "" for each in read)


@pytest.mark.parametrize(
    ("follow_up", "day"),
    [
        ("And the day after?", "6 March 2024"),
        ("n the day before that", "4 March 2024"),
        ("and a week later?", "12 March 2024"),
        ("two days earlier?", "3 March 2024"),
        ("what about the following day", "6 March 2024"),
    ],
)
def test_a_day_is_told_from_the_one_named_before(follow_up: str, day: str) -> None:
    assert last_of("How many steps did I take on 5 March?", follow_up) == f"Tell(Reduce(days[{day}], steps, mean))"


@pytest.mark.parametrize(
    ("messages", "meant"),
    [
        (("How many minutes did I run in total in March?", "calories?"), "calories_kcal, sum"),
        (("average steps last week", "sleep?"), "days[last week], sleep_minutes, mean"),
        (("average steps last week", "what about the whole of february"), "days[February 2024], steps, mean"),
    ],
)
def test_what_is_not_said_again_is_kept(messages: tuple[str, ...], meant: str) -> None:
    assert meant in last_of(*messages)


def test_two_answers_are_held_against_each_other() -> None:
    two = ("average steps in January", "February?")
    assert last_of(*two, "which of the two was lower") == "Contrast(days[January 2024], days[February 2024], steps)"
    assert last_of(two[0], "which of the two was lower") == ""


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        (
            "how many of my runs were longer than my average run",
            "Tell(Count(Where(activities, And({Compare(duration_min, >, MEAN), Kind({Run})}))))",
        ),
        (
            "was my last run longer or shorter than my average run and by how much",
            "Tell(NumberArithmetic(Reduce(Pick(RUNS, newest), duration_min, mean), minus, MEAN))",
        ),
        (
            "out of the days when I walked over 8000 steps how many still had under 7 hours of sleep",
            "Tell(Count(Where(days, And({Compare(sleep_minutes, <, 420), Compare(steps, >, 8000)}))))",
        ),
        (
            "how many days did I run and also walk at least ten thousand steps",
            "Tell(Count(Where(days, And({Compare(steps, >=, 10000), In(DaysOf(RUNS, 0))}))))",
        ),
        (
            "list the four days with the fewest steps, beginning with the lowest",
            "TellRecords(Pick(days, steps, lowest, 4), (steps))",
        ),
        ("list the four days with the fewest steps, beginning with the highest", ""),
        (
            "when I sleep less than 7 hours how many steps do I do the next day on average",
            "Tell(Reduce(DaysOf(Where(days, Compare(sleep_minutes, <, 420))), steps, mean))",
        ),
        ("steps on the day after 5 March", "Tell(Reduce(days[6 March 2024], steps, mean))"),
    ],
)
def test_what_is_asked_in_one_breath(asked: str, meant: str) -> None:
    assert last_of(asked) == meant.replace("MEAN", "Reduce(RUNS, duration_min, mean)").replace("RUNS", _RUNS)
