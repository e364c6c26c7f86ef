"""What every service's settings have in common."""

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar, Self

from pydantic import BaseModel, ConfigDict, Field, SecretStr, model_validator

from amy.runtime.mesh import Mesh
from amy.runtime.tls import TlsError, TlsFiles


class EnvironmentSettings(BaseModel):
    """Settings of one part: frozen, read once, from `AMY_<PART>_<FIELD>`.

    The text below a field is its description in `docs/configuration.md`.
    """

    # Whoever is told of a wrong setting is not shown the others: a log would hold keys and passwords.
    model_config = ConfigDict(
        frozen=True, extra="forbid", validate_default=True, use_attribute_docstrings=True, hide_input_in_errors=True
    )

    service: ClassVar[str]
    aliases: ClassVar[Mapping[str, str]] = {}
    """Settings that operators know by a name of their own: variable → field. The prefixed name wins over it."""

    @classmethod
    def from_env(cls, env: Mapping[str, str]) -> Self:
        """Settings from the variables of `env` that carry this part's prefix, and from its aliases.

        An unprefixed `DATABASE_URL` of the machine is none of ours.

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
    mesh_token_former: SecretStr = SecretStr("")
    """A second token that callers may show while tokens are changed; it is never shown itself."""
    tls_cert: str = ""
    """A PEM file: the certificate, and those between it and the authority. With it the port demands a certificate of
    every caller, and every call to another service shows this one. Empty: calls between services go in plain text."""
    tls_key: str = ""
    """A PEM file: the key of `tls_cert`, not encrypted."""
    tls_ca: str = ""
    """A PEM file: the authorities whose certificates are believed. These three are given together or not at all."""
    connection_age_s: float = Field(default=300.0, gt=0)
    """How long callers use a connection before they look again which replicas there are; calls under way end on it."""
    drain_s: float = 10.0
    """How long calls that are under way may take to end after SIGTERM."""

    @model_validator(mode="after")
    def _tls_is_whole(self) -> Self:
        given = {name: getattr(self, name) for name in ("tls_cert", "tls_key", "tls_ca")}
        if any(given.values()) and not all(given.values()):
            names = [f"AMY_{self.service.upper()}_{name.upper()}" for name, value in given.items() if not value]
            raise TlsError(f"{' and '.join(names)} must be given too: TLS needs certificate, key and authority.")
        return self

    @property
    def tls(self) -> TlsFiles | None:
        if not self.tls_cert:
            return None
        return TlsFiles(certificate=Path(self.tls_cert), key=Path(self.tls_key), authority=Path(self.tls_ca))

    @property
    def mesh(self) -> Mesh:
        """What this service shows those that it calls."""
        return Mesh(token=self.mesh_token.get_secret_value(), tls=self.tls)

    @property
    def mesh_tokens(self) -> tuple[str, ...]:
        """What callers may show; empty: they need show nothing."""
        if not (token := self.mesh_token.get_secret_value()):
            return ()
        return tuple(filter(None, (token, self.mesh_token_former.get_secret_value())))
