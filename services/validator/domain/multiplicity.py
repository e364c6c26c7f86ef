"""How much was tested: one strong result among many tests is what chance gives."""

from dataclasses import dataclass

from services.validator.domain.finding import FindingKind


@dataclass(frozen=True, kw_only=True)
class TestedHypothesis:
    """A hypothesis of an earlier turn; without a p-value it counts as a test that found nothing."""

    __test__ = False

    kind: FindingKind
    feature: str
    target: str
    lag_days: int
    p_value: float | None
