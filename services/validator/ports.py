"""What the validator needs from the world."""

from collections.abc import Callable
from typing import Protocol, TypeVar

from services.validator.domain.records.store import Needs, Store
from services.validator.domain.review.critique import Assessment, Case, Critique

_T = TypeVar("_T")


class SeriesReader(Protocol):
    """The stored records."""

    async def read(self, user_id: str, needs: Needs) -> Store:
        """What is needed of a user's records, over all days, and nothing else.

        A name that is no metric or known norm is absent; a metric without data is empty.

        Raises:
            UpstreamUnavailableError: the store did not answer; asking again later may help.
            InternalError: the store answered with an error or with nonsense.
        """

    async def close(self) -> None:
        """Lets go of its connection."""


class Workers(Protocol):
    """Where CPU-bound work runs: never on the event loop, never more at once than there are cores for.

    A job may run in another process: it, its result and its errors must survive a pickle.
    """

    async def run(self, job: Callable[[], _T]) -> _T:
        """What the job returns, or raises."""

    async def close(self) -> None:
        """Lets go of its threads or processes; jobs that have not begun are dropped."""


class ValidatorMind(Protocol):
    """Everything about a finding that a language model can judge. Rules and model adapters behave alike.

    Both may raise anything: the app then falls back to what claims least.
    """

    async def critique(self, case: Case) -> Critique:
        """An adversarial review: reasons to doubt the finding, and what they amount to."""

    async def assess(self, case: Case) -> Assessment:
        """What the finding may mean, and what could be done this week; asked of findings that were not rejected."""
