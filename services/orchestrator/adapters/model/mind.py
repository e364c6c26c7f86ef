"""The mind that asks a language model, and falls back to what is documented where none answers."""

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Final

import structlog

from amy.llm.caller import Caller
from amy.llm.errors import ModelError
from amy.llm.models import Role
from services.orchestrator.adapters.model import prompts
from services.orchestrator.adapters.model.decisions import (
    MemoriesDecision,
    ReflectionDecision,
    RephraseDecision,
    RoutingDecision,
    SupportingQuestion,
    VaguenessDecision,
)
from services.orchestrator.domain.conversation import Conversation
from services.orchestrator.domain.evidence import AgentAnswer, Evidence
from services.orchestrator.domain.keeping import may_be_kept
from services.orchestrator.domain.memory_requests import Chosen, MemoryRequest, MemoryTask
from services.orchestrator.domain.notes import MemoryNote
from services.orchestrator.domain.noting import NotingRequest, NotingTask
from services.orchestrator.domain.plan import (
    Agent,
    ExtractedMemory,
    RawRouting,
    Reflection,
    Routing,
    SubQuestions,
    Vagueness,
)
from services.orchestrator.domain.sanitise import canonical_agent
from services.orchestrator.domain.understanding import Understood
from services.orchestrator.ports.minds import ReadParts, TurnMind, without_parts

BROKE_OFF: Final = "\n\nMy answer broke off here. Please ask again."
_MOST_MEMORIES: Final = 10
_LONGEST_MEMORY: Final = 300
_LEAST_CONFIDENCE: Final = 0.7
_log = structlog.get_logger("mind")


