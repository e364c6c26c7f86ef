"""`amy up`: the whole system on this machine."""

import asyncio
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from functools import partial
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Annotated

import typer

from amy.cli.interrupts import leave
from amy.cli.minds import told_to_services
from amy.cli.options import DataDirOption, data_dir_of
from amy.cli.supervisor.forked import Forked, Groups, fork
from amy.cli.supervisor.groups import apart, cores
from amy.cli.supervisor.plan import CannotStartError, Plan, make_plan
from amy.cli.supervisor.processes import Processes
from amy.cli.supervisor.state import DataDir, LocalSystem
from amy.cli.supervisor.supervise import supervise
from amy.llm.profile import ProfileError
from amy.runtime.garbage import loads_what_stays
from amy.runtime.logs import configure_logs
from amy.runtime.private import keep_private
from amy.runtime.telemetry import TelemetryError, recording


def up(
    data_dir: DataDirOption = None,
    http_port: Annotated[int, typer.Option(min=0, max=65535, help="0 for any free port.")] = 8420,
    processes: Annotated[bool, typer.Option("--processes", help="One process per service.")] = False,  # noqa: FBT002, a flag
    embedded: Annotated[  # noqa: FBT002, a flag
        bool, typer.Option("--embedded", help="One process for all services, whatever cores there are.")
    ] = False,
    database_url: Annotated[
        str | None, typer.Option(help="postgresql://… for all services, instead of SQLite files in the data directory.")
    ] = None,
) -> None:
    """Run Amy on this machine until Ctrl-C."""
    if processes and embedded:
        raise typer.BadParameter("--processes and --embedded exclude each other.")
    serve(
        list(entry_points(group="amy.services")),
        DataDir(data_dir_of(data_dir)),
        http_port=http_port,
        database_url=database_url or os.environ.get("AMY_DATABASE_URL"),
        environ=_told(os.environ, data_dir_of(data_dir)),
        processes=processes,
        groups={} if embedded else apart(cores()),
    )


def _told(environ: Mapping[str, str], data_dir: Path) -> Mapping[str, str]:
    """The environment with what the profile says; what may be sent away is asked once, where somebody sits there."""
    ask = partial(typer.confirm, default=False) if sys.stdin.isatty() and sys.stdout.isatty() else None
    try:
        return told_to_services(environ, data_dir, ask=ask)
    except ProfileError as error:
        raise CannotStartError(str(error)) from None


def serve(
    points: Sequence[EntryPoint],
    directory: DataDir,
    *,
    http_port: int,
    database_url: str | None,
    environ: Mapping[str, str],
    processes: bool,
    groups: Mapping[str, str],
) -> None:
    """Runs these services over a data directory until SIGINT or SIGTERM.

    Args:
        points: of the services.
        directory: where they keep what they know.
        http_port: of the gateway; 0 for any.
        database_url: for all services, instead of files in the directory.
        environ: the user's.
        processes: each service has a process of its own.
        groups: otherwise, service → group, of those that share another process than this one.

    Raises:
        CannotStartError: the directory or the port is in use, or a service failed.
        KeyboardInterrupt: it was told to stop before it was ready.
    """
    keep_private()
    # On a terminal a person reads along; anywhere else the log is kept.
    environ = {"AMY_LOG_LEVEL": "WARNING" if sys.stderr.isatty() else "INFO", **environ}
    configure_logs(level=environ["AMY_LOG_LEVEL"], service="amy")
    loads_what_stays()
    with directory.locked():
        plan = make_plan(
            points, data_dir=directory.path, http_port=http_port, database_url=database_url, environ=environ
        )
        forked = None if processes else _forked(plan, environ, groups)
        try:
            with nullcontext() if processes else recording(environ, process="amy"):
                asyncio.run(_run(plan, directory, forked))
        except TelemetryError as error:
            raise CannotStartError(str(error)) from None


def _forked(plan: Plan, environ: Mapping[str, str], groups: Mapping[str, str]) -> Sequence[Forked]:
    """Nothing leaves this process where metrics are fetched: the address is one, and so are the metrics of all."""
    return fork(plan.services, {} if environ.get("AMY_TELEMETRY_PROMETHEUS") else groups, environ)


async def _run(plan: Plan, directory: DataDir, forked: Sequence[Forked] | None) -> None:
    """With None each service has a process of its own."""
    stop = asyncio.Event()
    is_ready = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGTERM, stop.set)
    if forked is None:
        loop.add_signal_handler(signal.SIGINT, stop.set)
    else:
        # Loading services holds the loop for seconds, and what they have begun is safe from a sudden end.
        signal.signal(signal.SIGINT, leave)

    def ready() -> None:
        is_ready.set()
        loop.add_signal_handler(signal.SIGINT, stop.set)
        directory.write_local(LocalSystem(base_url=plan.base_url, admin_key=plan.admin_key, pid=os.getpid()))
        sys.stdout.write(f"ready {plan.base_url}\n")
        sys.stdout.flush()

    runner = Processes(directory) if forked is None else Groups(forked)
    await supervise(plan, runner, ready=ready, stop=stop)
    if not is_ready.is_set():
        raise KeyboardInterrupt
