"""`amy import` and `amy imports`: bringing data, seeing what became of it, taking it back."""

from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeElapsedColumn

from amy.cli.interrupts import INTERRUPTED
from amy.cli.options import ApiKeyOption, BaseUrlOption, DataDirOption, UserOption, connect
from amy.cli.reports import Strip, refusal_lines, report_lines, strip_of, took_nothing
from amy.cli.text import console, number, safe, table, volume
from amy.client import Amy, AmyError
from amy.client.data_models import Coverage, ImportProgress, ImportReport
from amy.client.sending import is_resumable
from amy.client.upload import size_of

imports = typer.Typer(no_args_is_help=True, help="What has been imported.")
_PICTURED: Final = 20


def import_files(
    paths: Annotated[list[Path], typer.Argument(exists=True, readable=True, help="Files, zip archives or folders.")],
    subject: Annotated[str | None, typer.Option(help="Which person of a file that holds several.")] = None,
    column: Annotated[
        list[str] | None,
        typer.Option(help="What a column of a table is: 'Gewicht=weight (kg)'; may be repeated."),
    ] = None,
    user: UserOption = None,
    base_url: BaseUrlOption = None,
    api_key: ApiKeyOption = None,
    data_dir: DataDirOption = None,
) -> None:
    """Import health data: files, zip archives or whole folders; what each is is recognised. Twice changes nothing."""
    out, complaints = console(), console(stderr=True)
    columns = _columns(column or [])
    refused = 0
    with connect(base_url=base_url, api_key=api_key, data_dir=data_dir, user=user) as amy:
        for path in paths:
            name = path.resolve().name
            try:
                report = _sent(amy, path, name, subject, columns)
            except AmyError as error:
                if error.status in {400, 422}:
                    complaints.print(f"[bold]{safe(name)}[/]: [red]not imported[/]. {safe(error.message)}")
                    refused += 1
                    continue
                raise
            if took_nothing(report):
                for line in refusal_lines(name, report):
                    complaints.print(line)
                refused += 1
                continue
            _show(out, amy, name, report)
    if refused:
        raise typer.Exit(1)


def _columns(said: list[str]) -> dict[str, str]:
    columns = {}
    for each in said:
        name, equals, what = each.rpartition("=")
        if not equals or not name.strip() or not what.strip():
            raise typer.BadParameter(f"{each!r} must be a column's name, =, and what it is: 'Gewicht=weight (kg)'")
        columns[name.strip()] = what.strip()
    return columns


def _show(out: Console, amy: Amy, name: str, report: ImportReport) -> None:
    strips = [] if report.already_imported else _strips(amy, report.coverage)
    for line in report_lines(name, report, strips, ascii_only=out.options.ascii_only):
        out.print(line)


def _strips(amy: Amy, coverage: list[Coverage]) -> list[Strip]:
    """Pictures of what is on record now of the metrics that an import has; none where the server has none to give."""
    strips = []
    for each in coverage[:_PICTURED]:
        try:
            page = amy.data.metric(each.metric, start=each.first_date, end=each.last_date, every="month", limit=1000)
        except AmyError:
            return []
        strips.append(strip_of(each, {point[0]: point[2] for point in page.points if len(point) == 3}))
    return strips


def _sent(amy: Amy, path: Path, name: str, subject: str | None, columns: dict[str, str]) -> ImportReport:
    """Sends a file or a folder; on a terminal, standard error shows how far the sending is, and then the reading."""
    size, complaints = size_of(path), console(stderr=True)
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        DownloadColumn(),
        TimeElapsedColumn(),
        console=complaints,
        transient=True,
        disable=not complaints.is_terminal,
    )
    with bar:
        task = bar.add_task(f"sending {safe(name)}", total=size)

        def sending(sent: int) -> None:
            bar.update(task, completed=sent)
            if sent >= size:
                # Until the server tells how far it is: a bar without an end moves.
                bar.update(task, description=f"reading {safe(name)}", total=None)

        def reading(progress: ImportProgress) -> None:
            what = safe(progress.file or name)
            bar.update(
                task,
                description=f"{safe(progress.stage)} {what}",
                completed=progress.bytes_done,
                total=progress.bytes_total,
            )

        def going_on(sent: int) -> None:
            complaints.print(f"Going on at {volume(sent)} of {volume(size)}.")

        try:
            return amy.data.import_file(
                path, subject=subject, columns=columns, progress=sending, reading=reading, going_on=going_on
            )
        except KeyboardInterrupt:
            if is_resumable(path):
                complaints.print("What was sent is kept for a day: the same command goes on there.")
            raise typer.Exit(INTERRUPTED) from None


