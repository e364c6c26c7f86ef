"""What is translated word by word from another language is read as what is said in English for it."""

import pytest

from services.data_science.language.resolving.readings import Reading
from services.data_science.language.text.literal import as_in_english
from services.data_science.language.understanding import Reader
from tests.unit.data_science.reading.someone_with_a_tracker import CATALOGUE

READER = Reader(CATALOGUE)


def readings(message: str) -> list[Reading]:
    return [each for each in READER.understand([message]) if isinstance(each, Reading)]


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("Which was the day in which I made the most steps?", "Which was the day I made the most steps?"),
        ("The day in which I slept the least, which one it was?", "What was the day I slept the least?"),
        ("Which day did I walk more?", "Which day did I walk the most?"),
        ("When was my pulse in rest the lowest?", "When was my resting heart rate the lowest?"),
        ("My worst night of sleep, which was my HRV in this night?", "What was my HRV on my worst night of sleep?"),
        ("What is the average of my resting pulse since 3 weeks?", "My average resting pulse in the last 3 weeks?"),
        ("Since how many days I have not made 10000 steps?", "How many days since I last made 10000 steps?"),
        ("Since when I do not sleep less than 5 hours?", "When did I last sleep less than 5 hours?"),
        ("When have I slept the last time under 6 hours?", "When did I last sleep under 6 hours?"),
        (
            "It gives how many nights with at minimum 7 hours of sleep?",
            "How many nights with at least 7 hours of sleep?",
        ),
        ("How many nights with more sleep as 8 hours?", "How many nights with more than 8 hours of sleep?"),
        ("How many days did I arrive at 10000 steps?", "How many days did I reach 10000 steps?"),
        ("How does it develop my sleep in the last 3 months?", "How does my sleep develop in the last 3 months?"),
        ("Depends my sleep on my steps?", "Does my sleep depend on my steps?"),
        ("How strong hang together my sleep and my steps?", "How strongly are my sleep and my steps related?"),
        ("How many steps by day do I make?", "How many steps per day do I make?"),
        ("Did I sleep better tonight than in average?", "Did I sleep better last night than on average?"),
        ("Which weekday am I the most active?", "Which weekday am I most active?"),
        ("From when to when did my longest series with 8000 steps go?", "When was my longest series with 8000 steps?"),
    ],
)
def test_a_literal_translation_is_read_as_it_is_said_in_english(said: str, asked: str) -> None:
    found = [each.question for each in readings(said)]
    assert found
    assert found == [each.question for each in readings(asked)]


@pytest.mark.parametrize(
    ("said", "in_english"),
    [
        ("how many nights was i in bed until 23:30 at the latest", "how many nights was i in bed no later than 23:30"),
        ("how often did i fall asleep after 1 o'clock in the night", "how often did i fall asleep after 1 am"),
        ("in which hour do i go to bed", "at what time do i go to bed"),
        ("how late was it when i went to bed last saturday", "what time did i go to bed last saturday"),
        ("if i go late to bed , after midnight", "if i go to bed after midnight"),
        ("how did i sleep the night of sunday to monday", "how did i sleep sunday night"),
        ("is my pulse higher as 3 months ago", "is my pulse higher than 3 months ago"),
        ("how did my sleep change since 2 days ago", "how did my sleep change since 2 days ago"),
        ("am i more active tonight", "am i more active tonight"),
        ("which day was better than 10000 steps or less", "which day was better than 10000 steps or less"),
        ("on days i walk more do i sleep more", "on days i walk more do i sleep more"),
        ("which part of my sleep is deep sleep", "what share of my sleep is deep sleep"),
        (
            "how many steps had i on monday , on wednesday and on friday of the last week",
            "how many steps had i on monday of last week , on wednesday of last week and on friday of the last week",
        ),
        (
            "how many steps more i make on saturday than on sunday",
            "how many steps more do i make on saturdays than on sundays",
        ),
        (
            "how many days ago i had the last time more than 50 of hrv",
            "how many days ago i last had more than 50 of hrv",
        ),
        ("am i going to bed earlier as the month goes on", "am i going to bed earlier as the month goes on"),
        ("until now , how far did i run this month", "how far did i run this month"),
        ("how much deep sleep i had", "how much deep sleep i had"),
    ],
)
def test_every_number_and_time_is_kept_and_what_is_english_stays(said: str, in_english: str) -> None:
    assert " ".join(as_in_english(tuple(said.split()))) == in_english
    assert " ".join(as_in_english(tuple(in_english.split()))) == in_english
