"""Reading in processes: what comes back, what ends them, and what a lost one leads to."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from tempfile import TemporaryFile

import pytest

from services.health_data.adapters.import_worker import frame
from services.health_data.adapters.reading import SMALL_BYTES, Readers, WholeFile
from services.health_data.domain.records import NotUnderstood, Options, ParsedFile, Progress, Refusal, Unreadable
from tests.unit.health_data.support import parse_good

ACTIVITIES = "start,kind,steps\n" + "".join(
    f"20{year:02}-{month:02}-{day:02} 07:00,Run,{day}\n"
    for year in range(10, 24)
    for month in range(1, 13)
    for day in range(1, 28)
)
LABS = "name,value,unit,collected_at\nFerritin,30,ng/mL,2024-03-02\nLDL,120,mg/dL,2024-03-01\n"
PADDING = "2024-01-01,1,\n" * (SMALL_BYTES // 14 + 1)
BIG = f"date,steps,note\n{PADDING}"


def _silent(_progress: Progress) -> None:
    pass


@pytest.fixture
async def readers() -> AsyncIterator[Readers]:
    made = Readers(time_limit_s=60)
    yield made
    await made.close()


async def read(
    readers: Readers, content: str, *, user_id: str = "u", progress: Callable[[Progress], None] = _silent
) -> ParsedFile | Refusal:
    with TemporaryFile() as stream:
        stream.write(content.encode())
        size = stream.tell()
        file = WholeFile(
            stream=stream, filename="a.csv", size=size, user_id=user_id, options=Options(), progress=progress
        )
        read = await readers.read(file)
        return read[0] if isinstance(read, tuple) else read


def children() -> set[int]:
    """The processes that this one started and that still run."""
    listed = Path(f"/proc/self/task/{os.getpid()}/children").read_text(encoding="ascii")
    return {int(pid) for pid in listed.split()}


@pytest.mark.parametrize(
    "content", [ACTIVITIES, LABS, "date,steps\n2024-01-01,5\n"], ids=["activities", "labs", "days"]
)
@pytest.mark.parametrize("padded", [False, True], ids=["small", "large"])
async def test_a_process_reads_what_the_service_itself_would(readers: Readers, content: str, *, padded: bool) -> None:
    if padded:
        content += ("\n" + " " * 1000) * (SMALL_BYTES // 1000)
    parsed, expected = await read(readers, content), parse_good(content)
    assert isinstance(parsed, ParsedFile)
    assert list(parsed.activities) == list(expected.activities)
    assert list(parsed.biomarkers) == list(expected.biomarkers)
    assert parsed.activities[:2] == list(expected.activities[:2])
    assert {name: series.values.tolist() for name, series in parsed.numbers.items()} == {
        name: series.values.tolist() for name, series in expected.numbers.items()
    }
    assert (parsed.rows_read, parsed.notes, parsed.skipped) == (expected.rows_read, expected.notes, expected.skipped)


async def test_refusals_come_back_as_they_are(readers: Readers) -> None:
    assert isinstance(await read(readers, ""), Unreadable)
    assert isinstance(await read(readers, "day,pulse\n1,2\n"), NotUnderstood)


async def test_progress_is_told_while_a_large_file_is_read(readers: Readers) -> None:
    told: list[Progress] = []
    assert isinstance(await read(readers, BIG, progress=told.append), ParsedFile)
    done = [each.done for each in told]
    assert done == sorted(done)
    assert len(set(done)) > 3
    assert {each.total for each in told} == {len(BIG)}
    assert 0 < done[0] < done[-1] <= len(BIG)


async def test_a_cancelled_reading_leaves_no_process(readers: Readers) -> None:
    before = children()
    begun = asyncio.Event()
    reading = asyncio.create_task(read(readers, BIG * 20, progress=lambda _rows: begun.set()))
    await asyncio.wait_for(begun.wait(), 60)
    assert children() - before
    reading.cancel()
    await asyncio.wait({reading})
    assert reading.cancelled()
    assert not children() - before
    assert isinstance(await read(readers, BIG), ParsedFile)


async def test_a_small_file_does_not_wait_for_a_large_one(readers: Readers) -> None:
    begun = asyncio.Event()
    large = asyncio.create_task(read(readers, BIG * 20, user_id="ann", progress=lambda _rows: begun.set()))
    await asyncio.wait_for(begun.wait(), 60)
    assert isinstance(await read(readers, LABS, user_id="bob"), ParsedFile)
    assert not large.done()
    large.cancel()
    await asyncio.wait({large})


async def test_a_file_that_takes_too_long_is_refused_and_its_process_ended() -> None:
    readers, before = Readers(time_limit_s=0.01), children()
    refused = await read(readers, BIG)
    assert isinstance(refused, NotUnderstood)
    assert "took longer than" in refused.explanation
    assert not children() - before
    await readers.close()


async def test_a_file_that_kills_every_process_is_refused_with_advice(readers: Readers) -> None:
    before = children()

    def kill(_progress: Progress) -> None:
        for pid in children() - before:
            os.kill(pid, signal.SIGKILL)

    refused = await read(readers, BIG * 20, progress=kill)
    assert isinstance(refused, NotUnderstood)
    assert "Split it by date" in refused.explanation


async def test_a_process_that_was_killed_while_it_waited_is_replaced(readers: Readers) -> None:
    before = children()
    assert isinstance(await read(readers, LABS), ParsedFile)
    (waiting,) = children() - before
    os.kill(waiting, signal.SIGKILL)
    assert isinstance(await read(readers, LABS), ParsedFile)


async def test_the_process_that_stays_ends_with_the_service(readers: Readers) -> None:
    before = children()
    await read(readers, LABS)
    assert children() - before
    await readers.close()
    assert not children() - before


async def test_a_file_that_takes_more_memory_than_it_may_is_refused_with_advice() -> None:
    readers = Readers(time_limit_s=60, memory_bytes=8 * 1024 * 1024)
    rows = "".join(f"2024-01-01 07:00,activity number {number},1\n" for number in range(60_000))
    refused = await read(readers, f"start,kind,steps\n{rows}")
    assert isinstance(refused, NotUnderstood)
    assert "memory" in refused.explanation
    assert "Split it by date" in refused.explanation
    await readers.close()


class _NotAJob:
    """What cannot be made again: the error quotes it."""

    def __reduce__(self) -> tuple[type[int], tuple[str]]:
        return int, ("zqsecret",)


def test_a_worker_that_breaks_says_where_and_nothing_of_the_file() -> None:
    command = [sys.executable, "-c", "from services.health_data.adapters.import_worker import main; main()"]
    broken = subprocess.run(command, input=frame(_NotAJob()), capture_output=True, check=False, timeout=60)
    told = json.loads(broken.stderr)
    assert (broken.returncode, told["error"], told["where"][-1].partition(":")[0]) == (
        1,
        "ValueError",
        "import_worker.py",
    )
    assert b"zqsecret" not in broken.stderr
