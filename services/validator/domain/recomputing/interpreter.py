"""Keeps what every expression came to, so that equal ones are computed once."""

from collections.abc import Callable, Hashable
from typing import TypeVar

import numpy as np

from services.validator.domain.algebra import Column, Number, Rows, Test
from services.validator.domain.questions.traversal import Source
from services.validator.domain.recomputing.columns import values_of
from services.validator.domain.recomputing.evaluating import Records, Truths, Value
from services.validator.domain.recomputing.numbers import value_of
from services.validator.domain.recomputing.records import records_of
from services.validator.domain.recomputing.rows import positions_of
from services.validator.domain.recomputing.tests import truths_of
from services.validator.domain.records.series import Days, Floats
from services.validator.domain.records.store import Store

_T = TypeVar("_T")


class Interpreter:
    """A `Given` over one store. Expressions are to be well-typed and of bounded depth."""

    def __init__(self, store: Store) -> None:
        self._store = store
        days = [series.days for series in store.daily.values()]
        if store.activities is not None:
            days.append(store.activities.recorded)
        self._recorded: Days = np.unique(np.concatenate(days)) if days else np.zeros(0, np.int64)
        self._known: dict[Hashable, object] = {}

    @property
    def store(self) -> Store:
        return self._store

    @property
    def recorded(self) -> Days:
        return self._recorded

    def records(self, source: Source) -> Records:
        return self._once(("records", source), lambda: records_of(source, self))

    def rows(self, rows: Rows) -> Days:
        return self._once(("rows", rows), lambda: positions_of(rows, self))

    def column(self, column: Column, source: Source) -> Floats:
        return self._once(("column", column, source), lambda: values_of(column, source, self))

    def number(self, number: Number) -> Value:
        return self._once(("number", number), lambda: value_of(number, self))

    def test(self, test: Test, source: Source) -> Truths:
        return self._once(("test", test, source), lambda: truths_of(test, source, self))

    def _once(self, key: Hashable, compute: Callable[[], _T]) -> _T:
        if key not in self._known:
            self._known[key] = compute()
        value: _T = self._known[key]  # type: ignore[assignment]  # what is kept under a key is what it computes
        return value
