"""The points of a picture, of a day or period each."""

from collections.abc import Iterator
from typing import Final

from services.data_science.adapters.pandas_code.expressions.shapes import most_rows, shape_of
from services.data_science.adapters.pandas_code.writing.writer import Shape
from services.data_science.domain import algebra as a

FEWEST_POINTS: Final = 8
MOST_POINTS: Final = 1000


def points(rows: a.Rows, values: str) -> Iterator[tuple[str, str]]:
    """The entry of the result that draws these values, where there can be enough of them and not too many."""
    most = most_rows(rows)
    if shape_of(rows) not in {Shape.DAYS, Shape.PERIODS} or (most is not None and most < FEWEST_POINTS):
        return
    pairs = f"list({values}.items())"
    yield (
        "points",
        pairs if most is not None and most <= MOST_POINTS else (f"{pairs} if len({values}) <= {MOST_POINTS} else []"),
    )
