"""The reasons to doubt a finding, category by category. What each threshold means is said in `docs/validation.md`."""

import math
from collections.abc import Iterator, Sequence
from types import MappingProxyType
from typing import Final

from services.validator.adapters.rules_mind.reading import (
    OVERLAPS,
    basis_of_case,
    listed,
    measured,
    spoken,
    spoken_feature,
    spoken_target,
)
from services.validator.domain.claims.finding import FindingKind
from services.validator.domain.gates.documented import MIN_DISCRIMINATIVE_RHO, MIN_EFFECT_TO_NOISE
from services.validator.domain.gates.gate import Gate
from services.validator.domain.questions.components import Overlap
from services.validator.domain.review.critique import Case, Concern, ConcernCategory, Severity
from services.validator.domain.review.evidence import AssociationEvidence, TrendEvidence
from services.validator.domain.review.missingness import Compared, GapContrast, WeekdayGaps
from services.validator.domain.review.priors import Prior, Support, applied
from services.validator.domain.review.shared_causes import Cause
from services.validator.domain.statistics.calendar_patterns import Pattern

_SMALL_N: Final = MappingProxyType({FindingKind.ASSOCIATION: 30, FindingKind.TREND: 20, FindingKind.SCALAR: 0})
_COMFORTABLE_N: Final = MappingProxyType({FindingKind.ASSOCIATION: 60, FindingKind.TREND: 40, FindingKind.SCALAR: 14})
_MIN_PER_WINDOW: Final = 5
_COVERAGE: Final = ((0.25, Severity.HIGH), (0.5, Severity.MEDIUM), (0.8, Severity.LOW))
_CLEAR_Z: Final = 2.6
_CLEAR_DIFFERENCE_SD: Final = 0.5
_CLEAR_SPREAD: Final = 1.5
_CLEAR_CRAMERS_V: Final = 0.3
_CLEAR_CHANCE: Final = 0.01
_MANY_GAPS: Final = 0.2
_NEAR_TAUTOLOGY_RHO: Final = 0.75
_WEAK_RHO: Final = 0.2
_NEAR_ZERO: Final = 0.05
_WIDE_INTERVAL: Final = 0.6
_DIFFERENT_HALVES: Final = 0.4
_CERTAIN_ERRORS: Final = 2.0
_PULLED_SD: Final = 0.5
_MOSTLY_GONE: Final = 0.5
_NOTABLY_LESS: Final = 0.75
_LEFT: Final = ((_MOSTLY_GONE, Severity.HIGH), (_NOTABLY_LESS, Severity.MEDIUM), (0.9, Severity.LOW))
_CERTAIN_CHANCE: Final = 0.05
_NOTABLE_PART: Final = 0.1
_OTHER_WEEKDAYS: Final = ((0.99, Severity.HIGH), (0.5, Severity.MEDIUM))
_SWING: Final = 1.0
_NOTABLE_ERRORS: Final = 2.4
_CLEARLY_MORE_ERRORS: Final = 2.8

_OVERLAP_SEVERITY: Final = MappingProxyType(
    {
        Overlap.SAME: Severity.HIGH,
        Overlap.PART: Severity.HIGH,
        Overlap.SHARES: Severity.HIGH,
        Overlap.COMPOSITE: Severity.HIGH,
        Overlap.INGREDIENT: Severity.MEDIUM,
    }
)
_PATTERNS: Final = MappingProxyType(
    {
        Pattern.WEEKDAY: "the day of the week",
        Pattern.TREND: "a steady drift over time",
        Pattern.SEASON: "the time of year",
    }
)
_CAUSES: Final = MappingProxyType(
    {
        Cause.STEP: "a change in both on about the same day, such as a new watch, a move or a new job",
        Cause.SPELL: "a stretch of days that was unusual for both, such as a holiday or an illness",
        Cause.CYCLE: "a slow rhythm that both follow",
        Cause.RHYTHM: "a rhythm of the week that both had for a part of the time only",
    }
)
_HOW_MUCH: Final = MappingProxyType(
    {Severity.HIGH: "More than half", Severity.MEDIUM: "A good part", Severity.LOW: "A small part"}
)
_WEEKDAYS: Final = ("Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays", "Saturdays", "Sundays")
_CONTRADICTION: Final = MappingProxyType(
    {
        Support.ESTABLISHED: (Severity.HIGH, "Well-established research finds the opposite"),
        Support.SUPPORTED: (Severity.MEDIUM, "Several studies find the opposite"),
        Support.EMERGING: (Severity.LOW, "An early study finds the opposite"),
    }
)


