"""From a message to sentences: what is asked one after the other."""

import re
from dataclasses import dataclass
from typing import Final

_ENDS: Final = re.compile(
    r"(?<=[?!;\n])|(?<=\.)(?=\s+[^\s\d])(?<!\bvs\.)(?<!\be\.g\.)(?<!\bi\.e\.)|(?<=…)|(?<=\.\.)(?=[^.\s])"
)
_JOINED: Final = re.compile(
    r",?\s+(?:and|also|plus|but)\s+(?:also\s+)?"
    r"(?=(?:what|whats|what's|how|which|show\s+me|tell\s+me|give\s+me)\b"
    r"|(?:is|was|are|were|has|have|does|did|do)\s+(?:my|i|there|it|that|this)\b)",
    re.IGNORECASE,
)
_ENUMERATION: Final = re.compile(r"^\s*(?:\(?\d{1,2}[.)]\s|[-*•]\s)", re.MULTILINE)
_FRAGMENT: Final = re.compile(r"^(?:and|also|or|what about|how about|same for|then)\b", re.IGNORECASE)
_STATEMENT: Final = re.compile(
    r"^(?:i|i.m|i.ve|my|it|it's|we|this|that|these|lately|recently|hi|hello|hey|thanks|thank)\b", re.IGNORECASE
)


@dataclass(frozen=True, kw_only=True)
class Sentence:
    """One of the things a message says.

    Attributes:
        follows: begins like the continuation of what was asked before.
        joined: was joined to the one before by "and".
        remark: states something, while another sentence of the message asks.
    """

    text: str
    follows: bool
    joined: bool
    remark: bool


def sentences(message: str) -> tuple[Sentence, ...]:
    """The sentences of a message, without those that hold no word."""
    ended = [part.strip() for part in _ENDS.split(_ENUMERATION.sub("", message)) if re.search(r"\w", part)]
    asks = any(part.endswith("?") for part in ended)
    return tuple(
        Sentence(
            text=text,
            follows=place > 0 or bool(_FRAGMENT.match(text)),
            joined=place > 0,
            remark=asks and not part.endswith("?") and bool(_STATEMENT.match(part)),
        )
        for part in ended
        for place, text in enumerate(_JOINED.split(part))
        if text
    )
