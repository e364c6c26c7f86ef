"""How near a text is to messages of people in danger, and to those of others, by what they mean.

Single words weigh the same in every company; messages that mean alike are near each other as wholes.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from services.orchestrator.domain.safety.weighing import Floats

_SHARES: Final = 3
FIGURES: Final = 2
"""How many figures `nearness` answers for a text."""


@dataclass(frozen=True, kw_only=True)
class Known:
    """Messages of which it is known whether somebody is in danger.

    Attributes:
        onto: (width of a meaning, figures), turns a meaning into the few figures that are compared.
        in_danger: (messages, figures), each of length 1.
        others: (messages, figures), each of length 1.
    """

    onto: Floats
    in_danger: Floats
    others: Floats


def nearness(meanings: Floats, known: Known) -> Floats:
    """(texts, 2): the cosine to the nearest message of somebody in danger, and to the nearest other one.

    Each is the mean of the nearest in three shares of the messages, so that no message decides by itself.

    Args:
        meanings: (texts, width).
        known: no share of it may be empty.
    """
    texts = reduced(meanings, known.onto)
    return np.column_stack([_nearest(texts, known.in_danger), _nearest(texts, known.others)])


def reduced(meanings: Floats, onto: Floats) -> Floats:
    """The few figures of each meaning that are compared, of length 1, or 0 where nothing is known of a text."""
    figures = _products(meanings, onto.T)
    length: Floats = np.maximum(np.linalg.norm(figures, axis=1, keepdims=True), 1e-6)
    return np.asarray(figures / length)


def _nearest(texts: Floats, messages: Floats) -> Floats:
    cosines = _products(texts, messages)
    return np.asarray(sum(cosines[:, share::_SHARES].max(axis=1) for share in range(_SHARES)) / _SHARES)


def _products(texts: Floats, others: Floats) -> Floats:
    """(texts, others), in one thread: the threads of a linear algebra library wait for each other on a busy machine."""
    return np.asarray(np.einsum("tf,of->to", texts, others))
