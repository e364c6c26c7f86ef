"""A file that is sent in pieces is, once it is whole, imported as one that is sent at once."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime

import pytest

from amy.api.health_data.v1 import health_data_pb2 as pb
from amy.runtime import errors
from tests.unit.health_data.support import Stub, running_service, upload

MIB = 1024 * 1024
DAYS = b"date,steps\n2024-01-01,5000\n2024-01-02,6000\n2024-01-03,7000\n"
TWO_PEOPLE = (
    b"Id,ActivityDate,TotalSteps,TotalDistance,Calories\nann,2016-04-12,5000,1,2000\nbob,2016-04-12,9000,1,2000\n"
)


async def begun(stub: Stub, length: int, *, user_id: str = "u", **more: str) -> pb.Upload:
    request = pb.CreateUploadRequest(user_id=user_id, length=length, **more)
    return (await stub.CreateUpload(request, timeout=60)).upload


async def sent(
    stub: Stub, upload_id: str, offset: int, *chunks: bytes, user_id: str = "u", breaks: bool = False
) -> pb.Upload:
    """Goes on with an upload; `breaks` ends the call instead of the stream, once the chunks are kept."""

    async def requests() -> AsyncIterator[pb.AppendUploadRequest]:
        header = pb.AppendUploadHeader(user_id=user_id, upload_id=upload_id, offset=offset)
        yield pb.AppendUploadRequest(header=header)
        for chunk in chunks:
            yield pb.AppendUploadRequest(chunk=chunk)
        if breaks:
            await asyncio.Event().wait()

    call = stub.AppendUpload(requests(), timeout=60)
    if breaks:
        async with asyncio.timeout(60):
            while True:
                if [each.offset for each in await uploads_of(stub, user_id)] == [offset + sum(map(len, chunks))]:
                    break
                await asyncio.sleep(0.01)
        call.cancel()
    return (await call).upload


async def uploads_of(stub: Stub, user_id: str = "u") -> Sequence[pb.Upload]:
    return (await stub.ListUploads(pb.ListUploadsRequest(user_id=user_id), timeout=60)).uploads


async def imported(stub: Stub, upload_id: str, *, subject: str = "", filename: str = "") -> pb.ImportResponse:
    async def requests() -> AsyncIterator[pb.ImportRequest]:
        header = pb.ImportHeader(user_id="u", upload_id=upload_id, subject=subject, filename=filename)
        yield pb.ImportRequest(header=header)

    return await stub.Import(requests(), timeout=60)


async def test_a_file_in_pieces_is_read_like_one_that_is_sent_at_once(database_url: str) -> None:
    async with running_service(database_url) as stub:
        made = await begun(stub, len(DAYS), filename="days.csv", fingerprint="f1", metadata="filename ZGF5cy5jc3Y=")
        assert (made.filename, made.fingerprint, made.metadata) == ("days.csv", "f1", "filename ZGF5cy5jc3Y=")
        assert (made.length, made.offset) == (len(DAYS), 0)
        assert 23.9 < (made.expires_at.ToDatetime(UTC) - datetime.now(UTC)).total_seconds() / 3600 <= 24
        assert (await sent(stub, made.upload_id, 0, DAYS[:7], DAYS[7:20])).offset == 20
        assert [each.offset for each in await uploads_of(stub)] == [20]
        with pytest.raises(errors.UnprocessableError, match="20 of 59 bytes"):
            await imported(stub, made.upload_id)
        assert (await sent(stub, made.upload_id, 20, DAYS[20:])).offset == len(DAYS)
        report = await imported(stub, made.upload_id)
        assert (report.format, report.rows_read, report.days_written) == ("canonical_daily", 3, 3)
        assert list(await uploads_of(stub)) == []
        listed = (await stub.ListImports(pb.ListImportsRequest(user_id="u"), timeout=60)).imports
        assert [each.filename for each in listed] == ["days.csv"]
        assert (await upload(stub, DAYS)).already_imported


async def test_what_came_before_a_call_broke_off_is_kept_and_only_once(database_url: str) -> None:
    content = bytes(range(256)) * 14 * 1024
    async with running_service(database_url) as stub:
        made = await begun(stub, len(content))
        with pytest.raises(asyncio.CancelledError):
            await sent(stub, made.upload_id, 0, content[:MIB], content[MIB : 2 * MIB], breaks=True)
        found = (await stub.GetUpload(pb.GetUploadRequest(user_id="u", upload_id=made.upload_id), timeout=60)).upload
        assert found.offset == 2 * MIB
        with pytest.raises(errors.UploadOffsetMismatchError, match="at byte 2097152, not at 0"):
            await sent(stub, made.upload_id, 0, content)
        last = await sent(stub, made.upload_id, found.offset, content[found.offset :])
        assert last.offset == len(content)


async def test_of_two_who_go_on_at_the_same_place_one_does(database_url: str) -> None:
    async with running_service(database_url) as stub:
        made = await begun(stub, 3 * MIB)
        both = (sent(stub, made.upload_id, 0, bytes([mark]) * (2 * MIB)) for mark in b"ab")
        done = await asyncio.gather(*both, return_exceptions=True)
        refused = [each for each in done if isinstance(each, errors.UploadOffsetMismatchError)]
        assert len(refused) == 1
        assert [each.offset for each in await uploads_of(stub)] == [2 * MIB]


async def test_what_is_refused_stays_to_be_tried_again_in_another_way(database_url: str) -> None:
    async with running_service(database_url) as stub:
        made = await begun(stub, len(TWO_PEOPLE), filename="two.csv")
        await sent(stub, made.upload_id, 0, TWO_PEOPLE)
        with pytest.raises(errors.UnprocessableError):
            await imported(stub, made.upload_id)
        assert [each.offset for each in await uploads_of(stub)] == [len(TWO_PEOPLE)]
        report = await imported(stub, made.upload_id, subject="bob", filename="bobs.csv")
        assert (report.subject, report.days_written) == ("bob", 1)
        assert list(await uploads_of(stub)) == []
        with pytest.raises(errors.UploadNotFoundError):
            await imported(stub, made.upload_id)


async def test_an_import_of_an_upload_has_no_file_of_its_own(database_url: str) -> None:
    async with running_service(database_url) as stub:
        made = await begun(stub, len(DAYS))
        await sent(stub, made.upload_id, 0, DAYS)

        async def requests() -> AsyncIterator[pb.ImportRequest]:
            yield pb.ImportRequest(header=pb.ImportHeader(user_id="u", upload_id=made.upload_id))
            yield pb.ImportRequest(chunk=DAYS)

        with pytest.raises(errors.InvalidRequestError, match="a header only"):
            await stub.Import(requests(), timeout=60)


async def test_an_upload_is_its_persons_alone(database_url: str) -> None:
    async with running_service(database_url) as stub:
        made = await begun(stub, len(DAYS), user_id="other")
        other = {"user_id": "u", "upload_id": made.upload_id}
        with pytest.raises(errors.UploadNotFoundError):
            await sent(stub, made.upload_id, 0, DAYS)
        with pytest.raises(errors.UploadNotFoundError):
            await imported(stub, made.upload_id)
        with pytest.raises(errors.UploadNotFoundError):
            await stub.GetUpload(pb.GetUploadRequest(**other), timeout=60)
        with pytest.raises(errors.UploadNotFoundError):
            await stub.DeleteUpload(pb.DeleteUploadRequest(**other), timeout=60)
        assert list(await uploads_of(stub)) == []
        assert [each.offset for each in await uploads_of(stub, "other")] == [0]


async def test_there_is_a_limit_to_what_one_person_has_unfinished(database_url: str) -> None:
    async with running_service(database_url, max_import_bytes="1000") as stub:
        with pytest.raises(errors.UploadTooLargeError, match="1000 bytes"):
            await begun(stub, 1001)
        with pytest.raises(errors.InvalidFieldError):
            await begun(stub, -1)
        with pytest.raises(errors.InvalidFieldError):
            await begun(stub, 1, user_id="")
        first = await begun(stub, 600)
        with pytest.raises(errors.ConcurrencyLimitError, match="of 1000 bytes together"):
            await begun(stub, 401)
        for _ in range(9):
            await begun(stub, 1)
        with pytest.raises(errors.ConcurrencyLimitError, match="At most 10"):
            await begun(stub, 1)
        await begun(stub, 1000, user_id="other")
        with pytest.raises(errors.UploadTooLargeError, match="600 bytes"):
            await sent(stub, first.upload_id, 0, bytes(601))
        await stub.DeleteUpload(pb.DeleteUploadRequest(user_id="u", upload_id=first.upload_id), timeout=60)
        await begun(stub, 600)


@pytest.mark.parametrize("parts", [[], [pb.AppendUploadRequest(chunk=b"x")], [pb.AppendUploadRequest()]])
async def test_what_has_no_header_is_refused(database_url: str, parts: list[pb.AppendUploadRequest]) -> None:
    async def requests() -> AsyncIterator[pb.AppendUploadRequest]:
        for part in parts:
            yield part

    async with running_service(database_url) as stub:
        with pytest.raises(errors.InvalidRequestError):
            await stub.AppendUpload(requests(), timeout=60)


async def test_a_person_who_is_deleted_leaves_no_upload(database_url: str) -> None:
    async with running_service(database_url) as stub:
        for user_id in ("u", "u", "other"):
            made = await begun(stub, len(DAYS), user_id=user_id)
            await sent(stub, made.upload_id, 0, DAYS[:9], user_id=user_id)
        erased = await stub.EraseUser(pb.EraseUserRequest(user_id="u"), timeout=60)
        assert erased.uploads == 2
        assert list(await uploads_of(stub)) == []
        assert [each.offset for each in await uploads_of(stub, "other")] == [9]
