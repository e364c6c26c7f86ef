"""How a durable fact is found in what somebody says, and how it is told them."""

import re
from dataclasses import dataclass

from services.orchestrator.domain.plan import MemoryKind


@dataclass(frozen=True)
class Rule:
    """`pattern` finds `what` is worth remembering, which stands in `form`; as `{name}` with its own capitals.

    A goal that is not `surely` one has to name something that Amy knows goals of.
    """

    kind: MemoryKind
    confidence: float
    form: str
    pattern: re.Pattern[str]
    surely: bool


def rule(kind: MemoryKind, confidence: float, pattern: str, *, form: str = "{what}", surely: bool = False) -> Rule:
    return Rule(kind, confidence, form, re.compile(pattern, re.IGNORECASE), surely)
