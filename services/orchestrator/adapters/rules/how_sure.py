"""How sure an answer is: where somebody asks, what they ask it of, and how it is said.

Of a difference and a change that hold the range is always said, for what was measured is only the likeliest. To whoever
asks it is said of anything that has one, with what it rests on.
"""

import re
from collections.abc import Sequence
from typing import Final

from services.orchestrator.adapters.rules.hedging import Cited
from services.orchestrator.adapters.rules.paragraphs import has_list
from services.orchestrator.adapters.rules.phrases import joined
from services.orchestrator.domain.conversation import Conversation
from services.orchestrator.domain.evidence import FindingSummary

_IT: Final = r"(?:that|this|it|the (?:difference|change|link|pattern|result|effect|trend))"
_ASKS: Final = re.compile(
    rf"""\W*(?:(?:so|and|but|ok(?:ay)?|hey|hm+|well|amy)\W+)*(?:
    (?:are|r)\ (?:you|u)\ (?:really\ |absolutely\ |quite\ )?(?:sure|certain|confident)(?:\ (?:about|of|in)\ {_IT})?
    |how\ (?:sure|certain|confident)\ (?:are|r)\ (?:you|u)(?:\ (?:about|of|in)\ {_IT})?
    |how\ (?:sure|certain|solid|robust|likely|strong)\ is\ {_IT}
    |(?:could|can|might|may|isn['\u2019]?t|is)\ {_IT}
    \ (?:just\ |only\ |simply\ |all\ |be\ |by\ |a\ |due\ to\ |really\ )*
    (?:chance|luck|coincidence|random(?:\ noise)?|noise|fluke|accident|coincidental)
    |is\ {_IT}\ (?:really\ |even\ |statistically\ )*(?:significant|meaningful|real)(?:\ or\ (?:just\ )?\w+)?
    |(?:is|was)\ {_IT}\ (?:a\ )?(?:statistically\ )?significant(?:\ (?:difference|change|link|result))?
    )\W*""",
    re.IGNORECASE | re.VERBOSE,
)

_YES_OR_NO: Final = re.compile(r"^(?:Yes|No)(?:, not clearly)?[,.:] (?P<first>\S)")


def asks_how_sure(question: str) -> bool:
    """Whether it asks no more than how sure the answer before is."""
    return bool(_ASKS.fullmatch(question))


def standing_alone(conversation: Conversation) -> Conversation:
    """The conversation up to the question of which somebody asks how sure its answer is; as it is where none was."""
    if not asks_how_sure(conversation.question):
        return conversation
    for at in range(len(conversation.history) - 1, -1, -1):
        message = conversation.messages[at]
        if message.role == "user" and not asks_how_sure(message.content):
            return Conversation(messages=(*conversation.messages[:at], message))
    return conversation


def with_ranges(blocks: Sequence[str], cited_in: Cited, *, is_asked: bool) -> list[str]:
    """The blocks with how sure the findings are, each behind the block that tells it first.

    Args:
        blocks: of the answer.
        cited_in: the findings that a text cites.
        is_asked: whether somebody asks how sure the answer is.
    """
    told: list[str] = []
    done: set[str] = set()
    for block in blocks:
        new = [one for one in cited_in(block) if one.id not in done]
        done |= {one.id for one in new}
        said = [text for one in new for text in _said(one, is_asked=is_asked)]
        text = without_yes_or_no(block) if is_asked else block
        told.append(joined([text, *said], space="\n\n" if has_list(block) else " "))
    return told


def without_yes_or_no(block: str) -> str:
    """The block without a yes or no that answers the question before."""
    return _YES_OR_NO.sub(lambda found: found["first"].upper(), block, count=1)


def _said(finding: FindingSummary, *, is_asked: bool) -> tuple[str, ...]:
    if is_asked:
        return (finding.range, finding.basis)
    return (finding.range,) if finding.kind == "trend" else ()
