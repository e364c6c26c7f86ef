"""A spoken question is read as what its speaker would have written.

The records end on Sunday 24 November 2024, which is today.
"""

import pytest

from services.data_science.language.grammar.time import calendar_words
from services.data_science.language.resolving.readings import Reading
from services.data_science.language.text.spoken import plainly
from services.data_science.language.text.tokens import sentences
from services.data_science.language.understanding import NotRead, Reader
from tests.unit.data_science.reading.brief import brief
from tests.unit.data_science.reading.someone_with_a_tracker import CATALOGUE

READER = Reader(CATALOGUE)


def read(message: str) -> list[str]:
    found = READER.understand(tuple(message.split("|")))
    assert found
    assert not any(isinstance(each, NotRead) for each in found), found
    return [brief(each.question) for each in found if isinstance(each, Reading)]


@pytest.mark.parametrize(
    ("spoken", "written"),
    [
        ("hey so um how many steps did I do yesterday, if you can tell", "how many steps did I do yesterday"),
        ("what's my average bedtime on a weeknight, roughly", "what is my average bedtime on weekdays"),
        (
            "how did I sleep over the last ten days or so, is what I'd like to know",
            "how did I sleep in the last 10 days",
        ),
        ("I've been feeling tired lately so how long did I sleep last week", "how long did I sleep last week"),
        (
            "how many nights did I sleep under six hours, I mean under six and a half hours",
            "how many nights did I sleep under 6.5 hours",
        ),
        (
            "did I sleep more than seven hours last night, I mean seven and a half",
            "did I sleep more than 7.5 hours last night",
        ),
        (
            "what's the most steps I've ever clocked up in one single day",
            "what is the most steps I have ever done in one day",
        ),
        (
            "how many steps did I clock up from the third to the ninth of November",
            "how many steps did I do from 3 to 9 November",
        ),
        ("when do I usually hit the hay on Saturdays", "when do I usually go to bed on Saturdays"),
        (
            "how often did I turn in after half past midnight in October",
            "how often did I go to bed after 00:30 in October",
        ),
        ("how many steps did I do on the twenty fourth of last month", "how many steps did I do on 24 October"),
        (
            "did I do two hundred and fifty thousand steps in total in October",
            "did I do 250000 steps in total in October",
        ),
        ("my resting heart rate, what was it in October", "what was my resting heart rate in October"),
        ("have I been turning in later and later this year", "has my bedtime been getting later this year"),
        ("out of all my workouts what proportion were runs", "what proportion of my workouts were runs"),
        ("could you break down my steps by month for me", "my steps by month"),
        ("how did my steps compare in September, October and November", "my steps in September, October and November"),
        (
            "what were my steps in the first, second and third week of October",
            "my steps in the first week, second week and third week of October",
        ),
        ("which weekday do I tend to do the most steps on", "which weekday do I do the most steps"),
        ("was my HRV last night below my average or about the same", "was my HRV last night below my average"),
        (
            "I said I'd be in bed by eleven so how often did I manage that this month",
            "I want to be in bed by 11, how often did I manage that this month",
        ),
        ("how many kilometres did I run in October|and how many runs was that", "how many runs did I do in October"),
        (
            "my longest streak of turning in before midnight, how long was that and when",
            "my longest streak of going to bed before midnight",
        ),
        (
            "has my HRV been lower than my average over the last ten days",
            "was my HRV in the last 10 days below my average",
        ),
        ("have I hit my goal of 90000 steps this month", "did I reach my goal of 90000 steps this month"),
    ],
)
def test_a_spoken_question_asks_what_the_written_one_asks(spoken: str, written: str) -> None:
    assert read(spoken) == read(written)


@pytest.mark.parametrize(
    "kept",
    [
        "i was ill in may so how long did i sleep",
        "i only count weekends so how many steps did i do",
        "i had a run of 10 km so how did i sleep that night",
        "i am always tired after a workout so how long do i sleep the following night",
        "does my hrv drop off after a run",
        "how many days did i walk 10000 steps roughly",
    ],
)
def test_what_says_of_which_days_or_how_much_is_not_left_out(kept: str) -> None:
    (words,) = sentences(kept)
    assert plainly(words, calendar_words.names_a_time) == words
