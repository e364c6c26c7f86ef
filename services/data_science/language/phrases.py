"""Phrases with holes: what a question is made of before it is complete. Follow-ups fill and replace these holes."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from types import MappingProxyType
from typing import Final, Self

from services.data_science.domain.algebra import (
    And,
    Calendar,
    Column,
    Compare,
    Grouping,
    Not,
    Operation,
    Operator,
    Order,
    Rows,
    Run,
    Statistic,
    Table,
    Test,
    Unit,
    Where,
    Window,
)

_ALL_WEEK: Final = frozenset(range(1, 8))
OPPOSITES: Final = MappingProxyType(
    {
        Operator.GREATER: Operator.LESS_OR_EQUAL,
        Operator.GREATER_OR_EQUAL: Operator.LESS,
        Operator.LESS: Operator.GREATER_OR_EQUAL,
        Operator.LESS_OR_EQUAL: Operator.GREATER,
    }
)


@dataclass(frozen=True, slots=True)
class Noun:
    """Something that is measured, by each name under which it could be on record; empty where it is not.

    Attributes:
        note: what the name that was used leaves out.
        unit: the unit that the name asks for ("hours"), if it does.
    """

    metric: str = ""
    field: str = ""
    biomarker: str = ""
    note: str = ""
    unit: str = ""
    said: str = ""


@dataclass(frozen=True, slots=True)
class Kinds:
    """Kinds of activities; `names` is empty where any is meant, `said` is how they were named."""

    names: frozenset[str] = frozenset()
    said: str = "activities"
    recorded: bool = True


def is_all_of(kinds: Kinds) -> bool:
    """Whether several were named with "and": of a day it is asked whether it had them all."""
    return " and " in kinds.said


def is_any_of(kinds: Kinds) -> bool:
    """Whether several were named with "or"."""
    return " or " in kinds.said


@dataclass(frozen=True, slots=True)
class Amount:
    """A number as it was said; `unit` is empty where none was."""

    value: float
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Usual:
    """One's own level, of whatever it is compared with: "my average", "usual"."""

    statistic: Statistic = Statistic.MEAN
    window: Window | None = None
    factor: float = 1.0
    offset: Amount | None = None
    noun: Noun | None = None
    kinds: Kinds | None = None


@dataclass(frozen=True, slots=True)
class Bound:
    """More or less than an amount, than one's own level, or than a number; `upper` closes an interval."""

    operator: Operator
    to: Amount | Usual
    upper: Amount | None = None
    field: str = ""


@dataclass(frozen=True, slots=True)
class Best:
    """A superlative.

    Attributes:
        order: which end.
        fields: what of an activity it is about, where nothing else says so: "longest".
        judged: "best" and "worst", of which the end follows from what is better.
        clock: "latest" and "earliest", which of times of day are the highest and the lowest.
        first: from which place on.
        count: how many.
    """

    order: Order
    fields: str = ""
    judged: bool = False
    clock: bool = False
    first: int = 1
    count: int = 1

    def of_time(self) -> bool:
        return self.order in {Order.NEWEST, Order.OLDEST}


@dataclass(frozen=True, slots=True)
class Records:
    """Which records are meant.

    Attributes:
        table: what they are records of.
        tests: what holds of each.
        day_tests: what holds of the days on which activities or samples fall.
        window: when; None where it was not said.
        pick: which of them; its `by` is None by time.
        inside: the rows to start from instead of a whole table.
        label: what people call them.
    """

    table: Table = Table.DAYS
    tests: frozenset[Test] = frozenset()
    day_tests: frozenset[Test] = frozenset()
    window: Window | None = None
    pick: tuple[Column | None, Best] | None = None
    inside: Rows | None = None
    kinds: Kinds | None = None

    def within(self, window: Window) -> Self | None:
        return replace(self, window=window) if self.window is None else None

    def also(self, test: Test) -> Self:
        """With one more test on days."""
        if self.table is Table.DAYS:
            return replace(self, tests=self.tests | {test})
        return replace(self, day_tests=self.day_tests | {test})


class Tense(Enum):
    HABIT = auto()
    PAST = auto()
    NONE = auto()


@dataclass(frozen=True, slots=True)
class Frame:
    """A number of some records, as far as it was said."""

    noun: Noun | None = None
    statistic: Statistic | None = None
    best: Best | None = None
    records: Records = field(default_factory=Records)
    per: Unit | None = None
    by: Grouping | None = None
    how_many: bool = False
    tense: Tense = Tense.NONE
    pinned: bool = False
    lag: int = 0
    other: "Noun | None" = None
    operation: Operation | None = None
    fronted: bool = False

    def within(self, window: Window) -> Self | None:
        """The same within a window; of what is picked it is the window to pick from."""
        if self.pinned and self.records.pick is None:
            return None
        records = self.records.within(window)
        return replace(self, records=records) if records else None

    def also(self, test: Test) -> Self:
        return replace(self, records=self.records.also(test))


