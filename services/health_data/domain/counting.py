"""What counts of what several imports state."""

from collections import defaultdict
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
    by_source: dict[str, list[StatedActivity]] = defaultdict(list)
    for each in newest.values():
        by_source[each.source].append(each)
    kept: dict[tuple[datetime, str], StatedActivity] = {}
    by_day: dict[int, list[StatedActivity]] = defaultdict(list)
    for source in sorted(by_source, key=lambda one: rank(one, ordered)):
        new = [each for each in by_source[source] if not _is_there(each, kept, by_day)]
        for each in new:
            kept[each.activity.start, each.activity.kind] = each
            by_day[each.activity.start.toordinal()].append(each)
    return [kept[key].activity for key in sorted(kept)]


def _is_there(
    each: StatedActivity,
    kept: Mapping[tuple[datetime, str], StatedActivity],
    by_day: Mapping[int, Sequence[StatedActivity]],
) -> bool:
    """Whether a source that comes before has this bout."""
    if (each.activity.start, each.activity.kind) in kept:
        return True
    day = each.activity.start.toordinal()
    return any(_are_one(each, near) for beside in (day - 1, day, day + 1) for near in by_day.get(beside, ()))


def _are_one(left: StatedActivity, right: StatedActivity) -> bool:
    (a, until_a), (b, until_b) = _span(left.activity), _span(right.activity)
    shorter = min(until_a - a, until_b - b)
    if shorter <= timedelta(0):
        return abs(a - b) <= _SAME_START
    return 2 * (min(until_a, until_b) - max(a, b)) > shorter


def _span(activity: Activity) -> tuple[datetime, datetime]:
    if activity.end is not None and activity.end >= activity.start:
        return activity.start, activity.end
    return activity.start, activity.start + timedelta(minutes=activity.duration_min or 0)
