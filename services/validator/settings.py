"""The settings of the validator."""

import os
from typing import ClassVar

from pydantic import Field

from amy.runtime.settings import ServiceSettings


class Settings(ServiceSettings):
    service: ClassVar[str] = "validator"

    health_data_address: str
    """Where the stored series are read, "host:port"."""
    read_timeout_s: float = Field(default=10.0, gt=0)
    """How long reading the series of one request may take, repeats included."""
    mind_timeout_s: float = Field(default=60.0, gt=0)
    """How long one critique or one assessment may take before the finding is treated as unreviewed."""
    gate_threads: int = Field(default_factory=lambda: os.cpu_count() or 1, ge=1)
    """How many findings are gated at once."""
