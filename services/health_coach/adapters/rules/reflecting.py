"""Says back in a few words what a person said, as a listener does."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from amy.text import inert
from services.health_coach.adapters.rules.asking import asked_in
from services.health_coach.domain.decisions import Unknown
from services.health_coach.domain.limits import limits_in
from services.health_coach.domain.situation import Situation
from services.health_coach.domain.topics import Topic, topics_in

_LONGEST: Final = 14
_SHORTEST: Final = 3
_WISH: Final = re.compile(
    r"\b(?:how (?:can|do|could|should|would) i|help me(?: to)?|i(?:'d| would) (?:really )?(?:like|love) to"
    r"|i (?:really )?want to|i need to"
    r"|i(?:'m| am) trying to|my goal is to|i wish i could|i should) (?P<what>[^.,;:?!\n]+)",
    re.IGNORECASE,
)
_CUT: Final = re.compile(
    r"\s+(?:because|but|so that|since|although|though|and (?:i|my)|what|how|can you|could you|based on|using"
    r"|from my)\b.*",
    re.IGNORECASE,
)
_STATEMENT: Final = re.compile(
    r"^(?:(?:well|so|yes|no|hm+|honestly|and|because|mostly|oh)[, ]+)*(?P<what>(?:i|i'm|i've|i'd|my) .+)", re.IGNORECASE
)
_NOTHING: Final = re.compile(
    r"\W*(?:no\b|none|nothing|nope|not (?:really|sure)|dunno|i don't know|don't know|idk|hard to say|whatever)",
    re.IGNORECASE,
)
_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+|\n+|;\s+|,\s+(?=(?:and|but|so)\s)")
_UNFIT: Final = re.compile(
    r"\d|\b(?:you|your|amy|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|hundred"
    r"|thousand|half|twice"
    r"|dozen|couple|me (?:a|what|how|some|an)|hate myself|fat|lazy|stupid|ugly|useless|idiot|loser|pathetic)\b"
    r"|depress|anxi|cancer|disorder|disease|syndrome|insomni|apno?ea|diabet|hypertens|asthma|adhd|migraine|epilep"
    r"|fibrillat"
    r"|medicat|medicine|melatonin|ibuprofen|statin|metformin|insulin|sertralin|blocker|\bpills?\b|tablet|\bmg\b"
    r"|[{}\[\]“”\"]",
    re.IGNORECASE,
)
_FLIPPED: Final = re.compile(r"\b(?:i am|i'm|i was|i've|i'd|i'll|myself|mine|my|me|i)\b", re.IGNORECASE)
_SECOND: Final[Mapping[str, str]] = MappingProxyType(
    {
        "i am": "you are",
        "i'm": "you're",
        "i was": "you were",
        "i've": "you've",
        "i'd": "you'd",
        "i'll": "you'll",
        "myself": "yourself",
        "mine": "yours",
        "my": "your",
        "me": "you",
        "i": "you",
    }
)
_WISHES: Final[Mapping[Topic, str]] = MappingProxyType(
    {
        Topic.SLEEP: "You'd like to sleep better.",
        Topic.BEDTIME: "You'd like steadier nights.",
        Topic.STEPS: "You'd like to move more.",
        Topic.TRAINING: "You'd like to get on with your training.",
        Topic.RECOVERY: "You'd like to recover well.",
        Topic.STRESS: "You'd like to feel calmer.",
        Topic.HEART: "You'd like to do something for your heart.",
        Topic.WEIGHT: "You'd like to do something about your weight.",
        Topic.EATING: "You'd like to eat well.",
        Topic.ALCOHOL: "You'd like to drink less.",
        Topic.CAFFEINE: "You'd like to need less caffeine.",
        Topic.GENERAL: "You'd like to do something for your health.",
    }
)
_HEARD: Final[Mapping[Unknown, str]] = MappingProxyType(
    {
        Unknown.TOPIC: "Good, we start there.",
        Unknown.WHY: "Thank you for telling me.",
        Unknown.MEANING: "That is good to know.",
        Unknown.CONSTRAINTS: "Good to know, we work with the life you have.",
        Unknown.ACTIONS: "That helps me to choose.",
    }
)


def reflection(situation: Situation, topic: Topic) -> str:
    """One sentence: the limits that were just named, else the person's wish or statement, else what it is about."""
    message = situation.case.message.replace("\u2019", "'")
    if called := [limit.called for limit in limits_in([message]).found][:2]:
        return f"I plan around {' and '.join(called)}."
    asked = asked_in(situation.case.last_told)
    if asked is not None and (_NOTHING.match(message) or topic is Topic.GENERAL):
        return "That's fine."
    if said := _wish(message) or _statement(message):
        return said
    if asked is not None and message.rstrip().endswith("?"):
        return "Gladly."
    if asked is not None and topics_in(message)[:1] != (topic,):
        return _HEARD[asked]
    return _WISHES[topic]


def _wish(message: str) -> str:
    found = _WISH.search(message)
    what = _CUT.sub("", found["what"]).strip() if found else ""
    return _sentence(f"you'd like to {_flipped(what)}") if _is_fit(what, shortest=1) else ""


def _statement(message: str) -> str:
    for sentence in _SENTENCE.split(message):
        found = _STATEMENT.match(sentence.strip())
        if found and not sentence.rstrip().endswith("?") and _is_fit(found["what"]):
            return _sentence(_flipped(found["what"]))
    return ""


def _is_fit(what: str, shortest: int = _SHORTEST) -> bool:
    return shortest <= len(what.split()) <= _LONGEST and not _UNFIT.search(what)


def _flipped(text: str) -> str:
    return _FLIPPED.sub(lambda found: _SECOND[found.group().lower()], text)


def _sentence(text: str) -> str:
    words = inert(text, limit=200).strip(" .,;:!")
    return f"{words[:1].upper()}{words[1:]}." if words else ""
