"""What the data-science service needs from the world."""

from typing import Protocol

from services.data_science.domain.run import Frames, IsolationLevel, RunOutcome


class CodeRunner(Protocol):
    """Runs the body of `analysis(summary_df, activities_df, profile_df, population_df)` where it can do no harm."""

    @property
    def level(self) -> IsolationLevel:
        """What was found to work when the runner started."""

    async def run(self, code: str, frames: Frames) -> RunOutcome:
        """Runs the code once. Nothing of one run is visible to the next.

        Raises:
            SandboxUnavailableError: the machine isolates less than the settings demand.
        """
