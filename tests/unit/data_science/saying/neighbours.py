"""The questions that differ from one in a single place: in a word, a number, a window, or the order of its parts."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from enum import StrEnum
from typing import Any, get_args

from services.data_science.domain.algebra import (
    And,
    Column,
    ColumnArithmetic,
    Field,
    Literal,
    Not,
    NumberArithmetic,
    Or,
    Order,
    Rolling,
    Shifted,
    Step,
    Window,
)
from tests.unit.data_science.saying.random_expressions import WINDOWS

_UNSAID = frozenset({"name", "metric", "biomarker", "table", "unit", "by", "moment"})
"""Parts of which another value may not be a well-typed question."""


_OPPOSITES = {
    Order.HIGHEST: Order.LOWEST,
    Order.LOWEST: Order.HIGHEST,
    Order.NEWEST: Order.OLDEST,
    Order.OLDEST: Order.NEWEST,
}


def neighbours(expression: Any) -> Iterator[Any]:
    """Every expression that one change at one place makes of it."""
    yield from _changed(expression)
    if isinstance(expression, frozenset) and all(isinstance(part, int) for part in expression):
        yield expression ^ {3}
    elif isinstance(expression, frozenset):
        for part in expression:
            yield from (expression - {part} | {other} for other in neighbours(part))
    elif isinstance(expression, tuple):
        for place, part in enumerate(expression):
            yield from ((*expression[:place], other, *expression[place + 1 :]) for other in neighbours(part))
    elif is_dataclass(expression) and not isinstance(expression, type | Window):
        for each in fields(expression):
            is_count = each.name == "statistic" and getattr(expression, "column", expression) is None
            if is_count or (each.name in _UNSAID and not is_dataclass(getattr(expression, each.name))):
                continue
            for other in neighbours(getattr(expression, each.name)):
                yield replace(expression, **{each.name: other})


def _changed(expression: Any) -> Iterator[Any]:  # noqa: C901, one case a form
    match expression:
        case Window():
            yield from (window for window in WINDOWS if window != expression)
        case bool():
            yield not expression
        case Order():
            yield _OPPOSITES[expression]
        case StrEnum():
            yield from (other for other in type(expression) if other is not expression)
        case int():
            yield expression + 1
        case Literal(value=value):
            yield replace(expression, value=value + 1)
        case NumberArithmetic() | ColumnArithmetic():
            yield from _rearranged(expression)
        case And(tests=tests):
            yield Or(tests=tests)
            yield Not(test=expression)
        case Or(tests=tests):
            yield And(tests=tests)
            yield Not(test=expression)
        case Rolling() | Shifted() | Step():
            yield from _turned(expression)


def _rearranged(expression: Any) -> Iterator[Any]:
    """The sides exchanged, and the other way to put a third number in brackets."""
    left, right = expression.left, expression.right
    if type(left) is type(right):
        yield replace(expression, left=right, right=left)
    if isinstance(left, type(expression)) and _is_left(left.right, expression):
        inner = replace(expression, left=left.right)
        yield replace(left, right=inner)
    if isinstance(right, type(expression)):
        inner = replace(expression, right=right.left)
        yield replace(right, left=inner)


def _is_left(part: Any, of: Any) -> bool:
    """Whether a part may stand on the left, where a column has no number."""
    return isinstance(of, NumberArithmetic) or isinstance(part, get_args(Column))


def _turned(expression: Any) -> Iterator[Column]:
    """The outer and the inner of two, exchanged."""
    inner = expression.column
    if isinstance(inner, Rolling | Shifted | Step):
        yield replace(inner, column=replace(expression, column=inner.column))
    elif not isinstance(inner, Field) and isinstance(inner, ColumnArithmetic):
        yield replace(inner, left=replace(expression, column=inner.left))
