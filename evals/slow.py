"""What is true of a person's records, the slow and plain way: dates, dicts and lists, one value after the other.

Nothing here is shared with the service but the shape of a selection.
"""

import math
import operator
import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from fractions import Fraction
from functools import cached_property

from services.validator.domain.claims.finding import (
    Activities,
    ActivityFilter,
    Comparison,
    DayFilter,
    End,
    Group,
    MonthFilter,
    Pick,
    Selection,
    Source,
    Statistic,
    ValueFilter,
    WeekdayFilter,
)

OPERATORS: Mapping[Comparison, Callable[[float, float], bool]] = {
    Comparison.LESS: operator.lt,
    Comparison.LESS_OR_EQUAL: operator.le,
    Comparison.GREATER: operator.gt,
    Comparison.GREATER_OR_EQUAL: operator.ge,
    Comparison.EQUAL: operator.eq,
}
EPOCH = date(1970, 1, 1)
FEWEST = 7


@dataclass(frozen=True)
class Done:
    """An activity: its day, its kind, and the fields it has."""

    day: date
    kind: str
    fields: Mapping[str, float]


@dataclass(frozen=True)
class Records:
    """All that is on record; `seen` are days of which nothing but that they are on record is known."""

    daily: Mapping[str, Mapping[date, float]] = field(default_factory=dict)
    activities: Sequence[Done] = ()
    samples: Sequence[tuple[date, float]] = ()
    seen: frozenset[date] = frozenset()
    norm: tuple[float, float] = (0.0, 0.0)

    @cached_property
    def recorded(self) -> frozenset[date]:
        of_metrics = {day for values in self.daily.values() for day in values}
        return self.seen | of_metrics | {done.day for done in self.activities}


@dataclass(frozen=True)
class Valued:
    """One selected day, activity or sample: which, of which day, and its value if it has one."""

    at: int
    day: date
    value: float | None


def epoch_day(day: date) -> float:
    return float((day - EPOCH).days)


def is_meant(done: Done, activities: Activities | None) -> bool:
    if activities is None:
        return True
    if activities.kinds and done.kind.lower() not in [kind.lower() for kind in activities.kinds]:
        return False
    return all(
        bound.field in done.fields
        and bound.comparison is not None
        and OPERATORS[bound.comparison](done.fields[bound.field], bound.value)
        for bound in activities.bounds
    )


def on_a_day(records: Records, day: date, name: str, activities: Activities) -> float | None:
    """What the activities of a day become."""
    meant = [done for done in records.activities if done.day == day and is_meant(done, activities)]
    values = [done.fields[name] for done in meant if name in done.fields] if name else [1.0] * len(meant)
    match activities.per_day:
        case Statistic.COUNT:
            return float(len(values)) if day in records.recorded else None
        case Statistic.SUM:
            return math.fsum(values) if values else None
        case Statistic.MEAN:
            return statistics.fmean(values) if values else None
        case Statistic.MIN:
            return min(values, default=None)
        case _:
            return max(values, default=None)


def days_of(group: Group) -> Iterator[date]:
    assert group.window
    day, end = date.fromisoformat(group.window.start_date), date.fromisoformat(group.window.end_date)
    while day <= end:
        yield day
        day += timedelta(days=1)


def holds(day_filter: DayFilter, day: date, records: Records) -> bool:
    match day_filter:
        case ValueFilter():
            value = records.daily[day_filter.metric].get(day)
            assert day_filter.comparison
            return value is not None and OPERATORS[day_filter.comparison](value, day_filter.value)
        case WeekdayFilter():
            return day.isoweekday() in day_filter.iso_weekdays
        case MonthFilter():
            return day.month in day_filter.months
        case ActivityFilter():
            there = any(done.day == day and is_meant(done, day_filter.activities) for done in records.activities)
            return day in records.recorded and not there if day_filter.absent else there
        case _:
            raise AssertionError(day_filter)


def is_known(condition: DayFilter, day: date, records: Records) -> bool:
    if isinstance(condition, ValueFilter):
        return day in records.daily[condition.metric]
    return day in records.recorded


def calendar_of(group: Group, records: Records) -> list[date]:
    return [day for day in days_of(group) if all(holds(each, day, records) for each in group.day_filters)]


def picked(items: list[Valued], pick: Pick | None) -> list[Valued]:
    if pick is None:
        return items
    return items[: pick.count] if pick.end is End.FIRST else items[max(len(items) - pick.count, 0) :]


