"""The settings of the investigator."""

from typing import ClassVar

from pydantic import Field

from amy.llm.settings import MindSettings


class Settings(MindSettings):
    service: ClassVar[str] = "investigator"

    health_data_address: str
    """Where the person's records are read, "host:port"."""
    read_timeout_s: float = Field(default=10.0, gt=0)
    """How long one reading of the records may take, repeats included."""
