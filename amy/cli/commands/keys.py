"""`amy keys`: who may use the API."""

from typing import Annotated

import typer

from amy.cli.options import ApiKeyOption, BaseUrlOption, DataDirOption, connect
from amy.cli.text import console, safe

keys = typer.Typer(no_args_is_help=True, help="API keys; needs an admin key, such as that of a local system.")


@keys.command("create")
def create(
    user: str,
    name: Annotated[str, typer.Option(help="What it is for.")] = "",
    base_url: BaseUrlOption = None,
    api_key: ApiKeyOption = None,
    data_dir: DataDirOption = None,
) -> None:
    """Make a key for a user. It is printed this once and stored only as a hash."""
    with connect(base_url=base_url, api_key=api_key, data_dir=data_dir, user=None) as amy:
        key = amy.keys.create(user, name=name)
    console(stderr=True).print(f"[dim]{key.id}, for {safe(key.user_id)}. It will not be shown again.[/]")
    console().out(key.key or "", highlight=False)


@keys.command("list")
def list_keys(
    user: str,
    base_url: BaseUrlOption = None,
    api_key: ApiKeyOption = None,
    data_dir: DataDirOption = None,
) -> None:
    """The keys of a user, without their text."""
    with connect(base_url=base_url, api_key=api_key, data_dir=data_dir, user=None) as amy:
        listed = amy.keys.list(user).data
    for key in listed:
        console().print(f"{key.id}  {key.created_at:%Y-%m-%d}  {safe(key.name)}")


@keys.command("revoke")
def revoke(
    user_or_key: Annotated[str, typer.Argument(help="A user, for all their keys, or the id of one key (key_…).")],
    base_url: BaseUrlOption = None,
    api_key: ApiKeyOption = None,
    data_dir: DataDirOption = None,
) -> None:
    """End a user's keys, or one key."""
    with connect(base_url=base_url, api_key=api_key, data_dir=data_dir, user=None) as amy:
        if user_or_key.startswith("key_"):
            amy.keys.revoke(user_or_key)
            revoked = 1
        else:
            revoked = amy.keys.revoke_all(user_or_key).revoked
    console().print(f"{revoked} revoked.")
