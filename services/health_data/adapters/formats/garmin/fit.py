"""FIT files, as watches, bicycle computers and scales record them: activities, days, weights, nightly values."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from services.health_data.adapters.formats.garmin.activities import local_start
from services.health_data.adapters.formats.garmin.chosen import Bout, Chosen, Rank
from services.health_data.adapters.formats.garmin.files import NOTHING_KEPT
from services.health_data.adapters.formats.garmin.fit_bytes import BrokenFitError, is_fit_head
from services.health_data.adapters.formats.garmin.messages import MESSAGES, Message, messages_of
from services.health_data.adapters.formats.garmin.monitoring import Monitoring
from services.health_data.adapters.formats.garmin.values import end_of, plain_kind
from services.health_data.adapters.formats.members import DamagedError, Member
from services.health_data.domain.records import Activity, Place

_MOST_OFFSET: Final = timedelta(hours=14)
_QUARTER: Final = timedelta(minutes=15)
_GENERAL: Final = ("generic", "training", "fitness_equipment", "all")
"""Sports that say less than their kind does."""


def is_fit(member: Member) -> bool:
    return member.name.casefold().endswith(".fit") or is_fit_head(member.head)


def read_fits(members: Sequence[Member], chosen: Chosen, *, alone: bool) -> None:
    """Takes what the files state; one of several that is damaged is left out.

    Args:
        members: the FIT files.
        chosen: everything else of the import has been read into it.
        alone: whether there is nothing else in the import.

    Raises:
        DamagedError: the only file is damaged.
    """
    monitoring = Monitoring()
    wanted = set(MESSAGES.values())
    if chosen.offsets:
        wanted -= {MESSAGES["monitoring"]}
        if members:
            chosen.gathering.note("Of the watch's own days nothing was read: the daily summaries say the same.")
    without_zone = []
    for member in members:
        try:
            messages = list(messages_of(member, frozenset(wanted)))
        except BrokenFitError as error:
            if alone and len(members) == 1:
                raise DamagedError(
                    f"{member.path} is a FIT recording that cannot be read, {error}: export it again."
                ) from None
            chosen.gathering.left_out(member.path, f"The recording cannot be read, {error}.")
            continue
        offset = _offset(messages, chosen)
        if offset is None:
            without_zone.append((messages, member))
        elif not _read_file(messages, member, chosen, monitoring, offset):
            chosen.gathering.left_out(member.path, NOTHING_KEPT)
    for messages, member in without_zone:
        # By now the other files have told the zone of the day.
        if not _read_file(messages, member, chosen, monitoring, None):
            chosen.gathering.left_out(member.path, NOTHING_KEPT)
    monitoring.tell(chosen)


def _read_file(
    messages: Sequence[Message], member: Member, chosen: Chosen, monitoring: Monitoring, offset: timedelta | None
) -> bool:
    """Whether there was anything in it."""
    _device(messages, chosen)
    profiles = [each for each in messages if each.name == "user_profile"]
    readers = {"session": _session, "weight_scale": _weight, "hrv_status_summary": _hrv, "blood_pressure": _pressure}
    found = False
    for message in messages:
        reader = readers.get(message.name)
        if reader is None:
            continue
        found = True
        if message.name != "session" and len({each.value("local_id") for each in profiles}) > 1:
            chosen.gathering.skip(
                "weight: the scale holds several people, and does not say whose it is",
                Place(member.path, message.number),
            )
            continue
        reader(message, Place(member.path, message.number), chosen, offset)
    if len(profiles) == 1:
        _person(profiles[0], chosen)
    return monitoring.add(messages, member.path, offset) or found


def _offset(messages: Sequence[Message], chosen: Chosen) -> timedelta | None:
    """How far local time was from UTC, as the file itself states it, which is kept for the others of that day."""
    for message in messages:
        local, utc = message.time("local_timestamp"), message.time("timestamp")
        if message.name in ("activity", "monitoring_info") and local and utc:
            offset = _QUARTER * round((local - utc) / _QUARTER)
            if abs(offset) <= _MOST_OFFSET:
                chosen.offsets.setdefault((utc + offset).date(), (offset, offset))
                return offset
    return None


def _local(utc: datetime, offset: timedelta | None, chosen: Chosen) -> datetime:
    return local_start(utc, chosen) if offset is None else utc + offset


def _session(message: Message, at: Place, chosen: Chosen, offset: timedelta | None) -> None:
    started = message.time("start_time")
    kind = _kind(message)
    if started is None or kind == "Transition":
        chosen.gathering.skip("activity: no start, or the change from one sport to the next", at)
        return
    local = _local(started, offset, chosen)
    elapsed, timed = message.number_of("total_elapsed_time"), message.number_of("total_timer_time")
    strides = message.number_of("total_strides")
    activity = Activity(
        start=local,
        kind=kind,
        end=end_of(local, elapsed),
        duration_min=None if timed is None else timed / 60,
        distance_m=message.number_of("total_distance") or None,
        calories_kcal=message.number_of("total_calories") or None,
        average_heart_rate=message.number_of("avg_heart_rate") or None,
        elevation_gain_m=message.number_of("total_ascent"),
        steps=None if strides is None else strides * 2,
    )
    chosen.gathering.found("activities")
    chosen.bout(Bout(activity=activity, at=at, rank=Rank.WATCH, started=started))


def _kind(message: Message) -> str:
    sport, kind = str(message.value("sport") or "other"), str(message.value("sub_sport") or "generic")
    if kind in ("generic", "all", "255", "None"):
        return plain_kind(sport)
    if sport in _GENERAL or sport.removesuffix("ing")[:4] in kind:
        return plain_kind(kind)
    return plain_kind(f"{kind} {sport}")


def _weight(message: Message, at: Place, chosen: Chosen, offset: timedelta | None) -> None:
    utc, weight, fat = message.time("timestamp"), message.number_of("weight"), message.number_of("percent_fat")
    if utc is None or weight is None:
        chosen.gathering.skip("weight_kg: no weight, or no time", at)
        return
    day = _local(utc, offset, chosen).date()
    order = float(message.frame.get_raw_value("timestamp"))
    chosen.gathering.found("weights")
    chosen.value("weight_kg", day, weight, at, rank=Rank.WATCH, weight=order)
    if fat:
        chosen.value("body_fat_percent", day, fat, at, rank=Rank.WATCH, weight=order)


def _hrv(message: Message, at: Place, chosen: Chosen, offset: timedelta | None) -> None:
    utc, value = message.time("timestamp"), message.number_of("last_night_average")
    if utc is None or not value:
        return
    chosen.gathering.found("nights of heart rate variability")
    chosen.value("heart_rate_variability", _local(utc, offset, chosen).date(), value, at, rank=Rank.WATCH)


def _pressure(message: Message, at: Place, chosen: Chosen, offset: timedelta | None) -> None:
    utc = message.time("timestamp")
    upper, lower = message.number_of("systolic_pressure"), message.number_of("diastolic_pressure")
    if utc is None or upper is None or lower is None:
        return
    day = _local(utc, offset, chosen).date()
    order = float(message.frame.get_raw_value("timestamp"))
    chosen.gathering.found("blood pressures")
    chosen.value("systolic_blood_pressure", day, upper, at, rank=Rank.WATCH, weight=order)
    chosen.value("diastolic_blood_pressure", day, lower, at, rank=Rank.WATCH, weight=order)


def _person(profile: Message, chosen: Chosen) -> None:
    height, gender = profile.number_of("height"), profile.value("gender")
    chosen.gathering.person(sex=str(gender) if gender else None, height_cm=round(height * 100, 1) if height else None)


def _device(messages: Sequence[Message], chosen: Chosen) -> None:
    for message in messages:
        product = message.value("product_name") or message.value("garmin_product")
        if message.name == "file_id" and message.value("manufacturer") == "garmin" and isinstance(product, str):
            chosen.gathering.device(f"Garmin {product.replace('_', ' ')}")
