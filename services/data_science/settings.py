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
    """How long a run may take; one that takes longer is killed."""
    sandbox_cpu_time_s: int = Field(default=8, gt=0)
    """How much processor time a run may use."""
    sandbox_memory_mb: int = Field(default=1024, gt=0)
    """How much memory a run may use beside what its interpreter has already."""
    sandbox_output_kb: int = Field(default=1024, gt=0)
    """How much a run may write to standard output and to standard error, each."""
    sandbox_max_concurrent: int = Field(default=2, gt=0)
    """How many runs go on at once; further ones wait."""
    sandbox_minimum_level: Literal["none", "filtered", "full"] = "filtered"
    """Below this isolation level no generated code is run."""

    sandbox_mode: SandboxMode = _DEFAULTS.mode
    """Where generated code runs: in this machine's sandbox, in containers, or on Daytona."""
    sandbox_personal_data: bool = _DEFAULTS.personal_data
    """Whether a person's tables may be sent to Daytona."""
    sandbox_instance: str = _DEFAULTS.instance
    """Names this service to the container engine, so that it clears away what a crash of it left and nothing else."""
    sandbox_image: str = _DEFAULTS.image
    """The image of a container, built from deploy/sandbox."""
    sandbox_engine_url: str = _DEFAULTS.engine_url
    """Where the container engine listens: `unix:///path` or `tcp://127.0.0.1:port`."""
    sandbox_warm: int = _DEFAULTS.warm
    """How many isolated workers, or containers, wait for work."""
    sandbox_runs_per_zygote: int = Field(default=PoolConfig.runs_per_zygote, gt=0)
    """After so many runs of the local sandbox the process they are forked from is replaced."""
    sandbox_idle_s: float = Field(default=PoolConfig.idle_s, gt=0)
    """After so long without a run the local sandbox gives its memory back; the next run then takes a second longer."""
    sandbox_network_allowlist_enabled: bool = _DEFAULTS.network_allowlist_enabled
    """Says that generated code reaches allowed hosts only, and so none; must be false with Daytona."""
    sandbox_network_allowed_hosts: Annotated[tuple[str, ...], BeforeValidator(_listed)] = DEFAULT_NETWORK_ALLOWED_HOSTS
    """Must be empty: generated code has no sockets in any mode."""
    daytona_api_key: SecretStr = SecretStr("")
    """Of an account at Daytona; needed with that mode only, as all that follows."""
    daytona_api_url: str = _DEFAULTS.daytona_api_url
    """Daytona's API: https, or on this machine."""
    daytona_target: str = _DEFAULTS.daytona_target
    """The region."""
    daytona_resources: Annotated[DaytonaResources | None, BeforeValidator(_resources)] = None
    """Cores, GB of memory and GB of disk of a sandbox made from an image, "2, 4, 10"; a snapshot brings its own."""
    daytona_image: str = _DEFAULTS.daytona_image
    """A registry's name of the image built from deploy/sandbox; this or a snapshot must be given."""
    daytona_snapshot: str = _DEFAULTS.daytona_snapshot
    """The name of a snapshot of that image, which starts faster."""
    daytona_timeout_s: float = _DEFAULTS.daytona_timeout_s
    """How long each call to Daytona may take; greater than 0."""

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
