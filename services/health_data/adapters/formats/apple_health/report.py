"""Makes days, nights and activities of what was collected, and says what a person should know of it."""

from collections.abc import Mapping, Sequence
from datetime import date
from itertools import pairwise
from typing import Final

from services.health_data.adapters.formats.apple_health.collecting import Collecting
from services.health_data.adapters.formats.apple_health.daily import SAME, Day, means, sums
from services.health_data.adapters.formats.apple_health.kinds import (
    ACTIVE,
    BASAL,
    HEIGHT,
    INSTEAD,
    SAMPLED,
    SLEEP,
    Sampled,
    Stage,
)
from services.health_data.adapters.formats.apple_health.moments import Moment, offset_in, zone_of
from services.health_data.adapters.formats.apple_health.rows import once
from services.health_data.adapters.formats.apple_health.sleep import Night, nights
from services.health_data.adapters.formats.apple_health.sources import Kind
from services.health_data.adapters.formats.apple_health.workouts import once as workouts_once
from services.health_data.adapters.formats.sums import plain_sum
from services.health_data.domain.gathering import Gathering
from services.health_data.domain.records import Entry, Place, from_epoch_day

_STAGE_METRICS: Final = {
    Stage.DEEP: "deep_sleep_minutes",
    Stage.REM: "rem_sleep_minutes",
    Stage.CORE: "light_sleep_minutes",
    Stage.AWAKE: "awake_minutes",
}
_DEVICES: Final = {Kind.WATCH: "watch", Kind.PHONE: "phone"}
_MOST_WARNINGS: Final = 20
_MOST_SOURCES: Final = 5


def report(collecting: Collecting, gathering: Gathering) -> None:
    """Tells the gathering everything."""
    for what, count in collecting.found.items():
        gathering.found(what, count)
    _tell_days(collecting, gathering)
    _tell_what_is_there_instead(collecting, gathering)
    _tell_nights(collecting, gathering)
    _tell_workouts(collecting, gathering)
    collecting.journal.finish()
    _tell_devices(collecting, gathering)
    _tell_clocks(collecting, gathering)


def _tell_days(collecting: Collecting, gathering: Gathering) -> None:
    energy: dict[str, dict[int, Day]] = {ACTIVE: {}, BASAL: {}}
    repeated = 0
    for kind in SAMPLED.values():
        records = {source: count for (name, source), count in collecting.records.items() if name == kind.name}
        if records:
            gathering.found(kind.found, sum(records.values()))
        order = collecting.sources.order(records)
        if kind.adds_up and len(order) > 1:
            gathering.note(_preference(kind, [collecting.sources.names[source] for source in order]))
        for key in sorted(key for key in collecting.samples.held() if key[0] == kind.name):
            stored = collecting.samples.of(key)
            rows = once(stored, SAME)
            repeated += len(stored) - len(rows)
            for day in (sums if kind.adds_up else means)(rows, order):
                if kind.name in energy:
                    energy[kind.name][day.day] = day
                elif kind.name == HEIGHT:
                    gathering.person(height_cm=day.value)
                else:
                    gathering.daily(kind.name, from_epoch_day(day.day), day.value, _place(collecting, day))
    _tell_energy(energy, collecting, gathering)
    if repeated:
        gathering.note(f"Records that stand in the export again, and were not counted again: {repeated:,}.")


def _tell_what_is_there_instead(collecting: Collecting, gathering: Gathering) -> None:
    for name, (metric, what) in INSTEAD.items():
        if collecting.counted[name]:
            gathering.absent(metric, f"{collecting.counted[name]:,} {what}.")
    values = sum(count for (name, _), count in collecting.records.items() if name == "hrv_sdnn")
    if values:
        gathering.absent("heart_rate_variability", f"{values:,} SDNN values, no rMSSD.")


def _preference(kind: Sampled, names: Sequence[str]) -> str:
    listed = ", then ".join(names[:_MOST_SOURCES]) + (", then others" if len(names) > _MOST_SOURCES else "")
    return f"Of {kind.found} of one time, those of the first of these sources count: {listed}."


def _tell_energy(energy: Mapping[str, Mapping[int, Day]], collecting: Collecting, gathering: Gathering) -> None:
    """The energy of a day is known where both its parts are: that of moving, and that of resting."""
    active, basal = energy[ACTIVE], energy[BASAL]
    for day in sorted(active.keys() & basal.keys()):
        first = min(active[day], basal[day], key=lambda each: (each.member, each.line))
        place = Place(collecting.members[first.member], first.line, active[day].records + basal[day].records)
        gathering.daily("calories_kcal", from_epoch_day(day), plain_sum(active[day].value + basal[day].value), place)
    for these, those, what, other in ((active, basal, "active", "resting"), (basal, active, "resting", "active")):
        alone = len(these.keys() - those.keys())
        if alone:
            gathering.absent("calories_kcal", f"Days with {what} energy: {alone:,}, none of them with {other} energy.")
            gathering.note(f"Days with {what} but no {other} energy, whose total is not known: {alone:,}.")


