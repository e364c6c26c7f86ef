"""Why a question cannot be computed, in plain words, before anything of it is."""

from collections.abc import Iterator
from typing import Final

from services.validator.domain.algebra import (
    START_CLOCK,
    VALUE,
    Calendar,
    Column,
    Contrast,
    Daily,
    DaysOf,
    Except,
    Field,
    Grouping,
    Kind,
    Moment,
    Order,
    Periods,
    Pick,
    Profile,
    Question,
    ReferenceBound,
    Relate,
    Rolling,
    Rows,
    Shifted,
    Statistic,
    Streak,
    Table,
    Union,
    When,
)
from services.validator.domain.questions.traversal import Node, Source, levels, source_of, sourced
from services.validator.domain.records.store import Store

MOST_DEEP: Final = 12
MOST_NODES: Final = 80
_MOST_PICKED: Final = 366
_MOST_DAYS: Final = 36_525
_TOO_FAR: Final = f"a day at most {_MOST_DAYS} days away can be meant"
_ACTIVITY_FIELDS: Final = frozenset(
    {
        "duration_min",
        "distance_m",
        "calories_kcal",
        "average_heart_rate",
        "elevation_gain_m",
        "steps",
        "active_zone_minutes",
        "speed_m_per_min",
        START_CLOCK,
    }
)
_BY_TIME: Final = frozenset({Order.NEWEST, Order.OLDEST})


def too_large(question: Question) -> str:
    """Why it is too deep or too long, in plain words; empty if it is neither."""
    for size, (depth, _) in enumerate(levels(question), start=1):
        if depth > MOST_DEEP:
            return f"the question is more than {MOST_DEEP} levels deep"
        if size > MOST_NODES:
            return f"the question has more than {MOST_NODES} parts"
    return ""


def problem_of(question: Question, store: Store) -> str:
    """The first reason why it cannot be computed from this store; empty if it can."""
    return too_large(question) or next(_problems(question, store), "")


def _problems(question: Question, store: Store) -> Iterator[str]:
    for node, source in sourced(question):
        yield from _of_rows(node)
        yield from _of_columns(node, source, store)
        yield from _of_tests(node, source)
        yield from _of_numbers(node, store)
        yield from _of_questions(node)


def _of_rows(node: Node) -> Iterator[str]:
    match node:
        case Pick(by=by, order=order, first=first, count=count):
            if (by is None) != (order in _BY_TIME):
                yield "what is picked by time has no value to go by, and anything else needs one"
            if first < 1 or not 1 <= count <= _MOST_PICKED:
                yield f"at most {_MOST_PICKED} records can be picked, from the first on"
        case DaysOf(offset=offset) if abs(offset) > _MOST_DAYS:
            yield _TOO_FAR
        case Union(left=left, right=right) | Except(left=left, right=right):
            yield from _unlike(left, right)
        case Periods(column=column, statistic=statistic):
            yield from _uncounted(column, statistic)
        case _:
            pass


def _unlike(left: Rows, right: Rows) -> Iterator[str]:
    a, b = source_of(left), source_of(right)
    if a != b:
        same = isinstance(a, Table) == isinstance(b, Table)
        yield f"{_plural(a)} and {'others' if same and not isinstance(a, Table) else _plural(b)} cannot be put together"


def _uncounted(column: Column | None, statistic: Statistic) -> Iterator[str]:
    if column is None and statistic is not Statistic.COUNT:
        yield "without a value records can only be counted"


def _of_columns(node: Node, source: Source | None, store: Store) -> Iterator[str]:
    match node:
        case Field(name=name) if source is not None:
            yield from _unknown(name, source, store)
        case Daily(rows=rows, column=column, statistic=statistic):
            if source is not Table.DAYS or source_of(rows) is not Table.ACTIVITIES:
                yield "only days have activities that come to something"
            yield from _uncounted(column, statistic)
        case Shifted(days=days):
            if source is not Table.DAYS:
                yield f"only days have a day before or after, and {_plural(source)} have none"
            if abs(days) > _MOST_DAYS:
                yield _TOO_FAR
        case Rolling(days=days):
            if source is not Table.DAYS:
                yield f"only days are followed by days, and {_plural(source)} are not"
            if not 1 <= days <= _MOST_DAYS:
                yield f"from 1 to {_MOST_DAYS} days can be taken together"
        case _:
            pass


def _unknown(name: str, source: Source, store: Store) -> Iterator[str]:
    """A field that no record of the source can have."""
    match source:
        case Table.DAYS:
            if name not in store.daily:
                yield f'no metric is called "{name}"'
        case Table.ACTIVITIES:
            fields = store.activities.fields if store.activities else {}
            if name not in _ACTIVITY_FIELDS and name not in fields:
                yield f'activities have nothing called "{name}"'
        case Table.SAMPLES:
            if store.samples is None or not store.samples.has(name):
                yield f'there is no laboratory value called "{name}"'
        case _:
            if name != VALUE:
                yield f'a period has a value and nothing called "{name}"'


def _of_tests(node: Node, source: Source | None) -> Iterator[str]:
    match node:
        case Kind() if source is not Table.ACTIVITIES:
            yield f"only activities are of a kind, and {_plural(source)} are not"
        case Calendar(iso_weekdays=weekdays, months=months):
            if not all(1 <= each <= 7 for each in weekdays) or not all(1 <= each <= 12 for each in months):
                yield "a day of the week or a month is meant that there is none of"
        case _:
            pass


def _of_numbers(node: Node, store: Store) -> Iterator[str]:
    match node:
        case Streak(rows=rows):
            if source_of(rows) in {Table.ACTIVITIES, Table.SAMPLES}:
                yield f"only days and periods come in a row, and {_plural(source_of(rows))} do not"
        case When(rows=rows, moment=Moment.CLOCK):
            if source_of(rows) is not Table.ACTIVITIES:
                yield f"only activities begin at a time of day, and {_plural(source_of(rows))} do not"
        case ReferenceBound(biomarker=name):
            if store.samples is None or not store.samples.has(name):
                yield f'there is no laboratory value called "{name}"'
        case _:
            pass


def _of_questions(node: Node) -> Iterator[str]:
    match node:
        case Profile(rows=rows, column=column, statistic=statistic, by=by, extreme=extreme):
            yield from _uncounted(column, statistic)
            if by is Grouping.KIND and source_of(rows) is not Table.ACTIVITIES:
                yield f"only activities are of a kind, and {_plural(source_of(rows))} are not"
            if extreme in _BY_TIME:
                yield "of groups only the highest or the lowest can be told"
        case Relate(rows=rows, lag_days=lag_days):
            if lag_days and source_of(rows) is not Table.DAYS:
                yield f"only days have a day before or after, and {_plural(source_of(rows))} have none"
            if abs(lag_days) > _MOST_DAYS:
                yield _TOO_FAR
        case Contrast(rows=rows, baseline=baseline):
            yield from _unlike(rows, baseline)
        case _:
            pass


def _plural(source: Source | None) -> str:
    match source:
        case Table():
            return source.value
        case _:
            return "periods"
