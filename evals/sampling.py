"""Which items of an evaluation are asked where not all are: the same ones on each run."""

import random
from collections.abc import Sequence
from typing import Final, TypeVar

_T = TypeVar("_T")
_SEED: Final = 20260


def sample(items: Sequence[_T], size: int) -> list[_T]:
    """That many of them, drawn with a fixed seed; a smaller draw is part of a larger one."""
    drawn = list(items)
    random.Random(_SEED).shuffle(drawn)  # noqa: S311, nobody must be kept from guessing it
    return drawn[:size]
