"""An investigation, and the briefing on what came of it."""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from typing import Final

from amy.runtime.errors import InvalidFieldError
from amy.runtime.ledger import spent
from services.investigator.domain.brief import BriefCase
from services.investigator.domain.case import Case
from services.investigator.domain.digest import Digest, NothingOnRecord
from services.investigator.domain.events import (
    Briefed,
    BriefEvent,
    Investigated,
    InvestigateEvent,
    Status,
    Thought,
)
from services.investigator.domain.records import as_worn
from services.investigator.ports import HealthData, InvestigatorMind

_LONGEST_QUESTION: Final = 4000


class Investigator:
    """Looks by itself where nobody said where to look. It keeps nothing between calls."""

    def __init__(
        self,
        *,
        data: HealthData,
        mind: InvestigatorMind,
        close_mind: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self._data = data
        self._mind = mind
        self._close_mind = close_mind

    async def stop(self) -> None:
        await self._data.close()
        if self._close_mind is not None:
            await self._close_mind()

    async def investigate(self, case: Case) -> AsyncIterator[InvestigateEvent]:
        """Thoughts as they come, then exactly one `Investigated`.

        Raises:
            InvalidFieldError: no question, or one of more than 4,000 characters.
            UpstreamUnavailableError: the person's records cannot be read.
        """
        if not 1 <= len(case.question.strip()) <= _LONGEST_QUESTION:
            raise InvalidFieldError(f"question must have 1 to {_LONGEST_QUESTION} characters.", field="question")
        records = await self._data.read(case.user_id, self._mind.metrics)
        if records is None:
            yield Investigated(status=Status.DECLINED, digest=NothingOnRecord())
            return
        if not case.biomarkers:
            records = replace(records, labs=())
        records = as_worn(records)
        digest = await self._mind.look(case, records)
        yield Thought(delta=_seen(digest))
        hypotheses = await self._mind.propose(case, records, digest)
        if not hypotheses:
            yield Investigated(status=Status.DECLINED, digest=digest, spent=spent())
            return
        for each in hypotheses:
            yield Thought(delta=f"- {each.title}\n")
        yield Investigated(status=Status.ANSWERED, digest=digest, hypotheses=hypotheses, spent=spent())

    async def brief(self, case: BriefCase | None) -> AsyncIterator[BriefEvent]:
        """Thoughts as they come, then exactly one `Briefed`.

        Args:
            case: None where it does not say what was looked at.

        Raises:
            InvalidFieldError: no digest.
        """
        if case is None:
            raise InvalidFieldError("There is no digest of what was looked at.", field="investigated.digest")
        status = Status.ANSWERED if case.outcomes else Status.DECLINED
        draft = await self._mind.write(case)
        yield Briefed(status=status, draft=draft, spent=spent())


def _seen(digest: Digest) -> str:
    window, before = digest.spans.window, digest.spans.before
    nouns = ", ".join(seen.noun for seen in digest.series if seen.days) or "nothing"
    return f"I look at {window.label} against {before.label}: {nouns}.\nWorth computing:\n"
