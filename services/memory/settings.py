"""The settings of the memory service."""

from typing import ClassVar

from pydantic import SecretStr

from amy.runtime.database import DatabaseSettings


class Settings(DatabaseSettings):
    service: ClassVar[str] = "memory"

    database_url: SecretStr
    """What Amy remembers; `sqlite:///file` or `postgresql://…`; secret because it may hold a password."""
