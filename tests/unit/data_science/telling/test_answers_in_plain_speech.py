"""The rules of plain speech find what breaks them, and nothing else."""

import pytest

from evals.plain_speech import problems


@pytest.mark.parametrize(
    "answer",
    [
        "You slept 454.84 min on average.",
        "You slept 455 minutes on average.",
        "You walked 14,042.88 steps.",
        "On 2024-10-03 it was 52 bpm.",
        "Spearman's correlation is 0.3.",
        "The effect is 0.3.",
        "Over all data it was 52 bpm.",
        "Your resting_heart_rate was 52 bpm.",
        "It was 52 bpm (n = 7).",
        "It was {{ds-001.effect}}.",
        "The data_science agent found nothing.",
    ],
)
def test_what_is_not_plain_is_found(answer: str) -> None:
    assert problems(answer)


@pytest.mark.parametrize(
    "answer",
    [
        "Your average sleep duration in October 2024 was 7 h 35 min (27 nights).",
        "You were 4.5 min faster, at 5:42 min/km.",
        "Your average step count was 14,043 steps, 36.5 steps/bpm.",
        "On Thursday 3 October 2024 it was 52.4 bpm.",
        "The fall had no lasting effect on your sleep.",
    ],
)
def test_what_is_plain_passes(answer: str) -> None:
    assert problems(answer) == ()


def test_a_yes_or_no_comes_first() -> None:
    assert problems("Your average was 52 bpm.", is_yes_or_no=True)
    assert problems("**No.** It was 52 bpm.", is_yes_or_no=True) == ()
    assert problems("There is no weight on record.", is_yes_or_no=True, is_refusal=True) == ()


def test_a_refusal_is_short() -> None:
    assert problems("I cannot tell that. " * 9, is_refusal=True)
    assert problems("I cannot tell that.\n\nAsk me about your sleep.", is_refusal=True)
    assert problems("I cannot tell that; ask me about your sleep.", is_refusal=True) == ()
