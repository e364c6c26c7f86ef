"""The mind that asks a language model, within what was measured and what the literature given to it says."""

import re
from collections.abc import Sequence
from typing import Final

from amy.llm.caller import Caller
from amy.llm.models import Role
from amy.text import inert
from services.validator.adapters.model import prompts
from services.validator.adapters.model.decisions import AssessmentDecision, ConcernDecision, CriticDecision
from services.validator.domain.claims.finding import Finding
from services.validator.domain.gates.gate import Gate
from services.validator.domain.review.critique import (
    UNASSESSED,
    Assessment,
    Case,
    Concern,
    Critique,
    Decision,
    Novelty,
    Severity,
)
from services.validator.domain.review.priors import Applied, Prior, about, explaining, published
from services.validator.domain.verdict.explanation import CONCERNS
from services.validator.ports import ValidatorMind

_LONGEST: Final = 300
_LONGEST_REASONING: Final = 500
_REFERENCE: Final = re.compile(r"\{\{([^{}]*)\}\}")
_NUMBER: Final = re.compile(r"(?<![A-Za-z\d])(?<![A-Za-z]-)\d")
"""A digit that is no part of a name such as "B12" or "omega-3"."""
_HARSHER: Final = (Decision.ACCEPT, Decision.DOWNGRADE, Decision.REJECT)
_GRAVER: Final = (Severity.LOW, Severity.MEDIUM, Severity.HIGH)
_FIRMER: Final = (Novelty.USER_SPECIFIC, Novelty.EMERGING, Novelty.SUPPORTED, Novelty.ESTABLISHED)


class ModelMind:
    """A `ValidatorMind` that asks a model, which can lower or keep what the rules make of a finding.

    Where no model answers, its error is the caller's: what then stands in for a critique or an assessment is said in
    one place, for a model that fails and for one that takes too long alike.

    Args:
        caller: asks the model.
        rules: measure doubts, which stand, and know how firmly the literature holds a relation.
        priors: what is known from the literature.
    """

    def __init__(self, caller: Caller, rules: ValidatorMind, priors: Sequence[Prior] = ()) -> None:
        self._caller = caller
        self._rules = rules
        self._priors = tuple(priors)

    async def critique(self, case: Case) -> Critique:
        """The measured doubts and the model's own, under the harsher decision of the two.

        What the rules reject needs no model: nothing that it could say would change that.

        Raises:
            ModelError: no model answers.
        """
        measured = await self._rules.critique(case)
        if measured.decision is Decision.REJECT:
            return measured
        prompt = prompts.render_critic(case, measured.concerns, about(case.finding, self._priors))
        decided = await self._caller.decide(prompt, CriticDecision, role=Role.VALIDATION)
        own = tuple(_concern(each) for each in decided.concerns if not _is_repeated(each, measured.concerns))
        return Critique(
            decision=max(measured.decision, decided.decision, key=_HARSHER.index),
            reasoning=_plain(decided.rationale, instead=measured.reasoning, limit=_LONGEST_REASONING),
            concerns=(*measured.concerns, *own),
        )

    async def assess(self, case: Case) -> Assessment:
        """What the model makes of the literature; without any that explains the finding, what the rules make of it.

        Raises:
            ModelError: no model answers.
        """
        by_rules = await self._rules.assess(case)
        known = () if case.sample.basis.overlap else explaining(case.finding, self._priors, _sign_of(case))
        if not known:
            return by_rules
        decided = await self._caller.decide(
            prompts.render_assessment(case, known), AssessmentDecision, role=Role.VALIDATION
        )
        return _assessed(case.finding, by_rules, decided, known)


def _assessed(
    finding: Finding, by_rules: Assessment, decided: AssessmentDecision, known: Sequence[Applied]
) -> Assessment:
    """What is cited was given; a mechanism or a step without a source is none; and nothing is firmer than its source.

    Of what is no association the literature explains nothing: its step is the model's, its mechanism is not.
    """
    given = {each.prior.id: each.prior for each in known}
    cited = tuple(given[each] for each in dict.fromkeys(decided.citations) if each in given)
    explains = by_rules.novelty is not Novelty.USER_SPECIFIC
    if not cited:
        return UNASSESSED if explains else by_rules
    return Assessment(
        mechanism=_plain(decided.mechanism, instead=by_rules.mechanism) if explains else by_rules.mechanism,
        novelty=min(decided.novelty, by_rules.novelty, key=_FIRMER.index),
        strategy=_strategy(decided.strategy, finding),
        citations=tuple(prior.citation.short for prior in cited),
        literature=tuple(number for prior in cited for number in published(prior)) if explains else (),
    )


def _sign_of(case: Case) -> int:
    """The way in which the two series of an association go together; 0 of anything else."""
    outcome = case.report.outcome(Gate.CONSTRUCT_VALIDITY)
    rho = outcome.number("rho") if outcome else 0.0
    return (rho > 0) - (rho < 0)


def _is_repeated(concern: ConcernDecision, measured: Sequence[Concern]) -> bool:
    """Whether the same doubt was measured and found at least as grave."""
    grave = _GRAVER.index(concern.severity)
    return any(each.category is concern.category and _GRAVER.index(each.severity) >= grave for each in measured)


def _concern(decided: ConcernDecision) -> Concern:
    general = CONCERNS[decided.category]
    detail = _plain(decided.detail, instead=f"{general[0].upper()}{general[1:]}.")
    return Concern(category=decided.category, detail=detail, severity=decided.severity)


def _plain(text: str, *, instead: str, limit: int = _LONGEST) -> str:
    """The text on one line; with a number in it the other one, for the number would be nobody's."""
    return instead if _NUMBER.search(text) or _REFERENCE.search(text) else inert(text, limit=limit) or instead


def _strategy(text: str | None, finding: Finding) -> str | None:
    """A step that states a number is none, for nobody could tell whose it is; it may refer to the finding's own."""
    if not text or len(text) > _LONGEST:
        return None
    own = {f"{finding.id}.{number.key}" for number in finding.numbers if isinstance(number.value, float)}
    pieces = _REFERENCE.split(text)
    between, referred = pieces[::2], pieces[1::2]
    if not own.issuperset(referred) or any(_NUMBER.search(each) for each in between):
        return None
    if not referred:
        return inert(text, limit=_LONGEST) or None
    return text if "\n" not in text and not any("{" in each or "}" in each for each in between) else None
