"""The gateway's settings: `AMY_GATEWAY_*`."""

from collections.abc import Mapping
from typing import Annotated, ClassVar

from pydantic import AfterValidator, Field, SecretStr

from amy.runtime.database import DatabaseSettings
from gateway.adapters.upstream import Connection
from gateway.app.gateway import Limits
from gateway.domain.connections import Patience
from gateway.domain.explained import DEFAULT_PAGES


def _origins(text: str) -> str:
    if any(not origin.strip() for origin in text.split(",")) and text:
        raise ValueError("a comma-separated list of origins, or *, or nothing")
    return text


class Settings(DatabaseSettings):
    service: ClassVar[str] = "gateway"
    aliases: ClassVar[Mapping[str, str]] = {"AMY_SSE_KEEPALIVE_S": "sse_keepalive_s"}

    listen: str = "127.0.0.1:8420"
    """The address on which HTTP is served, "host:port"."""
    database_url: SecretStr
    """API keys and kept replies; `sqlite:///file` or `postgresql://…`; secret because it may hold a password."""
    database_pool_size: Annotated[int, Field(ge=1)] = 6
    """Connections to PostgreSQL that are kept for reads and writes."""
    orchestrator_address: str
    """Where turns are made, "host:port" or "dns:///name:port"."""
    memory_address: str
    """Where Amy's memory is, "host:port"."""
    health_data_address: str
    """Where imports go and the data is listed, "host:port"."""
    domain_expert_address: str = ""
    """Where the persons' documents are kept, "host:port"; empty: there are none."""
    admin_key: SecretStr = SecretStr("")
    """A bearer key that may act for any user and manage keys. Empty: nobody may."""
    public_docs_url: str = DEFAULT_PAGES
    """Where errors are explained: `{code}` in it stands for the code; without that, `#` and the code follow."""
    cors_origins: Annotated[str, AfterValidator(_origins)] = ""
    """Origins whose pages may read the API, separated by commas; `*` for all; empty for none."""
    sse_keepalive_s: Annotated[float, Field(ge=0)] = 0.0
    """Seconds of silence after which a comment line keeps a stream open; 0 sends none."""
    rate_per_minute: Annotated[int, Field(ge=0)] = 600
    """Requests a user may make in a minute, and at once; 0 for no limit."""
    failed_keys_per_minute: Annotated[int, Field(ge=0)] = 60
    """Wrong keys that an address may send in a minute, and at once, before it is slowed down; 0 for no limit."""
    lease_s: Annotated[float, Field(ge=0.5)] = 5.0
    """How long an idempotency key stays taken by a gateway that died; renewed while the request lives."""
    max_json_bytes: Annotated[int, Field(gt=0)] = 1024 * 1024
    """A longer JSON body is refused."""
    max_document_bytes: Annotated[int, Field(gt=0)] = 4 * 1024 * 1024
    """Longer JSON around a document is refused: its text may have 1 MiB, and some characters take more in JSON."""
    max_import_bytes: Annotated[int, Field(gt=0)] = 6 * 1024**3
    """A larger file is refused."""
    terra_signing_secret: SecretStr = SecretStr("")
    """What Terra signs its deliveries with; empty: none are taken."""
    terra_tolerance_s: Annotated[float, Field(gt=0)] = 300.0
    """How far the time of a signature may lie from now, either way."""
    max_delivery_bytes: Annotated[int, Field(gt=0, le=15 * 1024 * 1024)] = 10 * 1024 * 1024
    """A larger delivery is refused. Eight of that size are held in memory at once."""
    max_connections: Annotated[int, Field(gt=0)] = 10_000
    """Connections open at once; fewer where the process has fewer descriptors. Half of them may wait for a request."""
    address_share: Annotated[float, Field(gt=0, le=1)] = 0.5
    """Of all connections, how many one address may have. Behind a proxy, whose address is everyone's, set 1."""
    max_header_bytes: Annotated[int, Field(ge=1024)] = 32 * 1024
    """How long request line and headers of one request may be together."""
    first_request_s: Annotated[float, Field(gt=0)] = 10.0
    """How long a new connection may be silent."""
    header_s: Annotated[float, Field(gt=0)] = 10.0
    """How long the headers of a request may take, from their first byte to their last."""
    body_s: Annotated[float, Field(gt=0)] = 30.0
    """How long a body may pause, and how long a client may take nothing of its answer."""
    keep_alive_s: Annotated[float, Field(gt=0)] = 30.0
    """How long a connection is kept for a further request."""
    upstream_timeout_s: Annotated[float, Field(gt=0)] = 10.0
    """How long a service may take over a call, imports and streams apart."""
    import_timeout_s: Annotated[float, Field(gt=0)] = 3600.0
    """How long the import of a file may take, its undoing, and an export."""
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
            domain_expert_address=self.domain_expert_address,
            mesh=self.mesh,
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
            failed_keys_per_minute=self.failed_keys_per_minute,
            lease_s=self.lease_s,
            resume_s=self.resume_s,
            turn_timeout_s=self.turn_timeout_s,
            terra_signing_secret=self.terra_signing_secret.get_secret_value(),
            terra_tolerance_s=self.terra_tolerance_s,
            max_delivery_bytes=self.max_delivery_bytes,
        )

    @property
    def patience(self) -> Patience:
        return Patience(
            first_request_s=self.first_request_s,
            header_s=self.header_s,
            body_s=self.body_s,
            keep_alive_s=self.keep_alive_s,
        )
