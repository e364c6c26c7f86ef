"""How anchored a question is."""

import re
from typing import Final

from services.orchestrator.adapters.rules.kinds import MessageKind, kind_of
from services.orchestrator.adapters.rules.lexicon import CLINICAL, COACHING, DEVICE, METRIC, words
from services.orchestrator.domain.conversation import Conversation, Message
from services.orchestrator.domain.plan import Vagueness

_OPEN_QUESTION: Final = re.compile(
    r"^\W*(?:so[\s,]+)?(?:how(?:'s| is| are| am| was| were| has| have)|tell me about|what about|talk about"
    r"|anything|something)\b",
    re.IGNORECASE,
)
_LOOKS_FOR_ANYTHING: Final = words(
    r"""
    (?:any|some)(?:thing|where)? (?:\w+ ){0,3}?(?:interesting|unusual|notable|surprising|weird
    |strange|odd|off|wrong|new|worrying)
    | patterns? | insights? | stands? out | worth knowing | pay attention
    | what (?:do|does) my (?:data|numbers|records|stats) (?:say|show|tell)(?: (?:me|you))?
    """
)
_WORD: Final = re.compile(r"[^\W\d_]{2}")
_TOPIC: Final = words(
    "food | diet | eating | caffeine | coffee | alcohol | mood | energy | pain | family history | weather"
)


def has_words(question: str) -> bool:
    return bool(_WORD.search(question))


def classify(question: str) -> Vagueness:
    """HIGH only if it is an open look that names nothing at all; MEDIUM if it is open about something it names.

    Advice with a stated action ("I want to set a SMART goal") is LOW, as is everything that is in doubt.
    """
    if not has_words(question) or DEVICE.search(question):
        return Vagueness.LOW
    if not any(pattern.search(question) for pattern in (METRIC, CLINICAL, COACHING, _TOPIC)):
        asked = Conversation(messages=(Message(role="user", content=question),))
        is_vague = kind_of(asked, None) is MessageKind.VAGUE or _LOOKS_FOR_ANYTHING.search(question)
        return Vagueness.HIGH if is_vague else Vagueness.LOW
    is_open = _OPEN_QUESTION.match(question) or _LOOKS_FOR_ANYTHING.search(question)
    return Vagueness.MEDIUM if is_open and not COACHING.search(question) else Vagueness.LOW
