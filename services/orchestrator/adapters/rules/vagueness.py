"""How anchored a question is."""

import re
from typing import Final

from services.orchestrator.adapters.rules.lexicon import CLINICAL, COACHING, METRIC, words
from services.orchestrator.domain.plan import Vagueness

_EXPLORATORY: Final = re.compile(
    r"\b(?:any|some)(?:thing|where)?\b.{0,40}\b(?:interesting|unusual|notable|noteworthy|surprising|weird"
    r"|strange|odd|off|wrong|new"
    r"|stand(?:s|ing)? out|worr(?:y|ied|ying|isome)|concern(?:ed|s|ing)?|patterns?|insights?|trends?|anomal(?:y"
    r"|ies)|know|notice[ds]?"
    r"|changed|pay attention|look (?:at|into)|flags?|aware)\b"
    r"|\bwhat(?:'s| is| are|)?\b.{0,20}\b(?:interesting|unusual|notable|surprising|stand(?:s|ing)? out"
    r"|patterns?|insights?)\b"
    r"|\bwhat should i know\b|\bwhat(?:'s| has| have)? (?:changed|been going on)\b|\bsurprise me\b"
    r"|\bwhat do you (?:see|notice)\b"
    r"|\bwhat (?:does|do) my (?:data|numbers|stats) (?:say|show|tell)\b|\b(?:find|show|tell"
    r"|give) me (?:something|some|any|an? )?.{0,20}"
    r"\b(?:interesting|patterns?|insights?|don't know|new)\b|\b(?:look (?:through|at)|explore|analy[sz]e"
    r"|dig (?:into|through)|scan|go through)"
    r" (?:all )?(?:of )?my (?:data|numbers|stats|records)\b",
    re.IGNORECASE,
)
_OPEN_QUESTION: Final = re.compile(
    r"^\W*(?:so[\s,]+)?(?:how(?:'s| is| are| am| was| were| has| have)|tell me about|what about|talk about"
    r"|anything|something)\b",
    re.IGNORECASE,
)
_TOPIC: Final = words(
    "food | diet | eating | caffeine | coffee | alcohol | mood | energy | pain | family history | weather"
)


def classify(question: str) -> Vagueness:
    """HIGH only if the question explores and names nothing at all; MEDIUM if it is open about something it names.

    Advice with a stated action ("I want to set a SMART goal") is LOW, as is everything that is in doubt.
    """
    anchored = any(pattern.search(question) for pattern in (METRIC, CLINICAL, COACHING, _TOPIC))
    if not anchored:
        return Vagueness.HIGH if _EXPLORATORY.search(question) else Vagueness.LOW
    is_open = _OPEN_QUESTION.match(question) or _EXPLORATORY.search(question)
    return Vagueness.MEDIUM if is_open and not COACHING.search(question) else Vagueness.LOW
