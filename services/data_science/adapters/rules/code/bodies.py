"""The pandas a query stands for, as a careful analyst would write it."""

from collections.abc import Iterator
from typing import Final, assert_never

from services.data_science.adapters.rules.code.describing import describe
from services.data_science.adapters.rules.code.interval import MEAN_INTERVAL, has_interval
from services.data_science.adapters.rules.code.lists import breakdown, combine, kinds, ranking
from services.data_science.adapters.rules.code.series import associate, change_point, compare, trend
from services.data_science.domain.query import (
    Associate,
    Breakdown,
    ChangePoint,
    Combine,
    Compare,
    Describe,
    Kinds,
    Query,
    Ranking,
    Trend,
)

_IMPORTS: Final = (("np.", "import numpy as np"), ("pd.", "import pandas as pd"), ("stats.", "from scipy import stats"))


def code_for(query: Query) -> str:
    """The body of `analysis(...)`: returns a dict, of the counts alone where there is too little to compute from."""
    lines = [*(MEAN_INTERVAL if _has_interval(query) else ()), *_lines(query)]
    body = "\n".join(lines)
    imports = [line for use, line in _IMPORTS if use in body]
    gap = [""] * (2 if body.startswith("def ") else 1) if imports else []
    return "\n".join([*imports, *gap, body, ""])


def _has_interval(query: Query) -> bool:
    match query:
        case Describe():
            return has_interval(query)
        case Combine(first=first, second=second):
            return has_interval(first) or has_interval(second)
        case _:
            return False


def _lines(query: Query) -> Iterator[str]:
    match query:
        case Describe():
            lines = describe(query)
        case Compare():
            lines = compare(query)
        case Associate():
            lines = associate(query)
        case Trend():
            lines = trend(query)
        case ChangePoint():
            lines = change_point(query)
        case Breakdown():
            lines = breakdown(query)
        case Ranking():
            lines = ranking(query)
        case Kinds():
            lines = kinds(query)
        case Combine():
            lines = combine(query)
        case _:
            assert_never(query)
    return lines
