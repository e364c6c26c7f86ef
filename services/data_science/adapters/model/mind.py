"""The analyst's decisions by a language model, and by the rules where none answers."""

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import structlog

from amy.llm.caller import Caller
from amy.llm.errors import MalformedOutputError, ModelError
from amy.llm.models import Role
from services.data_science.adapters.model import prompts, shown
from services.data_science.adapters.model.decisions import (
    CodeDecision,
    FindingsDecision,
    PlanDecision,
    SummaryDecision,
)
from services.data_science.adapters.model.reading import Read, read
from services.data_science.adapters.model.telling import (
    NO_NUMBER,
    Returned,
    findings_of,
    plain_findings,
    plain_text,
    returned_by,
    text_of,
    told,
    units_of,
)
from services.data_science.adapters.rules import RulesMind, plan_of_parts
from services.data_science.domain.algebra import Question
from services.data_science.domain.analysis import AnyPart, CodePart, Computed, Decline, Part, Plan, Summary
from services.data_science.domain.catalogue import Catalogue
from services.data_science.domain.finding import Finding
from services.data_science.domain.interpretation import Computable, Interpretation, NotMine, Partly
from services.data_science.domain.run import Frames

MOST_READ: Final = 64
KEPT_S: Final = 600.0
"""How long a reading is kept: from `interpret` to the `plan` of the same message, a turn later at most."""
NOT_REACHED: Final = "I read this with my own rules, because the model could not be reached."
NOT_USABLE: Final = "I read this with my own rules, because the model gave no reading that I can use."
_log = structlog.get_logger("mind")


@dataclass(frozen=True, kw_only=True)
class _Kept:
    at_s: float
    messages: tuple[str, ...]
    catalogue: Catalogue
    read: Read


