"""`make large-exports`: exports as large as people have, made as they are sent, in bounded time and memory.

Apple Health of 2 GB, three years of Fitbit heart rates, a thousand Garmin recordings. A real system is started, and all
goes over its public API; the sums of days are compared with those that were written. Loopback only, and it ends by
itself. One is left in the middle of the reading: nothing of it may be stored, and the next import stores all.
"""

import argparse
import contextlib
import sys
import tempfile
import threading
import time
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Final

import httpx

from amy.client import Amy
from evals.system import System, running
from tests.load.bombs import tree
from tests.unit.health_data.formats.garmin.fit_writer import fit

MOST_MB: Final = 300.0
MOST_S: Final = 300.0
_MB: Final = 1024 * 1024
_FIRST: Final = date(2015, 1, 1)
_FIT_EPOCH: Final = datetime(1989, 12, 31, tzinfo=UTC)
_HEAD: Final = b"""<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE HealthData [
<!ELEMENT HealthData (ExportDate,Me,Record*)>
]>
<HealthData locale="en_US">
 <ExportDate value="2025-01-01 10:00:00 +0100"/>
 <Me HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexFemale"/>
"""
_RECORD: Final = (
    b' <Record type="HKQuantityTypeIdentifier%b" sourceName="Apple Watch" sourceVersion="10.1" unit="%b" '
    b'creationDate="%b %02d:%02d:30 +0100" startDate="%b %02d:%02d:00 +0100" endDate="%b %02d:%02d:20 +0100" '
    b'value="%d"/>\n'
)


@dataclass(frozen=True)
class Made:
    """A file, and what its days come to.

    Attributes:
        metric: that is looked at.
        days: its values.
        activities: how many there are.
    """

    metric: str = ""
    days: Mapping[date, float] | None = None
    activities: int = 0


def apple(file: Path, megabytes: int) -> Made:
    """Heart rates and steps of a watch, minute by minute, for as many days as it takes."""
    steps: dict[date, float] = {}
    day = _FIRST
    with file.open("wb") as out:
        out.write(_HEAD)
        while out.tell() < megabytes * _MB:
            steps[day] = _apple_day(out.write, day)
            day += timedelta(days=1)
        out.write(b"</HealthData>\n")
    return Made(metric="steps", days=steps)


def _apple_day(write: Callable[[bytes], object], day: date) -> float:
    text, total, lines = day.isoformat().encode(), 0, []
    for minute in range(1440):
        at = (text, *divmod(minute, 60))
        pulse = 50 + (minute * 7 + day.toordinal()) % 90
        lines.append(_RECORD % (b"HeartRate", b"count/min", *at, *at, *at, pulse))
        if minute % 5 == 0:
            count = (minute * 13 + day.toordinal()) % 120
            total += count
            lines.append(_RECORD % (b"StepCount", b"count", *at, *at, *at, count))
    write(b"".join(lines))
    return float(total)


def fitbit(file: Path, days: int) -> Made:
    """Heart rates every five seconds, a file a day, and resting heart rates, a file a year."""
    resting: dict[date, float] = {}
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for number in range(days):
            day = _FIRST + timedelta(days=number)
            name = f"{day:%m/%d/%y}"
            beats = ",".join(
                f'{{"dateTime":"{name} {s // 3600:02}:{s // 60 % 60:02}:{s % 60:02}",'
                f'"value":{{"bpm":{55 + (s + number) % 80},"confidence":3}}}}'
                for s in range(0, 86_400, 5)
            )
            archive.writestr(f"Takeout/Fitbit/Global Export Data/heart_rate-{day}.json", f"[{beats}]")
            resting[day] = 50 + number % 20 + 0.25
        for year in sorted({day.year for day in resting}):
            told = ",".join(_resting(day, value) for day, value in resting.items() if day.year == year)
            archive.writestr(f"Takeout/Fitbit/Global Export Data/resting_heart_rate-{year}-01-01.json", f"[{told}]")
    return Made(metric="resting_heart_rate", days=resting)


def _resting(day: date, value: float) -> str:
    name = f"{day:%m/%d/%y}"
    return f'{{"dateTime":"{name} 00:00:00","value":{{"date":"{name}","value":{value},"error":6.8}}}}'


