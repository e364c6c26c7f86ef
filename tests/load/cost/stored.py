"""How large a system's databases are, and what PostgreSQL itself has counted."""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import psycopg


def sqlite_bytes(data_dir: Path) -> Mapping[str, int]:
    """Of the pages in use, by service, what is still in the write-ahead log included."""
    return {file.stem: _bytes(file) for file in sorted(data_dir.glob("*.db"))}


def _bytes(file: Path) -> int:
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
        pages, free, size = (
            connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "freelist_count", "page_size")
        )
    used: int = (pages - free) * size
    return used


@dataclass(frozen=True, kw_only=True)
class Server:
    """So far, of all databases; `pages` are those of the measured one."""

    syncs: int
    transactions: int
    bytes: int

    @classmethod
    def now(cls, url: str) -> "Server":
        with psycopg.connect(url) as connection:
            ((syncs, transactions, size),) = connection.execute(
                "SELECT (SELECT wal_sync FROM pg_stat_wal) + (SELECT coalesce(sum(fsyncs), 0)::bigint FROM pg_stat_io),"
                " (SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = current_database()),"
                " pg_database_size(current_database())"
            ).fetchall()
        return cls(syncs=syncs, transactions=transactions, bytes=size)
