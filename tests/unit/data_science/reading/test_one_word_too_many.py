"""A word that does not fit where it stands is not passed over: the question is declined, or the word is said back."""

import pytest

from services.data_science.language.heeding import suspects
from services.data_science.language.resolving.readings import Reading
from services.data_science.language.understanding import Reader
from tests.unit.data_science.reading.expressions_in_brief import read_in_brief
from tests.unit.data_science.reading.someone_with_a_tracker import CATALOGUE


@pytest.mark.parametrize(
    ("question", "with_one_word_more"),
    [
        (
            "how many calories do i burn per week on average",
            "cumulative how many calories do i burn per week on average",
        ),
        (
            "how many days was hrv below 35 ms in the last 30 days",
            "how many days was hrv average below 35 ms in the last 30 days",
        ),
        ("what % of nights do i get 7+ hours", "what % of nights average do i get 7+ hours"),
        ("does more sleep give me better hrv", "does if more sleep give me better hrv"),
        ("what was my best hrv", "what at most was my best hrv"),
        ("days over 9k steps, how many", "days over exceeded 9k steps, how many"),
        ("what was my shortest night", "what was my weekday shortest night"),
        ("how many weeks ago was my highest step day", "how many weeks ago was my morning highest step day"),
        (
            "how many minutes of sleep do i manage per night on average",
            "how many minutes of sleep do i manage dropped per night on average",
        ),
        ("how many steps do i take per week on average", "how many steps do i take sum per week on average"),
        ("how many calories do i burn per week on average", "how many calories do i burn combined per week on average"),
        ("how did my hrv in november compare with october", "how did my hrv changing in november compare with october"),
    ],
)
def test_a_word_more_is_declined(question: str, with_one_word_more: str) -> None:
    assert read_in_brief(CATALOGUE, question) != "declined"
    assert read_in_brief(CATALOGUE, with_one_word_more) == "declined"


@pytest.mark.parametrize(
    ("question", "with_one_word_more"),
    [
        (
            "when did i have the greatest distance in a run",
            "when did i have the at distance greatest distance in a run",
        ),
        ("did i manage 150k steps in total in october", "did i manage 150k steps in total past in october"),
    ],
)
def test_a_word_more_is_not_read_alike(question: str, with_one_word_more: str) -> None:
    assert read_in_brief(CATALOGUE, question) != "declined"
    assert read_in_brief(CATALOGUE, with_one_word_more) != read_in_brief(CATALOGUE, question)


def test_same_needs_what_it_is_said_of() -> None:
    before = "worst night of sleep in november", "steps that night"
    assert read_in_brief(CATALOGUE, *before, "and rhr") != "declined"
    assert read_in_brief(CATALOGUE, *before, "and same rhr") == "declined"
    assert read_in_brief(CATALOGUE, *before, "and same for rhr") == read_in_brief(CATALOGUE, *before, "and rhr")
    last = "how many steps in october"
    assert read_in_brief(CATALOGUE, last, "same in september") == "Tell(Reduce(days[September 2024], steps, sum))"


@pytest.mark.parametrize(
    ("question", "left_out"),
    [
        ("minus if i want 12k steps a day how many steps short am i on average", "“minus”"),
        ("pct of nights where rhr minimum was 60 or more", "“minimum”"),
    ],
)
def test_a_word_in_strange_company_is_said_back(question: str, left_out: str) -> None:
    (reading,) = Reader(CATALOGUE).understand([question])
    assert isinstance(reading, Reading)
    assert left_out in reading.unused


def test_a_verb_may_come_up_to_an_amount() -> None:
    averaged = "Tell(Count(Where(Periods([all data], week, days, steps, mean), Compare(value, >=, 8000count))))"
    assert read_in_brief(CATALOGUE, "how many weeks did i average 8000 steps") == averaged


def test_what_is_done_after_something_is_later_and_not_more() -> None:
    after = "hrv the morning after i burned 3304 calories on november 2nd"
    assert read_in_brief(CATALOGUE, after) == (
        "Tell(Reduce(DaysOf(Where(days[2 November 2024], Compare(calories_kcal, >=, 3304kcal))),"
        " heart_rate_variability, mean))"
    )
    midnight = "how many nights did i go to bed after midnight"
    assert read_in_brief(CATALOGUE, midnight) == "Tell(Count(Where(days, Compare(bed_time_clock, >, 1440clock))))"


def test_the_length_of_a_night_is_how_long_it_was_slept() -> None:
    assert read_in_brief(CATALOGUE, "shortest night so far, just tell me the duration") == (
        "Tell(Reduce(Pick(days, sleep_minutes, lowest), sleep_minutes, mean))"
    )
    assert "activities" in read_in_brief(CATALOGUE, "on my worst night of sleep, what was the duration of my run")


@pytest.mark.parametrize(
    ("question", "with_one_word_more"),
    [
        (
            "On what percentage of days did I reach 8000 steps?",
            "percent On what percentage of days did I reach 8000 steps?",
        ),
        (
            "Do I walk more on weekends than on weekdays? Compare my steps.",
            "Do I walk more on weekends than on better weekdays? Compare my steps.",
        ),
    ],
)
def test_a_word_more_is_not_lost_in_plain_words(question: str, with_one_word_more: str) -> None:
    assert read_in_brief(CATALOGUE, question) != "declined"
    assert read_in_brief(CATALOGUE, with_one_word_more) == "declined"


@pytest.mark.parametrize(
    "question",
    [
        "what was the total sum of my steps last week",
        "cumulative steps in october",
        "steps on saturday and sunday combined",
        "is my hrv changing over time",
        "what percentage of nights did i sleep over 7 hours",
    ],
)
def test_a_word_that_is_said_back_in_another_is_not_too_many(question: str) -> None:
    assert read_in_brief(CATALOGUE, question) != "declined"


def test_percent_behind_a_number_is_said_back_as_its_sign() -> None:
    question = "days with 10 percent more steps than my average"
    (reading,) = Reader(CATALOGUE).understand([question])
    assert isinstance(reading, Reading)
    assert suspects(question.split(), [reading], CATALOGUE) == ()
