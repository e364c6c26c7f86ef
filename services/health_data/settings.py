"""The settings of the health-data service."""

from pathlib import Path
from typing import ClassVar

from pydantic import SecretStr

from amy.runtime.database import DatabaseSettings


class Settings(DatabaseSettings):
    service: ClassVar[str] = "health_data"

    database_url: SecretStr
    """The persons' records; `sqlite:///file` or `postgresql://…`; secret because it may hold a password."""
    max_import_bytes: int = 6 * 1024**3
    """A larger file is refused."""
    upload_kept_s: float = 24 * 3600.0
    """How long a file that is sent in pieces is kept after its last byte came; it goes when it is imported."""
    reading_limit_s: float = 600.0
    """A file that takes longer to read is refused."""
    kept_answers_bytes: int = 8 * 1024 * 1024
    """How much of what it was asked for is kept in memory until the person's data changes, as it is sent."""
    norms_file: Path | None = None
    """CSV of population norms; those of a metric that it names replace the built-in ones."""
