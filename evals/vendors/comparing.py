"""What two people have on record, value by value, as the public API tells it."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isclose
from typing import Any, Final

from amy.client import Amy
from amy.client.models import Page

_PAGE: Final = 1000
_LIST: Final = 100
_SAME: Final = 1e-12
"""Units are converted and back, which costs the last digits of a number."""
_SHOWN: Final = 3
Values = Mapping[str, Mapping[str, object]]
"""By what a value is of, and by day, time or name."""


_NO_READING: Final = frozenset({"activities: distance_m", "activities: speed_m_per_min"})
"""Of these a 0 stands for no reading, which only a research table keeps as a number."""


@dataclass(frozen=True, kw_only=True)
class Compared:
    """What became of the values of a person.

    Attributes:
        equal: how many are equal.
        unstated: how many are gone because the vendor's files cannot state them, by what they are of.
        differ: what else is not equal, by what it is of.
    """

    equal: int
    unstated: Mapping[str, int]
    differ: Mapping[str, Sequence[str]]

    def lines(self) -> Iterator[str]:
        yield f"{self.equal:,} values are equal after import, {sum(map(len, self.differ.values()))} differ"
        if self.unstated:
            yield "not stated: " + ", ".join(f"{name} {count}" for name, count in self.unstated.items())
        for name, told in self.differ.items():
            more = f"; and {len(told) - _SHOWN} more" if len(told) > _SHOWN else ""
            yield f"DIFFERS {name}: {'; '.join(told[:_SHOWN])}{more}"


def on_record(amy: Amy) -> Values:
    """Every daily value, every number of every activity, the laboratory results and the profile of a person."""
    found: dict[str, dict[str, object]] = {}
    for metric in (each.name for each in amy.data.metrics().metrics):
        found[metric] = {str(point[0]): point[1] for point in _points(amy, metric)}
    for activity in _all(lambda cursor: amy.data.activities(limit=_LIST, cursor=cursor)):
        at = f"{activity.date} {activity.fields.get('start_clock')} {activity.kind}"
        for name, value in activity.fields.items():
            found.setdefault(f"activities: {name}", {})[at] = value
    for result in _all(lambda cursor: amy.data.biomarkers(limit=_LIST, cursor=cursor)):
        told = {"value": result.value, "unit": result.unit, "low": result.reference_low, "high": result.reference_high}
        for name, value in told.items():
            if value is not None:
                found.setdefault(f"laboratory: {name}", {})[f"{result.collected_at} {result.name.casefold()}"] = value
    for name, value in amy.data.profile().model_dump(exclude={"devices"}).items():
        if value is not None:
            found[f"profile: {name}"] = {"": value}
    return found


def compare(canonical: Values, imported: Values, cannot: Collection[str] = ()) -> Compared:
    """Numbers are equal within twelve digits; a value that has become another one always differs.

    Args:
        canonical: before.
        imported: after.
        cannot: what the vendor's files have no place for.
    """
    equal = 0
    unstated: Counter[str] = Counter()
    differ: dict[str, list[str]] = defaultdict(list)
    for name in sorted(canonical.keys() | imported.keys()):
        one, other = canonical.get(name, {}), imported.get(name, {})
        for at in sorted(one.keys() | other.keys()):
            if at in one and at in other and _same(one[at], other[at]):
                equal += 1
            elif at not in other and (name in cannot or (name in _NO_READING and one[at] == 0)):
                unstated[name] += 1
            else:
                differ[name].append(f"{at} {one.get(at, 'nothing')} became {other.get(at, 'nothing')}".strip())
    return Compared(equal=equal, unstated=unstated, differ=differ)


def _same(one: object, other: object) -> bool:
    if isinstance(one, int | float) and isinstance(other, int | float):
        return isclose(one, other, rel_tol=_SAME, abs_tol=_SAME)
    return one == other


def _points(amy: Amy, metric: str) -> Iterator[Any]:
    cursor = None
    while True:
        page = amy.data.metric(metric, limit=_PAGE, cursor=cursor)
        yield from page.points
        if not page.has_more:
            return
        cursor = page.next_cursor


def _all(page_at: Callable[[str | None], Page[Any]]) -> Iterator[Any]:
    cursor = None
    while True:
        page = page_at(cursor)
        yield from page.data
        if not page.has_more:
            return
        cursor = page.next_cursor
