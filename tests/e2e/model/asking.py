"""Turns over the public API, with all that their events and the double say of them."""

import time
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from amy.client import Amy
from amy.client.events import AgentCompleted, AgentStarted, AgentThought, TurnCompleted, TurnEvent
from amy.client.models import TurnResult
from evals.system import System
from tests.vendor import Vendor
from tests.vendor.messages import Reply

WARN_USD: Final = 0.02
"""Of the system that all these turns are asked of: more than a greeting costs, and less than an answer does."""
_PRICES: Final = Path(__file__).parents[3] / "amy" / "llm" / "prices.toml"


@dataclass(frozen=True, kw_only=True)
class Seen:
    """An event, and when the client had it, by the machine's monotonic clock."""

    at_s: float
    event: TurnEvent


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A turn that is over.

    Attributes:
        replies: of the double, in the order in which they began.
    """

    result: TurnResult
    seen: Sequence[Seen]
    replies: Sequence[Reply]

    @property
    def events(self) -> Sequence[TurnEvent]:
        return [each.event for each in self.seen]

    @property
    def purposes(self) -> Sequence[str]:
        return [each.purpose for each in self.replies]


class Asking:
    """Asks one turn after the other.

    Args:
        amy: for whom.
        vendor: whom the minds ask.
        system: that is asked.
    """

    def __init__(self, amy: Amy, vendor: Vendor, system: System) -> None:
        self.amy = amy
        self.vendor = vendor
        self._system = system

    def ask(self, said: str) -> Asked:
        """The answer to a message that begins a conversation."""
        [asked] = self.converse(said)
        return asked

    def converse(self, *said: str) -> list[Asked]:
        """The answers of a conversation in which each of these is said, and answered, before the next.

        No mind may have fallen back, and the double must have found nothing to refuse.
        """
        messages: list[dict[str, str]] = []
        answers: list[Asked] = []
        for each in said:
            messages.append({"role": "user", "content": each})
            answers.append(self._answered(messages))
            messages.append({"role": "assistant", "content": answers[-1].result.answer})
        return answers

    def _answered(self, messages: list[dict[str, str]]) -> Asked:
        before, logged = len(self.vendor.replies), self._system.log.stat().st_size
        turn = self.amy.turns.create(messages=messages)
        seen = [Seen(at_s=time.monotonic(), event=event) for event in self.amy.turns.stream(turn.id)]
        last = seen[-1].event
        assert isinstance(last, TurnCompleted), last
        check_well_formed([each.event for each in seen])
        self.vendor.script.check()
        assert not self.vendor.refusals
        with self._system.log.open() as log:
            log.seek(logged)
            assert not [line for line in log if "mind.fell_back" in line]
        return Asked(result=last.result, seen=seen, replies=self.vendor.replies[before:])


def check_well_formed(events: Sequence[TurnEvent]) -> None:
    """Raises AssertionError where they are not as docs/turns.md has them."""
    assert [event.id for event in events] == list(range(1, len(events) + 1))
    types = [event.type for event in events]
    assert types[0] == "turn.started"
    assert [each for each in types if each.startswith("turn.")] == ["turn.started", types[-1]]
    assert types.count("cost_warning") <= 1
    assert types.count("fact_check") <= 1
    assert "unknown" not in types
    speaking: set[str] = set()
    for event in events:
        match event:
            case AgentStarted(agent=agent):
                assert agent not in speaking
                speaking.add(agent)
            case AgentThought(agent=agent):
                assert agent in speaking
            case AgentCompleted(agent=agent):
                speaking.remove(agent)
    assert not speaking


def told(events: Sequence[TurnEvent], agent: str) -> str:
    """All that an agent narrated."""
    return "".join(event.delta for event in events if isinstance(event, AgentThought) and event.agent == agent)


def priced(replies: Sequence[Reply]) -> float:
    """What the vendor would charge for these today, from what it says that they used."""
    return sum(_priced(reply) for reply in replies)


def _priced(reply: Reply) -> float:
    usage, price = reply.usage, _price(reply.model)
    charged: float = (
        usage["input_tokens"] * price["input"]
        + usage["cache_read_input_tokens"] * price["cache_read"]
        + usage["cache_creation_input_tokens"] * price["cache_write"]
        + usage["output_tokens"] * price["output"]
    )
    return charged / 1e6


def _price(model: str) -> dict[str, Any]:
    """The newest row that is in force; the prompts of tests are too short for another."""
    rows = [row for row in tomllib.loads(_PRICES.read_text("utf-8"))["price"] if model in row["models"]]
    begun = [row for row in rows if row["effective_from"] <= datetime.now(UTC).date()]
    newest = max(row["effective_from"] for row in begun)
    found: Iterator[dict[str, Any]] = (row for row in begun if row["effective_from"] == newest)
    return min(found, key=lambda row: row.get("most_prompt_tokens") or float("inf"))
