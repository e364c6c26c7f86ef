"""How near a question is to each passage: by what it means, and by its words."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from amy.meaning.encoder import Vectors

_NEAREST_MESSAGES: Final = 3
_OF_MESSAGES, _OF_TEXT, _OF_WORDS = 0.75, 0.25, 0.1
_NOWHERE: Final = -1.0


@dataclass(frozen=True, kw_only=True)
class Meanings:
    """What passages and the messages that ask for them mean; every vector has the length 1, or 0.

    Attributes:
        texts: of the passages, (passages, width).
        messages: of all messages, (messages, width).
        of_passage: the places of each passage's messages, (passages, most), filled up with -1.
        nothing: of messages that no passage answers, (any number, width).
    """

    texts: Vectors
    messages: Vectors
    of_passage: NDArray[np.intp]
    nothing: Vectors


def places_of(owners: Sequence[int], passages: int) -> NDArray[np.intp]:
    """`Meanings.of_passage`, where `owners` holds the passage of each message."""
    places: list[list[int]] = [[] for _ in range(passages)]
    for at, owner in enumerate(owners):
        places[owner].append(at)
    most = max(_NEAREST_MESSAGES, *(len(own) for own in places))
    return np.array([own + [-1] * (most - len(own)) for own in places], dtype=np.intp)


def nearness(question: Vectors, meanings: Meanings) -> NDArray[np.float64]:
    """Of each passage, by meaning: -1 to 1. Mostly the mean cosine with the three messages that are nearest.

    Args:
        question: (width,).
        meanings: of the passages.
    """
    of_message = np.append(meanings.messages @ question, np.float32(_NOWHERE))
    messages = np.sort(of_message[meanings.of_passage], axis=1)[:, -_NEAREST_MESSAGES:].mean(axis=1)
    return np.asarray(_OF_MESSAGES * messages + _OF_TEXT * (meanings.texts @ question), dtype=np.float64)


def elsewhere(question: Vectors, meanings: Meanings) -> float:
    """How near it is to what no passage answers: the mean cosine with the three messages that are nearest."""
    if len(meanings.nothing) < _NEAREST_MESSAGES:
        return 0.0
    return float(np.sort(meanings.nothing @ question)[-_NEAREST_MESSAGES:].mean())


def fused(meaning: NDArray[np.float64], words: NDArray[np.float64]) -> NDArray[np.float64]:
    """Nearness by meaning and by words in one figure; `words` are scores of BM25, 0 where none is shared."""
    best = words.max(initial=0.0)
    return meaning + _OF_WORDS * words / best if best else meaning
