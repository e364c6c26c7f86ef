"""How near a text is to messages of people in danger, and to those of others."""

import numpy as np
import pytest

from services.orchestrator.adapters.safety.vocabulary import vocabulary, weights
from services.orchestrator.domain.safety.nearness import FIGURES, Known, nearness, reduced
from services.orchestrator.domain.safety.weighing import weigh

EAST, NORTH, WEST = np.eye(2)[0], np.eye(2)[1], -np.eye(2)[0]
KNOWN = Known(onto=np.eye(2), in_danger=np.array([EAST, EAST, EAST]), others=np.array([NORTH, NORTH, WEST]))


def test_a_text_is_near_to_what_means_the_same() -> None:
    to_danger, to_others = nearness(np.array([EAST]), KNOWN)[0]
    assert to_danger == pytest.approx(1)
    assert to_others == pytest.approx(-1 / 3)


def test_one_message_alone_does_not_make_a_text_near() -> None:
    one = Known(onto=np.eye(2), in_danger=np.array([EAST, NORTH, NORTH]), others=KNOWN.others)
    assert nearness(np.array([EAST]), one)[0, 0] == pytest.approx(1 / 3)


def test_figures_that_are_compared_have_the_length_one_or_none() -> None:
    assert np.linalg.norm(reduced(np.array([[3.0, 4.0], [0.0, 0.0]]), np.eye(2)), axis=1) == pytest.approx([1, 0])


def test_what_a_text_means_is_weighed_beside_its_clues() -> None:
    meaning = vocabulary().meaning(" . anything . ")
    assert len(meaning) == len(weights().of_meaning)
    nearer = meaning.copy()
    nearer[-FIGURES] += 0.2
    assert weigh((), nearer, weights()).any > weigh((), meaning, weights()).any
