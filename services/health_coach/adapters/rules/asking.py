"""The four things to know before recommending: what is known already, and the question that asks for each."""

import re
from collections.abc import Iterable, Mapping
from itertools import pairwise
from types import MappingProxyType
from typing import Final

from services.health_coach.domain.case import Case, Message
from services.health_coach.domain.decisions import Unknown
from services.health_coach.domain.likes import likes_in, wanted_clauses
from services.health_coach.domain.own_words import plain
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
_KNOWN: Final[Mapping[Unknown, re.Pattern[str]]] = MappingProxyType(
    {
        Unknown.WHY: re.compile(
            r"\bbecause\b|\bsince i\b|\bso (?:that )?i (?:can|could|am|don't)|in order to|my doctor"
            r"|for my (?:\w+ )?(?:kids?|children|health"
            r"|wedding|job|heart|family|mood|race)|i(?:'m| am) (?:always|so|constantly|often|really"
            r"|just) (?:\w+ )?(?:tired|exhausted"
            r"|stressed|out of breath|sluggish|irritable)|i feel\b|matters? to me|important to me|to (?:keep up"
            r"|have more energy"
            r"|be there|live longer|feel better|lose weight)|i'm (?:worried|afraid|scared)|before my"
            r"|i wake up (?:tired|exhausted)|\bwhy ?:|\breasons? ?:|\bi(?:'m| am) (?:moody|irritable|always late)"
            r"|helps? me sleep|doctor (?:said|says|told|wants)|\bbefore (?:a|an|my|the) |(?:tired|sick) of\b"
            r"|i feel (?:like|heavy|awful|tired|bad|old|low)\b"
            r"|so (?:that )?i don't|ever since|wants me to|worr(?:y|ied|ies)\b|\bscared\b|at risk|runs in my family"
            r"|\bmy (?:wife|husband|partner|mum|mom|dad|boss|doctor|gp) (?:says|thinks|complains|worries|told)"
            r"|is killing me|\b(?:hurts?|aches?|migraines?|headaches?|frighten\w*|scares?|cried|crying|dread)\b"
            r"|\bi(?:'m| am) (?:sick|tired|afraid|ashamed|embarrassed)"
            r"|\bi (?:miss|fell|can't|cannot|keep|get \w+ when)\b"
            r"|(?:consultant|gp|physio|nurse|dietitian) (?:said|says|told|wants)|diagnosed|\bwhy it matters\b",
            re.IGNORECASE,
        ),
        Unknown.MEANING: re.compile(
            r"\d|fall(?:ing)? asleep|wak(?:e|ing) up|earlier|regular|through the night|more energy|\bkg\b|pounds?"
            r"|kilos?|marathon"
            r"|half\b|stairs|clothes|concentrat|focus|so (?:that )?i can|rested|less (?:coffee|wine|beer|alcohol"
            r"|caffeine)",
            re.IGNORECASE,
        ),
        Unknown.CONSTRAINTS: re.compile(
            r"\b(?:i work\b|my (?:work|job|boss|shifts?|schedule|commute)|work (?:long|late|full|from|in|at (?:a"
            r"|an|night))"
            r"|working (?:from|long|late|full)|shifts?\b|kids?\b|children|baby|toddler|busy|injur|travel|commut"
            r"|schedule"
            r"|no (?:real )?(?:limits?|injur|constraints?)|no time|(?:little|much|enough|have) time\b|deadline|desk job"
            r"|works?\b|has (?:a|an|two|three|small|young)\b|limits? ?:|office has|home office"
            r"|nurse|teacher|driver|waiter|waitress|carer|farmer|pilot|single (?:mum|mom|dad|parent)"
            r"|\bi(?:'m| am) an? (?!(?:bit|little|mess|wreck|fan|beginner|bad|terrible|poor|light|heavy)\b)\w+"
            r"|retired|student|exams?\b|care for|budget|afford)"
            r"|\b(?:want|wanna|like|love|trying) [^.!?]*,? but (?!also\b|not\b|how\b|what\b|don't know|have no)",
            re.IGNORECASE,
        ),
        Unknown.ACTIONS: re.compile(
            r"\bi(?:'ve| have)? (?:tried|already|used to|started|usually|normally)"
            r"|\b(?:want|wanna|like|love|thinking about|go(?:ing)? back) (?:\w+ ){0,2}"
            r"(?:walk(?!\w* more)|swim|cycl|danc|hik|row)"
            r"|i (?:like|love|enjoy|prefer"
            r"|could|can imagine)"
            r"|i(?:'m| am) (?:happy|willing|open) to|i(?:'d| would) (?:rather|enjoy|prefer)",
            re.IGNORECASE,
        ),
    }
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
    return next((each for each in _ORDER if each not in done and not _is_known(each, situation)), None)


def _is_known(unknown: Unknown, situation: Situation) -> bool:
    words = [plain(text) for text in situation.case.own_words()]
    if any(map(_KNOWN[unknown].search, words)):
        return True
    kinds = {memory.kind for memory in situation.case.memories}
    match unknown:
        case Unknown.CONSTRAINTS:
            return bool(situation.limits.found) or "barrier" in kinds
        case Unknown.ACTIONS:
            refused = any(limit.kind.startswith("no ") for limit in situation.limits.found)
            return bool(likes_in(words)) or refused or "preference" in kinds
        case Unknown.WHY:
            return "value" in kinds
        case _:
            return False
