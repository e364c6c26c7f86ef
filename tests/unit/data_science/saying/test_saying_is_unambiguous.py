"""What is said says everything that matters: two questions that differ are never said the same."""

from collections import defaultdict
from typing import Any, Final

import pytest

from services.data_science.domain.algebra import Compare, Contrast, Count, Operator, Reduce, Statistic, Tell
from services.data_science.language.saying import say
from tests.unit.data_science.saying.neighbours import neighbours
from tests.unit.data_science.saying.people_and_words import CATALOGUE, OCTOBER, RESTING, days
from tests.unit.data_science.saying.random_expressions import Drawing, canonical

MANY: Final = 3_000
SOME: Final = 250


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_different_questions_are_said_differently(depth: int) -> None:
    drawing = Drawing(seed=depth)
    said: dict[str, set[Any]] = defaultdict(set)
    for _ in range(MANY):
        question = drawing.question(depth)
        said[say(question, CATALOGUE)].add(canonical(question))
    alike = {text: found for text, found in said.items() if len(found) > 1}
    assert not alike, next(iter(alike.items()))
    assert len(said) > MANY / 4


@pytest.mark.parametrize("depth", [2, 3, 4])
def test_one_change_anywhere_is_heard(depth: int) -> None:
    drawing = Drawing(seed=100 + depth)
    heard = 0
    for _ in range(SOME):
        question = drawing.question(depth)
        said, same = say(question, CATALOGUE), canonical(question)
        for other in neighbours(question):
            if canonical(other) != same:
                heard += 1
                assert say(other, CATALOGUE) != said, f"{said}\n{question}\n{other}"
    assert heard > SOME


def test_a_level_of_ones_own_is_compared_as_asked() -> None:
    own = Reduce(rows=days(), column=RESTING, statistic=Statistic.MEAN)
    said = {
        say(Tell(number=Count(rows=days(OCTOBER, Compare(column=RESTING, operator=each, number=own)))), CATALOGUE)
        for each in Operator
    }
    assert len(said) == len(Operator)


def test_a_contrast_says_which_side_is_which() -> None:
    one, other = days(), days(OCTOBER, Compare(column=RESTING, operator=Operator.LESS, number=Count(rows=days())))
    there, back = Contrast(rows=one, baseline=other, column=RESTING), Contrast(rows=other, baseline=one, column=RESTING)
    assert say(there, CATALOGUE) != say(back, CATALOGUE)
