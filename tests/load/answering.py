"""A model that answers at once and always alike, for what is measured of the system around it."""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from tests.vendor import Answer, Request, Wanted, calls, decides, says

METRICS: Final = {"hrv": "heart_rate_variability", "step": "steps", "sleep": "sleep_minutes"}
"""What the message names: the metric whose average is then read."""
_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}")
_CLAIM: Final = re.compile(r"\bds-001\.(?:effect|value)\b")
_NO_PLAN: Final = {
    "expressions": [], "said_back": "", "unread": "", "topic": "", "needs_code": False, "approach": "",
}  # fmt: skip


def plan(request: Request) -> Answer:
    """The average over all data of the metric that the message names; nothing understood where it names none."""
    message = request.data.rpartition("The message:")[2].lower()
    metric = next((name for word, name in METRICS.items() if word in message), None)
    if metric is None:
        return decides(_NO_PLAN | {"topic": "not_understood"})
    today, first = _DAY.findall(request.data)[:2]
    window = {"start": {"date": first}, "end": {"date": today}, "label": "all data"}
    mean: dict[str, Any] = {
        "rows": {"all": {"table": "TABLE_DAYS", "window": window}},
        "column": {"field": {"name": metric}},
        "statistic": "STATISTIC_MEAN",
    }
    expression = json.dumps({"tell": {"number": {"reduce": mean}}})
    return decides(_NO_PLAN | {"expressions": [expression], "said_back": f"the average of {metric}"})


def synthesis(request: Request) -> Answer:
    """The number of the first finding."""
    claim = _CLAIM.search(request.data)
    return says(f"It is {{{{{claim[0]}}}}} on average." if claim else "I can't tell from your records.")


NARRATED_QUESTION: Final = "How much sleep is normal for adults?"
NARRATION: Final = "The question is about what is usual for a grown person, so what is advised comes first. " * 5
"""Of the expert's first round."""


def react(request: Request) -> Answer:
    """Looks something up and narrates it, then answers from nothing."""
    if len(request.messages) > 1:
        return calls(Wanted("answer", {"statements": []}))
    return calls(Wanted("knowledge_search", {"query": NARRATED_QUESTION}), thinking=NARRATION)


AT_ONCE: Final[Mapping[str, Callable[[Request], Answer]]] = {
    "vagueness": lambda _: decides({"vagueness": "low"}),
    "router": lambda _: decides(
        {
            "main_agent": "Data Science Agent",
            "supporting_agents": [],
            "collaboration_workflow": "Data science computes.",
            "vague": False,
        }
    ),
    "plan": plan,
    "critic": lambda _: decides({"decision": "accept", "concerns": [], "rationale": "It stands."}),
    "assessment": lambda _: decides(
        {"mechanism": "No established mechanism known.", "novelty": "emerging", "strategy": None, "citations": []}
    ),
    "reflection": lambda _: decides({"decision": "NO", "reflection_questions": []}),
    "synthesis": synthesis,
    "rewrite": lambda _: says("That is what your records say."),
    "fallback": lambda _: says("I am here."),
    "memory": lambda _: decides({"memories": []}),
}
"""By purpose: a question about an average, from the first decision to the last."""

NARRATED: Final[Mapping[str, Callable[[Request], Answer]]] = {
    **AT_ONCE,
    "router": lambda _: decides(
        {
            "main_agent": "Domain Expert Agent",
            "supporting_agents": [],
            "collaboration_workflow": "The expert answers.",
            "vague": False,
        }
    ),
    "rephrase": lambda _: decides({"main_agent_question": NARRATED_QUESTION, "supporting_agent_questions": []}),
    "react": react,
}
"""By purpose: a question that the expert thinks aloud about."""
