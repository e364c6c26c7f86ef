"""What a body is written with: its lines so far, the names that are taken, and what already has a name."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from enum import StrEnum
from typing import Final

from services.data_science.adapters.pandas_code.writing import literals
from services.data_science.adapters.pandas_code.writing.spellings import STATISTICS
from services.data_science.adapters.pandas_code.writing.wrapping import wrapped
from services.data_science.domain.algebra import Column, Field, Number, Question, Rows, Table

_SAMPLE_COLUMNS: Final = frozenset(
    {"name", "value", "unit", "collected_at", "date", "reference_low", "reference_high"},
)
_OTHER_COLUMNS: Final = frozenset({"day", "start", "end", "kind", "value"})
_TAKEN: Final = frozenset(
    {"days", "activities", "samples", "np", "pd", "stats", "scipy", "outliers_of"}
    | {each.function for each in STATISTICS.values()}
    | {"x", "y", "n", "rho", "slope", "splits", "running", "before", "after"}
    | {"distances", "change", "outliers", "furthest", "groups", "at", "weekdays", "seasons", "kinds", "both"}
    | {"summary_df", "activities_df", "profile_df", "population_df", "biomarkers_df"}
    | {"len", "min", "max", "abs", "list", "round", "set", "sum", "range", "print", "type", "id", "map", "str"}
)


class Shape(StrEnum):
    """How the rows of a variable are laid out; a period is a row like a day, by its first date."""

    DAYS = "days"
    ACTIVITIES = "activities"
    SAMPLES = "samples"
    PERIODS = "periods"


SHAPES: Final = {Table.DAYS: Shape.DAYS, Table.ACTIVITIES: Shape.ACTIVITIES, Table.SAMPLES: Shape.SAMPLES}


@dataclass(frozen=True, kw_only=True)
class Frame:
    """A variable that holds rows of a table in order of time.

    Attributes:
        name: the variable.
        table: the variable with every row of the table, which gets the columns that are computed.
        shape: how its rows are laid out.
        columns: the computed columns that it has; one that was added to the table later is read from there.
    """

    name: str
    table: str
    shape: Shape
    columns: frozenset[str] = frozenset()

    @property
    def is_indexed_by_day(self) -> bool:
        return self.shape in {Shape.DAYS, Shape.PERIODS}

    @property
    def day(self) -> str:
        """The dates of its rows."""
        return f"{self.name}{self.day_of}"

    @property
    def day_of(self) -> str:
        match self.shape:
            case Shape.DAYS | Shape.PERIODS:
                return ".index"
            case Shape.ACTIVITIES:
                return '["day"]'
            case Shape.SAMPLES:
                return '["date"]'

    @property
    def parts(self) -> str:
        """What has the parts of those dates: `day_of_week`, `month`, `to_period`."""
        return self.day if self.is_indexed_by_day else f"{self.day}.dt"

    def day_of_index(self, index: str) -> str:
        """The dates of the rows with these labels."""
        return index if self.is_indexed_by_day else f"{self.table}{self.day_of}.loc[{index}]"


@dataclass(frozen=True, kw_only=True)
class Value:
    """A number in the making.

    Attributes:
        text: the expression that gives it, NaN where it is undefined.
        counts: the expressions of which the smallest is its n; none where it rests on no records of its own.
        is_name: whether the expression is a literal or a variable, cheap to repeat.
    """

    text: str
    counts: tuple[str, ...] = ()
    is_name: bool = False

    @property
    def n(self) -> str:
        unique = tuple(dict.fromkeys(self.counts))
        if not unique:
            return "0"
        return unique[0] if len(unique) == 1 else f"min({', '.join(unique)})"


@dataclass(kw_only=True)
class Writer(ABC):
    """Writes a body line by line, naming what it computes, so that nothing is computed twice."""

    question: Question
    lines: list[str] = field(default_factory=list)
    daily_fields: dict[str, None] = field(default_factory=dict)
    reads: set[str] = field(default_factory=set)
    _uses: Counter[object] = field(default_factory=Counter)
    _taken: set[str] = field(default_factory=set)
    _columns: dict[str, dict[object, str]] = field(default_factory=dict)
    _named: dict[object, tuple[str, object]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._taken |= _TAKEN
        _count_uses(self.question, self._uses)
        self._fields = {each.name for each in self._uses if isinstance(each, Field)}

    @abstractmethod
    def rows(self, rows: Rows) -> Frame:
        """Lines that define the rows, unless they are."""

    @abstractmethod
    def column(self, column: Column, table: Frame) -> str:
        """Lines that give a table that column, unless it has it; returns its name there."""

    @abstractmethod
    def number(self, number: Number) -> Value:
        """Lines that give a number a name, unless it has one or is a literal."""

    @abstractmethod
    def table_of(self, rows: Rows) -> Frame:
        """All rows of the table that these are of."""

    def write(self, *lines: str) -> None:
        for line in lines:
            self.lines.extend(wrapped(line))

    def write_list(self, before: str, items: Iterable[str], after: str) -> None:
        self.write(*literals.with_list(before, items, after))

    def fresh(self, hint: str) -> str:
        """A variable's name that is not taken."""
        return _untaken(hint, self._taken)

    def define(self, hint: str, expression: str) -> str:
        """A line that gives an expression a name; returns the name."""
        named = self.fresh(hint)
        self.write(f"{named} = {expression}")
        return named

    def condition(self, hint: str, rows: Frame, expression: str) -> str:
        """The variable with a condition on rows, which is defined unless it is."""
        kept = self.named(("condition", rows.name, expression))
        if isinstance(kept, str):
            return kept
        name = self.define(hint, expression)
        self.keep(("condition", rows.name, expression), rows.name, name)
        return name

    def is_used_once(self, node: object) -> bool:
        return self._uses[node] <= 1

    def named(self, node: object) -> object | None:
        """What was kept under this key, unless its variable now holds something else."""
        found = self._named.get(node)
        return found[1] if found else None

    def keep(self, node: object, variable: str, what: object) -> None:
        """Keeps something under a key for as long as its variable is not written to again."""
        self._named[node] = (variable, what)

    def overwrite(self, variable: str) -> None:
        """Forgets all that the variable held."""
        self._named = {node: kept for node, kept in self._named.items() if kept[0] != variable}

    def column_of(self, table: Frame, column: Column) -> str | None:
        """The name of a computed column in a table; None where it has not got it."""
        return self._columns.get(table.table, {}).get(column)

    def add_column(self, table: Frame, column: Column, hint: str) -> str:
        """A name for a column that the table is about to get."""
        columns = self._columns.setdefault(table.table, {})
        recorded = _SAMPLE_COLUMNS if table.shape is Shape.SAMPLES else self._fields | _OTHER_COLUMNS
        columns[column] = _untaken(hint, {*columns.values(), *recorded})
        return columns[column]

    def columns_of(self, table: str) -> frozenset[str]:
        return frozenset(self._columns.get(table, {}).values())

    def values(self, column: Column, frame: Frame) -> str:
        """The column of these rows, missing values and all."""
        named = literals.text(self.column(column, frame))
        if frame.name == frame.table or self.column_of(frame, column) in {None, *frame.columns}:
            return f"{frame.name}[{named}]"
        return f"{frame.table}[{named}].loc[{frame.name}.index]"


