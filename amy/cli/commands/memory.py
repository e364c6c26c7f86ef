"""`amy memory`: what Amy remembers of a person."""

from typing import Annotated

import typer

from amy.cli.options import ApiKeyOption, BaseUrlOption, DataDirOption, UserOption, connect
from amy.cli.text import console, memory_table, safe

memory = typer.Typer(no_args_is_help=True, help="What Amy remembers.")


@memory.command("list")
def list_memory(
    category: Annotated[
        str | None, typer.Option(help="goal, insight, preference, history or tested_hypothesis.")
    ] = None,
    limit: Annotated[int, typer.Option(min=1, max=100)] = 50,
    user: UserOption = None,
    base_url: BaseUrlOption = None,
    api_key: ApiKeyOption = None,
    data_dir: DataDirOption = None,
) -> None:
    """What Amy remembers, newest first."""
    with connect(base_url=base_url, api_key=api_key, data_dir=data_dir, user=user) as amy:
        page = amy.memory.list(category=category, limit=limit)
    out = console()
    out.print(memory_table(page.data) if page.data else "Nothing is remembered yet.")
    if page.has_more:
        out.print("[dim]There are older entries.[/]")


@memory.command("add")
def add_memory(
    text: str,
    category: Annotated[str, typer.Option(help="goal, insight, preference or history.")],
    user: UserOption = None,
    base_url: BaseUrlOption = None,
    api_key: ApiKeyOption = None,
    data_dir: DataDirOption = None,
) -> None:
    """Tell Amy something worth remembering."""
    with connect(base_url=base_url, api_key=api_key, data_dir=data_dir, user=user) as amy:
        entry = amy.memory.create(text, category=category)
    console().print(f"{entry.id} remembered.")


@memory.command("rm")
def remove_memory(
    memory_ids: list[str],
    user: UserOption = None,
    base_url: BaseUrlOption = None,
    api_key: ApiKeyOption = None,
    data_dir: DataDirOption = None,
) -> None:
    """Make Amy forget entries, at once and for good."""
    with connect(base_url=base_url, api_key=api_key, data_dir=data_dir, user=user) as amy:
        for memory_id in memory_ids:
            amy.memory.delete(memory_id)
            console().print(f"{safe(memory_id)} forgotten.")
