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
from amy.client.data_models import DataDescription
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


def volume(size: int) -> str:
    """How much data: "812 MB", "2.0 GB"."""
    return f"{size / 1e9:.1f} GB" if size >= 1e9 else f"{size / 1e6:.0f} MB"


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
    shown = table("Fact sheet", "claim", "value", "unit", "n", "window", "verdict", "source")
    for fact in facts:
        shown.add_row(
            safe(fact.claim),
            measured(fact.value, fact.unit),
            safe(fact.unit or ""),
            "" if fact.n is None else number(fact.n),
            safe(fact.window or ""),
            safe(fact.verdict or ""),
            safe(fact.source),
        )
    return shown


def metric_table(data: DataDescription) -> Table:
    shown = table(None, "metric", "latest", "unit", "days", "missing", "coverage", "from", "to")
    for metric in data.metrics:
        shown.add_row(
            safe(metric.name),
            "" if metric.latest_value is None else measured(metric.latest_value, metric.unit),
            safe(metric.unit or ""),
            number(metric.days_with_value),
            number(metric.days_missing),
            "" if metric.coverage is None else f"{metric.coverage:.0%}",
            str(metric.first_date),
            str(metric.last_date),
        )
    return shown


def memory_table(entries: Sequence[Memory]) -> Table:
    shown = table(None, "id", "written", "category", "text", "from")
    for entry in entries:
        origin = entry.source_turn_id or "you"
        shown.add_row(entry.id, f"{entry.created_at:%Y-%m-%d}", entry.category, safe(entry.text), safe(origin))
    return shown


def turn_table(turns: Sequence[Turn]) -> Table:
    shown = table(None, "id", "asked", "status", "question")
    for turn in turns:
        question = turn.messages[-1].content if turn.messages else ""
        shown.add_row(turn.id, f"{turn.created_at:%Y-%m-%d %H:%M}", turn.status, safe(" ".join(question.split())[:100]))
    return shown


def table(title: str | None, *columns: str) -> Table:
    """An empty table; columns of numbers are named for what they hold and set to the right."""
    made = Table(title=title, title_justify="left", box=None, pad_edge=False, header_style="bold")
    for column in columns:
        justify = "right" if column in {"value", "n", "latest", "days", "missing", "coverage"} else "left"
        made.add_column(column, justify=justify, overflow="fold")  # type: ignore[arg-type]  # both are allowed
    return made
