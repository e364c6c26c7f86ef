"""The edges: protos round-trip, and the migrations make the tables the queries expect."""

import asyncio
import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Engine, create_engine, make_url, text

from amy.api.memory.v1 import memory_pb2 as pb
from amy.runtime.schema import migrate
from services.memory import wire
from services.memory.adapters import migrations
from services.memory.adapters.sql_store import SqlMemoryStore
from services.memory.adapters.tables import METADATA
from services.memory.domain import memory
from services.memory.domain.listing import ALL_ENTRIES
from services.memory.domain.memory import (
    Category,
    Extracted,
    FindingKind,
    FindingMeta,
    Kind,
    Memory,
    Verdict,
    Written,
)
from tests.tables import comparing

METAS = st.builds(
    FindingMeta,
    finding_id=st.text(st.characters(codec="utf-8")),
    feature=st.text(st.characters(codec="utf-8")),
    target=st.text(st.characters(codec="utf-8")),
    verdict=st.sampled_from(Verdict),
    effect=st.none() | st.floats(allow_nan=False, allow_infinity=False),
    kind=st.none() | st.sampled_from(FindingKind),
    lag_days=st.integers(-(2**31), 2**31 - 1),
    p_value=st.none() | st.floats(0, 1),
    place=st.integers(0, 60),
    level=st.none() | st.floats(0, 1),
)


@given(METAS)
def test_a_findings_meta_survives_the_wire(meta: FindingMeta) -> None:
    assert wire.meta_from_proto(wire.meta_to_proto(meta)) == meta


@given(st.sampled_from(Category), st.sampled_from(Kind))
def test_categories_and_kinds_survive_the_wire(category: Category, kind: Kind) -> None:
    entry = Memory(
        id="mem_1",
        text="x",
        category=category,
        created_at=datetime(2026, 5, 20, tzinfo=UTC),
        confidence=0.5,
        origin=Extracted(turn_id="turn_1", kind=kind),
    )
    message = wire.memory_to_proto(entry)
    assert wire.category_from_proto(message.category) is category
    (fact,) = wire.facts_from_proto([pb.ExtractedMemory(kind=message.kind, text="x")])
    assert fact.kind is kind


def test_what_a_newer_contract_sends_is_left_out() -> None:
    assert wire.category_from_proto(99) is None  # type: ignore[arg-type]  # not in this contract
    assert wire.facts_from_proto([pb.ExtractedMemory(text="no kind")]) == ()
    assert wire.claims_from_proto([pb.TestedHypothesis(claim="no verdict")]) == ()
    assert wire.meta_from_proto(pb.FindingMeta(verdict=1, kind=99)).kind is None  # type: ignore[arg-type]  # by number


def test_an_effect_that_is_no_number_is_none() -> None:
    meta = pb.FindingMeta(finding_id="ds-001", verdict=1, effect=float("nan"))  # type: ignore[arg-type]  # by number
    assert wire.meta_from_proto(meta).effect is None


@pytest.mark.parametrize("p_value", [float("nan"), float("inf"), -0.01, 1.01])
def test_a_chance_outside_0_to_1_is_none(p_value: float) -> None:
    meta = wire.meta_from_proto(pb.FindingMeta(verdict=1, p_value=p_value, level=p_value))  # type: ignore[arg-type]
    assert (meta.p_value, meta.level) == (None, None)


def sync_engine(database_url: str) -> Engine:
    driver = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg"}[make_url(database_url).get_backend_name()]
    return create_engine(make_url(database_url).set(drivername=driver))


def test_the_migrations_make_the_tables_the_queries_expect(database_url: str) -> None:
    async def open_twice() -> None:
        store = SqlMemoryStore(database_url)
        await store.open()
        await store.open()
        await store.close()

    asyncio.run(open_twice())
    engine = sync_engine(database_url)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts=comparing("alembic_version_memory"))
        assert compare_metadata(context, METADATA) == []
    engine.dispose()


OLD_ROWS = """
    INSERT INTO memory_entries (id, user_id, text, category, created_at_us, confidence, identity,
                                source_turn_id, kind, finding_id, feature, target, verdict, effect)
    VALUES
        ('mem_1', 'anna', 'Vegetarian.', 'preference', 1, 1.0, 'a', NULL, NULL, NULL, NULL, NULL, NULL, NULL),
        ('mem_2', 'anna', 'Run.', 'goal', 2, 0.8, 'b', 'turn_1', 'goal', NULL, NULL, NULL, NULL, NULL),
        ('mem_3', 'anna', 'Steps go with sleep.', 'tested_hypothesis', 3, 0.9, 'c', 'turn_1', NULL, 'ds-001',
         'steps', 'sleep_minutes', 'validated', 0.31)
"""


def test_what_an_older_version_stored_is_still_there_and_reads_as_unset(database_url: str, tmp_path: Path) -> None:
    older = tmp_path / "migrations"
    shutil.copytree(Path(migrations.__file__).parent, older, ignore=shutil.ignore_patterns("000[2-9]_*", "__pycache__"))

    async def upgraded() -> list[Memory]:
        await migrate(database_url, script_location=older, version_table="alembic_version_memory")
        engine = sync_engine(database_url)
        with engine.begin() as connection:
            connection.execute(text(OLD_ROWS))
        engine.dispose()
        store = SqlMemoryStore(database_url)
        await store.open()
        entries = await store.newest("anna", ALL_ENTRIES, limit=10)
        await store.close()
        return list(entries)

    tested, extracted, written = asyncio.run(upgraded())
    meta = FindingMeta(
        finding_id="ds-001", feature="steps", target="sleep_minutes", verdict=Verdict.VALIDATED, effect=0.31
    )
    assert tested.origin == memory.Tested(turn_id="turn_1", meta=meta)
    assert (meta.kind, meta.lag_days, meta.p_value, meta.place, meta.level) == (None, 0, None, 0, None)
    assert extracted.origin == Extracted(turn_id="turn_1", kind=Kind.GOAL)
    assert written.origin == Written()
    assert {(each.subject, each.goal) for each in (tested, extracted, written)} == {("", None)}
