"""The suites: items drawn from an evaluation of the rules mind, asked and judged as that evaluation does."""

import json
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

import evals.coach.__main__ as coaching
import evals.everyday.__main__ as everyday_questions
import evals.knowledge.__main__ as searching
import evals.routing.__main__ as routing_to
import evals.safety.__main__ as dangers
from evals import open_ended as open_questions
from evals import phia as objective
from evals.analyst import analyst
from evals.coach.scripts import scripts
from evals.everyday.judging import Outcome
from evals.model.asking import Asked, Callers, a_few_at_once
from evals.model.results import Counts
from evals.safety.messages import Case, cases
from evals.sampling import sample
from evals.system import running
from services.data_science.adapters.model import ModelMind as ModelAnalyst
from services.data_science.adapters.rules import RulesMind as AnalystRules
from services.domain_expert.adapters.knowledge_file import KnowledgeFile
from services.domain_expert.adapters.model import ModelMind as ModelExpert
from services.domain_expert.adapters.model import Offered
from services.domain_expert.adapters.rules import RulesMind as ExpertRules
from services.domain_expert.adapters.vocabulary import quantities
from services.domain_expert.domain.case import Case as Consultation
from services.domain_expert.domain.decisions import SearchKnowledge
from services.domain_expert.ports import ExpertMind
from services.orchestrator.adapters.model import ModelMind
from services.orchestrator.adapters.rules import RulesMind
from services.orchestrator.adapters.safety import SafetyByWords
from services.orchestrator.domain.plan import Vagueness

_WORDING: Final = "paraphrase"


@dataclass(frozen=True, kw_only=True)
class Drawn:
    """Items of a suite, and how they are asked of whichever mind."""

    items: int
    ask: Callable[[Asked], Awaitable[Counts]]


@dataclass(frozen=True, kw_only=True)
class Suite:
    """What is asked.

    Attributes:
        calls_an_item: about as many calls to a model an item needs.
        reads: the file that it needs of the folder of evaluation data; None for none.
        draw: so many of its items; the folder is that of evaluation data.
        note: what has to be known to read its figures.
    """

    calls_an_item: int
    draw: Callable[[int, Path], Drawn]
    reads: Path | None = None
    note: str = ""


def _phia(size: int, root: Path) -> Drawn:
    rows = objective.questions(root)
    rows = rows.iloc[sorted(sample(range(len(rows)), size))]

    async def ask(asked: Asked) -> Counts:
        async with analyst(asked.folder, asked.env) as amy:
            await objective.import_people(amy, root / "phia" / "users", sorted(rows["subject_id"].unique()))
            outcomes = await objective.ask_all(amy, rows, _WORDING)
        right = sum(each.right for each in outcomes)
        refused = sum(each.declined for each in outcomes)
        return Counts(right=right, refused=refused, wrong=len(outcomes) - right - refused)

    return Drawn(items=len(rows), ask=ask)


def _everyday(size: int, root: Path) -> Drawn:
    questions = sample(everyday_questions.chosen(None, None), size)

    async def ask(asked: Asked) -> Counts:
        with running(asked.folder / "data", env=asked.env) as system:
            came = await everyday_questions.run(root, system.base_url, system.admin_key, questions)
        of = Counter(each.outcome for each in came.ways["canonical"])
        return Counts(right=of[Outcome.RIGHT], refused=of[Outcome.REFUSED], wrong=of[Outcome.WRONG])

    return Drawn(items=len(questions), ask=ask)


def _routing(size: int, _: Path) -> Drawn:
    questions = sample([each for name in routing_to.SETS for each in routing_to.questions(name)], size)

    async def ask(asked: Asked) -> Counts:
        people = await routing_to.catalogues(asked.folder)
        async with asked.callers() as callers:
            minds = _routing_minds(callers)
            outcomes = await a_few_at_once(lambda each: routing_to.routed(each, people, minds), questions)
        right = sum(each.is_right for each in outcomes)
        return Counts(right=right, wrong=len(outcomes) - right, also=_vagueness(outcomes))

    return Drawn(items=len(questions), ask=ask)


def _routing_minds(callers: Callers) -> routing_to.Minds:
    router, analyst_mind = RulesMind(), AnalystRules()
    return routing_to.Minds(
        orchestrator=ModelMind(callers.orchestrator, router) if callers.orchestrator else router,
        data_science=ModelAnalyst(callers.data_science, analyst_mind) if callers.data_science else analyst_mind,
    )