class ModelMind:
    """A `TurnMind` that decides by a model.

    What changes or tells memory itself, what a message is cut into and how a follow-up is made to stand alone are
    left to the rules: a deletion must not hang on a guess.

    Args:
        caller: asks the model.
        rules: decide where the model does not answer and nothing else is documented.
    """

    def __init__(self, caller: Caller, rules: TurnMind) -> None:
        self._caller = caller
        self._rules = rules

    async def classify_vagueness(self, question: str) -> Vagueness:
        """LOW where no model answers."""
        try:
            prompt = prompts.render_vagueness(question)
            return (await self._caller.decide(prompt, VaguenessDecision, role=Role.FAST)).vagueness
        except ModelError as error:
            _fell_back("vagueness", error)
            return Vagueness.LOW

    def standing_alone(self, conversation: Conversation) -> Conversation:
        return self._rules.standing_alone(conversation)

    def parts(self, message: str) -> Sequence[str]:
        return self._rules.parts(message)

    async def route(
        self,
        conversation: Conversation,
        available: frozenset[Agent],
        understood: Understood | None,
        parts: ReadParts = without_parts,
        *,
        has_goal: bool = False,
    ) -> RawRouting:
        """By the rules where no model answers; these alone need the parts."""
        try:
            present = [agent for agent in Agent if agent in available]
            prompt = prompts.render_router(conversation, present, understood, has_goal=has_goal)
            decided = await self._caller.decide(prompt, RoutingDecision, role=Role.FAST)
        except ModelError as error:
            _fell_back("router", error)
            return await self._rules.route(conversation, available, understood, parts, has_goal=has_goal)
        return RawRouting(
            main_agent=decided.main_agent,
            supporting_agents=tuple(decided.supporting_agents),
            workflow=decided.collaboration_workflow,
            vague=decided.vague and not decided.main_agent,
        )

    async def rephrase(self, conversation: Conversation, routing: Routing) -> SubQuestions:
        """For the domain expert alone; the others hear the person's own words, and so does it where no model answers.

        A coach takes a yes, a no or a goal from these words: what is agreed must not hang on how they are put.
        """
        own = await self._rules.rephrase(conversation, routing)
        if Agent.DOMAIN_EXPERT not in {routing.main, *routing.supporting}:
            return own
        try:
            prompt = prompts.render_rephrase(conversation, routing)
            decided = await self._caller.decide(prompt, RephraseDecision, role=Role.FAST)
        except ModelError as error:
            _fell_back("rephrase", error)
            return own
        expert, supporting = Agent.DOMAIN_EXPERT, dict(own.supporting)
        told = _by_agent(decided.supporting_agent_questions)
        if expert in told and expert in routing.supporting:
            supporting[expert] = told[expert]
        return SubQuestions(
            main=decided.main_agent_question if routing.main is expert else own.main, supporting=supporting
        )

    async def reflect(self, conversation: Conversation, answers: Sequence[AgentAnswer]) -> Reflection:
        """Nothing more where no model answers."""
        try:
            prompt = prompts.render_reflection(conversation, answers)
            decided = await self._caller.decide(prompt, ReflectionDecision, role=Role.FAST)
        except ModelError as error:
            _fell_back("reflection", error)
            return Reflection(questions={})
        return Reflection(questions=_by_agent(decided.reflection_questions) if decided.decision == "YES" else {})

    async def synthesise(self, conversation: Conversation, evidence: Evidence) -> AsyncIterator[str]:
        """By the rules where no model answers; an answer that breaks off says that it does."""
        written = self._rules.synthesise(conversation, evidence)
        prompt = prompts.render_synthesis(conversation, evidence)
        async for piece in self._told(
            "synthesis", prompt_pieces=self._caller.telling(prompt, role=Role.MAIN), otherwise=written
        ):
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
        """By the rules where no model answers."""
        otherwise = self._rules.reply(
            conversation,
            memory_summary=memory_summary,
            remembers=remembers,
            available=available,
            known_metrics=known_metrics,
        )
        prompt = prompts.render_fallback(
            conversation, memory_summary=memory_summary, remembers=remembers, known_metrics=known_metrics
        )
        pieces = self._caller.telling(prompt, role=Role.FAST)
        async for piece in self._told("fallback", prompt_pieces=pieces, otherwise=otherwise):
            yield piece

    async def rewrite(self, sentence: str, *, unverified: Sequence[str], evidence: Evidence) -> str:
        """Cut by the rules where no model answers."""
        try:
            return await self._caller.tell(prompts.render_rewrite(sentence, unverified, evidence), role=Role.FAST)
        except ModelError as error:
            _fell_back("rewrite", error)
            return await self._rules.rewrite(sentence, unverified=unverified, evidence=evidence)

    async def extract_memories(self, conversation: Conversation, answer: str) -> Sequence[ExtractedMemory]:
        """Nothing where no model answers. From what the person said alone, and no secret, crisis or order to Amy."""
        del answer
        try:
            prompt = prompts.render_memory(conversation.recent())
            decided = await self._caller.decide(prompt, MemoriesDecision, role=Role.FAST)
        except ModelError as error:
            _fell_back("memory", error)
            return ()
        sure = [
            each
            for each in decided.memories
            if each.confidence >= _LEAST_CONFIDENCE and may_be_kept(f"{each.subject}\n{each.text}")
        ]
        return tuple(
            ExtractedMemory(
                kind=each.kind,
                text=each.text[:_LONGEST_MEMORY],
                confidence=each.confidence,
                subject=each.subject[:_LONGEST_MEMORY].casefold(),
            )
            for each in sure[:_MOST_MEMORIES]
        )

    async def asked_of_memory(self, conversation: Conversation) -> MemoryRequest | None:
        return await self._rules.asked_of_memory(conversation)

    async def choose_memories(self, request: MemoryRequest, notes: Sequence[MemoryNote]) -> Chosen:
        return await self._rules.choose_memories(request, notes)

    async def tell_of_memory(self, task: MemoryTask) -> str:
        return await self._rules.tell_of_memory(task)

    async def asked_to_note(self, conversation: Conversation) -> NotingRequest | None:
        return await self._rules.asked_to_note(conversation)

    async def tell_of_notes(self, task: NotingTask) -> str:
        return await self._rules.tell_of_notes(task)

    async def _told(
        self, purpose: str, *, prompt_pieces: AsyncIterator[str], otherwise: AsyncIterator[str]
    ) -> AsyncIterator[str]:
        """The pieces as they come; if none does, what would be said otherwise."""
        told = False
        try:
            async for piece in prompt_pieces:
                told = told or bool(piece.strip())
                yield piece
        except ModelError as error:
            _fell_back(purpose, error)
            if told:
                yield BROKE_OFF
        if not told:
            async for piece in otherwise:
                yield piece


def _by_agent(questions: Sequence[SupportingQuestion]) -> Mapping[Agent, str]:
    """The first question of each."""
    found: dict[Agent, str] = {}
    for each in questions:
        agent = canonical_agent(each.agent)
        if agent is not None and each.question.strip():
            found.setdefault(agent, each.question.strip())
    return found


def _fell_back(purpose: str, error: ModelError) -> None:
    _log.warning("mind.fell_back", purpose=purpose, cause=error.cause)
