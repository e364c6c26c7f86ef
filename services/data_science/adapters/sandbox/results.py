"""Turns what an analysis returned into JSON: bounded in depth and size, missing and non-finite numbers as null."""

import json
import math
from collections.abc import Iterable, Mapping
from datetime import date, time, timedelta
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from typing import Any, Final

import numpy as np
import pandas as pd

from services.data_science.adapters.sandbox.result_shape import MAX_DEPTH, MAX_TEXT, MAX_VALUES, has_too_many_values
from services.data_science.domain.run import JsonValue

_NUMBERS: Final = (int, float, Decimal, Fraction, np.integer, np.floating)


class ResultTooLargeError(Exception):
    """The result has more bytes or values than a result may have, or too long a text."""


def encode_result(value: object, *, limit_bytes: int) -> bytes:
    """The value as UTF-8 JSON. A Series becomes a mapping from its index, a DataFrame a list of rows.

    Raises:
        ResultTooLargeError: it takes more than `limit_bytes`, or has too many values or too long texts.
        TypeError: something in it has no JSON form.
        ValueError: it is nested more than 32 deep.
    """
    body = json.dumps(_Encoder(limit_bytes).encode(value), allow_nan=False, ensure_ascii=False).encode()
    if len(body) > limit_bytes or has_too_many_values(body):
        raise ResultTooLargeError
    return body


class _Encoder:
    """Counts as it goes, so that a huge result is given up early and not first built."""

    def __init__(self, budget: int) -> None:
        self._budget = budget
        self._values_left = MAX_VALUES

    def encode(self, value: object, depth: int = 0) -> JsonValue:
        if depth > MAX_DEPTH:
            raise ValueError(f"the result is nested more than {MAX_DEPTH} deep")
        self._spend(1)
        self._values_left -= 1
        if self._values_left < 0:
            raise ResultTooLargeError
        if isinstance(value, Mapping | pd.Series | pd.DataFrame | Iterable) and not isinstance(value, str):
            return self._container(value, depth)
        return self._scalar(value)

    def _container(self, value: object, depth: int) -> JsonValue:
        if isinstance(value, pd.DataFrame):
            return self.encode(value.to_dict(orient="records"), depth)
        if isinstance(value, Mapping | pd.Series):
            return {self._key(key): self.encode(item, depth + 1) for key, item in value.items()}
        if isinstance(value, np.ndarray) and value.ndim == 0:
            return self._scalar(value[()])
        if isinstance(value, list | tuple | set | frozenset | np.ndarray | pd.Index | pd.api.extensions.ExtensionArray):
            return [self.encode(item, depth + 1) for item in value]
        raise TypeError(f"analysis returned a {type(value).__name__}, which has no JSON form")

    def _scalar(self, value: object) -> JsonValue:
        if value is None or value is pd.NaT or value is pd.NA:
            return None
        if isinstance(value, Enum):
            return self._scalar(value.value)
        if isinstance(value, str):
            self._spend(len(value))
            if len(value) > MAX_TEXT:
                raise ResultTooLargeError
            return value.encode(errors="replace").decode()
        if isinstance(value, bool | np.bool_):
            return bool(value)
        is_duration = isinstance(value, np.timedelta64)  # although numpy derives it from its integers
        return _number(value) if isinstance(value, _NUMBERS) and not is_duration else _moment(value)

    def _key(self, key: object) -> str:
        if isinstance(key, tuple):
            return ", ".join(self._key(part) for part in key)
        encoded = self._scalar(key)
        return encoded if isinstance(encoded, str) else json.dumps(encoded)

    def _spend(self, amount: int) -> None:
        self._budget -= amount
        if self._budget < 0:
            raise ResultTooLargeError


def _number(value: float | Decimal | Fraction | np.integer[Any] | np.floating[Any]) -> JsonValue:
    """Whole numbers exactly while they fit 64 bits, all others as the nearest float; null when there is none."""
    if isinstance(value, int | np.integer) and abs(int(value)) < 2**63:
        return int(value)
    number = float(value)
    return number if math.isfinite(number) else None


def _moment(value: object) -> JsonValue:
    """ISO 8601 for dates and times, seconds for durations."""
    if isinstance(value, np.datetime64):
        return _moment(pd.Timestamp(value))
    if isinstance(value, np.timedelta64):
        return _moment(pd.Timedelta(value))
    if value is pd.NaT:
        return None
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, timedelta):
        return value.total_seconds()
    if isinstance(value, pd.Period | pd.Interval):
        return str(value)
    raise TypeError(f"analysis returned a {type(value).__name__}, which has no JSON form")
