"""Whole turns a second with one, two and three orchestrators, all else as it was, and who takes the processor time."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import psycopg

from tests.load.loading import k6, people
from tests.load.loading.figures import Figures, Table
from tests.load.loading.services import MOST_FAILED
from tests.load.loading.system import ORCHESTRATOR, USERS, System, measured
from tests.load.loading.watched import Processor

ORCHESTRATORS: Final = 3
VIRTUAL_USERS: Final = 8
_TOLD_FROM: Final = 0.01
"""Of the machine's time: what takes less is not named."""


def measure(figures: Figures, folder: Path, *, seconds: int) -> None:
    table = figures.table(
        f"Turns a second over PostgreSQL, {os.cpu_count()} cores, {VIRTUAL_USERS} people at once, {seconds} s",
        "orchestrators", "turns per second", "ratio to one", "p50 s", "p95 s", "p99 s", "errors", "cores busy",
    )  # fmt: skip
    with measured(folder, orchestrators=ORCHESTRATORS) as system:
        alone = 0.0
        for count in range(1, ORCHESTRATORS + 1):
            replica = system.replicas.by_service[ORCHESTRATOR][count - 1]
            if replica.process is None:
                replica.start()
                replica.ready()
            alone = _with(figures, table, system, count, alone, seconds=seconds)


def _with(figures: Figures, table: Table, system: System, count: int, alone: float, *, seconds: int) -> float:
    """Returns turns per second of one orchestrator alone."""
    plan = k6.turns_plan(system.replicas, users=people.names(USERS), questions=people.QUESTIONS)
    load = k6.Load(script="turns.js", plan=plan, virtual_users=VIRTUAL_USERS, folder=system.folder)
    load.warm_up(seconds)
    stored, before = _stored(system), Processor.now(system.pids)
    run = load.run(seconds)
    spent, ended = Processor.now(system.pids).since(before), _stored(system)
    turns = run.of(k6.WHOLE_TURN)
    rate = turns.count / run.seconds
    table.add(
        str(count),
        f"{rate:.2f}",
        f"{rate / (alone or rate):.2f}x",
        f"{turns.p50_ms / 1000:.2f}",
        f"{turns.p95_ms / 1000:.2f}",
        f"{turns.p99_ms / 1000:.2f}",
        f"{turns.failed} of {turns.count:,}",
        f"{spent['all'] / run.seconds:.2f}",
    )
    table.note(f"With {count}, ms of processor time a turn: {_shares(spent, run, turns.count)}.")
    completed = {status: number - stored.get(status, 0) for status, number in ended.items()}
    figures.require(turns.failed <= MOST_FAILED * turns.count, f"turns with {count} orchestrators failed: {run.errors}")
    figures.require(
        completed.get("completed", 0) == sum(completed.values()) == turns.count,
        f"with {count} orchestrators k6 saw {turns.count} turns, the database holds {completed}",
    )
    return alone or rate


def _shares(spent: Mapping[str, float], run: k6.Run, turns: int) -> str:
    """Who takes how much of a turn; what is no process of the system, short-lived sandboxes too, is the rest."""
    named = {**{name: taken for name, taken in spent.items() if name != "all"}, "k6": run.cpu_s}
    rest = {"the rest of the machine": spent["all"] - sum(named.values())}
    told = sorted((named | rest).items(), key=lambda each: -each[1])
    shown = (f"{name} {1000 * taken / turns:.0f}" for name, taken in told if taken >= _TOLD_FROM * spent["all"])
    return ", ".join(shown)


def _stored(system: System) -> dict[str, int]:
    """Turns in the database by status."""
    with psycopg.connect(system.database_url) as connection:
        rows = connection.execute("SELECT status, count(*) FROM orchestrator_turns GROUP BY status").fetchall()
    return dict(rows)
