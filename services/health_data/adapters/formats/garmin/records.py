"""The records of Garmin Connect, as its export of an account and its interfaces hold them: days, nights, measurements.

What a name holds is data here. A record may state several of them; each is read by what it is called, not by its file.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final

from services.health_data.adapters.formats.garmin.chosen import Chosen, Rank
from services.health_data.adapters.formats.garmin.values import day_of, flat, moment, number
from services.health_data.adapters.formats.questions import tag_of
from services.health_data.domain.records import Entry, Place

METRES_A_FLOOR: Final = 3.048
"""Garmin counts a floor for every ten feet."""
_GRAMS: Final = 1000.0
_LEAST_GRAMS: Final = 2000.0
_DAY_KEYS: Final = ("calendardate", "calendardatedate", "summarydate", "statisticsstartdate", "date")


@dataclass(frozen=True, kw_only=True)
class Field:
    """What a value holds.

    Attributes:
        keys: how it is called, the best name first.
        over: by what it is divided to be in the canonical unit.
        zero_is_missing: 0 stands for no reading.
    """

    metric: str
    keys: tuple[str, ...]
    over: float = 1.0
    zero_is_missing: bool = False


DAY: Final = (
    Field(metric="steps", keys=("totalsteps", "steps")),
    Field(metric="distance_km", keys=("totaldistancemeters", "wellnessdistancemeters", "distancem"), over=1000.0),
    Field(metric="calories_kcal", keys=("totalkilocalories", "wellnesskilocalories", "totalkcal")),
    Field(metric="floors_climbed", keys=("floorsascendedinmeters", "floorsascendedm"), over=METRES_A_FLOOR),
    Field(metric="floors_climbed", keys=("floorsascended",)),
    Field(metric="resting_heart_rate", keys=("restingheartrate", "restinghr"), zero_is_missing=True),
    Field(metric="spo2", keys=("averagespo2value", "averagespo2"), zero_is_missing=True),
)
NIGHT: Final = (
    Field(metric="deep_sleep_minutes", keys=("deepsleepseconds", "sleepdeepsec"), over=60),
    Field(metric="light_sleep_minutes", keys=("lightsleepseconds", "sleeplightsec"), over=60),
    Field(metric="rem_sleep_minutes", keys=("remsleepseconds", "sleepremsec"), over=60),
    Field(metric="awake_minutes", keys=("awakesleepseconds", "sleepawakesec"), over=60),
    Field(
        metric="sleep_score",
        keys=("sleepscoresoverallscore", "sleepscoresoverallvalue", "sleepscoreoverall", "overallsleepscore"),
        zero_is_missing=True,
    ),
    Field(metric="respiratory_rate", keys=("averagerespiration", "averagerespirationvalue", "avgsleeprespiration")),
    Field(metric="spo2", keys=("spo2sleepsummaryaveragespo2", "averagespo2value"), zero_is_missing=True),
)
STATUS: Final = {"HRV": "heart_rate_variability", "SPO2": "spo2", "RESPIRATION": "respiratory_rate"}
"""The nightly values of Garmin's health status; its heart rate is no resting one, its skin temperature a deviation."""
_ASLEEP: Final = ("deep_sleep_minutes", "light_sleep_minutes", "rem_sleep_minutes")
_NOT_WORN: Final = ("off_wrist", "unconfirmed")


def first(record: Mapping[str, Any], *keys: str) -> Any:  # noqa: ANN401, as JSON is
    """The first value of these names that is stated."""
    return next((record[key] for key in keys if record.get(key) not in (None, "", "--")), None)


def read_record(record: Mapping[str, Any], at: Place, chosen: Chosen) -> str:
    """Takes what a flat record states; answers what it is in words, or nothing where Amy keeps none of it."""
    day = day_of(first(record, *_DAY_KEYS, "genericcalendardate"))
    whose = _person(record, chosen)
    if day is None:
        return whose
    said = [reader(record, day, at, chosen) for reader in _READERS]
    return next((each for each in said if each), whose)


def _taken(fields: Sequence[Field], record: Mapping[str, Any]) -> dict[str, float]:
    """The values by metric, in canonical units."""
    found: dict[str, float] = {}
    for each in fields:
        value = number(first(record, *each.keys))
        if value is not None and not (each.zero_is_missing and value <= 0):
            found[each.metric] = value / each.over
    return found


