"""Fakes of the analyst's ports, and a person's data to ask about."""

import math
import traceback
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa

from services.data_science.adapters.rules.metrics import METRICS
from services.data_science.adapters.sandbox.features import attach_derived
from services.data_science.domain.analysis import AnalysisEvent, Completed
from services.data_science.domain.data import DataDescription
from services.data_science.domain.run import Frames, IsolationLevel, Raised, RunOutcome, Succeeded

FIRST, TODAY = date(2023, 3, 1), date(2024, 3, 15)
"""A Wednesday and, 380 days later, a Friday."""

UNITS: Mapping[str, str] = {
    "steps": "count",
    "distance_km": "km",
    "calories_kcal": "kcal",
    "resting_heart_rate": "bpm",
    "heart_rate_variability": "ms",
    "respiratory_rate": "breaths/min",
    "spo2": "%",
    "skin_temperature": "degC",
    "weight_kg": "kg",
    "sleep_score": "points",
    "stress_management_score": "points",
    "hrv_rhr_ratio": "ms/bpm",
    "cardio_fitness_index": "count/bpm",
} | {name: "%" if name.endswith("percent") else "min" for name in METRICS if name.endswith(("percent", "minutes"))}


def described(*recorded: str, first: date = FIRST, today: date = TODAY) -> DataDescription:
    """A description in which the named metrics are recorded; all of the lexicon's when none is named."""
    names = recorded or tuple(METRICS)
    rolling = {f"{name}_{kind}_30d": unit for name, unit in UNITS.items() for kind in ("mean", "sd", "cv")}
    return DataDescription(
        first_date=first,
        reference_date=today,
        units={**UNITS, **rolling},
        recorded=names,
    )


NO_DATA = DataDescription(first_date=None, reference_date=None, units=UNITS, recorded=())


def ipc(frame: pd.DataFrame) -> bytes:
    """A frame as health_data sends it."""
    table = pa.Table.from_pandas(frame, preserve_index=False)
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    return bytes(sink.getvalue().to_pybytes())


def frames_of(summary: pd.DataFrame) -> Frames:
    empty = ipc(pd.DataFrame({"start": pd.Series(dtype="datetime64[us]")}))
    return Frames(summary=ipc(summary), activities=empty, profile=empty, population=empty)


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


def execute(code: str, summary: pd.DataFrame) -> Any:
    """What the body of `analysis(...)` returns, run here, as the sandbox would hand it back."""
    body = "\n".join(f"    {line}" for line in code.splitlines())
    scope: dict[str, Any] = {}
    exec(f"def analysis(summary_df, activities_df, profile_df, population_df):\n{body}", scope)
    frame = attach_derived(summary.astype({"datetime": "datetime64[ns]"}), code)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return plain(scope["analysis"](frame, None, None, None))


def plain(value: Any) -> Any:
    """As JSON: numbers of Python, and no NaN."""
    match value:
        case dict():
            return {key: plain(each) for key, each in value.items()}
        case list() | tuple():
            return [plain(each) for each in value]
        case int() | np.integer():
            return int(value)
        case float() | np.floating():
            return float(value) if math.isfinite(value) else None
        case _:
            return value


class InProcessRunner:
    """A `CodeRunner` that really runs the code, without any isolation."""

    level = IsolationLevel.FULL

    def __init__(self) -> None:
        self.ran: list[str] = []

    async def start(self) -> None:
        return None

    async def stop(self) -> None:
        return None

    async def run(self, code: str, frames: Frames) -> RunOutcome:
        self.ran.append(code)
        summary = pa.ipc.open_stream(frames.summary).read_all().to_pandas()
        try:
            return Succeeded(result=execute(code, summary), stdout="", duration_ms=1.0)
        except Exception as error:  # noqa: BLE001, whatever the code raises
            return Raised(
                error_type=type(error).__name__,
                message=str(error),
                traceback=traceback.format_exc(limit=0),
                stdout="",
                duration_ms=1.0,
            )


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
    """A `HealthData` that holds one table, whoever asks."""

    summary: pd.DataFrame = field(default_factory=person)
    description: Callable[[], DataDescription] | None = None
    calls: list[str] = field(default_factory=list)

    async def describe(self, user_id: str) -> DataDescription:
        self.calls.append("describe")
        recorded = tuple(
            name for name in self.summary.columns if name != "datetime" and self.summary[name].notna().any()
        )
        return self.description() if self.description else described(*recorded)

    async def frames(self, user_id: str) -> Frames:
        self.calls.append("frames")
        return frames_of(self.summary)

    async def close(self) -> None:
        self.calls.append("close")


def completed(events: Sequence[AnalysisEvent]) -> Completed:
    """The terminal event, which is the last and the only one."""
    last = events[-1]
    assert isinstance(last, Completed)
    assert not any(isinstance(event, Completed) for event in events[:-1])
    return last