def concerns_of(case: Case, priors: Sequence[Prior]) -> Iterator[Concern]:
    """Every concern, category by category."""
    yield from _small_n(case)
    yield from _selection_bias(case)
    match case.finding.kind:
        case FindingKind.ASSOCIATION:
            yield from _tautology(case)
            yield from _noisy_association(case)
            yield from _contradiction(case, priors)
            if case.evidence.association is not None:
                yield from _shared_causes(case.evidence.association)
                yield from _reverse_causation(case, case.evidence.association)
        case FindingKind.TREND:
            yield from _noisy_trend(case)
            if case.evidence.trend is not None:
                yield from _other_days(case.evidence.trend)
                yield from _new_device(case.evidence.trend)
        case _:
            yield from _pulled(case)


def _small_n(case: Case) -> Iterator[Concern]:
    kind, n, basis = case.finding.kind, case.sample.n, basis_of_case(case)
    smaller = case.sample.smaller_window_n
    if basis.is_fact:
        return
    if smaller is not None and smaller < _MIN_PER_WINDOW:
        detail = f"One of the two windows has a value on only {smaller} {'day' if smaller == 1 else 'days'}."
        if basis.is_between_groups:
            detail = f"One of the two groups has only {smaller} {'value' if smaller == 1 else 'values'}."
        yield Concern(category=ConcernCategory.SMALL_N, detail=detail, severity=Severity.HIGH)
    elif kind is not None and n < _COMFORTABLE_N[kind]:
        severity = Severity.MEDIUM if n < _SMALL_N[kind] else Severity.LOW
        yield Concern(category=ConcernCategory.SMALL_N, detail=f"It rests on only {n} {basis.noun}.", severity=severity)


def _selection_bias(case: Case) -> Iterator[Concern]:
    if basis_of_case(case).is_indifferent_to_gaps:
        return
    yield from _missing_days(case)
    yield from (_at_gaps(case, contrast) for contrast in case.evidence.gaps if _is_clear(contrast))
    if case.evidence.weekday_gaps is not None:
        yield from _missing_weekdays(case.evidence.weekday_gaps)


def _missing_days(case: Case) -> Iterator[Concern]:
    for limit, severity in _COVERAGE:
        if case.sample.coverage < limit:
            detail = (
                f"Only {case.sample.n} of {case.sample.chosen} {basis_of_case(case).noun} have a value; "
                "the missing ones may differ from the rest."
            )
            yield Concern(category=ConcernCategory.SELECTION_BIAS, detail=detail, severity=severity)
            return


def _is_clear(contrast: GapContrast) -> bool:
    return abs(contrast.z) > _CLEAR_Z and abs(contrast.difference_sd) >= _CLEAR_DIFFERENCE_SD


def _at_gaps(case: Case, contrast: GapContrast) -> Concern:
    way = "higher" if contrast.difference_sd > 0 else "lower"
    feature, target = spoken_feature(case.finding), spoken_target(case.finding)
    match contrast.compared:
        case Compared.FEATURE_WITHOUT_TARGET:
            detail = (
                f"Days on which {target} is missing have {way} {feature} than the others, so they are no fair sample."
            )
        case Compared.TARGET_WITHOUT_FEATURE:
            detail = (
                f"Days on which {feature} is missing have {way} {target} than the others, so they are no fair sample."
            )
        case Compared.NEXT_TO_GAP:
            detail = (
                f"Next to days without a value {feature} is {way} than usual, so the missing days may be unusual too."
            )
    return Concern(
        category=ConcernCategory.SELECTION_BIAS, detail=detail, severity=_severity_of_gaps(contrast.gap_share)
    )


def _missing_weekdays(gaps: WeekdayGaps) -> Iterator[Concern]:
    if gaps.iso_weekdays and gaps.chance < _CLEAR_CHANCE and gaps.cramers_v >= _CLEAR_CRAMERS_V:
        days = listed([_WEEKDAYS[day - 1] for day in gaps.iso_weekdays])
        yield Concern(
            category=ConcernCategory.SELECTION_BIAS,
            detail=f"Values are missing mostly on {days}, so those days count for too little.",
            severity=_severity_of_gaps(gaps.gap_share),
        )


