"""Which numbers have an interval, which have none, and how one is said."""

from dataclasses import replace

import numpy as np
import pytest

from services.validator.domain.algebra import (
    ChangePoint,
    Contrast,
    Count,
    Decide,
    Literal,
    Operator,
    Question,
    Relate,
    Run,
    Share,
    Statistic,
    Streak,
    Tell,
    Trend,
    Unusual,
)
from services.validator.domain.claims.finding import Finding
from services.validator.domain.claims.sample import Sample
from services.validator.domain.claims.sampling import read_sample
from services.validator.domain.statistics.certainty import ConfidenceInterval
from services.validator.domain.verdict.certainty import (
    Certainty,
    basis_in_words,
    certainty_of,
    numbers_of,
    range_in_words,
)
from tests.unit.validator.asked import (
    DISTANCE,
    SLEEP,
    STEPS,
    WEEKENDS,
    above,
    activities,
    claim,
    days,
    highest,
    of,
    record,
    where,
)

DICE = np.random.default_rng(1)
STORE = record(steps=list(DICE.normal(100, 10, 90)), sleep=list(DICE.normal(400, 30, 90)))
FIVE_BEST = highest(days(), STEPS, count=5)
WITH = (
    Tell(number=of(days())),
    Tell(number=of(days(), STEPS, Statistic.MEDIAN)),
    Tell(number=Share(rows=days(), test=above(STEPS, 100))),
    Decide(left=of(days()), operator=Operator.GREATER, right=Literal(value=90, unit="count")),
    Relate(left=STEPS, right=SLEEP, rows=days()),
    Contrast(rows=days(0, 44), baseline=days(45, 89), column=STEPS),
    Contrast(rows=where(days(), WEEKENDS), baseline=days(), column=STEPS),
    Trend(rows=days(), column=STEPS),
)
WITHOUT = (
    Tell(number=of(days(), STEPS, Statistic.MAX)),
    Tell(number=of(days(), STEPS, Statistic.SUM)),
    Tell(number=of(days(), STEPS, Statistic.LATEST)),
    Tell(number=Count(rows=days())),
    Tell(number=Streak(rows=days(), test=above(STEPS, 100), run=Run.LONGEST)),
    Tell(number=of(FIVE_BEST)),
    Tell(number=of(activities(), DISTANCE)),
    ChangePoint(rows=days(), column=STEPS),
    Unusual(rows=days(), column=STEPS),
    Contrast(rows=days(89, 89), baseline=days(0, 88), column=STEPS),
)


def certainty(question: Question) -> tuple[Finding, Sample, Certainty | None]:
    finding = claim(question, STORE)
    sample = read_sample(finding, STORE)
    assert isinstance(sample, Sample)
    return finding, sample, certainty_of(sample)


@pytest.mark.parametrize("question", WITH, ids=str)
def test_what_is_estimated_of_days_lies_within_its_interval(question: Question) -> None:
    finding, sample, found = certainty(question)
    assert found is not None
    assert finding.effect is not None
    assert found.interval.low < finding.effect < found.interval.high
    assert 1 <= found.interval.days_worth <= sample.n


@pytest.mark.parametrize("question", WITHOUT, ids=str)
def test_what_is_counted_picked_out_or_of_no_days_has_none(question: Question) -> None:
    assert certainty(question)[2] is None


def test_a_line_has_the_interval_of_its_slope_per_week_as_well() -> None:
    _, _, found = certainty(Trend(rows=days(), column=STEPS))
    assert found is not None
    assert found.per_week is not None
    assert found.per_week.low == pytest.approx(found.interval.low * 7 / 89)
    assert found.per_week.high == pytest.approx(found.interval.high * 7 / 89)


def said(question: Question, low: float, high: float) -> str:
    found = Certainty(interval=ConfidenceInterval(low=low, high=high, days_worth=9.0))
    return range_in_words(claim(question, STORE), found)


def test_a_range_is_said_by_reference() -> None:
    mean, _, share, *_ = WITH
    ends = "between {{ds-001.ci_low}} and {{ds-001.ci_high}}"
    assert said(mean, 1, 2) == f"Most likely what is usual for you is {ends}."
    assert said(share, 1, 2) == f"Most likely the usual share is {ends}."
    assert said(WITH[-1], -2, -1) == f"Most likely the real change is {ends}."
    assert said(WITH[-2], 1, 2) == f"Most likely the real difference is {ends}."
    less = "between {{ds-001.least}} and {{ds-001.most}}"
    assert said(WITH[-2], -2, -1) == f"Most likely the real difference is {less}."
    assert said(WITH[-2], -1, 2) == f"Most likely the real difference is {ends}, so there may be none."


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [
        (-0.1, 0.4, "There may also be no link at all."),
        (0.05, 0.6, "Most likely the link is anything from next to none to strong."),
        (-0.45, -0.2, "Most likely the link is anything from weak to moderate."),
        (-0.8, -0.6, "Most likely the link is strong."),
    ],
)
def test_a_link_is_said_by_its_strength(low: float, high: float, words: str) -> None:
    assert said(WITH[4], low, high) == words


def test_what_a_range_rests_on_is_said_with_the_days_that_count() -> None:
    finding = claim(WITH[0], STORE)
    alike = Certainty(interval=ConfidenceInterval(low=1, high=2, days_worth=30.2))
    apart = Certainty(interval=ConfidenceInterval(low=1, high=2, days_worth=88.0))
    rests = "This rests on {{ds-001.n}} days."
    count_for = "Neighbouring days are so alike that they count for about {{ds-001.days_worth}} separate ones."
    assert basis_in_words(finding, apart, n=90, p_value=None) == rests
    assert basis_in_words(finding, alike, n=90, p_value=None) == f"{rests} {count_for}"
    assert basis_in_words(finding, alike, n=90, p_value=0.001).startswith(
        "Chance alone would hardly ever give as much."
    )
    assert basis_in_words(finding, apart, n=90, p_value=0.04).startswith("Chance alone would seldom give as much.")
    unnumbered = replace(finding, numbers=())
    assert basis_in_words(unnumbered, apart, n=90, p_value=None) == ""


def test_a_difference_to_the_lower_side_is_told_by_its_size() -> None:
    lower = Certainty(interval=ConfidenceInterval(low=-5.0, high=-2.0, days_worth=30.4))
    ends = {"ci_low": -5.0, "ci_high": -2.0, "days_worth": 30.0}
    assert dict(numbers_of(claim(WITH[-2], STORE), lower)) == ends | {"least": 2.0, "most": 5.0}
    assert dict(numbers_of(claim(WITH[-1], STORE), lower)) == ends
