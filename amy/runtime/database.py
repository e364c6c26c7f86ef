"""How a service uses its database: how long it waits for it, and how many connections it may have."""

from dataclasses import dataclass
from typing import Final

from pydantic import Field, SecretStr

from amy.runtime.settings import ServiceSettings


@dataclass(frozen=True, kw_only=True)
class DatabaseOptions:
    """What is up to whoever runs a service. An SQLite file is not waited for, and its connections are not counted.

    Attributes:
        wait_s: how long PostgreSQL may be away at the start.
        pool_size: connections that are kept.
        pool_overflow: connections beside these, closed after use.
        pool_timeout_s: how long a request waits for a connection.
    """

    wait_s: float = 60.0
    pool_size: int = 4
    pool_overflow: int = 0
    pool_timeout_s: float = 5.0


DEFAULT_OPTIONS: Final = DatabaseOptions()


class DatabaseSettings(ServiceSettings):
    """Base of the settings of a service that keeps tables."""

    database_url: SecretStr
    """`sqlite:///file` or `postgresql://…`; secret because it may hold a password."""
    database_wait_s: float = Field(default=60.0, ge=0)
    """How long PostgreSQL may be away at the start before the service gives up."""
    database_pool_size: int = Field(default=4, ge=1)
    """Connections to PostgreSQL that are kept for reads and writes."""
    database_pool_overflow: int = Field(default=0, ge=0)
    """Connections beside these while there is much to do."""
    database_pool_timeout_s: float = Field(default=5.0, gt=0)
    """How long a read or write waits for a connection before it is refused with 503."""

    @property
    def database(self) -> DatabaseOptions:
        return DatabaseOptions(
            wait_s=self.database_wait_s,
            pool_size=self.database_pool_size,
            pool_overflow=self.database_pool_overflow,
            pool_timeout_s=self.database_pool_timeout_s,
        )
