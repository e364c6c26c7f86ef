"""How long each prompt is for a person with a year of data and many memories, early and late in a conversation.

`python -m evals.prompt_sizes` prints, for each purpose, the characters of its stable part and of its data with a short
and a long history, and the most that its data may have; a token is taken for four characters. It fails where a history
grows a prompt beyond that. Everything is made up here: nothing has to run.
"""

import asyncio
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from amy.llm.messages import Rendered
from services.data_science.adapters.model import prompts as analyst
from services.data_science.adapters.model import shown
from services.data_science.adapters.model.telling import units_of
from services.data_science.domain.analysis import CodePart
from services.data_science.domain.finding import Finding, NamedNumber
from services.domain_expert.adapters.model import prompts as expert
from services.domain_expert.domain.case import Case as Consulted
from services.domain_expert.domain.case import OwnNumber, Person, Sex
from services.health_coach.adapters.model import prompts as coach
from services.health_coach.adapters.rules.choosing import fitting
from services.health_coach.domain.case import Case as Coached
from services.health_coach.domain.case import Message as Said
from services.health_coach.domain.case import Remembered
from services.health_coach.domain.decisions import Ask, Unknown
from services.health_coach.domain.events import Reply
from services.health_coach.domain.situation import situation_of
from services.health_coach.domain.wording import Frame
from services.investigator.adapters.model import prompts as investigator
from services.investigator.adapters.rules import RulesMind
from services.investigator.adapters.tables_files import tables
from services.investigator.domain.brief import BriefCase, Fact, Outcome, Verdict
from services.investigator.domain.case import Case as LookedAt
from services.investigator.domain.digest import Digest
from services.orchestrator.adapters.model import prompts as orchestrator
from services.orchestrator.domain.conversation import Conversation, Message
from services.orchestrator.domain.evidence import AgentAnswer, AgentStatus, Citation, Evidence, FindingSummary
from services.orchestrator.domain.evidence import Fact as Entry
from services.orchestrator.domain.evidence import Verdict as Weighed
from services.orchestrator.domain.plan import Agent, Routing
from services.orchestrator.domain.understanding import Computable
from services.validator.adapters.model import prompts as validator
from services.validator.domain.review.critique import Concern, ConcernCategory, MemoryNote, Severity
from services.validator.domain.review.priors import Applied
from tests.unit.data_science.analysts import catalogue_of, frames_of, person
from tests.unit.health_coach.coaching import LIBRARY, TODAY
from tests.unit.investigator.people import someone
from tests.unit.validator.cases import association_over
from tests.unit.validator.literature import prior

DAYS: Final = 365
MEMORIES: Final = 200
SHORT, LONG = 2, 200
"""Messages before the newest one."""
CHARACTERS_A_TOKEN: Final = 4
MOST_CHARACTERS: Final[Mapping[str, int]] = {
    "data_science": 80_000,
    "domain_expert": 75_000,
    "health_coach": 60_000,
    "investigator": 75_000,
    "orchestrator": 90_000,
    "validator": 20_000,
}
"""Of the data of a prompt, by service: as its tests hold it to."""
QUESTION: Final = "Is my resting heart rate of 58 related to how long I sleep, and what could I do about it this month?"
TOLD: Final = "Your resting heart rate was {{ds-001.effect}} over the last 30 days, a little lower than before. " * 4
NOTE: Final = "wants to walk in the evening on at least three days a week, number"
_NOTES: Final = tuple(f"{NOTE} {number}" for number in range(MEMORIES))
_SUMMARY: Final = "\n".join(f"- goal: {note}" for note in _NOTES)


@dataclass(frozen=True, kw_only=True)
class Size:
    """Of one prompt, in characters; `short` and `long` of its data by the length of the history."""

    service: str
    purpose: str
    stable: int
    short: int
    long: int

    @property
    def most(self) -> int:
        return MOST_CHARACTERS[self.service]

    @property
    def is_too_long(self) -> bool:
        return max(self.short, self.long) > self.most


