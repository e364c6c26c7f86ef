"""The Critic's and the Assessment's results, and the documented rules that bind whoever writes them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from services.validator.domain.claims.finding import Finding, Verdict
from services.validator.domain.claims.sample import Sample
from services.validator.domain.gates.gate import Gate, GateReport, GateVerdict
from services.validator.domain.review.evidence import Evidence

_CRITIC_MEMORY_KINDS: Final = frozenset({"barrier", "preference", "decision", "value", "insight"})
_CRITIC_MEMORY_ENTRIES: Final = 12
NO_KNOWN_MECHANISM: Final = "No established mechanism known."


class Decision(StrEnum):
    ACCEPT = "accept"
    DOWNGRADE = "downgrade"
    REJECT = "reject"


class ConcernCategory(StrEnum):
    CONFOUNDER = "confounder"
    REVERSE_CAUSATION = "reverse_causation"
    SELECTION_BIAS = "selection_bias"
    LITERATURE_CONTRADICTION = "literature_contradiction"
    TAUTOLOGY = "tautology"
    SMALL_N = "small_n"
    NOISE = "noise"


class Severity(StrEnum):
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


@dataclass(frozen=True, kw_only=True)
class Concern:
    """One reason to doubt a finding, in one sentence."""

    category: ConcernCategory
    detail: str
    severity: Severity


@dataclass(frozen=True, kw_only=True)
class Critique:
    decision: Decision
    reasoning: str
    concerns: tuple[Concern, ...] = ()


class Novelty(StrEnum):
    ESTABLISHED = "established"
    SUPPORTED = "supported"
    EMERGING = "emerging"
    USER_SPECIFIC = "user_specific"


@dataclass(frozen=True, kw_only=True)
class LiteratureNumber:
    """A published number that an answer may set beside a finding; `claim` is "lit-<prior id>.<key>"."""

    claim: str
    value: float
    unit: str
    citation: str


@dataclass(frozen=True, kw_only=True)
class Assessment:
    """What a finding may mean; `strategy` is one concrete step for this week, None when there is no clear lever."""

    mechanism: str
    novelty: Novelty
    strategy: str | None = None
    citations: tuple[str, ...] = ()
    literature: tuple[LiteratureNumber, ...] = ()


@dataclass(frozen=True, kw_only=True)
class MemoryNote:
    """A remembered fact, with the extractor's kind."""

    kind: str
    text: str


@dataclass(frozen=True, kw_only=True, eq=False)
class Case:
    """All that a mind may judge a finding by."""

    finding: Finding
    report: GateReport
    sample: Sample
    evidence: Evidence
    memory: tuple[MemoryNote, ...] = ()


def memory_for_critic(notes: Sequence[MemoryNote]) -> tuple[MemoryNote, ...]:
    """The notes the Critic may weigh: of the documented kinds, the first 12."""
    return tuple(note for note in notes if note.kind in _CRITIC_MEMORY_KINDS)[:_CRITIC_MEMORY_ENTRIES]


def mildest_decision(concerns: Sequence[Concern]) -> Decision:
    """The most lenient decision the severities allow: any high, or two medium, and it is no longer `accept`."""
    severities = [concern.severity for concern in concerns]
    if Severity.HIGH in severities or severities.count(Severity.MEDIUM) >= 2:
        return Decision.DOWNGRADE
    return Decision.ACCEPT


def bound_by_severity(critique: Critique) -> Critique:
    """The critique with an `accept` that its own concerns do not allow turned into `downgrade`."""
    if critique.decision is Decision.ACCEPT:
        return replace(critique, decision=mildest_decision(critique.concerns))
    return critique


def final_verdict(gates: Verdict, decision: Decision) -> Verdict:
    """`reject` overrides everything, `downgrade` takes `validated` down to `conditional`; nothing is ever raised."""
    if decision is Decision.REJECT:
        return Verdict.REJECTED
    if decision is Decision.DOWNGRADE and gates is Verdict.VALIDATED:
        return Verdict.CONDITIONAL
    return gates


UNANSWERED: Final = Critique(
    decision=Decision.DOWNGRADE,
    reasoning="The review could not be completed, so this is treated as preliminary.",
)
"""Stands in for a critique that failed: conservative, never a silent `accept`."""

UNASSESSED: Final = Assessment(mechanism=NO_KNOWN_MECHANISM, novelty=Novelty.USER_SPECIFIC)
"""Stands in for an assessment that failed: it claims nothing."""

_HARD_CONCERNS: Final = MappingProxyType(
    {Gate.SAMPLE_SIZE: ConcernCategory.SMALL_N, Gate.CONSTRUCT_VALIDITY: ConcernCategory.TAUTOLOGY}
)


def critique_of_unweighed(report: GateReport) -> Critique:
    """The critique of a finding that no gate could weigh: there is nothing that a mind could judge it by."""
    return Critique(decision=Decision.DOWNGRADE, reasoning=_as_sentence(report.unweighed))


def critique_of_rejected(report: GateReport) -> Critique:
    """The critique of a finding that no review could save: no mind is asked, the reason itself is the critique."""
    sentence = _as_sentence(report.hard_rejection)
    concerns = tuple(
        Concern(category=_HARD_CONCERNS[outcome.gate], detail=sentence, severity=Severity.HIGH)
        for outcome in report.outcomes
        if outcome.gate in _HARD_CONCERNS and outcome.verdict is GateVerdict.FAILED
    )
    return Critique(decision=Decision.REJECT, reasoning=sentence, concerns=concerns)


def _as_sentence(reason: str) -> str:
    return f"{reason[:1].upper()}{reason[1:]}."
