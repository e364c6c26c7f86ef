"""What running a piece of generated code can come to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import TypeAlias

JsonValue: TypeAlias = bool | int | float | str | Sequence["JsonValue"] | Mapping[str, "JsonValue"] | None


@dataclass(frozen=True, kw_only=True)
class Frames:
    """The user's tables as health_data sent them; no bytes are an empty table."""

    summary: bytes
    activities: bytes
    profile: bytes
    population: bytes
    biomarkers: bytes = b""


@dataclass(frozen=True, kw_only=True)
class Succeeded:
    """`result` is what `analysis(...)` returned, as JSON; NaN and infinities have become null."""

    result: JsonValue
    stdout: str
    duration_ms: float


@dataclass(frozen=True, kw_only=True)
class Raised:
    """The code raised; `traceback` names lines of the analysis body only."""

    error_type: str
    message: str
    traceback: str
    stdout: str
    duration_ms: float


class KillReason(StrEnum):
    WALL_TIME = "wall_time"
    CPU_TIME = "cpu_time"
    MEMORY = "memory"
    OUTPUT = "output"
    FORBIDDEN_CALL = "forbidden_call"
    CRASH = "crash"


@dataclass(frozen=True, kw_only=True)
class Killed:
    """The run was ended from outside, or died."""

    reason: KillReason
    detail: str
    duration_ms: float


RunOutcome: TypeAlias = Succeeded | Raised | Killed


class IsolationLevel(IntEnum):
    """How well this machine isolates generated code.

    FULL: namespaces, pivoted root, Landlock, seccomp, rlimits, no capabilities.
    FILTERED: Landlock, seccomp and rlimits: what a pod under a default seccomp profile allows.
    NONE: less than that.
    """

    NONE = 0
    FILTERED = 2
    FULL = 3
