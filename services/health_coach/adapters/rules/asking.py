"""The four things to know before recommending: what is known already, and the question that asks for each."""

import re
from collections.abc import Iterable, Mapping
from itertools import pairwise
from types import MappingProxyType
from typing import Final

from services.health_coach.adapters.rules.told import is_known
from services.health_coach.domain.case import Case, Message
from services.health_coach.domain.decisions import Unknown
from services.health_coach.domain.likes import wanted_clauses
from services.health_coach.domain.situation import Situation, offered_in
from services.health_coach.domain.topics import Topic, topics_in

MOST_ASKED: Final = 2
"""Questions before a recommendation; which topic it is about is asked besides."""
NOUNS: Final[Mapping[Topic, str]] = MappingProxyType(
    {
        Topic.SLEEP: "better sleep",
        Topic.BEDTIME: "a steadier bedtime",
        Topic.STEPS: "moving more",
        Topic.TRAINING: "your training",
        Topic.RECOVERY: "recovering well",
        Topic.STRESS: "feeling calmer",
        Topic.HEART: "looking after your heart",
        Topic.WEIGHT: "changing your weight",
        Topic.EATING: "eating well",
        Topic.ALCOHOL: "drinking less",
        Topic.CAFFEINE: "less caffeine",
        Topic.OWN: "that",
        Topic.GENERAL: "your health",
    }
)
_NAMED: Final[Mapping[Topic, Mapping[str, str]]] = MappingProxyType(
    {
        Topic.HEART: {
            "your heart rate variability": r"\bhrv\b|heart rate variability",
            "your resting heart rate": r"resting (?:heart|pulse)|\brhr\b",
            "your blood pressure": r"blood pressure",
            "your cholesterol": r"cholesterol|\bldl\b",
        },
        Topic.TRAINING: {
            "cycling": r"\bcycl|\bbik(?:e|ing)\b",
            "swimming": r"\bsw[iau]m",
            "running": r"\brun(?:ning)?\b|\bjog|marathon|\b(?:5|10) ?k\b",
            "stretching": r"stretch",
            "getting stronger": r"strength|stronger|muscle",
            "stamina": r"stamina|endurance|out of breath",
            "getting fitter": r"\bfit(?:ness|ter)?\b|\bshape\b",
            "sport": r"\bsport",
        },
        Topic.STEPS: {
            "taking the stairs": r"stairs",
            "sitting less": r"\bsit(?:ting)?\b",
            "daylight": r"daylight|sunlight",
            "being outside": r"outside|outdoors",
            "walking more": r"\bwalk",
        },
        Topic.EATING: {
            "your breakfast": r"breakfast",
            "your lunch": r"\blunch",
            "your dinner": r"\bdinner",
            "snacks": r"\bsnack",
            "sugar": r"\bsugar",
            "salt": r"\bsalt\b",
            "fruit": r"\bfruit",
            "fibre": r"\bfib(?:re|er)\b",
            "cooking": r"\bcook",
            "regular meals": r"regular meals|skip(?:ping)? meals",
            "more protein": r"protein",
            "more vegetables": r"\bveg(?:etables?|gies|gie)?\b",
        },
        Topic.SLEEP: {
            "more energy": r"energy|\btired\b|fatigue",
            "nights without waking": r"(?:wakes?|waking) up (?:at|in|every|during|soaked)|through the night",
        },
    }
)
"""What people name of a topic."""
_QUESTIONS: Final[Mapping[Unknown, str]] = MappingProxyType(
    {
        Unknown.TOPIC: "Where would you like to start: sleep, movement, stress or food?",
        Unknown.WHY: "What makes {noun} matter to you right now?",
        Unknown.MEANING: "What would be different in your days if this worked out?",
        Unknown.CONSTRAINTS: "What should I plan around, such as work, family, an injury or how you eat?",
        Unknown.ACTIONS: "What have you tried already, or would you enjoy trying?",
    }
)
_ASKED: Final = (
    (Unknown.TOPIC, re.compile(r"where would you like to start|would you like to work on", re.IGNORECASE)),
    (Unknown.WHY, re.compile(r"matter to you", re.IGNORECASE)),
    (Unknown.MEANING, re.compile(r"different in your days", re.IGNORECASE)),
    (Unknown.CONSTRAINTS, re.compile(r"plan around, such|what got in the way\?", re.IGNORECASE)),
    (Unknown.ACTIONS, re.compile(r"enjoy trying\?|has helped you most\?", re.IGNORECASE)),
)
_ORDER: Final = (Unknown.WHY, Unknown.CONSTRAINTS, Unknown.ACTIONS, Unknown.MEANING)


def question(unknown: Unknown, topic: Topic, said: Iterable[str] = ()) -> str:
    return _QUESTIONS[unknown].format(noun=noun_of(topic, said))


def noun_of(topic: Topic, said: Iterable[str]) -> str:
    """What the person wants to change: the thing of that topic that they named first, else the topic."""
    of_topic = [" ".join(wanted_clauses([text])) for text in said if topic in topics_in(text)]
    named = (
        (at, found.start(), noun)
        for at, text in enumerate(of_topic)
        for noun, words in _NAMED.get(topic, {}).items()
        if (found := re.search(words, text, re.IGNORECASE))
    )
    *_, noun = min(named, default=(0, 0, NOUNS[topic]))
    return noun


def asked_in(told: str) -> Unknown | None:
    """What an earlier answer asked for."""
    return next((unknown for unknown, pattern in _ASKED if pattern.search(told)), None)


def answers_to(unknown: Unknown, case: Case) -> list[str]:
    """What the person said to an earlier question."""
    messages = [*case.history, Message(case.message, by_person=True)]
    return [
        answer.text
        for told, answer in pairwise(messages)
        if answer.by_person and not told.by_person and asked_in(told.text) is unknown
    ]


def answered(case: Case) -> frozenset[Unknown]:
    """What was asked before; whatever the person said to it counts as their answer."""
    return frozenset(filter(None, map(asked_in, case.told)))


def asked_since_offer(situation: Situation) -> int:
    """How often something was asked since the last recommendation."""
    count = 0
    for told in reversed(situation.case.told):
        if offered_in(told, situation.library):
            break
        count += asked_in(told) not in (None, Unknown.TOPIC)
    return count


def first_unknown(situation: Situation) -> Unknown | None:
    """The first thing that matters and was neither said, nor remembered, nor asked before."""
    case = situation.case
    done = answered(case)
    if situation.topic is Topic.GENERAL and Unknown.TOPIC not in done:
        return Unknown.TOPIC
    return next((each for each in _ORDER if each not in done and not is_known(each, situation)), None)
