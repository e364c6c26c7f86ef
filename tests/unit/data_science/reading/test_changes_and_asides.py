"""Changes, records held against each other, courses over time, and what is said beside a question.

The records end on Friday 15 March 2024, which is today.
"""

import pytest

from services.data_science.language.resolving.readings import Reading
from services.data_science.language.understanding import NotRead, Reader
from tests.unit.data_science.analysts import catalogue_of
from tests.unit.data_science.reading.brief import brief

READER = Reader(catalogue_of())
_CHANGED = "how much did my sleep change from january to february"
_LONGER = "how much longer did I sleep in february than in january"


def expressions(*messages: str) -> list[str]:
    found = READER.understand(messages)
    assert not any(isinstance(each, NotRead) for each in found), found
    return [brief(each.question) for each in found if isinstance(each, Reading)]


@pytest.mark.parametrize(
    ("asked", "plain"),
    [
        ("by how much has my sleep changed january to february", _CHANGED),
        ("from january to february how much did my sleep go up", _CHANGED),
        ("how much longer did I sleep in february than in january, per night", _LONGER),
        ("how much has my sleep changed between january and february so what do I tell her", _CHANGED),
        ("has my sleep been getting shorter over the month", "has my sleep been getting shorter this month"),
        ("is my sleep going up over the weeks", "is my sleep going up"),
        ("do my steps have anything to do with my sleep", "are my steps related to my sleep"),
        ("most steps i have ever smashed on one single day", "most steps in a day"),
        ("fewest steps in a day since i got this watch", "fewest steps in a day"),
        ("I keep hearing about sleep. How much of it do I get at night?", "How much sleep do I get at night?"),
        ("I work shifts so tell me honestly, did my sleep go up", "did my sleep go up"),
        ("my highest step count, what was it", "my highest step count"),
    ],
)  # fmt: skip
def test_what_is_said_in_another_way_is_read_alike(asked: str, plain: str) -> None:
    assert expressions(asked) == expressions(plain)


def test_a_record_is_held_against_another_of_its_kind() -> None:
    longest, shortest = (
        f"Reduce(Pick(Where(activities, Kind({{Run}})), duration_min, {end}), duration_min, mean)"
        for end in ("highest", "lowest")
    )
    assert expressions("how much longer was my longest run than my shortest one") == [
        f"Tell(NumberArithmetic({longest}, minus, {shortest}))"
    ]


def test_counts_of_nights_are_held_against_each_other() -> None:
    short, long = (f"Count(Where(days, Compare(sleep_minutes, {bound})))" for bound in ("<, 360", ">, 420"))
    assert expressions("have I had more nights under six hours than nights over seven") == [
        f"Decide({short}, >, {long})"
    ]


@pytest.mark.parametrize(
    "asked",
    [
        "I started taking magnesium, has my sleep been longer",
        "I feel like last week was bad, was my sleep shorter in",
    ],
)
def test_what_changes_the_question_is_no_aside(asked: str) -> None:
    assert all(isinstance(each, NotRead) for each in READER.understand([asked]))


def test_a_rise_is_never_told_as_an_average() -> None:
    (said,) = expressions("how much did my sleep go up")
    assert said.startswith("Trend(")


@pytest.mark.parametrize("months", ["january and february", "february and january"])
def test_a_difference_between_two_months_is_told_from_the_earlier_to_the_later(months: str) -> None:
    (said,) = expressions(f"difference in my sleep between {months}")
    assert said.index("February") < said.index("January")
