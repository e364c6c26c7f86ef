"""Fakes of the analyst's ports, and a person's data to ask about."""

import re
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

import numpy as np
import pandas as pd

from services.data_science.adapters.sandbox.analysis import run_analysis
from services.data_science.adapters.sandbox.protocol import NONCE_BYTES, Job, ReplyKind, decode_reply
from services.data_science.domain.analysis import AnalysisEvent, Completed
from services.data_science.domain.catalogue import Catalogue, Quantity
from services.data_science.domain.draft import Draft, reference
from services.data_science.domain.run import Frames, IsolationLevel, Raised, RunOutcome, Succeeded
from tests.frames import sent

FIRST, TODAY = date(2023, 3, 1), date(2024, 3, 15)
"""A Wednesday and, 380 days later, a Friday."""

METRICS: Mapping[str, Quantity] = {
    each.name: each
    for each in (
        Quantity(name="steps", unit="count", noun="step count", spoken=("steps", "step count"), additive=True),
        Quantity(name="calories_kcal", unit="kcal", noun="calories burned", spoken=("calories",), additive=True),
        Quantity(
            name="resting_heart_rate",
            unit="bpm",
            noun="resting heart rate",
            spoken=("resting heart rate", "rhr"),
            better=False,
        ),
        Quantity(
            name="heart_rate_variability",
            unit="ms",
            noun="heart rate variability",
            spoken=("hrv", "heart rate variability"),
            nightly=True,
            better=True,
        ),
        Quantity(
            name="sleep_minutes", unit="min", noun="sleep duration", spoken=("sleep", "sleep duration"), nightly=True
        ),
        Quantity(name="sleep_score", unit="points", noun="sleep score", spoken=("sleep score",), nightly=True),
    )
}
FIELDS: Mapping[str, Quantity] = {
    each.name: each
    for each in (
        Quantity(name="duration_min", unit="min", noun="duration", spoken=("duration", "minutes"), additive=True),
        Quantity(name="distance_m", unit="m", noun="distance", spoken=("distance",), additive=True),
        Quantity(name="calories_kcal", unit="kcal", noun="calories burned", spoken=("calories",), additive=True),
        Quantity(
            name="average_heart_rate",
            unit="bpm",
            noun="average heart rate",
            spoken=("heart rate", "average heart rate"),
        ),
        Quantity(name="speed_m_per_min", unit="m/min", noun="speed", spoken=("speed",)),
    )
}
KINDS = ("Run", "Treadmill", "Walk")
FIRST_SAMPLE, LAST_SAMPLE = date(2023, 4, 1), date(2024, 3, 1)
BIOMARKERS: Mapping[str, Quantity] = {
    "LDL": Quantity(name="LDL", unit="mg/dL", noun="LDL", spoken=("ldl",)),
    "Ferritin": Quantity(name="Ferritin", unit="ng/mL", noun="ferritin", spoken=("ferritin",)),
}


def catalogue_of(*recorded: str) -> Catalogue:
    """Of someone who exercises and was at a laboratory, with those metrics on record; all of them if none is named."""
    names = recorded or tuple(METRICS)
    return Catalogue(
        first=FIRST,
        today=TODAY,
        metrics={name: replace(each, recorded=name in names) for name, each in METRICS.items()},
        fields=FIELDS,
        biomarkers=BIOMARKERS,
        kinds=KINDS,
        samples=(FIRST_SAMPLE, LAST_SAMPLE),
        population=frozenset({"resting_heart_rate"}),
    )


def frames_of(
    summary: pd.DataFrame, activities: pd.DataFrame | None = None, biomarkers: pd.DataFrame | None = None
) -> Frames:
    nobody = sent(pd.DataFrame({"age_years": [44.0], "sex": ["female"]}))
    norm = {"metric": ["resting_heart_rate"], "sex": ["female"], "age_low": [18], "age_high": [120]}
    norms = sent(pd.DataFrame({**norm, "mean": [66.0], "sd": [9.0], "source": ["Somebody et al. (2020)"]}))
    return Frames(
        summary=sent(summary),
        activities=sent(exercise() if activities is None else activities),
        profile=nobody,
        population=norms,
        biomarkers=sent(laboratory() if biomarkers is None else biomarkers),
    )


def person(*, seed: int = 1, days: int = 381, missing: float = 0.2) -> pd.DataFrame:
    """A year and a bit that ends on `TODAY`, with gaps; sleep lowers the next day's resting heart rate."""
    rng = np.random.default_rng(seed)
    sleep = rng.normal(430, 45, days)
    summary = pd.DataFrame(
        {
            "datetime": pd.date_range(end=pd.Timestamp(TODAY), periods=days).astype("datetime64[us]"),
            "steps": rng.normal(9000, 2500, days).round(),
            "resting_heart_rate": 60 - 0.02 * (np.roll(sleep, 1) - 430) + rng.normal(0, 1.5, days),
            "heart_rate_variability": rng.normal(45, 8, days),
            "sleep_minutes": sleep,
        }
    )
    gaps = rng.random(summary.shape) < missing
    gaps[:, 0] = False
    return summary.mask(gaps)


