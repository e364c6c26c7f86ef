"""What is true of daily series: every number a finding may carry, by pandas and scipy alone.

Nothing here is the system's own code, so that agreement means something.
"""

import numpy as np
import pandas as pd
from scipy import stats

EPOCH = pd.Timestamp("1970-01-01")


def descriptive_facts(series: pd.Series) -> dict[str, float]:
    """Mean, median, min, max, sd and count of values by day."""
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
    return facts


def missing_facts(series: pd.Series, first: pd.Timestamp, newest: pd.Timestamp) -> dict[str, float]:
    """How many calendar days of a window have no value, and the first seven of them, as days since 1970-01-01."""
    missing = pd.date_range(first, newest).difference(pd.DatetimeIndex(series.index))
    named = {f"missing_{place}": float((day - EPOCH).days) for place, day in enumerate(missing[:7], start=1)}
    return {"days_missing": float(len(missing)), **named}


def association_facts(pairs: pd.DataFrame) -> dict[str, float]:
    """Spearman's rho and Kendall's tau."""
    n = len(pairs)
    facts = {"n": float(n)}
    if n > 3:
        rho = float(stats.spearmanr(pairs.iloc[:, 0], pairs.iloc[:, 1]).statistic)
        facts |= {
            "effect": rho,
            "rho": rho,
            "tau": float(stats.kendalltau(pairs.iloc[:, 0], pairs.iloc[:, 1]).statistic),
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
