"""The same question of believable values alone: a fault of a recording must not be somebody's longest run.

What was not measured is stored as 0 by some devices: it is no believable distance of a ride, and no shortest one.
"""

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
    Tell,
    Test,
    Where,
    Window,
)
from services.data_science.domain.catalogue import Bounds, Catalogue, Quantity
from services.data_science.domain.traversal import is_node, table_of
from services.data_science.domain.well_typed import problem_of
from services.data_science.language.phrases import conjunction, where

_HIGH: Final = frozenset({Order.HIGHEST, Statistic.MAX})
_LOW: Final = frozenset({Order.LOWEST, Statistic.MIN})
_TOGETHER: Final = frozenset({Statistic.MEAN, Statistic.MEDIAN, Statistic.SUM})
_Part = TypeVar("_Part")


def believable(question: Question, catalogue: Catalogue) -> Question | None:
    """The question in which an extreme of activities is a plausible value and an average is of measured ones.

    None where no bound matters, and where the bounds make too much of one question.
    """
    bounded = _measured(_bounded(question, catalogue), catalogue)
    return None if bounded == question or problem_of(bounded, catalogue) else bounded


def is_average(question: Question) -> bool:
    """Whether one number is told of several records together."""
    number = question.number if isinstance(question, Tell) else None
    return isinstance(number, Reduce) and not isinstance(number.rows, Pick) and number.statistic in _TOGETHER


def _measured(question: Question, catalogue: Catalogue) -> Question:
    """The question of a total or an average, of those records that are no less than believable for their kind."""
    number = question.number if isinstance(question, Tell) else None
    if not isinstance(number, Reduce) or number.statistic not in _TOGETHER or not isinstance(number.column, Field):
        return question
    quantity = catalogue.fields.get(number.column.name)
    if table_of(number.rows) is not Table.ACTIVITIES or quantity is None:
        return question
    lows = {kind: replace(bounds, high=None) for kind, bounds in quantity.plausible_by_kind.items()}
    quantity = replace(quantity, plausible=None, plausible_by_kind=lows)
    test = _test(number.rows, number.column, quantity, is_high=False)
    rows = number.rows if test is None else _also(number.rows, test)
    return Tell(number=replace(number, rows=rows))


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
    return rows if test is None else _also(rows, test)


def _also(rows: Rows, test: Test) -> Rows:
    return where(rows.rows, frozenset({rows.test, test})) if isinstance(rows, Where) else Where(rows=rows, test=test)


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
    rest = {others} if general is None else {others, general}
    found = ({Kind(names=frozenset(names)), test} for test, names in kinds.items())
    return Or(tests=frozenset(each for tests in (*found, rest) if (each := conjunction(frozenset(tests)))))


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
    """What a value has to be at least, and at most: of what may be missing at both ends, of the lowest only then."""
    if bounds is None:
        return None
    limits = (
        (Operator.GREATER_OR_EQUAL, bounds.low),
        (Operator.LESS_OR_EQUAL, bounds.high if is_high or bounds.low is not None else None),
    )
    tests: frozenset[Test] = frozenset(
        Compare(column=column, operator=operator, number=Literal(value=limit, unit=quantity.unit))
        for operator, limit in limits
        if limit is not None
    )
    return conjunction(tests)
