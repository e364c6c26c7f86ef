"""The smallest question and the smallest records of which something still holds, found by leaving out what can be."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from datetime import timedelta
from typing import Final, TypeAlias, get_args

import numpy as np

from evals.algebra.records import Records
from services.data_science.domain.algebra import (
    All,
    Calendar,
    Column,
    Field,
    Literal,
    Number,
    Question,
    Rows,
    Share,
    Table,
    Test,
    Window,
)
from services.data_science.domain.traversal import Node, is_node, nodes, size
from services.data_science.domain.well_typed import problem_of
from services.health_data.domain.records import DaySeries, HealthTables

Holds: TypeAlias = Callable[[Question, Records], bool]

_SORTS: Final = tuple(frozenset(get_args(sort)) for sort in (Rows, Column, Number, Test))
_ROUNDS: Final = 200


@dataclass(frozen=True, kw_only=True)
class Case:
    """A question about records."""

    question: Question
    records: Records


def shrunk(case: Case, holds: Holds) -> Case:
    """The case with all left out that does not matter for what holds of it."""
    for _ in range(_ROUNDS):
        smaller = next((each for each in _smaller(case) if holds(each.question, each.records)), None)
        if smaller is None:
            return case
        case = smaller
    return case


def _smaller(case: Case) -> Iterator[Case]:
    variants = {each for each in _variants(case.question, case.records) if isinstance(each, Question)}
    for question in sorted(variants, key=size):
        fits = size(question) < size(case.question) or _detail(question) < _detail(case.question)
        if fits and problem_of(question, case.records.catalogue) is None:
            yield Case(question=question, records=case.records)
    for tables in _fewer(case.records.tables):
        records = Records(tables=tables)
        if problem_of(case.question, records.catalogue) is None:
            yield Case(question=case.question, records=records)


def _detail(question: Question) -> int:
    return len(repr(question))


def _variants(node: object, records: Records) -> Iterator[object]:
    """The node with one expression in it replaced by a smaller one of its sort."""
    if isinstance(node, frozenset):
        yield from _smaller_sets(node, records)
    elif isinstance(node, tuple):
        yield from (node[:at] + node[at + 1 :] for at in range(len(node)))
    elif is_dataclass(node) and not isinstance(node, type):
        yield from _replaced(node, records)
        for field in fields(node):
            for each in _variants(getattr(node, field.name), records):
                if field.name != "share" or isinstance(each, Share):
                    yield replace(node, **{field.name: each})


def _smaller_sets(tests: frozenset[object], records: Records) -> Iterator[object]:
    for each in tests:
        if len(tests) > 1:
            yield tests - {each}
        yield from ((tests - {each}) | {other} for other in _variants(each, records))


def _replaced(node: object, records: Records) -> Iterator[object]:
    """What can stand in the place of the node itself."""
    if isinstance(node, Window):
        catalogue = records.catalogue
        everything = replace(node, start=catalogue.first - timedelta(days=9), end=catalogue.today + timedelta(days=9))
        if node != everything:
            yield everything
    sort = next((each for each in _SORTS if type(node) in each), None)
    if sort and is_node(node):
        yield from (each for each in nodes(node) if type(each) in sort and each != node)
        yield from (each for each in _simplest(sort, records) if each != node)


def _simplest(sort: frozenset[type], records: Records) -> Iterator[Node]:
    catalogue = records.catalogue
    window = Window(start=catalogue.first - timedelta(days=9), end=catalogue.today + timedelta(days=9))
    if All in sort:
        yield from (All(table=table, window=window) for table in Table)
    if Field in sort:
        yield from (Field(name=name) for name in ("steps", "duration_min", "LDL", "value"))
    if Literal in sort:
        yield from (Literal(value=1, unit=unit) for unit in ("", "count", "min", "bpm"))
    if Calendar in sort:
        yield Calendar()


def _fewer(tables: HealthTables) -> Iterator[HealthTables]:
    if len(tables.numbers) > 1:
        for name in tables.numbers:
            yield replace(tables, numbers={each: tables.numbers[each] for each in tables.numbers if each != name})
    if tables.local_times:
        yield replace(tables, local_times={})
    for kept in _halves(len(tables.recorded_days)):
        yield _on(tables, tables.recorded_days[kept].tolist())
    for kept in _halves(len(tables.activities)):
        yield replace(tables, activities=tuple(tables.activities[at] for at in kept))
    for kept in _halves(len(tables.biomarkers)):
        yield replace(tables, biomarkers=tuple(tables.biomarkers[at] for at in kept))


def _on(tables: HealthTables, days: list[int]) -> HealthTables:
    """The daily records of these days only."""

    def cut(series: DaySeries) -> DaySeries:
        there = np.isin(series.days, days)
        return DaySeries(series.days[there], series.values[there])

    return replace(
        tables,
        recorded_days=np.array(days, np.int32),
        numbers={name: cut(series) for name, series in tables.numbers.items()},
        local_times={
            name: {day: at for day, at in moments.items() if day in days}
            for name, moments in tables.local_times.items()
        },
    )


def _halves(count: int) -> Iterator[list[int]]:
    """Positions without one half, quarter, ... of them."""
    part = count // 2
    while part:
        for start in range(0, count, part):
            yield [at for at in range(count) if not start <= at < start + part]
        part //= 2
    if count == 1:
        yield []
