"""The mind that asks a model: it reasons and looks up in turns, and falls back to the rules where no model answers."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import structlog

from amy.llm.caller import Caller
from amy.llm.errors import ModelError
from amy.llm.messages import ToolCall, ToolOutcome
from amy.llm.models import Role
from amy.runtime.aloud import Aloud, silent
from services.domain_expert.adapters.model import shown
from services.domain_expert.adapters.model.inputs import AnswerInput
from services.domain_expert.adapters.model.prompts import render_react
from services.domain_expert.adapters.model.reading import NotMadeError, Reader, input_of
from services.domain_expert.adapters.model.rounds import Round, packed, rounds_of, told
from services.domain_expert.adapters.model.tools import ANSWER, Offered, tools_of
from services.domain_expert.adapters.rules import RulesMind
from services.domain_expert.domain.case import Case
from services.domain_expert.domain.checking import checked
from services.domain_expert.domain.decisions import (
    MOST_TURNS,
    Answer,
    Decision,
    NothingKnown,
    Observed,
    SearchKnowledge,
    Statement,
)
from services.domain_expert.domain.documents.found import FoundDocuments, name_of
from services.domain_expert.domain.documents.pointing import points_to_documents
from services.domain_expert.domain.documents.quoting import quotable
from services.domain_expert.domain.quantities import Quantities

MOST_ROUNDS: Final = MOST_TURNS
"""Of the model in one consultation, those included in which nothing is looked up."""
IN_PROSE: Final = "What you write outside of a tool is not read. Call the tool `answer`."
ONE_AT_A_TIME: Final = "One at a time: this call was not made."
SEEN_BEFORE: Final = "You have looked this up before. What was found:\n"
NOT_LOOKED_UP: Final = "Nothing was looked up yet that an answer could rest on. Call knowledge_search first."
NOT_KEPT: Final = (
    "These statements would be left out: {which}. Each must rest on ids or numbers that you were given, and may not "
    "diagnose, name a dose, or tell to start, stop or change a medicine."
)
AGAIN: Final = "Call `answer` once more, with all that may be said."
_PURPOSE: Final = "react"
_log = structlog.get_logger("mind")


@dataclass(frozen=True, kw_only=True)
class _Told:
    """What the model is told at once of a call for which nothing is looked up, and what beside it."""

    text: str
    note: str = ""
    is_error: bool = True


@dataclass(frozen=True, kw_only=True)
class _Undecided:
    """The model came to no decision; `cause` is for the log."""

    cause: str


class ModelMind:
    """An `ExpertMind` that decides by a model.

    It keeps nothing: the rounds so far travel in the decisions, and come back in what was seen. What the rules have
    looked up carries none; from there on they decide.

    Args:
        caller: asks the model.
        rules: decide where the model does not answer, or not as it has to.
        quantities: what can be named.
        sendable: the words that may leave in a search; none other does.
        offered: what is set up of the tools that ask somebody elsewhere.
    """

    def __init__(
        self, caller: Caller, rules: RulesMind, *, quantities: Quantities, sendable: frozenset[str], offered: Offered
    ) -> None:
        self._caller = caller
        self._rules = rules
        self._reader = Reader(quantities, sendable=sendable, offered=offered)
        self._tools = tools_of(offered, quantities)

    async def decide(self, case: Case, seen: Sequence[Observed], *, aloud: Aloud = silent) -> Decision:
        if seen and not seen[-1].call.said:
            return await self._rules.decide(case, seen)
        try:
            decided = await self._decided(case, seen, aloud)
        except ModelError as error:
            decided = _Undecided(cause=error.cause)
        if isinstance(decided, _Undecided):
            _log.warning("mind.fell_back", purpose=_PURPOSE, cause=decided.cause)
            return await self._rules.decide(case, seen)
        return decided

    async def _decided(self, case: Case, seen: Sequence[Observed], aloud: Aloud) -> Decision | _Undecided:
        """Rounds of the model until one of them needs something to be looked up, or answers; a line is told of each."""
        prompt, before = render_react(case), rounds_of(case, seen)
        fresh: list[Round] = []
        while len(rounds := (*before, *fresh)) < MOST_ROUNDS:
            is_last = len(rounds) == MOST_ROUNDS - 1
            result = await self._caller.step(
                prompt, role=Role.MAIN, tools=self._tools, exchanges=told(rounds, is_last=is_last), aloud=aloud
            )
            aloud("\n")
            if not result.tool_calls:
                if any(each.note == IN_PROSE for each in rounds):
                    return _Undecided(cause="prose")
                fresh.append(Round(said=result.said, note=IN_PROSE))
                continue
            first, *others = result.tool_calls
            here = Round(said=result.said, outcomes=tuple(_outcome(each, _Told(text=ONE_AT_A_TIME)) for each in others))
            match self._tried(first, case, seen, may_repeat=not is_last and AGAIN not in (r.note for r in rounds)):
                case _Told() as answered:
                    outcomes = (_outcome(first, answered), *here.outcomes)
                    fresh.append(replace(here, outcomes=outcomes, note=answered.note))
                case _Undecided() as undecided:
                    return undecided
                case decision:
                    said = packed((*fresh, replace(here, awaits=first.id)))
                    return replace(decision, said=said)
        return _Undecided(cause="no_answer")

    def _tried(
        self, asked: ToolCall, case: Case, seen: Sequence[Observed], *, may_repeat: bool
    ) -> Decision | _Told | _Undecided:
        try:
            return self._step(asked, case, seen, may_repeat=may_repeat)
        except NotMadeError as error:
            return _Told(text=str(error))

    def _step(
        self, asked: ToolCall, case: Case, seen: Sequence[Observed], *, may_repeat: bool
    ) -> Decision | _Told | _Undecided:
        if asked.name == ANSWER:
            return self._end(asked, case, seen, may_repeat=may_repeat)
        call = self._reader.call(asked, case, seen)
        before = [each for each in seen if each.call == call]
        return _Told(text=SEEN_BEFORE + shown.results(before, case), is_error=False) if before else call

    def _end(
        self, asked: ToolCall, case: Case, seen: Sequence[Observed], *, may_repeat: bool
    ) -> Answer | NothingKnown | _Told | _Undecided:
        """The answer; one of which the rules on what may be said would leave out something goes back once."""
        given = input_of(asked.input, AnswerInput)
        is_of_documents = points_to_documents(case.question)
        if not any(isinstance(each.call, SearchKnowledge) for each in seen) and (is_of_documents or not seen):
            return _Told(text=NOT_LOOKED_UP)
        has_documents = any(isinstance(each.result, FoundDocuments) for each in seen)
        if not given.statements or (is_of_documents and not has_documents):
            subjects = self._rules.subjects(case, seen)
            return NothingKnown(about=subjects[0].quantity.noun if subjects else "", own=is_of_documents)
        said = tuple(Statement(text=each.text, rests_on=each.rests_on) for each in given.statements)
        dropped = [number for number, each in enumerate(said, start=1) if not _is_kept(each, case, seen)]
        if dropped and may_repeat:
            return _Told(text=NOT_KEPT.format(which=", ".join(map(str, dropped))), note=AGAIN)
        kept = tuple(each for number, each in enumerate(said, start=1) if number not in dropped)
        return Answer(statements=kept) if kept else _Undecided(cause="nothing_kept")


def _is_kept(statement: Statement, case: Case, seen: Sequence[Observed]) -> bool:
    """Whether it may be said; of a document of the person's own no more than may be quoted."""
    documents = [each.result for each in seen if isinstance(each.result, FoundDocuments)]
    own = {name_of(excerpt) for found in documents for excerpt in found.excerpts}
    if own & set(statement.rests_on) and not quotable(statement.text):
        return False
    return bool(checked(Answer(statements=(statement,)), seen, case.own_numbers).draft)


def _outcome(call: ToolCall, answered: _Told) -> ToolOutcome:
    return ToolOutcome(call_id=call.id, text=answered.text, is_error=answered.is_error)