def _day(record: Mapping[str, Any], day: date, at: Place, chosen: Chosen) -> str:
    if not {"totalsteps", "totalkilocalories", "restingheartrate", "totalkcal", "restinghr"} & record.keys():
        return ""
    if "sleeptimeseconds" in record or "deepsleepseconds" in record:
        return ""
    _keep_offset(record, day, chosen)
    chosen.gathering.recorded(day)
    values = _taken(DAY, record)
    if "steps" not in values and ("totalsteps" in record or number(record.get("activekilocalories")) == 0):
        # Without a device the energy is the basal one alone.
        values.pop("calories_kcal", None)
    for metric, value in values.items():
        chosen.value(metric, day, value, at, rank=Rank.DAY, weight=values.get("steps", 0))
    return "daily summaries"


def _keep_offset(record: Mapping[str, Any], day: date, chosen: Chosen) -> None:
    names = ("wellnessstarttime", "wellnessendtime")
    pairs = [(moment(record.get(f"{name}local")), moment(record.get(f"{name}gmt"))) for name in names]
    if all(local and gmt for local, gmt in pairs):
        begins, ends = (local - gmt for local, gmt in pairs if local and gmt)
        chosen.offsets[day] = (begins, ends)


def _night(record: Mapping[str, Any], day: date, at: Place, chosen: Chosen) -> str:
    values = _taken(NIGHT, record)
    stated = number(first(record, "sleeptimeseconds"))
    asleep = stated / 60 if stated is not None else sum(values.get(name, 0.0) for name in _ASLEEP)
    if not ({"deepsleepseconds", "sleeptimeseconds", "sleepdeepsec"} & record.keys()):
        return ""
    nap = number(first(record, "naptimeseconds"))
    if nap:
        chosen.gathering.entry(Entry(day=day, tag="nap", amount=nap / 60, unit="min"), at)
    window = str(first(record, "sleepwindowconfirmationtype") or "").casefold()
    if asleep <= 0 or window in _NOT_WORN:
        chosen.gathering.skip("night: the watch measured no sleep", at)
        return "nights"
    for metric, value in {**values, "sleep_minutes": asleep}.items():
        chosen.value(metric, day, value, at, rank=Rank.NIGHT, weight=asleep)
    _clock(record, day, at, chosen, asleep)
    hrv = number(first(record, "avgovernighthrv"))
    if hrv:
        chosen.value("heart_rate_variability", day, hrv, at, rank=Rank.NIGHT, weight=asleep)
    return "nights"


def _clock(record: Mapping[str, Any], day: date, at: Place, chosen: Chosen, asleep: float) -> None:
    """When the night began and ended, by the clock of the person; left out where that is not known."""
    names = {"bed_time": "sleepstarttimestamp", "wake_up_time": "sleependtimestamp"}
    for name, key in names.items():
        local = moment(first(record, f"{key}local"))
        gmt = moment(first(record, f"{key}gmt"))
        if local is None and gmt is not None:
            begins, ends = chosen.offsets.get(day, (None, None))
            local = gmt + begins if begins is not None and begins == ends else None
            if local is None:
                chosen.gathering.skip(f"{name}: stated in UTC, and the time zone of the day is not known", at)
        if local is not None and (name == "bed_time" or local.date() == day) and _is_near(local, day):
            chosen.local_time(name, day, local, at, weight=asleep)


def _is_near(local: datetime, day: date) -> bool:
    return abs(local.date() - day) <= timedelta(days=1)


def _hrv(record: Mapping[str, Any], day: date, at: Place, chosen: Chosen) -> str:
    value = number(first(record, "lastnightavg", "lastnight", "healthhrvvalue"))
    if not {"lastnightavg", "lastnight5minhigh", "healthhrvvalue"} & record.keys():
        return ""
    if value:
        chosen.value("heart_rate_variability", day, value, at, rank=Rank.MEASURED)
    return "nights of heart rate variability"


def _status(record: Mapping[str, Any], day: date, at: Place, chosen: Chosen) -> str:
    metrics = record.get("metrics")
    if not isinstance(metrics, list):
        return ""
    known = False
    for each in metrics:
        metric = STATUS.get(str(each.get("type"))) if isinstance(each, Mapping) else None
        value = number(each.get("value")) if metric else None
        known = known or metric is not None
        if metric and value:
            chosen.value(metric, day, value, at, rank=Rank.HEALTH_STATUS)
    return "days of health status" if known else ""


