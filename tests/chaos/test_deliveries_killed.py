"""kill -9 while Terra delivers: what was answered is stored, what was not is sent again, and nothing counts twice."""

import os
import signal
import sqlite3
import threading
import time
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from amy.client import Amy
from evals.system import running
from tests.chaos.killing import pid_of
from tests.deliveries import SECRET, deliver
from tests.unit.health_data.terra.payloads import daily, of

pytestmark = [pytest.mark.chaos, pytest.mark.timeout(240)]

PAYLOADS = 120
KILLS = 4


def deliver_at_last(http: httpx.Client, body: bytes) -> None:
    """As Terra does: again, until it is answered with 200."""
    while True:
        try:
            response = deliver(http, body)
        except httpx.TransportError:
            continue
        if response.status_code == 200:
            return
        time.sleep(0.05)


def test_deliveries_survive_kills_of_the_service_that_stores_them(tmp_path: Path) -> None:
    env = {"AMY_GATEWAY_TERRA_SIGNING_SECRET": SECRET}
    with running(tmp_path / "system", "--processes", env=env) as system:
        over = threading.Event()
        killed: set[int] = set()

        def kill() -> None:
            while len(killed) < KILLS and not over.wait(0.4):
                pid = pid_of(system, "health_data")
                if pid and pid not in killed:
                    with suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)
                        killed.add(pid)

        killer = threading.Thread(target=kill)
        killer.start()
        with httpx.Client(base_url=system.base_url, timeout=30) as http:
            for number in range(PAYLOADS):
                deliver_at_last(http, of("daily", daily(f"2026-0{1 + number % 9}-{1 + number // 9:02}", 1000 + number)))
        over.set()
        killer.join()
        assert killed
        with Amy(api_key=system.admin_key, base_url=system.base_url, user="anna") as amy:
            (steps,) = [each for each in amy.data.metrics().metrics if each.name == "steps"]
        assert steps.days_with_value == PAYLOADS
        (file,) = (tmp_path / "system").rglob("health_data*.db")
        with sqlite3.connect(file) as connection:
            (taken,) = connection.execute("SELECT count(*) FROM deliveries").fetchone()
            (total,) = connection.execute("SELECT sum(value) FROM observations WHERE metric = 'steps'").fetchone()
        assert (taken, total) == (PAYLOADS, sum(1000 + number for number in range(PAYLOADS)))
