"""What a number comes to."""

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, assert_never

import numpy as np

from services.validator.domain.algebra import (
    START_CLOCK,
    Count,
    Field,
    Literal,
    Moment,
    Norm,
    Number,
    NumberArithmetic,
    Operation,
    Reduce,
    ReferenceBound,
    Share,
    Side,
    Streak,
    Table,
    When,
)
from services.validator.domain.questions.traversal import source_of
from services.validator.domain.recomputing.columns import ARITHMETIC
from services.validator.domain.recomputing.evaluating import TRUE, UNKNOWN, Given, Value
from services.validator.domain.recomputing.reductions import REDUCTIONS, reduced, scale_of
from services.validator.domain.recomputing.streaks import streak_value

_CONSTANTS: Final = (Literal, Norm, ReferenceBound)
"""What rests on no values of the person's: it says nothing of how many a result rests on."""


def value_of(number: Number, given: Given) -> Value:  # noqa: PLR0911, one a production
    """The number with what it rests on."""
    match number:
        case Literal(value=value):
            return Value(value=value, n=0, scale=abs(value))
        case Reduce():
            return _reduced(number, given)
        case Count(rows=rows):
            size = given.rows(rows).size
            return Value(value=size, n=size, is_count=True)
        case Share():
            return _share(number, given)
        case Streak():
            return streak_value(number, given)
        case NumberArithmetic():
            return _arithmetic(number, given)
        case When():
            return _when(number, given)
        case Norm(metric=metric):
            norm = given.store.norms.get(metric)
            return Value(value=math.nan, n=0) if norm is None else Value(value=norm.mean, n=0, scale=abs(norm.mean))
        case ReferenceBound(biomarker=name, side=side):
            samples = given.store.samples
            bound = math.nan if samples is None else samples.bound(name, high=side is Side.HIGH)
            return Value(value=bound, n=0, scale=abs(bound))
        case _:
            assert_never(number)


def _reduced(number: Reduce, given: Given) -> Value:
    source = source_of(number.rows)
    at = given.rows(number.rows)
    column = given.column(number.column, source)[at]
    there = np.isfinite(column)
    at, values = at[there], column[there]
    reduction = REDUCTIONS[number.statistic]
    value = reduced(values, number.statistic)
    position = reduction.picks(values) if reduction.picks and values.size else None
    if position is None and values.size == 1:
        position = 0
    return Value(
        value=value,
        n=values.size,
        day=math.nan if position is None else float(given.records(source).days[at[position]]),
        ties=int(np.count_nonzero(values == value)) if reduction.is_extreme else 1,
        scale=scale_of(values, number.statistic),
        is_count=reduction.is_count,
    )


def _share(number: Share, given: Given) -> Value:
    truths = given.test(number.test, source_of(number.rows))[given.rows(number.rows)]
    known, held = int(np.count_nonzero(truths != UNKNOWN)), int(np.count_nonzero(truths == TRUE))
    if not known:
        return Value(value=math.nan, n=0)
    return Value(value=100 * held / known, n=known, held=held, scale=100.0)


def _when(number: When, given: Given) -> Value:
    source, at = source_of(number.rows), given.rows(number.rows)
    if not at.size:
        return Value(value=math.nan, n=0)
    if number.moment is Moment.DAY:
        return Value(value=float(given.records(source).days[at[-1]]), n=at.size, is_count=True)
    clock = float(given.column(Field(name=START_CLOCK), Table.ACTIVITIES)[at[-1]])
    return Value(value=clock, n=at.size, scale=abs(clock))


def _arithmetic(number: NumberArithmetic, given: Given) -> Value:
    left, right = given.number(number.left), given.number(number.right)
    resting = [
        value.n
        for operand, value in ((number.left, left), (number.right, right))
        if not isinstance(operand, _CONSTANTS)
    ]
    value = ARITHMETIC[number.operation](np.array([left.value]), np.array([right.value]))
    adds = number.operation in {Operation.PLUS, Operation.MINUS, Operation.TIMES}
    return Value(
        value=float(value[0]),
        n=min(resting, default=1),
        scale=_SCALES[number.operation](left, right),
        is_count=adds and left.is_count and right.is_count,
    )


def _scale_of_ratio(left: Value, right: Value) -> float:
    if not right.value:
        return 0.0
    return left.scale / abs(right.value) + abs(left.value) * right.scale / right.value**2


_SCALES: Final[Mapping[Operation, Callable[[Value, Value], float]]] = MappingProxyType(
    {
        Operation.PLUS: lambda left, right: max(left.scale, right.scale),
        Operation.MINUS: lambda left, right: max(left.scale, right.scale),
        Operation.TIMES: lambda left, right: abs(left.value) * right.scale + abs(right.value) * left.scale,
        Operation.RATIO: _scale_of_ratio,
        Operation.PERCENT_CHANGE: lambda left, right: 100 * _scale_of_ratio(left, right),
    }
)
"""How large what was added and subtracted is in units of the result: errors add up, relatively where it multiplies."""
