"""What is said of a person, by whom, and what of it counts."""

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import Connection, delete, select

from services.health_data.adapters.tables import profile_readings, profiles
from services.health_data.adapters.upsert import upsert
from services.health_data.domain.records import Profile

BY_THE_PERSON: Final = ""
"""In place of the import, of what the person said themselves."""
_COLUMNS: Final = ("user_id", "field", "import_id", "value", "stated_at")
_NUMBERS: Final[Mapping[str, type[int] | type[float]]] = {
    "age_years": int,
    "birth_year": int,
    "height_cm": float,
    "weight_kg": float,
}


def keep_profile(connection: Connection, user_id: str, profile: Profile, *, import_id: str) -> None:
    """Writes what an import, or the person, says; what it does not say stays as it was."""
    now = datetime.now(UTC).replace(tzinfo=None)
    rows = [(user_id, field, import_id, value, now) for field, value in _stated(profile)]
    upsert(connection, profile_readings, _COLUMNS, rows)
    if rows:
        settle_profile(connection, user_id)


def drop_profile(connection: Connection, user_id: str, import_id: str) -> None:
    """Takes back what an import says."""
    table = profile_readings.c
    connection.execute(delete(profile_readings).where(table.user_id == user_id, table.import_id == import_id))
    settle_profile(connection, user_id)


def settle_profile(connection: Connection, user_id: str) -> None:
    """What the person said counts, else what the newest statement says; devices are all that were ever named."""
    table = profile_readings.c
    rows = connection.execute(
        select(table.field, table.import_id, table.value)
        .where(table.user_id == user_id)
        .order_by(table.import_id != BY_THE_PERSON, table.stated_at.desc(), table.import_id.desc())
    )
    counts: dict[str, Any] = {}
    devices: dict[str, None] = {}
    for field, _, value in rows:
        if field == "devices":
            devices |= dict.fromkeys(json.loads(value))
        else:
            counts.setdefault(field, _NUMBERS.get(field, str)(value))
    connection.execute(delete(profiles).where(profiles.c.user_id == user_id))
    if counts or devices:
        told = json.dumps(sorted(devices)) if devices else None
        connection.execute(profiles.insert(), {"user_id": user_id, **counts, "devices": told})


def profile_of(row: Mapping[str, Any]) -> Profile:
    """A row of `profiles`. An age that nobody states follows from the year of birth, to within a year."""
    age, born = row["age_years"], row["birth_year"]
    if age is None and born is not None:
        age = datetime.now(UTC).year - born
    return Profile(**{**row, "age_years": age, "devices": tuple(json.loads(row["devices"] or "[]"))})


def _stated(profile: Profile) -> Iterator[tuple[str, str]]:
    for field in ("sex", "time_zone", *_NUMBERS):
        value = getattr(profile, field)
        if value is not None:
            yield field, repr(value) if field in _NUMBERS else value
    if profile.devices:
        yield "devices", json.dumps(profile.devices)
