"""The journal over real gRPC: what the person says is kept once, listed, deleted, and seen by whoever keeps answers."""

from datetime import UTC, date, datetime, timedelta

import pytest

from amy.api.health_data.v1 import health_data_pb2 as pb
from amy.runtime import errors
from tests.unit.health_data.support import Stub, running_service, upload

COFFEE = pb.Entry(at="2024-01-02T15:00", tag="coffee", amount=2)


async def add(stub: Stub, *entries: pb.Entry) -> pb.AddEntriesResponse:
    return await stub.AddEntries(pb.AddEntriesRequest(user_id="u", entries=entries), timeout=60)


async def listed(stub: Stub, tag: str = "", start_date: str = "", end_date: str = "") -> list[pb.Entry]:
    request = pb.ListEntriesRequest(user_id="u", tag=tag, start_date=start_date, end_date=end_date)
    page = await stub.ListEntries(request, timeout=60)
    return list(page.entries)


async def test_the_same_entry_twice_is_one(database_url: str) -> None:
    async with running_service(database_url) as stub:
        first = await add(stub, COFFEE)
        again = await add(stub, COFFEE, pb.Entry(at="2024-01-02", tag="Late meal", note="pizza"))
        assert (first.added, again.added) == (1, 1)
        assert first.entries[0].entry_id == again.entries[0].entry_id
        assert [(each.at, each.tag, each.amount, each.note, each.source) for each in again.entries] == [
            ("2024-01-02T15:00", "coffee", 2, "", "manual"),
            ("2024-01-02", "late_meal", 0, "pizza", "manual"),
        ]
        assert not again.entries[1].HasField("amount")
        assert len(await listed(stub)) == 2
        others = await stub.ListEntries(pb.ListEntriesRequest(user_id="other"), timeout=60)
        assert not others.entries


async def test_entries_are_listed_newest_first_page_by_page(database_url: str) -> None:
    async with running_service(database_url) as stub:
        days = [date(2024, 1, 1) + timedelta(days=at) for at in range(7)]
        await add(stub, *(pb.Entry(at=day.isoformat(), tag=tag) for day in days for tag in ("coffee", "nap")))
        told: list[tuple[str, str]] = []
        token = ""
        while True:
            request = pb.ListEntriesRequest(user_id="u", page_size=4, page_token=token)
            page = await stub.ListEntries(request, timeout=60)
            told += [(each.at, each.tag) for each in page.entries]
            token = page.next_page_token
            if not token:
                break
        assert sorted(told) == sorted((day.isoformat(), tag) for day in days for tag in ("coffee", "nap"))
        assert [at for at, _ in told] == sorted((at for at, _ in told), reverse=True)
        some = await listed(stub, tag="coffee", start_date="2024-01-03", end_date="2024-01-04")
        assert [(each.at, each.tag) for each in some] == [("2024-01-04", "coffee"), ("2024-01-03", "coffee")]


async def test_an_entry_is_deleted_by_its_owner_only(database_url: str) -> None:
    async with running_service(database_url) as stub:
        (kept,) = (await add(stub, COFFEE)).entries
        for user, key in (("other", kept.entry_id), ("u", "ent_none")):
            with pytest.raises(errors.EntryNotFoundError):
                await stub.DeleteEntry(pb.DeleteEntryRequest(user_id=user, entry_id=key), timeout=60)
        await stub.DeleteEntry(pb.DeleteEntryRequest(user_id="u", entry_id=kept.entry_id), timeout=60)
        assert await listed(stub) == []


async def test_amounts_are_kept_in_one_unit(database_url: str) -> None:
    async with running_service(database_url) as stub:
        kept = await add(
            stub,
            pb.Entry(at="2024-01-02", tag="nap", amount=0.5, unit="h"),
            pb.Entry(at="2024-01-02", tag="water", amount=1.5, unit="L"),
            pb.Entry(at="2024-01-02", tag="coffee", amount=3, unit="cups"),
        )
        told = [(each.tag, each.amount, each.unit) for each in kept.entries]
        assert told == [("nap", 30, "min"), ("water", 1500, "ml"), ("coffee", 3, "")]


@pytest.mark.parametrize(
    "wrong",
    [
        pb.Entry(at="2024-01-02", tag=""),
        pb.Entry(at="2024-01-02", tag="!?"),
        pb.Entry(at="yesterday", tag="coffee"),
        pb.Entry(at="2024-01-02T15:00+02:00", tag="coffee"),
        pb.Entry(at="2024-01-02", tag="mood", amount=7),
        pb.Entry(at="2024-01-02", tag="coffee", amount=-1),
        pb.Entry(at="2024-01-02", tag="coffee", amount=float("nan")),
        pb.Entry(at=(datetime.now(UTC) + timedelta(days=3)).date().isoformat(), tag="coffee"),
    ],
)
async def test_what_cannot_be_is_refused_and_nothing_is_kept(wrong: pb.Entry, database_url: str) -> None:
    async with running_service(database_url) as stub:
        with pytest.raises(errors.InvalidFieldError):
            await add(stub, COFFEE, wrong)
        assert await listed(stub) == []


async def test_a_line_is_read_and_nothing_of_it_is_kept(database_url: str) -> None:
    async with running_service(database_url) as stub:
        request = pb.ReadEntriesRequest(user_id="u", text="I had three beers last night", now="2024-01-03T09:00")
        read = await stub.ReadEntries(request, timeout=60)
        assert (read.said, read.whole, read.unclear) == ("3 beers yesterday evening", True, "")
        assert [(each.at, each.tag, each.amount) for each in read.entries] == [("2024-01-02", "alcohol", 3)]
        assert await listed(stub) == []
        await add(stub, *read.entries)
        assert [each.tag for each in await listed(stub)] == ["alcohol"]
        unclear = await stub.ReadEntries(pb.ReadEntriesRequest(user_id="u", text="cold plunge"), timeout=60)
        assert not unclear.entries
        assert "#cold_plunge" in unclear.unclear


async def test_what_is_noted_is_erased_with_the_person(database_url: str) -> None:
    async with running_service(database_url) as stub:
        await upload(stub, "date,steps\n2024-01-01,5000\n")
        await add(stub, COFFEE)
        await stub.SetLoggedTag(pb.SetLoggedTagRequest(user_id="u", tag="coffee", logged=True), timeout=60)
        await stub.EraseUser(pb.EraseUserRequest(user_id="u"), timeout=60)
        page = await stub.ListEntries(pb.ListEntriesRequest(user_id="u"), timeout=60)
        assert (list(page.entries), list(page.logged_tags)) == ([], [])
