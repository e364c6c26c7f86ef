"""What the validator lets through and what it misses, documented gates against both layers, where the truth is known.

Every cell draws its findings from a generator of its own, seeded by `--seed` and the cell's name, so that the same seed
prints the same tables. Only the gates are asked, through the function that `EvaluateGates` runs; the Critic can lower
what is left, never raise it. Exits with 1 if a promised figure is missed.
"""

import argparse
import json
import os
import sys
import time
import zlib
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path

import numpy as np

from evals.noise import LENGTHS, PHIS, Cell, association, autoregressive, changes, differences, related, unrelated
from services.validator.domain.claims.finding import FindingKind, Verdict
from services.validator.domain.gates import second_layer
from services.validator.domain.gates.documented import evaluate as documented_gates
from services.validator.domain.gates.gate import Gate, GateInput, GateReport, skipped

MAX_VALIDATED = 2.5
MAX_FALSE_TURNS = 5.0
HYPOTHESES = 20
COVERAGE_DRAWS = 400


@dataclass(frozen=True, kw_only=True)
class Figures:
    """Shares of a cell, in percent, with the standard error of ours."""

    family: str
    name: str
    draws: int
    documented_above: float
    documented_validated: float
    above: float
    validated: float
    limit: float | None
    least: float | None
    labels: dict[str, float] = field(default_factory=dict)

    @property
    def missed(self) -> bool:
        false = self.limit is not None and (self.above > self.limit or self.validated > MAX_VALIDATED)
        return false or (self.least is not None and self.above < self.least)


def seeded(seed: int, name: str) -> np.random.Generator:
    return np.random.default_rng((seed, zlib.crc32(name.encode())))


def measure(cell: Cell, seed: int, draws: int) -> Figures:
    rng = seeded(seed, cell.name)
    draws = min(draws, cell.most_draws or draws)
    reports = [second_layer.evaluate(cell.draw(rng), layered=True) for _ in range(draws)]

    def share(verdicts: Sequence[Verdict], *wanted: Verdict) -> float:
        return 100 * sum(verdict in wanted for verdict in verdicts) / draws

    documented = [report.documented_verdict for report in reports]
    ours = [report.verdict for report in reports]
    return Figures(
        family=cell.family,
        name=cell.name,
        draws=draws,
        documented_above=share(documented, Verdict.VALIDATED, Verdict.CONDITIONAL),
        documented_validated=share(documented, Verdict.VALIDATED),
        above=share(ours, Verdict.VALIDATED, Verdict.CONDITIONAL),
        validated=share(ours, Verdict.VALIDATED),
        limit=cell.limit,
        least=cell.least,
        labels=cell.labels,
    )


def false_turns(seed: int, turns: int, phi: float) -> tuple[float, float]:
    """The share of turns, in percent, that report at least one of 20 unrelated pairs: documented, ours."""
    rng = seeded(seed, f"turns {phi}")
    documented = ours = 0
    for _ in range(turns):
        reports: list[GateReport] = []
        for _ in range(HYPOTHESES):
            given = association(rng, n=90, phi=phi)
            reports.append(second_layer.extended(documented_gates(given), given, skipped(Gate.REPRODUCTION)))
        reports = list(second_layer.among_all(reports, [None] * HYPOTHESES))
        documented += any(report.documented_verdict is not Verdict.REJECTED for report in reports)
        ours += any(report.verdict is not Verdict.REJECTED for report in reports)
    return 100 * documented / turns, 100 * ours / turns


@dataclass(frozen=True, kw_only=True)
class Coverage:
    """How often a 95 % interval of a mean holds the true mean: by resampling, and with the days it is worth (%)."""

    phi: float
    n: int
    documented: float
    ours: float


def coverage(phi: float, n: int, seed: int, draws: int) -> Coverage:
    rng = seeded(seed, f"coverage {phi} {n}")
    documented = ours = 0
    for _ in range(draws):
        values = autoregressive(rng, n, phi)
        given = GateInput(kind=FindingKind.SCALAR, feature=values, target=None, effect=None, days=np.arange(n))
        report = second_layer.evaluate(given, layered=True)
        resampled, by_days_worth = report.outcome(Gate.BOOTSTRAP), report.outcome(Gate.SERIAL_DEPENDENCE)
        assert resampled is not None
        assert by_days_worth is not None
        documented += resampled.number("mean_ci_low") <= 0 <= resampled.number("mean_ci_high")
        ours += by_days_worth.number("ci_low") <= 0 <= by_days_worth.number("ci_high")
    return Coverage(phi=phi, n=n, documented=100 * documented / draws, ours=100 * ours / draws)


