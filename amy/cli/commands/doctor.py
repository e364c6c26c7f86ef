"""`amy doctor`: what works on this machine, or of a deployment."""

import os
import platform
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing
from importlib.metadata import PackageNotFoundError, entry_points, version
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Final, Literal

import typer

from amy.cli.commands.deployment import of_deployment
from amy.cli.commands.sandbox_level import sandbox_level
from amy.cli.finding import Finding
from amy.cli.minds import explained, minds_of
from amy.cli.options import ApiKeyOption, BaseUrlOption, DataDirOption, data_dir_of
from amy.cli.supervisor.plan import port_is_free
from amy.cli.supervisor.state import DataDir
from amy.cli.text import console, marks, safe
from amy.client import Amy, AmyError
from amy.llm.profile import ProfileError
from amy.runtime.private import open_to_others

_PACKAGES: Final = (
    "grpcio",
    "protobuf",
    "httpx",
    "fastapi",
    "uvicorn",
    "sqlalchemy",
    "numpy",
    "pandas",
    "scipy",
)
_DEFAULT_PORT: Final = 8420


def doctor(
    data_dir: DataDirOption = None,
    deployment: Annotated[  # noqa: FBT002, a flag
        bool, typer.Option("--deployment", help="Check what the services of the environment need, or --base-url.")
    ] = False,
    base_url: BaseUrlOption = None,
    api_key: ApiKeyOption = None,
) -> None:
    """Check what works on this machine, or of a deployment; exits with 1 if something needed does not."""
    if (base_url or api_key) and not deployment:
        raise typer.BadParameter("--base-url and --api-key go with --deployment")
    _show(
        of_deployment(os.environ, base_url=base_url, api_key=api_key)
        if deployment
        else _findings(DataDir(data_dir_of(data_dir)))
    )


def _show(findings: Iterable[Finding]) -> None:
    out = console()
    symbols = marks(out)
    mark = {
        "good": f"[green]{symbols.passed}[/]",
        "note": f"[yellow]{symbols.neither}[/]",
        "bad": f"[red]{symbols.failed}[/]",
    }
    bad = False
    for finding in findings:
        bad = bad or finding.state == "bad"
        first, *more = safe(finding.detail).splitlines() or [""]
        out.print(f"{mark[finding.state]} [bold]{finding.what}[/] {first}")
        for line in more:
            out.print(f"    {line}")
    if bad:
        raise typer.Exit(1)


def _findings(directory: DataDir) -> Iterator[Finding]:
    yield _python()
    yield _packages()
    yield from _services()
    yield _writable(directory)
    yield _sqlite(directory)
    yield from _postgresql()
    running = _running(directory)
    yield running if running is not None else _port()
    yield from _minds(directory)
    yield sandbox_level()


def _minds(directory: DataDir) -> Iterator[Finding]:
    try:
        minds = minds_of(os.environ, directory.path)
        for state, detail in explained(minds, directory.path):
            yield Finding(state=state, what="Minds", detail=detail)
    except ProfileError as error:
        yield Finding(state="bad", what="Minds", detail=str(error))


def _python() -> Finding:
    state: Literal["good", "bad"] = "good" if sys.version_info >= (3, 11) else "bad"
    return Finding(state=state, what="Python", detail=f"{platform.python_version()} on {platform.platform()}")


def _packages() -> Finding:
    installed, missing = [], []
    for name in _PACKAGES:
        try:
            installed.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            missing.append(name)
    detail = ", ".join(installed)
    if missing:
        detail += f"\nnot installed: {', '.join(missing)}; the services need them: make setup in a checkout"
    return Finding(state="note" if missing else "good", what="Packages", detail=detail)


def _services() -> Iterator[Finding]:
    points = list(entry_points(group="amy.services"))
    absent = [point.name for point in points if find_spec(point.module) is None]
    if absent or not points:
        yield Finding(state="bad", what="Services", detail=f"not installed: {', '.join(absent) or 'any'}")
    else:
        yield Finding(state="good", what="Services", detail=", ".join(point.name for point in points))


def _writable(directory: DataDir) -> Finding:
    nearest = next(path for path in (directory.path, *directory.path.parents) if path.exists())
    if os.access(nearest, os.W_OK | os.X_OK):
        return _private(directory)
    return Finding(state="bad", what="Data directory", detail=f"{nearest} cannot be written; choose another --data-dir")


def _private(directory: DataDir) -> Finding:
    """Whether others can get at what is in the directory; a start takes it away from them, but not what is theirs."""
    shared = open_to_others(directory.path.resolve()) if directory.path.exists() else ()
    theirs = [path for path in shared if path.stat().st_uid != os.geteuid()]
    if theirs:
        detail = f"{theirs[0]} belongs to somebody else: change its owner or choose another --data-dir"
        return Finding(state="bad", what="Data directory", detail=detail)
    if shared:
        detail = f"{directory.path}; others can get at {shared[0]}: the next start takes it away from them"
        return Finding(state="note", what="Data directory", detail=detail)
    return Finding(state="good", what="Data directory", detail=f"{directory.path}, for its owner only")


def _sqlite(directory: DataDir) -> Finding:
    home = directory.path if os.access(directory.path, os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=home) as folder, closing(sqlite3.connect(Path(folder) / "wal.db")) as database:
        mode = database.execute("PRAGMA journal_mode=WAL").fetchone()[0]
    if mode == "wal":
        return Finding(state="good", what="SQLite", detail=f"{sqlite3.sqlite_version}, write-ahead log works")
    return Finding(state="bad", what="SQLite", detail=f"no write-ahead log here ({mode}): use a local disk")


def _postgresql() -> Iterator[Finding]:
    """Tries each PostgreSQL that the environment names."""
    named = {name: value for name, value in os.environ.items() if name.startswith("AMY_") and "DATABASE_URL" in name}
    for name, url in named.items():
        if not url.startswith("postgresql"):
            continue
        # By standard input: arguments and their passwords are for all users of the machine to see.
        program = "import psycopg; print(psycopg.connect(input(), connect_timeout=5).info.server_version)"
        ended = subprocess.run(  # noqa: S603, this interpreter
            [sys.executable, "-c", program], input=url, capture_output=True, text=True, timeout=30, check=False
        )
        if ended.returncode == 0:
            yield Finding(state="good", what="PostgreSQL", detail=f"{name}: server {ended.stdout.strip()}")
        else:
            # The last line of psycopg's complaint names host and reason, never the password.
            reason = (ended.stderr.strip().splitlines() or ["no answer"])[-1]
            yield Finding(state="bad", what="PostgreSQL", detail=f"{name}: {reason}")


def _running(directory: DataDir) -> Finding | None:
    system = directory.local()
    if system is None:
        return None
    try:
        with Amy(base_url=system.base_url, retries=0, timeout=5) as amy:
            health = amy.health()
    except AmyError:
        return Finding(state="note", what="Running system", detail=f"{system.base_url} does not answer; it was killed")
    down = [name for name, state in health.services.items() if state != "serving"]
    detail = system.base_url + (f"; not serving: {', '.join(down)}" if down else "; every service serves")
    return Finding(state="bad" if down else "good", what="Running system", detail=detail)


def _port() -> Finding:
    if port_is_free(_DEFAULT_PORT):
        return Finding(state="good", what="Port", detail=f"{_DEFAULT_PORT} is free")
    return Finding(state="note", what="Port", detail=f"{_DEFAULT_PORT} is taken; start with --http-port")