def _untaken(hint: str, taken: set[str]) -> str:
    named, number = hint, 2
    while named in taken:
        named, number = f"{hint}_{number}", number + 1
    taken.add(named)
    return named


def children_of(node: object) -> Iterator[object]:
    """The expressions that an expression is made of."""
    if not is_dataclass(node) or isinstance(node, type):
        return
    for each in fields(node):
        value = getattr(node, each.name)
        for item in value if isinstance(value, tuple | frozenset) else (value,):
            if is_dataclass(item):
                yield item


def descendants_of(node: object) -> Iterator[object]:
    """Every expression in an expression, as often as it occurs."""
    for child in children_of(node):
        yield child
        yield from descendants_of(child)


def _count_uses(root: object, uses: Counter[object]) -> None:
    """How many different expressions use each."""
    for child in children_of(root):
        uses[child] += 1
        if uses[child] == 1:
            _count_uses(child, uses)


def in_order(items: Iterable[object]) -> list[object]:
    """The members of a set, always in the same order."""
    return sorted(items, key=_sort_key)


def _sort_key(node: object) -> str:
    if is_dataclass(node) and not isinstance(node, type):
        parts = (f"{each.name}={_sort_key(getattr(node, each.name))}" for each in fields(node))
        return f"{type(node).__name__}({', '.join(parts)})"
    if isinstance(node, tuple):
        return f"({', '.join(map(_sort_key, node))})"
    if isinstance(node, frozenset):
        return f"{{{', '.join(sorted(map(_sort_key, node)))}}}"
    return repr(node)
