"""Uploads in the store: the bytes that come out are those that went in, and their room is given back."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import func, select

from amy.runtime import errors
from amy.runtime.database import DEFAULT_OPTIONS
from services.health_data.adapters.sql_store import SqlStore, bring_up_to_date
from services.health_data.adapters.tables import upload_parts
from services.health_data.adapters.uploads import SqlUploads
from services.health_data.domain.uploads import PART_BYTES, NewUpload, in_parts

MIB = 1024 * 1024


async def given_out(*chunks: bytes) -> AsyncIterator[bytes]:
    for chunk in chunks:
        yield chunk


async def broken_after(*chunks: bytes) -> AsyncIterator[bytes]:
    for chunk in chunks:
        yield chunk
    raise ConnectionError


def sized(length: int) -> NewUpload:
    return NewUpload(length=length, filename="a.csv", fingerprint="f", metadata="")


async def created(uploads: SqlUploads, length: int, user_id: str = "u") -> str:
    made = await uploads.create(user_id, sized(length), most=10, most_bytes=1 << 40)
    assert made is not None
    return made.upload_id


async def content_of(uploads: SqlUploads, upload_id: str, user_id: str = "u") -> bytes:
    upload = await uploads.get(user_id, upload_id)
    return b"".join([part async for part in uploads.content(user_id, upload)])


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[SqlStore]:
    store = SqlStore(url)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


async def parts_in(store: SqlStore) -> int:
    counted = select(func.count()).select_from(upload_parts)
    return await store.database.read(lambda connection: connection.execute(counted).scalar_one())


@given(st.lists(st.integers(0, 3 * PART_BYTES), max_size=4), st.binary(min_size=1, max_size=64))
@settings(max_examples=50, deadline=None)
def test_a_file_is_cut_into_parts_of_one_size(sizes: list[int], pattern: bytes) -> None:
    chunks = [(pattern * (size // len(pattern) + 1))[:size] for size in sizes]

    async def cut() -> list[bytes]:
        return [part async for part in in_parts(given_out(*chunks))]

    parts = asyncio.run(cut())
    assert b"".join(parts) == b"".join(chunks)
    assert all(len(part) == PART_BYTES for part in parts[:-1])
    assert all(0 < len(part) <= PART_BYTES for part in parts)


tries = st.lists(
    st.tuples(st.integers(0, 3 * MIB), st.integers(0, 2 * MIB), st.booleans(), st.sampled_from([0, 0, 0, 1, -1, MIB])),
    max_size=8,
)


@given(tries)
@settings(max_examples=20, deadline=None)
def test_however_often_it_breaks_and_wherever_it_goes_on_the_bytes_are_the_same(
    tmp_path_factory: pytest.TempPathFactory, tries: list[tuple[int, int, bool, int]]
) -> None:
    """Each try sends two chunks from where the upload is, or from beside it, and may break after them."""
    content = bytes(number * 7 % 251 for number in range(1000)) * (4 * MIB // 1000)
    url = f"sqlite:///{tmp_path_factory.mktemp('pieces') / 'a.db'}"

    async def send() -> bytes:
        async with opened(url) as store:
            uploads = store.uploads
            upload_id = await created(uploads, len(content))
            for first, second, breaks, beside in tries:
                at = (await uploads.get("u", upload_id)).offset
                start = max(0, at + beside)
                chunks = content[start : start + first], content[start + first : start + first + second]
                stream = broken_after(*chunks) if breaks else given_out(*chunks)
                try:
                    await uploads.append("u", upload_id, start, stream)
                except errors.UploadOffsetMismatchError:
                    assert start != at
                except ConnectionError:
                    assert breaks
                else:
                    assert start == at
            at = (await uploads.get("u", upload_id)).offset
            await uploads.append("u", upload_id, at, given_out(content[at:]))
            return await content_of(uploads, upload_id)

    assert asyncio.run(send()) == content


async def test_what_is_whole_is_read_back_and_another_person_finds_nothing(database_url: str) -> None:
    content = bytes(range(256)) * 10_000
    async with opened(database_url) as store:
        uploads = store.uploads
        upload_id = await created(uploads, len(content))
        await uploads.append("u", upload_id, 0, given_out(content))
        assert await content_of(uploads, upload_id) == content
        upload = await uploads.get("u", upload_id)
        with pytest.raises(errors.UploadNotFoundError):
            [part async for part in uploads.content("other", upload)]


async def test_whichever_replica_is_asked_goes_on(database_url: str) -> None:
    content = bytes(range(256)) * 10_000
    async with opened(database_url) as one, opened(database_url) as other:
        upload_id = await created(one.uploads, len(content))
        await one.uploads.append("u", upload_id, 0, given_out(content[: MIB + 5]))
        with pytest.raises(errors.UploadOffsetMismatchError):
            await other.uploads.append("u", upload_id, MIB, given_out(content[MIB:]))
        await other.uploads.append("u", upload_id, MIB + 5, given_out(content[MIB + 5 :]))
        assert await content_of(one.uploads, upload_id) == content
        assert await other.uploads.delete("u", upload_id)
        await other.uploads.swept()
        assert list(await one.uploads.listed("u")) == []
        assert await parts_in(one) == 0


async def test_an_upload_that_is_deleted_while_it_is_read_gives_no_half_of_a_file(database_url: str) -> None:
    async with opened(database_url) as store:
        uploads = store.uploads
        upload_id = await created(uploads, 3 * MIB)
        await uploads.append("u", upload_id, 0, given_out(bytes(3 * MIB)))
        reading = uploads.content("u", await uploads.get("u", upload_id))
        await anext(reading)
        assert await uploads.delete("u", upload_id)
        await uploads.swept()
        with pytest.raises(errors.UploadNotFoundError):
            await anext(reading)


async def test_what_expires_is_gone_at_once_and_its_parts_with_the_next_that_is_created(database_url: str) -> None:
    now = datetime(2026, 3, 1, 12, tzinfo=UTC)
    async with opened(database_url) as store:
        uploads = SqlUploads(store.database, kept_s=60, clock=lambda: now)
        old = await created(uploads, 2 * MIB)
        now += timedelta(seconds=50)
        await uploads.append("u", old, 0, given_out(bytes(MIB)))
        assert (await uploads.get("u", old)).expires_at == now + timedelta(seconds=60)
        now += timedelta(seconds=59)
        assert [each.upload_id for each in await uploads.listed("u")] == [old]
        now += timedelta(seconds=1)
        assert list(await uploads.listed("u")) == []
        with pytest.raises(errors.UploadNotFoundError):
            await uploads.append("u", old, MIB, given_out(bytes(MIB)))
        assert await parts_in(store) == 1
        await created(uploads, 1)
        await uploads.swept()
        assert await parts_in(store) == 0
        await uploads.close()


async def test_what_was_left_to_be_cleared_away_is_so_at_the_next_start(database_url: str) -> None:
    async with opened(database_url) as store:
        upload_id = await created(store.uploads, MIB)
        await store.uploads.append("u", upload_id, 0, given_out(bytes(MIB)))
        await store.database.transact(lambda connection: connection.exec_driver_sql("DELETE FROM uploads"))
        assert await parts_in(store) == 1
    async with opened(database_url) as store:
        await store.uploads.swept()
        assert await parts_in(store) == 0


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "test.db"


def size_of(file: Path) -> int:
    return file.stat().st_size


def size_of_log(file: Path) -> int:
    return size_of(file.with_name(f"{file.name}-wal"))


async def test_the_room_of_an_upload_is_given_back_while_others_write(file: Path) -> None:
    async with opened(f"sqlite:///{file}") as store:
        uploads = store.uploads
        kept = await created(uploads, MIB, "other")
        big = await created(uploads, 64 * MIB)
        await uploads.append("u", big, 0, given_out(*[bytes(MIB)] * 64))
        await uploads.append("other", kept, 0, given_out(b"k" * MIB))
        assert size_of(file) > 64 * MIB
        await uploads.delete("u", big)
        sweeping, written = asyncio.create_task(uploads.swept()), 0
        while not sweeping.done():
            await created(uploads, 1, f"writer-{written}")
            written += 1
            await asyncio.sleep(0)
        assert written > 2
        await uploads.swept()
        assert size_of(file) < 3 * MIB
        assert size_of_log(file) < 16 * MIB
        assert await content_of(uploads, kept, "other") == b"k" * MIB


async def test_a_file_from_before_is_made_one_that_can_shrink(file: Path) -> None:
    url = f"sqlite:///{file}"
    await bring_up_to_date(url, DEFAULT_OPTIONS)
    async with opened(url) as store:
        uploads = store.uploads
        upload_id = await created(uploads, 16 * MIB)
        await uploads.append("u", upload_id, 0, given_out(bytes(16 * MIB)))
        await uploads.delete("u", upload_id)
        await uploads.swept()
        assert size_of(file) < MIB
