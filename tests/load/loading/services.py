"""Each service by itself under k6: requests a second, times, errors, and whether its memory keeps growing."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from amy.cli.supervisor.plan import GATEWAY
from tests.load.loading import k6, people, requests
from tests.load.loading.figures import Figures, Table
from tests.load.loading.system import ORCHESTRATOR, USERS, System, measured
from tests.load.loading.watched import Memory, watching

VIRTUAL_USERS: Final[Mapping[str, int]] = {ORCHESTRATOR: 3, GATEWAY: 3}
"""Of those whose turns keep other services busy too."""
OF_ANY_OTHER: Final = 4
MOST_FAILED: Final = 0.001
"""Of the calls of a service."""
MOST_SLOPE_MB_PER_MINUTE: Final = 15.0
"""Repeated runs of services that keep nothing stay below it (docs/load.md)."""
SLOPE_FROM_S: Final = 60
"""A shorter run says nothing of memory."""


def measure(figures: Figures, folder: Path, *, seconds: int, only: frozenset[str]) -> None:
    """Args: only: of these services; empty: all."""
    table = figures.table(
        f"Each service by itself, {seconds} s",
        "service", "call", "per second", "p50 ms", "p95 ms", "p99 ms", "errors",
        "memory MB", "MB/min", "MB/1,000 calls",
    )  # fmt: skip
    users = people.names(USERS)
    with measured(folder) as system:
        calls = asyncio.run(requests.calls(system.replicas))
        loads = {
            service: ("grpc.js", k6.grpc_plan(system.replicas, service, descriptor, calls[service], users=users))
            for service, descriptor in requests.SERVICES.items()
        }
        loads[GATEWAY] = ("turns.js", k6.turns_plan(system.replicas, users=users, questions=people.QUESTIONS))
        for service, (script, plan) in loads.items():
            if not only or service in only:
                virtual_users = VIRTUAL_USERS.get(service, OF_ANY_OTHER)
                load = k6.Load(script=script, plan=plan, virtual_users=virtual_users, folder=system.folder)
                _one(figures, table, system, service, load, seconds=seconds)


def _one(figures: Figures, table: Table, system: System, service: str, load: k6.Load, *, seconds: int) -> None:
    load.warm_up(seconds)
    with watching(system.pid(service)) as memory:
        run = load.run(seconds)
    _tell(table, service, run, memory)
    judge(figures, service, run, memory, seconds=seconds)


def judge(figures: Figures, service: str, run: k6.Run, memory: Memory, *, seconds: int) -> None:
    """Requires that next to no call failed, that each was made, and that memory does not keep growing."""
    failed = sum(call.failed for call in run.calls)
    figures.require(
        failed <= MOST_FAILED * run.requests and all(call.count > 0 for call in run.calls),
        f"{service}: {failed} of {run.requests} calls failed; {run.errors}",
    )
    if seconds >= SLOPE_FROM_S:
        figures.require(
            memory.slope_mb_per_minute <= MOST_SLOPE_MB_PER_MINUTE,
            f"{service}: memory grows by {memory.slope_mb_per_minute:.1f} MB a minute",
        )


def _tell(table: Table, service: str, run: k6.Run, memory: Memory) -> None:
    """Memory is the service's, so it stands beside the first of its calls."""
    slope = memory.slope_mb_per_minute
    a_thousand = slope / (run.requests / run.seconds * 60) * 1000
    of_memory = (f"{memory.last_mb:.0f}", f"{slope:+.1f}", f"{a_thousand:+.2f}")
    for at, call in enumerate(run.calls):
        table.add(
            "" if at else service,
            call.name,
            f"{call.count / run.seconds:,.1f}",
            f"{call.p50_ms:,.1f}",
            f"{call.p95_ms:,.1f}",
            f"{call.p99_ms:,.1f}",
            f"{call.failed} of {call.count:,}",
            *(("", "", "") if at else of_memory),
        )
