"""What a gate and a verdict come to, in one sentence for people who know no statistics."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from services.validator.domain.claims.basis import Basis
from services.validator.domain.claims.finding import Finding, FindingKind, Verdict
from services.validator.domain.claims.footing import basis_of
from services.validator.domain.gates.gate import Gate, GateOutcome, GateReport, GateVerdict
from services.validator.domain.gates.multiplicity import TestedHypothesis
from services.validator.domain.review.critique import ConcernCategory, Critique, Severity

_PASSED, _FAILED, _SKIPPED = GateVerdict.PASSED, GateVerdict.FAILED, GateVerdict.SKIPPED
_ASSOCIATION, _TREND, _SCALAR = FindingKind.ASSOCIATION, FindingKind.TREND, FindingKind.SCALAR

_SENTENCES: Final[Mapping[tuple[Gate, GateVerdict], str]] = MappingProxyType(
    {
        (Gate.SAMPLE_SIZE, _PASSED): "There are enough days: {n}.",
        (Gate.SAMPLE_SIZE, _FAILED): "There are too few days ({n}, with {min_required} needed).",
        (Gate.SAMPLE_SIZE, _SKIPPED): "The number of days was not weighed.",
        (Gate.EFFECT_VS_NOISE, _PASSED): "It stands out from the usual ups and downs from day to day.",
        (Gate.EFFECT_VS_NOISE, _FAILED): "It is small next to the usual ups and downs from day to day.",
        (Gate.EFFECT_VS_NOISE, _SKIPPED): "A link between two things is not held against everyday ups and downs.",
        (Gate.CONSTRUCT_VALIDITY, _PASSED): "The two do not move in lockstep, as one thing measured twice would.",
        (Gate.CONSTRUCT_VALIDITY, _FAILED): (
            "The two move almost in lockstep, so they are most likely one thing measured twice."
        ),
        (Gate.CONSTRUCT_VALIDITY, _SKIPPED): "There is only one thing here, so nothing can be measured twice.",
        (Gate.BOOTSTRAP, _PASSED): "With a somewhat different set of days it would most likely still be there.",
        (Gate.BOOTSTRAP, _FAILED): "With a somewhat different set of days there might be nothing to see.",
        (Gate.BOOTSTRAP, _SKIPPED): "A different set of days was not tried.",
        (Gate.SUBGROUP_CONSISTENCY, _PASSED): "The earlier and the later half of the days point the same way.",
        (Gate.SUBGROUP_CONSISTENCY, _FAILED): "The earlier and the later half of the days do not point the same way.",
        (Gate.SUBGROUP_CONSISTENCY, _SKIPPED): (
            "The earlier and the later half are compared only where two things meet."
        ),
        (Gate.METHOD_TRIANGULATION, _PASSED): "A second way of counting points the same way.",
        (Gate.METHOD_TRIANGULATION, _FAILED): "A second way of counting does not point the same way.",
        (Gate.METHOD_TRIANGULATION, _SKIPPED): "A second way of counting is used only for a link between two things.",
        (Gate.DISCRIMINATIVE_POWER, _PASSED): "The link is strong enough to mean something.",
        (Gate.DISCRIMINATIVE_POWER, _FAILED): "The link is so weak that it says next to nothing.",
        (Gate.DISCRIMINATIVE_POWER, _SKIPPED): "How strong a link is can only be asked of two things.",
        (Gate.REPRODUCTION, _PASSED): "Computed again from your stored data, every number comes out the same.",
        (Gate.REPRODUCTION, _FAILED): (
            "Computed again from your stored data, at least one number comes out differently."
        ),
        (Gate.REPRODUCTION, _SKIPPED): "There was nothing to compute again.",
        (Gate.SERIAL_DEPENDENCE, _PASSED): (
            "Chance alone, with neighbouring days as alike as they are here, hardly gives this much."
        ),
        (Gate.SERIAL_DEPENDENCE, _FAILED): (
            "Chance alone, with neighbouring days as alike as they are here, could give this much."
        ),
        (Gate.SERIAL_DEPENDENCE, _SKIPPED): "How alike neighbouring days are was not weighed.",
        (Gate.CONFOUNDING, _PASSED): "It is still there without the slow drift over time and the day of the week.",
        (Gate.CONFOUNDING, _FAILED): "It does not hold without the slow drift over time and the day of the week.",
        (Gate.CONFOUNDING, _SKIPPED): (
            "Slow drift and the day of the week cannot fake a plain description of your days."
        ),
        (Gate.MULTIPLICITY, _PASSED): "It also stands out among everything else that was tested.",
        (Gate.MULTIPLICITY, _FAILED): "Seen next to the other things tested, this could be luck.",
        (Gate.MULTIPLICITY, _SKIPPED): "A plain description tests nothing, so there is no luck to allow for.",
    }
)
_OF_KIND: Final[Mapping[tuple[FindingKind, Gate, GateVerdict], str]] = MappingProxyType(
    {
        (_TREND, Gate.BOOTSTRAP, _PASSED): (
            "How much depends on the particular days was measured; a change is not held to it."
        ),
        (_SCALAR, Gate.BOOTSTRAP, _PASSED): (
            "How much depends on the particular days was measured; a plain description is not held to it."
        ),
        (_ASSOCIATION, Gate.SERIAL_DEPENDENCE, _FAILED): (
            "Chance alone, with neighbouring days as alike as they are here, could give a link this strong."
        ),
        (_TREND, Gate.SERIAL_DEPENDENCE, _FAILED): (
            "Chance alone, with neighbouring days as alike as they are here, could give a change this large."
        ),
        (_SCALAR, Gate.SERIAL_DEPENDENCE, _PASSED): (
            "The range, if one is given, allows for how alike neighbouring days are here."
        ),
        (_SCALAR, Gate.SERIAL_DEPENDENCE, _FAILED): (
            "Neighbouring days are so alike here that the true range is wider than the one given."
        ),
        (_TREND, Gate.CONFOUNDING, _PASSED): "It is still there when the day of the week is allowed for.",
        (_TREND, Gate.CONFOUNDING, _FAILED): "It does not hold when the day of the week is allowed for.",
        (_TREND, Gate.CONFOUNDING, _SKIPPED): (
            "The days compared are chosen by when they are, so that is not held against the change."
        ),
    }
)
_PRELIMINARY: Final[Mapping[Gate, str]] = MappingProxyType(
    {
        Gate.REPRODUCTION: "Not every number can be computed again from your stored data.",
        Gate.MULTIPLICITY: "Among all that was tested it stands out, but not clearly enough to rule out luck.",
    }
)
"""Of gates that can stop short of a rejection: what it means when they do."""

_NOTHING_TO_STAND_OUT_FROM: Final = "There are no usual ups and downs that it would have to stand out from."
_BEYOND_COUNTING: Final = "The usual ups and downs are too large to be put in a number, so it is not held against them."
_ALLOWED_FOR: Final = MappingProxyType(
    {_PASSED: "It is still there when {what} allowed for.", _FAILED: "It does not hold when {what} allowed for."}
)
_SUBJECTS: Final[Mapping[FindingKind | None, str]] = MappingProxyType(
    {_ASSOCIATION: "the link", _TREND: "the change", _SCALAR: "the number", None: "the claim"}
)
CONCERNS: Final[Mapping[ConcernCategory, str]] = MappingProxyType(
    {
        ConcernCategory.CONFOUNDER: "something else may lie behind it",
        ConcernCategory.REVERSE_CAUSATION: "it may be the other way round",
        ConcernCategory.SELECTION_BIAS: "the days without a value may differ from the others",
        ConcernCategory.LITERATURE_CONTRADICTION: "studies of other people found the opposite",
        ConcernCategory.TAUTOLOGY: "the two share some of what they measure",
        ConcernCategory.SMALL_N: "it rests on few days",
        ConcernCategory.NOISE: "it may be no more than chance",
    }
)
"""Each in general, as the end of a sentence."""
_CAME_TO: Final = MappingProxyType(
    {
        Verdict.VALIDATED: "held up in every check",
        Verdict.CONDITIONAL: "was to be taken with care",
        Verdict.REJECTED: "could not be confirmed",
    }
)
_HOLDS_NUMBERS: Final = re.compile(r"\d|\{\{")
_UNREVIEWED: Final = "the review of it could not be completed"
_GRAVEST_FIRST: Final = (Severity.HIGH, Severity.MEDIUM, Severity.LOW)


def explain_gate(outcome: GateOutcome, kind: FindingKind | None, basis: Basis | None = None) -> str:
    """What this gate found about a finding of this kind; without a basis its values are of days."""
    key = (outcome.gate, outcome.verdict)
    sentence = _SENTENCES[key]
    if kind is not None:
        sentence = _OF_KIND.get((kind, *key), sentence)
    if outcome.ceiling is Verdict.CONDITIONAL:
        sentence = _PRELIMINARY.get(outcome.gate, sentence)
    if key == (Gate.EFFECT_VS_NOISE, _PASSED) and outcome.number("metric_sd") == 0:
        sentence = _NOTHING_TO_STAND_OUT_FROM
    elif key == (Gate.EFFECT_VS_NOISE, _PASSED) and "effect" in outcome.detail and "metric_sd" not in outcome.detail:
        sentence = _BEYOND_COUNTING
    if outcome.detail.get("beside_line"):
        weekday = outcome.detail.get("beside_weekday")
        what = "the slow drift over time and the day of the week are" if weekday else "the slow drift over time is"
        sentence = _ALLOWED_FOR[outcome.verdict].format(what=what)
    sentence = _worded(sentence, basis)
    return sentence.format(n=f"{outcome.number('n'):.0f}", min_required=f"{outcome.number('min_required'):.0f}")


def _worded(sentence: str, basis: Basis | None) -> str:
    """A sentence about days and changes, said of what the finding rests on: activities, samples, differences."""
    if basis is None:
        return sentence
    if basis.is_between_groups:
        sentence = sentence.replace("change", "difference")
    if basis.noun != "days":
        sentence = sentence.replace("from day to day", "from one to the next").replace("days", basis.noun)
    return sentence


def explain_verdict(finding: Finding, report: GateReport, critique: Critique, verdict: Verdict) -> str:
    """Whether it holds, and the main reason why not."""
    subject = _worded(_SUBJECTS[finding.kind], basis_of(finding))
    at_start = subject[0].upper() + subject[1:]
    match verdict:
        case Verdict.VALIDATED:
            return f"{at_start} held up in every check."
        case Verdict.CONDITIONAL:
            return f"Take {subject} with care: {_reason(finding, report, critique, verdict)}."
        case Verdict.REJECTED:
            return f"{at_start} could not be confirmed: {_reason(finding, report, critique, verdict)}."


def explain_change(finding: Finding, report: GateReport, verdict: Verdict, earlier: TestedHypothesis) -> str:
    """That the verdict is another than when it was last asked, and why, without a number; empty where it is not.

    Asking about other things never changes it. So it rests on other days, on what was recorded since, or the review of
    the same records came out differently.
    """
    if earlier.verdict is None or earlier.verdict is verdict:
        return ""
    basis = basis_of(finding)
    asked, subject = "", _worded(_SUBJECTS[finding.kind], basis)
    if finding.claim.startswith("How ") and not _HOLDS_NUMBERS.search(finding.claim):
        asked, subject = f" how{finding.claim[3:].removesuffix('.')}", "it"
    if earlier.p_value == report.p_value:
        why = "the same records, weighed again, came out differently"
    elif finding.claim == earlier.claim or "{{" in finding.claim:
        why = "what has been recorded since then makes the difference"
    else:
        why = _worded("this time it rests on other days", basis)
    return f"When you last asked{asked}, {subject} {_CAME_TO[earlier.verdict]}; {why}."


def _reason(finding: Finding, report: GateReport, critique: Critique, verdict: Verdict) -> str:
    """Why it is no better: the first gate that brought it to this verdict, else the Critic's gravest concern."""
    if report.verdict is verdict:
        limiting = [outcome for outcome in report.outcomes if outcome.ceiling is verdict]
        failed = [outcome for outcome in report.outcomes if outcome.verdict is GateVerdict.FAILED]
        if limiting or failed:
            sentence = explain_gate((*limiting, *failed)[0], finding.kind, basis_of(finding))
            return f"{sentence[0].lower()}{sentence[1:].removesuffix('.')}"
        if reason := report.hard_rejection or report.unweighed:
            return reason
    concerns = sorted(critique.concerns, key=lambda concern: _GRAVEST_FIRST.index(concern.severity))
    return CONCERNS[concerns[0].category] if concerns else _UNREVIEWED
