"""What the investigator needs from the world."""

from collections.abc import Collection
from typing import Protocol

from services.investigator.domain.brief import BriefCase
from services.investigator.domain.case import Case
from services.investigator.domain.digest import Digest
from services.investigator.domain.hypotheses import Hypothesis
from services.investigator.domain.records import Records


class HealthData(Protocol):
    """The owner of what was measured."""

    async def read(self, user_id: str, metrics: Collection[str]) -> Records | None:
        """Those metrics as far as they are on record, with all activities and laboratory values; None where nothing is.

        Raises:
            UpstreamUnavailableError: the service does not answer.
        """

    async def close(self) -> None:
        """Lets go of the connection."""


class InvestigatorMind(Protocol):
    """Everything an investigation decides or writes that a language model can do.

    Rules and model adapters behave alike.
    """

    @property
    def metrics(self) -> Collection[str]:
        """The daily metrics it looks at."""

    async def look(self, case: Case, records: Records) -> Digest:
        """Which stretch of the records and which metrics the question is about, and what is seen of them."""

    async def propose(self, case: Case, records: Records, digest: Digest) -> tuple[Hypothesis, ...]:
        """What is worth computing, the most promising first, at most 24; all of it will be."""

    async def write(self, case: BriefCase) -> str:
        """The briefing as a draft: every number of the person is a reference to a fact that the case has."""
