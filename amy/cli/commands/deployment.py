"""`amy doctor --deployment`: what the services that the environment names need of each other, each check a sentence."""

import asyncio
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from importlib.metadata import entry_points, version
from importlib.util import find_spec
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import httpx
from grpc_health.v1 import health_pb2, health_pb2_grpc

from amy.cli.commands.sandbox_level import sandbox_level
from amy.cli.finding import Finding, State
from amy.client import Amy, AmyError
from amy.runtime.channel import connect
from amy.runtime.errors import ServiceError, UnauthenticatedPeerError
from amy.runtime.health import own_address
from amy.runtime.settings import ServiceSettings
from amy.runtime.telemetry.settings import TelemetrySettings
from amy.runtime.tls import TlsError

_GATEWAY: Final = "gateway"
_LIMIT_S: Final = 5.0
_RENEW_BEFORE: Final = timedelta(days=7)
_CLOCKS_DIFFER_S: Final = 2.0
_HEALTH: Final = health_pb2.DESCRIPTOR.services_by_name["Health"]


def of_deployment(env: Mapping[str, str], *, base_url: str | None, api_key: str | None) -> Iterator[Finding]:
    """What works of a deployment, seen from where this runs.

    Args:
        env: of a service, as in its container; what it names is checked.
        base_url: of a gateway that is asked from outside; then nothing else is checked.
        api_key: an admin key to try there.
    """
    if base_url:
        yield from _gateway(base_url.rstrip("/"))
        if api_key:
            yield _admin_key(base_url, api_key)
        return
    env = {**_secrets(env), **env}
    names = [point.name for point in entry_points(group="amy.services") if _is_named(env, point.name)]
    if not names:
        detail = "the environment names none: run it in a service's container, or give --base-url of a gateway"
        yield Finding(state="bad", what="Service", detail=detail)
        return
    yield Finding(state="good", what="Service", detail=f"{', '.join(names)}, version {version('amy')}")
    for name in names:
        yield from _service(env, name)
    yield _telemetry(env)


def _secrets(env: Mapping[str, str]) -> dict[str, str]:
    """The settings that the start script of an image reads from files: a second program in its container lacks them."""
    folder = Path(env.get("AMY_SECRETS_DIR", "/run/secrets"))
    return {path.name: path.read_text().rstrip("\n") for path in folder.glob("AMY_*") if path.is_file()}


def _is_named(env: Mapping[str, str], name: str) -> bool:
    prefix = f"AMY_{name.upper()}_"
    return env.get("AMY_SERVICE") == name or any(
        value and key.startswith(prefix) and key.endswith(("_LISTEN", "_ADDRESS")) for key, value in env.items()
    )


def _service(env: Mapping[str, str], name: str) -> Iterator[Finding]:
    try:
        settings = _common_settings(env, name)
    except (TlsError, ValueError) as error:
        yield Finding(state="bad", what=f"Settings of {name}", detail=str(error))
        return
    yield _certificate(settings)
    yield _token(settings)
    prefix = f"AMY_{name.upper()}_"
    for key, address in sorted(env.items()):
        if address and key.startswith(prefix) and key.endswith("_ADDRESS"):
            yield from _peer(key, address, settings)
    if url := env.get(f"{prefix}DATABASE_URL", ""):
        yield _database(name, url)
    if name == _GATEWAY and (own := own_address({**env, "AMY_SERVICE": _GATEWAY})):
        yield from _gateway(own.removesuffix("/healthz"))
    if name == "data_science":
        yield sandbox_level()


def _common_settings(env: Mapping[str, str], name: str) -> ServiceSettings:
    class Common(ServiceSettings):
        service = name

    return Common.from_env(env)


def _certificate(settings: ServiceSettings) -> Finding:
    what = f"TLS of {settings.service}"
    if settings.tls is None:
        prefix = f"AMY_{settings.service.upper()}_TLS_"
        detail = f"none: what protects the network between services? Else give {prefix}CERT, {prefix}KEY, {prefix}CA"
        return Finding(state="note", what=what, detail=detail)
    try:
        ends = settings.tls.expiry()
    except TlsError as error:
        return Finding(state="bad", what=what, detail=f"{error}; renew the certificate or give its authority")
    return _ending(what, ends)


