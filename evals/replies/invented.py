"""Invented numbers in every shape that an answer may give them."""

from typing import Final

from evals.replies import digits, marked, related, spoken
from evals.replies.inventor import Shape

SHAPES: Final[dict[str, Shape]] = {**digits.SHAPES, **spoken.SHAPES, **marked.SHAPES, **related.SHAPES}
"""How an invented number may be written, by name."""
