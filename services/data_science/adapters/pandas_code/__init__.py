"""From a question to the short pandas that answers it, and from what that returns to a finding's numbers."""

from services.data_science.adapters.pandas_code.bodies import code_for
from services.data_science.adapters.pandas_code.outcome import (
    baseline_points_of,
    numbers_of,
    pairs_of,
    points_of,
    texts_of,
)

__all__ = ["baseline_points_of", "code_for", "numbers_of", "pairs_of", "points_of", "texts_of"]
