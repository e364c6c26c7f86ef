"""What is said when no specialist answers: manners, memory, and the limits of what is installed."""

import re
from collections.abc import Sequence
from typing import Final

from amy.text import quoted
from services.orchestrator.adapters.rules import lexicon
from services.orchestrator.adapters.rules.languages import ENGLISH
from services.orchestrator.adapters.rules.memories import extract
from services.orchestrator.adapters.rules.patterns import NO_ADVICE, NO_KNOWLEDGE, NOT_THE_DEVICE
from services.orchestrator.adapters.rules.phrases import listed, people_words
from services.orchestrator.adapters.rules.routing import asks_for_advice, is_health_topic
from services.orchestrator.adapters.rules.vagueness import classify
from services.orchestrator.domain.numbers.checking.claims import claims_in
from services.orchestrator.domain.plan import Agent, Vagueness

NO_ALERTS: Final = (
    "I can't watch your data or alert you by myself: I look at it when you ask. "
    "Your device's app may have alerts of its own."
)
ERRAND: Final = "I can't do that for you. What I can do is answer questions about your health."
THANKS: Final = "You're welcome."
FAREWELL: Final = "Take care. Come back whenever you have a question."
NOTED: Final = "Noted, I'll remember this:"
NOT_KEPT: Final = "Memory is off for this conversation, so I won't remember that."
ACKNOWLEDGED: Final = "Good. Ask me whenever you want to look at something else."
NOTHING_REMEMBERED: Final = (
    "I don't remember anything about you yet. Tell me about a goal, a preference or what gets in your way, and I will."
)
OPEN_SEARCH: Final = "I can't look through everything for what stands out yet."
UNCLEAR: Final = "I'm not sure what you would like to know."
_HELLO: Final = "Hello, I'm Amy."
_INTRODUCTION: Final = (
    "I'm Amy. I answer questions about your own health data, and every number I give you has been computed from it "
    "and checked."
)
NO_DATA: Final = "Once you have imported data from a wearable, I can answer questions about it."
_WORD: Final = re.compile(r"[^\W\d_]+")
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


def compose(
    question: str,
    *,
    memory_summary: str,
    remembers: bool,
    available: frozenset[Agent],
    known_metrics: Sequence[str],
) -> str:
    """The reply, without a number but those in what the user said or had remembered.

    What the user writes is never obeyed.
    """
    if not question.rstrip().endswith("?") and (facts := extract(question)):
        noted = " ".join(fact.text for fact in facts)
        return f"{NOTED} {quoted(noted, limit=_LONGEST_MEMORY)}" if remembers else NOT_KEPT
    offer = _offer(known_metrics) if Agent.DATA_SCIENCE in available else ""
    said: Sequence[tuple[re.Pattern[str], str]] = (
        (lexicon.ABOUT_MEMORY, _remembered(memory_summary)),
        (lexicon.ERRAND, ERRAND),
        (lexicon.THANKS, THANKS),
        (lexicon.FAREWELL, FAREWELL),
        (lexicon.GREETING, f"{_HELLO} {offer}".strip()),
        (lexicon.ABOUT_AMY, f"{_INTRODUCTION} {offer}".strip()),
        (lexicon.ACKNOWLEDGEMENT, ACKNOWLEDGED),
        (lexicon.NOTIFY, NO_ALERTS),
        (lexicon.DEVICE, NOT_THE_DEVICE),
    )
    for pattern, reply in said:
        if pattern.search(question):
            return reply
    suggestion = _suggestion(question, known_metrics) if Agent.DATA_SCIENCE in available else ""
    return f"{_reason(question, available)} {suggestion}".strip()


def _reason(question: str, available: frozenset[Agent]) -> str:
    """The one reason why there is no answer."""
    if classify(question) is Vagueness.HIGH and Agent.INVESTIGATOR not in available:
        return OPEN_SEARCH
    if asks_for_advice(question) and Agent.HEALTH_COACH not in available:
        return NO_ADVICE
    if is_health_topic(question) and Agent.DOMAIN_EXPERT not in available:
        return NO_KNOWLEDGE
    return UNCLEAR


def _suggestion(question: str, known_metrics: Sequence[str]) -> str:
    """A question that can be answered, about something on record that this one names if it names any."""
    names = _names(known_metrics)
    if not names:
        return NO_DATA
    asked = set(_WORD.findall(ENGLISH.sub(" ", question.lower())))
    fitting = next((name for name in names if asked & set(_WORD.findall(name.lower()))), names[0])
    return _could_ask(fitting)


def _could_ask(name: str) -> str:
    return f'You could ask: "What was my average {name} last month?"'


def _names(known_metrics: Sequence[str]) -> list[str]:
    """The metrics on record in people's words, the common ones first; none with a number in its name."""
    common = [metric for metric in _FIRST if metric in known_metrics]
    others = [metric for metric in known_metrics if metric not in _FIRST and not metric.endswith("_30d")]
    words = dict.fromkeys(people_words(metric) for metric in (*common, *others))
    return [name for name in words if not claims_in(name)]


def _offer(known_metrics: Sequence[str]) -> str:
    """What can be computed, naming metrics on record."""
    names = _names(known_metrics)[:_MOST_NAMED]
    if not names:
        return NO_DATA
    return (
        f"From your own data I can compute averages, highs and lows, changes and relationships, for example of "
        f"{listed(names)}. {_could_ask(names[0])}"
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
