"""Whatever was computed, or not, there is an answer whose every reference stands for a number."""

import random
import re

import pytest

from services.data_science.domain.algebra import Question
from services.data_science.language.telling import Asked, ComputedQuestion, answer_of
from tests.unit.data_science.saying.people_and_words import CATALOGUE
from tests.unit.data_science.saying.random_expressions import Drawing

KEYS = (
    *("effect", "n", "day", "start_day", "ties", "held", "sd", "left", "right", "left_day"),
    *("right_day", "share", "share_n", "rho", "tau", "n_recent", "n_prior", "mean_recent", "mean_prior"),
    *("slope_per_week", "mean", "median", "extreme"),
    *(f"{key}_{row}" for key in ("day", "end", "c1", "c2", "g", "n") for row in (1, 2, 3)),
)
LABELS = ("2024-10-01", "Monday", "Run")


def computed(question: Question, dice: random.Random) -> ComputedQuestion:
    kept = dice.choice((0.0, 0.3, 0.8, 1.0))
    numbers = {key: float(dice.choice((0, 1, 2, 3, 7.25, 20000))) for key in KEYS if dice.random() < kept}
    return ComputedQuestion(
        question=question,
        numbers={"n": 3.0, **numbers},
        texts={"labels": LABELS, "kinds": LABELS} if dice.random() < 0.8 else {},
        asked_in=dice.choice(("", "", "h", "km", "mi", "min/km")),
        asked=dice.choice((None, *Asked)),
        notes=("I take the average",) if dice.random() < 0.2 else (),
    )


@pytest.mark.parametrize("seed", range(4))
def test_there_is_an_answer(seed: int) -> None:
    dice, drawing = random.Random(seed), Drawing(seed)
    for _ in range(1000):
        part = computed(drawing.question(2), dice)
        summary = answer_of([part], CATALOGUE)
        assert summary.answer.strip()
        assert not re.search(r"[{}]", summary.answer)
        assert "  " not in summary.answer
