"""Invented numbers in every shape that an answer may give them."""

from typing import Final

from evals.replies import bounds, by_name, digits, marked, related, spoken
from evals.replies.inventor import Shape

SHAPES: Final[dict[str, Shape]] = {
    **digits.SHAPES,
    **spoken.SHAPES,
    **marked.SHAPES,
    **related.SHAPES,
    **bounds.SHAPES,
    **by_name.SHAPES,
    **by_name.HELD_OUT,
}
"""How an invented number may be written, by name."""