def garmin(file: Path, recordings: int) -> Made:
    """Runs of an hour, a FIT file each, with a record every twenty seconds."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for number in range(recordings):
            start = datetime(2015, 1, 1, 7, tzinfo=UTC) + timedelta(days=number)
            archive.writestr(f"DI_CONNECT/DI-Connect-Uploaded-Files/{number}_ACTIVITY.fit", _run(start))
    return Made(activities=recordings)


def _run(start: datetime) -> bytes:
    at = int((start - _FIT_EPOCH).total_seconds())
    end = at + 3600
    records = [(20, ((253, "I", at + s), (3, "B", 120 + s % 40))) for s in range(0, 3600, 20)]
    times = ((253, "I", end), (2, "I", at), (7, "I", 3_600_000), (8, "I", 3_600_000))
    session = (*times, (9, "I", 1_000_000), (11, "H", 600), (16, "B", 140), (5, "E", 1))
    activity = ((253, "I", end), (5, "I", end + 3600), (1, "H", 1))
    head = ((0, "E", 4), (1, "H", 1), (4, "I", at))
    return fit([(0, head), *records, (18, session), (34, activity)])


def readers(root: int) -> list[int]:
    """The processes of a system that read files."""
    found = []
    for pid in tree(root):
        with contextlib.suppress(OSError):
            if b"import_worker" in Path(f"/proc/{pid}/cmdline").read_bytes():
                found.append(pid)
    return found


class Peak(threading.Thread):
    """The most memory that a process which reads a file has held (RSS), while it lives."""

    def __init__(self, root: int) -> None:
        super().__init__(daemon=True)
        self._root = root
        self._ended = threading.Event()
        self.peak_mb = 0.0

    def run(self) -> None:
        while not self._ended.wait(0.2):
            for pid in readers(self._root):
                with contextlib.suppress(OSError, StopIteration):
                    status = Path(f"/proc/{pid}/status").read_text().splitlines()
                    high = next(line for line in status if line.startswith("VmHWM:"))
                    self.peak_mb = max(self.peak_mb, int(high.split()[1]) / 1024)

    def end(self) -> float:
        self._ended.set()
        self.join()
        return self.peak_mb


def measure(system: System, user: str, file: Path, made: Made) -> list[str]:
    """Imports a file for a person of its own; what was wrong."""
    peak = Peak(system.supervisor_pid)
    peak.start()
    began = time.perf_counter()
    with Amy(api_key=system.admin_key, base_url=system.base_url, user=user, timeout=900) as amy:
        amy.data.import_file(file)
        seconds, megabytes = time.perf_counter() - began, peak.end()
        wrong = list(differences(amy, made))
    size = file.stat().st_size / _MB
    print(f"{user}: {size:.0f} MB in {seconds:.1f} s, peak {megabytes:.0f} MB, {len(wrong)} values differ", flush=True)
    if megabytes > MOST_MB or seconds > MOST_S:
        wrong.append(f"{user}: {seconds:.0f} s (may be {MOST_S:.0f}), {megabytes:.0f} MB (may be {MOST_MB:.0f})")
    return wrong


def differences(amy: Amy, made: Made) -> Iterator[str]:
    """What is stored and is not what was written."""
    if made.days is not None:
        stored: dict[date, float] = {}
        cursor, more = None, True
        while more:
            page = amy.data.metric(made.metric, limit=1000, cursor=cursor)
            stored |= {point[0]: point[1] for point in page.points}
            cursor, more = page.next_cursor, page.has_more
        for day, value in made.days.items():
            if stored.get(day) != value:
                yield f"{made.metric} {day}: {stored.get(day)} and not {value}"
    found = amy.data.metrics().activities
    if found != made.activities:
        yield f"{found} activities and not {made.activities}"


def leave(system: System, file: Path) -> list[str]:
    """Leaves while a file is read: nothing of it may be stored, and nobody may go on reading."""
    headers = {"Authorization": f"Bearer {system.admin_key}", "Amy-User": "left"}
    with httpx.Client(base_url=system.base_url, headers=headers, timeout=httpx.Timeout(120, read=3)) as http:
        with contextlib.suppress(httpx.ReadTimeout):
            http.post("/v1/data/imports", params={"filename": file.name}, content=_blocks(file))
        time.sleep(3)
        reading = readers(system.supervisor_pid)
        listed = http.get("/v1/data/imports").json()
    wrong = [f"{len(reading)} processes still read"] if reading else []
    if listed["data"]:
        wrong.append("an import that nobody waited for was stored")
    print(f"left in the middle of the reading: {len(wrong)} faults", flush=True)
    return wrong


def _blocks(file: Path) -> Iterator[bytes]:
    with file.open("rb") as stream:
        yield from iter(lambda: stream.read(_MB), b"")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--apple-mb", type=int, default=2048)
    parser.add_argument("--fitbit-days", type=int, default=3 * 365)
    parser.add_argument("--garmin-files", type=int, default=1000)
    given = parser.parse_args()
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as folder, running(Path(folder) / "system") as system:
        file = Path(folder) / "export.xml"
        made = apple(file, given.apple_mb)
        wrong += leave(system, file)
        wrong += measure(system, "apple", file, made)
        file.unlink()
        for name, make, size in (("fitbit", fitbit, given.fitbit_days), ("garmin", garmin, given.garmin_files)):
            file = Path(folder) / f"{name}.zip"
            made = make(file, size)
            wrong += measure(system, name, file, made)
            file.unlink()
    print("\n".join(wrong[:20]))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
