"""How the mind of each purpose is asked, over any caller, and what it comes to where no model answers."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from amy.llm.caller import Caller
from services.data_science.adapters.model import ModelMind as AnalystMind
from services.data_science.adapters.model.mind import NOT_REACHED, NOT_USABLE
from services.data_science.adapters.rules import RulesMind as AnalystRules
from services.data_science.domain.analysis import CodePart, Computed, Plan
from services.domain_expert.adapters.model import ModelMind as ExpertMind
from services.domain_expert.adapters.vocabulary import quantities
from services.domain_expert.ports import ExpertMind as AnyExpert
from services.health_coach.adapters.model import ModelMind as CoachMind
from services.health_coach.adapters.rules import RulesMind as CoachRules
from services.health_coach.domain.case import Case as CoachCase
from services.health_coach.domain.case import Message as Said
from services.health_coach.domain.situation import Situation, situation_of
from services.health_coach.ports import CoachMind as AnyCoach
from services.investigator.adapters.model import ModelMind as InvestigatorMind
from services.investigator.ports import InvestigatorMind as AnyInvestigator
from services.orchestrator.adapters.model import ModelMind
from services.orchestrator.adapters.rules import RulesMind
from services.orchestrator.domain.plan import Agent, Reflection, Vagueness
from services.orchestrator.ports.minds import TurnMind
from services.validator.adapters.model import ModelMind as ReviewerMind
from services.validator.adapters.rules_mind import RulesMind as ReviewerRules
from services.validator.app import ValidatorApp
from services.validator.domain.records.store import Store
from services.validator.domain.review.critique import UNANSWERED, UNASSESSED
from services.validator.domain.verdict.validation import Completed
from tests.unit.data_science.analysts import catalogue_of, frames_of, person
from tests.unit.domain_expert.experts import CASE as CONSULTED
from tests.unit.domain_expert.model.thinking import ALL, WORDS, World, end_of, rules
from tests.unit.health_coach.coaching import LIBRARY, TODAY
from tests.unit.investigator.model.test_investigator_model_mind import CASE as LOOKED_AT
from tests.unit.investigator.model.test_investigator_model_mind import RULES as INVESTIGATOR_RULES
from tests.unit.investigator.model.test_investigator_model_mind import brief_case
from tests.unit.investigator.people import someone
from tests.unit.orchestrator.model.test_model_mind import ALL as EVERYBODY
from tests.unit.orchestrator.model.test_model_mind import ANSWER, ASKED, EVIDENCE, ROUTING
from tests.unit.validator.builders import finding, series
from tests.unit.validator.literature import prior
from tests.unit.validator.test_validator_app import SameThread, Stored
from tests.vendor import Answer, Wanted, calls, decides

LEVER: Final = prior(feature="sleep_minutes", target="steps")
FOUND: Final = {"slope": 0.4, "n": 212}
CODE: Final = CodePart(said="how much of your sleep goes with steps", approach="Fit a line.")
ACCEPTED: Final = {"decision": "accept", "concerns": [], "rationale": "Nothing speaks against it."}
CLAIMED: Final = {"findings": [{"claim": "There are days.", "numbers": [{"name": "n", "unit": "count"}]}]}
COUNTED: Final = {"text": "Over {{ds-001.n}} days."}
LOOKS_UP: Final = calls(Wanted("knowledge_search", {"query": "How much sleep is normal?"}))


@dataclass(frozen=True, kw_only=True)
class Way:
    """How a purpose is asked.

    Attributes:
        purpose: the name of its prompt.
        ask: asks its mind; never raises.
        instead: what that comes to where no model answers, given what went wrong.
        streams: whether the answer is told as it comes, so that one that was partly told is not begun again.
        decides: whether a schema holds the answer.
        tries: how often an answer is asked for that comes whole and cannot be used; none where any text can be.
        others: what is answered to the prompts that are asked beside it.
        before: what is answered to it before it fails.
    """

    purpose: str
    ask: Callable[[Caller], Awaitable[object]]
    instead: Callable[[str], Awaitable[object]]
    streams: bool = False
    decides: bool = True
    tries: int = 2
    others: Mapping[str, Answer] = field(default_factory=dict)
    before: tuple[Answer, ...] = ()


def _turn(ask: Callable[[TurnMind], Awaitable[object]], **given: Any) -> dict[str, Any]:
    """Of the orchestrator's; by the rules where nothing else is given."""

    async def instead(_: str) -> object:
        return given["instead"] if "instead" in given else await ask(RulesMind())

    return {"ask": lambda caller: ask(ModelMind(caller, RulesMind())), "instead": instead}


