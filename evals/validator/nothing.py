"""Cells in which nothing is there: whatever is reported is false."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import numpy as np

from evals.validator import lifesnaps
from evals.validator.cells import ABOVE, DRAWS, NOTHING, VALIDATED, Cell, Measured, Promise, VerdictCell
from evals.validator.claims import FEWEST_DAYS, KINDS, claim_of, pair
from evals.validator.processes import Process, ar1_process, processes, slow_process, with_missing
from services.validator.domain.claims.finding import Verdict
from services.validator.domain.gates import second_layer
from services.validator.domain.gates.documented import evaluate as documented_gates
from services.validator.domain.gates.gate import Gate, GateInput, GateReport, skipped

LENGTHS: Final = (20, 30, 60, 90, 180, 365)
MOST_ABOVE: Final = 6.0
MOST_ABOVE_SLOW: Final = 10.0
"""Of memories that a short record does not show."""
SHORT: Final = 60
LONG: Final = 180
"""Days over which a search takes so long that half as many are drawn."""
MOST_VALIDATED: Final = 2.5
MOST_TURNS: Final = 5.0
HYPOTHESES: Final = 20
_MISSING: Final = 0.15
_MISSING_DAYS: Final = 90
_TURNS: Final = "Turns of 20 unrelated pairs that report at least one"


def promised(process: Process, n: int) -> tuple[Promise, ...]:
    """What may pass at most where nothing is there."""
    above = MOST_ABOVE_SLOW if process.is_slow and n <= SHORT else MOST_ABOVE
    return Promise(of=ABOVE, bound=above), Promise(of=VALIDATED, bound=MOST_VALIDATED)


def cell(kind: str, process: Process, n: int) -> VerdictCell:
    """Claims of a kind about a process in which nothing happens."""
    return VerdictCell(
        table=NOTHING + kind,
        row=process.name,
        column=f"n = {n}",
        draw=claim_of(kind, process, n),
        promises=promised(process, n),
        times=0.5 if kind == "a change point" and n >= LONG else 1.0,
    )


def nothing(*, held_out: bool) -> Iterator[Cell]:
    """Every kind of claim about every process, over every length."""
    for kind in KINDS:
        for process in processes(held_out=held_out):
            yield from (cell(kind, process, n) for n in LENGTHS if n >= FEWEST_DAYS.get(kind, 0))
        yield from (cell(kind, process, _MISSING_DAYS) for process in _with_gaps(held_out=held_out))
        yield from (
            cell(kind, lifesnaps.RANDOMISED, n)
            for n in LENGTHS
            if n >= FEWEST_DAYS.get(kind, 0) and lifesnaps.can_draw(n)
        )
    if lifesnaps.wearers():
        random = cell("pairs", replace(lifesnaps.RANDOMISED, name="LifeSnaps, shifted in a circle"), 0)
        yield replace(random, column="as recorded", draw=lifesnaps.shifted_pair)
    yield from (TurnCell(phi=phi) for phi in (0.0, 0.5))


def _with_gaps(*, held_out: bool) -> Iterator[Process]:
    known = (ar1_process(0.6), slow_process(0.4, 0.97)) if held_out else (ar1_process(0.5), slow_process(0.5, 0.95))
    for process in known:
        yield from (with_missing(process, _MISSING, in_a_row=in_a_row) for in_a_row in (False, True))


@dataclass(frozen=True, kw_only=True)
class TurnCell:
    """How many turns of 20 unrelated hypotheses over 90 days report at least one."""

    phi: float
    promises: tuple[Promise, ...] = (Promise(of=ABOVE, bound=MOST_TURNS),)
    times: float = 1.0
    table: str = _TURNS
    column: str = "n = 90"

    @property
    def row(self) -> str:
        return ar1_process(self.phi).name

    @property
    def name(self) -> str:
        return f"{self.table}: {self.row}"

    def measure(self, rng: np.random.Generator, draws: int) -> Measured:
        """The shares of turns, with both layers and with the documented gates alone."""
        draw = partial(pair, process=ar1_process(self.phi), n=90)
        turns = [_turn([draw(rng) for _ in range(HYPOTHESES)]) for _ in range(draws)]
        rejected = Verdict.REJECTED
        return {
            DRAWS: float(draws),
            ABOVE: 100 * sum(any(each.verdict is not rejected for each in turn) for turn in turns) / draws,
            VALIDATED: 100 * sum(any(each.verdict is Verdict.VALIDATED for each in turn) for turn in turns) / draws,
            "documented_above": 100
            * sum(any(each.documented_verdict is not rejected for each in turn) for turn in turns)
            / draws,
        }


def _turn(claims: list[GateInput]) -> tuple[GateReport, ...]:
    """The reports of one turn, each among the others."""
    extended = [second_layer.extended(documented_gates(claim), claim, skipped(Gate.REPRODUCTION)) for claim in claims]
    return second_layer.among_all(extended, [None] * len(claims))
