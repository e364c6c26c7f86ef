"""kill -9 while an import is read or stored: all of it or nothing, and sent again it is all there, once."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import date, timedelta
from pathlib import Path

import httpx
import pytest

from amy.client import Amy
from evals.system import System, wait_until
from tests.chaos.killing import is_old, pid_of
from tests.importing import begun_import
from tests.load.large_exports import apple

pytestmark = [pytest.mark.chaos, pytest.mark.timeout(240)]

Days = dict[date, float]
METRICS = ("steps", "sleep_minutes", "resting_heart_rate", "weight_kg", "calories_kcal", "floors_climbed")


@pytest.fixture
def amy(patient: System, request: pytest.FixtureRequest) -> Iterator[Amy]:
    user = f"killed-while-{request.node.callspec.params['stage']}"
    with Amy(api_key=patient.admin_key, base_url=patient.base_url, user=user) as client:
        yield client


def long_to_read(folder: Path) -> tuple[Path, Days]:
    """A watch's minutes."""
    file = folder / "export.xml"
    days = apple(file, 16).days
    assert days is not None
    return file, dict(days)


def long_to_store(folder: Path) -> tuple[Path, Days]:
    """Twenty years of six metrics."""
    file = folder / "daily.csv"
    days = {date(2000, 1, 1) + timedelta(days=number): float(5000 + number) for number in range(7300)}
    rows = (f"{day},{steps:.0f},420,60,70.5,2100,9" for day, steps in days.items())
    file.write_text("\n".join([",".join(("date", *METRICS)), *rows]))
    return file, days


def steps_of(amy: Amy) -> Days:
    found: Days = {}
    cursor = None
    while True:
        page = amy.data.metric("steps", limit=1000, cursor=cursor)
        found |= {point[0]: point[1] for point in page.points}
        if not (cursor := page.next_cursor):
            return found


def kill_while(system: System, http: httpx.Client, file: Path, stage: str) -> bool:
    """Kills the service as soon as an import is told to be at a stage; whether the import was told to be done."""
    killed, told = 0, []
    with suppress(httpx.TransportError), begun_import(http, file) as events:
        for each in events:
            told.append(each)
            if not killed and each.get("stage") == stage:
                killed = pid_of(system, "health_data")
                os.kill(killed, signal.SIGKILL)
    assert killed, told

    def serves() -> bool:
        pid = pid_of(system, "health_data")
        return pid != killed and is_old(pid) and set(system.states().values()) == {"serving"}

    wait_until(serves, timeout_s=60, what="everything serves again")
    return any("import_id" in each for each in told)


@pytest.mark.parametrize(("stage", "made"), [("reading", long_to_read), ("storing", long_to_store)])
def test_an_import_whose_service_is_killed_is_stored_whole_or_not_at_all(
    patient: System, amy: Amy, tmp_path: Path, stage: str, made: Callable[[Path], tuple[Path, Days]]
) -> None:
    file, days = made(tmp_path)
    headers = {"Authorization": f"Bearer {patient.admin_key}", "Amy-User": f"killed-while-{stage}"}
    wait_until(lambda: set(patient.states().values()) == {"serving"}, timeout_s=60, what="everything serves")
    with httpx.Client(base_url=patient.base_url, headers=headers, timeout=60) as http:
        done = kill_while(patient, http, file, stage)
    stored = steps_of(amy)
    assert stored in ({}, days)
    assert stored or not done
    assert [each.filename for each in amy.data.imports().data] == ([file.name] if stored else [])
    assert amy.data.import_file(file).already_imported is bool(stored)
    assert steps_of(amy) == days
    assert [each.filename for each in amy.data.imports().data] == [file.name]
