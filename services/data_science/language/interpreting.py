"""What a conversation's last message asks: all of it, part of it, or nothing that can be computed, and then why."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, TypeAlias

from amy.text import quoted
from services.data_science.language.resolving.readings import Reading
from services.data_science.language.understanding import NotRead, Reader
from services.data_science.language.vocabulary import Vocabulary, beyond, lexicon

MOST_QUESTIONS: Final = 6
_MOST_WORDS_NAMED: Final = 3
_LONGEST_WORD: Final = 30
_LONGEST_SENTENCE: Final = 60
_ITSELF: Final = re.compile(
    r"\bmy (?P<what>[a-z]+(?: [a-z]+){0,3}?) (?:affected|influenced|driven|impacted|related|linked|correlated)"
    r" (?:by|to|with) (?:my )?(?P=what)\b"
)
"""What is asked to be set beside itself."""
_SAYS_NOTHING: Final = "I can't tell: it would be compared with itself, which says nothing."


class Topic(StrEnum):
    """Why a message is nothing to compute."""

    NOTHING_ASKED = "nothing_asked"
    NOT_UNDERSTOOD = "not_understood"
    NOT_RECORDED = "not_recorded"
    KNOWLEDGE = "knowledge"
    ADVICE = "advice"


@dataclass(frozen=True, kw_only=True)
class Computable:
    readings: tuple[Reading, ...]


@dataclass(frozen=True, kw_only=True)
class Partly:
    """`unread` says which part is left out and why, in one sentence."""

    readings: tuple[Reading, ...]
    unread: str


@dataclass(frozen=True, kw_only=True)
class NotMine:
    """Why nothing is computed.

    Attributes:
        reason: one sentence for the person.
        nearest: one suggestion that fits, empty where there is none.
        noted: whether it is for the person to note, and what was noted does not tell.
    """

    topic: Topic
    reason: str
    nearest: str = ""
    noted: bool = False


Interpretation: TypeAlias = Computable | Partly | NotMine


def interpret(reader: Reader, messages: Sequence[str]) -> Interpretation:
    """What the last message asks, those before it being what was said earlier."""
    read = reader.understand(messages)
    readings = _each_once([each for each in read if isinstance(each, Reading)])
    missed = [each for each in read if isinstance(each, NotRead)]
    if not readings:
        return _not_mine(missed, reader.vocabulary)
    if missed or len(readings) > MOST_QUESTIONS:
        left_out = (
            _left_out(missed[0]) if missed else "You ask for more than I compute at once, so I leave out the rest."
        )
        return Partly(readings=readings[:MOST_QUESTIONS], unread=left_out)
    return Computable(readings=readings)


def _each_once(read: Sequence[Reading]) -> tuple[Reading, ...]:
    """Each question once, as it was said last; a yes or no that was asked for is still told: "and how much less?"."""
    found: dict[object, Reading] = {}
    for each in read:
        earlier = found.get(each.question)
        is_decided = earlier is not None and earlier.yes_no and not each.yes_no
        kept = replace(each, yes_no=True, direction=earlier.direction) if earlier and is_decided else each
        found[each.question] = kept
    return tuple(found.values())


def _not_mine(missed: Sequence[NotRead], vocabulary: Vocabulary) -> NotMine:
    if not missed:
        return NotMine(topic=Topic.NOTHING_ASKED, reason="There is no question in that.", nearest=_example(vocabulary))
    first = next((each for each in missed if each.because), missed[0])
    if first.because:
        return NotMine(topic=Topic.NOT_RECORDED, reason=f"I can't tell: {first.because}.", noted=first.noted)
    if reason := beyond(first.sentence.split()):
        return NotMine(topic=Topic.NOT_RECORDED, reason=reason)
    if itself := _ITSELF.search(first.sentence):
        has = "have" if itself["what"].endswith("s") else "has"
        changed = f"You could ask: “How {has} my {itself['what']} changed?”"
        return NotMine(topic=Topic.NOT_RECORDED, reason=_SAYS_NOTHING, nearest=changed)
    topic = _topic(first.sentence)
    if first.words:
        named = _named(first.words)
        return NotMine(
            topic=topic,
            reason=f"I don't know what to make of {named} in your question.",
            nearest=_example(vocabulary, first.sentence),
        )
    return NotMine(
        topic=topic, reason="I'm not sure what you are asking for.", nearest=_example(vocabulary, first.sentence)
    )


def _topic(sentence: str) -> Topic:
    said = f" {sentence} "
    for topic in (Topic.ADVICE, Topic.KNOWLEDGE):
        if any(f" {' '.join(phrase.split())} " in said for phrase in lexicon()["topic"][topic].split(",")):
            return topic
    return Topic.NOT_UNDERSTOOD


def passed_over(unused: Sequence[str]) -> str:
    """What is told of phrases that a message was read without.

    Args:
        unused: as `Reading.unused` has them.
    """
    named, it = _joined(unused), "it" if len(unused) == 1 else "them"
    return f"I leave out {named}, because I don't know what to make of {it} here."


def _left_out(missed: NotRead) -> str:
    because = missed.because or (
        f"I don't know what to make of {_named(missed.words)}" if missed.words else "I'm not sure what it asks"
    )
    return f"I leave out {quoted(missed.sentence, limit=_LONGEST_SENTENCE)}, because {because}."


def _named(words: Sequence[str]) -> str:
    named = [quoted(word, limit=_LONGEST_WORD) for word in dict.fromkeys(words)][:_MOST_WORDS_NAMED]
    return _joined(named)


def _joined(named: Sequence[str]) -> str:
    return " and ".join((", ".join(named[:-1]), named[-1])) if len(named) > 1 else named[0]


def _example(vocabulary: Vocabulary, sentence: str = "") -> str:
    """One question that would be answered, of what the sentence speaks of if that is on record."""
    catalogue = vocabulary.catalogue
    named = [
        catalogue.metrics[edge.meaning.metric]
        for edge in vocabulary.edges(tuple(sentence.split()))
        if edge.category == "noun" and edge.meaning.metric
    ]
    known = [
        quantity
        for quantity in (*named, *catalogue.metrics.values())
        if quantity.recorded and not quantity.name.endswith("_30d")
    ]
    return f"You could ask: “What was my average {known[0].noun} last month?”" if known else ""
