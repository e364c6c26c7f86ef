"""The mind that follows rules: deterministic, without a model."""

from collections.abc import Collection

from services.investigator.adapters.tables_files import Tables
from services.investigator.domain.brief import BriefCase
from services.investigator.domain.briefing import briefing_of
from services.investigator.domain.case import Case
from services.investigator.domain.digest import Digest, digest_of
from services.investigator.domain.focus import Focus, focus_of
from services.investigator.domain.goals import goals_in
from services.investigator.domain.hypotheses import Hypothesis, candidates_of, hypotheses_of
from services.investigator.domain.records import Records
from services.investigator.domain.spans import spans_of


class RulesMind:
    """An `InvestigatorMind` by tables of what is looked at for which question."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._named = {each.name: each for each in (*tables.focuses, tables.everything)}

    @property
    def metrics(self) -> Collection[str]:
        return self._tables.everything.metrics

    async def look(self, case: Case, records: Records) -> Digest:
        """The metrics of the focus first, then all others; where there is none, those of goals come before them."""
        focus = self._focus(case.question)
        goals = goals_in(case.memory_summary, self._tables.goal_words)
        first = focus.metrics if focus.name else goals
        metrics = dict.fromkeys((*first, *self._tables.everything.metrics))
        spans = spans_of(case.question, first=records.first, today=records.today)
        return digest_of(records, spans, tuple(metrics), focus=focus, looked_before=bool(case.tested), goals=goals)

    async def propose(self, case: Case, records: Records, digest: Digest) -> tuple[Hypothesis, ...]:
        return hypotheses_of(records, digest, self._named[digest.focus], self._tables.pairs, case.tested)

    def candidates(self, case: Case, records: Records, digest: Digest) -> tuple[Hypothesis, ...]:
        """All that can be computed, what `propose` gives first."""
        return candidates_of(records, digest, self._named[digest.focus], self._tables.pairs, case.tested)

    async def write(self, case: BriefCase) -> str:
        return briefing_of(case, self._focus_of(case))

    def ending(self, case: BriefCase) -> str:
        """The sentence that a briefing on this question ends with; empty for none."""
        return self._focus_of(case).ends_with

    def _focus_of(self, case: BriefCase) -> Focus:
        name = case.digest.focus if isinstance(case.digest, Digest) else ""
        return self._named.get(name, self._tables.everything)

    def _focus(self, question: str) -> Focus:
        return focus_of(question, self._tables.focuses, everything=self._tables.everything)