def _severity_of_gaps(share: float) -> Severity:
    return Severity.MEDIUM if share >= _MANY_GAPS else Severity.LOW


def _tautology(case: Case) -> Iterator[Concern]:
    overlap = basis_of_case(case).overlap
    rho = measured(case, Gate.CONSTRUCT_VALIDITY, "rho")
    if overlap is not None:
        severity = _OVERLAP_SEVERITY[overlap]
        yield Concern(category=ConcernCategory.TAUTOLOGY, detail=OVERLAPS[overlap], severity=severity)
    elif abs(rho) > _NEAR_TAUTOLOGY_RHO:
        detail = "The two move together so closely that they may be one thing measured twice."
        yield Concern(category=ConcernCategory.TAUTOLOGY, detail=detail, severity=Severity.MEDIUM)


def _noisy_association(case: Case) -> Iterator[Concern]:
    low, high = measured(case, Gate.BOOTSTRAP, "ci_low"), measured(case, Gate.BOOTSTRAP, "ci_high")
    first = measured(case, Gate.SUBGROUP_CONSISTENCY, "rho_first_half")
    second = measured(case, Gate.SUBGROUP_CONSISTENCY, "rho_second_half")
    rho = abs(measured(case, Gate.DISCRIMINATIVE_POWER, "abs_rho"))
    if math.isnan(rho):
        yield _noise("One of the series does not vary, so no correlation is defined.", Severity.HIGH)
        return
    if not (low > 0 or high < 0):
        yield _noise("The plausible range of the correlation includes none at all.", Severity.HIGH)
    elif min(abs(low), abs(high)) < _NEAR_ZERO:
        yield _noise("The plausible range of the correlation ends close to none at all.", Severity.MEDIUM)
    if high - low > _WIDE_INTERVAL:
        yield _noise("The plausible range of the correlation is wide.", Severity.MEDIUM)
    if rho < _WEAK_RHO:
        yield _noise("The correlation is weak.", Severity.MEDIUM)
    if not first * second > 0:
        yield _noise("The first and the second half of the days do not point the same way.", Severity.MEDIUM)
    elif abs(first - second) > _DIFFERENT_HALVES:
        yield _noise("The correlation differs much between the first and the second half of the days.", Severity.MEDIUM)


def _noisy_trend(case: Case) -> Iterator[Concern]:
    ratio = measured(case, Gate.EFFECT_VS_NOISE, "ratio")
    trend = case.evidence.trend
    if ratio < MIN_EFFECT_TO_NOISE:
        what = "day-to-day variation" if basis_of_case(case).noun == "days" else "variation from one to the next"
        yield _noise(f"The {_change(case)} is small against the usual {what}.", Severity.MEDIUM)
    elif trend is not None and trend.error_ratio < _CERTAIN_ERRORS:
        yield _noise(f"Days that vary this much can bring about such a {_change(case)} by chance.", Severity.MEDIUM)


def _change(case: Case) -> str:
    return "difference" if basis_of_case(case).is_between_groups else "change"


def _pulled(case: Case) -> Iterator[Concern]:
    if basis_of_case(case).is_average and case.evidence.pull > _PULLED_SD:
        yield _noise("A few extreme days pull this away from what a usual day is like.", Severity.LOW)


def _noise(detail: str, severity: Severity) -> Concern:
    return Concern(category=ConcernCategory.NOISE, detail=detail, severity=severity)


def _contradiction(case: Case, priors: Sequence[Prior]) -> Iterator[Concern]:
    """The best prior of the same lag decides: where studies disagree, the firmest is not outvoted."""
    rho = measured(case, Gate.CONSTRUCT_VALIDITY, "rho")
    known = next((known.prior for known in applied(case.finding, priors) if known.same_lag), None)
    if known is not None and abs(rho) >= MIN_DISCRIMINATIVE_RHO and known.direction.sign * rho < 0:
        severity, what = _CONTRADICTION[known.support]
        pair = f"{spoken(known.feature)} and {spoken(known.target)}"
        way = "rise and fall together" if known.direction.sign > 0 else "move in opposite directions"
        detail = f"{what}: there, {pair} {way}."
        yield Concern(category=ConcernCategory.LITERATURE_CONTRADICTION, detail=detail, severity=severity)


