"""Walking a question: what it is made of, how deep and large it is, and which records its rows are."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Final, TypeAlias, TypeGuard, get_args

from services.validator.domain.algebra import (
    ActivitiesOn,
    All,
    ChangePoint,
    Column,
    Contrast,
    Daily,
    DaysOf,
    Except,
    Number,
    Periods,
    Pick,
    Profile,
    Question,
    Reduce,
    Relate,
    Rows,
    Share,
    Streak,
    Table,
    TellRecords,
    Test,
    Trend,
    Union,
    Unusual,
    Where,
    Window,
)

Node: TypeAlias = Question | Rows | Column | Number | Test
Source: TypeAlias = Table | Periods
"""What rows are records of: a table, or the periods of that expression."""


@dataclass(frozen=True, kw_only=True)
class Series:
    """A column of certain records; None where the records are only counted."""

    column: Column | None
    source: Source


_OF_RECORDS: Final = (*get_args(Column), *get_args(Test))
_SORTS: Final = (Question, Rows, Column, Number, Test)
_NODES: Final = frozenset(each for sort in _SORTS for each in get_args(sort))
_NAMES: Final[Mapping[type, tuple[str, ...]]] = MappingProxyType(
    {kind: tuple(each.name for each in fields(kind)) for kind in (*_NODES, Window)}
)


def levels(node: Node) -> Iterator[tuple[int, Node]]:
    """Every node with its depth, the outermost having 1; never recurses, however deep it is."""
    waiting: list[tuple[int, Node]] = [(1, node)]
    while waiting:
        depth, each = waiting.pop()
        yield depth, each
        waiting += ((depth + 1, part) for part in parts(each))


def nodes(node: Node) -> Iterator[Node]:
    """The node and everything inside it; what occurs twice comes twice."""
    return (each for _, each in levels(node))


def sourced(question: Question) -> Iterator[tuple[Node, Source | None]]:
    """Every node, columns and tests with the source whose records they are of; the question is not to be too deep.

    The columns and tests of whatever has rows are of the records of those rows; those inside another are of the same.
    """
    waiting: list[tuple[Node, Source | None]] = [(question, None)]
    while waiting:
        node, source = waiting.pop()
        yield node, source
        inner = _source_inside(node, source)
        waiting += ((part, inner if isinstance(part, _OF_RECORDS) else None) for part in parts(node))


def parts(node: Node | Window) -> Iterator[Node]:
    """The expressions right inside a node; what stands in a window belongs to whoever has the window."""
    for name in _NAMES[type(node)]:
        value: object = getattr(node, name)
        for each in value if isinstance(value, tuple | frozenset) else (value,):
            if isinstance(each, Window):
                yield from parts(each)
            elif _is_node(each):
                yield each


def source_of(rows: Rows) -> Source:
    """What the rows are records of."""
    match rows:
        case All(table=table):
            return table
        case Where(rows=inner) | Pick(rows=inner):
            return source_of(inner)
        case DaysOf():
            return Table.DAYS
        case ActivitiesOn():
            return Table.ACTIVITIES
        case Periods():
            return rows
        case Union(left=left) | Except(left=left):
            return source_of(left)


def base_window(rows: Rows) -> Window:
    """The window that the rows were first taken from; of two sets of rows the left one's."""
    match rows:
        case All(window=window) | Periods(window=window):
            return window
        case Where(rows=inner) | Pick(rows=inner) | DaysOf(rows=inner) | ActivitiesOn(rows=inner):
            return base_window(inner)
        case Union(left=left) | Except(left=left):
            return base_window(left)


def _source_inside(node: Node, source: Source | None) -> Source | None:
    match node:
        case (
            Where(rows=rows)
            | Pick(rows=rows)
            | Periods(rows=rows)
            | Daily(rows=rows)
            | Reduce(rows=rows)
            | Share(rows=rows)
            | Streak(rows=rows)
            | TellRecords(rows=rows)
            | Profile(rows=rows)
            | Relate(rows=rows)
            | Contrast(rows=rows)
            | Trend(rows=rows)
            | ChangePoint(rows=rows)
            | Unusual(rows=rows)
        ):
            return source_of(rows)
        case _:
            return source


def _is_node(value: object) -> TypeGuard[Node]:
    return type(value) in _NODES