class ModelMind:
    """An `AnalystMind` that reads by a model.

    The model writes what it reads in the question language, and code only for what that cannot say. What the language
    can say needs no model to compute or to tell: its code is compiled and its answer written as the rules do.

    Args:
        caller: asks the model.
        rules: read, compile and tell; they read alone where no model answers.
        monotonic_s: a clock.
    """

    def __init__(self, caller: Caller, rules: RulesMind, *, monotonic_s: Callable[[], float] = time.monotonic) -> None:
        self._caller = caller
        self._rules = rules
        self._monotonic_s = monotonic_s
        self._kept: list[_Kept] = []

    async def plan(self, question: str, catalogue: Catalogue, *, earlier: Sequence[str] = ()) -> Plan | Decline:
        """By the rules where no model answers, and the approach says so."""
        try:
            understood = await self._read((*earlier, question), catalogue)
        except ModelError as error:
            _fell_back("plan", error)
            plan = await self._rules.plan(question, catalogue, earlier=earlier)
            because = NOT_USABLE if isinstance(error, MalformedOutputError) else NOT_REACHED
            return replace(plan, approach=f"{plan.approach} {because}") if isinstance(plan, Plan) else plan
        if not understood.parts:
            return Decline(answer=understood.unread)
        return plan_of_parts(_with_unread(understood))

    async def plan_of(self, questions: Sequence[Question], catalogue: Catalogue) -> Plan | Decline:
        """As the rules do: nothing is left to decide."""
        return await self._rules.plan_of(questions, catalogue)

    async def interpret(self, messages: Sequence[str], catalogue: Catalogue) -> Interpretation:
        """By the rules where no model answers.

        Where a part needs code no question is handed out: who asks for the analysis then sends the message, and its
        reading is still known here.
        """
        try:
            understood = await self._read(tuple(messages), catalogue)
        except ModelError as error:
            _fell_back("plan", error)
            return await self._rules.interpret(messages, catalogue)
        own = self._rules.own_numbers(messages, catalogue)
        if understood.topic is not None:
            return NotMine(topic=understood.topic, reason=understood.unread, own_numbers=own)
        said_back = "; and ".join(part.said for part in understood.parts)
        questions = tuple(part.question for part in understood.parts if isinstance(part, Part))
        questions = questions if len(questions) == len(understood.parts) else ()
        if understood.unread:
            return Partly(said_back=said_back, unread=understood.unread, questions=questions, own_numbers=own)
        return Computable(said_back=said_back, questions=questions, own_numbers=own)

    async def write_code(self, part: AnyPart, frames: Frames) -> str:
        """What the language can say is compiled, with no model; empty where none answers for the rest."""
        if isinstance(part, Part):
            return await self._rules.write_code(part, frames)
        try:
            prompt = prompts.render_code(part, await _tables(frames))
            return (await self._caller.decide(prompt, CodeDecision, role=Role.ANALYSIS, check=_is_body)).code
        except ModelError as error:
            _fell_back("code", error)
            return ""

    async def repair(self, part: AnyPart, code: str, problem: str, frames: Frames) -> str:
        """Compiled code as the rules do; other code unchanged where no model answers."""
        if isinstance(part, Part) or not code:
            return await self._rules.repair(part, code, problem, frames)
        try:
            prompt = prompts.render_debug(part, await _tables(frames), code=code, problem=problem)
            return (await self._caller.decide(prompt, CodeDecision, role=Role.ANALYSIS, check=_is_body)).code
        except ModelError as error:
            _fell_back("debug", error)
            return code

    async def summarise(self, computed: tuple[Computed, ...], catalogue: Catalogue, *, prefix: str) -> Summary:
        """What the language said is told as the rules do, behind it what code was written for."""
        said = tuple(each for each in computed if isinstance(each.part, Part))
        summary = await self._rules.summarise(said, catalogue, prefix=prefix) if said else None
        for each in computed:
            if isinstance(each.part, CodePart):
                came = returned_by(each.result)
                before = len(summary.findings) if summary else 0
                found = await self._findings(each.part, came, catalogue, prefix=prefix, before=before)
                text = await self._text(each.part, found) if found else NO_NUMBER
                summary = told(summary, each.part, text, found)
        assert summary is not None
        return summary

    async def _read(self, messages: tuple[str, ...], catalogue: Catalogue) -> Read:
        """How the last message is read; the same messages are read once in a while.

        Raises:
            ModelError: no answer, or none that makes sense.
        """
        now_s = self._monotonic_s()
        self._kept = [each for each in self._kept if now_s - each.at_s < KEPT_S]
        for each in self._kept:
            if each.messages == messages and each.catalogue == catalogue:
                return each.read
        prompt = prompts.render_plan(messages, catalogue)
        decided = await self._caller.decide(
            prompt, PlanDecision, role=Role.ANALYSIS, check=lambda answer: read(answer, catalogue)
        )
        understood = read(decided, catalogue)
        kept = _Kept(at_s=now_s, messages=messages, catalogue=catalogue, read=understood)
        self._kept = [*self._kept, kept][-MOST_READ:]
        return understood

    async def _findings(
        self, part: CodePart, came: Returned, catalogue: Catalogue, *, prefix: str, before: int
    ) -> tuple[Finding, ...]:
        """One of all numbers where no model answers; none where nothing was returned."""
        if not came.numbers:
            return ()

        def found(decided: FindingsDecision) -> tuple[Finding, ...]:
            return findings_of(decided, came, catalogue, prefix=prefix, before=before)

        prompt = prompts.render_findings(part, came.numbers, dates=came.dates, units=units_of(catalogue))
        try:
            return found(await self._caller.decide(prompt, FindingsDecision, role=Role.ANALYSIS, check=found))
        except ModelError as error:
            _fell_back("findings", error)
            return plain_findings(part, came, prefix=prefix, before=before)

    async def _text(self, part: CodePart, found: tuple[Finding, ...]) -> str:
        """The claims and their numbers by name where no model answers."""
        prompt = prompts.render_summary(part, found)
        try:
            decided = await self._caller.decide(
                prompt, SummaryDecision, role=Role.FAST, check=lambda answer: text_of(answer, found)
            )
        except ModelError as error:
            _fell_back("summary", error)
            return plain_text(found)
        return text_of(decided, found)


def _with_unread(understood: Read) -> Sequence[AnyPart]:
    """The parts; what is left out is told with the last."""
    if not understood.unread:
        return understood.parts
    *before, last = understood.parts
    return (*before, replace(last, notes=(*last.notes, understood.unread)))


def _is_body(decided: CodeDecision) -> None:
    if "```" in decided.code or decided.code.lstrip().startswith("def analysis("):
        raise ValueError("code: it is the body of the function alone, without its def line and without Markdown")


async def _tables(frames: Frames) -> str:
    return await asyncio.to_thread(shown.tables, frames)


def _fell_back(purpose: str, error: ModelError) -> None:
    _log.warning("mind.fell_back", purpose=purpose, cause=error.cause)
