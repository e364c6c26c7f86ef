"""`amy-migrate`: every table up to date before any service of a new version starts."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from sqlalchemy import create_engine, inspect, make_url

COMMAND = str(Path(sys.executable).with_name("amy-migrate"))
KEEPING = ("domain_expert", "gateway", "health_data", "memory", "orchestrator")


def environment(url: str, services: Sequence[str] = KEEPING, **more: str) -> dict[str, str]:
    plain = {name: value for name, value in os.environ.items() if not name.startswith("AMY_")}
    return {**plain, **{f"AMY_{service.upper()}_DATABASE_URL": url for service in services}, **more}


def run(env: dict[str, str], *arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([COMMAND, *arguments], env=env, capture_output=True, text=True, timeout=100, check=False)


@pytest.fixture
def tables(postgres_url: str) -> Iterator[object]:
    engine = create_engine(make_url(postgres_url).set(drivername="postgresql+psycopg"))
    yield inspect(engine)
    engine.dispose()


def test_two_at_once_bring_all_tables_up_to_date_and_a_third_finds_nothing_to_do(
    postgres_url: str, tables: object
) -> None:
    env = environment(postgres_url)
    both = [subprocess.Popen([COMMAND], env=env, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    said = [process.communicate(timeout=120)[0] for process in both]
    assert [process.returncode for process in both] == [0, 0]
    assert said == ["".join(f"{service}: up to date\n" for service in KEEPING)] * 2
    names = tables.get_table_names()  # type: ignore[attr-defined]
    assert {"gateway_rates", "memory_entries", "orchestrator_turns", "observations", "document"} <= set(names)
    again = run(env)
    assert (again.returncode, again.stdout) == (0, said[0])


def test_an_image_migrates_its_own_service(postgres_url: str, tables: object) -> None:
    ended = run(environment(postgres_url, AMY_SERVICE="memory"))
    assert (ended.returncode, ended.stdout) == (0, "memory: up to date\n")
    assert "gateway_keys" not in tables.get_table_names()  # type: ignore[attr-defined]
    ended = run(environment(postgres_url, (), AMY_SERVICE="validator"))
    assert (ended.returncode, ended.stdout) == (0, "validator: keeps no tables\n")


def test_one_database_that_cannot_be_reached_is_told_and_the_others_are_migrated(postgres_url: str) -> None:
    env = environment(postgres_url, ("memory",), AMY_GATEWAY_DATABASE_URL="postgresql://amy:hunter2@127.0.0.1:1/amy")
    ended = run(env, "--wait", "0.5")
    assert (ended.returncode, ended.stdout) == (1, "memory: up to date\n")
    told = [line for line in ended.stderr.splitlines() if not line.startswith("{")]
    assert told == [
        "gateway: The database amy on 127.0.0.1 could not be reached for 0.5 s: start it, or check the database URL."
    ]
    assert "hunter2" not in ended.stderr


@pytest.mark.parametrize(
    ("services", "arguments", "told"),
    [
        ((), (), "name services, or give AMY_<SERVICE>_DATABASE_URL"),
        ((), ("memory",), "not given: AMY_MEMORY_DATABASE_URL"),
        (("memory",), ("memory", "validator"), "validator: no service that keeps tables"),
    ],
)
def test_wrong_usage_is_said(services: tuple[str, ...], arguments: tuple[str, ...], told: str) -> None:
    ended = run(environment("postgresql://amy@127.0.0.1:1/amy", services), *arguments)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert told in ended.stderr