async def told(pieces: AsyncIterator[str]) -> str:
    return "".join([piece async for piece in pieces])


def _synthesis(mind: TurnMind) -> Awaitable[str]:
    return told(mind.synthesise(ASKED, EVIDENCE))


def _small_talk(mind: TurnMind) -> Awaitable[str]:
    return told(mind.reply(ASKED, memory_summary="", remembers=True, available=EVERYBODY, known_metrics=("steps",)))


async def _planned(caller: Caller) -> object:
    return await AnalystMind(caller, AnalystRules()).plan("what is my average step count", catalogue_of())


async def _planned_by_rules(failure: str) -> object:
    plan = await AnalystRules().plan("what is my average step count", catalogue_of())
    assert isinstance(plan, Plan)
    why = NOT_USABLE if failure == "truncated" else NOT_REACHED
    return Plan(parts=plan.parts, approach=f"{plan.approach} {why}")


async def _written(caller: Caller) -> object:
    return await AnalystMind(caller, AnalystRules()).write_code(CODE, frames_of(person()))


async def _mended(caller: Caller) -> object:
    return await AnalystMind(caller, AnalystRules()).repair(CODE, "return 1 / 0", "It broke.", frames_of(person()))


async def _told_findings(caller: Caller) -> object:
    """The claims, which are those of the code part by name where no model tells them."""
    mind = AnalystMind(caller, AnalystRules())
    summary = await mind.summarise((Computed(part=CODE, result=FOUND),), catalogue_of(), prefix="ds")
    return [(each.claim, [number.key for number in each.numbers]) for each in summary.findings]


async def _told_summary(caller: Caller) -> object:
    mind = AnalystMind(caller, AnalystRules())
    return (await mind.summarise((Computed(part=CODE, result=FOUND),), catalogue_of(), prefix="ds")).draft.split("\n")[
        0
    ]


async def _consulted(mind: AnyExpert) -> object:
    end = end_of(await World().consult(mind, CONSULTED))
    return end.status, end.draft


async def _summarised_by_name(failure: str) -> object:
    """Of the claims that a model made, or of what the code returned where none made any."""
    if failure in {"wrong key", "unknown model"}:
        return f"{CODE.said}: slope {{{{ds-001.slope}}}}, n {{{{ds-001.n}}}}."
    return "There are days: n {{ds-001.n}}."


def _expert(caller: Caller) -> Awaitable[object]:
    return _consulted(ExpertMind(caller, rules(), quantities=quantities(), sendable=WORDS, offered=ALL))


def _situation(message: str, *earlier: Said) -> Situation:
    return situation_of(CoachCase(message=message, history=earlier), today=TODAY, library=LIBRARY.strategies)


STEP: Final = "Just tell me how to walk more"
ENDING: Final = _situation(
    "leave it, I have what I need",
    Said("I want to walk more", by_person=True),
    Said("Why does that matter to you?", by_person=False),
)


async def _coached(mind: AnyCoach) -> object:
    situation = _situation(STEP)
    return await mind.reply(situation, await CoachRules().decide(situation, finished=False))


def _coach(ask: Callable[[AnyCoach], Awaitable[object]]) -> dict[str, Any]:
    return {"ask": lambda caller: ask(CoachMind(caller, CoachRules())), "instead": lambda _: ask(CoachRules())}


async def _proposed(mind: AnyInvestigator) -> object:
    return await mind.propose(LOOKED_AT, someone(), await mind.look(LOOKED_AT, someone()))


async def _briefed(mind: AnyInvestigator) -> object:
    return await mind.write(await brief_case())


def _investigator(ask: Callable[[AnyInvestigator], Awaitable[object]]) -> dict[str, Any]:
    return {
        "ask": lambda caller: ask(InvestigatorMind(caller, INVESTIGATOR_RULES)),
        "instead": lambda _: ask(INVESTIGATOR_RULES),
    }


