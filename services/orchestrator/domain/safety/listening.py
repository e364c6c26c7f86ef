"""The check that comes before everything: is somebody in danger?"""

from typing import Final

from services.orchestrator.domain.conversation import Conversation
from services.orchestrator.domain.safety.clues import Vocabulary, clues_in, dangers_shown, parts_of
from services.orchestrator.domain.safety.dangers import Danger, Heard, in_order
from services.orchestrator.domain.safety.weighing import Weighed, Weights, dangers_of, weigh

EARLIER_MESSAGES: Final = 3
"""How many of the person's messages before the newest one are heard as well."""
_ALONE: Final = 2.0
"""How much less a sentence weighs by itself: what stands around it may make it harmless."""
_ASKED_BACK: Final = (Danger.SELF_HARM, Danger.VIOLENCE, Danger.EATING)


def listen(conversation: Conversation, vocabulary: Vocabulary, weights: Weights) -> Heard:
    """What the person's newest message says of danger or, where it says nothing, the few before it.

    Only what the person wrote is heard; of what an assistant wrote only a question to which the person says yes.
    Something said earlier is let go when the newest message says that it is over.
    """
    plain = vocabulary.spelling.plain
    *earlier, newest = (plain(message.content) for message in conversation.messages if message.role == "user")
    followed = newest if not earlier else f"{earlier[-1]}{newest}"
    if heard := dangers_in(newest, vocabulary, weights) or _affirmed(conversation, newest, vocabulary):
        return Heard(dangers=heard)
    if vocabulary.over.pattern.search(newest):
        return Heard()
    before = [dangers_in(message, vocabulary, weights) for message in earlier[-EARLIER_MESSAGES:]]
    if any(before):
        return Heard(dangers=in_order(frozenset(danger for dangers in before for danger in dangers)), earlier=True)
    return Heard(dangers=dangers_in(followed, vocabulary, weights) if earlier else ())


def dangers_in(message: str, vocabulary: Vocabulary, weights: Weights) -> tuple[Danger, ...]:
    """The dangers that a message, in plain spelling, speaks of."""
    weighed = heaviest(message, vocabulary, weights)
    return dangers_of(weighed) if weighed.any >= weights.alarm else ()


def heaviest(message: str, vocabulary: Vocabulary, weights: Weights) -> Weighed:
    """The message as a whole or, where that weighs more, its heaviest sentence: talk around it must not hide it."""
    parts = parts_of(message, vocabulary)
    whole = weigh(clues_in(message, parts, vocabulary), weights)
    if len(parts) < 2:
        return whole
    each = (weigh(clues_in(part.text, (part,), vocabulary), weights) for part in parts)
    alone = max(each, key=lambda weighed: weighed.any)
    return whole if whole.any >= alone.any - _ALONE else Weighed(alone.each, alone.any - _ALONE)


def _affirmed(conversation: Conversation, newest: str, vocabulary: Vocabulary) -> tuple[Danger, ...]:
    """The dangers that the assistant has just asked about, if the person says yes and no more."""
    if not vocabulary.affirms.pattern.fullmatch(newest, 3, len(newest) - 2):
        return ()
    asked = next((message.content for message in reversed(conversation.history) if message.role == "assistant"), "")
    shown = dangers_shown(vocabulary.spelling.plain(asked), vocabulary)
    return in_order(shown & frozenset(_ASKED_BACK))
