"""The mind that asks a language model: what to look at among what can be computed, and how to say what came of it."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

import structlog

from amy.llm.caller import Caller
from amy.llm.errors import ModelError
from amy.llm.models import Role
from amy.text import inert
from services.investigator.adapters.model import prompts
from services.investigator.adapters.model.decisions import Choice, HypothesesDecision
from services.investigator.adapters.rules import RulesMind
from services.investigator.domain.brief import BriefCase
from services.investigator.domain.case import Case
from services.investigator.domain.checking import REFERENCE, broken_rules
from services.investigator.domain.digest import Digest
from services.investigator.domain.focus import Pair
from services.investigator.domain.hypotheses import MOST, Hypothesis, Kind, most_of, together_of
from services.investigator.domain.records import Records

_LONGEST_RATIONALE: Final = 200
_LAGS: Final = (0, 1)
_TRIES: Final = 2
_log = structlog.get_logger("mind")


class ModelMind:
    """An `InvestigatorMind` that asks a model, and follows the rules where none answers.

    Args:
        caller: asks the model.
        rules: look at the records, say what can be computed, and write the plain briefing.
    """

    def __init__(self, caller: Caller, rules: RulesMind) -> None:
        self._caller = caller
        self._rules = rules

    @property
    def metrics(self) -> Collection[str]:
        return self._rules.metrics

    async def look(self, case: Case, records: Records) -> Digest:
        """By the rules alone: what there is is no matter of opinion."""
        return await self._rules.look(case, records)

    async def propose(self, case: Case, records: Records, digest: Digest) -> tuple[Hypothesis, ...]:
        """What the model chose among what can be computed; by the rules where no model answers or nothing is left."""
        usual = await self._rules.propose(case, records, digest)
        candidates = self._rules.candidates(case, records, digest)
        if len(candidates) <= 1:
            return usual
        try:
            prompt = prompts.render_hypotheses(case, digest, candidates, len(usual))
            decided = await self._caller.decide(prompt, HypothesesDecision, role=Role.MAIN)
        except ModelError as error:
            _fell_back("hypotheses", error.cause)
            return usual
        wanted = (_hypothesis(each, case, records, digest, candidates) for each in decided.hypotheses)
        chosen = _within(filter(None, wanted), candidates)
        return chosen or usual

    async def write(self, case: BriefCase) -> str:
        """In the model's words as far as they keep the rules for a briefing; else once again, then the plain one."""
        plain = await self._rules.write(case)
        if not REFERENCE.search(plain):
            return plain
        ends_with = self._rules.ending(case)
        problem = draft = ""
        try:
            for _ in range(_TRIES):
                prompt = prompts.render_briefing(case, plain, problem=problem, draft=draft)
                draft = (await self._caller.tell(prompt, role=Role.MAIN)).strip()
                broken = broken_rules(draft, plain, case, ends_with=ends_with) if draft else ("it is empty",)
                if not broken:
                    return draft
                problem = "; ".join(broken)
        except ModelError as error:
            _fell_back("briefing", error.cause)
            return plain
        _fell_back("briefing", "broken_rules")
        return plain


def _hypothesis(
    choice: Choice, case: Case, records: Records, digest: Digest, candidates: Sequence[Hypothesis]
) -> Hypothesis | None:
    """What was chosen, with the model's reason for it; None of what cannot be computed or was tested."""
    found = next((each for each in candidates if each.id == choice.id), None)
    if found is None and not choice.id and choice.kind is Kind.TOGETHER:
        found = _related(choice, case, records, digest)
    if found is None or any(map(str.isdigit, choice.rationale)):
        return found
    return replace(found, rationale=inert(choice.rationale, limit=_LONGEST_RATIONALE) or found.rationale)


def _related(choice: Choice, case: Case, records: Records, digest: Digest) -> Hypothesis | None:
    known = {each.metric for each in digest.series if each.metric in records.series}
    if choice.lag_days not in _LAGS or choice.feature == choice.target or not known >= {choice.feature, choice.target}:
        return None
    because = "It may go together in this person."
    pair = Pair(left=choice.feature, right=choice.target, lag_days=choice.lag_days, because=because)
    return together_of(records, digest, pair, case.tested)


def _within(chosen: Iterable[Hypothesis], candidates: Sequence[Hypothesis]) -> tuple[Hypothesis, ...]:
    """Each once, no more of a kind than are usual, laboratory values in any case; numbered anew."""
    labs = [each for each in candidates if each.kind is Kind.LAB]
    picked = list(_counted(chosen))
    if not picked:
        return ()
    missed = [each for each in labs if each.asked not in [one.asked for one in picked]]
    kept = [*picked[: MOST - len(missed)], *missed]
    return tuple(replace(each, id=f"h-{number:02}") for number, each in enumerate(kept, start=1))


def _counted(chosen: Iterable[Hypothesis]) -> Iterator[Hypothesis]:
    asked = []
    counts: Counter[Kind] = Counter()
    for each in chosen:
        if each.asked not in asked and counts[each.kind] < most_of(each.kind):
            asked.append(each.asked)
            counts[each.kind] += 1
            yield each


def _fell_back(purpose: str, cause: str) -> None:
    _log.warning("mind.fell_back", purpose=purpose, cause=cause)
