"""What became of an import, for a person to read."""

import calendar
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from amy.cli.text import number, safe
from amy.client.data_models import Coverage, ImportReport, SkipReason

_BLOCKS: Final = " ▁▂▃▄▅▆▇█"
_ASCII: Final = " .:-=+*#@"
_MONTHS: Final = 36
_LISTED: Final = 8


@dataclass(frozen=True, kw_only=True)
class Strip:
    """How well the months of a metric are covered, the newest last.

    Attributes:
        shares: of each month's days, those that have a value: 0 to 1.
    """

    metric: str
    shares: Sequence[float]


def strip_of(coverage: Coverage, days: Mapping[date, int]) -> Strip:
    """The months of a metric's span, of which there may be too many: then the newest.

    Args:
        coverage: says how long the span is.
        days: by the first day of a month, how many of its days have a value.
    """
    shares = []
    for first in _months(coverage.first_date, coverage.last_date):
        last = first.replace(day=calendar.monthrange(first.year, first.month)[1])
        length = (min(last, coverage.last_date) - max(first, coverage.first_date)).days + 1
        shares.append(min(1.0, days.get(first, 0) / length))
    return Strip(metric=coverage.metric, shares=shares[-_MONTHS:])


def took_nothing(report: ImportReport) -> bool:
    """Whether a file was read and nothing of it could be used; a file that is known already is another matter."""
    used = sum(
        (
            report.days_written,
            report.days_unchanged,
            report.activities_written,
            report.biomarkers_written,
            report.entries_written,
            report.unconfirmed,
        )
    )
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


def report_lines(
    file: str, report: ImportReport, strips: Sequence[Strip] = (), *, ascii_only: bool = False
) -> list[str]:
    """What an import did; markup.

    Args:
        file: what was imported.
        report: of the server.
        strips: pictures of the coverage, of the metrics that have one.
        ascii_only: whether the terminal has no other characters.
    """
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
            (report.entries_written, "journal entries"),
        )
        if count
    ]
    found = ", ".join(f"{number(each.count)} {safe(each.what)}" for each in report.found)
    return [
        f"[bold]{safe(file)}[/]: {safe(report.format)}, {number(report.rows_read)} rows{span}",
        *([f"  found: {found}"] if found else []),
        f"  {', '.join(written) or 'nothing written'}",
        *_coverage_lines(report.coverage, strips, ascii_only=ascii_only),
        *_few(f"  [dim]not there[/] {safe(each.metric)}: {safe(each.why)}" for each in report.absent),
        *_few(f"  [dim]left out[/] {safe(each.file)}: {safe(each.why)}" for each in report.left_out),
        *map(_skipped, report.skipped),
        *(f"  [yellow]look at this:[/] {safe(warning)}" for warning in report.warnings),
        *_waiting(report.unconfirmed),
        *(f"  [dim]{safe(note)}[/]" for note in report.notes),
    ]


def _coverage_lines(coverage: Sequence[Coverage], strips: Sequence[Strip], *, ascii_only: bool) -> list[str]:
    """A line for each metric: its months, each as high as it is covered, and how many days have a value."""
    pictures = {each.metric: _picture(each.shares, _ASCII if ascii_only else _BLOCKS) for each in strips}
    name_width = max((len(each.metric) for each in coverage), default=0)
    picture_width = max((len(each) for each in pictures.values()), default=0)
    lines = []
    for each in coverage:
        days = each.days_with_value + each.days_missing
        picture = f"[cyan]{pictures.get(each.metric, ''):>{picture_width}}[/]  " if picture_width else ""
        lines.append(
            f"  {safe(each.metric):<{name_width}}  {picture}"
            f"{number(each.days_with_value)} of {number(days)} days, {each.first_date} to {each.last_date}"
        )
    return lines


def _picture(shares: Sequence[float], levels: str) -> str:
    """A month with a value on any day is never shown as an empty one."""
    top = len(levels) - 1
    return "".join(levels[max(1, round(share * top)) if share else 0] for share in shares)


def _skipped(skip: SkipReason) -> str:
    lines = f" (line {', '.join(map(str, skip.first_lines))})" if skip.first_lines else ""
    return f"  [yellow]{number(skip.cells)} cells skipped[/]: {safe(skip.reason)}{lines}"


def _waiting(unconfirmed: int) -> list[str]:
    if not unconfirmed:
        return []
    what = "1 laboratory result waits" if unconfirmed == 1 else f"{number(unconfirmed)} laboratory results wait"
    return [f"  [yellow]{what} for you to confirm:[/] amy labs confirm"]


def _few(lines: Iterable[str]) -> list[str]:
    """The first lines, and how many more there are."""
    listed = list(lines)
    more = len(listed) - _LISTED
    return listed if more <= 1 else [*listed[:_LISTED], f"  [dim]and {number(more)} more[/]"]


def _months(first: date, last: date) -> Iterable[date]:
    """The first day of each month of a span."""
    month = first.replace(day=1)
    while month <= last:
        yield month
        month = (month + timedelta(days=31)).replace(day=1)
