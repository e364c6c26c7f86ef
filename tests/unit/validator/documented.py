"""The specification's gate script, written the plain way: pandas reads, scipy computes, one finding after the other.

Nothing here is shared with the service but the shape of a finding. It is what the service must agree with.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy import stats

from services.validator.domain.algebra import (
    All,
    Calendar,
    Compare,
    Contrast,
    Field,
    Literal,
    Question,
    Reduce,
    Relate,
    Rows,
    Tell,
    Trend,
    Where,
)
from services.validator.domain.claims.finding import Finding


@dataclass(frozen=True)
class Documented:
    """Verdicts by gate name, None for a gate that does not apply; absent for one that did not run."""

    gates: dict[str, bool | None]
    verdict: str
    detail: dict[str, float]


def frame_of(columns: Mapping[str, Mapping[pd.Timestamp, float]]) -> pd.DataFrame:
    """The `summary` table: one row a calendar day, from the first to the last day on record."""
    frame = pd.DataFrame({name: pd.Series(dict(values), dtype="float64") for name, values in columns.items()})
    return frame.sort_index().asfreq("D") if len(frame) else frame


def select(question: Question, summary: pd.DataFrame) -> pd.DataFrame:
    """Columns `feature` and, for an association, `target`, on the days that are asked about and have a value."""
    groups = _groups(question)
    spans = [_span(rows) for rows in groups]
    lag_days = question.lag_days if isinstance(question, Relate) else 0
    around = pd.Timedelta(days=1 + abs(lag_days))
    days = pd.date_range(min(start for start, _ in spans) - around, max(end for _, end in spans) + around)
    frame = summary.reindex(days)
    keep = pd.Series(data=False, index=frame.index)
    for (start, end), rows in zip(spans, groups, strict=True):
        keep |= (frame.index >= start) & (frame.index <= end) & _passing(rows, frame)
    feature, *target = _names(question)
    columns = {"feature": frame[feature]}
    if target:
        columns["target"] = frame[target[0]].shift(-lag_days)
    return pd.DataFrame(columns)[keep].dropna()


def _groups(question: Question) -> list[Rows]:
    match question:
        case Contrast(rows=rows, baseline=baseline):
            return [baseline, rows]
        case Relate(rows=rows) | Trend(rows=rows) | Tell(number=Reduce(rows=rows)):
            return [rows]
        case _:
            raise AssertionError(question)


def _names(question: Question) -> list[str]:
    match question:
        case Relate(left=Field(name=left), right=Field(name=right)):
            return [left, right]
        case (
            Contrast(column=Field(name=name))
            | Trend(column=Field(name=name))
            | Tell(number=Reduce(column=Field(name=name)))
        ):
            return [name]
        case _:
            raise AssertionError(question)


def _span(rows: Rows) -> tuple[pd.Timestamp, pd.Timestamp]:
    while isinstance(rows, Where):
        rows = rows.rows
    assert isinstance(rows, All)
    assert isinstance(rows.window.start, date)
    assert isinstance(rows.window.end, date)
    return pd.Timestamp(rows.window.start), pd.Timestamp(rows.window.end)


def _passing(rows: Rows, frame: pd.DataFrame) -> NDArray[np.bool_]:
    keep = np.ones(len(frame), np.bool_)
    while isinstance(rows, Where):
        match rows.test:
            case Compare(column=Field(name=name), operator=operator, number=Literal(value=value)):
                said = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge", "==": "eq"}
                keep &= getattr(frame[name], said[operator.value])(value).to_numpy() & frame[name].notna().to_numpy()
            case Calendar(iso_weekdays=weekdays):
                keep &= np.array([stamp.isoweekday() in weekdays for stamp in pd.DatetimeIndex(frame.index)])
            case _:
                raise AssertionError(rows.test)
        rows = rows.rows
    return keep


def resampled(n: int) -> NDArray[np.int64]:
    """The documented resamples, drawn one by one."""
    rng = np.random.default_rng(42)
    return np.array([rng.integers(0, n, n) for _ in range(1000)])


def spearman(x: NDArray[np.float64], y: NDArray[np.float64]) -> float:
    if len(x) < 2 or len(np.unique(x)) == 1 or len(np.unique(y)) == 1:
        return float("nan")
    return float(stats.spearmanr(x, y).statistic)


def bootstrap_rhos(x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.float64]:
    """Spearman's correlation of each resample: average ranks by sorting, then Pearson; NaN where one is constant."""
    index = resampled(len(x))
    a = stats.rankdata(x[index], axis=1)
    b = stats.rankdata(y[index], axis=1)
    a = a - a.mean(axis=1, keepdims=True)
    b = b - b.mean(axis=1, keepdims=True)
    with np.errstate(invalid="ignore"):
        rhos: NDArray[np.float64] = (a * b).sum(axis=1) / np.sqrt((a * a).sum(axis=1) * (b * b).sum(axis=1))
    return rhos


