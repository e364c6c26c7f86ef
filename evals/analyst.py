"""A whole Amy for evaluations of single questions: asked over the public HTTP API, answers read as a client can.

The first value of an answer is the first number that its text tells and its fact sheet has. Routing, validation and the
writing of the answer are measured with it: what the sheet has and the text does not tell is not told.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final

from amy.client import AsyncAmy
from amy.client.models import FactEntry, Turn
from evals.asking import IN_FLIGHT_PER_USER, ask
from evals.everyday.tokens import Amount, tokens, without_brackets
from evals.system import running

AT_ONCE: Final = 6
"""Questions in flight, over all users."""
COMPUTED_FROM: Final = frozenset({"data_science", "health_data", "derived"})
"""Sources of facts that were computed from the records."""
_ANSWERS: Final = ("effect", "value")
"""Keys of what answers the question; others support it."""
_PER_UNIT: Final = {("min", "h"): 60.0, ("km", "m"): 0.001, ("mi", "m"): 1 / 1609.344}
"""Told in the first for facts in the second: what a fact is multiplied by."""
_TURN_S: Final = 300.0


class Status(Enum):
    """What became of a question.

    ANSWERED: a number of the records is told. WITHHELD: one was computed and the validator rejected it.
    ELSEWHERE: the data scientist was not asked.
    """

    ANSWERED = "answered"
    WITHHELD = "withheld"
    DECLINED = "declined"
    ELSEWHERE = "elsewhere"
    FAILED = "failed"


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What a client sees of an answer.

    Attributes:
        value: the first value that the text tells, as precise as the fact sheet has it; None without any.
        unit: of the value, as the fact sheet has it.
    """

    turn_id: str
    text: str
    status: Status
    value: float | None = None
    unit: str = ""


class Analyst:
    """A running system that answers single questions, memory left out; each user's within what the gateway allows."""

    def __init__(self, *, base_url: str, admin_key: str) -> None:
        self._base_url = base_url
        self._admin_key = admin_key
        self._clients: dict[str, AsyncAmy] = {}
        self._limits: dict[str, asyncio.Semaphore] = {}
        self._at_once = asyncio.Semaphore(AT_ONCE)

    async def import_file(self, user_id: str, file: Path, *, subject: str = "") -> None:
        await self._client(user_id).data.import_file(file, subject=subject or None)

    async def ask(self, user_id: str, question: str) -> Answer:
        client = self._client(user_id)
        async with self._limits[user_id], self._at_once:
            return answer_of(await ask(client, [{"role": "user", "content": question}]))

    async def approach(self, user_id: str, answer: Answer) -> str:
        """How the data scientist says that it read the question; empty if it was not asked."""
        stream = self._client(user_id).turns.stream(answer.turn_id)
        said = [
            event.delta async for event in stream if event.type == "agent.thought" and event.agent == "data_science"
        ]
        return "".join(said).strip()

    async def close(self) -> None:
        for client in self._clients.values():
            await client.close()

    def _client(self, user_id: str) -> AsyncAmy:
        if user_id not in self._clients:
            self._clients[user_id] = AsyncAmy(
                api_key=self._admin_key, base_url=self._base_url, user=user_id, timeout=_TURN_S
            )
            self._limits[user_id] = asyncio.Semaphore(IN_FLIGHT_PER_USER)
        return self._clients[user_id]


@asynccontextmanager
async def analyst(folder: Path) -> AsyncIterator[Analyst]:
    """Runs a system over `folder` until the block ends."""
    with running(folder / "system") as system:
        amy = Analyst(base_url=system.base_url, admin_key=system.admin_key)
        try:
            yield amy
        finally:
            await amy.close()


def answer_of(turn: Turn) -> Answer:
    if turn.result is None:
        message = turn.error.message if turn.error is not None else turn.status
        return Answer(turn_id=turn.id, text=message, status=Status.FAILED)
    result = turn.result
    computed = [fact for fact in result.fact_sheet if fact.source in COMPUTED_FROM]
    if computed:
        status = Status.ANSWERED
    elif result.validator.findings_rejected:
        status = Status.WITHHELD
    else:
        status = Status.DECLINED if "data_science" in result.agents_used else Status.ELSEWHERE
    told = first_told(result.answer, computed)
    if told is None:
        return Answer(turn_id=turn.id, text=result.answer, status=status)
    return Answer(turn_id=turn.id, text=result.answer, status=status, value=told.value, unit=told.unit or "")


def first_told(text: str, facts: Sequence[FactEntry]) -> FactEntry | None:
    """The fact that the text tells first: one that answers the question, else one that supports the answer.

    What stands in brackets comes last. Days and times of day are not looked for.
    """
    plain = re.sub(r"[*_`]", "", text)
    amounts = [told for told in (*tokens(without_brackets(plain)), *tokens(plain)) if isinstance(told, Amount)]
    answering = [fact for fact in facts if fact.claim.rpartition(".")[2] in _ANSWERS]
    pairs = ((told, fact) for known in (answering, facts) for told in amounts for fact in known)
    return next((fact for told, fact in pairs if tells(told, fact)), None)


def tells(told: Amount, fact: FactEntry) -> bool:
    """Whether this is how the fact is told: rounded, in a unit for people, its sign perhaps in a word."""
    if fact.unit in {"date", "clock"}:
        return False
    scale = _PER_UNIT.get((told.unit, fact.unit or ""), 1.0)
    return abs(abs(told.value) - abs(fact.value) * scale) <= told.half_step * 1.0001
