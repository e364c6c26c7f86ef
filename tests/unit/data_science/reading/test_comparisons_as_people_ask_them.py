# ruff: noqa: E501, a question and what it is said back as are not broken
"""Comparisons, decisions and shares, as people ask them: each question with what it is understood as, said back."""

from datetime import date
from typing import Final

import pytest

from services.data_science.domain.catalogue import Catalogue, Quantity
from services.data_science.language.resolving.readings import Reading
from services.data_science.language.saying import say
from services.data_science.language.understanding import NotRead, Reader

_METRICS: Final = (
    Quantity(name="steps", unit="count", noun="step count", spoken=("steps", "walk"), additive=True, better=True),
    Quantity(name="distance_km", unit="km", noun="distance", spoken=("km",), additive=True, better=True),
    Quantity(
        name="sleep_minutes",
        unit="min",
        noun="sleep duration",
        spoken=("sleep", "slept", "sleeping"),
        additive=True,
        better=True,
        nightly=True,
    ),
    Quantity(
        name="deep_sleep_minutes",
        unit="min",
        noun="deep sleep",
        spoken=("deep sleep",),
        additive=True,
        better=True,
        nightly=True,
    ),
    Quantity(
        name="rem_sleep_minutes",
        unit="min",
        noun="REM sleep",
        spoken=("rem sleep", "rem"),
        additive=True,
        better=True,
        nightly=True,
    ),
    Quantity(
        name="resting_heart_rate",
        unit="bpm",
        noun="resting heart rate",
        spoken=("resting heart rate", "rhr"),
        better=False,
    ),
    Quantity(name="heart_rate_variability", unit="ms", noun="heart rate variability", spoken=("hrv",), better=True),
)
_FIELDS: Final = (
    Quantity(name="duration_min", unit="min", noun="duration", spoken=("duration",), additive=True),
    Quantity(name="average_heart_rate", unit="bpm", noun="average heart rate", spoken=("heart rate",)),
)
CATALOGUE: Final = Catalogue(
    first=date(2024, 1, 1),
    today=date(2024, 11, 24),
    metrics={each.name: each for each in _METRICS},
    fields={each.name: each for each in _FIELDS},
    biomarkers={},
    kinds=("Run", "Outdoor Bike"),
)
READER: Final = Reader(CATALOGUE)


def understood(*messages: str) -> str:
    read = READER.understand(messages)
    assert all(isinstance(each, Reading) for each in read), [each for each in read if isinstance(each, NotRead)]
    return "; ".join(say(each.question, CATALOGUE) for each in read if isinstance(each, Reading))


SAME: Final = (
    (
        "weekday vs weekend steps",
        "compare my steps on weekdays with weekends",
        "steps on weekdays compared to weekends",
    ),
    ("compare yesterday's steps with the day before", "how did my steps yesterday compare to the day before"),
    (
        "is my hrv higher in october than in september",
        "can you tell me whether my hrv was higher in october than it was in september",
    ),
    ("did i sleep less in june than in may", "i feel like i slept way less in june than in may, is that true"),
    ("run days vs non run days: sleep", "compare sleep on run days with days i do not run"),
    (
        "compare the first two weeks of october with the last two for sleep",
        "sleep in the first 2 weeks of october versus the last 2 weeks of october",
    ),
    ("did my steps go up compared with last week", "did i do more steps this week than last week"),
    ("on most days are my steps over 8000", "are my steps over 8000 on most days"),
    ("how does my sleep on fridays compare to my sleep on sundays", "friday vs sunday sleep"),
    (
        "on days with more than 10000 steps do i sleep longer than on days with less",
        "do i sleep longer on days with more than 10000 steps",
    ),
    (
        "are my nights shorter during the working week then in the weekend",
        "do i sleep less on weekdays than on weekends",
    ),
    (
        "over the last 90 days compared with the 90 before that, is my rhr up",
        "is my rhr higher over the last 90 days than over the 90 days before",
    ),
    (
        "how much differs my sleep in the weekend from the week",
        "how much longer do i sleep on weekends than on weekdays",
    ),
    (
        "how many steps more did i make yesterday then the day before",
        "how many more steps did i take yesterday than the day before",
    ),
    ("mondays in october vs mondays in june steps", "did i walk more on mondays in october than on mondays in june"),
    ("is my sleep in november so far better then in october", "was my sleep better in november than in october"),
    ("do i make less steps with the time", "over the months, do i take less steps"),
    ("am i sleeping less than i used to", "is my sleep getting shorter over time"),
    (
        "is there some link between how many steps i take and how long i sleep",
        "has my step count any relation with how long i sleep",
    ),
    ("the more i walk, the longer i sleep: is that so for me", "when i walk more, do i also sleep longer"),
    ("i think i walk less when it is winter, can you check", "in winter, do i walk less"),
    ("has my rhr ever been under 50", "was my resting heart rate under 50 at any point"),
    (
        "how many nights did i sleep at least 7 hours, in percent",
        "what percentage of nights did i sleep at least 7 hours",
    ),
)