def exercise(*, seed: int = 2, count: int = 90) -> pd.DataFrame:
    """Some activities within the year that ends on `TODAY`, in the order they were started; a walk has no distance."""
    rng = np.random.default_rng(seed)
    hours = np.sort(rng.choice(365 * 24, count, replace=False)).astype("timedelta64[h]")
    kinds = rng.choice(KINDS, count)
    minutes = rng.normal(45, 10, count).round(1)
    metres = np.where(kinds == "Walk", np.nan, minutes * 160).round(1)
    return pd.DataFrame(
        {
            "start": (pd.Timestamp(TODAY) - pd.Timedelta(days=364) + hours).astype("datetime64[us]"),
            "kind": kinds,
            "duration_min": minutes,
            "distance_m": metres,
            "calories_kcal": (minutes * 9).round(),
            "average_heart_rate": rng.normal(140, 8, count).round(),
            "elevation_gain_m": rng.normal(30, 5, count).round(),
            "steps": (minutes * 150).round(),
            "active_zone_minutes": (minutes * 0.8).round(),
            "speed_m_per_min": metres / minutes,
        }
    )


def laboratory() -> pd.DataFrame:
    """Four samples of LDL and one of ferritin."""
    days = pd.to_datetime([f"{FIRST_SAMPLE}", "2023-07-01", "2023-11-15", f"{LAST_SAMPLE}", f"{LAST_SAMPLE}"])
    return pd.DataFrame(
        {
            "name": ["LDL", "LDL", "LDL", "LDL", "Ferritin"],
            "value": [130.0, 126.0, 121.0, 118.0, 80.0],
            "unit": ["mg/dL"] * 4 + ["ng/mL"],
            "collected_at": days + pd.Timedelta(hours=8),
            "date": days,
            "reference_low": [np.nan] * 5,
            "reference_high": [np.nan] * 5,
        }
    )


class InProcessRunner:
    """A `CodeRunner` that really runs the code as the sandbox does, without any isolation."""

    level = IsolationLevel.FULL

    def __init__(self) -> None:
        self.ran: list[str] = []

    async def start(self) -> None:
        return None

    async def stop(self) -> None:
        return None

    async def run(self, code: str, frames: Frames) -> RunOutcome:
        self.ran.append(code)
        job = Job(nonce=bytes(NONCE_BYTES), code=code, frames=frames)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            reply = decode_reply(run_analysis(job, result_bytes=1 << 20), job.nonce)
        if reply.kind is ReplyKind.RESULT:
            return Succeeded(result=reply.body, stdout="", duration_ms=1.0)
        fields = reply.body if isinstance(reply.body, Mapping) else {}
        return Raised(**{key: str(value) for key, value in fields.items()}, stdout="", duration_ms=1.0)


class ScriptedRunner(InProcessRunner):
    """Gives the outcomes it was told to, in order."""

    def __init__(self, *outcomes: RunOutcome | Exception) -> None:
        super().__init__()
        self._outcomes = list(outcomes)

    async def run(self, code: str, frames: Frames) -> RunOutcome:
        self.ran.append(code)
        outcome = self._outcomes.pop(0)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome


@dataclass
class InMemoryHealthData:
    """A `HealthData` that holds one person's tables, whoever asks."""

    summary: pd.DataFrame = field(default_factory=person)
    activities: pd.DataFrame = field(default_factory=exercise)
    biomarkers: pd.DataFrame = field(default_factory=laboratory)
    has_records: bool = True
    calls: list[str] = field(default_factory=list)

    async def describe(self, user_id: str) -> Catalogue | None:
        self.calls.append("describe")
        recorded = tuple(
            name for name in self.summary.columns if name != "datetime" and self.summary[name].notna().any()
        )
        return catalogue_of(*recorded) if self.has_records else None

    async def frames(self, user_id: str) -> Frames:
        self.calls.append("frames")
        return frames_of(self.summary, self.activities, self.biomarkers)

    async def close(self) -> None:
        self.calls.append("close")


def completed(events: Sequence[AnalysisEvent]) -> Completed:
    """The terminal event, which is the last and the only one."""
    last = events[-1]
    assert isinstance(last, Completed)
    assert not any(isinstance(event, Completed) for event in events[:-1])
    return last


def set_in(spelled: str) -> Draft:
    """A draft from how it is spelled, in braces."""
    return Draft.of(re.sub(r"\{\{([^{}]+)\}\}", lambda found: reference(found[1]), spelled))
