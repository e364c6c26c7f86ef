"""Thousands of open event streams of turns that wait: what one costs, and whether all of them are told the end.

The validator is stopped (SIGSTOP), so that turns wait for it in the middle; when it moves on (SIGCONT), every turn
ends, and each of its streams must have had every event of it, once and in order.
"""

import asyncio
import resource
import statistics
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from amy.cli.supervisor.plan import GATEWAY
from amy.client.aio import AsyncAmy
from tests.load.loading import people
from tests.load.loading.figures import Figures
from tests.load.loading.system import ORCHESTRATOR, USERS, System, measured
from tests.load.loading.watched import memory_mb

STREAMS: Final = 5_000
TURNS: Final = 50
"""Each of another user, and of as many streams as the others."""
QUESTION: Final = people.QUESTIONS[0]
_OPENED_AT_ONCE: Final = 50
_SETTLES_S: Final = 3.0
_ENDS_WITHIN_S: Final = 300.0
_WAITS: Final = "validator"
_SPARE_DESCRIPTORS: Final = 100
_TERMINAL: Final = b"turn.completed"


@dataclass(kw_only=True)
class Stream:
    """What one client reads, and when it read it."""

    turn_id: str
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    ids: list[int] = field(default_factory=list)
    read_at_s: dict[int, float] = field(default_factory=dict)
    completed: bool = False

    async def event(self) -> bool:
        """Reads one; whether there was one."""
        try:
            block = await self.reader.readuntil(b"\n\n")
        except asyncio.IncompleteReadError:
            return False
        fields = dict(line.split(b": ", 1) for line in block.splitlines() if b": " in line)
        if b"id" in fields:
            self.ids.append(int(fields[b"id"]))
            self.read_at_s[self.ids[-1]] = time.monotonic()
            self.completed = self.completed or fields[b"event"] == _TERMINAL
        return True

    async def to_the_end(self) -> None:
        while await self.event():
            pass


def measure(figures: Figures, folder: Path, *, streams: int = STREAMS) -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert hard > streams + _SPARE_DESCRIPTORS, f"{streams} streams need more than {hard} descriptors"
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    patient = {"AMY_ORCHESTRATOR_VALIDATOR_TIMEOUT_S": "600"}
    with measured(folder, env=patient) as system:
        people.copy(system.database_url, since=USERS, until=TURNS)
        asyncio.run(_measure(figures, system, streams))


async def _measure(figures: Figures, system: System, streams: int) -> None:
    table = figures.table(f"{streams:,} open event streams of {TURNS} waiting turns", "what", "figure")
    (validator,) = system.replicas.by_service[_WAITS]
    validator.freeze()
    try:
        turns = await _waiting_turns(system)
        empty = {service: memory_mb(system.pid(service)) for service in (GATEWAY, ORCHESTRATOR)}
        began = time.monotonic()
        opened = await _opened(system, turns, streams)
        table.add("opened", f"{streams:,} in {time.monotonic() - began:.1f} s")
        readers = [asyncio.create_task(stream.to_the_end()) for stream in opened]
        await asyncio.sleep(_SETTLES_S)
        for service, before in empty.items():
            grown = 1024 * (memory_mb(system.pid(service)) - before) / streams
            table.add(f"memory a stream, {service}", f"{grown:.1f} KiB (before: {before:.0f} MB)")
        held = sum(not reader.done() for reader in readers)
        table.add("held, nothing happening", f"{held:,} of {streams:,}")
    finally:
        validator.thaw()
    moved_on = time.monotonic()
    _, late = await asyncio.wait(readers, timeout=_ENDS_WITHIN_S)
    for reader in late:
        reader.cancel()
    await asyncio.gather(*readers, return_exceptions=True)
    _tell(figures, opened, held=held, moved_on=moved_on)
    for stream in opened:
        stream.writer.close()


async def _waiting_turns(system: System) -> Sequence[tuple[str, str]]:
    """User and id of turns that wait for the validator."""

    async def asked(user: str) -> tuple[str, str]:
        async with AsyncAmy(api_key=system.replicas.admin_key, base_url=system.replicas.base_urls[0], user=user) as amy:
            turn = await amy.turns.create(messages=[{"role": "user", "content": QUESTION}])
            async for event in amy.turns.stream(turn.id):
                if event.type == "agent.completed" and event.agent == "data_science":
                    return user, turn.id
        raise AssertionError(f"{turn.id} did not wait")

    return await asyncio.gather(*map(asked, people.names(TURNS)))


async def _opened(system: System, turns: Sequence[tuple[str, str]], streams: int) -> Sequence[Stream]:
    """Streams whose first event has been read, as many of each turn."""
    few = asyncio.Semaphore(_OPENED_AT_ONCE)
    host, port = system.replicas.by_service[GATEWAY][0].address.split(":")

    async def one(user: str, turn_id: str) -> Stream:
        async with few:
            reader, writer = await asyncio.open_connection(host, int(port))
            head = (
                f"GET /v1/turns/{turn_id}/events HTTP/1.1\r\nHost: {host}\r\nAccept: text/event-stream\r\n"
                f"Authorization: Bearer {system.replicas.admin_key}\r\nAmy-User: {user}\r\nConnection: close\r\n\r\n"
            )
            writer.write(head.encode())
            status = await reader.readline()
            assert b" 200 " in status, status
            await reader.readuntil(b"\r\n\r\n")
            stream = Stream(turn_id=turn_id, reader=reader, writer=writer)
            assert await stream.event(), turn_id
            return stream

    return await asyncio.gather(*(one(*turns[at % len(turns)]) for at in range(streams)))


def _tell(figures: Figures, opened: Sequence[Stream], *, held: int, moved_on: float) -> None:
    table = figures.tables[-1]
    whole = sum(every_event_once(stream.ids, completed=stream.completed) for stream in opened)
    ended = [stream.read_at_s[stream.ids[-1]] - moved_on for stream in opened if stream.completed]
    table.add("had every event once, in order, to turn.completed", f"{whole:,} of {len(opened):,}")
    table.add("events read", f"{sum(len(stream.ids) for stream in opened):,}")
    if ended:
        table.add("from the validator's going on to the end of the first stream", f"{min(ended):.2f} s")
        table.add("to the end of the last", f"{max(ended):.2f} s")
        spread = _spreads(opened, moved_on)
        table.add(
            "an event, from its first reader to its last",
            f"p50 {statistics.median(spread):.0f} ms, slowest {max(spread):.0f} ms, {len(spread):,} events",
        )
    figures.require(held == len(opened), f"{len(opened) - held} streams ended while nothing happened")
    figures.require(whole == len(opened), f"{len(opened) - whole} streams did not have every event")


def every_event_once(ids: Sequence[int], *, completed: bool) -> bool:
    """Ids of a turn start at 1 and have no gaps, so that a lost, doubled or late event shows."""
    return completed and list(ids) == list(range(1, len(ids) + 1))


def _spreads(opened: Sequence[Stream], moved_on: float) -> Sequence[float]:
    """Milliseconds between the first and the last reading of each event that came after the turns went on."""
    read: defaultdict[tuple[str, int], list[float]] = defaultdict(list)
    for stream in opened:
        for event_id, at_s in stream.read_at_s.items():
            if at_s >= moved_on:
                read[stream.turn_id, event_id].append(at_s)
    return [1000 * (max(times) - min(times)) for times in read.values()]
