"""What may be cited, under which name; and ids that stay apart."""

import math
from dataclasses import replace
from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from services.validator.domain.algebra import Count, Decide, Operator, Tell
from services.validator.domain.claims.finding import (
    Finding,
    FindingKind,
    Interval,
    NamedNumber,
    Verdict,
    with_unique_ids,
)
from services.validator.domain.gates.gate import GateReport
from services.validator.domain.questions.inputs import DailyInput
from services.validator.domain.review.critique import Critique, Decision
from services.validator.domain.statistics.certainty import ConfidenceInterval
from services.validator.domain.verdict.certainty import Certainty
from services.validator.domain.verdict.fact_sheet import build_fact_sheet
from services.validator.domain.verdict.validation import Counted, Fact, ValidatedFinding
from tests.unit.validator.asked import activities, samples
from tests.unit.validator.builders import finding, window


def validated(claimed: Finding, verdict: Verdict = Verdict.VALIDATED, n: int = 87) -> ValidatedFinding:
    report = GateReport(outcomes=(), verdict=verdict, documented_verdict=verdict)
    return ValidatedFinding(
        finding=claimed,
        verdict=verdict,
        report=report,
        critique=Critique(decision=Decision.ACCEPT, reasoning=""),
        explanation="",
        n=n,
    )


def numbered(*numbers: NamedNumber) -> Finding:
    return replace(finding(days=window(0, 89, "last 90 days")), numbers=numbers)


def test_a_fact_carries_its_provenance() -> None:
    claimed = numbered(NamedNumber(key="effect", value=60.39, unit="bpm"))
    assert build_fact_sheet([validated(claimed, Verdict.CONDITIONAL)]) == (
        Fact(
            claim="ds-001.effect",
            value=60.39,
            unit="bpm",
            source="data_science",
            n=87,
            window="last 90 days; Thursday 1 January 2026; Tuesday 31 March 2026",
            verdict=Verdict.CONDITIONAL,
            inputs=(DailyInput(metric="steps", start=date(2026, 1, 1), end=date(2026, 3, 31)),),
        ),
    )


def test_every_number_of_every_finding_that_was_not_rejected_is_there_in_order() -> None:
    first = numbered(NamedNumber(key="effect", value=1.0), NamedNumber(key="n", value=87.0))
    second = replace(first, id="ds-002")
    third = replace(first, id="ds-003")
    sheet = build_fact_sheet(
        [validated(first), validated(second, Verdict.REJECTED), validated(third, Verdict.CONDITIONAL)]
    )
    assert [fact.claim for fact in sheet] == ["ds-001.effect", "ds-001.n", "ds-003.effect", "ds-003.n"]


def test_an_interval_is_split_and_what_is_not_finite_is_dropped() -> None:
    claimed = numbered(
        NamedNumber(key="span", value=Interval(low=-0.42, high=-0.31)),
        NamedNumber(key="half", value=Interval(low=1.0, high=math.inf)),
        NamedNumber(key="bad", value=math.nan),
        NamedNumber(key="unset", value=None),
    )
    sheet = build_fact_sheet([validated(claimed)])
    assert [(fact.claim, fact.value) for fact in sheet] == [
        ("ds-001.span_low", -0.42),
        ("ds-001.span_high", -0.31),
        ("ds-001.half_low", 1.0),
    ]


def test_a_claim_names_one_number_the_first() -> None:
    span = NamedNumber(key="span", value=Interval(low=2.0, high=3.0))
    claimed = numbered(NamedNumber(key="span_low", value=1.0), span)
    assert [(f.claim, f.value) for f in build_fact_sheet([validated(claimed)])] == [
        ("ds-001.span_low", 1.0),
        ("ds-001.span_high", 3.0),
    ]


