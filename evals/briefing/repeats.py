"""Whether a briefing proposes again what it has tested already, seen in what the memory keeps of each turn."""

import re
from collections.abc import Sequence
from typing import Final

from amy.client import AsyncAmy
from amy.client.models import Memory

RUNS: Final = 10
_PAGE: Final = 100
_WEEKEND: Final = re.compile(r"\bweek-?ends?\b|\bweekdays\b", re.IGNORECASE)


def hypothesis(entry: Memory) -> str:
    """What a pair or a weekend hypothesis was about; empty for all others, which may be asked of new days again."""
    meta = entry.meta
    if meta is None:
        return ""
    if meta.kind == "association":
        return f"{meta.feature} with {meta.target}, {meta.lag_days or 0} days later"
    return f"{meta.feature} at weekends" if _WEEKEND.search(entry.text) else ""


async def proposed_again(client: AsyncAmy, questions: Sequence[str]) -> tuple[list[str], int]:
    """Asks ten times, in the wordings in turn.

    Returns:
        Each hypothesis of a turn that an earlier turn had tested, and how many were tested in all.
    """
    known = {said for entry in await _tested(client) if (said := hypothesis(entry))}
    again: list[str] = []
    count = 0
    for run in range(RUNS):
        question = questions[run % len(questions)]
        turn = await client.turns.create([{"role": "user", "content": question}], stream=False)
        new = [
            said for entry in await _tested(client) if entry.source_turn_id == turn.id and (said := hypothesis(entry))
        ]
        again += [said for said in new if said in known]
        known.update(new)
        count += len(new)
    return again, count


async def _tested(client: AsyncAmy) -> list[Memory]:
    entries: list[Memory] = []
    cursor: str | None = None
    while True:
        page = await client.memory.list(include_tested=True, limit=_PAGE, cursor=cursor)
        entries += page.data
        cursor = page.next_cursor
        if not page.has_more:
            return entries
