"""`amy data`, `amy profile`, `amy trace`, `amy export`: what is on record, where it is from, and all of it."""

from datetime import date
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from amy.cli.options import ApiKeyOption, BaseUrlOption, DataDirOption, UserOption, connect
from amy.cli.text import console, measured, metric_table, number, safe, table
from amy.client import Amy
from amy.client.data_models import Every, ExportFormat, Provenance

_SHOWN = 100


class _ShownUnlessTold(TyperGroup):
    """`amy data` and `amy data METRIC` mean `amy data show`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401, typer's
        if not args or (args[0] not in self.commands and args[0] != "--help"):
            args = ["show", *args]
        return super().parse_args(ctx, args)


data = typer.Typer(cls=_ShownUnlessTold, help="What is on record: amy data, amy data METRIC.")


@data.command("show")
def show_data(  # noqa: PLR0913, PLR0917, one option of the command line each
    metric: Annotated[str | None, typer.Argument(help="Or a derived feature; none: all there is.")] = None,
    start: Annotated[str | None, typer.Option(help="The first day, YYYY-MM-DD.")] = None,
    end: Annotated[str | None, typer.Option(help="The last day.")] = None,
    every: Annotated[Every, typer.Option(help="day, week or month.")] = "day",
    last: Annotated[int, typer.Option(min=0, help="How many of the newest are shown; 0: all.")] = 31,
    user: UserOption = None,
    base_url: BaseUrlOption = None,
    api_key: ApiKeyOption = None,
    data_dir: DataDirOption = None,
) -> None:
    """What is on record, metric by metric; or the values of one."""
    with connect(base_url=base_url, api_key=api_key, data_dir=data_dir, user=user) as amy:
        if metric is None:
            _show_all(amy)
        else:
            _show_one(amy, metric, start=start, end=end, every=every, last=last)


def _show_all(amy: Amy) -> None:
    described = amy.data.metrics()
    out = console()
    if not described.metrics:
        out.print("No data yet. Bring some with: amy import PATH")
        return
    out.print(metric_table(described))
    out.print(
        f"\n{number(described.days_on_record)} days on record since {described.first_date}, "
        f'{number(described.activities)} activities, {number(described.biomarkers)} lab values. "Today" is '
        f"{described.reference_date}, the newest day on record."
    )


def _show_one(amy: Amy, metric: str, *, start: str | None, end: str | None, every: Every, last: int) -> None:
    page = amy.data.metric(metric, start=start, end=end, every=every, limit=1000)
    points = list(page.points)
    while page.next_cursor:
        page = amy.data.metric(metric, end=end, every=every, limit=1000, cursor=page.next_cursor)
        points += page.points
    out = console()
    if not points:
        out.print(f"No values of {safe(metric)} on these days.{f' {safe(page.why_absent)}' if page.why_absent else ''}")
        return
    shown = points[-last:] if last else points
    values = table(None, "from", "value", "unit", "days") if every != "day" else table(None, "day", "value", "unit")
    for point in shown:
        days = (number(point[2]),) if len(point) == 3 else ()
        values.add_row(str(point[0]), measured(point[1], page.unit), safe(page.unit or ""), *days)
    out.print(values)
    if page.statistic:
        out.print(f"[dim]Each value is the {safe(page.statistic)} of the {every}'s days.[/]")
    if len(shown) < len(points):
        out.print(f"[dim]The newest {len(shown)} of {number(len(points))}; --last 0 shows all.[/]")


@data.command("prefer")
def prefer(
    metric: Annotated[str | None, typer.Argument(help='"*" for all; none: the orders there are.')] = None,
    sources: Annotated[list[str] | None, typer.Argument(help="The first with a value counts; none: as usual.")] = None,
    user: UserOption = None,
    base_url: BaseUrlOption = None,
    api_key: ApiKeyOption = None,
    data_dir: DataDirOption = None,
) -> None:
    """Say which source counts where several state one metric of one day."""
    out = console()
    with connect(base_url=base_url, api_key=api_key, data_dir=data_dir, user=user) as amy:
        if metric is not None:
            changed = amy.data.set_priority(metric, sources or [])
            order = ", then ".join(sources) if sources else "the usual order"
            days = number(changed.days_changed)
            out.print(f"{safe(metric)}: {safe(order)}. Another value counts now on {days} days.")
            return
        priorities = amy.data.priorities().data
    if not priorities:
        out.print("No metric is on record from more than one source.")
        return
    shown = table(None, "metric", "sources, the first counts", "chosen by")
    for each in priorities:
        shown.add_row(safe(each.metric), safe(", ".join(each.sources)), "you" if each.chosen else "usual")
    out.print(shown)


def profile(
    sex: Annotated[str | None, typer.Option(help="female or male.")] = None,
    birth_year: Annotated[int | None, typer.Option()] = None,
    height: Annotated[float | None, typer.Option(help="In centimetres.")] = None,
    time_zone: Annotated[str | None, typer.Option(help="As in Europe/Berlin.")] = None,
    user: UserOption = None,
    base_url: BaseUrlOption = None,
    api_key: ApiKeyOption = None,
    data_dir: DataDirOption = None,
) -> None:
    """What is known of you; what you say here goes before what files say."""
    said = not (sex is None and birth_year is None and height is None and time_zone is None)
    with connect(base_url=base_url, api_key=api_key, data_dir=data_dir, user=user) as amy:
        known = (
            amy.data.set_profile(sex=sex, birth_year=birth_year, height_cm=height, time_zone=time_zone)
            if said
            else amy.data.profile()
        )
    shown = table(None, "what", "value")
    for name, value in known.model_dump().items():
        text = ", ".join(value) if isinstance(value, list) else "" if value is None else str(value)
        shown.add_row(name.replace("_", " "), safe(text) or "[dim]not known[/]")
    console().print(shown)


def trace(
    what: Annotated[str, typer.Argument(help="A metric, TURN/CLAIM of a fact sheet, or CLAIM of the newest answer's.")],
    day: Annotated[str | None, typer.Argument(help="Of a metric: the day, YYYY-MM-DD.")] = None,
    user: UserOption = None,
    base_url: BaseUrlOption = None,
    api_key: ApiKeyOption = None,
    data_dir: DataDirOption = None,
) -> None:
    """Follow a value, or a number of an answer, to the files and rows that it is from."""
    with connect(base_url=base_url, api_key=api_key, data_dir=data_dir, user=user) as amy:
        if "/" not in what and "." in what:
            newest = amy.turns.list(limit=1).data
            what = f"{newest[0].id}/{what}" if newest else what
        is_fact = "/" in what
        found = amy.data.provenance(
            fact=what if is_fact else None,
            metric=None if is_fact else what,
            start=day,
            end=day,
            limit=_SHOWN,
        )
    _show_provenance(found)


def _show_provenance(found: Provenance) -> None:
    out = console()
    if found.note:
        out.print(safe(found.note))
        return
    inputs = ", ".join(f"{each.metric}{_span(each.start, each.end)}" for each in found.inputs)
    if not found.data:
        out.print(f"No import states anything of {safe(inputs)}.")
        return
    out.print(f"[bold]{safe(inputs)}[/]")
    shown = table(None, "day", "metric", "value", "unit", "from", "file", "row", "import", "counts")
    for each in found.data:
        rows = f" and {number(each.rows - 1)} more" if each.rows > 1 else ""
        shown.add_row(
            str(each.date),
            safe(each.metric),
            "" if each.value is None else measured(each.value, each.unit),
            safe(each.unit or ""),
            safe(each.source),
            safe(each.file or each.filename),
            "" if each.row is None else f"{number(each.row)}{rows}",
            safe(each.import_id),
            "yes" if each.counts else "no",
        )
    out.print(shown)
    if found.has_more:
        out.print("[dim]There are more; name a day to see the rest.[/]")


def _span(start: date | None, end: date | None) -> str:
    return f" from {start}" * bool(start) + f" to {end}" * bool(end)


def export(
    output: Annotated[Path | None, typer.Option(help="A new file; else amy-export-DATE.zip here.")] = None,
    export_format: Annotated[ExportFormat, typer.Option("--format", help="jsonl, csv or openmhealth.")] = "jsonl",
    user: UserOption = None,
    base_url: BaseUrlOption = None,
    api_key: ApiKeyOption = None,
    data_dir: DataDirOption = None,
) -> None:
    """Write everything that Amy keeps of you into a zip archive."""
    file = output or Path(f"amy-export-{date.today()}.zip")  # noqa: DTZ011, the person's own day
    with connect(base_url=base_url, api_key=api_key, data_dir=data_dir, user=user) as amy:
        amy.data.export(file, export_format)
    console().print(f"{safe(str(file))}: {number(file.stat().st_size)} bytes.")
