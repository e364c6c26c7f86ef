"""The points of a picture, of a day or period each, and the values that stand against each other."""

from collections.abc import Iterator
from typing import Final

from services.data_science.adapters.pandas_code.expressions.shapes import most_rows, shape_of
from services.data_science.adapters.pandas_code.writing.writer import Frame, Shape
from services.data_science.domain import algebra as a

FEWEST_POINTS: Final = 8
MOST_POINTS: Final = 1000


def points(rows: a.Rows, values: str) -> Iterator[tuple[str, str]]:
    """The entry of the result that draws these values, where there can be enough of them and not too many."""
    most = most_rows(rows)
    if shape_of(rows) not in {Shape.DAYS, Shape.PERIODS} or (most is not None and most < FEWEST_POINTS):
        return
    yield "points", _limited(f"list({values}.items())", values, most)


def group_points(key: str, rows: a.Rows, values: str, frame: Frame) -> Iterator[tuple[str, str]]:
    """The entry of the result that draws one of two groups, however few its values are."""
    each = f"{values}.items()" if frame.is_indexed_by_day else f"zip({frame.day_of_index(f'{values}.index')}, {values})"
    yield key, _limited(f"list({each})", values, most_rows(rows))


def pairs(x: str, y: str) -> Iterator[tuple[str, str]]:
    """The entry of the result that draws two columns against each other."""
    yield "pairs", _limited(f"list(zip({x}, {y}))", x, None)


def _limited(drawn: str, values: str, most: int | None) -> str:
    """None of too many, where there can be."""
    return drawn if most is not None and most <= MOST_POINTS else f"{drawn} if len({values}) <= {MOST_POINTS} else []"
