"""Payloads in the shapes that Terra publishes, with invented numbers."""

import json
from collections.abc import Mapping
from typing import Any

ACCOUNT = "5f0c2a54-0000-4000-8000-00000000a001"
USER = "anna"


def of(
    kind: str,
    *items: Mapping[str, Any],
    account: str = ACCOUNT,
    reference: str | None = USER,
    provider: str = "GARMIN",
    **more: object,
) -> bytes:
    user = {"user_id": account, "provider": provider, "reference_id": reference, "active": True, "scopes": None}
    return json.dumps({"type": kind, "user": user, "version": "2022-03-16", "data": list(items), **more}).encode()


def news(kind: str, *, account: str = ACCOUNT, reference: str | None = USER, status: str = "success") -> bytes:
    user = {"user_id": account, "provider": "GARMIN", "reference_id": reference, "active": kind == "auth"}
    return json.dumps({"type": kind, "status": status, "user": user, "message": "said"}).encode()


def day(date: str, end: str | None = None, *, offset: str = "+02:00", **more: Any) -> dict[str, Any]:
    """The metadata of a day that ends at its midnight, or at another time."""
    stated = {"start_time": f"{date}T00:00:00.000000{offset}", "end_time": end or f"{date}T23:59:59.000000{offset}"}
    return {"metadata": {**stated, "upload_type": 1, "timestamp_localization": 1}, **more}


def daily(date: str, steps: float | None, end: str | None = None, **more: Any) -> dict[str, Any]:
    return day(date, end, distance_data={"steps": steps, "distance_meters": None}, **more)


def sleep(start: str, end: str, minutes: float, **more: Any) -> dict[str, Any]:
    """A sleep of so many minutes, half of it light, the rest deep and REM alike."""
    metadata = {"start_time": start, "end_time": end, "is_nap": False, "upload_type": 2, "summary_id": None}
    seconds = minutes * 60
    asleep = {
        "duration_asleep_state_seconds": seconds,
        "duration_light_sleep_state_seconds": seconds / 2,
        "duration_deep_sleep_state_seconds": seconds / 4,
        "duration_REM_sleep_state_seconds": seconds / 4,
    }
    durations = {"asleep": asleep, "awake": {"duration_awake_state_seconds": 1500}}
    return {"metadata": {**metadata, **more}, "sleep_durations_data": durations}


def activity(start: str, end: str, *, kind: int = 8, **more: Any) -> dict[str, Any]:
    metadata = {"start_time": start, "end_time": end, "type": kind, "upload_type": 1, "name": "Morning", **more}
    return {
        "metadata": metadata,
        "distance_data": {
            "summary": {"distance_meters": 5100.5, "steps": 6000, "elevation": {"gain_actual_meters": 40}}
        },
        "calories_data": {"total_burned_calories": 380},
        "heart_rate_data": {"summary": {"avg_hr_bpm": 141.5}},
        "movement_data": {"avg_speed_meters_per_second": 2.5},
    }
