"""What a series or a group is, in words that tell it from every other: hypotheses are told apart by them."""

from collections.abc import Iterator

from services.validator.domain.finding import (
    Activities,
    ActivityFilter,
    DayFilter,
    Group,
    MonthFilter,
    Selection,
    Source,
    ValueFilter,
    WeekdayFilter,
)


def feature_of(selection: Selection) -> str:
    """A daily metric by its own name; a field of activities with all that says which."""
    return _series(selection.source, selection.feature, selection.activities)


def target_of(selection: Selection) -> str:
    """The second series; of a difference between groups, how they differ; empty otherwise."""
    if selection.baseline is not None:
        return " against ".join(sorted("; ".join(_chosen_by(group)) or "all" for group in selection.groups))
    return _series(selection.target_source, selection.target, selection.target_activities)


def _series(source: Source | None, name: str, activities: Activities | None) -> str:
    match source:
        case Source.ACTIVITY:
            return f"{name or 'number'} of {_meant(activities)}"
        case Source.BIOMARKER:
            return f"{name} in the laboratory"
        case _:
            return name


def _meant(activities: Activities | None) -> str:
    if activities is None:
        return "any activity"
    kinds = " or ".join(sorted(kind.casefold() for kind in activities.kinds)) or "any activity"
    bounds = sorted(f"{bound.field} {bound.comparison} {bound.value:g}" for bound in activities.bounds)
    per_day = f", {activities.per_day} a day" if activities.per_day else ""
    return " with ".join((kinds, " and ".join(bounds))) + per_day if bounds else kinds + per_day


def _chosen_by(group: Group) -> Iterator[str]:
    """What a group is chosen by, but for its window: a change over time is one hypothesis, whichever its windows."""
    if group.activities is not None:
        yield _meant(group.activities)
    yield from sorted(map(_said, group.day_filters))
    if group.pick is not None:
        yield f"{group.pick.end} {group.pick.count}"


def _said(day_filter: DayFilter) -> str:
    match day_filter:
        case ValueFilter(metric=metric, comparison=comparison, value=value):
            return f"{metric} {comparison} {value:g}"
        case WeekdayFilter(iso_weekdays=iso_weekdays):
            return f"weekdays {sorted(set(iso_weekdays))}"
        case MonthFilter(months=months):
            return f"months {sorted(set(months))}"
        case ActivityFilter(activities=activities, absent=absent):
            return f"days {'without' if absent else 'with'} {_meant(activities)}"
        case _:
            return "unknown"
