"""Whether it matters to a question that a day with nothing but an activity is on record, too."""

from itertools import product
from typing import Final, TypeAlias, assert_never

from services.data_science.adapters.pandas_code.expressions.shapes import shape_of
from services.data_science.adapters.pandas_code.writing.writer import Shape, children_of, descendants_of
from services.data_science.domain import algebra as a

_Truth: TypeAlias = bool | None
"""None is unknown."""
_ANY: Final[frozenset[_Truth]] = frozenset({True, False, None})
_OPEN: Final[frozenset[_Truth]] = frozenset({True, False})


def reads_every_day(question: a.Question) -> bool:
    """Whether a day without a row in the summary can change what the question comes to."""
    parts = [question, *descendants_of(question)]
    has_samples = any(isinstance(part, a.All) and part.table is a.Table.SAMPLES for part in parts)
    return _reads(question) or (has_samples and any(isinstance(part, a.DaysOf) for part in parts))


def _reads(node: object) -> bool:
    """Whether such a day can change what this, or anything in it, comes to, where nothing drops the day."""
    match node:
        case a.All(table=a.Table.DAYS) | a.DaysOf() | a.Periods() | a.Daily() | a.Shifted() | a.Rolling():
            return True
        case a.In(rows=a.DaysOf(rows=rows)) if shape_of(rows) is not Shape.PERIODS:
            return _reads(rows)
        case _:
            dropping = _dropping(node)
            others = (each for each in children_of(node) if each not in dropping)
            return any(map(_reads, others)) or any(map(_reads_beyond, dropping))


def _dropping(node: object) -> tuple[a.Rows, ...]:
    """The rows that an expression reads, if it drops those of them that are such days."""
    dropped: tuple[a.Rows, ...]
    match node:
        case a.Where(rows=rows, test=test) if True not in _beyond(test):
            dropped = (rows,)
        case a.Share(rows=rows, test=test) | a.Streak(rows=rows, test=test) if _beyond(test) == {None}:
            dropped = (rows,)
        case a.Reduce(rows=rows, column=column) | a.Unusual(rows=rows, column=column) if _is_plain(column):
            dropped = (rows,)
        case a.Trend(rows=rows, column=column) | a.ChangePoint(rows=rows, column=column) if _is_plain(column):
            dropped = (rows,)
        case a.Pick(rows=rows, by=column) | a.Profile(rows=rows, column=column) if column and _is_plain(column):
            dropped = (rows,)
        case a.Contrast(rows=rows, baseline=baseline, column=column) if _is_plain(column):
            dropped = (rows, baseline)
        case a.Relate(rows=rows, left=left) if _is_plain(left):
            dropped = (rows,)
        case _:
            dropped = ()
    return dropped


def _reads_beyond(rows: a.Rows) -> bool:
    """Whether such a day can change rows of which those days are dropped."""
    match rows:
        case a.All(table=a.Table.DAYS, window=window):
            return _reads(window)
        case a.DaysOf(rows=inner):
            return _reads(inner)
        case a.Where(rows=inner, test=test):
            return _reads(test) or _reads_beyond(inner)
        case a.Pick(rows=inner, by=by) if by is not None:
            return _reads(by) or _reads_beyond(inner)
        case a.Union(left=left, right=right) | a.Except(left=left, right=right):
            return _reads_beyond(left) or _reads_beyond(right)
        case _:
            return _reads(rows)


def _is_plain(column: a.Column) -> bool:
    """Whether a day without a row in the summary has no value of the column."""
    match column:
        case a.Field():
            return True
        case a.Step(column=inner):
            return _is_plain(inner)
        case a.ColumnArithmetic(left=left, right=right):
            return _is_plain(left) or (isinstance(right, a.Column) and _is_plain(right))
        case a.Daily() | a.Shifted() | a.Rolling():
            return False
        case _:
            assert_never(column)


def _beyond(test: a.Test) -> frozenset[_Truth]:
    """What a test can come to on a day without a row in the summary."""
    match test:
        case a.Compare(column=column):
            return frozenset({None}) if _is_plain(column) else _ANY
        case a.Known(column=column):
            return frozenset({False}) if _is_plain(column) else _OPEN
        case a.Calendar() | a.In() | a.Kind():
            return _OPEN
        case a.Not(test=inner):
            return frozenset(None if truth is None else not truth for truth in _beyond(inner))
        case a.And(tests=tests):
            return frozenset(_all(truths) for truths in product(*map(_beyond, tests)))
        case a.Or(tests=tests):
            return frozenset(_any(truths) for truths in product(*map(_beyond, tests)))
        case _:
            assert_never(test)


def _all(truths: tuple[_Truth, ...]) -> _Truth:
    return False if False in truths else (None if None in truths else True)


def _any(truths: tuple[_Truth, ...]) -> _Truth:
    return True if True in truths else (None if None in truths else False)
