import pytest

from services.orchestrator.domain.numbers import AnswerWriter, Clean
from tests.unit.orchestrator.mind.builders import fact

FACTS = (
    fact("ds-001.effect", 58.372, window="last 90 days"),
    fact("ds-001.n", 27, None, window="last 90 days"),
    fact("ds-002.effect", 8620, "count", window="last 90 days"),
    fact("ds-003.effect", 432, "min", window="last 365 days"),
)


def passes(text: str, *, said: str = "") -> bool:
    return isinstance(AnswerWriter(FACTS, (said,)).check(text), Clean)


@pytest.mark.parametrize(
    "text",
    ["well over eight thousand", "over 8,500 steps", "more than 8,000 steps", "under nine thousand steps",
     "a little over seven hours", "just over 7 hours", "almost 60 bpm", "under 60 bpm", "more than 26 days",
     "above 58 bpm", "just over 58 bpm", "nearly sixty beats per minute", "over {{ds-001.effect}}",
     "less than 30 days"],
)  # fmt: skip
def test_a_bound_passes_where_a_fact_lies_beyond_it_and_near(text: str) -> None:
    assert passes(f"It was {text}.")


@pytest.mark.parametrize(
    "text",
    ["over 8,700 steps", "more than nine thousand steps", "under 8,600 steps", "nearly 8,600 steps",
     "over 59 bpm", "just under 58 bpm", "more than 27.2 days", "less than 7 hours", "over 7.3 hours",
     "more than 27 bpm"],
)  # fmt: skip
def test_a_bound_on_the_wrong_side_is_held_back_however_near_the_fact_is(text: str) -> None:
    assert not passes(f"It was {text}.")


@pytest.mark.parametrize(
    "text",
    ["more than 4,000 steps", "over 5,000 steps", "under 20,000 steps", "just over 8,000 steps",
     "well over 8,600 steps", "just under 9,100 steps", "nearly nine hours", "well over 7 hours", "well under 60 bpm",
     "over 40 bpm"],
)  # fmt: skip
def test_a_bound_that_is_further_away_than_its_words_say_is_held_back(text: str) -> None:
    assert not passes(f"It was {text}.")


@pytest.mark.parametrize("text", ["no more than 58.1 bpm", "at least 58.1 bpm", "up to 58.6 bpm", "about 58.9 bpm"])
def test_a_number_that_is_no_bound_has_the_documented_tolerance(text: str) -> None:
    assert passes(f"It was {text}.")


def test_a_number_that_is_known_as_such_may_be_a_bound() -> None:
    assert passes("That is above 50 bpm.", said="How often was I above 50 bpm?")
    assert not passes("That is above 50.5 bpm.", said="How often was I above 50 bpm?")


@pytest.mark.parametrize("text", ["over 26.9 days", "over 27 nights", "over the last 90 days"])
def test_what_something_happened_over_is_no_bound(text: str) -> None:
    assert passes(f"It was steady {text}.")


@pytest.mark.parametrize(
    "text", ["in the last three months", "over the past 3 months", "over a year", "in the last 365 days"]
)
def test_a_window_of_days_may_be_told_in_months_or_years(text: str) -> None:
    assert passes(f"It was steady {text}.")


@pytest.mark.parametrize(
    "text", ["in the last four months", "in the last 2.9 months", "3 bpm", "3", "more than 80 days"]
)
def test_a_window_of_days_says_nothing_else(text: str) -> None:
    assert not passes(f"It was {text} then.")


@pytest.mark.parametrize(
    "text", ["in the fifties", "the high fifties", "the upper 50s", "fifty-something", "50-odd bpm"]
)
def test_a_ten_passes_where_a_fact_lies_in_it(text: str) -> None:
    assert passes(f"It was {text}.")


@pytest.mark.parametrize(
    "text", ["in the sixties", "the low fifties", "the mid-50s", "sixty-something", "forty-odd bpm"]
)
def test_another_ten_is_held_back(text: str) -> None:
    assert not passes(f"It was {text}.")
