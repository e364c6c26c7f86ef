"""Says back in a few words what a person said, as a listener does."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from amy.text import inert
from services.health_coach.adapters.rules.asking import NOUNS, asked_in, noun_of
from services.health_coach.adapters.rules.hearing import asks_why_asked, place_chosen
from services.health_coach.domain.decisions import Unknown
from services.health_coach.domain.likes import named_in
from services.health_coach.domain.limits import limits_in
from services.health_coach.domain.own_words import plain
from services.health_coach.domain.situation import Situation
from services.health_coach.domain.topics import Topic
from services.health_coach.domain.wishes import OF_ANYBODY, stated, wished

_LONGEST: Final = 14
_SHORTEST: Final = 3
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
    r"\W*(?:myself\W*$"
    r"|no(?=\W*$|[,.!]| (?:not|no|idea|clue|limit|constraint|injur|problem|thank|sorry|i|but)\w*\b)"
    r"|none|nothing|nope|not (?:really|sure)|dunno|i don't know|don't know|idk|hard to say"
    r"|whatever)",
    re.IGNORECASE,
)
_ASSENTS: Final = re.compile(
    r"\W*(?:(?:ok(?:ay)?|sure|yes|yeah|yep|fine|good|great|cool|perfect|right"
    r"|(?:that )?(?:sounds|looks) (?:good|great|fine))\W*)+",
    re.IGNORECASE,
)
"""Says yes and no more, whatever was asked."""
_BEGINS_TO_ASK: Final = re.compile(
    r"\W*(?:how|what|when|where|why|which|who|is|are|do|does|did|can|could|should|would|will)\b", re.IGNORECASE
)
_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+|\n+|;\s+|,\s+(?=(?:and|but|so)\s)")
_OWN_WORD: Final = re.compile(r"[^\W\d]{4,}")
_COMMON: Final = (
    "would could should really thing things something start change keep with have that this what when then them from"
    " your want like need just more less much very some well good feel been they will were time help even"
    " because before after always never still only over mostly there where"
)
_EVERYBODYS: Final = OF_ANYBODY | frozenset(_COMMON.split())
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
        Topic.TRAINING: "You'd like to get fitter.",
        Topic.RECOVERY: "You'd like to recover well.",
        Topic.STRESS: "You'd like to feel calmer.",
        Topic.HEART: "You'd like to look after your heart.",
        Topic.WEIGHT: "You'd like to change something about your weight.",
        Topic.EATING: "You'd like to eat well.",
        Topic.ALCOHOL: "You'd like to drink less.",
        Topic.CAFFEINE: "You'd like to need less caffeine.",
        Topic.OWN: "You'd like to change something of your own choice.",
        Topic.GENERAL: "You'd like to do something for your health.",
    }
)
_SAID_BACK: Final[Mapping[Unknown, str]] = MappingProxyType(
    {
        Unknown.TOPIC: "{said}: let's start there.",
        Unknown.WHY: "{said}: I can see why that matters.",
        Unknown.MEANING: "{said}: good to know.",
        Unknown.CONSTRAINTS: "{said}: we plan around that.",
        Unknown.ACTIONS: "{said}: we can build on that.",
    }
)
_REFUSES: Final = re.compile(r"^\W*(?:not?|nothing|never|anything (?:without|but)|don't|without)\b", re.IGNORECASE)
_DEMANDS: Final = re.compile(
    r"\W*(?:just|tell|give|help|make|be|can|could|please|get|let|show|hi|hey|hello|ok|good|stop|it|that|this|there)\b",
    re.IGNORECASE,
)
_CHATTER: Final = re.compile(
    r"^(?:but|and|so|because|well|mostly|honestly|oh)\b[, ]*"
    r"|[, ]*\b(?:lol|haha+|hehe|tbh|u know|you know|pls|please|idk)\b[, ]*$",
    re.IGNORECASE,
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
    asked = asked_in(situation.case.last_told)
    if called := _new_limits(situation):
        wish = _wish(message) if asked is None else ""
        return f"{wish} I plan around {' and '.join(called)}.".strip()
    if situation.case.told and _NOTHING.match(message):
        return "That's fine."
    if asked is not None and _ASSENTS.fullmatch(message):
        return "Good."
    if asked is None:
        heard = _wish(message) or _opening(message)
        return heard or ("I see." if situation.offered else _named(situation) or _about(situation, topic))
    return _wish(message) or _of_an_answer(situation, asked)


def aim(situation: Situation) -> str:
    """What the person said they want, else what they told, again where nothing else speaks of them.

    Not as the last answer told it, and what everybody says last; empty where they never said anything of themselves.
    """
    earlier = [plain(text) for text in situation.case.said[:-1]]
    wishes = [what for text in earlier if (what := _wished(text))]
    bare = [what for text in earlier if not stated(text) and (what := wished(text)) and _is_fit(what, shortest=2)]
    told = [f"{what[:1].lower()}{what[1:]}" for text in reversed(earlier) if (what := _turned(text))]
    said = [
        *(f"Your aim stays to {what}." for what in wishes if _words(what)),
        *(f"What you came for stays in view: {what}." for what in bare if _words(what)),
        *(f"I keep in mind what you said: {what}." for what in told if _words(what) and " " in what),
        *(f"You said it yourself: “{what}”." for text in earlier if (what := _quotable(text))),
        *(f"All of it serves one thing: to {what}." for what in wishes),
        *(
            f"You told me: “{what}”."
            for what in (_quotable(situation.case.message),)
            if what and not situation.case.facts
        ),
    ]
    return next((each for each in said if each not in situation.case.last_told), "")


def _quotable(text: str) -> str:
    """The first words of theirs that say something and may be repeated as they stand."""
    clauses = (clause.strip(" .,;:!") for clause in _PART.split(text))
    fit = (
        each
        for each in clauses
        if _words(each)
        and _may_be_quoted(each)
        and not (_NOTHING.match(each) or _BEGINS_TO_ASK.match(each) or "?" in each)
    )
    return next(fit, "")


def _named(situation: Situation) -> str:
    """The first words of somebody who names what it is about, and asks for nothing in them."""
    said = said_back(situation)
    is_demand = _DEMANDS.match(said) or _REFUSES.match(said)
    is_told = said and not situation.case.told and _is_fit(said, shortest=2) and not is_demand
    return f"{said}: let's look at that." if is_told else ""


def _about(situation: Situation, topic: Topic) -> str:
    """What the conversation is about: the thing that they named, else the topic."""
    noun = noun_of(topic, situation.case.said)
    return _WISHES[topic] if noun == NOUNS[topic] else f"Good, let's look at {noun}."


def _opening(message: str) -> str:
    """What the person says of themselves, as heard."""
    said = re.sub(r"^You (?:want|need) (?!to\b)", "You'd like ", statement(message))
    if said.startswith("You'd like "):
        return f"{said}."
    return f"I hear that {said[:1].lower()}{said[1:]}." if said else ""


def _of_an_answer(situation: Situation, asked: Unknown) -> str:
    message = plain(situation.case.message)
    if called := next((each.called for each in situation.limits.found if each.excludes & named_in([message])), ""):
        return f"I'd leave that out, to plan around {called}."
    if asks_why_asked(message):
        return "I ask so that what I suggest fits you, and not just anybody."
    if place_chosen(message) is not None:
        return "Good, that one."
    said = said_back(situation)
    if said and _REFUSES.match(said):
        return f"Understood: {said[:1].lower()}{said[1:]}."
    if said:
        return _SAID_BACK[asked].format(said=said)
    return "Gladly." if message.rstrip().endswith("?") else _HEARD[asked]


def says_back(reflected: str, message: str) -> bool:
    """Whether a reflection holds a telling word of the message's."""
    return bool(_words(reflected) & _words(message))


