"""What is counted of a process from outside, and how two versions are compared."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from tests.load.cost.before_after import table
from tests.load.cost.counting import Instrument, Tally, Thing
from tests.load.cost.filling import add_people, add_turns
from tests.load.cost.flame import Share, by_package
from tests.load.cost.instrument.sitecustomize import normal

PROGRAM = """
import os, sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("CREATE TABLE t (a, b)")
connection.execute("INSERT INTO t VALUES (?, ?)", (1, "it's; COMMIT"))
connection.execute("BEGIN")
connection.executemany("INSERT INTO t VALUES (?, ?)", [(2, "x"), (3, None), (4, b"y")])
connection.execute("COMMIT")
connection.execute("SELECT a FROM t WHERE a IN (1, 2)").fetchall()
os.fsync(os.open(sys.argv[1], os.O_RDONLY))
print("done", flush=True)
sys.stdin.read()
if os.fork() == 0:
    sqlite3.connect(sys.argv[1]).execute("SELECT b FROM t").fetchall()
    sys.exit()
os.wait()
"""


def test_every_statement_commit_and_sync_of_a_process_and_of_its_child_is_counted(tmp_path: Path) -> None:
    instrument = Instrument(tmp_path / "counts")
    program = [sys.executable, "-c", PROGRAM, str(tmp_path / "memory.db")]
    env = {**os.environ, **instrument.env()}
    with subprocess.Popen(program, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "done\n"
        whole = instrument.read()
    assert {thing.what: count for thing, count in whole.counts.items() if thing.kind == "sql"} == {
        "CREATE TABLE t (a, b)": 1,
        "INSERT INTO t VALUES ?": 4,
        "BEGIN": 1,
        "COMMIT": 1,
        "SELECT a FROM t WHERE a IN ?": 1,
    }
    assert whole.statements == {"memory": 8}
    assert whole.commits == {"memory": 2}, "the transaction, and the write outside one"
    assert whole.counts[Thing("fsync", "-c", "fsync")] == 1
    assert instrument.read().since(whole).statements == {"memory": 1}, "of the child, after both have ended"


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("SELECT a  FROM t\n WHERE b = 'it''s' AND c = -1.5e3", "SELECT a FROM t WHERE b = ? AND c = -?"),
        ("INSERT INTO t1 VALUES (x'0a', NULL, 'b'), ('c', 2, '')", "INSERT INTO t1 VALUES ?"),
        ("SELECT a FROM t WHERE b IN (%s, %s) AND c = %(c)s::VARCHAR", "SELECT a FROM t WHERE b IN ? AND c = ?"),
        ("UPDATE t SET a = 'cut off in the mid", "UPDATE t SET a = ?"),
    ],
)
def test_statements_that_differ_in_values_alone_are_one(statement: str, told: str) -> None:
    assert normal(statement) == told


def test_calls_for_health_are_no_turns_calls() -> None:
    tally = Tally(
        Counter(
            {
                Thing("grpc", "amy", "grpc.health.v1.Health/Check"): 9,
                Thing("grpc", "amy", "amy.api.memory.v1.MemoryService/Summarize"): 2,
                Thing("grpc", "memory", "amy.api.memory.v1.MemoryService/Summarize"): 1,
            }
        )
    )
    assert tally.calls == {"amy.api.memory.v1.MemoryService/Summarize": 3}


def test_copies_are_of_what_belongs_to_a_person_and_have_ids_of_their_own(tmp_path: Path) -> None:
    turn, newer = "turn_01M87WM26EGY4Y35RPWBABCDE1", "turn_01M87WM26EGY4Y35RPWBABCDE2"
    fewer, more = tmp_path / "fewer", tmp_path / "more"
    fewer.mkdir()
    with closing(sqlite3.connect(fewer / "orchestrator.db")) as database:
        database.execute("CREATE TABLE orchestrator_turns (id TEXT PRIMARY KEY, user_id, result, events_purged)")
        database.execute("CREATE TABLE settings (name TEXT PRIMARY KEY)")
        database.executemany(
            "INSERT INTO orchestrator_turns VALUES (?, ?, ?, 0)", [(turn, "a", "short"), (newer, "a", "longer")]
        )
        database.commit()
    with closing(sqlite3.connect(fewer / "health_data.db")) as database:
        database.execute("CREATE TABLE observations (user_id, day, value, PRIMARY KEY (user_id, day))")
        database.executemany("INSERT INTO observations VALUES (?, ?, 7)", [("a", 1), ("a", 2), ("b", 1)])
        database.commit()

    add_turns(shutil.copytree(fewer, more), user="a", count=20)
    add_people(fewer, like="a", count=3)

    with closing(sqlite3.connect(more / "orchestrator.db")) as database:
        counts = "SELECT count(DISTINCT id), count(*), sum(events_purged) FROM orchestrator_turns WHERE {}"
        assert database.execute(counts.format("user_id = 'a' AND result = 'short'")).fetchone() == (21, 21, 20)
        assert database.execute(counts.format("user_id = 'a' AND result = 'longer'")).fetchone() == (1, 1, 0)
    with closing(sqlite3.connect(fewer / "orchestrator.db")) as database:
        assert database.execute(
            "SELECT count(DISTINCT id), count(DISTINCT user_id) FROM orchestrator_turns"
        ).fetchone() == (8, 4)
    with closing(sqlite3.connect(fewer / "health_data.db")) as database:
        people = "SELECT user_id, count(*), sum(value) FROM observations GROUP BY 1 ORDER BY 1"
        assert database.execute(people).fetchall() == [
            ("a", 2, 14), ("a-000001", 2, 14), ("a-000002", 2, 14), ("a-000003", 2, 14), ("b", 1, 7),
        ]  # fmt: skip


def test_samples_are_shared_out_by_package() -> None:
    stacks = [
        "main (/x/amy/cli/main.py:3);ask (/x/services/memory/app.py:9);run (/v/site-packages/sqlalchemy/base.py:1) 60",
        "main (/x/amy/cli/main.py:3);ask (/x/services/memory/app.py:9);ask (/x/services/memory/wire.py:4) 30",
        "run (/usr/lib/python3.11/threading.py:5) 10",
    ]
    assert by_package(stacks) == {
        "amy/cli": Share(own=0, within=0.9),
        "services/memory": Share(own=0.3, within=0.9),
        "sqlalchemy": Share(own=0.6, within=0.6),
        "Python's threading": Share(own=0.1, within=0.1),
    }


def test_a_figure_of_one_version_alone_has_no_ratio() -> None:
    told = table({"ms": 500.0, "gone": 1.0, "none": 0.0}, {"ms": 100.0, "none": 0.0, "new": 12.345})
    assert told.splitlines()[2:] == [
        "| ms | 500 | 100 | 0.20x |",
        "| gone | 1 | - | - |",
        "| none | 0 | 0 | - |",
        "| new | - | 12.3 | - |",
    ]