def _shared_causes(association: AssociationEvidence) -> Iterator[Concern]:
    """What both series share, by what is left of the correlation without it.

    A cause that was searched for is told only if a good part of the link goes with it.
    """
    rho = association.rho
    if abs(rho) < MIN_DISCRIMINATIVE_RHO:
        return
    left = association.share_left if association.causes else association.rho_left / rho
    could_be_chance = bool(association.causes) and association.chance_left > _CERTAIN_CHANCE
    patterns = [_PATTERNS[p.pattern] for p in association.patterns if p.in_both and p.brought * rho > 0]
    causes = [_CAUSES[each.cause] for each in association.causes if each.rho / rho >= _NOTABLE_PART]
    if left >= _NOTABLY_LESS and not could_be_chance:
        causes = []
    names = list(dict.fromkeys([*causes, *patterns]))
    if not names:
        return
    if could_be_chance and left >= _MOSTLY_GONE:
        detail = f"Without {listed(names)}, what is left of the link could be chance."
        yield Concern(category=ConcernCategory.CONFOUNDER, detail=detail, severity=Severity.HIGH)
    else:
        yield from _explained("the link", names, left)


def _other_days(trend: TrendEvidence) -> Iterator[Concern]:
    """Days of the week and time of year of a trend's later days against its earlier ones."""
    severity = next((severity for limit, severity in _OTHER_WEEKDAYS if trend.weekday_overlap >= limit), None)
    if severity is not None:
        detail = "The days compared fall on different days of the week, and that alone can make a difference."
        yield Concern(category=ConcernCategory.CONFOUNDER, detail=detail, severity=severity)
    else:
        yield from _explained("the change", [_PATTERNS[Pattern.WEEKDAY]], trend.weekday_left)
    if not math.isnan(trend.season_left):
        yield from _explained("the change", [_PATTERNS[Pattern.SEASON]], trend.season_left)
    elif trend.season_swing >= _SWING:
        detail = "The days compared lie at different times of year, and the record is too short to tell what that does."
        yield Concern(category=ConcernCategory.CONFOUNDER, detail=detail, severity=Severity.LOW)


def _new_device(trend: TrendEvidence) -> Iterator[Concern]:
    """Ups and downs of another size, which a change of the level alone does not bring about."""
    if trend.spread is not None and trend.spread.z > _CLEAR_Z and trend.spread.ratio >= _CLEAR_SPREAD:
        detail = "The usual ups and downs changed as well, as they would with a new watch or a new app."
        yield Concern(category=ConcernCategory.CONFOUNDER, detail=detail, severity=Severity.MEDIUM)


def _explained(what: str, causes: Sequence[str], left: float) -> Iterator[Concern]:
    severity = next((severity for limit, severity in _LEFT if left < limit), None)
    if severity is not None:
        detail = f"{_HOW_MUCH[severity]} of {what} can come from {listed(causes)}."
        yield Concern(category=ConcernCategory.CONFOUNDER, detail=detail, severity=severity)


def _reverse_causation(case: Case, association: AssociationEvidence) -> Iterator[Concern]:
    """The other order in time, if it stands out from noise and is no weaker.

    A claim that one series leads is held against the other leading. A claim about the same day says no order, so there
    the day before is held against the day after.
    """
    order, basis = association.precedence, basis_of_case(case)
    if order is None or not order.reverse > _NOTABLE_ERRORS * order.error:
        return
    clearly = _CLEARLY_MORE_ERRORS * order.error
    rival = order.forward + clearly if basis.lag_days == 0 else order.claimed
    if not order.reverse >= rival:
        return
    leader, follower = spoken_target(case.finding), spoken_feature(case.finding)
    if basis.lag_days < 0:
        leader, follower = follower, leader
    if basis.lag_days == 0:
        detail = (
            f"{leader} goes with {follower} on the day after rather than before, so cause and effect may be swapped."
        )
    else:
        detail = f"{leader} goes before {follower} at least as clearly as after, so cause and effect may be swapped."
    severity = Severity.HIGH if order.reverse > order.claimed + clearly else Severity.MEDIUM
    yield Concern(category=ConcernCategory.REVERSE_CAUSATION, detail=detail[0].upper() + detail[1:], severity=severity)
