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


@pytest.mark.parametrize(
    ("messages", "meant"),
    [
        (
            ("How many steps did I do in February in total?", "And how many a day is that?"),
            "Tell(Reduce(days[February 2024], steps, mean))",
        ),
        (
            ("On how many days did I reach 10,000 steps in February?", "what percentage is that"),
            "Tell(Share(days[February 2024], Compare(steps, >=, 10000)))",
        ),
        (
            ("How many steps did I take yesterday?", "is that more than usual"),
            "Decide(Reduce(days[yesterday], steps, mean), >, Reduce(days, steps, mean))",
        ),
        (
            ("How many steps did I take yesterday?", "What is it usually?"),
            "Tell(Reduce(days, steps, mean))",
        ),
        (
            ("How many steps did I take yesterday?", "average?"),
            "Tell(Reduce(days, steps, mean))",
        ),
        (
            ("How many steps do I average on days I sleep less than 6 hours?", "and on the other days?"),
            "Tell(Reduce(Where(days, Compare(sleep_minutes, >=, 360)), steps, mean))",
        ),
        (
            ("average steps last week", "compare that to this week"),
            "Contrast(days[last week], days[this week], steps)",
        ),
        (
            ("average steps over the last 7 days", "And in the 7 days before?"),
            "Tell(Reduce(days[the 7 days before], steps, mean))",
        ),
        (
            ("Was my step count higher in February than in January?", "By how much?"),
            "Contrast(days[February 2024], days[January 2024], steps)",
        ),
        (
            ("average steps in January", "February?", "so how many steps difference is that"),
            "Contrast(days[February 2024], days[January 2024], steps)",
        ),
        (
            ("Did I walk ten thousand steps yesterday?", "When was the last time then?"),
            "Tell(When(Pick(Where(days, Compare(steps, >=, 10000)), newest), day))",
        ),
        (
            ("how many workouts did I do in February?", "what kinds?"),
            "Profile(activities[February 2024], count, kind)",
        ),
        (("Steps in February?", "Sorry, I meant January"), "Tell(Reduce(days[January 2024], steps, mean))"),
        (("average steps last week", "is that good?"), ""),
        (("which month did I walk the most", "and the least?", "difference?"), ""),
    ],
)
def test_a_follow_up_turns_the_question_before(messages: tuple[str, ...], meant: str) -> None:
    assert last_of(*messages) == meant


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        (
            "the average and the highest step count last week",
            ["days[last week], steps, mean", "days[last week], steps, max"],
        ),
        (
            "average, highest and lowest steps in February with dates",
            [],
        ),
        (
            "highest and lowest steps in February, with dates",
            ["days[February 2024], steps, max", "days[February 2024], steps, min"],
        ),
        (
            "tell me my steps resting heart rate and sleep for february twenty fifth",
            [f"days[25 February 2024], {each}, mean" for each in ("steps", "resting_heart_rate", "sleep_minutes")],
        ),
        (
            "average steps from february 1 to 10, from 11 to 20 and from 21 to 29",
            [
                f"days[{days}], steps, mean"
                for days in (
                    "1 February 2024 to 10 February 2024",
                    "11 February 2024 to 20 February 2024",
                    "21 February 2024 to 29 February 2024",
                )
            ],
        ),
        (
            "average steps in the first half and in the second half of February",
            [f"days[the {half} half of February 2024], steps, mean" for half in ("first", "second")],
        ),
        (
            "what was my highest step count since January and on what date",
            ["days[since January 2024], steps, max"],
        ),
    ],
)
def test_several_things_are_asked_at_once(asked: str, meant: list[str]) -> None:
    assert last_of(asked) == " ".join(f"Tell(Reduce({each}))" for each in meant)


def test_what_the_second_names_is_meant_of_the_first_too() -> None:
    both = last_of("How many runs and how many walks did I do in February?")
    assert both.count("activities[February 2024]") == 2
    assert last_of("distance and duration of my last run").count(f"Pick({_RUNS}, newest)") == 2


@pytest.mark.parametrize("said", ["do i sleep longer at weekends?", "Do I sleep longer at weekends?"])
def test_what_is_asked_a_second_time_is_read_as_it_was(said: str) -> None:
    """Though a word that is left out could be made up for by the first time."""
    assert last_of(said)
    assert last_of(said, said) == last_of(said)
