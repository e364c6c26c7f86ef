"""What people are told of gates and verdicts: a sentence each, in their words."""

import re
from dataclasses import replace
from itertools import product
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.validator.domain.claims.finding import Finding, FindingKind, Verdict
from services.validator.domain.gates.gate import SECOND_LAYER, Gate, GateOutcome, GateReport, GateVerdict
from services.validator.domain.gates.multiplicity import TestedHypothesis
from services.validator.domain.review.critique import UNANSWERED, Concern, ConcernCategory, Critique, Decision, Severity
from services.validator.domain.verdict.explanation import explain_change, explain_gate, explain_verdict

JARGON = re.compile(
    r"p.?value|q.?value|spearman|kendall|pearson|bootstrap|autocorrel|correlat|resampl|permut|surrogate|signific|"
    r"confiden|hypothes|\bnull\b|benjamini|false discovery|statistic|varian|deviation|confound|multiplicity|sample|"
    r"\branks?\b|\brho\b|\btau\b|\bn =|regress|interval|median|quantile|effect size|\bnan\b|_",
    re.IGNORECASE,
)
KINDS = (*FindingKind, None)
DETAIL = MappingProxyType({"n": 7, "min_required": 10})
ACCEPTED = Critique(decision=Decision.ACCEPT, reasoning="Fine.")


def outcome(gate: Gate, verdict: GateVerdict, ceiling: Verdict = Verdict.VALIDATED) -> GateOutcome:
    return GateOutcome(gate=gate, verdict=verdict, detail=DETAIL, ceiling=ceiling)


def failed(gate: Gate, ceiling: Verdict = Verdict.VALIDATED) -> GateOutcome:
    return outcome(gate, GateVerdict.FAILED, ceiling)


def passed(gate: Gate) -> GateOutcome:
    return outcome(gate, GateVerdict.PASSED)


def report(*outcomes: GateOutcome, verdict: Verdict, hard: str = "") -> GateReport:
    return GateReport(outcomes=outcomes, verdict=verdict, documented_verdict=verdict, hard_rejection=hard)


def a_finding(kind: FindingKind | None = FindingKind.ASSOCIATION) -> Finding:
    return Finding(id="ds-001", kind=kind, claim="c", question=None)


def concern(category: ConcernCategory, severity: Severity = Severity.HIGH) -> Concern:
    return Concern(category=category, detail="d", severity=severity)


def downgraded(*concerns: Concern) -> Critique:
    return Critique(decision=Decision.DOWNGRADE, reasoning="r", concerns=concerns)


def assert_plain(sentence: str) -> None:
    assert sentence[0].isupper()
    assert re.findall(r"[.!?](?=\s|$)", sentence) == ["."], "one sentence"
    assert sentence.endswith(".")
    assert not JARGON.search(sentence), sentence
    assert "{" not in sentence


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("ceiling", Verdict)
def test_each_gate_has_a_plain_sentence_of_its_own_for_whatever_it_finds(
    kind: FindingKind | None, ceiling: Verdict
) -> None:
    said = {
        (gate, verdict): explain_gate(outcome(gate, verdict, ceiling), kind)
        for gate, verdict in product(Gate, GateVerdict)
        if not (ceiling is Verdict.CONDITIONAL and verdict is GateVerdict.PASSED)
    }
    for sentence in said.values():
        assert_plain(sentence)
    told_apart = [key for key in said if ceiling is not Verdict.CONDITIONAL or key[0] not in SECOND_LAYER]
    assert len({said[key] for key in told_apart}) == len(told_apart)


def test_the_days_are_counted() -> None:
    assert explain_gate(passed(Gate.SAMPLE_SIZE), None) == "There are enough days: 7."
    assert explain_gate(failed(Gate.SAMPLE_SIZE), None) == "There are too few days (7, with 10 needed)."


def test_stopping_short_of_a_rejection_sounds_like_it() -> None:
    luck = {explain_gate(failed(Gate.MULTIPLICITY, ceiling), FindingKind.TREND) for ceiling in Verdict}
    assert luck == {
        "Seen next to the other things tested, this could be luck.",
        "Among all that was tested it stands out, but not clearly enough to rule out luck.",
    }
    unread = outcome(Gate.REPRODUCTION, GateVerdict.SKIPPED, Verdict.CONDITIONAL)
    assert explain_gate(unread, None) == "Not every number can be computed again from your stored data."


