"""What is true of daily series: every number a finding may carry, by pandas and scipy alone.

Nothing here is the system's own code, so that agreement means something.
"""

from collections import Counter

import numpy as np
import pandas as pd
from scipy import stats

EPOCH = pd.Timestamp("1970-01-01")


def descriptive_facts(series: pd.Series) -> dict[str, float]:
    """Mean, median, min, max, sd, count and the interval of the mean (95 %) of values by day."""
    values = series.to_numpy(dtype=float)
    facts = {"n": float(len(values)), "count": float(len(values))}
    if len(values):
        facts |= {
            "mean": float(np.mean(values)),
            "median": float(np.median(values)),
            "min": float(np.min(values)),
            "max": float(np.max(values)),
        }
    if len(values) > 1:
        facts["sd"] = float(np.std(values, ddof=1))
        low, high = interval_of_mean(series)
        facts |= {"ci_low": low, "ci_high": high}
    return facts


def missing_facts(series: pd.Series, first: pd.Timestamp, newest: pd.Timestamp) -> dict[str, float]:
    """How many calendar days of a window have no value, and the first seven of them, as days since 1970-01-01."""
    missing = pd.date_range(first, newest).difference(pd.DatetimeIndex(series.index))
    named = {f"missing_{place}": float((day - EPOCH).days) for place, day in enumerate(missing[:7], start=1)}
    return {"days_missing": float(len(missing)), **named}


def interval_of_mean(series: pd.Series) -> tuple[float, float]:
    """Student's interval (95 %) with the days that the values are worth: Bayley and Hammersley (1946), Kendall (1954).

    Args:
        series: at least two values, by day in ascending order.
    """
    days = (series.index - series.index[0]).days.to_numpy()
    values = series.to_numpy(dtype=float)
    n, worth = len(values), float(len(values))
    steps = [step for step, times in Counter(np.diff(days).tolist()).items() if times >= max(5, n / 4)]
    if steps and values.min() < values.max():
        step = min(steps)
        deviation = dict(zip(days.tolist(), (values - values.mean()).tolist(), strict=True))
        products = [deviation[day] * deviation[day + step] for day in deviation if day + step in deviation]
        alike = float(np.mean(products) / np.mean(np.square(list(deviation.values()))))
        alike = min(max(alike + (1 + 4 * alike) / len(products), 0.0), 0.98)
        worth = max(n**2 / float((alike ** (np.abs(np.subtract.outer(days, days)) / step)).sum()), 3.0)
    half = float(stats.t.ppf(0.975, worth - 1)) * float(np.std(values)) / (worth - 1) ** 0.5
    return float(values.mean()) - half, float(values.mean()) + half


def association_facts(pairs: pd.DataFrame) -> dict[str, float]:
    """Spearman's rho, its p-value, Kendall's tau, and the Fisher interval with the Bonett-Wright standard error."""
    n = len(pairs)
    facts = {"n": float(n)}
    if n > 3:
        result = stats.spearmanr(pairs.iloc[:, 0], pairs.iloc[:, 1])
        rho = float(result.statistic)
        half = 1.959963984540054 * np.sqrt((1 + rho**2 / 2) / (n - 3))
        facts |= {
            "effect": rho,
            "rho": rho,
            "tau": float(stats.kendalltau(pairs.iloc[:, 0], pairs.iloc[:, 1]).statistic),
            "p": float(result.pvalue),
            "ci_low": float(np.tanh(np.arctanh(rho) - half)),
            "ci_high": float(np.tanh(np.arctanh(rho) + half)),
        }
    return facts


def comparison_facts(recent: pd.Series, prior: pd.Series) -> dict[str, float]:
    """Both means and their difference; n and sd are of the days of either window, each once."""
    days = recent.combine_first(prior)
    return {
        "n": float(len(days)),
        "n_recent": float(len(recent)),
        "n_prior": float(len(prior)),
        "mean_recent": float(np.mean(recent)),
        "mean_prior": float(np.mean(prior)),
        "effect": float(np.mean(recent)) - float(np.mean(prior)),
        "sd": float(np.std(days, ddof=1)),
    }


def trend_facts(series: pd.Series) -> dict[str, float]:
    """The straight line through values by day: its change from the first to the last, and its slope."""
    days = (series.index - series.index[0]).days.to_numpy()
    slope = float(stats.linregress(days, series.to_numpy(dtype=float)).slope)
    return {
        "n": float(len(series)),
        "effect": slope * float(days[-1]),
        "slope_per_week": slope * 7,
        "sd": float(np.std(series, ddof=1)),
    }
