"""The judge where one question asks for two things of different kinds."""

import pytest

from evals.everyday.judging import Outcome, judge
from evals.everyday.truths import bpm, listed, ms, on, steps

DAY_AND_STEPS = listed([on("2023-10-30"), steps(6124.7)])
HRV_AND_PULSE = listed([ms(53.4), bpm(62.7)])


@pytest.mark.parametrize(
    "answer",
    [
        "You slept least on 30 October (1 h 39 min) and took 6,125 steps that day.",
        "On 30 October you slept 1 h 39 min. You took 6,125 steps that day.",
        "30 October, the shortest of 28 nights.\n\nThat day you took 6,125 steps.",
        "- Shortest night: 30 October\n- Steps: 6,125",
    ],
)
def test_both_may_stand_in_one_sentence_or_in_two(answer: str) -> None:
    assert judge(answer, [DAY_AND_STEPS]) is Outcome.RIGHT


@pytest.mark.parametrize(
    "answer",
    [
        "You slept least on 30 October.",
        "You took 6,125 steps that day.",
        "On 29 October you slept least. You took 6,125 steps that day.",
        "On 30 October you slept least. You took 7,125 steps that day.",
    ],
)
def test_one_of_them_missing_or_wrong_is_wrong(answer: str) -> None:
    assert judge(answer, [DAY_AND_STEPS]) is Outcome.WRONG


def test_two_measures_are_told_apart_by_their_units() -> None:
    assert judge("Your HRV was 53.4 ms and your resting heart rate 62.7 bpm.", [HRV_AND_PULSE]) is Outcome.RIGHT
    assert judge("Your HRV was 62.7 ms and your resting heart rate 53.4 bpm.", [HRV_AND_PULSE]) is Outcome.WRONG