def test_how_sure_a_number_is_the_validator_alone_tells() -> None:
    line = replace(
        finding(FindingKind.TREND),
        numbers=(
            NamedNumber(key="effect", value=-3.0, unit="bpm"),
            NamedNumber(key="slope_per_week", value=-0.5, unit="bpm/week"),
            NamedNumber(key="p", value=0.9),
            NamedNumber(key="ci", value=Interval(low=-9.0, high=9.0)),
        ),
    )
    interval = ConfidenceInterval(low=-4.0, high=-2.0, days_worth=23.4)
    item = replace(validated(line), certainty=Certainty(interval=interval, per_week=interval.times(0.5)))
    tested = replace(item, report=replace(item.report, p_value=0.004))
    own = build_fact_sheet([tested])[2:]
    assert [(fact.claim, fact.value, fact.unit, fact.counts) for fact in own] == [
        ("ds-001.ci_low", -4.0, "bpm", None),
        ("ds-001.ci_high", -2.0, "bpm", None),
        ("ds-001.slope_per_week_low", -2.0, "bpm/week", None),
        ("ds-001.slope_per_week_high", -1.0, "bpm/week", None),
        ("ds-001.days_worth", 23.0, None, Counted.DAYS),
        ("ds-001.p", 0.004, None, None),
    ]
    assert {fact.source for fact in own} == {"validator"}
    assert [fact.claim for fact in build_fact_sheet([validated(line)])] == ["ds-001.effect", "ds-001.slope_per_week"]


def test_what_only_code_computed_keeps_what_it_says() -> None:
    by_code = replace(validated(numbered(NamedNumber(key="p", value=0.2))), n=None)
    assert [(fact.claim, fact.source) for fact in build_fact_sheet([by_code])] == [("ds-001.p", "data_science")]


def test_no_unit_is_nothing_rather_than_empty() -> None:
    (fact,) = build_fact_sheet([validated(numbered(NamedNumber(key="n", value=9.0)))])
    assert (fact.unit, fact.counts) == (None, Counted.DAYS)


def test_what_has_a_unit_is_an_average_or_a_correlation_counts_nothing() -> None:
    weighed = numbered(NamedNumber(key="effect", value=9.0, unit="kg"), NamedNumber(key="sd", value=1.0))
    assert [fact.counts for fact in build_fact_sheet([validated(weighed)])] == [None, None]
    for kind in FindingKind:
        claimed = replace(finding(kind), numbers=(NamedNumber(key="effect", value=0.5),))
        assert [fact.counts for fact in build_fact_sheet([validated(claimed)])] == [None]


def test_each_side_of_a_comparison_counts_what_it_is_of() -> None:
    question = Decide(left=Count(rows=activities()), operator=Operator.GREATER, right=Count(rows=samples()))
    sides = numbered(NamedNumber(key="left", value=14.0), NamedNumber(key="right", value=30.0))
    told = build_fact_sheet([validated(replace(sides, question=question))])
    assert [fact.counts for fact in told] == [Counted.ACTIVITIES, Counted.VALUES]


def test_activities_are_counted_as_activities_and_anything_else_as_values() -> None:
    counted = {Counted.ACTIVITIES: Count(rows=activities()), Counted.VALUES: Count(rows=samples())}
    for counts, number in counted.items():
        claimed = replace(numbered(NamedNumber(key="effect", value=3.0)), question=Tell(number=number))
        assert [fact.counts for fact in build_fact_sheet([validated(claimed)])] == [counts]


def test_a_comparison_names_both_of_its_windows() -> None:
    compared = finding(
        FindingKind.TREND, days=window(30, 59, "last 30 days"), baseline=window(0, 29, "the 30 days before")
    )
    (fact,) = build_fact_sheet([validated(compared)])
    assert fact.window is not None
    assert {"last 30 days", "the 30 days before"} <= set(fact.window.split("; "))


def ids(*given_ids: str) -> list[str]:
    return [each.id for each in with_unique_ids([finding(id=each) for each in given_ids])]


def test_repeated_ids_are_suffixed_in_order() -> None:
    assert ids("a", "a", "b", "a") == ["a", "a-2", "b", "a-3"]


def test_a_suffix_never_takes_an_id_that_another_finding_has() -> None:
    assert ids("a", "a", "a-2") == ["a", "a-3", "a-2"]


def test_the_claim_of_a_renamed_finding_refers_to_its_own_numbers() -> None:
    _, renamed = with_unique_ids([finding(id="ds-001"), finding(id="ds-001")])
    assert renamed.claim == "The value is {{ds-001-2.effect}}."


@given(st.lists(st.sampled_from(["a", "a-2", "a-3", "b", "b-2", ""]), max_size=12))
def test_ids_are_unique_and_first_comers_keep_theirs(given_ids: list[str]) -> None:
    unique = ids(*given_ids)
    assert len(set(unique)) == len(given_ids)
    for at, each in enumerate(given_ids):
        if each not in given_ids[:at]:
            assert unique[at] == each
