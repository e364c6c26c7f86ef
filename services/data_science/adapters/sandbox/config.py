"""What the sandbox is told: limits by the service, and by the client to the zygote."""

import json
from dataclasses import asdict, dataclass

from services.data_science.domain.run import IsolationLevel


@dataclass(frozen=True, kw_only=True)
class SandboxLimits:
    """What one run may use, and how well it must be isolated.

    `memory_bytes` is address space on top of what the preloaded interpreter already has. `output_bytes` caps stdout
    and stderr, each. A run that needs more than any of these is killed.
    """

    wall_time_s: float = 10.0
    cpu_time_s: int = 8
    memory_bytes: int = 1 << 30
    output_bytes: int = 1 << 20
    result_bytes: int = 4 << 20
    max_concurrent: int = 2
    minimum_level: IsolationLevel = IsolationLevel.FILTERED


@dataclass(frozen=True, kw_only=True)
class PoolConfig:
    """What is kept warm.

    Attributes:
        workers: isolated workers that wait for a job; 0 isolates each when its job comes.
        runs_per_zygote: a zygote that has forked so many workers is replaced, in the background.
        idle_s: after so long without a run, zygote and workers are ended and their memory is given back.
    """

    workers: int = 2
    runs_per_zygote: int = 2000
    idle_s: float = 600.0


@dataclass(frozen=True, kw_only=True)
class ZygoteConfig:
    """The zygote's one argument. It is readable by generated code, so it holds no secret."""

    level: IsolationLevel
    parent_pid: int
    socket_fd: int
    memory_bytes: int
    cpu_time_s: int
    result_bytes: int

    def to_json(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> "ZygoteConfig":
        fields = json.loads(text)
        return cls(**{**fields, "level": IsolationLevel(fields["level"])})
