"""The settings of the health coach."""

from typing import ClassVar

from pydantic import Field

from amy.llm.settings import MindSettings


class Settings(MindSettings):
    service: ClassVar[str] = "health_coach"

    health_data_address: str
    """Where it is told what is on record of a person, "host:port"."""
    read_timeout_s: float = Field(default=15.0, gt=0)
    """How long that may take, repeats included."""