def run(finding: Finding, summary: pd.DataFrame) -> Documented:
    """The gates and the verdict of one finding."""
    assert finding.question
    assert finding.kind
    data = select(finding.question, summary)
    association = finding.kind.value == "association"
    x = data["feature"].to_numpy()
    y = data["target"].to_numpy() if association else x
    gates: dict[str, bool | None] = {}
    detail: dict[str, float] = {"n": len(x)}
    gates["sample_size"] = len(x) >= (20 if association else 10)
    if not gates["sample_size"]:
        return Documented(gates, "rejected", detail)
    if association:
        _association(x, y, gates, detail)
        if not gates["construct_validity"]:
            return Documented(gates, "rejected", detail)
    else:
        effect = next((n.value for n in finding.numbers if n.key == "effect"), 0.0)
        assert isinstance(effect, float)
        with np.errstate(over="ignore"):
            sd = pd.Series(x).std() if x.min() < x.max() else 0.0
        gates["effect_vs_noise"] = sd in {0, np.inf} or bool(abs(effect) / sd >= 0.5)
        gates["construct_validity"] = None
        gates["bootstrap"] = True
        gates |= dict.fromkeys(("subgroup_consistency", "method_triangulation", "discriminative_power"))
        means = x[resampled(len(x))].mean(axis=1)
        detail |= {"mean_ci_low": float(np.quantile(means, 0.025)), "mean_ci_high": float(np.quantile(means, 0.975))}
    return Documented(gates, _verdict(gates), detail)


def _association(
    x: NDArray[np.float64], y: NDArray[np.float64], gates: dict[str, bool | None], detail: dict[str, float]
) -> None:
    rho = spearman(x, y)
    gates["effect_vs_noise"] = None
    gates["construct_validity"] = not abs(rho) > 0.85
    detail["rho"] = rho
    if not gates["construct_validity"]:
        return
    rhos = bootstrap_rhos(x, y)
    rhos = rhos[np.isfinite(rhos)]
    low, high = np.quantile(rhos, [0.025, 0.975]) if len(rhos) else (np.nan, np.nan)
    detail |= {"ci_low": float(low), "ci_high": float(high)}
    gates["bootstrap"] = bool(low > 0 or high < 0)
    half = len(x) // 2
    gates["subgroup_consistency"] = spearman(x[:half], y[:half]) * spearman(x[half:], y[half:]) > 0
    gates["method_triangulation"] = bool(rho * stats.kendalltau(x, y).statistic > 0)
    gates["discriminative_power"] = abs(rho) >= 0.10


def _verdict(gates: Mapping[str, bool | None]) -> str:
    if gates["bootstrap"] is False and gates["discriminative_power"] is False:
        return "rejected"
    applicable = [passed for passed in gates.values() if passed is not None]
    if not applicable:
        return "conditional"
    ratio = sum(applicable) / len(applicable)
    if ratio >= 0.85:
        return "validated"
    return "conditional" if ratio >= 0.5 else "rejected"
