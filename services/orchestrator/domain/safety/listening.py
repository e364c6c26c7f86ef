"""The check that comes before everything: is somebody in danger?"""

from collections.abc import Sequence
from typing import Final

from services.orchestrator.domain.conversation import Conversation
from services.orchestrator.domain.safety.clues import Part, Vocabulary, clues_in, dangers_shown, parts_of
from services.orchestrator.domain.safety.dangers import Danger, Heard, in_order, together
from services.orchestrator.domain.safety.weighing import Weighed, Weights, dangers_of, weigh

EARLIER_MESSAGES: Final = 3
"""How many of the person's messages before the newest one are heard as well."""
_ALONE: Final = 2.0
"""How much less a sentence weighs by itself: what stands around it may make it harmless."""
_FAINT: Final = 2.0
"""Log-odds below which an alarm of words alone is faint. One with a sign is, where words alone would raise none."""
_ASKED_BACK: Final = (Danger.SELF_HARM, Danger.VIOLENCE, Danger.EATING)


def listen(conversation: Conversation, vocabulary: Vocabulary, weights: Weights) -> Heard:
    """What the person's newest message says of danger or, where it says nothing, the few before it.

    Only what the person wrote is heard; of what an assistant wrote only a question to which the person says yes.
    Something said earlier is let go when the newest message says that it is over, or when it was faint: then its answer
    had the help beside it. An earlier message that says nothing of danger by itself counts together with the newest one
    only if that adds a sign of danger or a reading.
    """
    plain = vocabulary.spelling.plain
    *earlier, newest = (plain(message.content) for message in conversation.messages if message.role == "user")
    heard = heard_in(newest, vocabulary, weights)
    if affirmed := _affirmed(conversation, newest, vocabulary):
        return together(heard, Heard(dangers=affirmed))
    if heard or not earlier or vocabulary.over.pattern.search(newest):
        return heard
    before = [each for message in earlier[-EARLIER_MESSAGES:] if (each := heard_in(message, vocabulary, weights))]
    if loud := [danger for each in before if not each.faint for danger in each.dangers]:
        return Heard(dangers=in_order(frozenset(loud)), earlier=True)
    if not _adds_a_sign(earlier[-1], newest, vocabulary):
        return Heard()
    followed = heard_in(f"{earlier[-1]}{newest}", vocabulary, weights)
    return Heard() if before and followed.faint else followed


def _adds_a_sign(earlier: str, newest: str, vocabulary: Vocabulary) -> bool:
    """Whether the newest message, read after the one before it, shows a sign or a reading that the earlier does not.

    Otherwise the two together say no more of danger than the earlier did, which has had its answer.
    """

    def shown(message: str) -> frozenset[str]:
        return frozenset(clue for part in parts_of(message, vocabulary) for clue in part.shown)

    return bool(shown(f"{earlier}{newest}") - shown(earlier))


def heard_in(message: str, vocabulary: Vocabulary, weights: Weights) -> Heard:
    """The dangers that a message, in plain spelling, speaks of."""
    parts = parts_of(message, vocabulary)
    weighed = _heaviest(message, parts, vocabulary, weights)
    with_sign = any(part.in_danger for part in parts)
    if weighed.any < (weights.alarm_with_sign if with_sign else weights.alarm):
        return Heard(dangers=in_order(frozenset(danger for part in parts for danger in part.certain)))
    return Heard(dangers=dangers_of(weighed), faint=weighed.any < (weights.alarm if with_sign else _FAINT))


def _heaviest(message: str, parts: Sequence[Part], vocabulary: Vocabulary, weights: Weights) -> Weighed:
    """The message as a whole or, where that weighs more, its heaviest sentence: talk around it must not hide it."""
    whole = weigh(clues_in(message, parts, vocabulary), vocabulary.meaning(message), weights)
    if len(parts) < 2:
        return whole
    each = (weigh(clues_in(part.text, (part,), vocabulary), vocabulary.meaning(part.text), weights) for part in parts)
    alone = max(each, key=lambda weighed: weighed.any)
    return whole if whole.any >= alone.any - _ALONE else Weighed(alone.each, alone.any - _ALONE)


def _affirmed(conversation: Conversation, newest: str, vocabulary: Vocabulary) -> tuple[Danger, ...]:
    """The dangers that the assistant has just asked about, if the person says yes and no more."""
    if not vocabulary.affirms.pattern.fullmatch(newest, 3, len(newest) - 2):
        return ()
    asked = next((message.content for message in reversed(conversation.history) if message.role == "assistant"), "")
    shown = dangers_shown(vocabulary.spelling.plain(asked), vocabulary)
    return in_order(shown & frozenset(_ASKED_BACK))
