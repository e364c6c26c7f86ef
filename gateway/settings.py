"""The gateway's settings: `AMY_GATEWAY_*`."""

from collections.abc import Mapping
from typing import Annotated, ClassVar

from pydantic import AfterValidator, Field, SecretStr

from amy.runtime.settings import ServiceSettings
from gateway.adapters.upstream import Connection
from gateway.app import Limits


def _origins(text: str) -> str:
    if any(not origin.strip() for origin in text.split(",")) and text:
        raise ValueError("a comma-separated list of origins, or *, or nothing")
    return text


class Settings(ServiceSettings):
    service: ClassVar[str] = "gateway"
    aliases: ClassVar[Mapping[str, str]] = {"AMY_SSE_KEEPALIVE_S": "sse_keepalive_s"}

    listen: str = "127.0.0.1:8420"
    database_url: SecretStr
    """API keys and kept replies; `sqlite:///file` or `postgresql://…`; secret because it may hold a password."""
    orchestrator_address: str
    memory_address: str
    health_data_address: str
    admin_key: SecretStr = SecretStr("")
    """A bearer key that may act for any user and manage keys. Empty: nobody may."""
    public_docs_url: str = "https://docs.amy.health/concepts/errors"
    """What `docs_url` in an error points to, before `#<code>`."""
    cors_origins: Annotated[str, AfterValidator(_origins)] = ""
    """Origins whose pages may read the API, separated by commas; `*` for all; empty for none."""
    sse_keepalive_s: Annotated[float, Field(ge=0)] = 0.0
    """Seconds of silence after which a comment line keeps a stream open; 0 sends none."""
    rate_per_minute: Annotated[int, Field(ge=0)] = 600
    """Requests a user may make in a minute, and at once; 0 for no limit."""
    max_json_bytes: Annotated[int, Field(gt=0)] = 1024 * 1024
    max_import_bytes: Annotated[int, Field(gt=0)] = 256 * 1024 * 1024
    upstream_timeout_s: Annotated[float, Field(gt=0)] = 10.0
    import_timeout_s: Annotated[float, Field(gt=0)] = 600.0
    turn_timeout_s: Annotated[float, Field(gt=0)] = 900.0
    """How long `"stream": false` waits for the end of a turn."""
    stream_timeout_s: Annotated[float, Field(gt=0)] = 3600.0
    """How long one event stream is held open before it is opened again where it stopped."""
    resume_s: Annotated[float, Field(ge=0)] = 30.0
    """How long a broken event stream is tried again before the client is let go."""
    stream_channels: Annotated[int, Field(ge=1)] = 4
    """Connections to the orchestrator that the open streams share."""

    @property
    def connection(self) -> Connection:
        return Connection(
            orchestrator_address=self.orchestrator_address,
            memory_address=self.memory_address,
            health_data_address=self.health_data_address,
            mesh_token=self.mesh_token.get_secret_value(),
            docs_url=self.public_docs_url,
            timeout_s=self.upstream_timeout_s,
            import_timeout_s=self.import_timeout_s,
            stream_timeout_s=self.stream_timeout_s,
            stream_channels=self.stream_channels,
        )

    @property
    def limits(self) -> Limits:
        return Limits(
            admin_key=self.admin_key.get_secret_value(),
            rate_per_minute=self.rate_per_minute,
            resume_s=self.resume_s,
            turn_timeout_s=self.turn_timeout_s,
        )

    def lease_s(self, longest_s: float) -> float:
        """How long an idempotency key stands for a request that may take so long, should it never end."""
        return longest_s + 3 * self.upstream_timeout_s