@pytest.mark.parametrize(
    ("kind", "what"),
    [(FindingKind.ASSOCIATION, "a link this strong"), (FindingKind.TREND, "a change this large"), (None, "this much")],
)
def test_what_neighbouring_days_could_give_is_named_by_the_kind_of_claim(kind: FindingKind | None, what: str) -> None:
    sentence = explain_gate(failed(Gate.SERIAL_DEPENDENCE, Verdict.REJECTED), kind)
    assert sentence == f"Chance alone, with neighbouring days as alike as they are here, could give {what}."


@pytest.mark.parametrize(
    ("kind", "subject"),
    [
        (FindingKind.ASSOCIATION, "the link"),
        (FindingKind.TREND, "the change"),
        (FindingKind.SCALAR, "the number"),
        (None, "the claim"),
    ],
)
def test_a_validated_finding_held_up(kind: FindingKind | None, subject: str) -> None:
    all_passed = report(*map(passed, Gate), verdict=Verdict.VALIDATED)
    sentence = explain_verdict(a_finding(kind), all_passed, ACCEPTED, Verdict.VALIDATED)
    assert sentence == f"{subject.capitalize()} held up in every check."


def test_the_gate_that_set_the_verdict_is_the_reason_and_not_a_milder_one() -> None:
    outcomes = (
        failed(Gate.SUBGROUP_CONSISTENCY),
        failed(Gate.MULTIPLICITY, Verdict.CONDITIONAL),
        failed(Gate.CONFOUNDING, Verdict.REJECTED),
    )
    rejected = explain_verdict(a_finding(), report(*outcomes, verdict=Verdict.REJECTED), ACCEPTED, Verdict.REJECTED)
    assert rejected == (
        "The link could not be confirmed: it does not hold without the slow drift over time and the day of the week."
    )
    milder = report(*outcomes[:2], verdict=Verdict.CONDITIONAL)
    assert explain_verdict(a_finding(), milder, ACCEPTED, Verdict.CONDITIONAL) == (
        "Take the link with care: among all that was tested it stands out, but not clearly enough to rule out luck."
    )


def test_a_gate_that_did_not_apply_is_the_reason_where_it_set_the_verdict() -> None:
    unread = outcome(Gate.REPRODUCTION, GateVerdict.SKIPPED, Verdict.CONDITIONAL)
    gates = report(passed(Gate.SAMPLE_SIZE), unread, verdict=Verdict.CONDITIONAL)
    assert explain_verdict(a_finding(FindingKind.SCALAR), gates, ACCEPTED, Verdict.CONDITIONAL) == (
        "Take the number with care: not every number can be computed again from your stored data."
    )


def test_a_documented_gate_is_the_reason_where_it_set_the_verdict() -> None:
    halves = report(passed(Gate.SAMPLE_SIZE), failed(Gate.SUBGROUP_CONSISTENCY), verdict=Verdict.CONDITIONAL)
    assert explain_verdict(a_finding(), halves, ACCEPTED, Verdict.CONDITIONAL) == (
        "Take the link with care: the earlier and the later half of the days do not point the same way."
    )
    short = report(failed(Gate.SAMPLE_SIZE), verdict=Verdict.REJECTED, hard="only 7 days with a value")
    critique = Critique(decision=Decision.REJECT, reasoning="r", concerns=(concern(ConcernCategory.SMALL_N),))
    assert explain_verdict(a_finding(FindingKind.SCALAR), short, critique, Verdict.REJECTED) == (
        "The number could not be confirmed: there are too few days (7, with 10 needed)."
    )


def test_what_could_not_be_read_says_why() -> None:
    unread = report(verdict=Verdict.REJECTED, hard='no metric is called "mood"')
    critique = Critique(decision=Decision.REJECT, reasoning="r")
    sentence = explain_verdict(a_finding(None), unread, critique, Verdict.REJECTED)
    assert sentence == 'The claim could not be confirmed: no metric is called "mood".'


def test_where_the_gates_were_kinder_the_critics_gravest_concern_is_the_reason() -> None:
    gates = report(failed(Gate.MULTIPLICITY, Verdict.CONDITIONAL), verdict=Verdict.CONDITIONAL)
    critique = downgraded(
        concern(ConcernCategory.SMALL_N, Severity.LOW),
        concern(ConcernCategory.TAUTOLOGY, Severity.HIGH),
        concern(ConcernCategory.NOISE, Severity.HIGH),
    )
    assert explain_verdict(a_finding(), gates, critique, Verdict.REJECTED) == (
        "The link could not be confirmed: the two share some of what they measure."
    )


