"""Documents in a database, and the one of each user for that user alone."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine, create_engine, make_url, text

from amy.runtime.errors import UpstreamUnavailableError
from services.domain_expert.adapters.documents.sql_store import SqlDocuments
from services.domain_expert.adapters.documents.tables import METADATA
from services.domain_expert.domain.documents.chunking import chunks_of
from services.domain_expert.domain.documents.document import EMPTY_SHELF, Document, MediaType
from services.domain_expert.domain.documents.listing import Position
from tests.statements import asked
from tests.tables import comparing

NOW = datetime(2026, 3, 3, 12, tzinfo=UTC)


def document(name: str, *, minutes: int = 0) -> Document:
    return Document(
        id=f"doc_{name}",
        title=f"Letter {name}",
        media_type=MediaType.PLAIN,
        created_at=NOW + timedelta(minutes=minutes, microseconds=7),
        size_bytes=20,
    )


async def add(
    store: SqlDocuments, user: str, one: Document, text: str = "Ferritin was low.", *, most: int = 200
) -> bool:
    cut = chunks_of(text, document_id=one.id, title=one.title, media_type=one.media_type)
    return await store.add(user, one, text, cut, most=most)


def engine_of(database_url: str) -> Engine:
    driver = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg"}[make_url(database_url).get_backend_name()]
    return create_engine(make_url(database_url).set(drivername=driver))


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[SqlDocuments]:
    opened = SqlDocuments(database_url)
    await opened.open()
    yield opened
    await opened.close()


async def test_what_was_put_in_is_listed_newest_first_page_by_page(store: SqlDocuments) -> None:
    put = [document(str(number), minutes=number // 2) for number in range(5)]
    for each in put:
        assert await add(store, "anna", each)
    newest = list(reversed(put))
    assert await store.newest("anna", limit=10) == newest
    after = Position(created_at=newest[1].created_at, id=newest[1].id)
    assert await store.newest("anna", limit=2, after=after) == newest[2:4]


async def test_a_document_is_read_as_it_was_put_in_by_its_owner_alone(store: SqlDocuments) -> None:
    one, said = document("1"), "FERRITIN\n\n  It was low: 12 \u00b5g/L.\r\n\tCome back in June. "
    await add(store, "anna", one, said)
    assert await store.whole("anna", one.id) == (one, said)
    assert await store.whole("ben", one.id) is None
    assert await store.whole("anna", "doc_2") is None


async def test_of_a_document_of_before_texts_were_kept_the_sentences_are_read(
    store: SqlDocuments, database_url: str
) -> None:
    one = document("1")
    await add(store, "anna", one, "Ferritin\n\nIt was low.\n\nIron\n\nIt was low too.")
    engine = engine_of(database_url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE document SET text = NULL"))
    engine.dispose()
    assert await store.whole("anna", one.id) == (one, "Ferritin\nIt was low.\n\nIron\nIt was low too.")


async def test_chunks_that_hold_a_word_are_found_whole_words_only(store: SqlDocuments) -> None:
    await add(store, "anna", document("a"), "Ferritin was low.\n\nRun 100_000 m at 50% of it.")
    await add(store, "anna", document("b"), "Transferritin was high.")
    found = await store.holding("anna", ["ferritin"])
    assert [chunk.document_id for chunk in found.chunks] == ["doc_a"]
    (chunk,) = found.chunks
    assert (chunk.title, chunk.position, chunk.heading) == ("Letter a", 0, "")
    assert chunk.text.startswith("Ferritin was low.")
    assert found.of == 2
    assert found.words == sum(len(chunk.words.split()) for chunk in (await store.holding("anna", ["letter"])).chunks)
    for stem in ("%", "_", "erriti", "ferritin' or '1'='1"):
        assert (await store.holding("anna", [stem])).chunks == ()
    assert (await store.holding("anna", [])).chunks == ()


async def test_a_users_documents_are_invisible_to_every_other(store: SqlDocuments) -> None:
    await add(store, "anna", document("hers"), "Ferritin was low.")
    await add(store, "ben", document("his"), "Ferritin was high.")
    assert [chunk.text for chunk in (await store.holding("ben", ["ferritin"])).chunks] == ["Ferritin was high."]
    assert (await store.holding("ben", ["ferritin"])).of == 1
    assert await store.holding("eve", ["ferritin"]) == EMPTY_SHELF
    assert [each.id for each in await store.newest("ben", limit=10)] == ["doc_his"]
    assert not await store.delete("ben", "doc_hers")
    assert len((await store.holding("anna", ["ferritin"])).chunks) == 1


async def test_a_deleted_document_is_gone_with_its_chunks_and_only_once(store: SqlDocuments) -> None:
    await add(store, "anna", document("a"))
    await add(store, "anna", document("b"), "Iron was fine.")
    assert await store.delete("anna", "doc_a")
    assert not await store.delete("anna", "doc_a")
    assert (await store.holding("anna", ["ferritin"])).chunks == ()
    assert (await store.holding("anna", ["iron"])).of == 1
    count = text("select count(*) from document_chunk where document_id = 'doc_a'")
    assert await store._database.read(lambda connection: connection.scalar(count)) == 0


async def test_no_more_than_the_most_are_kept_even_when_they_come_at_once(store: SqlDocuments) -> None:
    put = await asyncio.gather(*(add(store, "anna", document(str(number)), most=3) for number in range(8)))
    assert sorted(put) == [False] * 5 + [True] * 3
    assert len(await store.newest("anna", limit=10)) == 3
    assert await add(store, "ben", document("his"), most=3)


async def test_a_long_document_is_stored_and_found(store: SqlDocuments) -> None:
    long = "\n\n".join(f"# Part {number}\nThing{number} was seen." for number in range(3000))
    one = replace(document("long"), media_type=MediaType.MARKDOWN)
    assert await add(store, "anna", one, long)
    (chunk,) = (await store.holding("anna", ["thing2718"])).chunks
    assert chunk.text == "Thing2718 was seen."


async def test_a_database_that_does_not_answer_is_an_error_that_can_be_acted_on() -> None:
    store = SqlDocuments("postgresql://u:p@127.0.0.1:1/none")
    with pytest.raises(UpstreamUnavailableError):
        await store.holding("anna", ["ferritin"])
    await store.close()


def test_the_migrations_make_the_tables_the_queries_expect(database_url: str) -> None:
    async def open_twice() -> None:
        store = SqlDocuments(database_url)
        await store.open()
        await store.open()
        await store.close()

    asyncio.run(open_twice())
    engine = engine_of(database_url)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts=comparing("alembic_version_domain_expert"))
        assert compare_metadata(context, METADATA) == []
    engine.dispose()


async def test_a_person_without_documents_costs_one_statement_and_with_some_two(store: SqlDocuments) -> None:
    await add(store, "anna", document("a"))
    with asked() as statements:
        await store.holding("ben", ["ferritin"])
    assert statements == ["SELECT"]
    with asked() as statements:
        await store.holding("anna", ["ferritin", "low"])
    assert statements == ["SELECT", "SELECT"]
