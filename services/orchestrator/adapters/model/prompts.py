"""One render function a prompt. What is of a person, a record or an agent goes into a fence."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from amy.llm.messages import Rendered
from amy.llm.prompts import Fenced, read_all
from services.orchestrator.adapters.model import shown
from services.orchestrator.domain.conversation import Conversation
from services.orchestrator.domain.evidence import AgentAnswer, Evidence
from services.orchestrator.domain.plan import Agent, Routing
from services.orchestrator.domain.understanding import Understood

_PROMPTS: Final = read_all(Path(__file__).parents[2] / "prompts")
_NAMES: Final = {
    Agent.DATA_SCIENCE: "Data Science Agent",
    Agent.DOMAIN_EXPERT: "Domain Expert Agent",
    Agent.HEALTH_COACH: "Health Coach Agent",
    Agent.INVESTIGATOR: "Investigator",
}
_FAILED: Final = (
    "DATA SCIENCE STATUS: FAILED. The analysis did not run to its end. The answer already begins with a warning that "
    "says so: do not repeat it, tell no result and no number about the person, and offer one narrower question."
)
_DECLINED: Final = "What is said where the lead has nothing to say: {instead}"


def render_vagueness(question: str) -> Rendered:
    return _PROMPTS["vagueness"].render({"question": Fenced("question", shown.cut(question, shown.LONGEST_QUESTION))})


def render_router(
    conversation: Conversation, available: Sequence[Agent], understood: Understood | None, *, has_goal: bool
) -> Rendered:
    return _PROMPTS["router"].render(
        {
            "available": ", ".join(_NAMES[agent] for agent in available if agent is not Agent.INVESTIGATOR),
            "has_goal": "yes" if has_goal else "no",
            "history": Fenced("history", shown.history(conversation)),
            "question": Fenced("question", shown.question(conversation)),
            "understood": Fenced("data science", shown.understood(understood)),
        }
    )


def render_rephrase(conversation: Conversation, routing: Routing) -> Rendered:
    assert routing.main is not None
    return _PROMPTS["rephrase"].render(
        {
            "main": _NAMES[routing.main],
            "supporting": ", ".join(_NAMES[agent] for agent in routing.supporting) or "nobody",
            "history": Fenced("history", shown.history(conversation)),
            "question": Fenced("question", shown.question(conversation)),
        }
    )


def render_reflection(conversation: Conversation, answers: Sequence[AgentAnswer]) -> Rendered:
    return _PROMPTS["reflection"].render(
        {
            "question": Fenced("question", shown.question(conversation)),
            "answers": Fenced("answers", shown.answers(answers)),
        }
    )


def render_synthesis(conversation: Conversation, evidence: Evidence) -> Rendered:
    status = [_FAILED] if evidence.data_failed else []
    status += [_DECLINED.format(instead=Fenced("instead", evidence.instead))] if evidence.instead else []
    beside = (*evidence.supporting, *evidence.reflection)
    return _PROMPTS["synthesis"].render(
        {
            "history": Fenced("history", shown.history(conversation)),
            "question": Fenced("question", shown.question(conversation)),
            "status": "\n".join(status),
            "main": Fenced("draft", shown.answers([evidence.main])),
            "supporting": Fenced("drafts", shown.answers(beside)),
            "findings": Fenced("findings", shown.findings(evidence.findings)),
            "facts": Fenced("facts", shown.facts(evidence, conversation)),
            "sources": Fenced("sources", shown.sources(evidence.citations)),
            "memory": Fenced("memory", shown.cut(evidence.memory_summary, shown.LONGEST_MEMORY) or shown.NONE),
        }
    )


def render_fallback(
    conversation: Conversation, *, memory_summary: str, remembers: bool, known_metrics: Sequence[str]
) -> Rendered:
    return _PROMPTS["fallback"].render(
        {
            "remembers": "yes" if remembers else "no",
            "metrics": Fenced("metrics", ", ".join(known_metrics) or shown.NONE),
            "memory": Fenced("memory", shown.cut(memory_summary, shown.LONGEST_MEMORY) or shown.NONE),
            "history": Fenced("history", shown.history(conversation)),
            "question": Fenced("question", shown.question(conversation)),
        }
    )


def render_rewrite(sentence: str, unverified: Sequence[str], evidence: Evidence) -> Rendered:
    return _PROMPTS["rewrite"].render(
        {
            "sentence": Fenced("sentence", shown.cut(sentence, shown.LONGEST_MESSAGE)),
            "unverified": Fenced("unverified", shown.listed(unverified)),
            "facts": Fenced("facts", shown.sheet(evidence.fact_sheet)),
        }
    )


def render_memory(conversation: Conversation) -> Rendered:
    own = Conversation(
        messages=(*(each for each in conversation.history if each.role == "user"), conversation.messages[-1])
    )
    return _PROMPTS["memory"].render(
        {
            "history": Fenced("history", shown.history(own)),
            "question": Fenced("question", shown.question(conversation)),
        }
    )
