"""A question is weighed as the selection that says the same."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from services.validator.adapters.rules_mind import RulesMind
from services.validator.domain.review.critique import Case
from services.validator.domain.gates.gate import Gate
from services.validator.domain.records.store import Store
from services.validator.domain.verdict.validation import Examined, examine
from tests.unit.validator.alike import Alike, alike
from tests.unit.validator.asked import (
    claim,
    record,
)


def random_record(seed: int) -> Store:
    """Days that drift, remember, follow the week and are partly missing."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(5, 131))
    base = 110 + 10 * rng.normal() * np.arange(n) / n + 20 * rng.normal(size=n)
    steps = np.where(rng.random(n) < 0.15, np.nan, base + rng.integers(0, 30) * (np.arange(n) % 7 > 4)).round()
    sleep = np.where(rng.random(n) < 0.15, np.nan, rng.normal() * base + 20 * rng.normal(size=n)).round(1)
    kept = np.flatnonzero(rng.random(n) < 0.95)
    return record(
        steps={int(day): float(steps[day]) for day in kept}, sleep={int(day): float(sleep[day]) for day in kept}
    )


def weighed_alike(own: Examined, other: Examined) -> bool:
    """Whether the same came of both, but for how it was computed again."""
    outcomes = [
        [each for each in report.outcomes if each.gate is not Gate.REPRODUCTION]
        for report in (own.report, other.report)
    ]
    verdicts = [[(each.gate, each.verdict, each.ceiling) for each in report] for report in outcomes]
    details = all(
        dict(mine.detail) == pytest.approx(dict(theirs.detail), rel=1e-9, abs=1e-9)
        for mine, theirs in zip(*outcomes, strict=True)
    )
    chances = [-1.0 if each.report.p_value is None else each.report.p_value for each in (own, other)]
    return verdicts[0] == verdicts[1] and details and chances[0] == pytest.approx(chances[1], abs=1e-9)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(alike(), st.integers(0, 10_000))
async def test_a_question_is_weighed_as_the_selection_that_says_the_same(both: Alike, seed: int) -> None:
    store = random_record(seed)
    asked = claim(both.question, store)
    keys = {"effect", "n"}
    asked = replace(asked, numbers=tuple(each for each in asked.numbers if each.key in keys))
    selected = replace(asked, question=None, selection=both.selection)
    own, other = examine(asked, store), examine(selected, store)
    assert (own.sample is None) == (other.sample is None), (own.report, other.report)
    # What is held against a single day is no test of chance any more.
    if own.sample is None or other.sample is None or own.sample.smaller_window_n == 1:
        return
    assert weighed_alike(own, other), (own.report, other.report)
    if asked.effect is not None:
        assert own.report.verdict is other.report.verdict
    assert (own.sample.n, own.sample.chosen) == (other.sample.n, other.sample.chosen)
    if own.report.hard_rejection or own.evidence is None or other.evidence is None:
        return
    told = [
        await RulesMind().critique(Case(finding=f, report=e.report, sample=e.sample, evidence=e.evidence))
        for f, e in ((asked, own), (selected, other))
        if e.sample and e.evidence
    ]
    assert told[0] == told[1]
