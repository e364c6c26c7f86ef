"""One way to run every service: interceptors, health, reflection, and a stop that loses nothing."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import grpc
import structlog
from google.protobuf.descriptor import ServiceDescriptor
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from amy.runtime import connections, telemetry
from amy.runtime.extras import NotInstalledError
from amy.runtime.garbage import keep_what_is_loaded
from amy.runtime.interceptors import ServerInterceptor
from amy.runtime.logs import configure_logs
from amy.runtime.nearby.serving import offer
from amy.runtime.private import keep_private
from amy.runtime.settings import ServiceSettings
from amy.runtime.storage import TROUBLES, CannotOpenError, Storage
from amy.runtime.telemetry import TelemetryError, recording
from amy.runtime.telemetry.instruments import SERVING, STORAGE_IN_TROUBLE
from amy.runtime.tls import TlsError, server_credentials

_LOOK_S: Final = 1.0
_LOOK_AGAIN_S: Final = 0.25
_log = structlog.get_logger("server")
_WATCH_S: Final = 1.0

_S = TypeVar("_S", bound=ServiceSettings)


async def _nothing() -> None:
    return None


@dataclass(frozen=True, kw_only=True)
class GrpcApp:
    """A composed gRPC service, ready to be served.

    Attributes:
        descriptor: the proto service, for health and reflection.
        register: adds the servicer to a server.
        start: runs before the port is open (migrations, recovery).
        warm: runs once the service serves, for what the first that ask for it would have to wait; they wait for it if
            they come before it has ended. A failure ends the service, and the end of the service ends it.
        storage: the database without which the service is not healthy.
        stop: runs after the last call has ended (engines, child processes).
        behind: whether each service that this one calls serves, by proto name: reflected in this one's health under
            those names, since not everyone who asks can reach them.
    """

    descriptor: ServiceDescriptor
    register: Callable[[grpc.aio.Server], None]
    start: Callable[[], Awaitable[None]] = _nothing
    warm: Callable[[], Coroutine[Any, Any, None]] = _nothing
    storage: Storage | None = None
    stop: Callable[[], Awaitable[None]] = _nothing
    behind: Callable[[], Awaitable[Mapping[str, bool]]] | None = None


@dataclass(frozen=True, kw_only=True)
class Service:
    """How one service is run: what the `amy.services` entry points name.

    Attributes:
        name: as in `services/<name>` and `AMY_<NAME>_`.
        run: serves until `stop` is set, given the environment; calls `ready` with the bound address once it serves.
    """

    name: str
    run: Callable[[Mapping[str, str], Callable[[str], None], asyncio.Event], Awaitable[None]]

    def main(self) -> None:
        """Runs this service alone in this process, until SIGTERM or SIGINT."""
        keep_private()
        configure_logs(level=os.environ.get("AMY_LOG_LEVEL", "INFO"), service=self.name)
        try:
            with recording(os.environ, process=self.name):
                asyncio.run(self._main())
        except (CannotOpenError, NotInstalledError, TelemetryError, TlsError) as error:
            sys.exit(f"{self.name}: {error}")

    async def _main(self) -> None:
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        for signum in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(signum, stop.set)
        await _until_stopped(self, stop)


async def _until_stopped(service: Service, stop: asyncio.Event) -> None:
    """Runs a service; one that is told to stop before it serves, as when it waits for its database, just ends."""
    serves = asyncio.Event()

    def ready(address: str) -> None:
        serves.set()
        keep_what_is_loaded()
        _log.info("ready", service=service.name, address=address)

    running = asyncio.ensure_future(service.run(os.environ, ready, stop))
    stopping = asyncio.create_task(stop.wait())
    await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    if not running.done() and not serves.is_set():
        running.cancel()
        await asyncio.wait({running})
        _log.info("stopped", service=service.name, served=False)
        return
    await running


def grpc_service(settings_class: type[_S], compose: Callable[[_S], GrpcApp]) -> Service:
    """The `Service` of a gRPC service, from its settings class and its composition root."""

    async def run(env: Mapping[str, str], ready: Callable[[str], None], stop: asyncio.Event) -> None:
        settings = settings_class.from_env(env)
        await serve(compose(settings), settings=settings, ready=ready, stop=stop)

    return Service(name=settings_class.service, run=run)


async def serve(app: GrpcApp, *, settings: ServiceSettings, ready: Callable[[str], None], stop: asyncio.Event) -> None:
    """Serves `app` until `stop`: start → serving → (stop) not serving → drain → stop.

    Under the name of the health protocol itself the answer is SERVING whatever the storage does: whether this process
    answers, for whoever would restart it. A restart mends no database.

    Raises:
        RuntimeError: the address cannot be bound.
    """
    interceptor = ServerInterceptor(mesh_tokens=settings.mesh_tokens)
    server = grpc.aio.server(
        interceptors=(interceptor,),
        options=(
            ("grpc.max_receive_message_length", 16 * 1024 * 1024),
            ("grpc.so_reuseport", 0),
            # Without a limit of its own: every call has a deadline, and no call is broken for its connection's age.
            ("grpc.max_connection_age_ms", round(settings.connection_age_s * 1000)),
            *connections.SERVER,
        ),
    )
    app.register(server)
    health_servicer = health.aio.HealthServicer()
    health_pb2_grpc.add_HealthServicer_to_server(health_servicer, server)
    names = (app.descriptor.full_name, health.SERVICE_NAME, reflection.SERVICE_NAME)
    reflection.enable_server_reflection(names, server)
    port = (
        server.add_secure_port(settings.listen, server_credentials(tls))
        if (tls := settings.tls)
        else server.add_insecure_port(settings.listen)
    )
    async with AsyncExitStack() as stack:
        await app.start()
        stack.push_async_callback(app.stop)
        if app.behind is not None:
            await stack.enter_async_context(_reflecting(app.behind, health_servicer))
        await server.start()
        for name in ("", app.descriptor.full_name, health.SERVICE_NAME):
            await health_servicer.set(name, health_pb2.HealthCheckResponse.SERVING)
        telemetry.measure(SERVING, 1, service=settings.service)
        address = f"{settings.listen.rsplit(':', 1)[0]}:{port}"
        withdraw = offer(address, app.register, interceptor)
        ready(address)
        if app.storage is not None:
            watching = asyncio.create_task(
                _watch(app.storage, health_servicer, app.descriptor.full_name, settings.service)
            )
            stack.callback(watching.cancel)
        warming = asyncio.create_task(app.warm())
        await _stopped_or_failed(stop, warming)
        telemetry.measure(SERVING, 0, service=settings.service)
        await health_servicer.enter_graceful_shutdown()
        await asyncio.gather(server.stop(grace=settings.drain_s), withdraw(settings.drain_s))
        warming.cancel()
        with suppress(asyncio.CancelledError):
            await warming


async def _stopped_or_failed(stop: asyncio.Event, work: asyncio.Task[None]) -> None:
    """Returns when `stop` is set, or the work has failed."""
    stopping = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait({stopping, work}, return_when=asyncio.FIRST_COMPLETED)
        if not work.done() or work.exception() is None:
            await stopping
    finally:
        stopping.cancel()


async def _watch(storage: Storage, servicer: health.aio.HealthServicer, service: str, short: str) -> None:
    """Says in health, and in metrics by the short name, whether the database can be used, until cancelled."""
    told = ""
    _measure(storage_trouble=told, service=short)
    while True:
        trouble = await storage.trouble()
        kind = trouble.kind if trouble is not None else ""
        if kind != told:
            told = kind
            _log.warning("storage", service=service, trouble=kind or "over")
            status = health_pb2.HealthCheckResponse.NOT_SERVING if kind else health_pb2.HealthCheckResponse.SERVING
            for name in ("", service):
                await servicer.set(name, status)
            _measure(storage_trouble=kind, service=short)
        await asyncio.sleep(_WATCH_S)


def _measure(*, storage_trouble: str, service: str) -> None:
    telemetry.measure(SERVING, 0 if storage_trouble else 1, service=service)
    for each in TROUBLES:
        telemetry.measure(STORAGE_IN_TROUBLE, int(each.kind == storage_trouble), service=service, trouble=each.kind)


@asynccontextmanager
async def _reflecting(
    behind: Callable[[], Awaitable[Mapping[str, bool]]], servicer: health.aio.HealthServicer
) -> AsyncIterator[None]:
    """Keeps the health of the services behind up to date, to a second, until the block ends."""

    async def look() -> bool:
        states = await behind()
        for name, serves in states.items():
            status = health_pb2.HealthCheckResponse
            await servicer.set(name, status.SERVING if serves else status.NOT_SERVING)
        return all(states.values())

    async def watch(*, well: bool) -> None:
        while True:
            await asyncio.sleep(_LOOK_S if well else _LOOK_AGAIN_S)
            well = await look()

    watching = asyncio.create_task(watch(well=await look()))
    try:
        yield
    finally:
        watching.cancel()
        await asyncio.wait({watching})
