"""How the two groups of a difference are chosen, and so what else tells them apart."""

from services.validator.domain.finding import Group, MonthFilter, Selection, WeekdayFilter


def differ_by_weekday(selection: Selection) -> bool:
    """Whether the days of the week are what the groups are about: weekends against the other days."""
    if selection.baseline is None:
        return False
    own, other = selection.groups
    return _filters(own, WeekdayFilter) != _filters(other, WeekdayFilter)


def differ_by_month(selection: Selection) -> bool:
    """Whether the time of year is what the groups are about: summer against winter."""
    if selection.baseline is None:
        return False
    own, other = selection.groups
    return _filters(own, MonthFilter) != _filters(other, MonthFilter)


def differ_in_time(selection: Selection) -> bool:
    """Whether one group lies earlier, or at another time of year, by choice: then a drift is what is claimed."""
    if selection.baseline is None:
        return True
    own, other = selection.groups
    return differ_by_month(selection) or own.pick != other.pick or _span(own) != _span(other)


def _span(group: Group) -> tuple[str, str] | None:
    return None if group.window is None else (group.window.start_date, group.window.end_date)


def _filters(group: Group, kind: type[WeekdayFilter | MonthFilter]) -> frozenset[WeekdayFilter | MonthFilter]:
    return frozenset(each for each in group.day_filters if isinstance(each, kind))
