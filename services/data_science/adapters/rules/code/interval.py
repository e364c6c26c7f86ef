"""The interval of a mean."""

from typing import Final

from services.data_science.adapters.rules.code.values import most_days
from services.data_science.domain.query import Aggregate, Describe, Source

MEAN_INTERVAL: Final = (
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
    "    return stats.t.interval(0.95, worth - 1, loc=values.mean(), scale=error)",
    "",
    "",
)
"""The 95 % interval of a mean. `step` is the shortest usual distance from one value to the next, so that it also holds
for Mondays or weekends; where there is none, or nothing varies, it is the interval of independent days. Fewer than
three days' worth would give an interval that says nothing."""


def has_interval(query: Describe) -> bool:
    """Whether the code calls `mean_interval`: where a mean of days is what is asked about."""
    measure = query.selection.measure
    is_mean = query.aggregate in {Aggregate.MEAN, Aggregate.POPULATION_DIFFERENCE}
    return is_mean and measure.source is Source.DAY and bool(measure.name) and most_days(query.selection) > 1
