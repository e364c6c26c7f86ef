"""The step journal: the beginnings and ends of steps, counted outside the process, for those who kill it."""

import asyncio
import json
import os
from datetime import UTC, datetime
from pathlib import Path

from services.orchestrator.domain.steps import Step


class StepJournal:
    """Appends one line of JSON per beginning and end; without a path, nothing.

    Args:
        pause_s: slept inside every step after its beginning is on disk, so that a kill finds it there.
    """

    def __init__(self, path: Path | None, *, pause_s: float) -> None:
        self._path = path
        self._pause_s = pause_s

    @property
    def is_kept(self) -> bool:
        return self._path is not None

    async def begin(self, turn_id: str, step: Step) -> None:
        if self._path is not None:
            await asyncio.to_thread(self._append, self._path, turn_id, step, "begin")
        if self._pause_s:
            await asyncio.sleep(self._pause_s)

    async def end(self, turn_id: str, step: Step, *, ran: bool) -> None:
        """Written once the step's checkpoint is stored.

        A step that ran here gets its line, whatever is on file, so that running it twice would show. A step that was
        only read back gets one if the process that ran it died between the checkpoint and the line.
        """
        if self._path is not None and (ran or not await asyncio.to_thread(self._has_end, self._path, turn_id, step)):
            await asyncio.to_thread(self._append, self._path, turn_id, step, "end")

    @staticmethod
    def _append(path: Path, turn_id: str, step: Step, event: str) -> None:
        line = {
            "turn_id": turn_id,
            "step": step.value,
            "event": event,
            "pid": os.getpid(),
            "at": datetime.now(UTC).isoformat(),
        }
        descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            os.write(descriptor, (json.dumps(line) + "\n").encode())
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

    @staticmethod
    def _has_end(path: Path, turn_id: str, step: Step) -> bool:
        lines = (json.loads(line) for line in path.read_text().splitlines()) if path.exists() else ()
        return any(
            line["turn_id"] == turn_id and line["step"] == step.value and line["event"] == "end" for line in lines
        )
