"""Running generated code as the sandbox does, and people to run it on: plain records and the tables made of them."""

import json
import random
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import Any, Final

import numpy as np
import pandas as pd
import scipy
from hypothesis import strategies as st
from scipy import stats

from services.data_science.adapters.sandbox.analysis import compile_body
from services.data_science.adapters.sandbox.features import attach_derived
from services.data_science.adapters.sandbox.results import encode_result

TODAY: Final = date(2024, 3, 15)
METRICS: Final = ("steps", "sleep_minutes")
FIELDS: Final = ("distance_m", "duration_min")
KINDS: Final = ("Run", "run", "Swim", "Wal\"k'ing, \\slow")


@dataclass(frozen=True, kw_only=True)
class Done:
    """One activity; a field that is not known is absent."""

    start: datetime
    kind: str
    fields: Mapping[str, float]


@dataclass(frozen=True, kw_only=True)
class Sample:
    name: str
    value: float
    unit: str
    at: datetime


@dataclass(frozen=True, kw_only=True)
class Person:
    """What is on record of someone; `days` has a day for every row of the summary, by day what was measured."""

    days: Mapping[date, Mapping[str, float]] = field(default_factory=dict)
    activities: Sequence[Done] = ()
    samples: Sequence[Sample] = ()
    age: float | None = None
    sex: str | None = None
    norms: Sequence[Mapping[str, Any]] = ()


def tables_of(person: Person) -> tuple[pd.DataFrame, ...]:
    """The five tables as they reach generated code."""
    days = list(person.days)
    recorded = [name for name in METRICS if any(name in person.days[day] for day in days)]
    summary = pd.DataFrame(
        {
            "datetime": _moments(days),
            **{name: _numbers([person.days[day].get(name) for day in days]) for name in recorded},
        }
    )
    activities = pd.DataFrame(
        {
            "start": _moments([each.start for each in person.activities]),
            "kind": pd.Series([each.kind for each in person.activities], dtype="str"),
            **{name: _numbers([each.fields.get(name) for each in person.activities]) for name in FIELDS},
        }
    )
    profile = pd.DataFrame({"age_years": _numbers([person.age]), "sex": pd.Series([person.sex], dtype="str")})
    norms = ("metric", "sex", "age_low", "age_high", "mean", "sd", "source")
    population = pd.DataFrame(list(person.norms), columns=list(norms))
    biomarkers = pd.DataFrame(
        {
            "name": pd.Series([each.name for each in person.samples], dtype="str"),
            "value": _numbers([each.value for each in person.samples]),
            "unit": pd.Series([each.unit for each in person.samples], dtype="str"),
            "collected_at": _moments([each.at for each in person.samples]),
            "date": _moments([each.at.date() for each in person.samples]),
        }
    )
    return summary, activities, profile, population, biomarkers


def _moments(values: Sequence[date]) -> "pd.Series[Any]":
    return pd.Series(pd.to_datetime([each.isoformat() for each in values], format="ISO8601")).astype("datetime64[ns]")


def _numbers(values: Sequence[float | None]) -> "pd.Series[float]":
    return pd.Series([np.nan if each is None else each for each in values], dtype="float64")


def run(code: str, person: Person) -> dict[str, Any]:
    """What the body returns, run here, as the sandbox hands it back."""
    summary, *others = tables_of(person)
    namespace: dict[str, Any] = {"pd": pd, "np": np, "scipy": scipy, "stats": stats}
    exec(compile(compile_body(code), "<analysis>", "exec"), namespace)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        returned = namespace["analysis"](attach_derived(summary, code), *others)
    result: dict[str, Any] = json.loads(encode_result(returned, limit_bytes=1 << 20))
    return result


@st.composite
def people(draw: st.DrawFn) -> Person:
    """Up to 60 days that end today, some without a row or a value; activities also on days without; ties everywhere.

    Drawn from a seed: lists that are drawn one by one are mostly too short to hold anything of interest.
    """
    rng = random.Random(draw(st.integers(0, 10**6)))
    length = draw(st.one_of(st.integers(0, 60), st.integers(40, 60)))
    missing = draw(st.sampled_from([0.0, 0.2, 0.6]))
    done = draw(st.one_of(st.integers(0, 40), st.integers(20, 40)))
    rows = [back for back in range(length, -1, -1) if rng.random() >= missing / 2]

    def known(names: Sequence[str]) -> dict[str, float]:
        whole = rng.random() < 0.7
        drawn = {name: rng.uniform(30, 60) for name in names if rng.random() >= missing}
        return {name: float(round(value)) if whole else value for name, value in drawn.items()}

    def moment() -> datetime:
        return datetime.combine(TODAY - timedelta(days=rng.randint(0, length + 2)), time(rng.randint(0, 23)))

    return Person(
        days={TODAY - timedelta(days=back): known(METRICS) for back in rows},
        activities=[Done(start=moment(), kind=rng.choice(KINDS), fields=known(FIELDS)) for _ in range(done)],
        samples=[
            Sample(name=name, value=float(rng.randint(30, 60)), unit=rng.choice(["mg/dL", "mmol/L"]), at=at)
            for name in ("LDL", "HDL")
            for at in sorted({moment() for _ in range(draw(st.integers(0, 8)))})
        ],
        age=draw(st.sampled_from([None, 30.0, 44.0])),
        sex=draw(st.sampled_from([None, "female", "male"])),
        norms=NORMS,
    )


NORMS: Final = (
    {"metric": "steps", "sex": "female", "age_low": 18, "age_high": 39, "mean": 40.0, "sd": 5.0, "source": "A (2020)"},
    {"metric": "steps", "sex": "female", "age_low": 40, "age_high": 120, "mean": 38.0, "sd": 4.0, "source": "A (2020)"},
    {"metric": "sleep_minutes", "sex": "any", "age_low": 40, "age_high": 50, "mean": 45.0, "sd": 9.0, "source": "B"},
)
