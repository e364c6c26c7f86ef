"""Says back in a few words what a person said, as a listener does."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from amy.text import inert
from services.health_coach.adapters.rules.asking import asked_in
from services.health_coach.domain.decisions import Unknown
from services.health_coach.domain.limits import limits_in
from services.health_coach.domain.own_words import plain
from services.health_coach.domain.situation import Situation
from services.health_coach.domain.topics import Topic, topics_in

_LONGEST: Final = 14
_SHORTEST: Final = 3
_WISH: Final = re.compile(
    r"\b(?:how (?:can|do|could|should|would) i|help me(?: to)?|i(?:'d| would) (?:really )?(?:like|love) to"
    r"|(?<!n't )(?<!not )(?:really )?(?:want to|wanna)|i need to"
    r"|i(?:'m| am) trying to|my goal is to|i wish i could|i should(?![^.!\n]*\?))"
    r" (?!(?:know|tell|see|find out|check)\b)(?P<what>[^.,;:?!\n]+)",
    re.IGNORECASE,
)
_CUT: Final = re.compile(
    r"\s+(?:because|but|so that|since|although|though|and (?:i|my)|what|how|can you|could you|based on|using"
    r"|from my)\b.*",
    re.IGNORECASE,
)
_ASKS: Final = re.compile(
    r",\s*(?:(?:please|pls|so|and) )?(?:help|please|pls|tell|give|what|how|can you|any)\b.*", re.IGNORECASE
)
_OF_NOTHING_NAMED: Final = re.compile(r"\b(?:this|it|that|these|those|them|something)\W*$", re.IGNORECASE)
"""A wish whose object is said before it: repeated alone it says nothing."""
_NOTHING_NAMED: Final = re.compile(r"(?:\w+ ){0,2}(?:it|that|this|something)(?: \w+)?", re.IGNORECASE)
_STATEMENT: Final = re.compile(
    r"^(?:(?:well|so|yes|no|hm+|honestly|and|because|mostly|oh)[, ]+)*(?P<what>(?:i|i'm|i've|i'd|my) .+)", re.IGNORECASE
)
_NOTHING: Final = re.compile(
    r"\W*(?:myself\W*$|no\b|none|nothing|nope|not (?:really|sure)|dunno|i don't know|don't know|idk|hard to say"
    r"|whatever)",
    re.IGNORECASE,
)
_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+|\n+|;\s+|,\s+(?=(?:and|but|so)\s)")
_OWN_WORD: Final = re.compile(r"[^\W\d]{4,}")
_COMMON: Final = (
    "would could should really thing things something start change keep with have that this what when then them from"
    " your want like need just more less much very some well good feel been they will were time help"
)
_EVERYBODYS: Final = frozenset(_COMMON.split())
_TELLING: Final = re.compile(r"[^\W\d]{4}")
"""A word that says something."""
_AND: Final = re.compile(r"[;,.!]?\s+(?:and|but|so)\s+", re.IGNORECASE)
_PART: Final = re.compile(r"(?<=[.!?])\s+|\n+|[;,]\s+")
_UNFIT: Final = re.compile(r"\b(?:you|your|amy|me (?:a|what|how|some|an))\b", re.IGNORECASE)
"""What cannot be turned to the person."""
_UNSAID: Final = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|hundred"
    r"|thousand|half|twice"
    r"|dozen|couple|hate myself|fat|lazy|stupid|ugly|useless|idiot|loser|pathetic)\b"
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
_SAID_BACK: Final[Mapping[Unknown, str]] = MappingProxyType(
    {
        Unknown.TOPIC: "{said} it is.",
        Unknown.WHY: "So this is about {said}.",
        Unknown.MEANING: "Good to know: {said}.",
        Unknown.CONSTRAINTS: "I keep {said} in mind.",
        Unknown.ACTIONS: "{said} is something to build on.",
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
    message = plain(situation.case.message)
    if called := _new_limits(situation):
        return f"I plan around {' and '.join(called)}."
    asked = asked_in(situation.case.last_told)
    if asked is None:
        return _wish(message) or _statement(message) or _WISHES[topic]
    if _NOTHING.match(message):
        return "That's fine."
    return _wish(message) or _statement(message) or _of_an_answer(situation, asked, topic)


def _of_an_answer(situation: Situation, asked: Unknown, topic: Topic) -> str:
    message = plain(situation.case.message)
    if said := quoted(situation):
        return _SAID_BACK[asked].format(said=said)
    if message.rstrip().endswith("?"):
        return "Gladly."
    return _HEARD[asked] if topics_in(message)[:1] != (topic,) else _WISHES[topic]


def says_back(reflected: str, message: str) -> bool:
    """Whether a reflection holds a telling word of the message's."""
    return bool(_words(reflected) & _words(message))


def _words(text: str) -> set[str]:
    return set(_OWN_WORD.findall(text.lower())) - _EVERYBODYS


def quoted(situation: Situation) -> str:
    """The first few words of a message that can be quoted, in quotation marks; empty where none can."""
    message = plain(situation.case.message)
    if _NOTHING.match(message) or "?" in message:
        return ""
    parts = (*_PART.split(message), *_AND.split(message))
    clauses = (clause.strip(" .,;:!") for clause in parts)
    fit = next((clause for clause in clauses if _TELLING.search(clause) and _may_be_quoted(clause)), "")
    return f"“{inert(fit, limit=120)}”" if fit else ""


def _new_limits(situation: Situation) -> list[str]:
    """What was not planned around before."""
    before = limits_in(situation.case.said[:-1]).found
    return [limit.called for limit in limits_in([situation.case.message]).found if limit not in before][:2]


def _wish(message: str) -> str:
    found = _WISH.search(message)
    what = _CUT.sub("", found["what"]).strip() if found else ""
    is_told = _is_fit(what, shortest=1) and not (_NOTHING_NAMED.fullmatch(what) or _OF_NOTHING_NAMED.search(what))
    return _sentence(f"you'd like to {_flipped(what)}") if is_told else ""


def _statement(message: str) -> str:
    for sentence in _SENTENCE.split(message):
        found = _STATEMENT.match(sentence.strip())
        what = _ASKS.sub("", found["what"]) if found else ""
        if _is_fit(what) and not sentence.rstrip().endswith("?"):
            return _sentence(_flipped(what))
    return ""


def _is_fit(what: str, shortest: int = _SHORTEST) -> bool:
    return shortest <= len(what.split()) and _may_be_quoted(what) and not _UNFIT.search(what)


def _may_be_quoted(what: str) -> bool:
    return len(what.split()) <= _LONGEST and not _UNSAID.search(what)


def _flipped(text: str) -> str:
    return _FLIPPED.sub(lambda found: _SECOND[found.group().lower()], text)


def _sentence(text: str) -> str:
    words = inert(text, limit=200).strip(" .,;:!")
    return f"{words[:1].upper()}{words[1:]}." if words else ""
