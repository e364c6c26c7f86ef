"""How things look on a terminal, and on anything that is none."""

import sys
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from amy.client import AmyError
from amy.client.data_models import DataDescription, ImportReport
from amy.client.models import FactEntry, Memory, Turn

_UNPRINTABLE = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})
_EPOCH = date(1970, 1, 1).toordinal()
_LATEST_DAY = date.max.toordinal() - _EPOCH


@dataclass(frozen=True, kw_only=True)
class Marks:
    passed: str
    failed: str
    neither: str


def console(*, stderr: bool = False) -> Console:
    """A console that prints plain lines where there is no terminal, and wraps nothing there."""
    stream = sys.stderr if stderr else sys.stdout
    made = Console(stderr=stderr, highlight=False, soft_wrap=not stream.isatty())
    if not stream.isatty():
        made.width = max(made.width, 160)
    return made


def marks(on: Console) -> Marks:
    if on.options.ascii_only:
        return Marks(passed="ok", failed="x", neither="-")
    return Marks(passed="✓", failed="✗", neither="\N{EN DASH}")


def clean(text: str) -> str:
    """The text without control characters: what a model or a file says must not drive the terminal."""
    return "".join(c for c in text if c in "\n\t" or not _drives(c))


def clean_json(text: str) -> str:
    """JSON that says the same in characters that no terminal obeys: those that it would are written as escapes."""
    return "".join(c if c == "\n" or not _drives(c) else _escaped(c) for c in text)


def _escaped(character: str) -> str:
    """As JSON escapes it: the units of UTF-16 in hexadecimal."""
    units = character.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))


def _drives(character: str) -> bool:
    hidden = unicodedata.category(character) in _UNPRINTABLE
    return hidden and character != "\N{ZERO WIDTH JOINER}"


def safe(text: str) -> str:
    """`clean` text, for places where rich would read markup.

    Backslashes at the end would escape whatever tag comes next, so a tag that styles nothing comes next.
    """
    cleaned = clean(text)
    body = cleaned.rstrip("\\")
    backslashes = cleaned[len(body) :]
    return f"{escape(body)}{backslashes * 2}[none][/]" if backslashes else escape(body)


def complaint(error: Exception) -> str:
    """What went wrong in a sentence, with the request where there is one; markup."""
    request_id = error.request_id if isinstance(error, AmyError) else ""
    message = error.message if isinstance(error, AmyError) else str(error)
    request = f" [dim](request {safe(request_id)})[/]" if request_id else ""
    return f"[red]amy:[/] {safe(message)}{request}"


def number(value: float) -> str:
    """As many digits as tell values of health data apart; counts stay whole."""
    if value == int(value) and abs(value) < 1e15:
        return f"{int(value):,}"
    return f"{value:,.2f}" if abs(value) >= 10 else f"{value:.4g}"


def measured(value: float, unit: str | None) -> str:
    """A number as its unit reads: a day as an ISO date, a time of day as "23:15"."""
    if unit == "clock":
        return "{:02}:{:02}".format(*divmod(round(value) % (24 * 60), 60))
    if unit == "date" and 0 <= value <= _LATEST_DAY:
        return date.fromordinal(_EPOCH + round(value)).isoformat()
    return number(value)


def fact_table(facts: Sequence[FactEntry]) -> Table:
    table = _table("Fact sheet", "claim", "value", "unit", "n", "window", "verdict", "source")
    for fact in facts:
        table.add_row(
            safe(fact.claim),
            measured(fact.value, fact.unit),
            safe(fact.unit or ""),
            "" if fact.n is None else number(fact.n),
            safe(fact.window or ""),
            safe(fact.verdict or ""),
            safe(fact.source),
        )
    return table


def metric_table(data: DataDescription) -> Table:
    table = _table(None, "metric", "latest", "unit", "days", "missing", "coverage", "from", "to")
    for metric in data.metrics:
        table.add_row(
            safe(metric.name),
            "" if metric.latest_value is None else measured(metric.latest_value, metric.unit),
            safe(metric.unit or ""),
            number(metric.days_with_value),
            number(metric.days_missing),
            "" if metric.coverage is None else f"{metric.coverage:.0%}",
            str(metric.first_date),
            str(metric.last_date),
        )
    return table


def memory_table(entries: Sequence[Memory]) -> Table:
    table = _table(None, "id", "written", "category", "text", "from")
    for entry in entries:
        origin = entry.source_turn_id or "you"
        table.add_row(entry.id, f"{entry.created_at:%Y-%m-%d}", entry.category, safe(entry.text), safe(origin))
    return table


def turn_table(turns: Sequence[Turn]) -> Table:
    table = _table(None, "id", "asked", "status", "question")
    for turn in turns:
        question = turn.messages[-1].content if turn.messages else ""
        table.add_row(turn.id, f"{turn.created_at:%Y-%m-%d %H:%M}", turn.status, safe(" ".join(question.split())[:100]))
    return table


def took_nothing(report: ImportReport) -> bool:
    """Whether a file was read and nothing of it could be used; a file that is known already is another matter."""
    used = report.days_written + report.days_unchanged + report.activities_written + report.biomarkers_written
    return not used and not report.already_imported and bool(report.skipped)


def refusal_lines(file: str, report: ImportReport) -> list[str]:
    """Why nothing of a file was used, row by row as far as the report names rows; markup."""
    by_line: dict[int, list[str]] = {}
    for skip in report.skipped:
        for line in skip.first_lines:
            by_line.setdefault(line, []).append(safe(skip.reason))
    named = sum(len(skip.first_lines) for skip in report.skipped)
    more = report.cells_skipped - named
    rows = number(report.rows_read)
    return [
        f"[bold]{safe(file)}[/]: [red]nothing was imported[/]. {rows} rows were read, and none could be used:",
        *(f"  line {line}: {'; '.join(reasons)}" for line, reasons in sorted(by_line.items())),
        *([f"  and {number(more)} more like these"] if more > 0 else []),
        *(f"  [dim]{safe(note)}[/]" for note in report.notes),
    ]


def report_lines(file: str, report: ImportReport) -> list[str]:
    """What an import did, for a person to read; markup."""
    if report.already_imported:
        return [f"[bold]{safe(file)}[/]: imported before, nothing has changed."]
    span = f", {report.first_date} to {report.last_date}" if report.first_date else ""
    written = [
        f"{number(count)} {what}"
        for count, what in (
            (report.days_written, "days written"),
            (report.days_unchanged, "days unchanged"),
            (report.activities_written, "activities"),
            (report.biomarkers_written, "lab values"),
        )
        if count
    ]
    return [
        f"[bold]{safe(file)}[/]: {safe(report.format)}, {number(report.rows_read)} rows{span}",
        f"  {', '.join(written) or 'nothing written'}",
        *(
            f"  [yellow]{number(skip.cells)} cells skipped[/]: {safe(skip.reason)}"
            + (f" (line {', '.join(map(str, skip.first_lines))})" if skip.first_lines else "")
            for skip in report.skipped
        ),
        *(f"  [dim]{safe(note)}[/]" for note in report.notes),
    ]


def _table(title: str | None, *columns: str) -> Table:
    table = Table(title=title, title_justify="left", box=None, pad_edge=False, header_style="bold")
    for column in columns:
        justify = "right" if column in {"value", "n", "latest", "days", "missing", "coverage"} else "left"
        table.add_column(column, justify=justify, overflow="fold")  # type: ignore[arg-type]  # both are allowed
    return table