@imports.command("unfinished")
def list_unfinished(
    user: UserOption = None,
    base_url: BaseUrlOption = None,
    api_key: ApiKeyOption = None,
    data_dir: DataDirOption = None,
) -> None:
    """Files that were sent, or some of them, and were not imported yet."""
    with connect(base_url=base_url, api_key=api_key, data_dir=data_dir, user=user) as amy:
        listed = amy.data.uploads()
    out = console()
    if not listed.data:
        out.print("There are none.")
        return
    shown = table(None, "id", "file", "sent", "of", "kept until")
    for each in listed.data:
        kept_until = f"{each.expires_at.astimezone():%Y-%m-%d %H:%M}"
        shown.add_row(each.id, safe(each.filename), volume(each.offset), volume(each.length), kept_until)
    out.print(shown)


@imports.command("discard")
def discard_unfinished(
    upload_id: str,
    user: UserOption = None,
    base_url: BaseUrlOption = None,
    api_key: ApiKeyOption = None,
    data_dir: DataDirOption = None,
) -> None:
    """Drop what was sent of a file that was not imported."""
    with connect(base_url=base_url, api_key=api_key, data_dir=data_dir, user=user) as amy:
        amy.data.delete_upload(upload_id)
    console().print(f"{safe(upload_id)} is gone.")


@imports.command("list")
def list_imports(
    limit: Annotated[int, typer.Option(min=1, max=100)] = 20,
    user: UserOption = None,
    base_url: BaseUrlOption = None,
    api_key: ApiKeyOption = None,
    data_dir: DataDirOption = None,
) -> None:
    """Imports, newest first."""
    with connect(base_url=base_url, api_key=api_key, data_dir=data_dir, user=user) as amy:
        page = amy.data.imports(limit=limit)
    out = console()
    if not page.data:
        out.print("Nothing has been imported yet. Bring data with: amy import PATH")
        return
    shown = table(None, "id", "imported", "file", "from", "values", "activities", "lab values", "entries")
    for each in page.data:
        shown.add_row(
            each.import_id,
            f"{each.imported_at:%Y-%m-%d %H:%M}",
            safe(each.filename),
            safe(", ".join(each.sources)),
            number(each.cells_written),
            number(each.activities_written),
            number(each.biomarkers_written),
            number(each.entries_written),
        )
    out.print(shown)
    if page.has_more:
        out.print("[dim]There are older imports.[/]")


@imports.command("show")
def show_import(
    import_id: str,
    user: UserOption = None,
    base_url: BaseUrlOption = None,
    api_key: ApiKeyOption = None,
    data_dir: DataDirOption = None,
) -> None:
    """What became of one import."""
    with connect(base_url=base_url, api_key=api_key, data_dir=data_dir, user=user) as amy:
        found = amy.data.import_(import_id)
        _show(console(), amy, found.filename or found.import_id, found.report)


@imports.command("undo")
def undo_import(
    import_id: str,
    user: UserOption = None,
    base_url: BaseUrlOption = None,
    api_key: ApiKeyOption = None,
    data_dir: DataDirOption = None,
) -> None:
    """Take back all that one import stated; what others state of the same days counts again."""
    with connect(base_url=base_url, api_key=api_key, data_dir=data_dir, user=user) as amy:
        undone = amy.data.undo_import(import_id)
    gone = ", ".join(f"{number(count)} {what}" for what, count in undone.model_dump().items() if count)
    console().print(f"{safe(import_id)} is taken back: {gone or 'nothing has changed'}.")
