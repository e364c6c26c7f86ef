"""The journal over real gRPC: what the person says is kept once, listed, deleted, and seen by whoever keeps answers."""

from datetime import UTC, date, datetime, timedelta

import pytest

from amy.api.health_data.v1 import health_data_pb2 as pb
from amy.runtime import errors
from tests.frames import received
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


async def test_entries_are_kept_as_they_are_said(database_url: str) -> None:
    async with running_service(database_url) as stub:
        said = pb.AddEntriesRequest(user_id="u", entries=[COFFEE], text="3 beers last night", now="2024-01-05T09:30")
        first, again = [await stub.AddEntries(said, timeout=60) for _ in range(2)]
        assert (first.added, again.added) == (2, 0)
        beers = first.entries[1]
        assert (beers.tag, beers.amount, beers.at[:10]) == ("alcohol", 3, "2024-01-04")
        for text in ("the quick brown fox", "2 coffees at 99:99"):
            unclear = pb.AddEntriesRequest(user_id="u", entries=[COFFEE], text=text, now="2024-01-05T09:30")
            with pytest.raises(errors.InvalidFieldError, match="text: "):
                await stub.AddEntries(unclear, timeout=60)
        assert len(await listed(stub)) == 2


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


async def series_of(stub: Stub, name: str) -> tuple[str, dict[str, float]]:
    (series,) = (await stub.GetSeries(pb.GetSeriesRequest(user_id="u", names=[name]), timeout=60)).series
    days = [(date(1970, 1, 1) + timedelta(days=day)).isoformat() for day in series.epoch_days]
    return series.unit, dict(zip(days, series.values, strict=True))


async def known(stub: Stub, name: str) -> pb.MetricName:
    described = await stub.DescribeData(pb.DescribeDataRequest(user_id="u"), timeout=60)
    return next(each for each in described.known if each.name == name)


async def log_always(stub: Stub, tag: str, since: str = "", *, logged: bool = True) -> None:
    request = pb.SetLoggedTagRequest(user_id="u", tag=tag, logged=logged, since=since)
    await stub.SetLoggedTag(request, timeout=60)


FIVE_DAYS = "date,steps\n" + "".join(f"2024-01-0{day},5000\n" for day in range(1, 6))


async def test_a_day_without_an_entry_is_unknown_until_the_tag_is_said_to_be_logged(database_url: str) -> None:
    async with running_service(database_url) as stub:
        await upload(stub, FIVE_DAYS)
        assert not (await known(stub, "journal_coffee")).recorded
        await add(stub, COFFEE, pb.Entry(at="2024-01-02T09:00", tag="coffee"), pb.Entry(at="2024-01-04", tag="coffee"))
        assert await series_of(stub, "journal_coffee") == ("", {"2024-01-02": 3, "2024-01-04": 1})
        now = await known(stub, "journal_coffee")
        assert (now.recorded, now.days_without, now.unit, now.additive) == (True, False, "", True)
        await log_always(stub, "coffee")
        told = {"2024-01-02": 3.0, "2024-01-03": 0.0, "2024-01-04": 1.0, "2024-01-05": 0.0}
        assert await series_of(stub, "journal_coffee") == ("", told)
        assert (await known(stub, "journal_coffee")).days_without
        await log_always(stub, "coffee", "2024-01-01")
        assert await series_of(stub, "journal_coffee") == ("", {"2024-01-01": 0.0, **told})
        await log_always(stub, "coffee", logged=False)
        assert len((await series_of(stub, "journal_coffee"))[1]) == 2


async def test_amounts_add_up_moods_are_averaged_and_a_day_travels_once(database_url: str) -> None:
    async with running_service(database_url) as stub:
        await upload(stub, FIVE_DAYS)
        await add(
            stub,
            *(pb.Entry(at=f"2024-01-02T0{hour}:00", tag="mood", amount=hour) for hour in (2, 5)),
            *(pb.Entry(at=f"2024-01-02T0{hour}:00", tag="travel") for hour in (2, 5)),
            pb.Entry(at="2024-01-02", tag="nap", amount=20, unit="min"),
            pb.Entry(at="2024-01-02T18:00", tag="nap", amount=0.5, unit="h"),
            pb.Entry(at="2024-01-02", tag="water", amount=500, unit="ml"),
            pb.Entry(at="2024-01-02", tag="water"),
            pb.Entry(at="2024-01-02", tag="medication", amount=400, unit="mg"),
            pb.Entry(at="2024-01-03", tag="alcohol", amount=0),
            pb.Entry(at="2024-01-04", tag="cold plunge"),
        )
        for name, unit, values in (
            ("journal_mood", "", {"2024-01-02": 3.5}),
            ("journal_travel", "", {"2024-01-02": 1}),
            ("journal_nap", "min", {"2024-01-02": 50}),
            ("journal_water", "", {"2024-01-02": 2}),
            ("journal_medication", "", {"2024-01-02": 1}),
            ("journal_alcohol", "", {"2024-01-03": 0}),
            ("journal_cold_plunge", "", {"2024-01-04": 1}),
            ("journal_sex", "", {}),
        ):
            assert await series_of(stub, name) == (unit, values), name
        assert (await known(stub, "journal_alcohol")).days_without
        with pytest.raises(errors.InvalidFieldError):
            await series_of(stub, "journal_!")


async def test_what_is_noted_is_in_the_daily_frame_and_its_days_are_on_record(database_url: str) -> None:
    async with running_service(database_url) as stub:
        await upload(stub, FIVE_DAYS)
        days = ("2023-12-30", "2024-01-02", "2024-01-07")
        await add(stub, *(pb.Entry(at=day, tag="coffee", amount=2) for day in days))
        parts = [each async for each in stub.GetFrames(pb.GetFramesRequest(user_id="u"), timeout=60)]
        summary = received(b"".join(each.arrow_ipc_chunk for each in parts if each.frame == pb.FRAME_SUMMARY))
        told = summary.set_index("datetime")["journal_coffee"].dropna()
        assert {str(day)[:10]: value for day, value in told.items()} == {"2024-01-02": 2, "2024-01-07": 2}
        assert len(summary) == 6
        described = await stub.DescribeData(pb.DescribeDataRequest(user_id="u"), timeout=60)
        assert (described.first_date, described.reference_date, described.days_on_record) == (
            "2024-01-01",
            "2024-01-07",
            6,
        )
        log = await stub.GetActivities(pb.GetActivitiesRequest(user_id="u"), timeout=60)
        assert list(log.recorded_days) == [str(day)[:10] for day in summary["datetime"]]


async def test_entries_in_a_persons_words_are_kept_or_it_is_said_what_is_unclear(database_url: str) -> None:
    async with running_service(database_url) as stub:
        request = pb.AddEntriesRequest(user_id="u", text="2 coffees at 15:00", now="2024-01-02T18:00")
        kept = await stub.AddEntries(request, timeout=60)
        assert [(each.at, each.tag, each.amount) for each in kept.entries] == [("2024-01-02T15:00", "coffee", 2)]
        with pytest.raises(errors.InvalidFieldError, match="#cold_plunge"):
            await stub.AddEntries(pb.AddEntriesRequest(user_id="u", text="cold plunge"), timeout=60)
