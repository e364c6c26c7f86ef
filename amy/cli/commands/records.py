"""`amy import`, `amy data`, `amy memory`: what Amy knows about a person."""

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeElapsedColumn

from amy.cli.options import ApiKeyOption, BaseUrlOption, DataDirOption, UserOption, connect
from amy.cli.text import console, memory_table, metric_table, number, refusal_lines, report_lines, safe, took_nothing
from amy.client import Amy, AmyError
from amy.client.data_models import ImportReport

memory = typer.Typer(no_args_is_help=True, help="What Amy remembers.")


def import_files(
    files: Annotated[list[Path], typer.Argument(exists=True, dir_okay=False, readable=True)],
    subject: Annotated[str | None, typer.Option(help="Which person of a file that holds several.")] = None,
    user: UserOption = None,
    base_url: BaseUrlOption = None,
    api_key: ApiKeyOption = None,
    data_dir: DataDirOption = None,
) -> None:
    """Import files of health data; each is recognised by its header, and may be imported again."""
    out, complaints = console(), console(stderr=True)
    refused = 0
    with connect(base_url=base_url, api_key=api_key, data_dir=data_dir, user=user) as amy:
        for file in files:
            try:
                report = _sent(amy, file, subject)
            except AmyError as error:
                if error.status in {400, 422}:
                    complaints.print(f"[bold]{safe(file.name)}[/]: [red]not imported[/]. {safe(error.message)}")
                    refused += 1
                    continue
                raise
            if took_nothing(report):
                for line in refusal_lines(file.name, report):
                    complaints.print(line)
                refused += 1
                continue
            for line in report_lines(file.name, report):
                out.print(line)
    if refused:
        raise typer.Exit(1)


def _sent(amy: Amy, file: Path, subject: str | None) -> ImportReport:
    """Sends one file; on a terminal, standard error shows how much has been sent, then how long it has been read."""
    size = file.stat().st_size
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        DownloadColumn(),
        TimeElapsedColumn(),
        console=console(stderr=True),
        transient=True,
        disable=not console(stderr=True).is_terminal,
    )
    with bar:
        task = bar.add_task(f"sending {safe(file.name)}", total=size)

        def show(sent: int) -> None:
            bar.update(task, completed=sent)
            if sent >= size:
                # How far the reading is, the server does not say: a bar without an end moves until it answers.
                bar.update(task, description=f"reading {safe(file.name)}", total=None)

        return amy.data.import_file(file, subject=subject, progress=show)


def data(
    user: UserOption = None,
    base_url: BaseUrlOption = None,
    api_key: ApiKeyOption = None,
    data_dir: DataDirOption = None,
) -> None:
    """What is on record, metric by metric."""
    with connect(base_url=base_url, api_key=api_key, data_dir=data_dir, user=user) as amy:
        described = amy.data.metrics()
    out = console()
    if not described.metrics:
        out.print("No data yet. Bring some with: amy import FILE")
        return
    out.print(metric_table(described))
    out.print(
        f"\n{number(described.days_on_record)} days on record since {described.first_date}, "
        f'{number(described.activities)} activities, {number(described.biomarkers)} lab values. "Today" is '
        f"{described.reference_date}, the newest day on record."
    )


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
