"""The settings of the data-science service."""

from typing import ClassVar, Literal

from pydantic import Field

from amy.runtime.settings import ServiceSettings
from services.data_science.adapters.sandbox.config import SandboxLimits
from services.data_science.domain.run import IsolationLevel


class Settings(ServiceSettings):
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

    def sandbox_limits(self) -> SandboxLimits:
        return SandboxLimits(
            wall_time_s=self.sandbox_wall_time_s,
            cpu_time_s=self.sandbox_cpu_time_s,
            memory_bytes=self.sandbox_memory_mb << 20,
            output_bytes=self.sandbox_output_kb << 10,
            max_concurrent=self.sandbox_max_concurrent,
            minimum_level=IsolationLevel[self.sandbox_minimum_level.upper()],
        )