def table(title: str, rows: Sequence[Figures]) -> None:
    print(f"\n## {title}\n")
    print("| series | documented: above rejected | validated | both layers: above rejected | validated | promise |")
    print("| --- | ---: | ---: | ---: | ---: | --- |")
    for row in rows:
        promise = ""
        if row.limit is not None:
            promise = f"≤ {row.limit:g} % above, ≤ {MAX_VALIDATED:g} % validated"
        if row.least is not None:
            promise = f"≥ {row.least:g} % above"
        if row.missed:
            promise += " — MISSED"
        print(
            f"| {row.name} | {row.documented_above:.1f} % | {row.documented_validated:.1f} % "
            f"| {row.above:.1f} % | {row.validated:.1f} % | {promise} |"
        )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pairs", type=int, default=1000, help="findings per cell")
    parser.add_argument("--turns", type=int, default=1000, help=f"turns of {HYPOTHESES} hypotheses")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    asked = parser.parse_args()
    began = time.monotonic()
    false, true = unrelated(), [*related(), *changes(1.0)]
    cells = [*false, *changes(0.0), *true, *differences(0.0), *differences(1.0)]
    with ProcessPoolExecutor(asked.processes) as pool:
        jobs = [pool.submit(measure, cell, asked.seed, asked.pairs) for cell in cells]
        turn_jobs = {phi: pool.submit(false_turns, asked.seed, asked.turns, phi) for phi in (0.0, 0.5)}
        interval_jobs = [
            pool.submit(coverage, phi, n, asked.seed, min(asked.pairs, COVERAGE_DRAWS)) for phi in PHIS for n in LENGTHS
        ]
        figures = [job.result() for job in jobs]
        turns = {phi: job.result() for phi, job in turn_jobs.items()}
        intervals = [job.result() for job in interval_jobs]
    error = 100 * (0.05 * 0.95 / asked.pairs) ** 0.5
    print(f"seed {asked.seed}, {asked.pairs} findings per cell (standard error of a share of 5 %: {error:.1f} points)")
    named = {row.name: row for row in figures}

    def rows(shown: Sequence[Cell]) -> list[Figures]:
        return [named[cell.name] for cell in shown]

    table("Unrelated pairs: everything above `rejected` is false", rows(false))
    table("No change: everything above `rejected` is false", rows(changes(0.0)))
    table("Related pairs and real changes: power", rows(true))
    table("No difference between groups, no step to find: everything above `rejected` is false", rows(differences(0.0)))
    table("Differences between groups and steps searched for: power", rows(differences(1.0)))
    print(f"\n## Turns with {HYPOTHESES} unrelated hypotheses (n = 90) that report at least one\n")
    print("| series | documented | both layers | promise |\n| --- | ---: | ---: | --- |")
    for phi, (documented, ours) in turns.items():
        verdict = "" if ours <= MAX_FALSE_TURNS else " — MISSED"
        print(f"| phi = {phi} | {documented:.1f} % | {ours:.1f} % | ≤ {MAX_FALSE_TURNS:g} %{verdict} |")
    print("\n## 95 % interval of a mean: how often it holds the true mean\n")
    print("| series | documented resampling | with the days it is worth |\n| --- | ---: | ---: |")
    for row in intervals:
        print(f"| phi = {row.phi}, n = {row.n} | {row.documented:.1f} % | {row.ours:.1f} % |")
    missed = [row.name for row in figures if row.missed]
    missed += [f"turns, phi = {phi}" for phi, (_, ours) in turns.items() if ours > MAX_FALSE_TURNS]
    if not any(cell.name.startswith("LifeSnaps") for cell in false):
        print("\nLifeSnaps is absent (AMY_EVAL_DATA): its cell was not measured.")
    print(f"\n{len(figures)} cells in {time.monotonic() - began:.0f} s; promises missed: {len(missed)} {missed or ''}")
    if asked.json:
        shown = {"figures": [asdict(row) for row in figures], "coverage": [asdict(row) for row in intervals]}
        asked.json.write_text(json.dumps({"seed": asked.seed, "turns": turns, **shown}, indent=1))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