def _tell_nights(collecting: Collecting, gathering: Gathering) -> None:
    rows = once(collecting.nights.of(SLEEP), ("source", "start", "end", "stage"))
    if not len(rows):
        return
    found = nights(rows, collecting.zones, collecting.sources.kinds(), collecting.sources.names)
    for night in found:
        _tell_night(night, collecting, gathering)
    if not found:
        gathering.absent("sleep_minutes", f"Records of time in bed or awake: {len(rows):,}, none of sleep.")
    elif not any(night.main.staged for night in found):
        for stage in (Stage.DEEP, Stage.REM, Stage.CORE):
            gathering.absent(_STAGE_METRICS[stage], f"Nights with stages: none of {len(found):,}.")


def _tell_night(night: Night, collecting: Collecting, gathering: Gathering) -> None:
    main = night.main
    day = main.end.date()
    place = Place(collecting.members[main.member], main.line, main.records)
    gathering.daily("sleep_minutes", day, main.asleep, place)
    gathering.moment("bed_time", day, main.start, place)
    gathering.moment("wake_up_time", day, main.end, place)
    for stage, metric in _STAGE_METRICS.items():
        if stage in main.minutes and (main.staged or stage == Stage.AWAKE):
            gathering.daily(metric, day, main.minutes[stage], place)
    for nap in night.naps:
        entry = Entry(day=nap.start.date(), at=nap.start, tag="nap", amount=nap.asleep, unit="min")
        gathering.entry(entry, Place(collecting.members[nap.member], nap.line, nap.records))


def _tell_workouts(collecting: Collecting, gathering: Gathering) -> None:
    counted = workouts_once(collecting.workouts, collecting.sources.kinds(), collecting.sources.names)
    for workout in counted.counted:
        gathering.activity(workout.activity(), Place(collecting.members[workout.member], workout.line))
    for workout in counted.again:
        place = Place(collecting.members[workout.member], workout.line)
        gathering.skip("workouts: another source tells of the same one", place)


def _tell_devices(collecting: Collecting, gathering: Gathering) -> None:
    for kind, word in _DEVICES.items():
        firsts: dict[str, int] = {}
        for origin in collecting.sources.origins:
            if origin.kind == kind and origin.device:
                firsts[origin.device] = min(origin.first, firsts.get(origin.device, origin.first))
        for device in firsts:
            gathering.device(device)
        for old, new in list(pairwise(sorted(firsts, key=lambda each: (firsts[each], each))))[-_MOST_WARNINGS:]:
            gathering.warn(f"A new {word} from {_date(firsts[new])} on: {new} after {old}. Values may shift with it.")
        if not firsts:
            for name in sorted(
                collecting.sources.names[each.source] for each in collecting.sources.origins if each.kind == kind
            ):
                gathering.device(name)


def _tell_clocks(collecting: Collecting, gathering: Gathering) -> None:
    moments = collecting.moments
    if moments.without_offset:
        gathering.note(f"Times without an offset from UTC, read as local time: {moments.without_offset:,}.")
    if moments.in_utc:
        gathering.note(f"Times in UTC, with no local time stated, whose dates are those of UTC: {moments.in_utc:,}.")
    offsets = moments.offsets
    if offsets and offsets[-1] - offsets[0] > 3600:
        gathering.warn(
            f"Times are stated from {_offset(offsets[0])} to {_offset(offsets[-1])}: you travelled between time zones. "
            "Each day is that of the clock its times are stated with."
        )
    _tell_zones(collecting, gathering)


def _tell_zones(collecting: Collecting, gathering: Gathering) -> None:
    """What the zones show that nights and workouts state."""
    rows = collecting.nights.of(SLEEP)
    stated = [
        (int(row["start"]), collecting.zones[row["zone"]], int(row["start_offset"])) for row in rows[rows["zone"] > 0]
    ]
    stated += [(each.start.utc, each.zone, each.start.offset) for each in collecting.workouts if each.zone]
    known = [(*each, zone) for each in sorted(stated) if (zone := zone_of(each[1])) is not None]
    if not known:
        return
    gathering.person(time_zone=known[-1][1])
    changes = [
        f"The time zone changes from {one[1]} to {other[1]} on {_date(other[0])}."
        for one, other in pairwise(known)
        if one[1] != other[1] and offset_in(one[3], other[0]) != offset_in(other[3], other[0])
    ]
    for change in changes[-_MOST_WARNINGS:]:
        gathering.warn(change)
    if len(collecting.moments.offsets) == 1 and any(offset_in(zone, utc) != offset for utc, _, offset, zone in known):
        gathering.warn(
            f"All times are written as {_offset(known[-1][2])}, the clock of the phone when it exported. Nights and "
            "workouts that state a time zone are told in it, all else by that clock."
        )


def _place(collecting: Collecting, day: Day) -> Place:
    return Place(collecting.members[day.member], day.line, day.records)


def _date(utc: int) -> date:
    return Moment(utc, 0).local.date()


def _offset(seconds: int) -> str:
    sign = "-" if seconds < 0 else "+"
    return f"UTC{sign}{abs(seconds) // 3600:02}:{abs(seconds) // 60 % 60:02}"