def test_a_finding_that_nobody_reviewed_says_so() -> None:
    gates = report(passed(Gate.SAMPLE_SIZE), verdict=Verdict.VALIDATED)
    sentence = explain_verdict(a_finding(FindingKind.TREND), gates, UNANSWERED, Verdict.CONDITIONAL)
    assert sentence == ("Take the change with care: the review of it could not be completed.")


@given(
    st.sampled_from(KINDS),
    st.lists(st.tuples(st.sampled_from(Gate), st.sampled_from(GateVerdict), st.sampled_from(Verdict)), max_size=11),
    st.lists(st.builds(concern, st.sampled_from(ConcernCategory), st.sampled_from(Severity)), max_size=3),
    st.sampled_from(Verdict),
    st.sampled_from(Verdict),
)
def test_every_verdict_is_explained_in_one_plain_sentence_that_says_it_first(
    kind: FindingKind | None,
    outcomes: list[tuple[Gate, GateVerdict, Verdict]],
    concerns: list[Concern],
    gates: Verdict,
    verdict: Verdict,
) -> None:
    gate_report = report(*(outcome(*each) for each in outcomes), verdict=gates)
    sentence = explain_verdict(a_finding(kind), gate_report, downgraded(*concerns), verdict)
    assert_plain(sentence)
    says = {
        Verdict.VALIDATED: r"The \w+ held up in every check\.",
        Verdict.CONDITIONAL: r"Take the \w+ with care: .+",
        Verdict.REJECTED: r"The \w+ could not be confirmed: .+",
    }
    assert re.fullmatch(says[verdict], sentence)


def test_each_concern_reads_differently() -> None:
    gates = report(verdict=Verdict.VALIDATED)
    said = {
        explain_verdict(a_finding(), gates, downgraded(concern(category)), Verdict.CONDITIONAL)
        for category in ConcernCategory
    }
    assert len(said) == len(ConcernCategory)


def asked_before(claim: str, p_value: float, verdict: Verdict = Verdict.VALIDATED) -> TestedHypothesis:
    return TestedHypothesis(
        kind=FindingKind.ASSOCIATION,
        feature="steps",
        target="sleep_minutes",
        lag_days=0,
        p_value=p_value,
        verdict=verdict,
        claim=claim,
    )


@pytest.mark.parametrize(
    ("claim", "before", "p_before", "said"),
    [
        (
            "How steps and sleep go together.",
            "How steps and sleep go together.",
            0.001,
            (
                "When you last asked how steps and sleep go together, it held up in every check; "
                "what has been recorded since then makes the difference."
            ),
        ),
        (
            "How steps and sleep went together from 1 to 30 May.",
            "How steps and sleep went together from 1 to 30 April.",
            0.001,
            "When you last asked, the link held up in every check; this time it rests on other days.",
        ),
        (
            "The two go together: {{ds-001.effect}}.",
            "The two go together: 0.31.",
            0.001,
            (
                "When you last asked, the link held up in every check; "
                "what has been recorded since then makes the difference."
            ),
        ),
        (
            "How steps and sleep go together.",
            "How steps and sleep go together.",
            0.02,
            (
                "When you last asked how steps and sleep go together, it held up in every check; "
                "the same records, weighed again, came out differently."
            ),
        ),
    ],
)
def test_why_a_verdict_is_another_than_before_is_said_without_a_number(
    claim: str, before: str, p_before: float, said: str
) -> None:
    now = replace(report(verdict=Verdict.CONDITIONAL), p_value=0.02)
    sentence = explain_change(
        replace(a_finding(), claim=claim), now, Verdict.CONDITIONAL, asked_before(before, p_before)
    )
    assert sentence == said
    assert_plain(sentence)
    assert not re.search(r"\d", sentence)


def test_of_a_verdict_that_is_the_same_or_was_not_kept_nothing_is_said() -> None:
    now = report(verdict=Verdict.CONDITIONAL)
    same = asked_before("c", 0.001, Verdict.CONDITIONAL)
    assert explain_change(a_finding(), now, Verdict.CONDITIONAL, same) == ""
    assert explain_change(a_finding(), now, Verdict.CONDITIONAL, replace(same, verdict=None)) == ""
