"""Asks questions over the public HTTP API as a client of it would, and returns the text that a person reads.

Where AMY_EVAL_ANSWERS names a file, every question is added to it with its answer, a JSON object a line, for
`evals.plain_speech` to read.
"""

import asyncio
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from amy.client import AmyError, AsyncAmy
from amy.client.models import Turn

IN_FLIGHT_PER_USER = 3
"""The gateway lets a user have that many turns in flight."""
TURN_S = 300.0
"""How long a turn is waited for: several calls to a model, one after another."""
_TRIES = 5


@dataclass(frozen=True, kw_only=True)
class Conversation:
    """What one person writes, message by message; each but the first follows on the answers before it."""

    user: str
    messages: tuple[str, ...]


class Asker:
    """Conversations with a running system, each person's kept within what the gateway allows at once."""

    def __init__(self, *, base_url: str, admin_key: str) -> None:
        self._base_url = base_url
        self._admin_key = admin_key
        self._clients: dict[str, AsyncAmy] = {}
        self._limits: dict[str, asyncio.Semaphore] = {}

    def client(self, user: str) -> AsyncAmy:
        if user not in self._clients:
            self._clients[user] = AsyncAmy(api_key=self._admin_key, base_url=self._base_url, user=user, timeout=TURN_S)
            self._limits[user] = asyncio.Semaphore(IN_FLIGHT_PER_USER)
        return self._clients[user]

    async def answers(self, conversation: Conversation) -> tuple[str, ...]:
        """The answer to each message; a turn that failed answers with the empty text.

        Memory is left out, so that one question cannot help or spoil another.
        """
        client = self.client(conversation.user)
        history: list[dict[str, str]] = []
        told: list[str] = []
        async with self._limits[conversation.user]:
            for message in conversation.messages:
                history.append({"role": "user", "content": message})
                turn = await ask(client, history)
                told.append(turn.result.answer if turn.result is not None else "")
                history.append({"role": "assistant", "content": told[-1] or "(no answer)"})
        return tuple(told)

    async def close(self) -> None:
        for client in self._clients.values():
            await client.close()


async def ask(client: AsyncAmy, history: Sequence[dict[str, str]]) -> Turn:
    """The turn at its end; waits and tries again while the user has too many in flight."""
    for attempt in range(_TRIES):
        try:
            turn = await client.turns.create(history, stream=False, context={"include_memory": False})
        except AmyError as error:
            if getattr(error, "status", None) != 429 or attempt == _TRIES - 1:
                raise
            await asyncio.sleep(1.0 + attempt)
        else:
            _keep(history[-1]["content"], turn)
            return turn
    raise AssertionError("unreachable")


def _keep(question: str, turn: Turn) -> None:
    path = os.environ.get("AMY_EVAL_ANSWERS")
    if path and turn.result is not None:
        kept = {"question": question, "answer": turn.result.answer, "is_refusal": not turn.result.fact_sheet}
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(json.dumps(kept, ensure_ascii=False) + "\n")
