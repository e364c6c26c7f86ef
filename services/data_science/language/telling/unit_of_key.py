"""The unit of each number of an answer, by its key and the question."""

import re
from typing import Final, assert_never

from services.data_science.domain.algebra import (
    ChangePoint,
    Column,
    Compare,
    Contrast,
    Decide,
    Field,
    NumberArithmetic,
    Profile,
    Question,
    Relate,
    Rows,
    Statistic,
    Tell,
    TellRecords,
    Trend,
    Unusual,
)
from services.data_science.domain.catalogue import Catalogue
from services.data_science.domain.traversal import nodes
from services.data_science.domain.units import DATE, PER_WEEK, unit_of_difference
from services.data_science.language.saying.units import (
    source_of,
    unit_of_column,
    unit_of_number,
    unit_of_statistic,
)

_COUNTS: Final = re.compile(r"n(?:_.+)?|ties|held|share_n|extreme")
_DATES: Final = re.compile(r"(?:start_|left_|right_)?day(?:_\d+)?|end_\d+|d_\d+")
_HEIGHT: Final = Field(name="elevation_gain_m")
_CELLS: Final = re.compile(r"c(?P<column>\d+)_\d+")


def is_height(key: str, question: Question) -> bool:
    """Whether a number is how far somebody went up; of a record it is that of its cell."""
    if (cell := _CELLS.fullmatch(key)) and isinstance(question, TellRecords):
        return question.columns[int(cell["column"]) - 1 : int(cell["column"])] == (_HEIGHT,)
    measured = (each for each in nodes(question) if not isinstance(each, Compare))
    return any(getattr(each, "column", None) == _HEIGHT for each in measured)


def unit_of_key(key: str, question: Question, catalogue: Catalogue) -> str:  # noqa: C901, one case a production
    if _COUNTS.fullmatch(key):
        return ""
    if _DATES.fullmatch(key):
        return DATE
    if key == "share":
        return "%"
    match question:
        case Tell():
            unit = _of_tell(key, question, catalogue)
        case Decide(left=left, right=right):
            unit = unit_of_number(right if key == "right" else left, catalogue)
        case TellRecords(rows=rows, columns=columns):
            unit = _of_cell(key, rows, columns, catalogue)
        case Profile(rows=rows, column=column, statistic=statistic):
            unit = unit_of_statistic(statistic, _unit(column, rows, catalogue) if column else "")
        case Relate():
            unit = ""
        case (
            Contrast(rows=rows, column=column) | Trend(rows=rows, column=column) | ChangePoint(rows=rows, column=column)
        ):
            unit = _of_change(key, _unit(column, rows, catalogue))
        case Unusual(rows=rows, column=column):
            unit = "" if key == "effect" else _unit(column, rows, catalogue)
        case _:
            assert_never(question)
    return unit


def _unit(column: Column, rows: Rows, catalogue: Catalogue) -> str:
    return unit_of_column(column, source_of(rows), catalogue)


def _of_tell(key: str, question: Tell, catalogue: Catalogue) -> str:
    number = question.number
    if isinstance(number, NumberArithmetic) and key in {"left", "right"}:
        return unit_of_number(number.left if key == "left" else number.right, catalogue)
    unit = unit_of_number(number, catalogue)
    return unit_of_statistic(Statistic.SD, unit) if key == "sd" else unit


def _of_cell(key: str, rows: Rows, columns: tuple[Column, ...], catalogue: Catalogue) -> str:
    cell = _CELLS.fullmatch(key)
    position = int(cell["column"]) - 1 if cell else 0
    return _unit(columns[position], rows, catalogue) if position < len(columns) else DATE


def _of_change(key: str, unit: str) -> str:
    if key == "slope_per_week":
        return f"{unit_of_difference(unit)}{PER_WEEK}" if unit else ""
    return unit_of_difference(unit) if key in {"effect", "sd"} else unit
