"""Evidence of the kinds a turn can have."""

from collections.abc import Sequence

from services.orchestrator.domain.conversation import Conversation, Message
from services.orchestrator.domain.evidence import AgentAnswer, AgentStatus, Evidence, Fact, FindingSummary, Verdict
from services.orchestrator.domain.plan import Agent, Part
from services.orchestrator.ports.minds import ReadParts


def conversation(*contents: str) -> Conversation:
    """Messages by turns, the user's first."""
    roles = ("user", "assistant")
    return Conversation(
        messages=tuple(
            Message(role="user" if roles[position % 2] == "user" else "assistant", content=content)
            for position, content in enumerate(contents)
        )
    )


def fact(
    claim: str,
    value: float,
    unit: str | None = "bpm",
    *,
    window: str | None = "last 30 days",
    verdict: Verdict = Verdict.VALIDATED,
    source: str = "data_science",
    citation: str | None = None,
) -> Fact:
    return Fact(
        claim=claim, value=value, unit=unit, source=source, n=30, window=window, verdict=verdict, citation=citation
    )


def answer(draft: str, *, agent: Agent = Agent.DATA_SCIENCE, status: AgentStatus = AgentStatus.ANSWERED) -> AgentAnswer:
    return AgentAnswer(agent=agent, question="What is asked?", status=status, draft=draft)


def finding(
    verdict: Verdict, *, identifier: str = "ds-001", kind: str = "scalar", reason: str = "", **texts: str
) -> FindingSummary:
    association = kind == "association"
    return FindingSummary(
        id=identifier,
        kind="association" if association else "trend" if kind == "trend" else "scalar",
        claim="",
        feature="resting_heart_rate",
        target="sleep_minutes" if association else "",
        verdict=verdict,
        reason=reason,
        mechanism=texts.get("mechanism", ""),
        strategy=texts.get("strategy", ""),
    )


def evidence(
    main: AgentAnswer,
    *,
    supporting: Sequence[AgentAnswer] = (),
    findings: Sequence[FindingSummary] = (),
    facts: Sequence[Fact] = (),
    data_failed: bool = False,
    missing: Agent | None = None,
) -> Evidence:
    return Evidence(
        main=main,
        supporting=tuple(supporting),
        reflection=(),
        findings=tuple(findings),
        fact_sheet=tuple(facts),
        data_failed=data_failed,
        missing=missing,
    )


def given(parts: Sequence[Part]) -> ReadParts:
    """Parts that are read already."""

    async def read() -> Sequence[Part]:
        return parts

    return read
