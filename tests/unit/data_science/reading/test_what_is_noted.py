"""Questions about what the person notes: days with it, days known to be without, and what is unknown."""

from dataclasses import replace

import pytest

from services.data_science.domain.catalogue import Quantity
from services.data_science.language.interpreting import Computable, NotMine, interpret
from services.data_science.language.saying import say
from services.data_science.language.understanding import Reader
from services.health_data.domain.journal import TAGS, Comes
from tests.unit.data_science.reading.someone_with_a_tracker import CATALOGUE

NOTED = {
    tag.series: Quantity(
        name=tag.series,
        unit="",
        noun=tag.words.noun,
        spoken=tag.words.spoken,
        loose=tag.words.loose,
        additive=tag.words.additive,
        recorded=tag.name in {"coffee", "travel", "alcohol", "period", "symptom"},
        tag=tag.name,
        days_without=tag.name in {"coffee", "travel", "symptom"},
        example=tag.example,
        lasting=tag.comes is Comes.WHETHER,
    )
    for tag in TAGS
}
READER = Reader(replace(CATALOGUE, metrics={**CATALOGUE.metrics, **NOTED}))


def understood(said: str) -> str:
    """What is computed, in plain words."""
    read = interpret(READER, [said])
    assert isinstance(read, Computable), read
    return "; ".join(say(each.question, READER.catalogue) for each in read.readings)


def refused(said: str) -> str:
    read = interpret(READER, [said])
    assert isinstance(read, NotMine), read
    assert read.noted
    return read.reason


NIGHTS_AFTER = (
    "how your average sleep duration in the nights after the days with coffee differs from that in the nights after "
    "the days without coffee"
)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("does coffee hurt my sleep?", NIGHTS_AFTER),
        ("do I sleep worse after coffee?", NIGHTS_AFTER),
        ("sleep on travel days", "your average sleep duration on days with travel"),
        (
            "Is my resting heart rate higher when I'm travelling?",
            "how your average resting heart rate on days with travel differs from that on days without travel",
        ),
        ("What's my resting heart rate on days with coffee?", "your average resting heart rate on days with coffee"),
        ("does drinking coffee hurt my sleep?", NIGHTS_AFTER),
        ("how much coffee did i drink last month?", "your total coffee last month (1 to 31 October 2024)"),
        ("when did I last travel?", "the date of the latest day with travel"),
        (
            "Do I drink more coffee on weekends",
            "how your average coffee on weekend days differs from that on weekdays",
        ),
        (
            "hows my hrv the day after i drink",
            "your average heart rate variability on the days after the days with alcohol",
        ),
        ("days since my last coffee", "24 November 2024 less the date of the latest day with coffee"),
        ("how many days since my last drink", "24 November 2024 less the date of the latest day with alcohol"),
        ("how many times did i drink last month", "how many days with alcohol last month (1 to 31 October 2024)"),
        ("whats my resting heart rate like on days i drink", "your average resting heart rate on days with alcohol"),
        ("does my sleep suffer the night after coffee", NIGHTS_AFTER),
        (
            "steps on days i travel compared to home",
            "how your average step count on days with travel differs from that on days without travel",
        ),
        ("what is the longest i went without coffee", "your longest streak of days without coffee"),
        (
            "which day of the week do i drink the most coffee",
            "the average coffee, for each day of the week, and for which it is highest",
        ),
    ],
)
def test_days_with_it_stand_against_days_known_to_be_without(said: str, meant: str) -> None:
    assert understood(said) == meant


@pytest.mark.parametrize(
    "said",
    [
        *("do I sleep worse after alcohol?", "how does my resting heart rate change during my period?"),
        *("how many steps do I do on days without alcohol?", "what share of days did I drink alcohol?"),
        *("how many drinks do I have on average?", "is my alcohol going up?"),
    ],
)
def test_where_days_without_are_unknown_it_is_asked_whether_all_is_noted(said: str) -> None:
    assert "I always log my" in refused(said)


def test_what_was_noted_is_counted_and_said_to_be_what_was_noted() -> None:
    read = interpret(READER, ["how many drinks did I have last month?"])
    assert isinstance(read, Computable)
    assert read.readings[0].notes == ("only what you noted is counted",)
    read = interpret(READER, ["how many coffees did I have last month?"])
    assert isinstance(read, Computable)
    assert read.readings[0].notes == ()


@pytest.mark.parametrize("said", ["relationship between coffee and sleep", "relationship between sleep and coffee"])
def test_what_is_noted_of_a_day_goes_with_the_night_after_it(said: str) -> None:
    assert understood(said) == "how coffee and sleep duration 1 day later go together"


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("do i get more headaches when i sleep badly", "how sleep duration and symptom go together"),
        ("do i have more coffee after a bad night", "how sleep duration and coffee go together"),
        ("coffee after a short nights sleep", "how sleep duration and coffee go together"),
        ("do i sleep worse when i drink more coffee", "how coffee and sleep duration 1 day later go together"),
    ],
)
def test_a_night_that_is_said_to_come_first_is_the_one_before(said: str, meant: str) -> None:
    assert understood(said) == meant


SINCE_COFFEE = (
    "since your last coffee, from (the date of the latest day with coffee plus 1 day) to 24 November 2024 differs from "
    "that from your first coffee to your last, from (the date of the earliest day with coffee) to (the date of the "
    "latest day with coffee)"
)


@pytest.mark.parametrize(
    ("said", "metric"),
    [
        ("have i slept better since i stopped coffee", "sleep duration"),
        ("is my hrv higher since i quit drinking coffee", "heart rate variability"),
        ("how has my sleep changed since i gave up coffee", "sleep duration"),
    ],
)
def test_since_something_was_given_up_stands_against_the_time_with_it(said: str, metric: str) -> None:
    assert understood(said) == f"how your average {metric} {SINCE_COFFEE}"


@pytest.mark.parametrize(
    "said", ["how often did i have a headache in october", "resting heart rate on days with a migraine"]
)
def test_a_part_of_a_tag_is_told_wherever_it_is_named(said: str) -> None:
    read = interpret(READER, [said])
    assert isinstance(read, Computable)
    assert "I take all that you noted under symptom, whatever it was." in read.readings[0].notes


def test_what_has_no_records_elsewhere_is_not_said_to_be_missing_where_it_is_on_record() -> None:
    read = interpret(READER, ["does my coffee zorble the frumious headaches"])
    assert isinstance(read, NotMine)
    assert "records hold nothing about" not in read.reason


def test_how_much_a_day_is_no_number_of_days() -> None:
    assert understood("how many coffees do I drink a day?") == "your average coffee"


def test_a_part_of_what_is_noted_under_a_tag_is_said_to_be_all_of_it() -> None:
    read = interpret(READER, ["how many beers did I have last month?"])
    assert isinstance(read, Computable)
    assert "I take all that you noted under alcohol, whatever it was." in read.readings[0].notes


@pytest.mark.parametrize(
    ("said", "example"),
    [
        ("does a late dinner hurt my sleep?", "late dinner at 22:30"),
        ("how does my sleep change when I'm sick?", "sick"),
        ("does my mood go with how long I sleep?", "mood 4"),
        ("how many naps did I take last month?", "nap 20 min"),
    ],
)
def test_where_nothing_is_noted_it_is_told_how_to_begin(said: str, example: str) -> None:
    assert f'amy log "{example}"' in refused(said)
