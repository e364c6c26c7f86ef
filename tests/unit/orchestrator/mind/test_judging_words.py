"""Words by which somebody asks for a judgement are read as they are meant."""

import pytest

from services.orchestrator.adapters.rules.judging_words import well_spelt


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("too litle?", "too little?"),
        ("to high or normall", "too high or normal"),
        ("Enouh? enuff?", "enough? enough?"),
        ("good for my health", "good for my health"),
        ("I go to low hills and say sorry", "I go too low hills and say sorry"),
        ("from 6 to 8 hours", "from 6 to 8 hours"),
    ],
)
def test_a_judging_word_with_one_slip_is_the_word(typed: str, meant: str) -> None:
    assert well_spelt(typed) == meant