@pytest.mark.parametrize("wordings", SAME)
def test_wordings_of_one_comparison_are_understood_alike(wordings: tuple[str, ...]) -> None:
    assert len({understood(each) for each in wordings}) == 1, [understood(each) for each in wordings]


SAID: Final = {
    "was my last run longer than my average run": "whether the duration of your latest run is more than the average duration of your runs",
    "was my last ride longer than the one before": "whether the duration of your latest outdoor bike ride is more than the duration of your second latest outdoor bike ride",
    "is my last run my longest": "whether the duration of your latest run is at least the longest duration of your runs",
    "did i sleep under 6 hours more than 3 times last week": "whether the number of nights with less than 6 h of sleep last week (11 to 17 November 2024) is more than 3",
    "is my resting heart rate getting better": "how resting heart rate developed",
    "is my deep sleep longer than my rem": "whether your average deep sleep is more than your average REM sleep",
    "which is higher, my deep sleep or my rem sleep": "your average deep sleep less your average REM sleep",
    "how much more rem than deep sleep do i get": "your average REM sleep less your average deep sleep",
    "is a resting heart rate of 62 high for me": "whether 62 bpm is more than your average resting heart rate",
    "is 9000 steps more than i usually do": "whether 9,000 steps is more than your average step count",
    "is 6 hours less than my average sleep": "whether 6 h is less than your average sleep duration",
    "monday vs friday steps": "how your average step count on Mondays differs from that on Fridays",
    "how far off was yesterday from my average in steps": "how your step count yesterday (23 November 2024) differs from that over all your data",
    "are my runs longer on weekends than during the week": "how the average duration of your runs on weekends differs from that of your runs on weekdays",
    "do i run more on weekends than during the week": "whether the number of runs on weekends is more than the number of runs on weekdays",
    "in october, on weekends, what did i average for steps compared to weekdays": "how your average step count on weekend days in October 2024 differs from that on weekdays in October 2024",
    "on days i went for a run, was my rhr higher the next morning": "how your average resting heart rate on the days after your runs differs from that on days not on the days after your runs",
    "how much did my sleep change from the first 14 days to the last 14 days": "how your average sleep duration over the last 14 days of your records (11 to 24 November 2024) differs from that over the first 14 days of your records (1 to 14 January 2024)",
    "am i walking less now than i did in the summer": "how your average step count over the last 30 days (26 October to 24 November 2024) differs from that on days in any June, July or August",
    "did my runs get longer over time": "how (daily average duration of your runs) developed",
    "this month against last month, how do my steps look": "how your average step count this month (1 to 24 November 2024) differs from that last month (1 to 31 October 2024)",
    "my hrv, is it higher in august than in october": "how your average heart rate variability in August 2024 differs from that in October 2024",
    "compared to last month, am i sleeping more this month": "how your average sleep duration this month (1 to 24 November 2024) differs from that last month (1 to 31 October 2024)",
    "how do my monday steps differ from my friday steps": "how your average step count on Mondays differs from that on Fridays",
    "did i sleep any better on the nights following a run": "how your average sleep duration in the nights after your runs differs from that on days not on the days after your runs",
    "when my rhr is high is my hrv low": "how resting heart rate and heart rate variability go together",
    "how do nights with more than 8 hours of sleep differ in hrv from the rest": "how your average heart rate variability on days with more than 8 h of sleep differs from that on days with at most 8 h of sleep",
    "on saturdays and sundays in october how many steps do i make on average": "your average step count on weekend days in October 2024",
    "ratio of rem to deep sleep last week": "your average REM sleep last week (11 to 17 November 2024) divided by your average deep sleep last week (11 to 17 November 2024)",
    "is my deep sleep longer than my rem in october": "whether your average deep sleep in October 2024 is more than your average REM sleep in October 2024",
    "heart rate on runs vs rides": "how the average heart rate of your runs differs from that of your outdoor bike rides",
    "does more steps mean less sleep": "how step count and sleep duration go together",
    "when did my hrv start to drop": "the day from which on heart rate variability differs most from before",
    "hrv last 7 days vs the 30 days before that": "how your average heart rate variability over the last 7 days (18 to 24 November 2024) differs from that over the 30 days before (19 October to 17 November 2024)",
}