def said(messages: int) -> list[str]:
    """What was said before, oldest first, the person and Amy in turn."""
    return [TOLD if number % 2 else QUESTION for number in range(messages)]


def of_orchestrator(messages: int) -> Mapping[str, Rendered]:
    history = [Message(role="assistant" if at % 2 else "user", content=text) for at, text in enumerate(said(messages))]
    conversation = Conversation(messages=(*history, Message(role="user", content=QUESTION)))
    evidence = _evidence()
    routing = Routing(main=Agent.HEALTH_COACH, supporting=(Agent.DATA_SCIENCE, Agent.DOMAIN_EXPERT))
    understood = Computable(said_back="whether they go together")
    return {
        "vagueness": orchestrator.render_vagueness(QUESTION),
        "router": orchestrator.render_router(conversation, list(Agent), understood, has_goal=True),
        "rephrase": orchestrator.render_rephrase(conversation, routing),
        "reflection": orchestrator.render_reflection(conversation, [evidence.main, *evidence.supporting]),
        "synthesis": orchestrator.render_synthesis(conversation, evidence),
        "fallback": orchestrator.render_fallback(
            conversation, memory_summary=_SUMMARY, remembers=True, known_metrics=list(catalogue_of().metrics)
        ),
        "rewrite": orchestrator.render_rewrite("It was 58 bpm.", ["58"], evidence),
        "memory": orchestrator.render_memory(conversation),
    }


def _evidence() -> Evidence:
    cited = Citation(title="On sleep", publisher="A journal", url="https://a.example/x", doi="", text=QUESTION * 3)
    answer = AgentAnswer(
        agent=Agent.DATA_SCIENCE, question=QUESTION, status=AgentStatus.ANSWERED, draft=TOLD, citations=(cited,) * 5
    )
    found = FindingSummary(
        id="ds-001",
        kind="association",
        claim=QUESTION,
        feature="sleep_minutes",
        target="resting_heart_rate",
        verdict=Weighed.CONDITIONAL,
        reason="there are few days",
        mechanism="Sleep lets the heart rest.",
        strategy="Go to bed a little earlier.",
    )
    fact = Entry(
        claim="ds-001.effect",
        value=58.25,
        unit="bpm",
        source="data_science",
        n=DAYS,
        window="the last 30 days",
        verdict=Weighed.CONDITIONAL,
    )
    return Evidence(
        main=answer,
        supporting=(answer, answer),
        reflection=(),
        findings=(found,) * 8,
        fact_sheet=(fact,) * 40,
        memory_summary=_SUMMARY,
    )


def of_data_science(messages: int) -> Mapping[str, Rendered]:
    catalogue, seen = catalogue_of(), shown.tables(frames_of(person(days=DAYS)))
    part = CodePart(said=QUESTION, approach="Fit a straight line and return its slope.")
    numbers = {f"slope_{letter}": 0.4 for letter in "abcdefghijkl"}
    finding = Finding(
        id="ds-001",
        claim=QUESTION,
        question=None,
        numbers=tuple(NamedNumber(key=key, value=value, unit="") for key, value in numbers.items()),
    )
    return {
        "plan": analyst.render_plan([*said(messages), QUESTION], catalogue),
        "code": analyst.render_code(part, seen),
        "debug": analyst.render_debug(part, seen, code="x = 1\n" * 40, problem=QUESTION * 5),
        "findings": analyst.render_findings(part, numbers, dates=frozenset(), units=units_of(catalogue)),
        "summary": analyst.render_summary(part, [finding] * 4),
    }


def of_domain_expert(messages: int) -> Mapping[str, Rendered]:
    own = OwnNumber(claim="ds-001.effect", of="resting_heart_rate", statistic="mean", value=58.0, unit="bpm")
    case = Consulted(
        user_id="somebody",
        question=QUESTION,
        earlier=tuple(said(messages)),
        own_numbers=(own,) * 12,
        person=Person(sex=Sex.FEMALE, age_years=44),
    )
    return {"react": expert.render_react(case)}


