"""The events of a turn as the public sees them, field by field, in wire order."""

from typing import Annotated, Final

from gateway.domain.model import ErrorBody, Instant, Number, TurnResult, Verdict, View, else_absent, one_of

AgentName = Annotated[
    str,
    one_of("data_science", "domain_expert", "health_coach", "investigator", "validator", "synthesis", "memory"),
]


class TurnStarted(View):
    turn_id: str
    at: Instant


class AgentStarted(View):
    agent: AgentName
    at: Instant
    question: str


class AgentThought(View):
    agent: AgentName
    delta: str


class AgentCompleted(View):
    agent: AgentName
    at: Instant
    duration_ms: int
    cost_usd: Number | None
    output_summary: str
    technique_ids: Annotated[
        list[str] | None,
        else_absent("Of a coach's step: the behaviour change techniques that it uses, as ids of the BCIO."),
    ] = None


class ValidatorGate(View):
    finding_id: str
    claim: str
    gate: Annotated[
        str,
        one_of(
            "sample_size",
            "effect_vs_noise",
            "construct_validity",
            "bootstrap",
            "subgroup_consistency",
            "method_triangulation",
            "discriminative_power",
            "reproduction",
            "serial_dependence",
            "confounding",
            "multiplicity",
        ),
    ]
    verdict: Annotated[str, one_of("passed", "failed", "skipped")]
    detail: dict[str, Number | bool | str | None]
    explanation: Annotated[str | None, else_absent("What came out, in one sentence for people.")] = None


class Concern(View):
    category: Annotated[
        str,
        one_of(
            "confounder",
            "reverse_causation",
            "selection_bias",
            "literature_contradiction",
            "tautology",
            "small_n",
            "noise",
        ),
    ]
    detail: str
    severity: Annotated[str, one_of("low", "medium", "high")]


class ValidatorCritic(View):
    finding_id: str
    verdict: Annotated[str, one_of("accept", "downgrade", "reject")]
    reasoning: str
    concerns: list[Concern]
    finding_verdict: Annotated[Verdict | None, else_absent("What the finding is worth after gates and Critic.")] = None
    explanation: Annotated[str | None, else_absent("That verdict and why, in one sentence for people.")] = None


class ValidatorAssessment(View):
    finding_id: str
    mechanism: str
    novelty: Annotated[str, one_of("established", "supported", "emerging", "user_specific")]
    strategy: str | None
    citations: list[str]


class CostWarning(View):
    cost_usd: Number | None
    threshold_usd: Number | None
    at: Instant


class FactCheckIssue(View):
    value: Number | None
    token: str
    severity: str
    action: Annotated[str, one_of("rewritten", "dropped")]


class FactCheck(View):
    issues: list[FactCheckIssue]


class TurnCompleted(View):
    turn_id: str
    result: TurnResult


class TurnFailed(View):
    turn_id: str
    error: ErrorBody


class UnknownEvent(View):
    """An event of a newer orchestrator: it keeps its id, so that ids have no gap, and says nothing."""


EVENTS: Final[dict[str, type[View]]] = {
    "turn.started": TurnStarted,
    "agent.started": AgentStarted,
    "agent.thought": AgentThought,
    "agent.completed": AgentCompleted,
    "validator.gate": ValidatorGate,
    "validator.critic": ValidatorCritic,
    "validator.assessment": ValidatorAssessment,
    "cost_warning": CostWarning,
    "fact_check": FactCheck,
    "turn.completed": TurnCompleted,
    "turn.failed": TurnFailed,
}
TERMINAL: Final = frozenset({"turn.completed", "turn.failed"})
