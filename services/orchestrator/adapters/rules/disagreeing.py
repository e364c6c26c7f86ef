"""Two answers that call the same quantity fine and not fine."""

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from typing import Final

from services.orchestrator.adapters.rules import lexicon
from services.orchestrator.adapters.rules.phrases import listed
from services.orchestrator.adapters.rules.subjects import subjects_in
from services.orchestrator.domain.evidence import AgentAnswer, AgentStatus
from services.orchestrator.domain.numbers.writing.sentences import split_sentences

_OUT: Final = lexicon.words(
    r"""
    (?:is|are|was|were|comes out|lies) (?:(?:a little|clearly|well|far|slightly|too|very|rather) )*(?:high|low|elevated)
    | too (?:high|low|short|much|little|few|many|long)
    | (?:above|below|outside(?: of)?|out of|over|under|beyond|higher than|lower than|less than|more than) (?:of )?(?:the
    |your|its|what is) (?:\w+(?:'s)? ){0,4}?(?:ranges?|limits?|intervals?|usual|normal|advised)
    | out of range
    """
)
_FINE: Final = lexicon.words(
    r"""
    (?:within|inside) (?:the|your|its|what is) (?:\w+(?:'s)? ){0,4}?(?:ranges?|limits?|intervals?|usual|normal|advised)
    | (?<!what )(?:is|are|was|were) (?:(?:quite|perfectly|entirely) )?(?:fine|normal|ordinary|okay|ok|good|healthy|usual
    |common and harmless)
    | in range | no cause for worry
    """
)
_ASKS_IF_OUT: Final = lexicon.words(
    r"""
    too \w+ | high | low | elevated | above | below | over | under | outside | out of | beyond | less than | more than
    | lower | higher
    """
)
_ASKS_IF_FINE: Final = lexicon.words("normal | ok | okay | fine | good | healthy | within | in range")
_LIMIT: Final = re.compile(r"\blimits?\b|\branges?\b", re.IGNORECASE)
_PLAINLY: Final = re.compile(r"(?P<said>Yes|No)\.\s", re.IGNORECASE)
_OF_ONE_NUMBER: Final = re.compile(r"\{\{|^\W*(?:(?:Yes|No), )?(?:An?|The|Your) [^.\d]{1,40} of \d", re.IGNORECASE)
"""It judges a number of the person's, computed or as they wrote it, and not what numbers are in general."""
_NOT: Final = re.compile(r"\b(?:not|n't|no longer|neither|if|when|whether)\b", re.IGNORECASE)
DISAGREE: Final = "What I found does not agree on your {subject}; I go by the stricter reading."


class Stand(Enum):
    FINE = "fine"
    OUT = "out"


def at_odds(answers: Iterable[AgentAnswer]) -> frozenset[str]:
    """The subjects that one answer calls fine and another does not."""
    given = (answer for answer in answers if answer.status is AgentStatus.ANSWERED)
    taken = [stands_in(answer.draft, asked=answer.question) for answer in given]
    return odds(stand for each in taken for stand in each.items())


def odds(taken: Iterable[tuple[str, Stand]]) -> frozenset[str]:
    """The subjects of which more than one thing is said."""
    stands = set(taken)
    return frozenset(subject for subject, stand in stands if stand is Stand.FINE and (subject, Stand.OUT) in stands)


def stands_in(text: str, *, asked: str) -> dict[str, Stand]:
    """What a text says of each quantity that it judges; of one that it judges twice what it says first.

    A bare yes or no says it of a limit in the light of the question.
    """
    found: dict[str, Stand] = {}
    for subject, stand in _stands(text, asked):
        found.setdefault(subject, stand)
    return found


def stricter(blocks: Sequence[str], disputed: Iterable[str]) -> list[str]:
    """The blocks without the sentences that call fine what another does not, and a sentence that says so."""
    subjects = sorted(disputed)
    if not subjects:
        return list(blocks)
    kept = ["".join(each for each in split_sentences(block) if not _is_mild(each, subjects)) for block in blocks]
    said = DISAGREE.format(subject=listed([_spoken(subject) for subject in subjects]))
    return [*(block.strip() for block in kept if block.strip()), said]


def _is_mild(sentence: str, subjects: Sequence[str]) -> bool:
    return any(stand is Stand.FINE and subject in subjects for subject, stand in _stands(sentence, ""))


def _spoken(subject: str) -> str:
    whole, _, part = subject.partition(", ")
    return f"{part} {whole}" if part else whole


def _stands(text: str, asked: str) -> Iterator[tuple[str, Stand]]:
    for paragraph in text.split("\n\n"):
        if (plain := _PLAINLY.match(paragraph)) and _LIMIT.search(paragraph):
            is_yes = plain["said"].lower() == "yes"
            stand = _asked_for(asked)
            if stand is not None:
                said = stand if is_yes else Stand.FINE if stand is Stand.OUT else Stand.OUT
                yield from ((subject, said) for subject in subjects_in(paragraph))
            continue
        for sentence in split_sentences(paragraph):
            is_out, is_fine = bool(_OUT.search(sentence)), bool(_FINE.search(sentence))
            if is_out != is_fine and _OF_ONE_NUMBER.search(sentence) and not _NOT.search(sentence):
                yield from ((subject, Stand.OUT if is_out else Stand.FINE) for subject in subjects_in(sentence))


def _asked_for(question: str) -> Stand | None:
    if _ASKS_IF_OUT.search(question):
        return Stand.OUT
    return Stand.FINE if _ASKS_IF_FINE.search(question) else None
