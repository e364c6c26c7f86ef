"""The durable fact in a clause, said to the person it is about."""

import re
from dataclasses import dataclass
from typing import Final

from services.orchestrator.adapters.rules import lexicon
from services.orchestrator.adapters.rules.fact_rules import RULES
from services.orchestrator.adapters.rules.second_person import told
from services.orchestrator.domain.plan import MemoryKind

_POINTS: Final = re.compile(
    r"\b(?:it|that|this|them|these|those|on one(?: for \w+)?|you|amy|(?:the|this|that|your) (?:app|answers?"
    r"|charts?|idea|question"
    r"|joke|way you)"
    r"|to (?:see|know|hear|ask|be honest))$"
    r"|^(?:love|like|hate|enjoy|avoid|prefer|don't like|can't stand) (?:it|that|this|you|myself|the (?:idea"
    r"|sound|other))\b"
    r"|^(?:like|love) to (?:see|know|hear|ask|compare|look)",
    re.IGNORECASE,
)
"""It says something of what was just talked about, and not of the person."""


@dataclass(frozen=True, kw_only=True)
class Fact:
    """A durable fact, said to the person it is about."""

    kind: MemoryKind
    text: str
    confidence: float


def fact_in(clause: str) -> Fact | None:
    """What a clause says of the person who says it that will hold in two weeks; None where that is nothing."""
    for rule in RULES:
        matched = rule.pattern.search(clause)
        if not matched:
            continue
        what = matched["what"].strip(" .!,;:")
        if not what or _POINTS.search(what):
            continue
        if rule.kind is MemoryKind.GOAL and not rule.surely and not lexicon.KINDS_OF_GOAL.search(what):
            continue
        within = f"{what[0].lower()}{what[1:]}" if what[1:2].islower() else what
        return Fact(kind=rule.kind, text=told(rule.form.format(what=within, name=what)), confidence=rule.confidence)
    return None