def _ending(what: str, ends: datetime) -> Finding:
    left = ends - datetime.now(UTC)
    if left < _RENEW_BEFORE:
        return Finding(state="note", what=what, detail=f"the certificate ends {ends:%Y-%m-%d %H:%M} UTC: renew it")
    return Finding(state="good", what=what, detail=f"the certificate ends {ends:%Y-%m-%d}")


def _token(settings: ServiceSettings) -> Finding:
    what = f"Mesh token of {settings.service}"
    if not settings.mesh_tokens:
        detail = f"none: whoever reaches the port is served. Give all services one AMY_{settings.service.upper()}_"
        return Finding(state="note", what=what, detail=f"{detail}MESH_TOKEN")
    if len(settings.mesh_tokens) > 1:
        return Finding(
            state="note", what=what, detail="two are accepted: drop the former once every service is changed"
        )
    return Finding(state="good", what=what, detail="given")


def _peer(key: str, address: str, settings: ServiceSettings) -> Iterator[Finding]:
    """Whether the address means anything, and whether the service there takes this one's calls."""
    host, where = _resolved(address)
    if not where:
        yield Finding(state="bad", what=key, detail=f"{host} has no address: is the service's name right, does it run?")
        return
    count = f"{len(where)} address{'es' if len(where) > 1 else ''}"
    try:
        answer = asyncio.run(_health(address, settings))
    except UnauthenticatedPeerError:
        detail = f"{address} ({count}) takes another mesh token: give both one, see the rotation of keys"
        yield Finding(state="bad", what=key, detail=detail)
    except (ServiceError, TlsError) as error:
        yield Finding(state="bad", what=key, detail=f"{address} ({count}) does not answer: {error}")
    else:
        serves = answer.status == health_pb2.HealthCheckResponse.SERVING
        detail = "serves" if serves else "does not serve: its log says why"
        yield Finding(state="good" if serves else "bad", what=key, detail=f"{address} ({count}) {detail}")


async def _health(address: str, settings: ServiceSettings) -> health_pb2.HealthCheckResponse:
    async with connect(address, service=_HEALTH, mesh=settings.mesh) as channel:
        return await health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest(), timeout=_LIMIT_S)


def _resolved(address: str) -> tuple[str, set[str]]:
    """The host of a gRPC address, and its addresses; those of a list are as they stand."""
    scheme, _, rest = address.partition(":")
    if scheme in {"ipv4", "ipv6"}:
        return address, set(rest.split(","))
    host, _, port = address.rpartition("/")[2].rpartition(":")
    try:
        return host, {str(found[4][0]) for found in socket.getaddrinfo(host.strip("[]"), port, type=socket.SOCK_STREAM)}
    except OSError:
        return host, set()


def _database(name: str, url: str) -> Finding:
    """Whether it answers, whose clock it has, and whether the service's tables are those of this version."""
    what = f"Database of {name}"
    if not url.startswith("postgresql"):
        return Finding(state="note", what=what, detail="a file: replicas of the service cannot share it")
    program = [sys.executable, "-m", "amy.runtime.tables", f"alembic_version_{name}", str(_migrations(name))]
    # By standard input: arguments and their passwords are for all users of the machine to see.
    ended = subprocess.run(program, input=url, capture_output=True, text=True, timeout=60, check=False)  # noqa: S603
    if ended.returncode != 0:
        # What psycopg complains of names host and reason, never the password.
        *_, complaint = ended.stderr.rpartition("Error: ")
        reason = " ".join(complaint.split()) or "no answer"
        return Finding(state="bad", what=what, detail=f"{reason}; is it there, are name and password right?")
    server, ahead, found, newest = ended.stdout.split()
    if found != newest:
        detail = f"tables at {found}, this version's at {newest}: the service brings them up to date when it starts"
        return Finding(state="bad", what=what, detail=detail)
    if abs(float(ahead)) > _CLOCKS_DIFFER_S:
        return Finding(
            state="note", what=what, detail=f"its clock is {float(ahead):+.0f} s from this one's: set both by NTP"
        )
    return Finding(state="good", what=what, detail=f"server {server}, tables up to date ({found})")


