"""Whether a question reaches the agents that should answer it, all of them being there.

    python -m evals.routing                    both sets
    python -m evals.routing --set development  one of them
    python -m evals.routing --show             also what went elsewhere

Each question is understood by data science over the records of a person who has everything, no laboratory values, or
nothing, and routed by the rules. Its author knew the six documented patterns and no rule. Printed by pattern: right,
and which other pattern it was taken for; a question with two fair patterns accepts both. Vagueness is judged apart.
"""

import argparse
import asyncio
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from amy.runtime.mesh import OPEN
from services.data_science import wire
from services.data_science.adapters.health_data import HealthDataClient
from services.data_science.adapters.rules import RulesMind as DataScienceRules
from services.data_science.domain.catalogue import Catalogue
from services.data_science.domain.interpretation import NotMine, Topic
from services.data_science.ports import AnalystMind
from services.orchestrator.adapters.peers.understanding import understood
from services.orchestrator.adapters.rules import RulesMind
from services.orchestrator.domain import understanding as understanding_of
from services.orchestrator.domain.conversation import Conversation, Message
from services.orchestrator.domain.plan import ROUTABLE, Agent, Part, Vagueness
from services.orchestrator.domain.sanitise import sanitise
from services.orchestrator.domain.understanding import Understood
from services.orchestrator.ports.minds import TurnMind
from tests.load.analyst_services import analyst

FOLDER: Final = Path(__file__).parent
SETS: Final = ("development", "held_out", "second_author", "third_author", "fourth_author", "fifth_author")
LEAST: Final = 0.95
_ALL: Final = frozenset({*ROUTABLE, Agent.INVESTIGATOR})
_DS, _DE, _HC = Agent.DATA_SCIENCE, Agent.DOMAIN_EXPERT, Agent.HEALTH_COACH
AGENTS: Final[Mapping[str, frozenset[Agent]]] = {
    "knowledge": frozenset({_DE}),
    "symptom": frozenset({_DE}),
    "stated_value": frozenset({_DE}),
    "data": frozenset({_DS}),
    "data_and_knowledge": frozenset({_DE, _DS}),
    "advice": frozenset({_HC}),
    "advice_on_data": frozenset({_HC, _DS}),
    "advice_on_data_and_knowledge": frozenset({_HC, _DS, _DE}),
    "vague": frozenset({Agent.INVESTIGATOR}),
    "conversation": frozenset(),
    "other_language": frozenset(),
}
_ASSISTANT: Final = "I see."
_NO_DATA: Final = "There is no imported data yet."


@dataclass(frozen=True, kw_only=True)
class Minds:
    """Who understands and who routes."""

    orchestrator: TurnMind
    data_science: AnalystMind


RULES: Final = Minds(orchestrator=RulesMind(), data_science=DataScienceRules())


@dataclass(frozen=True, kw_only=True)
class Question:
    id: str
    messages: tuple[str, ...]
    person: str
    pattern: str
    accepted: tuple[frozenset[Agent], ...]
    vagueness: str

    @classmethod
    def read(cls, line: str) -> "Question":
        entry = json.loads(line)
        patterns = [entry["pattern"], *entry.get("also", ())]
        accepted = [AGENTS[pattern] for pattern in patterns if pattern in AGENTS]
        if entry["pattern"] == "split":
            accepted.append(frozenset().union(*(AGENTS[part] for part in entry["parts"])))
        return cls(
            id=entry["id"],
            messages=tuple(entry["messages"]),
            person=entry["person"],
            pattern=entry["pattern"],
            accepted=tuple(accepted),
            vagueness=entry["vagueness"],
        )


@dataclass(frozen=True, kw_only=True)
class Outcome:
    question: Question
    agents: frozenset[Agent]
    vagueness: Vagueness

    @property
    def is_right(self) -> bool:
        return self.agents in self.question.accepted


def conversation_of(messages: Sequence[str]) -> Conversation:
    """The person's messages, each but the last with some answer behind it."""
    said = [Message(role="user", content=text) for text in messages]
    answered = [each for message in said[:-1] for each in (message, Message(role="assistant", content=_ASSISTANT))]
    return Conversation(messages=(*answered, said[-1]))


async def understanding(messages: Sequence[str], catalogue: Catalogue | None, mind: AnalystMind) -> Understood:
    """What data science makes of the last message, as the orchestrator is told."""
    if catalogue is None:
        return understood(wire.interpretation_to_proto(NotMine(topic=Topic.NO_RECORDS, reason=_NO_DATA)))
    return understood(wire.interpretation_to_proto(await mind.interpret(tuple(messages), catalogue)))


