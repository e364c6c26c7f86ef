"""A day beside one's own average, the day after others, and remarks that say nothing of what is asked."""

import pytest

from services.data_science.adapters.rules.halves import halves
from services.data_science.language.interpreting import Computable, interpret
from services.data_science.language.understanding import Reader
from tests.unit.data_science.reading.brief import understood
from tests.unit.data_science.reading.someone_with_a_tracker import CATALOGUE

READER = Reader(CATALOGUE)
_BESIDE_AVERAGE = "Contrast(days[yesterday], days, {})"


@pytest.mark.parametrize(
    ("asked", "metric"),
    [
        ("was I above or below my average steps yesterday?", "steps"),
        ("was I over or under my average steps yesterday?", "steps"),
        ("was yesterday above or below my average for steps", "steps"),
        ("yesterday: above or below my usual steps?", "steps"),
        ("were my steps yesterday higher or lower than usual", "steps"),
        ("did I get more or less steps than my average yesterday", "steps"),
        ("was my rhr higher or lower than my average yesterday", "resting_heart_rate"),
        ("was my hrv above or below my average yesterday", "heart_rate_variability"),
        ("was my skin temperature yesterday higher or lower than normal", "skin_temperature"),
    ],
)
def test_a_day_above_or_below_average_is_held_against_the_own_average(asked: str, metric: str) -> None:
    assert understood(READER, asked) == _BESIDE_AVERAGE.format(metric)


def test_a_night_is_held_against_the_own_average_too() -> None:
    beside = "Contrast(days[last night], days, sleep_minutes)"
    assert understood(READER, "did I sleep more or less than usual last night") == beside
    assert understood(READER, "was I above or below my average sleep last night") == beside


def test_a_stretch_of_time_that_names_no_level_is_held_against_the_one_before() -> None:
    before = "Contrast(days[last week], days[the week before], steps)"
    assert understood(READER, "were my steps higher or lower last week") == before


@pytest.mark.parametrize(
    "asked",
    [
        "when I've done more than 15,000 steps, how many do I do the next day on average?",
        "when I've done more than 15,000 steps, how many the next day",
        "when I do more than 15,000 steps, how many do I get the day after",
        "after a day with more than 15,000 steps, how many the next day",
    ],
)
def test_the_day_after_others_is_asked_of_what_they_were_chosen_by(asked: str) -> None:
    after = "DaysOf(Where(days, Compare(steps, >, 15000)))"
    assert understood(READER, asked) == f"Tell(Reduce({after}, steps, mean))"


def test_a_condition_alone_is_no_question_though_the_rest_asks_for_advice() -> None:
    assert list(halves("when I've done more than 15,000 steps, what should I do the next day")) == []
    assert [first for first, _ in halves("how many steps did I do, and what do I do to get more")] == [
        "how many steps did I do"
    ]


def test_how_many_i_do_is_no_wish_for_advice() -> None:
    assert list(halves("how many steps did I do, how many do I do on sundays")) == []


def test_the_last_night_of_some_kind_is_no_stretch_of_time() -> None:
    last = "When(Pick(Where(days, Compare(sleep_minutes, <, 300)), newest), day)"
    assert last in understood(READER, "how many days since my last night under five hours")


@pytest.mark.parametrize(
    ("asked", "plain"),
    [
        ("marathon newbie here 🙂 whats the lowest rhr ive had", "whats the lowest rhr ive had"),
        ("night nurse here, how did I sleep last night", "how did I sleep last night"),
        ("how many steps did I do yesterday (don't judge)", "how many steps did I do yesterday"),
        ("asking for a friend, how many steps did I do yesterday", "how many steps did I do yesterday"),
        ("how many couch potato days have I had, say under 2000 steps", "how many days have I had under 2000 steps"),
        ("zombie nights (less than 6 hours of sleep), how many", "nights with less than 6 hours of sleep, how many"),
        ("how many days (under 2000 steps) did I have in may", "how many days under 2000 steps did I have in may"),
    ],
)  # fmt: skip
def test_a_remark_and_a_name_that_is_explained_are_passed_over(asked: str, plain: str) -> None:
    assert understood(READER, asked) == understood(READER, plain) != "declined"


@pytest.mark.parametrize(
    "asked",
    [
        "zombie nights, how many so far",
        "how many rainy days, under 5000 steps",
        "how many alcohol days did I have, say under 5000 steps",
        "coffee drinker here, how much did I sleep last night",
        "no steps here, how much did I sleep last night",
        "with the dog here, how many steps did I do yesterday",
        "zombie, how much did I sleep last night",
    ],
)
def test_what_may_say_on_which_days_is_not_passed_over(asked: str) -> None:
    assert understood(READER, asked) == "declined"


@pytest.mark.parametrize(
    "asked", ["how many percent more did I run in november than in october", "which of my bikes did I use in october"]
)
def test_a_percent_is_no_count_and_a_thing_is_no_list(asked: str) -> None:
    assert understood(READER, asked) == "declined"


def test_a_yes_or_no_stays_one_where_it_is_asked_how_much_besides() -> None:
    found = interpret(READER, ["did I sleep less in july than in june, and how much less"])
    assert isinstance(found, Computable)
    assert [(each.yes_no, each.direction) for each in found.readings] == [(True, -1)]
