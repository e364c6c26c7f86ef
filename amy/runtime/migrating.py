"""`amy-migrate`: brings tables up to date before the services of a new version start."""

import argparse
import asyncio
import os
import sys
from collections.abc import Callable, Coroutine, Mapping, Sequence
from enum import IntEnum
from importlib.metadata import entry_points
from typing import Any, Final

from pydantic import SecretStr

from amy.runtime.database import DatabaseOptions
from amy.runtime.logs import configure_logs
from amy.runtime.private import keep_private
from amy.runtime.storage import CannotOpenError

_GROUP: Final = "amy.migrations"
_WAIT_S: Final = 60.0


class Exit(IntEnum):
    """What `amy-migrate` ends with."""

    UP_TO_DATE = 0
    FAILED = 1
    USAGE = 2


def main() -> None:
    """Says one line a service: on standard output what is up to date, on standard error what is not, and why.

    Exits with 0 if all of them are, 1 if one is not, 2 for wrong usage.
    """
    keep_private()
    configure_logs(level=os.environ.get("AMY_LOG_LEVEL", "INFO"), service="migrate")
    sys.exit(migrate_all(sys.argv[1:], os.environ))


def migrate_all(arguments: Sequence[str], env: Mapping[str, str]) -> Exit:
    """Migrates the services that are asked for, one after the other; one that fails does not stop the others."""
    given = _options(arguments)
    keeping = sorted(point.name for point in entry_points(group=_GROUP))
    own = env.get("AMY_SERVICE", "")
    asked: list[str] = given.services or ([own] if own else [name for name in keeping if _url(name, env)])
    unknown = [name for name in asked if name not in keeping]
    if unknown and (given.services or not own):
        return _usage(f"{', '.join(unknown)}: no service that keeps tables; those are {', '.join(keeping)}")
    if unknown:
        sys.stdout.write(f"{own}: keeps no tables\n")
        return Exit.UP_TO_DATE
    if not asked:
        return _usage("name services, or give AMY_<SERVICE>_DATABASE_URL")
    missing = [name for name in asked if not _url(name, env)]
    if missing:
        return _usage(f"not given: {', '.join(_variable(name) for name in missing)}")
    ended = [_migrated(name, SecretStr(_url(name, env)), given.wait) for name in asked]
    return Exit.UP_TO_DATE if all(ended) else Exit.FAILED


def _migrated(name: str, url: SecretStr, wait_s: float) -> bool:
    try:
        bring_up_to_date: Callable[[str, DatabaseOptions], Coroutine[Any, Any, bool]] = entry_points(group=_GROUP)[
            name
        ].load()
    except ImportError:
        sys.stderr.write(f"{name}: is not installed here\n")
        return False
    try:
        newer = asyncio.run(bring_up_to_date(url.get_secret_value(), DatabaseOptions(wait_s=wait_s)))
    except CannotOpenError as error:
        sys.stderr.write(f"{name}: {error}\n")
        return False
    sys.stdout.write(f"{name}: {'newer, and fit for this version' if newer else 'up to date'}\n")
    return True


def _variable(name: str) -> str:
    return f"AMY_{name.upper()}_DATABASE_URL"


def _url(name: str, env: Mapping[str, str]) -> str:
    return env.get(_variable(name), "")


def _usage(message: str) -> Exit:
    sys.stderr.write(f"amy-migrate: {message}\n")
    return Exit.USAGE


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="amy-migrate", description="Brings the tables of services up to date.")
    parser.add_argument("services", nargs="*", help="as in AMY_<SERVICE>_DATABASE_URL; by default all that are given")
    parser.add_argument("--wait", type=float, default=_WAIT_S, help="seconds to wait for each database")
    return parser.parse_args(arguments)
