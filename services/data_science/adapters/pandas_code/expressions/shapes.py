"""What kind of records rows are, and how many there can be at most."""

from datetime import date
from typing import assert_never

from services.data_science.adapters.pandas_code.writing.writer import SHAPES, Shape
from services.data_science.domain import algebra as a


def shape_of(rows: a.Rows) -> Shape:
    match rows:
        case a.All(table=table):
            return SHAPES[table]
        case a.Where(rows=inner) | a.Pick(rows=inner) | a.Union(left=inner) | a.Except(left=inner):
            return shape_of(inner)
        case a.DaysOf():
            return Shape.DAYS
        case a.ActivitiesOn():
            return Shape.ACTIVITIES
        case a.Periods():
            return Shape.PERIODS
        case _:
            assert_never(rows)


def periods_of(rows: a.Rows) -> a.Periods:
    """The periods that rows which are periods are some of."""
    match rows:
        case a.Periods():
            return rows
        case a.Where(rows=inner) | a.Pick(rows=inner) | a.Union(left=inner) | a.Except(left=inner):
            return periods_of(inner)
        case a.All() | a.DaysOf() | a.ActivitiesOn():
            raise AssertionError
        case _:
            assert_never(rows)


def window_of(rows: a.Rows) -> a.Window:
    """The window that rows are taken from; of a union or difference that of its left."""
    match rows:
        case a.All(window=window) | a.Periods(window=window):
            return window
        case a.Where(rows=inner) | a.Pick(rows=inner) | a.DaysOf(rows=inner) | a.ActivitiesOn(rows=inner):
            return window_of(inner)
        case a.Union(left=left) | a.Except(left=left):
            return window_of(left)
        case _:
            assert_never(rows)


def most_rows(rows: a.Rows) -> int | None:
    """As many rows as there can be; None where the question does not say."""
    match rows:
        case a.All(table=a.Table.DAYS, window=a.Window(start=date() as start, end=date() as end)):
            return max((end - start).days + 1, 0)
        case a.Pick(rows=inner, count=count):
            most = most_rows(inner)
            return count if most is None else min(most, count)
        case a.Where(rows=inner) | a.Except(left=inner):
            return most_rows(inner)
        case a.DaysOf(rows=inner) if shape_of(inner) is not Shape.PERIODS:
            return most_rows(inner)
        case _:
            return None


def lies_within(rows: a.Rows, window: a.Window) -> bool:
    """Whether the rows are certainly of that window, and of days that are on record."""
    match rows:
        case a.All(window=own):
            return (own.start, own.end) == (window.start, window.end)
        case a.Where(rows=inner) | a.Pick(rows=inner) | a.Except(left=inner):
            return lies_within(inner, window)
        case a.Union(left=left, right=right):
            return lies_within(left, window) and lies_within(right, window)
        case _:
            return False
