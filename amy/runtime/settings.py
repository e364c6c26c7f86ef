"""What every service's settings have in common."""

from collections.abc import Mapping
from typing import ClassVar, Self

from pydantic import SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict


class ServiceSettings(BaseSettings):
    """Base of a service's settings: frozen, read once, from `AMY_<SERVICE>_<FIELD>`."""

    model_config = SettingsConfigDict(frozen=True, extra="forbid")

    service: ClassVar[str]

    listen: str = "127.0.0.1:0"
    mesh_token: SecretStr = SecretStr("")
    """What services of one system show each other. Empty: any caller that reaches the port is served."""
    drain_s: float = 10.0
    log_level: str = "INFO"

    @classmethod
    def from_env(cls, env: Mapping[str, str]) -> Self:
        """Settings from the variables of `env` that carry this service's prefix.

        Raises:
            pydantic.ValidationError: a variable with the prefix that is no setting, or a value that does not parse.
        """
        prefix = f"AMY_{cls.service.upper()}_"
        known = {name.upper(): name for name in cls.model_fields}
        values = {
            known[key.removeprefix(prefix)]: value
            for key, value in env.items()
            if key.startswith(prefix) and key.removeprefix(prefix) in known
        }
        return cls.model_validate(values)
