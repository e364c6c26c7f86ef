"""Spans, counted weeks, streaks, lists of days and distances from an amount, as people say them.

The records end on Friday 15 March 2024, which is today.
"""

from datetime import date

import pytest

from services.data_science.domain.algebra import Window
from services.data_science.domain.traversal import is_node
from services.data_science.language.resolving.readings import Reading
from services.data_science.language.understanding import NotRead, Reader
from tests.unit.data_science.analysts import catalogue_of
from tests.unit.data_science.reading.brief import brief

READER = Reader(catalogue_of())
_NAMES = {
    "RUNS": "Where(activities, Kind({Run}))",
    "WEEKENDS": "Where(days, Calendar({6, 7}, {}))",
    "LONG_NIGHTS": "Where(days, Compare(sleep_minutes, >, 480))",
    "SLEEP": "days, sleep_minutes",
}
"""What stands for a longer part of an expression."""


def read(*messages: str) -> list[Reading]:
    found = READER.understand(messages)
    assert not any(isinstance(each, NotRead) for each in found), found
    return [each for each in found if isinstance(each, Reading)]


def expression(*messages: str) -> str:
    (one,) = read(*messages)
    return brief(one.question)


def window_of(part: object) -> Window | None:
    """The first window in an expression."""
    if isinstance(part, Window):
        return part
    if isinstance(part, tuple | frozenset):
        return next((found for each in part if (found := window_of(each))), None)
    if not is_node(part):
        return None
    return next((found for each in vars(part).values() if (found := window_of(each))), None)


@pytest.mark.parametrize(
    ("said", "start", "end"),
    [
        ("since the 10th", (2024, 3, 10), (2024, 3, 15)),
        ("after the 10th", (2024, 3, 11), (2024, 3, 15)),
        ("from the 3rd to the 9th", (2024, 3, 3), (2024, 3, 9)),
        ("from the 25th to the 5th", (2024, 2, 25), (2024, 3, 5)),
        ("between 3 and 12 february", (2024, 2, 3), (2024, 2, 12)),
        ("up to and including the 10th", (2023, 3, 1), (2024, 3, 10)),
        ("in the second week of february", (2024, 2, 8), (2024, 2, 14)),
        ("in the first two weeks of february", (2024, 2, 1), (2024, 2, 14)),
        ("in the second half of february", (2024, 2, 16), (2024, 2, 29)),
        ("in the first half of 2023", (2023, 1, 1), (2023, 7, 1)),
        ("in mid february", (2024, 2, 11), (2024, 2, 20)),
        ("in late february", (2024, 2, 21), (2024, 2, 29)),
        ("at the beginning of the month", (2024, 3, 1), (2024, 3, 10)),
        ("since the beginning of the year", (2024, 1, 1), (2024, 3, 15)),
        ("from the start of january to the end of february", (2024, 1, 1), (2024, 2, 29)),
        ("on the last weekend of february", (2024, 2, 24), (2024, 2, 25)),
        ("on the first monday of february", (2024, 2, 5), (2024, 2, 5)),
        ("this fortnight", (2024, 3, 2), (2024, 3, 15)),
        ("on monday last week", (2024, 3, 4), (2024, 3, 4)),
        ("the friday before last", (2024, 3, 1), (2024, 3, 1)),
        ("the weekend before last", (2024, 3, 2), (2024, 3, 3)),
        ("on christmas day", (2023, 12, 25), (2023, 12, 25)),
        ("between christmas and new year", (2023, 12, 25), (2024, 1, 1)),
        ("since labor day", (2023, 9, 4), (2024, 3, 15)),
        ("on thanksgiving", (2023, 11, 23), (2023, 11, 23)),
        ("last easter", (2023, 4, 9), (2023, 4, 9)),
        ("on good friday", (2023, 4, 7), (2023, 4, 7)),
        ("on memorial day", (2023, 5, 29), (2023, 5, 29)),
        ("on new year's eve", (2023, 12, 31), (2023, 12, 31)),
        ("on halloween 2023", (2023, 10, 31), (2023, 10, 31)),
        ("since i started tracking", (2023, 3, 1), (2024, 3, 15)),
    ],
)
def test_a_span_is_from_its_first_day_to_its_last(
    said: str, start: tuple[int, int, int], end: tuple[int, int, int]
) -> None:
    (reading,) = read(f"How many steps did I take {said}?")
    window = window_of(reading.question)
    assert window is not None
    assert (window.start, window.end) == (date(*start), date(*end))


def test_two_nights_ago_is_the_night_before_last() -> None:
    window = window_of(read("How did I sleep two nights ago?")[0].question)
    assert window is not None
    assert (window.start, window.end) == (date(2024, 3, 14), date(2024, 3, 14))


@pytest.mark.parametrize(
    "asked",
    [
        "How many steps on the 6th 7th and 8th?",
        "How many steps did I take on march 6, 7 and 8?",
        "How many steps on the 6th, 7th and 8th of march?",
    ],
)
def test_days_said_by_their_numbers_are_each_told(asked: str) -> None:
    days = [window_of(each.question) for each in read(asked)]
    assert [each.start for each in days if each] == [date(2024, 3, day) for day in (6, 7, 8)]