def _migrations(name: str) -> Path:
    """Where the service's migrations are, found without loading the service."""
    module = entry_points(group="amy.services")[name].module.rpartition(".")[0]
    spec = find_spec(module)
    assert spec is not None
    assert spec.submodule_search_locations is not None
    return next(Path(spec.submodule_search_locations[0]).rglob("migrations"))


def _gateway(base_url: str) -> Iterator[Finding]:
    asked = datetime.now(UTC)
    try:
        response = httpx.get(f"{base_url}/healthz", timeout=_LIMIT_S)
        services: Mapping[str, str] = response.json()["services"]
    except (httpx.HTTPError, ValueError, KeyError, TypeError) as error:
        detail = f"{base_url}/healthz does not answer as a gateway: {error or type(error).__name__}"
        yield Finding(state="bad", what="Gateway", detail=detail)
        return
    down = [name for name, state in services.items() if state != "serving"]
    detail = f"not serving: {', '.join(down)}; ask their logs" if down else f"{', '.join(services)} serve"
    yield Finding(state="bad" if down or not services else "good", what="Gateway", detail=f"{base_url}; {detail}")
    if told := response.headers.get("date"):
        yield _clock(parsedate_to_datetime(told), asked=asked)
    if urlsplit(base_url).scheme == "https":
        yield _public_certificate(base_url)


def _clock(there: datetime, *, asked: datetime) -> Finding:
    """Between the question and now nothing differs, however long the answer took."""
    ahead = (there - min(max(there, asked), datetime.now(UTC))).total_seconds()
    if abs(ahead) > _CLOCKS_DIFFER_S:
        return Finding(state="note", what="Clock", detail=f"the gateway's is {ahead:+.0f} s from this one's: use NTP")
    return Finding(state="good", what="Clock", detail="the gateway's is this one's")


def _public_certificate(base_url: str) -> Finding:
    url, what = urlsplit(base_url), "Public TLS"
    context = ssl.create_default_context()
    try:
        with (
            socket.create_connection((url.hostname or "", url.port or 443), timeout=_LIMIT_S) as plain,
            context.wrap_socket(plain, server_hostname=url.hostname) as secure,
        ):
            certificate = secure.getpeercert() or {}
    except OSError as error:
        return Finding(state="bad", what=what, detail=f"{error}; renew the certificate of the ingress")
    return _ending(what, datetime.fromtimestamp(ssl.cert_time_to_seconds(str(certificate["notAfter"])), UTC))


def _admin_key(base_url: str, api_key: str) -> Finding:
    try:
        with Amy(base_url=base_url, api_key=api_key, retries=0, timeout=_LIMIT_S) as amy:
            amy.keys.list("doctor")
    except AmyError as error:
        return Finding(state="bad", what="Admin key", detail=f"{error.message} Is it the AMY_GATEWAY_ADMIN_KEY?")
    return Finding(state="good", what="Admin key", detail="may manage keys")


def _telemetry(env: Mapping[str, str]) -> Finding:
    try:
        settings = TelemetrySettings.from_env(env)
    except ValueError as error:
        return Finding(state="bad", what="Telemetry", detail=str(error))
    if settings.is_off:
        detail = "goes nowhere: give AMY_TELEMETRY_OTLP_ENDPOINT or AMY_TELEMETRY_PROMETHEUS to see what happens"
        return Finding(state="note", what="Telemetry", detail=detail)
    state: State = "good"
    said = [f"metrics at {settings.prometheus}/metrics"] if settings.prometheus else []
    if settings.otlp_endpoint:
        url = urlsplit(settings.otlp_endpoint)
        try:
            socket.create_connection((url.hostname or "", url.port or 4318), timeout=_LIMIT_S).close()
            said.append(f"to {settings.otlp_endpoint}")
        except OSError as error:
            state, said = "note", [*said, f"{settings.otlp_endpoint} cannot be reached ({error}): does it run?"]
    return Finding(state=state, what="Telemetry", detail="; ".join(said))
