"""The few functions that a body may define for itself, each where it calls it."""

from collections.abc import Iterator
from typing import Final

from services.data_science.adapters.pandas_code.writing.spellings import STATISTICS

_MEAN_INTERVAL: Final = (
    "def mean_interval(values):",
    "    worth, error = len(values), values.sem()",
    "    # Days resemble their neighbours, so a mean is worth fewer days than it has values: Bayley and Hammersley",
    "    # (1946), with the resemblance falling off by a constant factor a day, and its bias corrected after",
    "    # Kendall (1954).",
    "    steps = values.index.to_series().diff().value_counts()",
    "    step = steps[steps >= max(5, len(values) / 4)].index.min()",
    "    if values.nunique() > 1 and not pd.isna(step):",
    "        deviations = values - values.mean()",
    "        products = (deviations * deviations.shift(freq=step)).dropna()",
    "        alike = products.mean() / deviations.var(ddof=0)",
    "        alike = np.clip(alike + (1 + 4 * alike) / len(products), 0, 0.98)",
    "        recorded = np.bincount((values.index - values.index[0]).days)",
    '        pairs = np.correlate(recorded, recorded, "full")',
    "        apart = abs(np.arange(len(pairs)) - len(recorded) + 1)",
    "        worth = max(len(values) ** 2 / (pairs @ alike ** (apart / step.days)), 3)",
    "        error = values.std(ddof=0) / np.sqrt(worth - 1)",
    "    half_width = stats.t.ppf(0.975, worth - 1) * error",
    "    return values.mean() - half_width, values.mean() + half_width",
)
"""The 95 % interval of a mean. `step` is the shortest usual distance from one value to the next, so that it also holds
for Mondays or weekends; where there is none, or nothing varies, it is the interval of independent days. Fewer than
three days' worth would give an interval that says nothing."""

_OUTLIERS: Final = (
    "def outliers_of(values):",
    "    # Median and median absolute deviation, which outliers themselves hardly move: Leys et al. (2013).",
    "    distances = (values - values.median()).abs()",
    "    spread = 1.4826 * distances.median()",
    "    return distances[(distances > 3 * spread) & (spread > 0)]",
)
"""How far each outlier is from the median; there is none where that deviation is 0."""

_FUNCTIONS: Final = (("mean_interval", _MEAN_INTERVAL), ("outliers_of", _OUTLIERS))


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
