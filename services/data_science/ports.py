"""What the data-science service needs from the world."""

from typing import Protocol

from services.data_science.domain.analysis import Decline, Plan, Summary
from services.data_science.domain.data import DataDescription
from services.data_science.domain.run import Frames, IsolationLevel, JsonValue, RunOutcome


class CodeRunner(Protocol):
    """Runs the body of `analysis(summary_df, activities_df, profile_df, population_df)` where it can do no harm."""

    @property
    def level(self) -> IsolationLevel:
        """What was found to work when the runner started."""

    async def start(self) -> None:
        """Finds out what this machine can do; a machine that can do too little still starts."""

    async def stop(self) -> None:
        """Ends every run and leaves no process."""

    async def run(self, code: str, frames: Frames) -> RunOutcome:
        """Runs the code once. Nothing of one run is visible to the next.

        Raises:
            SandboxUnavailableError: the machine isolates less than the settings demand.
        """


class HealthData(Protocol):
    """The owner of what was measured."""

    async def close(self) -> None:
        """Lets go of the connection."""

    async def describe(self, user_id: str) -> DataDescription:
        """What there is of this user; a user without data has a description without dates.

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

    async def plan(self, question: str, data: DataDescription) -> Plan | Decline:
        """How the question is computed, or why it is not. Never a plan for another question than was asked."""

    async def write_code(self, plan: Plan) -> str:
        """The body of `analysis(...)`, which returns a dict of numbers."""

    async def repair(self, plan: Plan, code: str, problem: str) -> str:
        """The code without the fault that `problem` describes; unchanged when there is no remedy."""

    async def summarise(self, plan: Plan, result: JsonValue, *, prefix: str) -> Summary | Decline:
        """What the returned numbers say; a decline when there was too little data to say anything."""
