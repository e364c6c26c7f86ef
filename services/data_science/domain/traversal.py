"""Walking a question: what it is made of, how deep and large it is, and which records its rows are."""

import typing
from collections.abc import Iterator, Mapping
from dataclasses import fields
from types import MappingProxyType, UnionType
from typing import Final, TypeAlias, TypeGuard, get_args, get_origin, get_type_hints

from services.data_science.domain import algebra
from services.data_science.domain.algebra import (
    ActivitiesOn,
    All,
    Column,
    DaysOf,
    Except,
    Number,
    Periods,
    Pick,
    Question,
    ReferenceBound,
    Rows,
    Table,
    Test,
    Union,
    Where,
    Window,
)

Node: TypeAlias = Question | Rows | Column | Number | Test
Source: TypeAlias = Table | Periods
"""What rows are records of: a table, or the periods of that expression."""

_NODES: Final = frozenset({*get_args(Question), *get_args(Rows), *get_args(Column), *get_args(Number), *get_args(Test)})
_WALKED: Final = (*_NODES, Window)


def parts(node: Node) -> tuple[Node, ...]:
    """The expressions right inside a node, in the order of its fields; what stands in a window belongs to its owner."""
    return tuple(_parts(node))


def nodes(node: Node) -> Iterator[Node]:
    """The node and everything inside it, each before its parts; what occurs twice comes twice."""
    waiting = [node]
    while waiting:
        each = waiting.pop()
        yield each
        waiting += reversed(parts(each))


def levels(node: Node) -> Iterator[tuple[int, Node]]:
    """Every node with its depth, the outermost having 1."""
    waiting = [(1, node)]
    while waiting:
        level, each = waiting.pop()
        yield level, each
        waiting += ((level + 1, part) for part in reversed(parts(each)))


def depth(node: Node) -> int:
    """How many nodes stand one inside the other, itself included."""
    return max(level for level, _ in levels(node))


def size(node: Node) -> int:
    """How many nodes it has, itself included."""
    return sum(1 for _ in nodes(node))


def table_of(rows: Rows) -> Source:
    """What the rows are records of."""
    match rows:
        case All(table=table):
            return table
        case Where(rows=inner) | Pick(rows=inner):
            return table_of(inner)
        case DaysOf():
            return Table.DAYS
        case ActivitiesOn():
            return Table.ACTIVITIES
        case Periods():
            return rows
        case Union(left=left) | Except(left=left):
            return table_of(left)


def reads_samples(node: Node) -> bool:
    """Whether a laboratory value, or the laboratory's own limit of one, goes into it."""
    return any(
        isinstance(each, ReferenceBound) or (isinstance(each, All) and each.table is Table.SAMPLES)
        for each in nodes(node)
    )


def base_window(rows: Rows) -> Window:
    """The window that the rows were first taken from; of two sets of rows the left one's."""
    match rows:
        case All(window=window) | Periods(window=window):
            return window
        case Where(rows=inner) | Pick(rows=inner) | DaysOf(rows=inner) | ActivitiesOn(rows=inner):
            return base_window(inner)
        case Union(left=left) | Except(left=left):
            return base_window(left)


def _parts(node: Node | Window) -> Iterator[Node]:
    for name in _HOLDING[type(node)]:
        value: object = getattr(node, name)
        for each in sorted(value, key=repr) if isinstance(value, frozenset) else _listed(value):
            if isinstance(each, Window):
                yield from _parts(each)
            elif is_node(each):
                yield each


def is_node(value: object) -> TypeGuard[Node]:
    """Whether it is an expression or a question."""
    return type(value) in _NODES


def _listed(value: object) -> tuple[object, ...]:
    return value if isinstance(value, tuple) else (value,)


def _has_room(hint: object) -> bool:
    """Whether a field of that type can hold an expression."""
    if get_origin(hint) in {typing.Union, UnionType, tuple, frozenset}:
        return any(_has_room(each) for each in get_args(hint))
    return hint in _WALKED


def _holding(kind: type) -> tuple[str, ...]:
    hints = get_type_hints(kind, vars(algebra))
    return tuple(field.name for field in fields(kind) if _has_room(hints[field.name]))


_HOLDING: Final[Mapping[object, tuple[str, ...]]] = MappingProxyType({kind: _holding(kind) for kind in _WALKED})
"""The names of the fields that can hold an expression."""
