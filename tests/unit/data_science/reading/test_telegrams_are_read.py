"""What is put as in a telegram is read as the sentence with nothing left out."""

from dataclasses import replace

import pytest

from services.data_science.domain.catalogue import Quantity
from services.data_science.language.text.telegrams import restored
from tests.unit.data_science.reading.expressions_in_brief import read_in_brief
from tests.unit.data_science.reading.someone_with_a_tracker import CATALOGUE

_MORE = (
    Quantity(name="active_zone_minutes", unit="min", noun="active zone minutes", spoken=("azm",), additive=True),
    Quantity(name="wake_up_time_clock", unit="clock", noun="wake-up time", spoken=("wake up",), nightly=True),
)
KNOWN = replace(CATALOGUE, metrics={**CATALOGUE.metrics, **{each.name: each for each in _MORE}})


@pytest.mark.parametrize(
    ("telegram", "sentence"),
    [
        ("hit 10k yday?", "did I reach 10k steps yesterday"),
        ("10k yday?", "did I reach 10k steps yesterday"),
        ("over 70k steps last wk?", "did I get over 70k steps last week"),
        ("ever over 30k steps?", "did I ever get over 30k steps"),
        ("7h last nite?", "did I sleep 7h last night"),
        ("averaging 7h?", "am I averaging 7h a night"),
        ("steps going down?", "are my steps going down"),
        ("rhr today above avg?", "is my rhr today above average"),
        ("more sleep this wk than last?", "did I get more sleep this week than the week before"),
        ("bed before midnight how many nights", "on how many nights was I in bed before midnight"),
        ("workouts per wk avg", "average number of workouts per week"),
        ("workouts last wk", "how many workouts did I do last week"),
        ("how many wks did i run twice", "how many weeks did I run at least twice"),
        ("in bed before 12 streak longest", "longest streak in bed before 12"),
        ("% nights 7h+", "what percentage of nights did I sleep at least 7 hours"),
        ("share of days w/ 10k", "what share of days had at least 10k steps"),
        ("days w/ 10k steps n 30 azm", "how many days had at least 10k steps and at least 30 azm"),
        ("nights under 6h or w/ over 10k steps", "how many nights did I sleep under 6h or have over 10k steps"),
        ("8h nights in oct", "how many nights in october did I sleep at least 8h"),
        ("steps vs sleep any link", "is there a link between steps and sleep"),
        ("does late bedtime hurt sleep?", "does a later bedtime hurt sleep"),
        ("when last under 5k steps", "when did I last get under 5k steps"),
        ("wkds w/ 3+ workouts how many wks", "declined"),
        ("azm this wk last wk wk before", "azm this week, last week and the week before"),
        ("biggest hrv drop", "biggest drop in hrv"),
        ("best wk steps", "best week for steps"),
        ("rest days how many", "how many rest days"),
        ("avg steps fri", "average steps on friday"),
    ],
)
def test_a_telegram_is_read_as_the_sentence_is(telegram: str, sentence: str) -> None:
    assert read_in_brief(KNOWN, telegram) == (read_in_brief(KNOWN, sentence) if sentence != "declined" else sentence)


@pytest.mark.parametrize(
    ("messages", "sentence"),
    [
        (("days over 10k", "15k?"), "how many days over 15k"),
        (("nights under 7h", "6h?"), "how many nights under 6h"),
        (("longest streak over 8k", "10k?"), "longest streak over 10k"),
        (("nights under 7h", "15k?"), "declined"),
    ],
)
def test_an_amount_alone_takes_the_place_of_the_one_before(messages: tuple[str, ...], sentence: str) -> None:
    assert read_in_brief(KNOWN, *messages) == (read_in_brief(KNOWN, sentence) if sentence != "declined" else sentence)


@pytest.mark.parametrize("said", ["10k", "more", "steps at lunch", "sleep tips", "steps next wk"])
def test_a_telegram_that_leaves_open_what_is_meant_is_declined(said: str) -> None:
    assert read_in_brief(KNOWN, said) == "declined"


def test_distance_that_only_activities_have_is_what_they_come_to() -> None:
    metrics = {name: each for name, each in KNOWN.metrics.items() if name != "distance_km"}
    of_activities = replace(KNOWN, metrics=metrics)
    assert read_in_brief(of_activities, "distance last wk") == read_in_brief(of_activities, "total distance last week")


def test_which_of_two_weekdays_compares_the_two() -> None:
    assert "Calendar({1}, {}))" in read_in_brief(KNOWN, "did i walk more mon or tue")


@pytest.mark.parametrize("said", ["steps fri avg", "hit 10k", "ever under 5k", "hrv lower wkends", "run twice"])
def test_no_word_is_lost_where_a_sentence_is_restored(said: str) -> None:
    words = said.split()
    for each in restored(words):
        assert set(words) - {"twice"} <= set(each)
