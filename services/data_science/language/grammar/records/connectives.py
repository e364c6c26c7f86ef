"""Tests joined by "and", "or" and "not"."""

from dataclasses import replace
from typing import Final

from services.data_science.domain.algebra import And, Compare, Not, Operator, Or, Test
from services.data_science.language.phrases import Records, conjunction

_FLIPPED: Final = {
    Operator.GREATER: Operator.LESS_OR_EQUAL,
    Operator.GREATER_OR_EQUAL: Operator.LESS,
    Operator.LESS: Operator.GREATER_OR_EQUAL,
    Operator.LESS_OR_EQUAL: Operator.GREATER,
}


def parts(test: Test, of: type[And] | type[Or]) -> frozenset[Test]:
    return test.tests if isinstance(test, of) else frozenset({test})


def opposite(test: Test | None) -> Test | None:
    """What is true where the test is false; of a value that is bounded the other side of the bound."""
    if isinstance(test, Compare) and test.operator in _FLIPPED:
        return replace(test, operator=_FLIPPED[test.operator])
    return None if test is None else Not(test=test)


def tested(records: Records) -> Test | None:
    return conjunction(records.tests) if not (records.pick or records.inside or records.window) else None
