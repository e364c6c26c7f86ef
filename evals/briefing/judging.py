"""What a briefing claims, read from its text as a person reads it, and held against what is true."""

import re
from dataclasses import dataclass
from enum import Enum
from typing import Final

from evals.briefing.simulated import Change, Lab, Pair, Planted, Weekend
from evals.sheet import body

NOUNS: Final = {
    "steps": r"steps?|step count|walk\w*",
    "sleep_minutes": r"sleep duration|time asleep|(?:you |your )?slept|sleep(?! score)|asleep|nights?",
    "resting_heart_rate": r"resting heart rate|resting pulse|rhr",
    "heart_rate_variability": r"heart rate variability|hrv",
    "active_zone_minutes": r"active zone (?:minutes|time)|active minutes|zone minutes",
    "awake_minutes": r"awake|wake time",
    "respiratory_rate": r"respiratory rate|breathing(?: rate)?",
    "stress_management_score": r"stress(?: management)?(?: score)?",
    "LDL cholesterol": r"ldl(?: cholesterol)?",
    "Ferritin": r"ferritin",
    "Vitamin D": r"vitamin d",
    "HbA1c": r"hba1c|a1c",
}
_LABS: Final = frozenset({"LDL cholesterol", "Ferritin", "Vitamin D", "HbA1c"})
_COUNTED_NIGHTS: Final = re.compile(r"\(?\b\d+ (?:nights?|days?)\b\)?|\bon \d+ of \d+ \w+", re.IGNORECASE)
_UP: Final = r"higher|more|longer|up|rose|risen|rising|increased?|above|greater|gained|climbed|over"
_DOWN: Final = r"lower|less|fewer|shorter|down|fell|fallen|falling|dropped|decreased?|below|reduced|under"
_DIRECTION: Final = re.compile(rf"\b(?:(?P<up>{_UP})|(?P<down>{_DOWN}))\b(?! the (?:last|past|\d))", re.IGNORECASE)
_WEEKEND: Final = re.compile(r"\bweek-?ends?\b|\bweekdays?\b|\bsaturdays?\b|\bsundays?\b", re.IGNORECASE)
_TOGETHER: Final = re.compile(
    r"\bgo(?:es)? (?:along )?with\b|\blinked\b|\brelated\b|\btogether\b|\bon days (?:when|with)\b|"
    r"\bafter (?:days|nights)\b|\bthe next (?:day|night)\b|\bwhen you\b",
    re.IGNORECASE,
)
_SENTENCE: Final = re.compile(r"(?:[^.!?\n]|[.](?=\d))+")
_TURNED: Final = re.compile(
    r"\bthan (?:at|on|in|over|during)? ?(?:the |your )?(?:week-?ends?|saturdays|last|past|recent)", re.IGNORECASE
)
"""Where what is new stands behind "than", the direction is told of what is old."""


class Sign(Enum):
    """How sure a line of the briefing says it is."""

    FIRM = "✓"
    FIRST = "~"


class Kind(Enum):
    CHANGE = "change"
    WEEKEND = "weekend"
    PAIR = "pair"
    LAB = "lab"
    LEVEL = "level"


@dataclass(frozen=True, kw_only=True)
class Claim:
    """One marked line of a briefing.

    Attributes:
        metrics: what it names, in the order of the text.
        direction: 1, -1, or 0 where none is told.
    """

    sign: Sign
    text: str
    kind: Kind
    metrics: tuple[str, ...]
    direction: int


def claims(answer: str) -> list[Claim]:
    """The lines with a check mark or a tilde."""
    found = []
    for line in body(answer).splitlines():
        text = line.replace("*", "").strip().lstrip("-• ").strip()
        found += [_claim(sign, text[1:].strip()) for sign in Sign if text.startswith(sign.value)]
    return found


def _claim(sign: Sign, text: str) -> Claim:
    metrics = named(text)
    directions = [1 if match["up"] else -1 for match in _DIRECTION.finditer(text)]
    kind = _kind(text, metrics, directions)
    way = directions[0] if directions else 0
    if kind is Kind.PAIR and len(directions) > 1:
        way = directions[0] * directions[1]
    elif kind is not Kind.PAIR and _TURNED.search(text):
        way = -way
    return Claim(sign=sign, text=text, kind=kind, metrics=metrics, direction=way)


def named(text: str) -> tuple[str, ...]:
    """The metrics a text names; how many nights were counted names none."""
    text = _COUNTED_NIGHTS.sub(" ", text)
    places = {metric: re.search(rf"\b(?:{noun})\b", text, re.IGNORECASE) for metric, noun in NOUNS.items()}
    return tuple(sorted((name for name, at in places.items() if at), key=lambda name: _start(places[name])))


def _start(match: re.Match[str] | None) -> int:
    return match.start() if match else -1


def _kind(text: str, metrics: tuple[str, ...], directions: list[int]) -> Kind:
    if any(metric in _LABS for metric in metrics):
        return Kind.LAB if directions or re.search(r"\b(?:outside|out of)\b", text) else Kind.LEVEL
    if len(metrics) > 1 and _TOGETHER.search(text):
        return Kind.PAIR
    if _WEEKEND.search(text) and directions:
        return Kind.WEEKEND
    return Kind.CHANGE if directions else Kind.LEVEL


def tells(claim: Claim, planted: Planted) -> bool:
    """Whether a line tells what was planted: what it is about, and which way."""
    match planted:
        case Change():
            return claim.kind is Kind.CHANGE and _says(claim, planted.metric, planted.direction)
        case Weekend():
            return claim.kind is Kind.WEEKEND and _says(claim, planted.metric, planted.direction)
        case Pair():
            both = {planted.metric, planted.other} <= set(claim.metrics)
            return claim.kind is Kind.PAIR and both and claim.direction == planted.direction
        case Lab():
            return claim.kind is Kind.LAB and _says(claim, planted.name, planted.direction)


def _says(claim: Claim, metric: str, direction: int) -> bool:
    return metric in claim.metrics[:1] and claim.direction == direction


def found(answer: str, planted: Planted) -> bool:
    """A laboratory value may be told in any sentence, everything else in a marked line."""
    told = claims(answer)
    if isinstance(planted, Lab):
        told += [_claim(Sign.FIRST, sentence) for sentence in _SENTENCE.findall(body(answer))]
    return any(tells(claim, planted) for claim in told)


def false_claims(answer: str, planted: Planted | None) -> list[Claim]:
    """The lines with a check mark that tell of something which is not there."""
    firm = [claim for claim in claims(answer) if claim.sign is Sign.FIRM and claim.kind is not Kind.LEVEL]
    return [claim for claim in firm if planted is None or not tells(claim, planted)]