async def _reviewed(caller: Caller) -> Sequence[Any]:
    """One finding, by the whole validator: its mind passes the error of a model on."""
    steps = 60 + np.random.default_rng(0).normal(size=90)
    mind = ReviewerMind(caller, ReviewerRules((LEVER,)), (LEVER,))
    app = ValidatorApp(
        series=Stored(Store(daily={"steps": series(steps)})), workers=SameThread(), mind=mind, mind_timeout_s=30
    )
    *_, last = [event async for event in app.validate("u", [finding(numbers={"effect": float(steps.mean())})], ())]
    assert isinstance(last, Completed)
    return last.findings


async def _criticised(caller: Caller) -> object:
    (found,) = await _reviewed(caller)
    return found.critique


async def _assessed(caller: Caller) -> object:
    (found,) = await _reviewed(caller)
    return found.assessment


def _always(value: object) -> Callable[[str], Awaitable[object]]:
    async def instead(_: str) -> object:
        return value

    return instead


WAYS: Final[Mapping[str, Way]] = {
    "vagueness": Way(
        purpose="vagueness", **_turn(lambda mind: mind.classify_vagueness("how am I"), instead=Vagueness.LOW)
    ),
    "router": Way(purpose="router", **_turn(lambda mind: mind.route(ASKED, frozenset(Agent), None))),
    "rephrase": Way(purpose="rephrase", **_turn(lambda mind: mind.rephrase(ASKED, ROUTING))),
    "reflection": Way(
        purpose="reflection", **_turn(lambda mind: mind.reflect(ASKED, [ANSWER]), instead=Reflection(questions={}))
    ),
    "synthesis": Way(purpose="synthesis", streams=True, decides=False, tries=0, **_turn(_synthesis)),
    "fallback": Way(purpose="fallback", streams=True, decides=False, tries=0, **_turn(_small_talk)),
    "rewrite": Way(
        purpose="rewrite",
        decides=False,
        tries=0,
        **_turn(lambda mind: mind.rewrite("It is 61.", unverified=["61"], evidence=EVIDENCE)),
    ),
    "memory": Way(purpose="memory", **_turn(lambda mind: mind.extract_memories(ASKED, ""), instead=())),
    "plan": Way(purpose="plan", ask=_planned, instead=_planned_by_rules),
    "code": Way(purpose="code", ask=_written, instead=_always("")),
    "debug": Way(purpose="debug", ask=_mended, instead=_always("return 1 / 0")),
    "findings": Way(
        purpose="findings",
        ask=_told_findings,
        instead=_always([(CODE.said, list(FOUND))]),
        others={"summary": decides(COUNTED)},
    ),
    "summary": Way(
        purpose="summary",
        ask=_told_summary,
        instead=_summarised_by_name,
        others={"findings": decides(CLAIMED)},
    ),
    "react": Way(purpose="react", decides=False, ask=_expert, instead=lambda _: _consulted(rules())),
    "react, after a look-up": Way(
        purpose="react", decides=False, ask=_expert, instead=lambda _: _consulted(rules()), before=(LOOKS_UP,)
    ),
    "finish_gate": Way(purpose="finish_gate", **_coach(lambda mind: mind.finishes(ENDING))),
    "recommend_gate": Way(
        purpose="recommend_gate", **_coach(lambda mind: mind.decide(_situation(STEP), finished=False))
    ),
    "coach": Way(purpose="coach", decides=False, **_coach(_coached)),
    "hypotheses": Way(purpose="hypotheses", **_investigator(_proposed)),
    "briefing": Way(purpose="briefing", decides=False, **_investigator(_briefed)),
    "critic": Way(
        purpose="critic",
        ask=_criticised,
        instead=_always(UNANSWERED),
        others={"assessment": decides({"mechanism": "m", "novelty": "emerging", "strategy": None, "citations": []})},
    ),
    "assessment": Way(
        purpose="assessment", ask=_assessed, instead=_always(UNASSESSED), others={"critic": decides(ACCEPTED)}
    ),
}
"""By the name of a row of the matrix."""
