"""What Garmin's interfaces answer, as people keep it: tables of days, HRV and weights, nights and settings in JSON.

Activities stay out: Garmin calls their kinds by names of its own, and states neither steps nor zone minutes of all.
"""

from datetime import UTC, date, datetime
from typing import Final

from evals.vendors.person import Person, Written
from evals.vendors.tables import csv_of, json_of

_ID: Final = 1
_DAY: Final = {
    "steps": ("totalSteps", 1),
    "distance_km": ("totalDistanceMeters", 1000),
    "calories_kcal": ("totalKilocalories", 1),
    "resting_heart_rate": ("restingHeartRate", 1),
}
"""By canonical metric, what it is called, and how many of its units one canonical one is."""
_NIGHT: Final = {
    "sleep_minutes": ("sleepTimeSeconds", 60),
    "deep_sleep_minutes": ("deepSleepSeconds", 60),
    "light_sleep_minutes": ("lightSleepSeconds", 60),
    "rem_sleep_minutes": ("remSleepSeconds", 60),
    "awake_minutes": ("awakeSleepSeconds", 60),
    "respiratory_rate": ("averageRespirationValue", 1),
    "spo2": ("averageSpO2Value", 1),
}

_PERSON: Final = {"weight_kg": ("weight", 1000), "height_cm": ("height", 1)}


def write(person: Person) -> Written:
    written = Written()
    _days(person, written)
    _nights(person, written)
    hrv = list(written.take(person, "heart_rate_variability", _days_of(person, "heart_rate_variability")))
    if hrv:
        rows = ((day.isoformat(), value, "BALANCED") for day, value in hrv)
        written.files["hrv.csv"] = csv_of(("calendarDate", "lastNightAvg", "status"), rows)
    weights = list(written.take(person, "weight_kg", _days_of(person, "weight_kg")))
    if weights:
        weighed = ((at, day.isoformat(), value * 1000, "INDEX_SCALE") for at, (day, value) in enumerate(weights, 1))
        written.files["body_composition.csv"] = csv_of(("samplePk", "calendarDate", "weight", "sourceType"), weighed)
    about = {
        name: float(person.profile[field]) * times
        for field, (name, times) in _PERSON.items()
        if field in person.profile
    }
    if about:
        sex = {"gender": person.profile["sex"].upper()} if "sex" in person.profile else {}
        written.files["user_settings.json"] = json_of({"userProfilePK": _ID, "userData": {**sex, **about}})
    return written


def _days(person: Person, written: Written) -> None:
    """A day on which no steps were counted states the energy at rest alone, so its energy stays out."""
    rows = []
    for day in sorted({day for metric in _DAY for day in person.daily.get(metric, {})}):
        metrics = [name for name in _DAY if name != "calories_kcal" or person.on(day, "steps") is not None]
        stated = {metric: value for metric in metrics for _, value in written.take(person, metric, [day])}
        if stated:
            values = (stated[metric] * times if metric in stated else None for metric, (_, times) in _DAY.items())
            rows.append((day.isoformat(), _ID, *values))
    if rows:
        header = ("calendarDate", "userProfileId", *(name for name, _ in _DAY.values()))
        written.files["daily_summaries.csv"] = csv_of(header, rows)


def _nights(person: Person, written: Written) -> None:
    nights = []
    for day in _days_of(person, "sleep_minutes"):
        stated = {metric: value for metric in _NIGHT for _, value in written.take(person, metric, [day])}
        record: dict[str, object] = {"userProfilePK": _ID, "calendarDate": day.isoformat()}
        record |= {name: stated[metric] * times for metric, (name, times) in _NIGHT.items() if metric in stated}
        night = person.nights.get(day)
        if night is not None:
            written.clocks.add(day)
            record |= {"sleepStartTimestampLocal": _millis(night.bed), "sleepEndTimestampLocal": _millis(night.wake)}
        nights.append({"dailySleepDTO": record})
    if nights:
        written.files["sleep.json"] = json_of(nights)


def _days_of(person: Person, metric: str) -> list[date]:
    """The days with a reading; a 0 stands for none."""
    return sorted(day for day, value in person.daily.get(metric, {}).items() if value)


def _millis(local: datetime) -> int:
    """The local time as Garmin counts it: as if it were UTC."""
    return int(local.replace(tzinfo=UTC).timestamp() * 1000)
