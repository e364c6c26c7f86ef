"""Saying a thing once: not twice in an answer, and not again what the answer before has said."""

from collections.abc import Mapping

from services.orchestrator.adapters.rules.paragraphs import has_list, without_bare_leads
from services.orchestrator.domain.conversation import Conversation
from services.orchestrator.domain.evidence import Fact
from services.orchestrator.domain.numbers import references, renamed
from services.orchestrator.domain.numbers.answer_writer import without_markers
from services.orchestrator.domain.numbers.writing.sentences import split_sentences


class Once:
    """Remembers the sentences of an answer. Two that differ in nothing but who found the same number are one.

    Args:
        facts: by claim.
        before: the sentences of the answer before, as `said_before` has them.
    """

    def __init__(self, facts: Mapping[str, Fact], before: frozenset[str]) -> None:
        self._facts = facts
        self._before = before
        self._told: set[str] = set()

    def fresh(self, block: str) -> str:
        """The block without the sentences that were told; a list and a table stand or fall as they are.

        A number of the person's that is asked again is told again.
        """
        return self._left(block, self._before)

    def again(self, block: str) -> str:
        """The same, of a block that answers what is asked, whatever the answer before has said."""
        return self._left(block, frozenset())

    def _left(self, block: str, before: frozenset[str]) -> str:
        pieces = [block] if has_list(block) else split_sentences(block)
        return "".join(without_bare_leads(pieces, [self._is_new(piece, before) for piece in pieces])).strip()

    def _is_new(self, piece: str, before: frozenset[str]) -> bool:
        names = {claim: self._number(claim) for claim in references(piece)}
        words = plain(renamed(piece, names))
        if words in self._told or (not names and words in before):
            return False
        self._told.add(words)
        return True

    def _number(self, claim: str) -> str:
        fact = self._facts.get(claim)
        return claim if fact is None else f"{fact.value:g} {fact.unit} {fact.window}"


def said_before(conversation: Conversation) -> frozenset[str]:
    """The sentences of the answer before this question."""
    said = [message.content for message in conversation.history if message.role == "assistant"]
    return frozenset(map(plain, split_sentences(said[-1]))) if said else frozenset()


def plain(sentence: str) -> str:
    """What it says, however it is laid out and whatever its sources are numbered."""
    return " ".join(without_markers(sentence).split()).lower()
