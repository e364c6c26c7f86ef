"""Cells in which something is there: how often it is reported, beside an oracle that knows the memory."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final

from evals.validator import lifesnaps, oracles
from evals.validator.cells import ABOVE, THERE, Cell, Promise, VerdictCell
from evals.validator.claims import KINDS, Claim, groups
from evals.validator.processes import Process, ar1_process, slow_process
from services.validator.domain.gates.gate import GateInput

LENGTHS: Final = (30, 60, 90, 180, 365)
PHIS: Final = (0.0, 0.5, 0.7, 0.8, 0.9)
RHOS: Final = (0.3, 0.4, 0.5)
WORKOUTS: Final = 0.35
_PROMISED_TIMES: Final = 2.5
_ORACLES: Final = {"pairs": oracles.of_pair, "a change point": oracles.of_search}
_CLAIMS: Final[Mapping[str, Callable[..., GateInput]]] = {
    **KINDS,
    "workout days against others": partial(groups, share=WORKOUTS),
}
_STEPS: Final = ("two halves", "a line", "a change point")

_PROMISED: Final[Mapping[tuple[str, float, str, int], float]] = {
    ("pairs", 0.5, "independent", 90): 95.0,
    ("pairs", 0.4, "independent", 180): 95.0,
    ("pairs", 0.5, "AR(1) 0.5", 180): 90.0,
    ("pairs", 0.3, "AR(1) 0.5", 90): 65.0,
    ("pairs", 0.3, "AR(1) 0.8", 90): 50.0,
    ("two halves", 1.0, "independent", 90): 95.0,
    ("two halves", 1.0, "AR(1) 0.5", 90): 75.0,
    ("a change point", 1.0, "independent", 180): 95.0,
    ("weekends against weekdays", 1.0, "independent", 180): 95.0,
    ("workout days against others", 1.0, "independent", 180): 95.0,
    ("run days against others", 0.5, "AR(1) 0.8", 90): 85.0,
}
"""The least share reported, in percent: by kind of claim, size, memory and days."""
_PROMISED_REAL: Final = 80.0


def effects() -> Iterator[Cell]:
    """Correlations, steps and differences between groups of known sizes."""
    for rho in RHOS:
        yield from (_cell("pairs", process, n, rho=rho) for process in map(ar1_process, PHIS) for n in LENGTHS)
    for kind in _STEPS:
        yield from (_cell(kind, process, n, size_sd=1.0) for process in map(ar1_process, PHIS) for n in LENGTHS)
    for kind in ("weekends against weekdays", "run days against others", "workout days against others"):
        for size_sd in (0.5, 1.0):
            yield from (
                _cell(kind, process, n, size_sd=size_sd) for process in map(ar1_process, PHIS) for n in (60, 90, 180)
            )
    slow = slow_process(0.5, 0.95)
    yield from (_cell("pairs", slow, n, rho=0.5) for n in (60, 90, 180))
    yield from (_cell(kind, slow, n, size_sd=1.0) for kind in _STEPS for n in (60, 90, 180))
    yield from (_cell("run days against others", slow, n, size_sd=0.5) for n in (60, 90, 180))
    if lifesnaps.wearers():
        yield from _planted()


def _planted() -> Iterator[Cell]:
    """Effects put into real resting heart rate."""
    draws: Mapping[str, Claim] = {
        "days at random against others, 0.5 SD": partial(lifesnaps.planted_groups, n=60, size_sd=0.5),
        "the target of a pair, 0.3 SD": partial(lifesnaps.planted_pair, n=60, size_sd=0.3),
    }
    for row, draw in draws.items():
        promises = (Promise(of=ABOVE, bound=_PROMISED_REAL, is_most=False),) if "against" in row else ()
        yield VerdictCell(
            table=f"{THERE}planted in real resting heart rate",
            row=row,
            column="n = 60",
            draw=draw,
            promises=promises,
            times=_PROMISED_TIMES,
        )


def _cell(kind: str, process: Process, n: int, **effect: float) -> VerdictCell:
    """An effect of this size in a Gaussian process."""
    (size,) = effect.values()
    what = f"rho = {size:g}" if kind == "pairs" else f"{size:g} SD"
    memory = process.autocorrelation
    assert memory is not None
    least = _PROMISED.get((kind, size, process.name, n))
    return VerdictCell(
        table=f"{THERE}{kind}, {what}",
        row=process.name,
        column=f"n = {n}",
        draw=partial(_CLAIMS[kind], process=process, n=n, **effect),
        promises=() if least is None else (Promise(of=ABOVE, bound=least, is_most=False),),
        times=1.0 if least is None else _PROMISED_TIMES,
        oracle=partial(_ORACLES.get(kind, oracles.of_contrast), autocorrelation=memory),
    )
