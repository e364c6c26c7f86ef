"""Findings that have been read and gated, as a mind is given them."""

from collections.abc import Sequence

import numpy as np

from services.validator.adapters.rules_mind import RulesMind
from services.validator.domain.algebra import Statistic
from services.validator.domain.claims.finding import Finding, FindingKind
from services.validator.domain.records.series import DailySeries, Floats
from services.validator.domain.records.store import Store
from services.validator.domain.review.critique import Case, ConcernCategory, Severity
from services.validator.domain.review.priors import Prior
from services.validator.domain.verdict.validation import examine
from tests.unit.validator.builders import finding, series, window


def case_of(claimed: Finding, store: dict[str, DailySeries]) -> Case:
    """By the documented gates alone: a mind is tested for what it adds to them."""
    examined = examine(claimed, Store(daily=store), layered=False)
    assert examined.sample is not None
    assert examined.evidence is not None
    assert not examined.report.hard_rejection
    return Case(finding=claimed, report=examined.report, sample=examined.sample, evidence=examined.evidence)


def related(n: int, *, strength: float = 1.0, seed: int = 0) -> dict[str, Floats]:
    rng = np.random.default_rng(seed)
    steps = rng.normal(size=n)
    return {"steps": steps, "sleep_minutes": strength * steps + rng.normal(size=n)}


def association_over(n: int, *, span: int = 0, strength: float = 1.0, seed: int = 0) -> Case:
    claimed = finding(FindingKind.ASSOCIATION, days=window(0, (span or n) - 1))
    return case_of(claimed, {k: series(v) for k, v in related(n, strength=strength, seed=seed).items()})


def scalar_over(n: int, *, span: int = 0, statistic: Statistic = Statistic.MEAN) -> Case:
    claimed = finding(days=window(0, (span or n) - 1), statistic=statistic, numbers={"effect": 60.0})
    return case_of(claimed, {"steps": series(60 + np.random.default_rng(1).normal(size=n))})


async def concerns_of(case: Case, priors: Sequence[Prior] = ()) -> set[tuple[ConcernCategory, Severity]]:
    return {(c.category, c.severity) for c in (await RulesMind(priors).critique(case)).concerns}


async def details_of(case: Case, category: ConcernCategory, priors: Sequence[Prior] = ()) -> list[str]:
    return [c.detail for c in (await RulesMind(priors).critique(case)).concerns if c.category is category]