@pytest.mark.parametrize(("question", "said"), SAID.items())
def test_what_is_compared_is_said_back(question: str, said: str) -> None:
    assert understood(question) == said


DIRECTIONS: Final = {
    "is my resting heart rate getting better": -1,
    "is my hrv getting better": 1,
    "do i sleep worse on weekends": -1,
    "does more steps mean less sleep": -1,
    "do i sleep worse when i walk less": 1,
    "does more sleep improve my resting heart rate": -1,
    "do my runs hurt my sleep": -1,
    "do i walk more on saturdays than on sundays": 1,
}


@pytest.mark.parametrize(("question", "direction"), DIRECTIONS.items())
def test_a_yes_is_to_the_way_that_was_said(question: str, direction: int) -> None:
    (read,) = READER.understand((question,))
    assert isinstance(read, Reading)
    assert (read.yes_no, read.direction) == (True, direction)


def test_which_of_two_is_no_yes_or_no() -> None:
    (read,) = READER.understand(("did i walk more on saturdays or on sundays",))
    assert isinstance(read, Reading)
    assert not read.yes_no


@pytest.mark.parametrize("question", ["was my sleep last night", "is my bed time on weekends better than on weekdays"])
def test_a_yes_or_no_is_never_answered_with_a_number(question: str) -> None:
    assert any(isinstance(each, NotRead) for each in READER.understand((question,)))


GOALS: Final = {
    "i am aiming at 8 hours a night, how many times did i get it": "how many nights with at least 8 h of sleep",
    "my goal is 10000 steps. how often do i fall short?": "how many days with less than 10,000 steps",
    "if my target is 9000 steps a day what percentage of days do i hit it": "the percentage of days with at least 9,000 steps",
    "how many days did i fall short of 8000 steps": "how many days with less than 8,000 steps",
    "goal 10000 steps a day: how far off was i yesterday": "your step count yesterday (23 November 2024) less 10,000 steps",
    "am i sleeping enough compared to 8 hours": "whether your average sleep duration is at least 8 h; also the percentage with at least 8 h of sleep among the days",
}


@pytest.mark.parametrize(("question", "said"), GOALS.items())
def test_a_goal_is_what_the_question_behind_it_is_about(question: str, said: str) -> None:
    assert understood(question) == said


OF_A_WHOLE: Final = {
    "what part of my steps falls on weekends": "your total step count on weekends in percent of your total step count",
    "what share of my sleep is rem sleep": "your average REM sleep in percent of your average sleep duration",
    "how many steps do i take per km": "your average step count divided by your average distance",
    "do i sleep longer on days without a run": "how your average sleep duration on days without runs differs from that on days with runs",
}


@pytest.mark.parametrize(("question", "said"), OF_A_WHOLE.items())
def test_parts_of_a_whole_and_days_with_or_without_are_said_plainly(question: str, said: str) -> None:
    assert understood(question).replace("weekend days", "weekends") == said


def test_weekdays_that_are_held_against_each_other_share_the_time_said_behind_them() -> None:
    said = understood("how did my rhr differ on weekends vs weekdays last month")
    assert said.count("last month") == 2


@pytest.mark.parametrize(
    "question",
    [
        "what are my steps during different seasons",
        "have there been any changes in my steps over the different seasons of the year",
        "what seasonal patterns are there in my steps",
    ],
)
def test_what_the_seasons_change_is_told_for_each_of_them(question: str) -> None:
    assert understood(question) == understood("what were my average steps in each season")


def test_one_can_ask_to_be_told_about_outliers() -> None:
    assert understood("tell me about anomalies in my hrv last month") == understood(
        "any anomalies in my hrv last month"
    )
