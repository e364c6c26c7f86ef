"""What a benchmark run prints: figure, baseline of the same run, ratio, aim."""

import statistics
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from rich.console import Console
from rich.table import Table


@dataclass(frozen=True, kw_only=True)
class Row:
    what: str
    figure: str
    baseline: str = ""
    ratio: str = ""
    aim: str = ""


@dataclass
class Report:
    rows: list[Row] = field(default_factory=list)

    def add(self, row: Row) -> None:
        self.rows.append(row)
        print(
            f"{row.what}: {row.figure}  baseline {row.baseline or '-'}  {row.ratio}  aim {row.aim or '-'}", flush=True
        )

    def print(self) -> None:
        table = Table("what", "figure", "baseline, same run", "ratio", "aim")
        for row in self.rows:
            table.add_row(row.what, row.figure, row.baseline, row.ratio, row.aim)
        Console(width=150).print(table)


async def timed(call: Callable[[], Awaitable[object]], *, runs: int, warm_up: int = 3) -> list[float]:
    """Milliseconds of each run, after a warm-up that does not count."""
    for _ in range(warm_up):
        await call()
    samples = []
    for _ in range(runs):
        began = time.perf_counter()
        await call()
        samples.append((time.perf_counter() - began) * 1000)
    return samples


def p50(samples: Sequence[float]) -> float:
    return statistics.median(samples)


def p95(samples: Sequence[float]) -> float:
    return statistics.quantiles(samples, n=20)[-1]


def spread(samples: Sequence[float]) -> str:
    """`p50 3.1 ms, p95 4.0 ms (n=50)`."""
    return f"p50 {p50(samples):.1f} ms, p95 {p95(samples):.1f} ms (n={len(samples)})"
