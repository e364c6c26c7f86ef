"""How rows are chosen, and so what tells two groups of them apart."""

from collections.abc import Iterator

from services.validator.domain.algebra import (
    ActivitiesOn,
    All,
    And,
    Calendar,
    Contrast,
    DaysOf,
    Except,
    Kind,
    Not,
    Or,
    Periods,
    Pick,
    Rows,
    Test,
    Union,
    Where,
    Window,
)
from services.validator.domain.questions.texts import text_of


def differ_in_more_than_time(question: Contrast) -> bool:
    """Whether its groups are chosen by anything but their windows."""
    return text_of(question.rows) != text_of(question.baseline)


def differ_by_weekday(question: Contrast) -> bool:
    """Whether the days of the week are what the groups are about: weekends against the other days."""
    return _weekdays(question.rows) != _weekdays(question.baseline)


def differ_by_month(question: Contrast) -> bool:
    """Whether the time of year is what the groups are about: summer against winter."""
    return _months(question.rows) != _months(question.baseline)


def differ_in_time(question: Contrast) -> bool:
    """Whether one group lies earlier, or at another time of year, by choice: then a drift is what is claimed."""
    own, other = question.rows, question.baseline
    return differ_by_month(question) or _windows(own) != _windows(other) or _ends(own) != _ends(other)


def kinds_in(rows: Rows) -> frozenset[str]:
    """The kinds that activities are chosen by, case folded; empty for any."""
    tests = (test for holds, test in _tests(rows) if holds and isinstance(test, Kind))
    return frozenset(name.casefold() for test in tests for name in test.names)


def _weekdays(rows: Rows) -> frozenset[tuple[bool, frozenset[int]]]:
    calendars = ((holds, test) for holds, test in _tests(rows) if isinstance(test, Calendar))
    return frozenset((holds, test.iso_weekdays) for holds, test in calendars if test.iso_weekdays)


def _months(rows: Rows) -> frozenset[tuple[bool, frozenset[int]]]:
    calendars = ((holds, test) for holds, test in _tests(rows) if isinstance(test, Calendar))
    return frozenset((holds, test.months) for holds, test in calendars if test.months)


def _windows(rows: Rows) -> frozenset[Window]:
    return frozenset(each.window for _, each in _chain(rows) if isinstance(each, All | Periods))


def _ends(rows: Rows) -> frozenset[Pick]:
    """The picks by time."""
    return frozenset(each for _, each in _chain(rows) if isinstance(each, Pick) and each.by is None)


def _tests(rows: Rows) -> Iterator[tuple[bool, Test]]:
    """Every single test that the rows are chosen by, and whether it is to hold or not to."""
    waiting = [(holds, each.test) for holds, each in _chain(rows) if isinstance(each, Where)]
    while waiting:
        holds, test = waiting.pop()
        match test:
            case And(tests=tests) | Or(tests=tests):
                waiting += ((holds, each) for each in tests)
            case Not(test=inner):
                waiting.append((not holds, inner))
            case _:
                yield holds, test


def _chain(rows: Rows) -> Iterator[tuple[bool, Rows]]:
    """The rows and all that they are taken from; False for what is taken away."""
    waiting = [(True, rows)]
    while waiting:
        holds, each = waiting.pop()
        yield holds, each
        match each:
            case Where(rows=inner) | Pick(rows=inner) | DaysOf(rows=inner) | ActivitiesOn(rows=inner):
                waiting.append((holds, inner))
            case Periods(rows=inner):
                waiting.append((holds, inner))
            case Union(left=left, right=right):
                waiting += ((holds, left), (holds, right))
            case Except(left=left, right=right):
                waiting += ((holds, left), (not holds, right))
            case All():
                pass