def of_health_coach(messages: int) -> Mapping[str, Rendered]:
    history = tuple(Said(text, by_person=not at % 2) for at, text in enumerate(said(messages)))
    remembered = tuple(Remembered(kind="goal", text=note) for note in _NOTES)
    first = situation_of(Coached(message="I want to walk more"), today=TODAY, library=LIBRARY.strategies)
    situation = replace(first, case=Coached(message=QUESTION, history=history, memories=remembered))
    plain = Reply(draft=TOLD)
    asked = Ask(topic=first.topic, unknown=Unknown.WHY)
    return {
        "finish_gate": coach.render_finish_gate(situation),
        "recommend_gate": coach.render_recommend_gate(situation, fitting(first, first.topic), asked=1),
        "coach": coach.render_coach(situation, asked, plain, Frame(kept=(TOLD,)), problem="it is too long", draft=TOLD),
    }


def of_investigator(messages: int) -> Mapping[str, Rendered]:
    rules, records = RulesMind(tables()), someone()
    case = LookedAt(user_id="somebody", question=QUESTION, earlier=tuple(said(messages)), memory_summary=_SUMMARY)
    digest = asyncio.run(rules.look(case, records))
    assert isinstance(digest, Digest)
    candidates = rules.candidates(case, records, digest)
    outcomes = tuple(
        Outcome(asked=each.asked, finding_id=f"ds-{at:03}", verdict=Verdict.VALIDATED, has_reading=True)
        for at, each in enumerate(candidates[:24])
    )
    facts = {
        f"{each.finding_id}.{key}": Fact(value=58.25, unit="bpm", window="the last 30 days")
        for each in outcomes
        for key in ("effect", "mean_recent", "mean_prior")
    }
    brief = BriefCase(
        question=QUESTION,
        digest=digest,
        proposed=tuple(each.asked for each in candidates),
        outcomes=outcomes,
        facts=facts,
        said_before=said(messages)[-1],
    )
    return {
        "hypotheses": investigator.render_hypotheses(case, digest, candidates, len(candidates) // 2),
        "briefing": investigator.render_briefing(brief, TOLD * 3, problem="it is too long", draft=TOLD * 3),
    }


def of_validator(_messages: int) -> Mapping[str, Rendered]:
    """Nothing of a conversation is shown to who reviews."""
    case = replace(association_over(DAYS), memory=tuple(MemoryNote(kind="goal", text=note) for note in _NOTES))
    known = [Applied(prior=prior(), same_lag=True)] * 8
    doubts = [Concern(category=ConcernCategory.NOISE, detail="It is weak.", severity=Severity.MEDIUM)] * 4
    return {
        "critic": validator.render_critic(case, doubts, known),
        "assessment": validator.render_assessment(case, known),
    }


def sizes() -> list[Size]:
    """Of all prompts of all services."""
    services = {
        "orchestrator": of_orchestrator,
        "data_science": of_data_science,
        "domain_expert": of_domain_expert,
        "health_coach": of_health_coach,
        "investigator": of_investigator,
        "validator": of_validator,
    }
    found = []
    for service, of in services.items():
        short, long = of(SHORT), of(LONG)
        found += [
            Size(
                service=service,
                purpose=purpose,
                stable=len(prompt.stable),
                short=len(prompt.data),
                long=len(long[purpose].data),
            )
            for purpose, prompt in short.items()
        ]
    return found


def main() -> int:
    found = sizes()
    print(f"characters (tokens), after {SHORT} and {LONG} messages; {DAYS} days and {MEMORIES} memories")
    print(f"{'':16}{'stable':>16}{f'data, {SHORT}':>16}{f'data, {LONG}':>16}{'at most':>16}")
    for each in found:
        told = "".join(f"{_told(size):>16}" for size in (each.stable, each.short, each.long, each.most))
        print(f"{each.purpose:16}{told}{'  too long' if each.is_too_long else ''}")
    return int(any(each.is_too_long for each in found))


def _told(characters: int) -> str:
    return f"{characters} ({characters // CHARACTERS_A_TOKEN})"


if __name__ == "__main__":
    sys.exit(main())