def chosen(selection: Selection, group: Group, records: Records) -> list[Valued]:
    calendar = dict.fromkeys(calendar_of(group, records))
    if selection.source is Source.BIOMARKER:
        every = [Valued(at, day, value) for at, (day, value) in enumerate(records.samples)]
        return picked([each for each in every if each.day in calendar], group.pick)
    if selection.source is Source.ACTIVITY and not selection.is_daily:
        name = selection.feature
        every = [
            Valued(at, done.day, done.fields.get(name) if name else 1.0)
            for at, done in enumerate(records.activities)
            if is_meant(done, group.activities)
        ]
        return picked([each for each in every if each.day in calendar], group.pick)
    days = [day for day in calendar if group.pick is None or day in records.recorded]
    return picked([Valued(day.toordinal(), day, _daily(selection, day, records)) for day in days], group.pick)


def _daily(selection: Selection, day: date, records: Records) -> float | None:
    if selection.source is Source.ACTIVITY:
        assert selection.activities
        return on_a_day(records, day, selection.feature, selection.activities)
    if not selection.feature:
        return 1.0 if day in records.recorded else None
    return records.daily[selection.feature].get(day)


def present(items: list[Valued]) -> list[tuple[Valued, float]]:
    return [(each, each.value) for each in items if each.value is not None]


def numbers_of(selection: Selection, records: Records) -> dict[str, float]:
    """Every number that the records give, `effect` among them if there is one."""
    if selection.conditions:
        return _of_conditions(selection, records)
    if len(selection.groups) > 1:
        return _of_two(selection, records)
    there = present(chosen(selection, selection.groups[0], records))
    if selection.statistic is Statistic.CHANGE_POINT:
        return _of_a_change_point(there)
    if selection.statistic is Statistic.LINEAR_CHANGE:
        return _of_a_line(there)
    return _described(selection, there, records)


def _described(selection: Selection, there: list[tuple[Valued, float]], records: Records) -> dict[str, float]:
    values, days = [value for _, value in there], [each.day for each, _ in there]
    facts: dict[str, float] = {"n": len(values), "count": len(values), "count_days": len(set(days)), "outliers": 0.0}
    calendar = calendar_of(selection.groups[0], records)
    if calendar:
        facts["count_per"] = len(values) / len(calendar) * selection.per_days
    if values:
        facts |= _of_values(values)
        total = math.fsum(values) / (len(values) if selection.is_daily else len(calendar))
        facts |= {"total_per": total * selection.per_days}
        if selection.statistic is Statistic.POPULATION_DIFFERENCE:
            facts |= {"population_mean": records.norm[0], "population_sd": records.norm[1]}
            facts |= {"population_difference": facts["mean"] - records.norm[0]}
        facts |= _days(selection.statistic, values, days)
    if selection.statistic in {Statistic.FIRST, Statistic.LATEST} and selection.is_bare and "day" in facts:
        facts[selection.statistic] = facts["day"]
    facts |= _missing(selection, calendar, days)
    return _with_effect(selection, facts)


def _of_values(values: list[float]) -> dict[str, float]:
    median = statistics.median(values)
    spread = 1.4826 * statistics.median(abs(value - median) for value in values)
    facts = {
        "mean": statistics.fmean(values),
        "median": median,
        "min": min(values),
        "max": max(values),
        "range": max(values) - min(values),
        "sum": math.fsum(values),
        "first": values[0],
        "latest": values[-1],
        "change": values[-1] - values[0],
        "outliers": sum(abs(value - median) > 3 * spread > 0 for value in values),
    }
    if len(values) > 1:
        facts["sd"] = statistics.stdev(values)
        if facts["mean"] > 0:
            facts["cv"] = 100 * facts["sd"] / facts["mean"]
    return facts


def _days(statistic: Statistic | None, values: list[float], days: list[date]) -> dict[str, float]:
    match statistic:
        case Statistic.MIN:
            return {"day": epoch_day(days[values.index(min(values))])}
        case Statistic.MAX:
            return {"day": epoch_day(days[values.index(max(values))])}
        case Statistic.FIRST:
            return {"day": epoch_day(days[0])}
        case Statistic.LATEST:
            return {"day": epoch_day(days[-1])}
        case Statistic.CHANGE:
            return {"day": epoch_day(days[-1]), "first_day": epoch_day(days[0])}
        case _:
            return {"day": epoch_day(days[0])} if len(days) == 1 else {}


