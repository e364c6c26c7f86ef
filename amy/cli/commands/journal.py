"""`amy log` and `amy entries`: what no device records."""

from datetime import datetime
from typing import Annotated

import typer

from amy.cli.options import ApiKeyOption, BaseUrlOption, DataDirOption, UserOption, connect
from amy.cli.text import console, number, safe, table
from amy.client.data_models import Entry

entries = typer.Typer(no_args_is_help=True, help="The journal: what no device records.")


def log(
    words: Annotated[list[str], typer.Argument(help='What happened: "2 coffees at 15:00".')],
    user: UserOption = None,
    base_url: BaseUrlOption = None,
    api_key: ApiKeyOption = None,
    data_dir: DataDirOption = None,
) -> None:
    """Write to the journal: coffee, alcohol, a late meal, travel, illness, mood, or whatever you follow."""
    now = datetime.now()  # noqa: DTZ005, the journal is in the person's own time
    with connect(base_url=base_url, api_key=api_key, data_dir=data_dir, user=user) as amy:
        added = amy.data.add_entries(text=" ".join(words), now=now)
    for entry in added.data:
        console().print(f"{safe(entry.id)} {safe(_told(entry))}")
    if added.added < len(added.data):
        console().print("[dim]Some of it was written before, and is kept once.[/]")


@entries.command("list")
def list_entries(
    tag: Annotated[str | None, typer.Option(help="Only these: coffee.")] = None,
    start: Annotated[str | None, typer.Option(help="The first day, YYYY-MM-DD.")] = None,
    end: Annotated[str | None, typer.Option(help="The last day.")] = None,
    limit: Annotated[int, typer.Option(min=1, max=100)] = 50,
    user: UserOption = None,
    base_url: BaseUrlOption = None,
    api_key: ApiKeyOption = None,
    data_dir: DataDirOption = None,
) -> None:
    """Entries, newest first."""
    with connect(base_url=base_url, api_key=api_key, data_dir=data_dir, user=user) as amy:
        page = amy.data.entries(tag=tag, start=start, end=end, limit=limit)
    out = console()
    if not page.data:
        out.print('Nothing is written there. Begin with: amy log "2 coffees at 15:00"')
        return
    shown = table(None, "id", "when", "what", "amount", "note", "from")
    for entry in page.data:
        when = entry.at.replace("T", " ")
        shown.add_row(
            safe(entry.id),
            safe(when),
            safe(entry.tag),
            safe(_amount(entry)),
            safe(entry.note or ""),
            safe(entry.source or ""),
        )
    out.print(shown)
    if page.logged_tags:
        out.print(f"[dim]You log always: {safe(', '.join(page.logged_tags))}.[/]")
    if page.has_more:
        out.print("[dim]There are older entries.[/]")


@entries.command("rm")
def remove_entries(
    ids: list[str],
    user: UserOption = None,
    base_url: BaseUrlOption = None,
    api_key: ApiKeyOption = None,
    data_dir: DataDirOption = None,
) -> None:
    """Delete entries, at once and for good."""
    with connect(base_url=base_url, api_key=api_key, data_dir=data_dir, user=user) as amy:
        for each in ids:
            amy.data.delete_entry(each)
            console().print(f"{safe(each)} deleted.")


@entries.command("always")
def log_always(
    tag: str,
    since: Annotated[str | None, typer.Option(help="Since when, YYYY-MM-DD; else since the first entry.")] = None,
    no_longer: Annotated[bool, typer.Option("--no-longer", help="Not any more.")] = False,  # noqa: FBT002
    user: UserOption = None,
    base_url: BaseUrlOption = None,
    api_key: ApiKeyOption = None,
    data_dir: DataDirOption = None,
) -> None:
    """Say that you log a tag whenever there is something to log: a day without an entry is then a day without."""
    with connect(base_url=base_url, api_key=api_key, data_dir=data_dir, user=user) as amy:
        amy.data.log_tag(tag, logged=not no_longer, since=since)
    without = "may be one with" if no_longer else "is one without"
    console().print(f"A day without an entry of {safe(tag)} {without}.")


def _told(entry: Entry) -> str:
    amount = _amount(entry)
    note = f": {entry.note}" if entry.note else ""
    return f"{entry.at.replace('T', ' ')} {entry.tag}{f' {amount}' if amount else ''}{note}"


def _amount(entry: Entry) -> str:
    if entry.amount is None:
        return ""
    return f"{number(entry.amount)} {entry.unit}" if entry.unit else number(entry.amount)
