"""What `make load` says can be relied on: slopes, people, verdicts, and that no service is left out."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import entry_points
from pathlib import Path

import psycopg
import pytest

from amy.cli.supervisor.plan import GATEWAY
from tests.load.loading import people, requests, services, watched
from tests.load.loading.figures import Figures
from tests.load.loading.k6 import Measured, Run
from tests.load.loading.streams import every_event_once

_HOLDS = "import sys, time; kept = bytes(int(sys.argv[1])); kept = bytearray(kept); print(flush=True); time.sleep(60)"
_STARTS = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {_HOLDS!r}, sys.argv[1]])"
_MB = 2**20
_SCHEMA = """
CREATE TABLE observations (user_id text, metric text, epoch_day int, value float, PRIMARY KEY (user_id, epoch_day));
CREATE TABLE recorded_days (user_id text, epoch_day int);
CREATE TABLE local_times (user_id text, name text);
CREATE TABLE activities (user_id text, "end" timestamp);
CREATE TABLE biomarkers (user_id text, name text);
CREATE TABLE profiles (user_id text PRIMARY KEY);
CREATE TABLE imports (import_id text PRIMARY KEY, user_id text);
CREATE TABLE memory_entries (id text PRIMARY KEY, user_id text, source_turn_id text);
CREATE TABLE memory_recorded_turns (user_id text, turn_id text);
CREATE TABLE document (id text PRIMARY KEY, user_id text);
CREATE TABLE document_chunk (document_id text REFERENCES document, user_id text);
CREATE TABLE orchestrator_turns (id text PRIMARY KEY, user_id text, events_purged bool);
CREATE TABLE orchestrator_turn_log (turn_id text REFERENCES orchestrator_turns, entry int);
"""
"""The columns that copying is about, of the services' tables."""
_TURNS = ("turn_01M87WM26EGY4Y35RPWBABCDE1", "turn_01M87WM26EGY4Y35RPWBABCDE2")


def test_a_memory_that_grows_has_its_slope_and_the_warm_up_is_no_part_of_it() -> None:
    at_s = [float(second) for second in range(60)]
    leaking = [100 + (50 * second if second < 10 else 500 + 0.5 * second) for second in at_s]

    assert watched.slope(at_s, leaking, warm_up_s=10) == pytest.approx(0.5)


def test_memory_and_time_are_those_of_a_process_and_of_what_it_started() -> None:
    with _running(_STARTS, 200 * _MB) as starter:
        assert watched.memory_mb(starter) > watched.own_mb(starter) > 200
        assert watched.cpu_s(starter) > 0
    assert watched.memory_mb(starter) == 0


def test_every_service_there_is_is_under_load() -> None:
    there_are = {point.name for point in entry_points(group="amy.services")}

    assert {*requests.SERVICES, GATEWAY} == there_are


def test_a_run_in_which_something_does_not_hold_says_what() -> None:
    figures = Figures()

    for streams, whole in ((3, 3), (3, 2)):
        figures.require(whole == streams, f"{whole} of {streams} streams were whole")

    assert figures.failures == ["2 of 3 streams were whole"]


@pytest.mark.parametrize(("failed", "slope", "held"), [(1, 0.0, True), (2, 0.0, False), (0, 1.0, False)])
def test_a_service_fails_the_run_by_more_than_one_error_in_a_thousand_or_by_a_memory_that_grows(
    failed: int, slope: float, *, held: bool
) -> None:
    figures = Figures()
    call = Measured(name="Call", count=1000, failed=failed, p50_ms=1, p95_ms=2, p99_ms=3)
    seconds = range(services.SLOPE_FROM_S)
    memory = watched.Memory(at_s=[float(at) for at in seconds], own_mb=[100 + slope * at for at in seconds])

    services.judge(figures, "memory", Run(seconds=60, calls=[call], cpu_s=1, errors=""), memory, seconds=60)

    assert (not figures.failures) is held


def test_the_tables_are_written_as_markdown() -> None:
    figures = Figures()
    table = figures.table("Speed", "what", "figure")
    table.add("turns", "5")
    table.note("On two cores.")

    assert figures.markdown() == "### Speed\n\n| what | figure |\n| --- | --- |\n| turns | 5 |\n\nOn two cores.\n"


def test_users_are_copies_of_the_first_one_with_ids_of_their_own(postgres_url: str) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as database:
        database.execute(_SCHEMA)
        database.execute(
            "INSERT INTO observations VALUES ('load-000000', 'steps', 1, 9), ('load-000000', 'steps', 2, 8)"
        )
        for turn in _TURNS:
            database.execute("INSERT INTO orchestrator_turns VALUES (%s, 'load-000000', false)", [turn])
            database.execute("INSERT INTO orchestrator_turn_log VALUES (%s, 1), (%s, 2)", [turn, turn])

        people.copy(postgres_url, since=1, until=5)

        values = "SELECT user_id, array_agg(value ORDER BY epoch_day) FROM observations GROUP BY 1 ORDER BY 1"
        assert database.execute(values).fetchall() == [(name, [9, 8]) for name in people.names(5)]
        turns = "SELECT user_id, count(DISTINCT id) FROM orchestrator_turns GROUP BY 1 ORDER BY 1"
        assert database.execute(turns).fetchall() == [(name, 2) for name in people.names(5)]
        events = "SELECT count(*) FROM orchestrator_turn_log JOIN orchestrator_turns t ON t.id = turn_id"
        assert database.execute(events).fetchall() == [(5 * 4,)]


def test_the_turns_of_users_beyond_the_recent_ones_have_no_events_left(postgres_url: str) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as database:
        database.execute(_SCHEMA)
        database.execute("INSERT INTO orchestrator_turns VALUES (%s, 'load-000000', false)", [_TURNS[0]])
        database.execute("INSERT INTO orchestrator_turn_log VALUES (%s, 1)", [_TURNS[0]])

        people.copy(postgres_url, since=1, until=people.RECENT + 2)

        gone = "SELECT user_id FROM orchestrator_turns WHERE events_purged ORDER BY 1"
        assert database.execute(gone).fetchall() == [(people.name(people.RECENT),), (people.name(people.RECENT + 1),)]
        assert database.execute("SELECT count(*) FROM orchestrator_turn_log").fetchall() == [(people.RECENT,)]


@pytest.mark.parametrize(
    ("ids", "completed", "whole"),
    [([1, 2, 3], True, True), ([1, 3], True, False), ([1, 2, 2, 3], True, False), ([1, 2], False, False)],
)
def test_a_stream_is_whole_if_it_had_every_event_once_and_the_end(
    ids: list[int], *, completed: bool, whole: bool
) -> None:
    assert every_event_once(ids, completed=completed) is whole


@contextmanager
def _running(program: str, size: int) -> Iterator[int]:
    """A process of that program which has said that it is there."""
    with subprocess.Popen([sys.executable, "-c", program, str(size)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.readline()
        below = [pid for pid in watched.family(process.pid) if pid != process.pid]
        try:
            yield process.pid
        finally:
            process.kill()
            for pid in below:
                if Path(f"/proc/{pid}").exists():
                    subprocess.run(["kill", str(pid)], check=False)