def test_this_week_last_week_and_the_one_before_are_three() -> None:
    found = [window_of(each.question) for each in read("How many steps this week, last week and the week before?")]
    assert [each.start for each in found if each] == [date(2024, 3, 11), date(2024, 3, 4), date(2024, 2, 26)]


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        (
            "How many steps a day this week excluding today?",
            "Tell(Reduce(Where(days[this week], Not(In(days[today]))), steps, mean))",
        ),
        (
            "How many steps a day in february not counting weekends?",
            "Tell(Reduce(Where(days[February 2024], Calendar({1, 2, 3, 4, 5}, {})), steps, mean))",
        ),
        (
            "My average steps on the last three saturdays?",
            "Tell(Reduce(Pick(Where(days, Calendar({6}, {})), newest, 3), steps, mean))",
        ),
        (
            "How many weekends did I take more than 15k steps, saturday and sunday together?",
            "Tell(Count(Where(Periods([all data], week, WEEKENDS, steps, sum, False), Compare(value, >, 15000))))",
        ),
        (
            "How many weeks had no workouts at all?",
            "Tell(Count(Where(Periods([all data], week, activities, count, False), Compare(value, ==, 0))))",
        ),
        (
            "What percentage of weeks had at least two runs?",
            "Tell(Share(Periods([all data], week, RUNS, count, False), Compare(value, >=, 2)))",
        ),
        (
            "How many weeks in a row did I average 7 hours of sleep?",
            "Tell(Streak(Periods([all data], week, SLEEP, mean, False), Compare(value, >=, 420), longest))",
        ),
        (
            "How many times a week do I run?",
            "Tell(Reduce(Periods([all data], week, RUNS, count), value, mean))",
        ),
        (
            "How many days a week do I hit 10k?",
            "Tell(Reduce(Periods([all data], week, Where(days, Compare(steps, >=, 10000)), count), value, mean))",
        ),
        (
            "Which month had the most nights over 8 hours?",
            "TellRecords(Pick(Periods([all data], month, LONG_NIGHTS, count), value, highest), (value))",
        ),
        (
            "What day of the week do I usually run?",
            "Profile(RUNS, count, weekday, highest)",
        ),
        (
            "What's the longest I went without a run?",
            "Tell(Streak(days, Not(In(DaysOf(RUNS, 0))), longest))",
        ),
        (
            "Right now, how many days in a row have I been over 8000 steps?",
            "Tell(Streak(days, Compare(steps, >, 8000), current))",
        ),
        (
            "When was the first time I took more than 15k steps?",
            "Tell(When(Pick(Where(days, Compare(steps, >, 15000)), oldest), day))",
        ),
        (
            "How many steps short of 10k was I on average?",
            "Tell(NumberArithmetic(Reduce(days, steps, mean), minus, 10000))",
        ),
        (
            "How far am I from 300000 steps this month?",
            "Tell(NumberArithmetic(Reduce(days[this month], steps, sum), minus, 300000))",
        ),
        ("Did I take 50000 steps last week?", "Decide(Reduce(days[last week], steps, sum), >=, 50000)"),
        ("Did I hit 10k most days last week?", "Decide(Share(days[last week], Compare(steps, >=, 10000)), >, 50)"),
        (
            "Which days did I hit 15k?",
            "TellRecords(Pick(Where(days, Compare(steps, >=, 15000)), newest, 366), (steps))",
        ),
        (
            "How many steps did I take each day last week?",
            "TellRecords(Pick(Where(days[last week], Known(steps)), oldest, 7), (steps))",
        ),
        ("How many days of data are there?", "Tell(Count(days))"),
        ("When did you start recording my sleep?", "Tell(When(Pick(Where(days, Known(sleep_minutes)), oldest), day))"),
        ("How often did I get 8 hours?", "Tell(Count(Where(days, Compare(sleep_minutes, >=, 480))))"),
        ("How many nights did I not get seven hours?", "Tell(Count(Where(days, Compare(sleep_minutes, <, 420))))"),
    ],
)
def test_what_is_asked_of_times_is_what_is_computed(asked: str, meant: str) -> None:
    for name, stands_for in _NAMES.items():
        meant = meant.replace(name, stands_for)
    assert expression(asked) == meant


def test_a_span_since_an_activity_begins_on_its_day() -> None:
    window = window_of(read("My average sleep since my last run?")[0].question)
    assert window is not None
    assert brief(window.start) == "When(Pick(Where(activities, Kind({Run})), newest), day)"
    assert window.end == date(2024, 3, 15)


@pytest.mark.parametrize(
    "asked",
    [
        "How many steps did I take on my birthday?",
        "What did I average on Sundays?",
        "Am I on track for 300000 steps this month?",
        "How many steps did I take on the 31st of february?",
    ],
)
def test_what_cannot_be_told_is_not_read(asked: str) -> None:
    assert any(isinstance(each, NotRead) for each in READER.understand([asked]))
