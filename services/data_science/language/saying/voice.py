"""What the sayings of one sort need of those of the others."""

import re
from typing import Final, Protocol

from services.data_science.domain.algebra import (
    All,
    Column,
    Daily,
    Field,
    Literal,
    Norm,
    Number,
    Periods,
    ReferenceBound,
    Rolling,
    Rows,
    Shifted,
    Statistic,
    Step,
    Table,
    Test,
    Window,
)
from services.data_science.domain.catalogue import Catalogue

_GAP: Final = re.compile(r"[ ]+(?=[.,:;?!)])|(?<=[^ \n|])[ ]{2,}(?=[^ ])")
_LEFT_OPEN: Final = re.compile(r"(?<=[.!?]) ?, ?(\w)")


class Voice(Protocol):
    """Says any expression. `within` is the window that has been said: one that is the same is not said again."""

    @property
    def catalogue(self) -> Catalogue: ...

    def rows(self, rows: Rows, *, within: Window | None) -> str: ...

    def column(self, column: Column, source: Table | Periods, *, within: Window | None) -> str: ...

    def number(self, number: Number, *, within: Window | None) -> str: ...

    def test(self, test: Test, source: Table | Periods, *, within: Window | None) -> str: ...

    def window(self, window: Window) -> str: ...


_OF_ALL = " of your activities"
"""How a day's total of all activities of the same time ends: nothing follows that could belong to it."""


def closed(text: str) -> str:
    """A phrase that stands inside another: where it ends is seen."""
    return f"({text})"


def inner_column(column: Column, source: Table | Periods, voice: Voice, *, within: Window | None) -> str:
    """A column inside a phrase that goes on: closed, unless it is a name."""
    said = voice.column(column, source, within=within)
    return said if stands_alone(said, column, source) else closed(said)


def stands_alone(said: str, column: Column, source: Table | Periods) -> bool:
    """Whether what a column is called needs no mark of where it ends."""
    return is_name(column, source) or (isinstance(column, Daily) and said.endswith(_OF_ALL))


def is_name(column: Column, source: Table | Periods) -> bool:
    """Whether a column is a name without a phrase of its own behind it: "7-day average step count"."""
    match column:
        case Field():
            return not isinstance(source, Periods) or _is_of_all_days(source)
        case Rolling(column=inner, statistic=Statistic.MEAN | Statistic.MEDIAN | Statistic.SUM):
            return isinstance(inner, Field) and is_name(inner, source)
        case Shifted(column=inner, days=1 | -1):
            return isinstance(inner, Field) and is_name(inner, source)
        case Step(column=inner):
            return isinstance(inner, Field) and source is Table.DAYS
        case _:
            return False


def _is_of_all_days(periods: Periods) -> bool:
    whole = All(table=Table.DAYS, window=periods.window)
    return isinstance(periods.column, Field) and periods.rows == whole


def operand(number: Number, voice: Voice, *, within: Window | None) -> str:
    """A number beside another: closed, unless it is one word or amount."""
    said = voice.number(number, within=within)
    return said if isinstance(number, Literal | Norm | ReferenceBound) else closed(said)


def spaced(text: str) -> str:
    """The text without the gaps and commas that a part without words leaves."""
    closed = _GAP.sub(lambda found: "" if found.end() < len(text) and text[found.end()] in ".,:;?!)" else " ", text)
    return _LEFT_OPEN.sub(lambda found: f" {found[1].upper()}", closed)
