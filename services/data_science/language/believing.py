"""The same question of believable values alone: a fault of a recording must not be somebody's longest run."""

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Final, TypeVar

from services.data_science.domain.algebra import (
    And,
    Column,
    Compare,
    Field,
    Kind,
    Literal,
    Not,
    Operator,
    Or,
    Order,
    Pick,
    Question,
    Reduce,
    Rows,
    Statistic,
    Table,
    Test,
    Where,
    Window,
)
from services.data_science.domain.catalogue import Bounds, Catalogue, Quantity
from services.data_science.domain.traversal import is_node, table_of
from services.data_science.domain.well_typed import problem_of

_HIGH: Final = frozenset({Order.HIGHEST, Statistic.MAX})
_LOW: Final = frozenset({Order.LOWEST, Statistic.MIN})
_Part = TypeVar("_Part")


def believable(question: Question, catalogue: Catalogue) -> Question | None:
    """The question in which every extreme of an activity is one of plausible values; None where no bound matters.

    Also None where the bounds make too much of one question.
    """
    bounded = _bounded(question, catalogue)
    return None if bounded == question or problem_of(bounded, catalogue) else bounded


def _bounded(part: _Part, catalogue: Catalogue) -> _Part:
    """The expression with bounds around the rows of each extreme in it."""
    if isinstance(part, tuple | frozenset):
        return type(part)(_bounded(each, catalogue) for each in part)
    if not is_node(part) and not isinstance(part, Window):
        return part
    inner = {field.name: _bounded(getattr(part, field.name), catalogue) for field in fields(part)}
    found = replace(part, **inner)
    match found:
        case Pick(rows=rows, by=Field() as column, order=order):
            return replace(found, rows=_within(rows, column, order, catalogue))
        case Reduce(rows=rows, column=Field() as column, statistic=statistic):
            return replace(found, rows=_within(rows, column, statistic, catalogue))
        case _:
            return found


def _within(rows: Rows, column: Field, extreme: Order | Statistic, catalogue: Catalogue) -> Rows:
    """The rows whose value is believed, as one condition more where there are others."""
    quantity = catalogue.fields.get(column.name)
    if table_of(rows) is not Table.ACTIVITIES or quantity is None or extreme not in _HIGH | _LOW:
        return rows
    test = _test(rows, column, quantity, is_high=extreme in _HIGH)
    if test is None:
        return rows
    if not isinstance(rows, Where):
        return Where(rows=rows, test=test)
    asked = rows.test.tests if isinstance(rows.test, And) else frozenset({rows.test})
    return replace(rows, test=And(tests=asked | {test}))


def _test(rows: Rows, column: Field, quantity: Quantity, *, is_high: bool) -> Test | None:
    """That a value is within the bounds of its activity's kind, else within those of all kinds."""
    general = _bound(column, quantity.plausible, quantity, is_high=is_high)
    own = {
        kind: test
        for kind, bounds in quantity.plausible_by_kind.items()
        if (test := _bound(column, bounds, quantity, is_high=is_high)) is not None
    }
    asked = _kinds_of(rows)
    relevant = {kind: test for kind, test in own.items() if asked is None or kind.casefold() in asked}
    if not relevant:
        return general
    alike = set(relevant.values())
    if asked is not None and asked <= {kind.casefold() for kind in relevant} and len(alike) == 1:
        return alike.pop()
    return _by_kind(relevant, general)


def _by_kind(own: Mapping[str, Test], general: Test | None) -> Test:
    """One alternative for the kinds of each bound, and one for all others."""
    kinds: dict[Test, set[str]] = {}
    for kind, test in own.items():
        kinds.setdefault(test, set()).add(kind)
    others: Test = Not(test=Kind(names=frozenset(own)))
    rest = others if general is None else And(tests=frozenset({others, general}))
    bounded = {And(tests=frozenset({Kind(names=frozenset(names)), test})) for test, names in kinds.items()}
    return Or(tests=frozenset({*bounded, rest}))


def _kinds_of(rows: Rows) -> frozenset[str] | None:
    """The kinds that all rows are of, lower case; None where they may be of any."""
    if isinstance(rows, Where):
        tests = rows.test.tests if isinstance(rows.test, And) else frozenset({rows.test})
        for each in tests:
            if isinstance(each, Kind):
                return frozenset(name.casefold() for name in each.names)
        return _kinds_of(rows.rows)
    return None


def _bound(column: Column, bounds: Bounds | None, quantity: Quantity, *, is_high: bool) -> Test | None:
    limit = None if bounds is None else bounds.high if is_high else bounds.low
    if limit is None:
        return None
    operator = Operator.LESS_OR_EQUAL if is_high else Operator.GREATER_OR_EQUAL
    return Compare(column=column, operator=operator, number=Literal(value=limit, unit=quantity.unit))
