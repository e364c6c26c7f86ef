"""What is said when no specialist answers: manners, memory, and the limits of what is installed."""

import re
from collections.abc import Sequence
from typing import Final

from amy.text import quoted
from services.orchestrator.adapters.rules import lexicon
from services.orchestrator.adapters.rules.memories import extract
from services.orchestrator.adapters.rules.phrases import listed, people_words
from services.orchestrator.adapters.rules.routing import asks_for_advice, is_health_topic
from services.orchestrator.adapters.rules.vagueness import classify
from services.orchestrator.domain.numbers.claims import claims_in
from services.orchestrator.domain.plan import Agent, Vagueness

DEVICE: Final = (
    "I can't help with the device or its app; the maker's support pages can. I work with the data it has recorded."
)
THANKS: Final = "You're welcome."
FAREWELL: Final = "Take care. Come back whenever you have a question."
NOTED: Final = "Thank you for telling me. I'll keep it in mind."
ACKNOWLEDGED: Final = "Good. Ask me whenever you want to look at something else."
NOTHING_REMEMBERED: Final = (
    "I don't remember anything about you yet. Tell me about a goal, a preference or what gets in your way, and I will."
)
OPEN_SEARCH: Final = (
    "I can't search through everything for what stands out yet, but I can answer a question about something you name."
)
NO_KNOWLEDGE: Final = "I can't answer general questions about health here: nothing that could look it up is installed."
NO_ADVICE: Final = "I can't give advice here: no coach is installed."
UNCLEAR: Final = "I'm not sure what you would like to know. I understand English only, for now."
_HELLO: Final = "Hello, I'm Amy."
_INTRODUCTION: Final = (
    "I'm Amy. I answer questions about your own health data, and every number I give you has been computed from it "
    "and checked."
)
_MOST_NAMED: Final = 6
_LONGEST_MEMORY: Final = 500
_FIRST: Final = (
    "resting_heart_rate",
    "heart_rate_variability",
    "steps",
    "sleep_minutes",
    "deep_sleep_minutes",
    "calories_kcal",
)
_TOLD_SECTIONS: Final = {
    "goals": "Your goals",
    "preferences": "Your preferences",
    "insights": "What your data showed",
    "history": "Your history",
}
_DATED: Final = re.compile(r"^-\s*(?:\(\d{4}-\d{2}-\d{2}\)\s*)?(?P<text>\S.*)$")


def compose(question: str, *, memory_summary: str, available: frozenset[Agent], known_metrics: Sequence[str]) -> str:
    """The reply, without a number but those in what the user had remembered. What the user writes is never obeyed."""
    offer = _offer(known_metrics) if Agent.DATA_SCIENCE in available else ""
    said: Sequence[tuple[re.Pattern[str], str]] = (
        (lexicon.ABOUT_MEMORY, _remembered(memory_summary)),
        (lexicon.THANKS, THANKS),
        (lexicon.FAREWELL, FAREWELL),
        (lexicon.GREETING, f"{_HELLO} {offer}".strip()),
        (lexicon.ABOUT_AMY, f"{_INTRODUCTION} {offer}".strip()),
        (lexicon.ACKNOWLEDGEMENT, ACKNOWLEDGED),
        (lexicon.DEVICE, f"{DEVICE} {offer}".strip()),
    )
    for pattern, reply in said:
        if pattern.search(question):
            return reply
    if extract(question) and not question.rstrip().endswith("?"):
        return NOTED
    return _limits(question, available, offer)


def _limits(question: str, available: frozenset[Agent], offer: str) -> str:
    """Says plainly which part of Amy is missing, and what can be done instead."""
    if classify(question) is Vagueness.HIGH and Agent.INVESTIGATOR not in available:
        reason = OPEN_SEARCH
    elif asks_for_advice(question) and Agent.HEALTH_COACH not in available:
        reason = NO_ADVICE
    elif is_health_topic(question) and Agent.DOMAIN_EXPERT not in available:
        reason = NO_KNOWLEDGE
    else:
        reason = UNCLEAR
    return f"{reason} {offer}".strip()


def _offer(known_metrics: Sequence[str]) -> str:
    """What can be computed, naming metrics on record, the common ones first; none with a number in its name."""
    common = [metric for metric in _FIRST if metric in known_metrics]
    others = [metric for metric in known_metrics if metric not in _FIRST and not metric.endswith("_30d")]
    words = dict.fromkeys(people_words(metric) for metric in (*common, *others))
    names = [name for name in words if not claims_in(name)][:_MOST_NAMED]
    if not names:
        return "Once you have imported data from a wearable, I can compute averages, changes and relationships from it."
    return (
        f"From your own data I can compute averages, highs and lows, changes and relationships, for example of "
        f"{listed(names)}. "
        f'You could ask: "What was my average {names[0]} last month?"'
    )


def _remembered(memory_summary: str) -> str:
    """The user's goals, preferences, insights and history as remembered, each quoted; tests are bookkeeping."""
    told: list[str] = []
    heading = ""
    for line in memory_summary.splitlines():
        if line.startswith("## "):
            heading = _TOLD_SECTIONS.get(line.removeprefix("## ").strip().lower(), "")
            if heading:
                told.append(f"\n**{heading}**\n")
        elif heading and (entry := _DATED.match(line.strip())):
            told.append(f"- {quoted(entry['text'], limit=_LONGEST_MEMORY)}")
    if not any(line.startswith("- ") for line in told):
        return NOTHING_REMEMBERED
    return "This is what I remember about you:\n" + "\n".join(told)
