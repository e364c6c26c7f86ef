"""`python -m tests.load.terra`: 10,000 signed payloads of Terra's over HTTP, stored, within 60 s; and all again.

A real system is started. Loopback only, bounded in count and time; fails when it takes longer.
"""

import asyncio
import hashlib
import hmac
import json
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Any, Final

import httpx

from evals.system import System, running

PAYLOADS: Final = 10_000
PERSONS: Final = 50
MOST_S: Final = 60.0
_AT_ONCE: Final = 16
_SECRET: Final = "of a measurement"
_FIRST: Final = date(2024, 1, 1)


def payloads() -> Iterator[bytes]:
    """Of each person and day a day and a night in turn; one payload in ten corrects an earlier one."""
    for number in range(PAYLOADS):
        person, turn = number % PERSONS, number // PERSONS
        day = _FIRST + timedelta(days=turn // 2 if turn % 20 else max(turn // 2 - 3, 0))
        user = {"user_id": f"account-{person}", "provider": "GARMIN", "reference_id": f"person-{person}"}
        item = _night(day, number) if turn % 2 else _day(day, number)
        said = {"type": "sleep" if turn % 2 else "daily", "version": "2022-03-16", "user": user, "data": [item]}
        yield json.dumps(said).encode()


def _day(day: date, number: int) -> dict[str, Any]:
    return {
        "metadata": {"start_time": f"{day}T00:00:00+02:00", "end_time": f"{day + timedelta(days=1)}T00:00:00+02:00"},
        "distance_data": {"steps": 1000 + number, "distance_meters": 700 + number / 2, "floors_climbed": number % 30},
        "calories_data": {"total_burned_calories": 1800 + number % 1500},
        "heart_rate_data": {
            "summary": {"resting_hr_bpm": 45 + number % 20, "avg_hrv_rmssd": 30 + number % 40},
            "detailed": {
                "hr_samples": [{"timestamp": f"{day}T12:00:00+02:00", "bpm": 60 + at % 50} for at in range(60)]
            },
        },
    }


def _night(day: date, number: int) -> dict[str, Any]:
    seconds = 60 * (360 + number % 120)
    asleep = {"duration_asleep_state_seconds": seconds, "duration_deep_sleep_state_seconds": seconds // 4}
    return {
        "metadata": {
            "start_time": f"{day - timedelta(days=1)}T23:10:00+02:00",
            "end_time": f"{day}T07:20:00+02:00",
            "is_nap": False,
            "summary_id": f"night-{day}",
        },
        "sleep_durations_data": {"asleep": asleep, "awake": {"duration_awake_state_seconds": 900 + number % 900}},
    }


async def _deliver(system: System, bodies: Sequence[bytes]) -> dict[str, int]:
    """How many came to what."""
    outcomes: dict[str, int] = {}
    waiting = iter(bodies)

    async def deliver(http: httpx.AsyncClient) -> None:
        for body in waiting:
            at_s = str(int(time.time()))
            digest = hmac.new(_SECRET.encode(), at_s.encode() + b"." + body, hashlib.sha256).hexdigest()
            headers = {"terra-signature": f"t={at_s},v1={digest}"}
            response = await http.post("/v1/ingest/terra", content=body, headers=headers)
            outcome = response.json()["outcome"] if response.status_code == 200 else str(response.status_code)
            outcomes[outcome] = outcomes.get(outcome, 0) + 1

    async with httpx.AsyncClient(base_url=system.base_url, timeout=60) as http:
        await asyncio.gather(*(deliver(http) for _ in range(_AT_ONCE)))
    return outcomes


def main() -> None:
    bodies = list(payloads())
    late = False
    env = {"AMY_GATEWAY_TERRA_SIGNING_SECRET": _SECRET}
    with tempfile.TemporaryDirectory() as folder, running(Path(folder) / "system", env=env) as system:
        for expected, again in (("stored", ""), ("repeated", ", a second time")):
            began = time.perf_counter()
            outcomes = asyncio.run(_deliver(system, bodies))
            took_s = time.perf_counter() - began
            late |= took_s > MOST_S or outcomes != {expected: PAYLOADS}
            print(f"{PAYLOADS:,} payloads{again}: {took_s:.1f} s (must be under {MOST_S:g}), {outcomes}", flush=True)
    sys.exit(late)


if __name__ == "__main__":
    main()
