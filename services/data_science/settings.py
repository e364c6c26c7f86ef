"""The settings of the data-science service."""

from typing import Annotated, ClassVar, Final, Literal, Self

from pydantic import BeforeValidator, Field, SecretStr, model_validator

from amy.llm.settings import MindSettings
from services.data_science.adapters.runners import RunnerOptions
from services.data_science.adapters.sandbox.config import PoolConfig, SandboxLimits
from services.data_science.domain.run import IsolationLevel
from services.data_science.domain.sandbox import (
    DEFAULT_NETWORK_ALLOWED_HOSTS,
    DaytonaResources,
    SandboxConfig,
    SandboxMode,
)

_DEFAULTS: Final = SandboxConfig()


def _listed(value: object) -> object:
    """A list as a variable holds it: "a, b"."""
    return tuple(part.strip() for part in value.split(",") if part.strip()) if isinstance(value, str) else value


def _resources(value: object) -> object:
    """Cores, GB of memory and GB of disk as a variable holds them: "2, 4, 10"."""
    if not isinstance(value, str) or not value:
        return value or None
    return dict(zip(("cpu", "memory", "disk"), value.split(","), strict=True))


class Settings(MindSettings):
    service: ClassVar[str] = "data_science"

    health_data_address: str
    """Where the user's data is read, "host:port"."""
    read_timeout_s: float = Field(default=15.0, gt=0)
    """How long reading the data of one analysis may take, repeats included."""
    sandbox_wall_time_s: float = Field(default=10.0, gt=0)
    sandbox_cpu_time_s: int = Field(default=8, gt=0)
    sandbox_memory_mb: int = Field(default=1024, gt=0)
    sandbox_output_kb: int = Field(default=1024, gt=0)
    sandbox_max_concurrent: int = Field(default=2, gt=0)
    """How many runs go on at once; further ones wait."""
    sandbox_minimum_level: Literal["none", "filtered", "full"] = "filtered"
    """Below this isolation level no generated code is run."""

    sandbox_mode: SandboxMode = _DEFAULTS.mode
    """Where generated code runs; the settings below are described in `domain/sandbox.py`."""
    sandbox_personal_data: bool = _DEFAULTS.personal_data
    sandbox_instance: str = _DEFAULTS.instance
    sandbox_image: str = _DEFAULTS.image
    sandbox_engine_url: str = _DEFAULTS.engine_url
    sandbox_warm: int = _DEFAULTS.warm
    sandbox_runs_per_zygote: int = Field(default=PoolConfig.runs_per_zygote, gt=0)
    """Of the local sandbox, as the next: after so many runs the process they are forked from is replaced."""
    sandbox_idle_s: float = Field(default=PoolConfig.idle_s, gt=0)
    """After so long without a run its memory is given back; the next run then takes a second longer."""
    sandbox_network_allowlist_enabled: bool = _DEFAULTS.network_allowlist_enabled
    sandbox_network_allowed_hosts: Annotated[tuple[str, ...], BeforeValidator(_listed)] = DEFAULT_NETWORK_ALLOWED_HOSTS
    daytona_api_key: SecretStr = SecretStr("")
    daytona_api_url: str = _DEFAULTS.daytona_api_url
    daytona_target: str = _DEFAULTS.daytona_target
    daytona_resources: Annotated[DaytonaResources | None, BeforeValidator(_resources)] = None
    daytona_image: str = _DEFAULTS.daytona_image
    daytona_snapshot: str = _DEFAULTS.daytona_snapshot
    daytona_timeout_s: float = _DEFAULTS.daytona_timeout_s

    @model_validator(mode="after")
    def _go_together(self) -> Self:
        self.sandbox()
        return self

    def sandbox(self) -> SandboxConfig:
        return SandboxConfig(
            mode=self.sandbox_mode,
            image=self.sandbox_image,
            engine_url=self.sandbox_engine_url,
            instance=self.sandbox_instance,
            warm=self.sandbox_warm,
            network_allowlist_enabled=self.sandbox_network_allowlist_enabled,
            network_allowed_hosts=self.sandbox_network_allowed_hosts,
            personal_data=self.sandbox_personal_data,
            daytona_api_url=self.daytona_api_url,
            daytona_target=self.daytona_target,
            daytona_resources=self.daytona_resources,
            daytona_image=self.daytona_image,
            daytona_snapshot=self.daytona_snapshot,
            daytona_timeout_s=self.daytona_timeout_s,
        )

    def runner_options(self) -> RunnerOptions:
        pool = PoolConfig(
            workers=self.sandbox_warm, runs_per_zygote=self.sandbox_runs_per_zygote, idle_s=self.sandbox_idle_s
        )
        return RunnerOptions(
            config=self.sandbox(), limits=self.sandbox_limits(), pool=pool, daytona_api_key=self.daytona_api_key
        )

    def sandbox_limits(self) -> SandboxLimits:
        return SandboxLimits(
            wall_time_s=self.sandbox_wall_time_s,
            cpu_time_s=self.sandbox_cpu_time_s,
            memory_bytes=self.sandbox_memory_mb << 20,
            output_bytes=self.sandbox_output_kb << 10,
            max_concurrent=self.sandbox_max_concurrent,
            minimum_level=IsolationLevel[self.sandbox_minimum_level.upper()],
        )
