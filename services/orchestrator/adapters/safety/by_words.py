"""The safety check that needs no model: signs of danger in plain words."""

import asyncio
from typing import Final

from services.orchestrator.adapters.safety.texts import lines, words
from services.orchestrator.adapters.safety.vocabulary import vocabulary, weights
from services.orchestrator.domain.conversation import Conversation
from services.orchestrator.domain.safety import Heard, answer_for, beside_answer, listen

_PAUSE_S: Final = 0.02


class SafetyByWords:
    """A `SafetyFloor`. Its words are read when it is made: a mistake in them stops the start, not a turn."""

    def __init__(self) -> None:
        self._vocabulary, self._weights = vocabulary(), weights()
        self._words, self._lines = words(), lines()

    async def warm(self) -> None:
        """Makes all its patterns, with pauses for what is served meanwhile; to listen makes those that it needs."""
        for phrases in self._vocabulary.phrases():
            await asyncio.to_thread(phrases.make_pattern)
            await asyncio.sleep(_PAUSE_S)

    async def listen(self, conversation: Conversation) -> Heard:
        """Off the event loop: a long conversation takes a second."""
        return await asyncio.to_thread(listen, conversation, self._vocabulary, self._weights)

    def answer(self, heard: Heard, *, locale: str) -> str:
        return answer_for(heard, locale=locale, words=self._words, lines=self._lines)

    def beside_answer(self, heard: Heard, *, locale: str) -> str:
        return beside_answer(heard, locale=locale, words=self._words, lines=self._lines)
