"""What the data-science service needs from the world."""

from collections.abc import Sequence
from typing import Protocol

from services.data_science.domain.algebra import Question
from services.data_science.domain.analysis import AnyPart, Computed, Decline, Plan, Summary
from services.data_science.domain.catalogue import Catalogue
from services.data_science.domain.interpretation import Interpretation
from services.data_science.domain.run import Frames, IsolationLevel, RunOutcome


class CodeRunner(Protocol):
    """Runs the body of `analysis(...)` on the tables that it names, where it can do no harm."""

    @property
    def level(self) -> IsolationLevel:
        """What was found to work when the runner started."""

    async def start(self) -> None:
        """Finds out what this machine can do; a machine that can do too little still starts."""

    async def stop(self) -> None:
        """Ends every run and leaves no process."""

    async def run(self, code: str, frames: Frames) -> RunOutcome:
        """Runs the code once, when the runner has started. Nothing of one run is visible to the next.

        Raises:
            SandboxUnavailableError: the machine isolates less than the settings demand.
        """


class HealthData(Protocol):
    """The owner of what was measured."""

    async def close(self) -> None:
        """Lets go of the connection."""

    async def describe(self, user_id: str) -> Catalogue | None:
        """What is on record of this user and what it is called; None where nothing is.

        Raises:
            UpstreamUnavailableError: the service does not answer.
        """

    async def frames(self, user_id: str) -> Frames:
        """The user's tables.

        Raises:
            UpstreamUnavailableError: the service does not answer.
        """


class AnalystMind(Protocol):
    """Everything an analysis decides or writes that a language model can do. Rules and model adapters behave alike."""

    async def plan(self, question: str, catalogue: Catalogue, *, earlier: Sequence[str] = ()) -> Plan | Decline:
        """How the question is computed, or why it is not. Never a plan for another question than was asked.

        Args:
            question: the message to answer.
            catalogue: what is on record.
            earlier: what was asked before in the conversation, oldest first.
        """

    async def plan_of(self, questions: Sequence[Question], catalogue: Catalogue) -> Plan | Decline:
        """How these questions are computed, each as it is; a decline where one of them makes no sense."""

    async def interpret(self, messages: Sequence[str], catalogue: Catalogue) -> Interpretation:
        """What the last of a person's messages asks, read as `plan` reads it.

        Args:
            messages: of the person, oldest first; at least one.
            catalogue: what is on record.
        """

    async def write_code(self, part: AnyPart, frames: Frames) -> str:
        """The body of `analysis(...)`, which returns a dict of what was computed; empty where nobody can write it.

        Args:
            part: what is computed.
            frames: what it is computed from.
        """

    async def repair(self, part: AnyPart, code: str, problem: str, frames: Frames) -> str:
        """The code without the fault that `problem` describes; unchanged when there is no remedy."""

    async def summarise(self, computed: tuple[Computed, ...], catalogue: Catalogue, *, prefix: str) -> Summary:
        """What the returned numbers say, part by part; where there was too little, how much there was."""
