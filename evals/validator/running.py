"""Measures cells on several cores, and keeps what is measured so that a run that was cut short goes on."""

import json
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass, field
from multiprocessing import get_context
from pathlib import Path

from evals.validator.cells import Cell, Measured, measure


@dataclass(frozen=True, kw_only=True)
class Setting:
    """What decides the draws: figures of another setting are no part of a run."""

    seed: int
    draws: int
    held_out: bool


@dataclass(frozen=True, kw_only=True)
class Figures:
    """What is measured, by the name of the cell."""

    setting: Setting
    cells: dict[str, Measured] = field(default_factory=dict)

    @classmethod
    def read(cls, file: Path) -> "Figures":
        """What a run wrote."""
        stored = json.loads(file.read_text(encoding="utf-8"))
        return cls(setting=Setting(**stored["setting"]), cells=stored["cells"])

    def write(self, file: Path) -> None:
        """Whole or not at all."""
        half = file.with_suffix(".part")
        half.write_text(json.dumps(asdict(self), indent=1), encoding="utf-8")
        half.replace(file)


def run(cells: Sequence[Cell], figures: Figures, *, processes: int) -> Iterator[str]:
    """Measures the cells that are not among the figures, and adds them.

    Yields:
        The name of each cell when it is measured.
    """
    setting = figures.setting
    left = [cell for cell in cells if cell.name not in figures.cells]
    # Processes that start anew read it before numpy is loaded; with more threads they would wait for each other.
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        jobs = {
            pool.submit(measure, cell, seed=setting.seed, held_out=setting.held_out, draws=setting.draws): cell.name
            for cell in left
        }
        for job in as_completed(jobs):
            figures.cells[jobs[job]] = job.result()
            yield jobs[job]
