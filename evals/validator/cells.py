"""The cells of the tables: what is drawn in each, what is promised of it, and how it is measured."""

import math
import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

import numpy as np

from evals.validator.claims import Claim
from evals.validator.oracles import LEVEL
from evals.validator.processes import Process
from services.validator.domain.claims.finding import Verdict
from services.validator.domain.gates import second_layer
from services.validator.domain.gates.gate import GateInput

Measured: TypeAlias = Mapping[str, float]
"""Shares in percent by name; beside them `draws`, of how many, and the `width` of intervals in standard deviations."""

NOTHING, THERE, INTERVAL = "Nothing there: ", "There: ", "95 % interval: "
"""How the titles of the tables begin that belong together."""

ABOVE: Final = "above"
VALIDATED: Final = "validated"
ORACLE: Final = "oracle"
NAMED: Final = "named"
HOLDS: Final = "holds"
TOLD: Final = "told"
WIDTH: Final = "width"
DRAWS: Final = "draws"
_ERRORS: Final = 2.0


@dataclass(frozen=True, kw_only=True)
class Promise:
    """A bound on a measured share, in percent."""

    of: str
    bound: float
    is_most: bool = True

    def __str__(self) -> str:
        return f"{self.of} {'≤' if self.is_most else '≥'} {self.bound:g} %"

    def missed_by(self, measured: Measured) -> float:
        """How far a figure lies on the wrong side, in points; 0 where there is none, negative on the right one."""
        beyond = measured.get(self.of, self.bound) - self.bound
        return beyond if self.is_most else -beyond

    def is_missed(self, measured: Measured) -> bool:
        """Whether the figure as it stands breaks the promise."""
        return self.missed_by(measured) > 0

    def is_missed_for_sure(self, measured: Measured) -> bool:
        """Whether it does by more than two standard errors of the simulation."""
        error = math.sqrt(self.bound * (100 - self.bound) / measured[DRAWS])
        return self.missed_by(measured) > _ERRORS * error


class Cell(Protocol):
    """One figure of a table, or a few about the same draws.

    Attributes:
        name: unique; with the seed it decides what is drawn.
        table: the title it stands under; `row` and `column` its place there.
    """

    @property
    def name(self) -> str: ...
    @property
    def table(self) -> str: ...
    @property
    def row(self) -> str: ...
    @property
    def column(self) -> str: ...
    @property
    def promises(self) -> tuple[Promise, ...]: ...
    @property
    def times(self) -> float: ...

    def measure(self, rng: np.random.Generator, draws: int) -> Measured:
        """Measures so many draws."""
        ...


@dataclass(frozen=True, kw_only=True)
class ProcessCell(ABC):
    """A cell about one process over so many days: a row a process, a column a length."""

    process: Process
    n: int

    @property
    @abstractmethod
    def table(self) -> str: ...

    @property
    def row(self) -> str:
        return self.process.name

    @property
    def column(self) -> str:
        return f"n = {self.n}"

    @property
    def name(self) -> str:
        return f"{self.table}: {self.row}, {self.column}"


@dataclass(frozen=True, kw_only=True)
class VerdictCell:
    """How often claims of a kind come out above `rejected`, and how often `validated`.

    Attributes:
        times: how many times as many draws as usual, where a promise leaves little room.
        oracle: the chance that an optimal test gives to a draw; None where the truth has no such test.
    """

    table: str
    row: str
    column: str
    draw: Claim
    promises: tuple[Promise, ...] = ()
    times: float = 1.0
    oracle: Callable[[GateInput], float] | None = None

    @property
    def name(self) -> str:
        return f"{self.table}: {self.row}, {self.column}"

    def measure(self, rng: np.random.Generator, draws: int) -> Measured:
        """The shares of both layers, of the documented gates alone and of the oracle."""
        claims = [self.draw(rng) for _ in range(draws)]
        reports = [second_layer.evaluate(claim, layered=True) for claim in claims]

        def share(verdicts: list[Verdict], *wanted: Verdict) -> float:
            return 100 * sum(verdict in wanted for verdict in verdicts) / draws

        ours, documented = [each.verdict for each in reports], [each.documented_verdict for each in reports]
        measured = {
            DRAWS: float(draws),
            ABOVE: share(ours, Verdict.VALIDATED, Verdict.CONDITIONAL),
            VALIDATED: share(ours, Verdict.VALIDATED),
            "documented_above": share(documented, Verdict.VALIDATED, Verdict.CONDITIONAL),
            "documented_validated": share(documented, Verdict.VALIDATED),
        }
        if self.oracle is not None:
            measured[ORACLE] = 100 * sum(self.oracle(claim) <= LEVEL for claim in claims) / draws
        return measured


def measure(cell: Cell, *, seed: int, held_out: bool, draws: int) -> Measured:
    """The figures of a cell, the same for the same seed."""
    rng = np.random.default_rng((seed, int(held_out), zlib.crc32(cell.name.encode())))
    return cell.measure(rng, round(draws * cell.times))
