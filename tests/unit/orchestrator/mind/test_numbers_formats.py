"""What people write as one number: durations, paces, dates. Right ones pass, and every wrong one is held back."""

from datetime import date, timedelta
from typing import Final

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from services.orchestrator.domain.evidence import CLOCK, DATE, Fact
from services.orchestrator.domain.numbers import AnswerWriter, Clean
from services.orchestrator.domain.numbers.reading.tokenising import tokenise
from services.orchestrator.domain.numbers.writing.formats import MONTHS
from tests.unit.orchestrator.mind.builders import fact

EPOCH: Final = date(1970, 1, 1)
WEEKDAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
SLEEP: Final = (fact("a.mean", 454.84, "min", window=None),)
BEST: Final = (fact("a.day", float((date(2024, 10, 3) - EPOCH).days), DATE, window=None),)
PACE: Final = (fact("a.mean", 175.4, "m/min", window=None),)
LESS: Final = (fact("a.effect", -65.2, "min", window=None),)
_frames = st.sampled_from(["It was {}.", "- {}", "| Monday | {} |", "**{}** on average", "About {}, as usual.", "({})"])


def passes(text: str, *facts: Fact) -> bool:
    writer = AnswerWriter(facts)
    return all(isinstance(sentence, Clean) for sentence in (*writer.feed(text), *writer.finish()))


@pytest.mark.parametrize(
    "text",
    [
        "7 h 35 min", "7h 35m", "7 hours and 35 minutes", "-1 h 5 min", "5:42 min/km", "5:42 per mile", "12:05 min/mi",
        "3 October 2024", "Thursday 3 October", "Thursday, 3 October 2024", "Thu 3 Oct", "Thursday, October 3rd",
        "Thursday 2024-10-03", "14,043 steps", "the 12th", "23:05",
    ],
)  # fmt: skip
def test_each_of_these_is_read_as_one_number(text: str) -> None:
    assert len(tokenise(f"It was {text} then.")) == 1


@pytest.mark.parametrize(
    ("facts", "text", "may_be_said"),
    [
        (SLEEP, "7 h 35 min", True), (SLEEP, "455 min", True), (SLEEP, "8 h 35 min", False),
        (SLEEP, "7 h 53 min", False), (SLEEP, "7 h", False), (SLEEP, "35 min", False), (SLEEP, "-7 h 35 min", False),
        (SLEEP, "7 h 35", True), (SLEEP, "7:35 h", True), (SLEEP, "7:35 min/km", False),
        (LESS, "-1 h 5 min", True), (LESS, "1 h 5 min", True), (LESS, "+1 h 5 min", False), (LESS, "-55 min", False),
        (BEST, "3 October 2024", True), (BEST, "3 October", True), (BEST, "October 3, 2024", True),
        (BEST, "Thursday 3 October", True), (BEST, "Thursday, 3 October 2024", True), (BEST, "the 3rd", True),
        (BEST, "Friday 3 October", False), (BEST, "Fri, 3 Oct 2024", False), (BEST, "10 March 2024", False),
        (BEST, "3 October 2023", False), (BEST, "30 October 2024", False), (BEST, "the 13th", False),
        (PACE, "5:42 min/km", True), (PACE, "5:42 per kilometre", True), (PACE, "5:24 min/km", False),
        (PACE, "5:42 min/mi", False), (PACE, "9:11 min/mi", True), (PACE, "5:42", False), (PACE, "5:42 pm", False),
        (PACE, "5:42\u20135:41 min/km", True), (PACE, "5:42\u20136:42 min/km", False),
        (PACE, "6:42 to 5:42 min/km", False),
    ],
)  # fmt: skip
def test_a_format_says_the_fact_and_nothing_near_it(facts: tuple[Fact, ...], text: str, may_be_said: bool) -> None:  # noqa: FBT001
    assert passes(f"It was {text}.", *facts) is may_be_said


