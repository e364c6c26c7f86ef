"""The settings of the validator."""

import os
from collections.abc import Mapping
from typing import ClassVar, Final, Literal

from pydantic import Field

from amy.llm.settings import MindSettings

_MOST_BY_DEFAULT: Final = 4
"""Gate processes, some 60 MB each: more cores than this belong to others unless somebody says otherwise."""


class Settings(MindSettings):
    service: ClassVar[str] = "validator"
    aliases: ClassVar[Mapping[str, str]] = {
        **MindSettings.aliases,
        "AMY_VALIDATION": "validation",
        "AMY_EMBEDDED": "embedded",
    }

    validation: Literal["layered", "documented"] = "layered"
    """Both layers, or the documented gates alone, for comparison."""

    health_data_address: str
    """Where the stored series are read, "host:port"."""
    read_timeout_s: float = Field(default=10.0, gt=0)
    """How long reading the series of one request may take, repeats included."""
    mind_timeout_s: float = Field(default=60.0, gt=0)
    """How long one critique or one assessment may take before the finding is treated as unreviewed."""
    embedded: bool = False
    """Whether other services share this process."""
    gate_processes: int | None = Field(default=None, ge=0)
    """How many processes gate findings, one at a time each; by default one a core, at most four. With 0 the service
    gates on threads of its own, as it does by default when embedded: nothing more to start and keep for one person's
    findings."""

    @property
    def workers(self) -> int:
        """The number of gate processes that was asked for, or the default."""
        if self.gate_processes is not None:
            return self.gate_processes
        return 0 if self.embedded else min(os.cpu_count() or 1, _MOST_BY_DEFAULT)
