"""The second layer: it can lower a verdict, never raise it.

The documented gates resample days as if each were drawn anew. Days are not: today resembles yesterday, weeks have
their rhythm, seasons pass. Two series that have nothing to do with each other then look related. This layer asks
what is left when all that is allowed for, and `docs/validation.md` shows by simulation what it lets through.

An association or a trend is reported at all only if chance alone, with the same memory from day to day, gives as much
in at most 5 % of cases, both as it stands and without trend and weekday. `multiplicity` then asks for the same among
everything that was tested, and for 1 % before anything counts as validated.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from services.validator.domain.claims.finding import FindingKind, Verdict
from services.validator.domain.gates import documented, multiplicity
from services.validator.domain.gates.gate import DetailValue, Gate, GateInput, GateOutcome, GateReport, outcome, skipped
from services.validator.domain.gates.multiplicity import Subject, Test, TestedHypothesis
from services.validator.domain.records.series import Floats
from services.validator.domain.statistics import surrogates
from services.validator.domain.statistics.autocorrelation import Grid, effective_n, persistence
from services.validator.domain.statistics.changes import Change, Changes
from services.validator.domain.statistics.links import link
from services.validator.domain.statistics.scores import (
    calendar_basis,
    correlation,
    level,
    line_basis,
    normal_scores,
)
from services.validator.domain.statistics.steps import SIMULATIONS, chance_of_largest_step

MAX_CHANCE: Final = 0.05
_NARROWEST: Final = 0.8
"""How much narrower than the interval computed here a claimed interval may be."""
_ORDER: Final = (Verdict.REJECTED, Verdict.CONDITIONAL, Verdict.VALIDATED)


@dataclass(frozen=True, kw_only=True)
class Signal:
    """What became of a finding's signal when memory from day to day, trend and weekday were allowed for.

    Attributes:
        p_value: the larger of the two gates' chances; None where nothing is tested.
    """

    serial_dependence: GateOutcome
    confounding: GateOutcome
    p_value: float | None


def lowered(report: GateReport, *outcomes: GateOutcome) -> GateReport:
    """The report with more outcomes, and a verdict no better than their ceilings."""
    ceilings = (each.ceiling for each in outcomes)
    verdict = min((report.verdict, *ceilings), key=_ORDER.index)
    return replace(report, outcomes=(*report.outcomes, *outcomes), verdict=verdict)


def look_again(given: GateInput) -> Signal:
    """Tests the signal of a finding against days that remember each other.

    Never raises, whatever the numbers: a series that does not vary has no signal.
    """
    present = np.isfinite(given.feature)
    if given.target is not None:
        present &= np.isfinite(given.target)
    seen = replace(
        given,
        feature=given.feature[present],
        target=None if given.target is None else given.target[present],
        days=given.days[present],
        contrast=None if given.contrast is None else given.contrast[present],
        places=None if given.places is None else given.places[present],
    )
    with np.errstate(all="ignore"):
        match given.kind:
            case FindingKind.ASSOCIATION:
                return _association(seen)
            case FindingKind.TREND:
                return _trend(seen)
            case FindingKind.SCALAR:
                return Signal(serial_dependence=_scalar(seen), confounding=skipped(Gate.CONFOUNDING), p_value=None)


def _association(given: GateInput) -> Signal:
    """Spearman's correlation by normal scores, as it stands and within weekdays around a straight line."""
    target = given.feature if given.target is None else given.target
    x, y = normal_scores(given.feature), normal_scores(target)
    if not np.isfinite(correlation(x, y)):
        return _no_signal()
    grid, basis = Grid.of(given.neighbourhood), calendar_basis(given.days, trend=True)
    found = link(x, y, grid, basis, weekly=given.is_daily)
    days_worth = effective_n(persistence(x, grid) * persistence(y, grid), grid)
    return _signal(
        p_serial=found.p_value,
        p_left=found.p_beside,
        serial={"effective_n": days_worth, "resamples": surrogates.SURROGATES},
        left={"rho_adjusted": found.rho_beside},
    )