def _missing(selection: Selection, calendar: list[date], days: list[date]) -> dict[str, float]:
    by_calendar = all(isinstance(each, WeekdayFilter | MonthFilter) for each in selection.day_filters)
    if selection.source is not Source.DAY or selection.pick or not by_calendar:
        return {}
    there = set(days)
    missing = [day for day in calendar if day not in there]
    named = {f"missing_{at}": epoch_day(day) for at, day in enumerate(missing[:7], start=1)}
    return {"days_missing": len(missing)} | named


def pairs_of(selection: Selection, records: Records) -> list[tuple[float, float]]:
    """Of an association the values of the days that have both."""
    found: list[tuple[float, float]] = []
    target = Selection(feature=selection.target, source=selection.target_source, activities=selection.target_activities)
    for each, value in present(chosen(selection, selection.groups[0], records)):
        other = _daily(target, each.day + timedelta(days=selection.lag_days), records)
        if other is not None:
            found.append((value, other))
    return found


def _of_two(selection: Selection, records: Records) -> dict[str, float]:
    own, other = (present(chosen(selection, group, records)) for group in selection.groups)
    if not own or not other:
        return {}
    each_once = {each.at: value for each, value in (*own, *other)}
    recent, prior = [value for _, value in own], [value for _, value in other]
    facts = _levels(recent, prior) | {"n": len(each_once)}
    if len(each_once) > 1:
        facts["sd"] = statistics.stdev(each_once.values())
    return facts


def _levels(recent: list[float], prior: list[float]) -> dict[str, float]:
    return {
        "effect": statistics.fmean(recent) - statistics.fmean(prior),
        "mean_recent": statistics.fmean(recent),
        "mean_prior": statistics.fmean(prior),
        "n_recent": len(recent),
        "n_prior": len(prior),
    }


def _of_a_line(there: list[tuple[Valued, float]]) -> dict[str, float]:
    days, values = [epoch_day(each.day) for each, _ in there], [value for _, value in there]
    if len(set(days)) < 2:
        return {}
    slope = statistics.linear_regression(days, values).slope
    facts = {"n": len(values), "effect": slope * (days[-1] - days[0]), "slope_per_week": 7 * slope}
    return facts | {"sd": statistics.stdev(values)}


def _of_a_change_point(there: list[tuple[Valued, float]]) -> dict[str, float]:
    """The split of the largest difference in standard errors of independent values of one variance, exactly."""
    n, sums = len(there), [Fraction(0)]
    for _, value in there:
        sums.append(sums[-1] + Fraction(value))
    best, split = Fraction(0), 0
    for k in range(FEWEST, n - FEWEST + 1):
        if there[k - 1][0].day == there[k][0].day:
            continue
        difference = (sums[n] - sums[k]) / (n - k) - sums[k] / k
        clearness = difference**2 * k * (n - k)
        if clearness > best:
            best, split = clearness, k
    if not split:
        return {}
    values = [value for _, value in there]
    facts = _levels(values[split:], values[:split])
    return facts | {"n": n, "sd": statistics.stdev(values), "day": epoch_day(there[split][0].day)}


def _of_conditions(selection: Selection, records: Records) -> dict[str, float]:
    group = selection.groups[0]
    calendar = calendar_of(group, records)
    if group.pick:
        on_record = [Valued(day.toordinal(), day, None) for day in calendar if day in records.recorded]
        calendar = [each.day for each in picked(on_record, group.pick)]
    known = [day for day in calendar if all(is_known(each, day, records) for each in selection.conditions)]
    held = [day for day in known if all(holds(each, day, records) for each in selection.conditions)]
    facts: dict[str, float] = {"n": len(known), "held": len(held)}
    if known:
        facts["share"] = 100 * len(held) / len(known)
    longest, current = _streaks(held, list(days_of(group))[-1])
    facts |= {"longest_streak": len(longest), "current_streak": len(current)}
    streak = {Statistic.LONGEST_STREAK: longest, Statistic.CURRENT_STREAK: current}.get(
        selection.statistic or Statistic.SHARE
    )
    if streak:
        facts |= {"start_day": epoch_day(streak[0]), "day": epoch_day(streak[-1])}
    return _with_effect(selection, facts)


def _streaks(held: list[date], last: date) -> tuple[list[date], list[date]]:
    longest: list[date] = []
    streak: list[date] = []
    for day in held:
        streak = [*streak, day] if streak and day - streak[-1] == timedelta(days=1) else [day]
        longest = streak if len(streak) > len(longest) else longest
    return longest, streak if streak and streak[-1] == last else []


def _with_effect(selection: Selection, facts: dict[str, float]) -> dict[str, float]:
    named = selection.statistic.value if selection.statistic else ""
    return facts | {"effect": facts[named]} if named in facts else facts
