"""What is said says everything that matters: two questions that differ are never said the same."""

from collections import defaultdict
from typing import Any, Final

import pytest

from services.data_science.language.saying import say
from tests.unit.data_science.saying.people_and_words import CATALOGUE
from tests.unit.data_science.saying.random_expressions import Drawing, canonical

MANY: Final = 3_000


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