def _trend(given: GateInput) -> Signal:
    """The contrast of normal scores, as it stands and beside what may bring it about: weekdays, a straight line.

    What the groups of a difference are chosen by is what is claimed, and is not taken out.
    """
    scores = normal_scores(given.feature)
    contrast = np.zeros(given.feature.size) if given.contrast is None else given.contrast
    if not scores.any() or not contrast.any():
        return _no_signal()
    grid = Grid.of(given.neighbourhood)
    basis = _beside(given)
    changes = Changes.of(scores, contrast, grid, basis, weekly=given.is_daily)
    as_it_stands, beside = changes.as_it_stands, changes.beside
    serial = {"effective_n": as_it_stands.days_worth}
    if given.is_searched:
        as_it_stands = _searched(as_it_stands, scores, given, grid, level(grid.n))
        serial["resamples"] = SIMULATIONS
    if basis is None or beside is None:
        gate = _judged(Gate.SERIAL_DEPENDENCE, as_it_stands.p_value, serial)
        return Signal(serial_dependence=gate, confounding=skipped(Gate.CONFOUNDING), p_value=as_it_stands.p_value)
    if given.is_searched:
        beside = _searched(beside, scores, given, grid, basis)
    same_way = as_it_stands.size * beside.size > 0
    return _signal(
        p_serial=as_it_stands.p_value,
        p_left=beside.p_value if same_way else 1.0,
        serial=serial,
        left={"change_adjusted_sd": beside.size} | _named(given),
    )


def _beside(given: GateInput) -> Floats | None:
    """An orthonormal basis of what is taken out of a trend; None where nothing is."""
    if given.beside_weekday:
        return calendar_basis(given.days, trend=given.beside_line)
    return line_basis(given.days) if given.beside_line else None


def _named(given: GateInput) -> dict[str, DetailValue]:
    """What is taken out, where that is not the weekday alone."""
    return {"beside_weekday": given.beside_weekday, "beside_line": True} if given.beside_line else {}


def _searched(fitted: Change, scores: Floats, given: GateInput, grid: Grid, basis: Floats) -> Change:
    """The change with the chance that the search for it leaves."""
    return replace(fitted, p_value=chance_of_largest_step(scores, given.days, grid, basis, weekly=given.is_daily))


def _scalar(given: GateInput) -> GateOutcome:
    """Holds an interval that is claimed against the validator's own; it lowers a claim that is too narrow."""
    own = given.own_interval
    if given.claimed_width is None or own is None:
        return skipped(Gate.SERIAL_DEPENDENCE)
    too_narrow = given.claimed_width < _NARROWEST * (own.high - own.low)
    return outcome(
        Gate.SERIAL_DEPENDENCE,
        passed=not too_narrow,
        ceiling=Verdict.CONDITIONAL if too_narrow else Verdict.VALIDATED,
        ci_low=own.low,
        ci_high=own.high,
        effective_n=own.days_worth,
    )


def _signal(
    *, p_serial: float, p_left: float, serial: Mapping[str, DetailValue], left: Mapping[str, DetailValue]
) -> Signal:
    return Signal(
        serial_dependence=_judged(Gate.SERIAL_DEPENDENCE, p_serial, serial),
        confounding=_judged(Gate.CONFOUNDING, p_left, left),
        p_value=max(p_serial, p_left),
    )


def _judged(gate: Gate, p_value: float, measured: Mapping[str, DetailValue]) -> GateOutcome:
    passed = p_value <= MAX_CHANCE
    ceiling = Verdict.VALIDATED if passed else Verdict.REJECTED
    return outcome(gate, passed=passed, ceiling=ceiling, p_value=p_value, max_allowed=MAX_CHANCE, **measured)


def _no_signal() -> Signal:
    return _signal(p_serial=1.0, p_left=1.0, serial={}, left={})


def extended(report: GateReport, given: GateInput, reproduction: GateOutcome) -> GateReport:
    """A report of the documented gates with all of this layer but `multiplicity`, which needs the other findings.

    After a failed hard gate no later gate runs.
    """
    if report.hard_rejection:
        return report
    signal = look_again(given)
    further = lowered(report, reproduction, signal.serial_dependence, signal.confounding)
    return replace(further, p_value=signal.p_value)


def among_all(
    reports: Sequence[GateReport], subjects: Sequence[Subject | None], earlier: Sequence[TestedHypothesis] = ()
) -> tuple[GateReport, ...]:
    """The reports of one turn, each with its place among everything that was tested.

    Args:
        reports: of all findings of the turn; those that a hard gate ended, or none could weigh, count as no test.
        subjects: what each is about.
        earlier: the user's hypotheses of earlier turns.
    """
    tests = [Test(subject=subject, p_value=report.p_value) for report, subject in zip(reports, subjects, strict=True)]
    places = multiplicity.among_all(tests, earlier)
    return tuple(
        report if report.hard_rejection or report.unweighed else lowered(report, place)
        for report, place in zip(reports, places, strict=True)
    )


def evaluate(given: GateInput, *, layered: bool) -> GateReport:
    """Both layers on values that stand alone: there is no question to compute by, and no other test."""
    report = documented.evaluate(given)
    if not layered:
        return report
    (report,) = among_all([extended(report, given, skipped(Gate.REPRODUCTION))], [None])
    return report
