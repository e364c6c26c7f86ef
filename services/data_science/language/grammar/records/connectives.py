"""Tests joined by "and", "or" and "not"."""

from services.data_science.domain.algebra import And, Or, Test
from services.data_science.language.phrases import Records, conjunction


def parts(test: Test, of: type[And] | type[Or]) -> frozenset[Test]:
    return test.tests if isinstance(test, of) else frozenset({test})


def tested(records: Records) -> Test | None:
    return conjunction(records.tests) if not (records.pick or records.inside or records.window) else None
