"""From a question to the short pandas that answers it, and from what that returns to a finding's numbers."""

from services.data_science.adapters.pandas_code.bodies import code_for
from services.data_science.adapters.pandas_code.outcome import numbers_of, points_of, texts_of

__all__ = ["code_for", "numbers_of", "points_of", "texts_of"]
