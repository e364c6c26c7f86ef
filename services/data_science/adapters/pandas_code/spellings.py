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
        grouped: the call that gives it for each group of such a series; empty where `of_values` is applied to each.
        rolling: the call that gives it for each window of a series with missing values, NaN where a window has no
            others; empty where `of_values` is applied to each.
    """

    of_values: str
    grouped: str = ""
    rolling: str = ""

    def per_group(self) -> str:
        return self.grouped or f".agg(lambda group: {self.of_values.format('group')})"

    def per_window(self) -> str:
        return self.rolling or f".apply(lambda window: {self.of_values.format('window.dropna()')})"


def _called(call: str) -> Spelling:
    return Spelling(of_values=f"{{0}}{call}", grouped=call, rolling=call)


STATISTICS: Final[Mapping[Statistic, Spelling]] = MappingProxyType(
    {
        Statistic.MEAN: _called(".mean()"),
        Statistic.MEDIAN: _called(".median()"),
        Statistic.MIN: _called(".min()"),
        Statistic.MAX: _called(".max()"),
        Statistic.SUM: Spelling(of_values="{0}.sum(min_count=1)", grouped=".sum()", rolling=".sum()"),
        # A running update would carry rounding along the series, and values that are alike would differ.
        Statistic.SD: Spelling(of_values="{0}.std()", grouped=".std()"),
        Statistic.CV: Spelling(of_values="100 * {0}.std() / {0}.mean() if {0}.mean() > 0 else np.nan"),
        Statistic.RANGE: Spelling(of_values="{0}.max() - {0}.min()"),
        Statistic.COUNT: Spelling(of_values="len({0})", grouped=".size()", rolling=".count().replace(0, np.nan)"),
        Statistic.FIRST: Spelling(of_values="{0}.iloc[0] if len({0}) else np.nan", grouped=".first()"),
        Statistic.LATEST: Spelling(of_values="{0}.iloc[-1] if len({0}) else np.nan", grouped=".last()"),
        Statistic.CHANGE: Spelling(of_values="{0}.iloc[-1] - {0}.iloc[0] if len({0}) else np.nan"),
        Statistic.OUTLIERS: Spelling(of_values="len(outliers_of({0}))"),
    }
)
