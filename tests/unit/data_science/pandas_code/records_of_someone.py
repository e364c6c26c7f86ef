"""Plain records, the tables made of them, and a run of a body on them as the sandbox runs it."""

import json
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, Final

import numpy as np
import pandas as pd
import scipy
from scipy import stats

from services.data_science.adapters.sandbox.analysis import compile_body
from services.data_science.adapters.sandbox.features import attach_derived
from services.data_science.adapters.sandbox.results import encode_result

ACTIVITY_FIELDS: Final = ("duration_min", "distance_m")


@dataclass(frozen=True, kw_only=True)
class Activity:
    start: datetime
    kind: str = "Run"
    fields: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Sample:
    name: str
    value: float
    at: datetime
    unit: str = "mg/dL"
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, kw_only=True)
class Norm:
    metric: str
    mean: float
    sex: str = "any"
    age_low: float = 0
    age_high: float = 120


@dataclass(frozen=True, kw_only=True)
class Records:
    """What is on record of someone; `days` has a day for every row of the summary, by day what was measured."""

    days: Mapping[date, Mapping[str, float]] = field(default_factory=dict)
    activities: Sequence[Activity] = ()
    samples: Sequence[Sample] = ()
    norms: Sequence[Norm] = ()
    age: float | None = None
    sex: str | None = None


def tables_of(records: Records) -> tuple[pd.DataFrame, ...]:
    """The five tables as they reach a body; a metric that was never recorded has no column."""
    names = sorted({name for values in records.days.values() for name in values})
    summary = {name: _numbers([each.get(name) for each in records.days.values()]) for name in names}
    done, samples = records.activities, records.samples
    fields = {name: _numbers([each.fields.get(name) for each in done]) for name in ACTIVITY_FIELDS}
    norms = [{**vars(each), "sd": 1.0, "source": "A (2020)"} for each in records.norms]
    return (
        pd.DataFrame({"datetime": _moments(list(records.days)), **summary}).sort_values("datetime", ignore_index=True),
        pd.DataFrame({"start": _moments([e.start for e in done]), "kind": _texts([e.kind for e in done]), **fields}),
        pd.DataFrame({"age_years": _numbers([records.age]), "sex": _texts([records.sex])}),
        pd.DataFrame(norms, columns=["metric", "sex", "age_low", "age_high", "mean", "sd", "source"]),
        pd.DataFrame(
            {
                "name": _texts([each.name for each in samples]),
                "value": _numbers([each.value for each in samples]),
                "unit": _texts([each.unit for each in samples]),
                "collected_at": _moments([each.at for each in samples]),
                "date": _moments([each.at.date() for each in samples]),
                "reference_low": _numbers([each.low for each in samples]),
                "reference_high": _numbers([each.high for each in samples]),
            }
        ),
    )


def run(code: str, records: Records) -> dict[str, Any]:
    """What the body returns, as the sandbox hands it back; a warning of pandas or numpy is an error."""
    summary, *others = tables_of(records)
    namespace: dict[str, Any] = {"pd": pd, "np": np, "scipy": scipy, "stats": stats}
    exec(compile(compile_body(code), "<analysis>", "exec"), namespace)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        returned = namespace["analysis"](attach_derived(summary, code), *others)
    result: dict[str, Any] = json.loads(encode_result(returned, limit_bytes=1 << 22))
    return result


def _moments(values: Sequence[date]) -> "pd.Series[Any]":
    return pd.Series(pd.to_datetime([each.isoformat() for each in values], format="ISO8601")).astype("datetime64[ns]")


def _numbers(values: Sequence[float | None]) -> "pd.Series[float]":
    return pd.Series([np.nan if each is None else each for each in values], dtype="float64")


def _texts(values: Sequence[str | None]) -> "pd.Series[Any]":
    return pd.Series(list(values), dtype="str")
