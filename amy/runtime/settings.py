"""What every service's settings have in common."""

from collections.abc import Mapping
from typing import ClassVar, Self

from pydantic import SecretStr
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict


class EnvironmentSettings(BaseSettings):
    """Settings of one part: frozen, read once, from `AMY_<PART>_<FIELD>`.

    The text below a field is its description in `docs/configuration.md`.
    """

    # Whoever is told of a wrong setting is not shown the others: a log would hold keys and passwords.
    model_config = SettingsConfigDict(
        frozen=True, extra="forbid", use_attribute_docstrings=True, hide_input_in_errors=True
    )

    service: ClassVar[str]
    aliases: ClassVar[Mapping[str, str]] = {}
    """Settings that operators know by a name of their own: variable → field. The prefixed name wins over it."""

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],  # noqa: ARG003, the library's signature
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,  # noqa: ARG003
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Nothing but what `from_env` passes: an unprefixed `DATABASE_URL` of the machine is none of ours."""
        return (init_settings,)

    @classmethod
    def from_env(cls, env: Mapping[str, str]) -> Self:
        """Settings from the variables of `env` that carry this part's prefix, and from its aliases.

        Raises:
            pydantic.ValidationError: a setting that must be given is missing, or a value does not parse.
        """
        prefix = f"AMY_{cls.service.upper()}_"
        known = {name.upper(): name for name in cls.model_fields}
        values = {field: env[name] for name, field in cls.aliases.items() if name in env}
        values |= {
            known[key.removeprefix(prefix)]: value
            for key, value in env.items()
            if key.startswith(prefix) and key.removeprefix(prefix) in known
        }
        return cls.model_validate(values)


class ServiceSettings(EnvironmentSettings):
    """Base of a service's settings."""

    listen: str = "127.0.0.1:0"
    """The address that is served, "host:port"; port 0 takes any that is free."""
    mesh_token: SecretStr = SecretStr("")
    """What services of one system show each other. Empty: any caller that reaches the port is served."""
    drain_s: float = 10.0
    """How long calls that are under way may take to end after SIGTERM."""
