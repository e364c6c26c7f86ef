"""The port that every driver of a model is behind."""

from collections.abc import AsyncGenerator
from typing import Protocol

from amy.llm.messages import AgenticMessage, ModelCall


class Driver(Protocol):
    """Makes one request, once. It neither repeats nor counts."""

    @property
    def provider(self) -> str:
        """Whose limits it shares with others: an address, or the name of a command-line agent."""

    def stream(self, call: ModelCall) -> AsyncGenerator[AgenticMessage, None]:
        """Pieces as they come, then one `Result`. Closing it early ends the request.

        Raises:
            ModelError: the subclass names the cause; with what was used all the same, as far as known.
        """

    async def close(self) -> None:
        """Lets go of its connections and processes."""
