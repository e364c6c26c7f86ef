"""The edges: protos round-trip, and the migrations make the tables the queries expect."""

import asyncio
from datetime import UTC, datetime

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import create_engine, make_url

from amy.api.memory.v1 import memory_pb2 as pb
from services.memory import wire
from services.memory.adapters.sql_store import SqlMemoryStore
from services.memory.adapters.tables import METADATA
from services.memory.domain.memory import Category, Extracted, FindingMeta, Kind, Memory, Verdict

METAS = st.builds(
    FindingMeta,
    finding_id=st.text(st.characters(codec="utf-8")),
    feature=st.text(st.characters(codec="utf-8")),
    target=st.text(st.characters(codec="utf-8")),
    verdict=st.sampled_from(Verdict),
    effect=st.none() | st.floats(allow_nan=False, allow_infinity=False),
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


def test_an_effect_that_is_no_number_is_none() -> None:
    meta = pb.FindingMeta(finding_id="ds-001", verdict=1, effect=float("nan"))  # type: ignore[arg-type]  # by number
    assert wire.meta_from_proto(meta).effect is None


def test_the_migrations_make_the_tables_the_queries_expect(database_url: str) -> None:
    async def open_twice() -> None:
        store = SqlMemoryStore(database_url)
        await store.open()
        await store.open()
        await store.close()

    asyncio.run(open_twice())
    driver = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg"}[make_url(database_url).get_backend_name()]
    engine = create_engine(make_url(database_url).set(drivername=driver))
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": "alembic_version_memory"})
        assert compare_metadata(context, METADATA) == []
    engine.dispose()
