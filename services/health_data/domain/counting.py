"""What counts of what several imports state."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from services.health_data.domain.priorities import rank
from services.health_data.domain.records import Activity

_SAME_START: Final = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Stated:
    """A value of a day, as one import states it."""

    source: str
    import_id: str
    value: float


def counting(stated: Iterable[tuple[int, Stated]], ordered: Sequence[str]) -> Mapping[int, Stated]:
    """By day, what counts: of the first source that has a value, what its newest import states.

    Args:
        stated: by day, in any order; import ids rise with time.
        ordered: the sources, the first before others.
    """
    found: dict[int, Stated] = {}
    ranks: dict[str, tuple[int, str]] = {}
    for day, each in stated:
        if each.source not in ranks:
            ranks[each.source] = rank(each.source, ordered)
        now = found.get(day)
        if now is None or _goes_before(each, now, ranks):
            found[day] = each
    return found


def _goes_before(one: Stated, other: Stated, ranks: Mapping[str, tuple[int, str]]) -> bool:
    if one.source == other.source:
        return one.import_id > other.import_id
    return ranks[one.source] < ranks[other.source]


@dataclass(frozen=True, slots=True)
class StatedActivity:
    """A bout of exercise, as one import states it."""

    source: str
    import_id: str
    activity: Activity


def counting_activities(stated: Iterable[StatedActivity], ordered: Sequence[str]) -> Sequence[Activity]:
    """The bouts that count, by start.

    Of one source the newest import counts. Bouts of two sources that overlap for more than half of the shorter one are
    the same: that of the source that comes first counts.
    """
    newest: dict[tuple[str, datetime, str], StatedActivity] = {}
    for each in stated:
        key = (each.source, each.activity.start, each.activity.kind)
        if key not in newest or each.import_id > newest[key].import_id:
            newest[key] = each
    kept: dict[tuple[datetime, str], StatedActivity] = {}
    by_day: dict[int, list[StatedActivity]] = {}
    for each in sorted(newest.values(), key=lambda one: (rank(one.source, ordered), one.activity.start)):
        start = each.activity.start
        beside = (near for day in (-1, 0, 1) for near in by_day.get(start.toordinal() + day, ()))
        if (start, each.activity.kind) in kept or any(_are_one(each, near) for near in beside):
            continue
        kept[start, each.activity.kind] = each
        by_day.setdefault(start.toordinal(), []).append(each)
    return [kept[key].activity for key in sorted(kept)]


def _are_one(left: StatedActivity, right: StatedActivity) -> bool:
    if left.source == right.source:
        return False
    (a, until_a), (b, until_b) = _span(left.activity), _span(right.activity)
    shorter = min(until_a - a, until_b - b)
    if shorter <= timedelta(0):
        return abs(a - b) <= _SAME_START
    return 2 * (min(until_a, until_b) - max(a, b)) > shorter


def _span(activity: Activity) -> tuple[datetime, datetime]:
    if activity.end is not None and activity.end >= activity.start:
        return activity.start, activity.end
    return activity.start, activity.start + timedelta(minutes=activity.duration_min or 0)
