"""What a turn costs as the database fills: ten users, a hundred, a thousand, ten thousand."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import psycopg

from tests.load.loading import k6, people
from tests.load.loading.figures import Figures, Table
from tests.load.loading.services import MOST_FAILED
from tests.load.loading.system import USERS, System, measured

SIZES: Final = (USERS, 100, 1_000, 10_000)
VIRTUAL_USERS: Final = 2
MOST_GROWN: Final = 1.5
"""Of a turn's time and of the rows read for it, from the fewest users to the most."""
_TOLD_TABLES: Final = 6
_REPORTED_AFTER_S: Final = 11.0
"""PostgreSQL's processes report what they did when they have been idle for ten seconds, at the latest."""


@dataclass(frozen=True, kw_only=True)
class Work:
    """What PostgreSQL has done so far.

    Attributes:
        active_s: in statements.
        read: rows and entries of indexes.
        scanned: rows of each table that were read by going through all of it.
    """

    active_s: float
    read: int
    scanned: Mapping[str, int]

    @classmethod
    def now(cls, database_url: str) -> "Work":
        time.sleep(_REPORTED_AFTER_S)
        with psycopg.connect(database_url) as connection:
            ((active_ms, read),) = connection.execute(
                "SELECT active_time, tup_returned + tup_fetched FROM pg_stat_database"
                " WHERE datname = current_database()"
            ).fetchall()
            scanned = connection.execute(
                "SELECT relname, coalesce(seq_tup_read, 0) FROM pg_stat_user_tables"
            ).fetchall()
        return cls(active_s=active_ms / 1000, read=int(read), scanned=dict(scanned))


def measure(figures: Figures, folder: Path, *, seconds: int, sizes: Sequence[int] = SIZES) -> None:
    table = figures.table(
        f"A turn as users grow, {VIRTUAL_USERS} people at once, any of them, {seconds} s",
        "users", "database MB", "p50 ms", "ratio", "p95 ms", "in PostgreSQL ms a turn", "ratio",
        "rows read a turn", "ratio", "errors",
    )  # fmt: skip
    with measured(folder) as system:
        first: tuple[float, ...] = ()
        there = USERS
        for users in sizes:
            people.copy(system.database_url, since=there, until=users)
            there = users
            first = _with(figures, table, system, users, first, seconds=seconds)
        table.note(f"Largest tables with {there:,} users: {_largest(system.database_url)}.")


def _with(
    figures: Figures, table: Table, system: System, users: int, first: tuple[float, ...], *, seconds: int
) -> tuple[float, ...]:
    """Returns the time, the database's time and the rows of a turn with the fewest users."""
    plan = k6.turns_plan(system.replicas, users=people.names(users), questions=people.QUESTIONS)
    load = k6.Load(script="turns.js", plan=plan, virtual_users=VIRTUAL_USERS, folder=system.folder)
    load.warm_up(seconds)
    before = Work.now(system.database_url)
    run = load.run(seconds)
    after = Work.now(system.database_url)
    turns = run.of(k6.WHOLE_TURN)
    cost = (
        turns.p50_ms,
        1000 * (after.active_s - before.active_s) / turns.count,
        (after.read - before.read) / turns.count,
    )
    grown = tuple(now / least for now, least in zip(cost, first or cost, strict=True))
    table.add(
        f"{users:,}",
        f"{_size_mb(system.database_url):,.0f}",
        f"{cost[0]:,.0f}",
        f"{grown[0]:.2f}x",
        f"{turns.p95_ms:,.0f}",
        f"{cost[1]:.1f}",
        f"{grown[1]:.2f}x",
        f"{cost[2]:,.0f}",
        f"{grown[2]:.2f}x",
        f"{turns.failed} of {turns.count:,}",
    )
    scanned = {name: (count - before.scanned.get(name, 0)) / turns.count for name, count in after.scanned.items()}
    table.note(f"With {users:,} users, rows a turn read by scanning whole tables: {_most(scanned)}.")
    figures.require(turns.failed <= MOST_FAILED * turns.count, f"turns with {users:,} users failed: {run.errors}")
    figures.require(
        grown[0] <= MOST_GROWN and grown[2] <= MOST_GROWN, f"a turn with {users:,} users costs {grown} of one"
    )
    return first or cost


def _most(counts: Mapping[str, float]) -> str:
    told = sorted(counts.items(), key=lambda each: -each[1])[:3]
    return ", ".join(f"{name} {count:,.0f}" for name, count in told if count >= 1) or "none"


def _size_mb(database_url: str) -> float:
    with psycopg.connect(database_url) as connection:
        ((size,),) = connection.execute("SELECT pg_database_size(current_database())").fetchall()
    return float(size) / 2**20


def _largest(database_url: str) -> str:
    with psycopg.connect(database_url) as connection:
        rows = connection.execute(
            "SELECT relname, n_live_tup, pg_total_relation_size(relid) / 2^20 FROM pg_stat_user_tables"
            " ORDER BY 3 DESC LIMIT %s",
            [_TOLD_TABLES],
        ).fetchall()
    return ", ".join(f"{name} {count:,} rows, {size:,.0f} MB" for name, count, size in rows)
