"""`amy labs`: laboratory results."""

import re
from datetime import UTC, datetime
from typing import Annotated, Final

import typer

from amy.cli.options import ApiKeyOption, BaseUrlOption, DataDirOption, UserOption, connect
from amy.cli.text import clean, console, safe, table
from amy.client import Amy
from amy.client.data_models import Biomarker

labs = typer.Typer(no_args_is_help=True, help="Laboratory results.")
_NUMBER: Final = re.compile(r"(<=|>=|<|>)?\s*([-+]?\d+(?:\.\d+)?)")
_COMMA: Final = re.compile(r"[<>=\s]*[-+\d.]*\d,\d[\d.,]*\s*")
_RANGE: Final = re.compile(r"(\d+(?:\.\d+)?)?-(\d+(?:\.\d+)?)?")


@labs.command("list")
def list_labs(
    name: Annotated[str | None, typer.Option(help="Only this one.")] = None,
    unconfirmed: Annotated[bool, typer.Option(help="Only those that wait to be confirmed.")] = False,  # noqa: FBT002
    limit: Annotated[int, typer.Option(min=1, max=100)] = 50,
    user: UserOption = None,
    base_url: BaseUrlOption = None,
    api_key: ApiKeyOption = None,
    data_dir: DataDirOption = None,
) -> None:
    """Results, newest first."""
    with connect(base_url=base_url, api_key=api_key, data_dir=data_dir, user=user) as amy:
        page = amy.data.biomarkers(name=name, unconfirmed=unconfirmed, limit=limit)
    out = console()
    if not page.data:
        out.print("No laboratory results.")
        return
    shown = table(None, "id", "taken", "what", "value", "unit", "range", "from", "")
    for each in page.data:
        shown.add_row(
            safe(each.id),
            f"{each.collected_at:%Y-%m-%d}",
            safe(each.name),
            safe(_value(each)),
            safe(each.unit or ""),
            safe(_range(each)),
            safe(each.source or ""),
            "[yellow]to be confirmed[/]" if each.unconfirmed else "",
        )
    out.print(shown)
    if page.has_more:
        out.print("[dim]There are older results.[/]")


@labs.command("add")
def add_lab(  # noqa: PLR0913, PLR0917, one option of the command line each
    name: Annotated[str, typer.Argument(help="As on the report.")],
    value: Annotated[str, typer.Argument(help='A number, "<0.1", or a word such as negative.')],
    unit: Annotated[str, typer.Argument(help="As on the report.")] = "",
    taken: Annotated[str | None, typer.Option(help="The day of the sample, YYYY-MM-DD; else today.")] = None,
    reference: Annotated[str | None, typer.Option("--range", help="The laboratory's, as in 30-300, 30- or -5.")] = None,
    user: UserOption = None,
    base_url: BaseUrlOption = None,
    api_key: ApiKeyOption = None,
    data_dir: DataDirOption = None,
) -> None:
    """Keep a result."""
    if _COMMA.fullmatch(value):
        raise ValueError(f"{value} can be read in two ways: write a decimal point, and nothing between thousands.")
    number_said = _NUMBER.fullmatch(value.strip())
    at = datetime.fromisoformat(taken).replace(tzinfo=UTC) if taken else datetime.now(UTC)
    bounds = _bounds(reference)
    with connect(base_url=base_url, api_key=api_key, data_dir=data_dir, user=user) as amy:
        kept = amy.data.add_biomarker(
            name,
            float(number_said[2]) if number_said else None,
            collected_at=at,
            unit=unit or None,
            comparator=number_said[1] if number_said else None,
            text=value,
            reference=bounds,
        )
    console().print(f"{safe(kept.id)} kept: {safe(_told(kept))}.")


@labs.command("confirm")
def confirm_labs(
    ids: Annotated[list[str] | None, typer.Argument(help="Without any, you are asked of each that waits.")] = None,
    user: UserOption = None,
    base_url: BaseUrlOption = None,
    api_key: ApiKeyOption = None,
    data_dir: DataDirOption = None,
) -> None:
    """Confirm results that were read from a page of text: only then do they count."""
    with connect(base_url=base_url, api_key=api_key, data_dir=data_dir, user=user) as amy:
        for each in ids or _asked(amy):
            confirmed = amy.data.confirm_biomarker(each)
            console().print(f"{safe(confirmed.id)} counts: {safe(_told(confirmed))}.")


def _asked(amy: Amy) -> list[str]:
    """Those of the waiting results that the person says are as on the report."""
    waiting = amy.data.biomarkers(unconfirmed=True, limit=100).data
    if not waiting:
        console().print("Nothing waits to be confirmed.")
    return [each.id for each in waiting if typer.confirm(f"{clean(_told(each))}. Is this what the report says?")]


@labs.command("rm")
def remove_labs(
    ids: list[str],
    user: UserOption = None,
    base_url: BaseUrlOption = None,
    api_key: ApiKeyOption = None,
    data_dir: DataDirOption = None,
) -> None:
    """Delete results, at once and for good."""
    with connect(base_url=base_url, api_key=api_key, data_dir=data_dir, user=user) as amy:
        for each in ids:
            amy.data.delete_biomarker(each)
            console().print(f"{safe(each)} deleted.")


def _bounds(text: str | None) -> tuple[float | None, float | None]:
    """Raises ValueError: it is no range."""
    if text is None:
        return None, None
    found = _RANGE.fullmatch(text.strip())
    if found is None or not any(found.groups()):
        raise ValueError(f"A range is two numbers, as in 30-300, or one, as in 30- or -5; not {text!r}.")
    low, high = found.groups()
    return (float(low) if low else None), (float(high) if high else None)


def _told(result: Biomarker) -> str:
    """A result in a line."""
    reference = f" (range {_range(result)})" if _range(result) else ""
    unit = f" {result.unit}" if result.unit else ""
    return f"{result.name} {_value(result)}{unit}{reference}, {result.collected_at:%Y-%m-%d}"


def _value(result: Biomarker) -> str:
    """As printed where that is known; never rounded."""
    return result.text if result.text or result.value is None else f"{result.comparator or ''}{result.value:.12g}"


def _range(result: Biomarker) -> str:
    if result.reference_text:
        return result.reference_text
    low, high = result.reference_low, result.reference_high
    if low is None and high is None:
        return ""
    return f"{'' if low is None else f'{low:.12g}'}-{'' if high is None else f'{high:.12g}'}"