class Kind(Enum):
    """What is asked of a frame."""

    NUMBER = auto()
    WHEN = auto()
    COUNT = auto()
    COUNT_PERIODS = auto()
    SHARE = auto()
    STREAK = auto()
    DECIDE = auto()
    CONTRAST = auto()
    RELATE = auto()
    TREND = auto()
    CHANGE_POINT = auto()
    UNUSUAL = auto()
    PROFILE = auto()
    RECORDS = auto()
    SINCE = auto()
    KINDS = auto()
    NORM = auto()
    BEST_PERIOD = auto()


@dataclass(frozen=True, slots=True)
class Ask:
    """What is asked.

    Attributes:
        kind: of which sort.
        frame: of what.
        other: the second series, group or number.
        bound: what it is held against.
        test: what must hold, of shares, counts and streaks.
        unit: the calendar unit that is counted or picked.
        run: of a streak.
        yes_no: whether the question wants a yes or no.
        direction: which way the question expects it to go: 1 up, -1 down, 0 either.
        value: a number that the question states.
        beside: what else is told of each record of a list.
        sided: whether a relation was asked about for more or for less of something.
        operator: how two numbers are to stand to each other, where that is not more or less.
        percent: whether a ratio is told in percent.
        choice: whether it asks for one of two: "on weekends or on weekdays".
        full: whether periods of which the record holds a part alone are left out.
        halved: whether the average of two numbers is asked for, which is half of their sum.
    """

    kind: Kind
    frame: Frame
    other: Frame | None = None
    bound: Bound | None = None
    test: Test | None = None
    unit: Unit | None = None
    run: Run = Run.LONGEST
    yes_no: bool = False
    direction: int = 0
    value: Amount | None = None
    beside: tuple[Noun, ...] = ()
    sided: bool = False
    operator: Operator | None = None
    percent: bool = False
    choice: bool = False
    full: bool = False
    halved: bool = False


@dataclass(frozen=True, slots=True)
class Fragment:
    """A part that only makes sense after another question: "and last month?"."""

    frame: Frame | None = None
    window: Window | None = None
    test: Test | None = None
    records: Records | None = None
    kinds: Kinds | None = None
    offset: int | None = None
    statistic: Statistic | None = None
    best: Best | None = None
    when: bool = False
    bound: Bound | None = None
    unit: str = ""
    shift: int = 0
    shift_unit: Unit | None = None
    step: int = 0
    place: int = 0
    both: bool = False
    which: bool = False
    operation: Operation = Operation.MINUS
    halved: bool = False
    stretch: tuple[int, Unit] | None = None
    turn: tuple[Callable[..., Ask | None], tuple[object, ...]] | None = None
    of_several: bool = False

    def is_of_the_answer(self) -> bool:
        """Whether only the statistic or the unit is said: "as a median", "in hours"."""
        return self in {Fragment(statistic=self.statistic), Fragment(unit=self.unit)} and self != Fragment()


@dataclass(frozen=True, slots=True)
class Goal:
    """What the person says to aim for: nothing that is asked, but what "make it" means afterwards.

    Attributes:
        test: what is to hold of a day.
        period: what is to hold of a week or a month, where it was stated of one.
        once: whether it was come up to, where it was stated of a span as a whole.
        each: what is to hold of each activity.
        window: when it is to hold of each day or activity; None where that was not said.
    """

    test: Test | None = None
    period: Ask | None = None
    once: Ask | None = None
    each: Test | None = None
    window: Window | None = None


def conjunction(tests: frozenset[Test]) -> Test | None:
    """All of them as one test; None of none."""
    flat: set[Test] = set()
    for test in tests:
        if isinstance(test, And):
            flat |= test.tests
        else:
            flat.add(test)
    if not flat:
        return None
    return next(iter(flat)) if len(flat) == 1 else And(tests=frozenset(flat))


def opposite(test: Test) -> Test:
    """What holds where the test does not, in the plainest way: weekdays of weekends, at most of more than."""
    match test:
        case Compare(operator=operator) if operator in OPPOSITES:
            return replace(test, operator=OPPOSITES[operator])
        case Calendar(iso_weekdays=days, months=months) if days and not months:
            return replace(test, iso_weekdays=_ALL_WEEK - days)
        case Not(test=inner):
            return inner
        case _:
            return Not(test=test)


def where(rows: Rows, tests: frozenset[Test]) -> Rows:
    test = conjunction(tests)
    return rows if test is None else Where(rows=rows, test=test)