def test_a_wrong_weekday_is_held_back_also_where_the_date_was_the_users() -> None:
    assert isinstance(AnswerWriter((), ["Thursday 3 October"]).check("On Thursday 3 October."), Clean)
    assert not isinstance(AnswerWriter((), ["Thursday 3 October"]).check("On Friday 3 October."), Clean)
    assert not isinstance(AnswerWriter((), ["3 October 2024"]).check("On Friday 3 October."), Clean)
    with_a_year = AnswerWriter((), ["3 October", "5 May 2024"])
    assert isinstance(with_a_year.check("On Thursday 3 October 2024."), Clean)
    assert not isinstance(with_a_year.check("On Friday 3 October 2024."), Clean)


@given(st.floats(0.0, 1e5), st.integers(-900, 900), _frames)
def test_a_duration_that_is_off_is_held_back(minutes: float, off: int, frame: str) -> None:
    """Off by more than the tolerance, in its hours, its minutes or both."""
    told = round(minutes) + off
    assume(told >= 60 and abs(told - minutes) > max(0.02 * minutes, 0.05) + 0.5)
    hours, rest = divmod(told, 60)
    text = frame.format(f"{hours} h {rest} min" if rest else f"{hours} h")
    assert not passes(text, fact("a.mean", minutes, "min", window=None))


@given(st.floats(60.0, 1e5), _frames)
def test_a_duration_that_is_right_passes(minutes: float, frame: str) -> None:
    hours, rest = divmod(round(minutes), 60)
    assert passes(frame.format(f"{hours} h {rest} min"), fact("a.mean", minutes, "min", window=None))


@given(st.dates(date(1990, 1, 1), date(2060, 12, 31)), st.integers(-4000, 4000), _frames, st.booleans())
def test_a_date_passes_if_and_only_if_it_is_the_one(day: date, off: int, frame: str, with_weekday: bool) -> None:  # noqa: FBT001
    told = day + timedelta(days=off)
    text = f"{told.day} {MONTHS[told.month - 1]} {told.year}"
    text = f"{WEEKDAYS[told.weekday()]} {text}" if with_weekday else text
    best = fact("a.day", float((day - EPOCH).days), DATE, window=None)
    assert passes(frame.format(text), best) is (off == 0)


@given(st.dates(date(1990, 1, 1), date(2060, 12, 31)), st.sampled_from(WEEKDAYS), st.booleans())
def test_day_and_month_may_not_be_swapped_nor_the_weekday_be_wrong(day: date, weekday: str, year: bool) -> None:  # noqa: FBT001
    best = fact("a.day", float((day - EPOCH).days), DATE, window=None)
    behind = f" {day.year}" if year else ""
    right = weekday == WEEKDAYS[day.weekday()]
    assert passes(f"On {weekday} {day.day} {MONTHS[day.month - 1]}{behind}.", best) is right
    if day.day <= 12 and day.day != day.month:
        assert not passes(f"On {day.month} {MONTHS[day.day - 1]}{behind}.", best)


@given(st.floats(2.0, 30.0), st.integers(-600, 600), st.sampled_from(["min/km", "per km", "min per kilometre"]))
def test_a_pace_that_is_off_is_held_back(minutes: float, off: int, unit: str) -> None:
    seconds = round(minutes * 60) + off
    assume(60 <= seconds < 3600)
    text = "{}:{:02} {}".format(*divmod(seconds, 60), unit)
    speed = fact("a.mean", 1000.0 / minutes, "m/min", window=None)
    near = abs(1000 / (seconds / 60) - 1000 / minutes) / (1000 / minutes)
    assume(abs(near - 0.02) > 0.001)
    assert passes(f"At {text}.", speed) is (near < 0.02)


@given(st.floats(0.0, 60_000.0), st.integers(-20_000, 20_000))
def test_steps_that_are_off_are_held_back(steps: float, off: int) -> None:
    told = round(steps) + off
    assume(told >= 100 and abs(told - steps) > max(0.02 * steps, 0.05) + 0.5)
    assert not passes(f"You walked {told:,} steps.", fact("a.mean", steps, "count", window=None))


@given(st.integers(0, 1439), st.integers(0, 1439))
def test_a_time_of_day_passes_if_and_only_if_it_is_the_one(minute: int, told: int) -> None:
    text = "In bed at {:02}:{:02}.".format(*divmod(told, 60))
    other_half = abs(told - minute) == 12 * 60 and told < 13 * 60
    bed = fact("a.mean", float(minute), CLOCK, window=None)
    assert passes(text, bed) is (told == minute or other_half)
