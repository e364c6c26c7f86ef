"""From questions and their computed numbers to the answer."""

from services.data_science.language.telling.answering import answer_of
from services.data_science.language.telling.computed import Asked, ComputedQuestion

__all__ = ["Asked", "ComputedQuestion", "answer_of"]
