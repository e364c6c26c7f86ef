"""The options that all commands share, and what they mean together."""

import os
from pathlib import Path
from typing import Annotated, Final

import typer

from amy.cli.supervisor.state import DataDir
from amy.client import Amy

LOCAL_USER: Final = "me"

DataDirOption = Annotated[
    Path | None,
    typer.Option(help="Where a local system keeps its data. [env: AMY_DATA_DIR; default: ~/.amy]", show_default=False),
]
BaseUrlOption = Annotated[
    str | None, typer.Option(help="Address of a running system. [env: AMY_BASE_URL]", show_default=False)
]
ApiKeyOption = Annotated[str | None, typer.Option(help="Bearer key. [env: AMY_API_KEY]", show_default=False)]
UserOption = Annotated[
    str | None, typer.Option(help="Whose data; needs an admin key, such as that of a local system.", show_default=False)
]
JsonOption = Annotated[bool, typer.Option("--json", help="JSON instead of text.")]


class NotRunningError(Exception):
    """There is no system to talk to; the text says how to start one."""


def data_dir_of(given: Path | None) -> Path:
    """The data directory: as given, else `AMY_DATA_DIR`, else `~/.amy`."""
    return given or Path(os.environ.get("AMY_DATA_DIR") or "~/.amy")


def connect(*, base_url: str | None, api_key: str | None, data_dir: Path | None, user: str | None) -> Amy:
    """A client of the system the options mean.

    A given address or key outranks a given data directory, which outranks the environment's address or key, which
    outrank the default data directory. With the admin key of a local system the user is "me" unless named.

    Raises:
        NotRunningError: the data directory was chosen and no system runs over it.
    """
    by_environment = data_dir is None and bool(os.environ.get("AMY_BASE_URL") or os.environ.get("AMY_API_KEY"))
    if base_url or api_key or by_environment:
        return Amy(api_key=api_key, base_url=base_url, user=user)
    directory = DataDir(data_dir_of(data_dir))
    system = directory.local()
    if system is None:
        raise NotRunningError(f"Amy is not running over {directory.path}. Start it with: amy up")
    return Amy(api_key=system.admin_key, base_url=system.base_url, user=user or LOCAL_USER)
