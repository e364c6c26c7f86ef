"""How much the clues of a message, and what it means, speak for each danger, taken together.

A multinomial logistic regression whose "no danger" class has the weights 0 (Hosmer, Lemeshow and Sturdivant, Applied
Logistic Regression, 3rd ed., 2013, chapter 8). The weights are fitted by `evals.safety.fit` and are data.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from services.orchestrator.domain.safety.dangers import Danger, in_order

Floats = NDArray[np.floating[Any]]


@dataclass(frozen=True, kw_only=True)
class Weights:
    """What speaks for which danger, in log-odds against "no danger".

    Attributes:
        bias: of each danger.
        of_clue: by clue, the weight for each danger, in the order of `Danger`.
        of_meaning: (width of a meaning, dangers), by which the figures of a meaning are multiplied.
        alarm: the log-odds of any danger from which on help is told where words alone speak of it.
        alarm_with_sign: the lower log-odds from which on it is told where a sign of danger, or a reading, is shown.
    """

    bias: tuple[float, ...]
    of_clue: Mapping[str, tuple[float, ...]]
    of_meaning: Floats
    alarm: float
    alarm_with_sign: float


@dataclass(frozen=True)
class Weighed:
    """Log-odds of a message: of each danger, in the order of `Danger`, and of any."""

    each: tuple[float, ...]
    any: float


_CLOSE = 1.0
"""A second danger is told of when its log-odds are as close to the first's as that."""


def weigh(clues: Iterable[str], meaning: Floats, weights: Weights) -> Weighed:
    """The log-odds of a text by its clues and its meaning, a vector."""
    rows = [
        weights.bias,
        (meaning @ weights.of_meaning).tolist(),
        *(weights.of_clue[clue] for clue in clues if clue in weights.of_clue),
    ]
    each = tuple(map(sum, zip(*rows, strict=True)))
    highest = max(each)
    return Weighed(each, highest + math.log(sum(math.exp(odds - highest) for odds in each)))


def dangers_of(weighed: Weighed) -> tuple[Danger, ...]:
    """The most likely danger, and any that is about as likely."""
    highest = max(weighed.each)
    return in_order(
        frozenset(danger for danger, odds in zip(Danger, weighed.each, strict=True) if odds >= highest - _CLOSE)
    )
