"""The few functions that a body may define for itself, each where it calls it."""

from collections.abc import Iterator
from typing import Final

from services.data_science.adapters.pandas_code.writing.spellings import STATISTICS

_OUTLIERS: Final = (
    "def outliers_of(values):",
    "    # Median and median absolute deviation, which outliers themselves hardly move: Leys et al. (2013).",
    "    distances = (values - values.median()).abs()",
    "    spread = 1.4826 * distances.median()",
    "    return distances[(distances > 3 * spread) & (spread > 0)]",
)
"""How far each outlier is from the median; there is none where that deviation is 0."""

_FUNCTIONS: Final = (("outliers_of", _OUTLIERS),)


def called_in(body: str) -> Iterator[str]:
    """Lines that define the functions that the body calls."""
    applied = [
        (each.function, (f"def {each.function}(values):", f"    return {each.of_values.format('values')}"))
        for each in STATISTICS.values()
        if each.function and _calls(body, each.function)
    ]
    called = "\n".join([body, *(line for _, lines in applied for line in lines)])
    for name, lines in (*_FUNCTIONS, *applied):
        if _calls(called, name):
            yield from (*lines, "", "")


def _calls(body: str, function: str) -> bool:
    """Whether the body calls the function, or has it applied."""
    return f"{function}(" in body or f".agg({function})" in body
