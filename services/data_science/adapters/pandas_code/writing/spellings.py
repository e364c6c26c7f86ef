"""How each statistic is written. A new one is one entry here."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from services.data_science.domain.algebra import Statistic


@dataclass(frozen=True, kw_only=True)
class Spelling:
    """The pandas of one statistic; without values it gives NaN, of `COUNT` and `OUTLIERS` 0.

    Attributes:
        of_values: of the series `{0}`, which has no missing values.
        grouped: the call that gives it for each group of such a series.
        rolling: the call that gives it for each window of a series with missing values, NaN where a window has no
            others.
        function: the name of the function that these calls apply to each group or window, if they do.
    """

    of_values: str
    grouped: str
    rolling: str
    function: str = ""


def _called(call: str) -> Spelling:
    return Spelling(of_values=f"{{0}}{call}", grouped=call, rolling=call)


def _afresh(call: str, *, of_values: str = "", rolling: str = "") -> Spelling:
    """Each window is computed by itself: a running update carries rounding along, and equal windows would differ."""
    return Spelling(
        of_values=of_values or f"{{0}}{call}",
        grouped=call,
        rolling=rolling or f".apply(lambda window: window[~np.isnan(window)]{call}, raw=True)",
    )


def _applied(function: str, of_values: str, *, grouped: str = "") -> Spelling:
    return Spelling(
        of_values=of_values,
        grouped=grouped or f".agg({function})",
        rolling=f".apply(lambda window: {function}(window.dropna()))",
        function=function,
    )


STATISTICS: Final[Mapping[Statistic, Spelling]] = MappingProxyType(
    {
        Statistic.MEAN: _afresh(".mean()"),
        Statistic.MEDIAN: _called(".median()"),
        Statistic.MIN: _called(".min()"),
        Statistic.MAX: _called(".max()"),
        Statistic.SUM: _afresh(".sum()", of_values="{0}.sum(min_count=1)"),
        Statistic.SD: _afresh(".std()", rolling=".apply(lambda window: window.dropna().std())"),
        Statistic.CV: _applied("cv_of", "100 * {0}.std() / {0}.mean() if {0}.mean() > 0 else np.nan"),
        Statistic.RANGE: _applied("range_of", "{0}.max() - {0}.min()"),
        Statistic.COUNT: Spelling(of_values="len({0})", grouped=".size()", rolling=".count().replace(0, np.nan)"),
        Statistic.FIRST: _applied("first_of", "{0}.iloc[0] if len({0}) else np.nan", grouped=".first()"),
        Statistic.LATEST: _applied("latest_of", "{0}.iloc[-1] if len({0}) else np.nan", grouped=".last()"),
        Statistic.CHANGE: _applied("change_of", "{0}.iloc[-1] - {0}.iloc[0] if len({0}) else np.nan"),
        Statistic.OUTLIERS: _applied("count_of_outliers", "len(outliers_of({0}))"),
    }
)
