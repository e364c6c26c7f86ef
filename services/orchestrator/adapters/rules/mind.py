"""The mind that needs no model: deterministic, offline, and measured like any other."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import replace

from services.orchestrator.adapters.rules import (
    after_briefing,
    how_sure,
    memories,
    memory_commands,
    memory_talk,
    noting,
    parting,
    patterns,
    reflecting,
    replying,
    rewriting,
    routing,
    splitting,
    synthesis,
    vagueness,
)
from services.orchestrator.adapters.rules.judging_words import well_spelt
from services.orchestrator.adapters.rules.reading import readable, readable_conversation
from services.orchestrator.adapters.rules.specialists import checks_in, is_for_the_coach
from services.orchestrator.domain.conversation import Conversation
from services.orchestrator.domain.evidence import AgentAnswer, Evidence
from services.orchestrator.domain.memory_requests import Chosen, MemoryRequest, MemoryTask
from services.orchestrator.domain.notes import MemoryNote
from services.orchestrator.domain.noting import NotingRequest, NotingTask
from services.orchestrator.domain.numbers.writing.sentences import split_sentences
from services.orchestrator.domain.plan import (
    Agent,
    ExtractedMemory,
    RawRouting,
    Reflection,
    Routing,
    SubQuestions,
    Vagueness,
)
from services.orchestrator.domain.understanding import Computable, Understood
from services.orchestrator.ports.minds import ReadParts, without_parts


class RulesMind:
    """A `TurnMind` made of rules. Texts of the user and of memory are read for what they say, never followed.

    Of a very long message only the beginning is read: see `readable`.
    """

    async def classify_vagueness(self, question: str) -> Vagueness:
        return vagueness.classify(readable(question))

    def standing_alone(self, conversation: Conversation) -> Conversation:
        return how_sure.standing_alone(after_briefing.standing_alone(conversation))

    def parts(self, message: str) -> Sequence[str]:
        return parting.parts_of(readable(message))

    async def route(
        self,
        conversation: Conversation,
        available: frozenset[Agent],
        understood: Understood | None,
        parts: ReadParts = without_parts,
        *,
        has_goal: bool = False,
    ) -> RawRouting:
        read = _well_spelt(readable_conversation(conversation))
        if has_goal and Agent.HEALTH_COACH in available and checks_in(read.question, understood):
            return patterns.ADVICE
        is_whole = isinstance(understood, Computable)
        if is_whole or ("?" not in read.question and is_for_the_coach(read, understood)):
            return routing.route(read, available, understood)
        spelt = [replace(part, text=well_spelt(part.text)) for part in await parts()]
        raw = splitting.split(read, available, spelt) or routing.route(read, available, understood)
        remark = splitting.not_on_record(spelt) if raw.main_agent and not raw.remark else ""
        return replace(raw, remark=remark) if remark else raw

    async def rephrase(self, conversation: Conversation, routing: Routing) -> SubQuestions:
        """The person's own words, as they are meant: for each agent its part, or all, with what was said before."""
        whole = well_spelt(readable(conversation.question))
        main = routing.questions.get(routing.main, whole) if routing.main else whole
        own = {agent: text for agent, text in routing.questions.items() if agent in routing.supporting}
        return SubQuestions(main=main, supporting=own)

    async def reflect(self, conversation: Conversation, answers: Sequence[AgentAnswer]) -> Reflection:
        return reflecting.reflect(readable_conversation(conversation), answers)

    async def synthesise(self, conversation: Conversation, evidence: Evidence) -> AsyncIterator[str]:
        for piece in synthesis.compose(conversation, evidence):
            yield piece

    async def reply(
        self,
        conversation: Conversation,
        *,
        memory_summary: str,
        remembers: bool,
        available: frozenset[Agent],
        known_metrics: Sequence[str],
    ) -> AsyncIterator[str]:
        text = replying.compose(
            readable(conversation.question),
            memory_summary=memory_summary,
            remembers=remembers,
            available=available,
            known_metrics=known_metrics,
        )
        for sentence in split_sentences(text):
            yield sentence

    async def rewrite(self, sentence: str, *, unverified: Sequence[str], evidence: Evidence) -> str:
        """Only ever cuts, so it needs no evidence."""
        del evidence
        return rewriting.without(sentence, unverified)

    async def extract_memories(self, conversation: Conversation, answer: str) -> Sequence[ExtractedMemory]:
        """From what the person said alone: what Amy answered says nothing new about them."""
        del answer
        before = [readable(message.content) for message in conversation.recent().history if message.role == "user"]
        return memories.extract(readable(conversation.question), before)

    async def asked_of_memory(self, conversation: Conversation) -> MemoryRequest | None:
        return memory_commands.asked_of_memory(readable_conversation(conversation))

    async def choose_memories(self, request: MemoryRequest, notes: Sequence[MemoryNote]) -> Chosen:
        return memory_talk.meant(request.about, notes)

    async def tell_of_memory(self, task: MemoryTask) -> str:
        return memory_talk.tell(task)

    async def asked_to_note(self, conversation: Conversation) -> NotingRequest | None:
        return noting.asked_to_note(conversation)

    async def tell_of_notes(self, task: NotingTask) -> str:
        return noting.told_of_notes(task)


def _well_spelt(conversation: Conversation) -> Conversation:
    said = (replace(message, content=well_spelt(message.content)) for message in conversation.messages)
    return Conversation(messages=tuple(said))