def _resting(record: Mapping[str, Any], day: date, at: Place, chosen: Chosen) -> str:
    values = record.get("allmetricsmetricsmapwellnessrestingheartrate")
    if isinstance(values, str):
        try:
            values = json.loads(values)
        except ValueError:
            return ""
    if not isinstance(values, list):
        return ""
    for each in values:
        stated = flat(each) if isinstance(each, Mapping) else {}
        value = number(stated.get("value"))
        if value:
            on = day_of(stated.get("calendardate")) or day
            chosen.value("resting_heart_rate", on, value, at, rank=Rank.MEASURED)
    return "resting heart rates"


def _body(record: Mapping[str, Any], day: date, at: Place, chosen: Chosen) -> str:
    value = number(first(record, "weightweight", "weight"))
    source = str(first(record, "weightsourcetype", "sourcetype") or "")
    if value is None or not {"weightsourcetype", "sourcetype", "samplepk", "bonemass"} & record.keys():
        return ""
    if source == "USER_SETTING":
        return "settings of the account"
    if value < _LEAST_GRAMS:
        chosen.gathering.skip("weight_kg: not in grams, as Garmin states it", at)
        return "weights"
    when = moment(first(record, "timestampgmt", "weighttimestampgmt", "calendardate"))
    weight = when.timestamp() if when else 0.0
    chosen.value("weight_kg", day, value / _GRAMS, at, rank=Rank.MEASURED, weight=weight)
    fat = number(first(record, "bodyfat", "weightbodyfat"))
    if fat:
        chosen.value("body_fat_percent", day, fat, at, rank=Rank.MEASURED, weight=weight)
    return "weights"


def _fitness(record: Mapping[str, Any], day: date, at: Place, chosen: Chosen) -> str:
    keys = ("vo2maxrunning", "genericvo2maxprecisevalue", "genericvo2maxvalue", "vo2maxvalue")
    value = number(first(record, *keys))
    if not set(keys) & record.keys():
        return ""
    if value:
        running = str(record.get("sport") or "RUNNING") == "RUNNING"
        chosen.value("vo2_max", day, value, at, rank=Rank.MEASURED, weight=float(running))
    return "estimates of VO2 max"


def _pressure(record: Mapping[str, Any], day: date, at: Place, chosen: Chosen) -> str:
    upper, lower = (number(first(record, f"bloodpressure{name}", name)) for name in ("systolic", "diastolic"))
    if upper is None or lower is None:
        return ""
    when = moment(first(record, "measurementtimestamplocal", "calendardate"))
    weight = when.timestamp() if when else 0.0
    for name, value in (("systolic_blood_pressure", upper), ("diastolic_blood_pressure", lower)):
        chosen.value(name, day, value, at, rank=Rank.MEASURED, weight=weight)
    return "blood pressures"


def _water(record: Mapping[str, Any], day: date, at: Place, chosen: Chosen) -> str:
    if "valueinml" not in record:
        return ""
    amount = number(record["valueinml"])
    if amount and amount > 0:
        local = moment(first(record, "timestamplocal"))
        chosen.gathering.entry(Entry(day=day, tag="water", at=local, amount=amount, unit="ml"), at)
    return "drinks"


def _behaviour(record: Mapping[str, Any], day: date, at: Place, chosen: Chosen) -> str:
    """What the person says of a day: there was such a behaviour, or there was not."""
    name, status = str(record.get("behaviourname") or ""), str(record.get("status") or "").casefold()
    if not tag_of(name) or status not in ("yes", "no"):
        return ""
    chosen.answers.take(day, name, at, said_yes=status == "yes")
    return "answers of the lifestyle log"


def _score(record: Mapping[str, Any], day: date, at: Place, chosen: Chosen) -> str:
    """A table of the parts of the sleep score alone."""
    value = number(record.get("overall"))
    if not {"overall", "restlessness"} <= record.keys():
        return ""
    if value:
        chosen.value("sleep_score", day, value, at, rank=Rank.NIGHT)
    return "sleep scores"


def _person(record: Mapping[str, Any], chosen: Chosen) -> str:
    gender = str(first(record, "gender") or "").casefold()
    born = day_of(first(record, "birthdate", "dateofbirth"))
    height = number(first(record, "height"))
    weight = number(first(record, "weight"))
    known = {"gender", "birthdate", "dateofbirth", "height"} & record.keys()
    if not known:
        return ""
    chosen.gathering.person(
        sex=gender or None,
        birth_year=born.year if born else None,
        height_cm=height,
        weight_kg=weight / _GRAMS if weight and weight >= _LEAST_GRAMS and "sourcetype" not in record else None,
    )
    return "settings of the account"


_READERS: Final = (_day, _night, _hrv, _status, _resting, _body, _fitness, _pressure, _water, _behaviour, _score)