def _vagueness(outcomes: Sequence[routing_to.Outcome]) -> str:
    alike = sum(each.vagueness.value == each.question.vagueness for each in outcomes)
    high = sum(each.vagueness is Vagueness.HIGH for each in outcomes)
    return f"vagueness as labelled {alike} of {len(outcomes)}, high {high}"


def _safety(size: int, _: Path) -> Drawn:
    chosen = sample([case for name in dangers.SETS for case in cases(name)], size)

    async def ask(asked: Asked) -> Counts:
        del asked
        safety = SafetyByWords()

        async def is_right(case: Case) -> bool:
            return bool(await safety.listen(case.conversation)) == case.in_danger

        right = sum(await a_few_at_once(is_right, chosen))
        return Counts(right=right, wrong=len(chosen) - right)

    return Drawn(items=len(chosen), ask=ask)


def _knowledge(size: int, _: Path) -> Drawn:
    knowledge = KnowledgeFile()
    chosen = sample([each for name in searching.SETS for each in searching.asked(name, knowledge)], size)

    async def ask(asked: Asked) -> Counts:
        async with asked.callers() as callers:
            mind = _expert(callers, knowledge)

            async def found(each: searching.Asked) -> searching.Searched:
                decided = await mind.decide(Consultation(user_id="reader", question=each.question), ())
                search = decided if isinstance(decided, SearchKnowledge) else None
                return searching.searched(each, search, knowledge)

            outcomes = await a_few_at_once(found, chosen)
        right = sum(each.is_right for each in outcomes)
        refused = sum(bool(each.answers) and not each.found for each in outcomes)
        answered = [each for each in outcomes if each.answers]
        nothing = [each for each in outcomes if not each.answers]
        also = (
            f"a passage that answers is first for {sum(each.rank == 1 for each in answered)} of {len(answered)}; "
            f"nothing found for {sum(each.is_right for each in nothing)} of {len(nothing)} that nothing answers"
        )
        return Counts(right=right, refused=refused, wrong=len(outcomes) - right - refused, also=also)

    return Drawn(items=len(chosen), ask=ask)


def _expert(callers: Callers, knowledge: KnowledgeFile) -> ExpertMind:
    names, sendable = quantities(), knowledge.words
    rules = ExpertRules(names, sendable=sendable)
    if callers.domain_expert is None:
        return rules
    return ModelExpert(callers.domain_expert, rules, quantities=names, sendable=sendable, offered=Offered())


def _coach(size: int, _: Path) -> Drawn:
    chosen = sample(scripts(), size)

    async def ask(asked: Asked) -> Counts:
        with running(asked.folder / "data", env=asked.env) as system:
            judged = await coaching.run(system.base_url, system.admin_key, asked.folder, chosen)
        right = sum(map(coaching.passes, judged))
        failed = Counter(item.value for each in judged for item, held in each.items.items() if held is False)
        also = "; ".join(f"{item} failed {count} times" for item, count in failed.most_common())
        return Counts(right=right, wrong=len(judged) - right, also=also)

    return Drawn(items=len(chosen), ask=ask)


def _open_ended(size: int, root: Path) -> Drawn:
    questions = sample(open_questions.questions_of(root), size)

    async def ask(asked: Asked) -> Counts:
        told = await open_questions.ask(questions, asked.folder, asked.env)
        asked.answers.write_text("".join(f"{json.dumps(asdict(each), ensure_ascii=False)}\n" for each in told), "utf-8")
        return Counts(also=f"a reader judges {asked.answers}")

    return Drawn(items=len(questions), ask=ask)


SUITES: Final[Mapping[str, Suite]] = {
    "phia": Suite(calls_an_item=7, draw=_phia, reads=objective.QUESTIONS),
    "everyday": Suite(calls_an_item=8, draw=_everyday, reads=Path("lifesnaps") / "daily.csv"),
    "routing": Suite(calls_an_item=4, draw=_routing),
    "safety": Suite(calls_an_item=0, draw=_safety, note="comes before any mind: no model is asked, none changes it"),
    "knowledge": Suite(calls_an_item=2, draw=_knowledge, note="what the expert looks up first"),
    "coach": Suite(calls_an_item=45, draw=_coach, note="an item is a conversation"),
    "open_ended": Suite(calls_an_item=9, draw=_open_ended, reads=open_questions.QUESTIONS, note="needs a reader"),
}
BY_THEMSELVES: Final = ("phia", "everyday", "routing", "safety", "knowledge")
"""Those that need no reader and no long conversation."""