def _words(text: str) -> set[str]:
    return set(_OWN_WORD.findall(text.lower())) - _EVERYBODYS


def said_back(situation: Situation) -> str:
    """What the person says, turned to them, without a full stop; empty where none of it can be said back."""
    return _turned(plain(situation.case.message))


def _turned(message: str) -> str:
    if _NOTHING.match(message) or "?" in message:
        return ""
    if said := statement(message):
        return said
    parts = (*_PART.split(message), *_AND.split(message))
    clauses = (_CHATTER.sub("", _CHATTER.sub("", clause.strip(" .,;:!"))) for clause in parts)
    fit = next((clause for clause in clauses if _TELLING.search(clause) and _may_be_quoted(clause)), "")
    return _sentence(_flipped(fit)).removesuffix(".")


def _new_limits(situation: Situation) -> list[str]:
    """What was not planned around before."""
    before = limits_in(situation.case.said[:-1]).found
    called = (limit.called for limit in limits_in([situation.case.message]).found if limit not in before)
    return list(dict.fromkeys(called))[:2]


def _wish(message: str) -> str:
    what = _wished(message)
    return _sentence(f"you'd like to {what}") if what else ""


def _wished(message: str) -> str:
    """What somebody would like to do, turned to them, after "to"."""
    what = stated(message)
    is_told = _is_fit(what, shortest=1) and not (_NOTHING_NAMED.fullmatch(what) or _OF_NOTHING_NAMED.search(what))
    return _flipped(what) if is_told else ""


def statement(message: str) -> str:
    """The first sentence in which somebody speaks of themselves, turned to them, without a full stop."""
    for sentence in _SENTENCE.split(message):
        found = _STATEMENT.match(sentence.strip())
        what = _CHATTER.sub("", _ASKS.sub("", found["what"])) if found else ""
        wish = stated(what)
        is_of_nothing = wish and _NOTHING_NAMED.fullmatch(wish)
        if _is_fit(what) and not is_of_nothing and not sentence.rstrip().endswith("?"):
            return _sentence(_flipped(what)).removesuffix(".")
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
