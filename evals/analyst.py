"""A whole Amy for evaluations of single questions: asked over the public HTTP API, answers read as a client can.

The value of an answer is the number of its fact sheet that answers the question, if its text tells it. Routing,
validation and the writing of the answer are measured with it.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final

from amy.client import AsyncAmy
from amy.client.models import FactEntry, Turn, TurnResult
from evals.asking import IN_FLIGHT_PER_USER, TURN_S, ask
from evals.everyday.tokens import Amount, tokens
from evals.system import running

AT_ONCE: Final = 6
"""Questions in flight, over all users."""
COMPUTED_FROM: Final = frozenset({"data_science", "health_data", "derived"})
"""Sources of facts that were computed from the records."""
_ANSWERS: Final = ("effect", "value")
"""Keys of what a finding found; its others support it."""
_ANSWERING: Final = ("ratio", "difference")
"""What two findings come to; a percent change is told beside their difference."""
_FIRST: Final = re.compile(r"(?:reading-)?ds-001\.")
"""The finding that answers the question, or its plain reading; those after it are its parts or further questions."""
_PER_UNIT: Final = {("min", "h"): 60.0, ("km", "m"): 0.001, ("mi", "m"): 1 / 1609.344, ("km/h", "m/min"): 0.06}
"""Told in the first for facts in the second: what a fact is multiplied by."""


class Status(Enum):
    """What became of a question.

    ANSWERED: what was found is on the fact sheet. WITHHELD: the validator rejected it, though its parts may be told.
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
        value: what answers the question, if the text tells it, in the unit and as precise as the fact sheet has it.
        link: the correlation on the fact sheet, which the text tells in words.
    """

    turn_id: str
    text: str
    status: Status
    value: float | None = None
    link: float | None = None


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
                api_key=self._admin_key, base_url=self._base_url, user=user_id, timeout=TURN_S
            )
            self._limits[user_id] = asyncio.Semaphore(IN_FLIGHT_PER_USER)
        return self._clients[user_id]


@asynccontextmanager
async def analyst(folder: Path, env: Mapping[str, str | None] | None = None) -> AsyncIterator[Analyst]:
    """Runs a system over `folder` until the block ends.

    Args:
        folder: what it keeps.
        env: beside this process's; None takes a variable away.
    """
    with running(folder / "system", env=env) as system:
        amy = Analyst(base_url=system.base_url, admin_key=system.admin_key)
        try:
            yield amy
        finally:
            await amy.close()


def answer_of(turn: Turn) -> Answer:
    if turn.result is None:
        message = turn.error.message if turn.error is not None else turn.status
        return Answer(turn_id=turn.id, text=message, status=Status.FAILED)
    status = _status(turn.result)
    facts = computed_in(turn.result) if status is Status.ANSWERED else []
    told = first_told(turn.result.answer, facts)
    return Answer(
        turn_id=turn.id,
        text=turn.result.answer,
        status=status,
        value=None if told is None else told.value,
        link=next((fact.value for fact in facts if fact.claim.endswith(".rho")), None),
    )


def computed_in(result: TurnResult) -> list[FactEntry]:
    return [fact for fact in result.fact_sheet if fact.source in COMPUTED_FROM]


def _status(result: TurnResult) -> Status:
    if any(_FIRST.match(fact.claim) for fact in computed_in(result)):
        return Status.ANSWERED
    if result.validator.findings_rejected:
        return Status.WITHHELD
    return Status.DECLINED if "data_science" in result.agents_used else Status.ELSEWHERE


def first_told(text: str, facts: Sequence[FactEntry]) -> FactEntry | None:
    """Of the facts that the text tells the one that answers the question: what the first finding found.

    A ratio or difference of two findings comes before both, and what supports a finding after all. Days and times of
    day are not looked for.
    """
    plain = re.sub(r"[*_`]", "", text)
    amounts = [told for told in tokens(plain) if isinstance(told, Amount)]
    return next((fact for fact in sorted(facts, key=_rank) if any(tells(told, fact) for told in amounts)), None)


def _rank(fact: FactEntry) -> int:
    if fact.derivation is not None:
        return 0 if fact.derivation.operation in _ANSWERING else 2
    return 1 if fact.claim.rpartition(".")[2] in _ANSWERS else 2


def tells(told: Amount, fact: FactEntry) -> bool:
    """Whether this is how the fact is told: rounded, in a unit for people, its sign perhaps in a word."""
    if fact.unit in {"date", "clock"}:
        return False
    scale = _PER_UNIT.get((told.unit, fact.unit or ""), 1.0)
    return abs(abs(told.value) - abs(fact.value) * scale) <= told.half_step * 1.0001
