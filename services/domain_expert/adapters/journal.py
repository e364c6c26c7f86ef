"""The turns of a consultation, counted outside the process, for those who kill it."""

import asyncio
import json
import os
from collections.abc import Sequence
from pathlib import Path

from amy.runtime.aloud import Aloud, silent
from services.domain_expert.domain.case import Case
from services.domain_expert.domain.decisions import Decision, Observed
from services.domain_expert.ports import ExpertMind


class JournaledMind:
    """An `ExpertMind` that decides as another does, and writes down each decision before it is acted upon.

    Args:
        path: gets one line of JSON per decision.
        pause_s: slept after the line is on disk, so that a kill finds the consultation there.
    """

    def __init__(self, mind: ExpertMind, path: Path, *, pause_s: float) -> None:
        self._mind = mind
        self._path = path
        self._pause_s = pause_s

    async def decide(self, case: Case, seen: Sequence[Observed], *, aloud: Aloud = silent) -> Decision:
        decision = await self._mind.decide(case, seen, aloud=aloud)
        await asyncio.to_thread(self._append, {"decision": type(decision).__name__, "pid": os.getpid()})
        await asyncio.sleep(self._pause_s)
        return decision

    def _append(self, line: dict[str, object]) -> None:
        descriptor = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            os.write(descriptor, (json.dumps(line) + "\n").encode())
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
