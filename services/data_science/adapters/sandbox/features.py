"""The derived features that every analysis may use, attached to the summary table only when the code names them.

`cardio_fitness_index` = steps / resting_heart_rate (CoDaS, Kim et al. 2026); `hrv_rhr_ratio` =
heart_rate_variability / resting_heart_rate; `bed_time_clock` and `wake_up_time_clock` = the time of day in minutes
after midnight, of bed times from noon (720) up to the next noon (2160), of wake-up times from 0 up to 1440; and for
each numeric metric m `m_mean_30d`, `m_sd_30d` (n - 1) and `m_cv_30d` = sd / mean, over the 30 calendar days that end
with the row's day. The rolling ones are defined on days on which m has a value and at least 10 of the 30 days have one.
"""

from typing import Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

_RATIOS: Final = {
    "cardio_fitness_index": ("steps", "resting_heart_rate"),
    "hrv_rhr_ratio": ("heart_rate_variability", "resting_heart_rate"),
}
_CLOCKS: Final = {"bed_time_clock": ("bed_time", 720), "wake_up_time_clock": ("wake_up_time", 0)}
"""The local time it is read from, and the minute after midnight with which its day begins."""
_MINUTE_US: Final = 60_000_000
_DAY_US: Final = 1440 * _MINUTE_US
_WINDOW_DAYS: Final = 30
_MINIMUM_DAYS: Final = 10


def attach_derived(summary: pd.DataFrame, code: str) -> pd.DataFrame:
    """The summary (one row a day, `datetime` naive) with the derived features that `code` may refer to.

    A ratio of which a part was never recorded is not attached, so a reference to it fails loudly.
    """
    added: dict[str, NDArray[np.float64]] = {}
    for name, (numerator, denominator) in _RATIOS.items():
        if name in code and {numerator, denominator} <= set(summary.columns):
            added[name] = _ratio(_numbers(summary[numerator]), _numbers(summary[denominator]))
    for name, (column, first_minute) in _CLOCKS.items():
        if name in code and column in summary:
            added[name] = _clock(summary[column], first_minute)
    if "_30d" in code and len(summary) > 0:
        days = (summary["datetime"] - summary["datetime"].min()).dt.days.to_numpy()
        for metric in summary.select_dtypes("number").columns:
            added |= _rolling(str(metric), _numbers(summary[metric]), days)
    new = pd.DataFrame({name: values for name, values in added.items() if name not in summary}, index=summary.index)
    return pd.concat([summary, new], axis=1) if len(new.columns) > 0 else summary


def _rolling(metric: str, values: NDArray[np.float64], days: NDArray[np.int64]) -> dict[str, NDArray[np.float64]]:
    """Mean, sd and cv per row. Each window is summed afresh: a running update would carry rounding along the series."""
    calendar = np.full(int(days.max()) + _WINDOW_DAYS, np.nan)
    calendar[days + _WINDOW_DAYS - 1] = values
    windows = np.lib.stride_tricks.sliding_window_view(calendar, _WINDOW_DAYS)[days]
    present = ~np.isnan(windows)
    count = present.sum(axis=1)
    defined = (count >= _MINIMUM_DAYS) & ~np.isnan(values)
    mean = np.where(present, windows, 0.0).sum(axis=1) / np.maximum(count, 1)
    squares = np.where(present, (windows - mean[:, None]) ** 2, 0.0).sum(axis=1)
    sd = np.sqrt(squares / np.maximum(count - 1, 1))
    mean, sd = np.where(defined, mean, np.nan), np.where(defined, sd, np.nan)
    return {f"{metric}_mean_30d": mean, f"{metric}_sd_30d": sd, f"{metric}_cv_30d": _ratio(sd, mean)}


def _clock(moments: "pd.Series[pd.Timestamp]", first_minute: int) -> NDArray[np.float64]:
    """Minutes after midnight, within the 24 hours that begin with `first_minute`; missing where the moment is."""
    first = first_minute * _MINUTE_US
    since = moments.to_numpy("datetime64[us]").astype(np.int64)
    return np.where(moments.isna(), np.nan, ((since - first) % _DAY_US + first) / _MINUTE_US)


def _ratio(numerator: NDArray[np.float64], denominator: NDArray[np.float64]) -> NDArray[np.float64]:
    """Missing where a part is missing or the denominator is 0."""
    return np.asarray(numerator / np.where(denominator == 0, np.nan, denominator), dtype=np.float64)


def _numbers(column: "pd.Series[float]") -> NDArray[np.float64]:
    return np.asarray(column.to_numpy(dtype=np.float64, na_value=np.nan), dtype=np.float64)