async def routed(question: Question, people: Mapping[str, Catalogue | None], minds: Minds = RULES) -> Outcome:
    """Who is asked.

    An open look at everything is the investigator's, and so is what names nothing and nobody else takes; what data
    science has declined with its reason, before it was asked to compute, is its own.
    """
    mind, conversation = minds.orchestrator, conversation_of(question.messages)
    found = await understanding(question.messages, people[question.person], minds.data_science)
    vagueness = await mind.classify_vagueness(question.messages[-1])
    earlier, catalogue = question.messages[:-1], people[question.person]
    texts = mind.parts(question.messages[-1])

    async def parts() -> Sequence[Part]:
        return [
            Part(text=text, understood=await understanding((*earlier, *texts[: at + 1]), catalogue, minds.data_science))
            for at, text in enumerate(texts)
        ]

    raw = await mind.route(conversation, _ALL, found, parts)
    claimed = raw.main_agent or raw.reply or isinstance(found, understanding_of.Computable | understanding_of.Partly)
    routing = sanitise(replace(raw, vague=raw.vague or (vagueness is Vagueness.HIGH and not claimed)), _ALL)
    agents = frozenset(filter(None, (routing.main, *routing.supporting)))
    if isinstance(found, understanding_of.NotMine) and raw.reply.startswith(found.reason):
        is_foreign = found.topic is understanding_of.Topic.OTHER_LANGUAGE
        agents = agents if is_foreign else frozenset({Agent.DATA_SCIENCE})
    return Outcome(question=question, agents=agents, vagueness=vagueness)


async def catalogues(folder: Path) -> Mapping[str, Catalogue | None]:
    """What is on record of each kind of person."""
    async with analyst(folder) as services:
        await services.import_sample_person("everything", folder / "sample")
        data = HealthDataClient(services.data_address, 15.0, OPEN)
        try:
            everything = await data.describe("everything")
        finally:
            await data.close()
    assert everything is not None
    unrecorded = {name: replace(quantity, recorded=False) for name, quantity in everything.biomarkers.items()}
    none = frozenset[str]()
    no_labs = replace(everything, biomarkers=unrecorded, samples=None, lower_limits=none, upper_limits=none)
    return {"has_all": everything, "has_no_labs": no_labs, "has_nothing": None}


def summary(name: str, outcomes: Sequence[Outcome]) -> str:
    """Right by pattern, and of each pattern whom the others went to."""
    lines = [f"{name}: {sum(each.is_right for each in outcomes)} of {len(outcomes)} right ({share(outcomes):.1%})"]
    for pattern in dict.fromkeys(each.question.pattern for each in outcomes):
        own = [each for each in outcomes if each.question.pattern == pattern]
        wrong = Counter(named(each.agents) for each in own if not each.is_right)
        went = ", ".join(f"{agents} {count}" for agents, count in wrong.most_common())
        lines.append(f"  {pattern:<30} {sum(each.is_right for each in own):>4} of {len(own):>4}   {went}")
    with_history = [each for each in outcomes if len(each.question.messages) > 1]
    lines.append(
        f"  {'follow-ups among these':<30} {sum(each.is_right for each in with_history):>4} of {len(with_history):>4}"
    )
    vague = sum(each.vagueness.value == each.question.vagueness for each in outcomes)
    high = Counter((each.vagueness is Vagueness.HIGH, each.question.vagueness == "high") for each in outcomes)
    lines.append(
        f"  vagueness as labelled {vague} of {len(outcomes)}; high found {high[True, True]} of "
        f"{high[True, True] + high[False, True]}, high without need {high[True, False]}"
    )
    return "\n".join(lines)


def share(outcomes: Sequence[Outcome]) -> float:
    return sum(each.is_right for each in outcomes) / max(len(outcomes), 1)


def named(agents: frozenset[Agent]) -> str:
    return "+".join(sorted(agents)) or "nobody"


def questions(name: str) -> list[Question]:
    """The questions of one set."""
    return [Question.read(line) for line in (FOLDER / f"questions_{name}.jsonl").read_text("utf-8").splitlines()]


async def run(names: Sequence[str], folder: Path) -> dict[str, list[Outcome]]:
    people = await catalogues(folder)
    return {name: [await routed(question, people) for question in questions(name)] for name in names}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", action="append", dest="sets", choices=SETS)
    parser.add_argument("--show", action="store_true", help="print what went elsewhere")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(run(arguments.sets or SETS, Path(folder)))
    for name, outcomes in found.items():
        print(summary(name, outcomes))
        for each in outcomes if arguments.show else ():
            if not each.is_right:
                wanted, said = " or ".join(map(named, each.question.accepted)), " / ".join(each.question.messages)
                print(f"    {each.question.pattern} ({wanted}) went to {named(each.agents)}: {said}")
    return 0 if all(share(outcomes) >= LEAST for outcomes in found.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
