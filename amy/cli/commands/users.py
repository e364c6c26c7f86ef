"""`amy users`: a person as a whole."""

from typing import Annotated

import typer

from amy.cli.options import LOCAL_USER, ApiKeyOption, BaseUrlOption, DataDirOption, connect, data_dir_of
from amy.cli.text import console, number, safe
from amy.client import Amy

users = typer.Typer(no_args_is_help=True, help="The people whom Amy knows.")


@users.callback()
def users_group() -> None:
    """Keeps `rm` a command of its own while it is the only one."""


@users.command("rm")
def remove(
    user: Annotated[str, typer.Argument(help='Whom to delete; on a local system you are "me".')],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask for the name once more.")] = False,  # noqa: FBT002
    base_url: BaseUrlOption = None,
    api_key: ApiKeyOption = None,
    data_dir: DataDirOption = None,
) -> None:
    """Delete everything there is of a user, at once and for good: data, turns, memory, documents, keys."""
    with connect(base_url=base_url, api_key=api_key, data_dir=data_dir, user=None) as amy:
        _delete(amy, user, asked=not yes)


def reset(
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,  # noqa: FBT002
    data_dir: DataDirOption = None,
) -> None:
    """Delete everything there is of you on this machine's own system, at once and for good, and begin anew."""
    local = data_dir or data_dir_of(None)
    with connect(base_url=None, api_key=None, data_dir=local, user=None) as amy:
        _delete(amy, LOCAL_USER, asked=not yes)


def _delete(amy: Amy, user: str, *, asked: bool) -> None:
    """Deletes a user, once the name was typed again where it is asked for."""
    if asked and typer.prompt(f"This cannot be undone. Type {user} to delete everything of {user}") != user:
        console(stderr=True).print("Nothing was deleted.")
        raise typer.Exit(1)
    deleted = amy.users.delete(user)
    there_was = ", ".join(
        f"{number(count)} {kind.replace('_', ' ')}" for kind, count in deleted.model_dump().items() if count
    )
    console().print(f"{safe(user)} is deleted: {there_was or 'there was nothing'}.")
