"""What an analysis may return, and what becomes of it."""

import json
import math
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from enum import Enum
from typing import NamedTuple

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.data_science.adapters.sandbox.protocol import ReplyKind, decode_reply, encode_reply
from services.data_science.adapters.sandbox.result_shape import MAX_TEXT, MAX_VALUES
from services.data_science.adapters.sandbox.results import ResultTooLargeError, encode_result


class Pair(NamedTuple):
    low: int
    high: int


class Colour(Enum):
    RED = "red"


def encode(value: object) -> object:
    return json.loads(encode_result(value, limit_bytes=10_000))


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, None),
        (True, True),
        (np.bool_(0), False),
        (np.int64(7), 7),
        (2**63, float(2**63)),
        (np.float32(0.5), 0.5),
        (math.nan, None),
        (-math.inf, None),
        (Decimal("0.25"), 0.25),
        (pd.NaT, None),
        (pd.NA, None),
        (np.datetime64("NaT"), None),
        (pd.Timestamp("2024-01-02"), "2024-01-02T00:00:00"),
        (np.datetime64("2024-01-02"), "2024-01-02T00:00:00"),
        (date(2024, 1, 2), "2024-01-02"),
        (datetime(2024, 1, 2, tzinfo=UTC), "2024-01-02T00:00:00+00:00"),
        (timedelta(minutes=1), 60.0),
        (np.timedelta64(1, "s"), 1.0),
        (pd.Period("2024-01", freq="M"), "2024-01"),
        (Colour.RED, "red"),
        ("half \ud800 pair", "half ? pair"),
        (np.array([[1, 2], [3, 4]]), [[1, 2], [3, 4]]),
        (np.array(5), 5),
        (Pair(1, 2), [1, 2]),
        ({1}, [1]),
        (pd.Series([1.0, math.nan], index=["a", "b"]), {"a": 1.0, "b": None}),
        (pd.Series(["x", None]), {"0": "x", "1": None}),
        (pd.Index([1, 2]), [1, 2]),
        (pd.Series(["a"]).array, ["a"]),
        (pd.DataFrame({"a": [1, 2]}), [{"a": 1}, {"a": 2}]),
        ({pd.Timestamp("2024-01-02"): 1, ("a", 2): 3}, {"2024-01-02T00:00:00": 1, "a, 2": 3}),
    ],
)
def test_values_that_analyses_return_have_a_json_form(value: object, expected: object) -> None:
    assert encode(value) == expected


@pytest.mark.parametrize("value", [open, object(), b"bytes", 1j, (x for x in "ab")])
def test_values_without_a_json_form_are_refused_by_name(value: object) -> None:
    with pytest.raises(TypeError, match=type(value).__name__):
        encode(value)


def test_a_value_within_itself_is_refused() -> None:
    loop: list[object] = []
    loop.append(loop)
    with pytest.raises(ValueError, match="nested"):
        encode(loop)


@pytest.mark.parametrize("value", ["x" * 20_000, list(range(20_000)), "\u00e9" * 6_000, {"k" * 20_000: 1}])
def test_a_large_result_is_given_up(value: object) -> None:
    with pytest.raises(ResultTooLargeError):
        encode(value)


def test_a_result_of_more_values_or_longer_texts_than_it_may_have_is_given_up() -> None:
    assert len(json.loads(encode_result([0] * (MAX_VALUES - 1), limit_bytes=4 << 20))) == MAX_VALUES - 1
    too_much: list[object] = [[0] * MAX_VALUES, [[]] * (MAX_VALUES // 2), "x" * (MAX_TEXT + 1)]
    for value in too_much:
        with pytest.raises(ResultTooLargeError):
            encode_result(value, limit_bytes=4 << 20)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=20,
)


@given(values)
def test_whatever_is_encoded_is_accepted_on_the_other_side(value: object) -> None:
    nonce = bytes(range(16))
    body = encode_result(value, limit_bytes=100_000)
    reply = decode_reply(encode_reply(nonce, ReplyKind.RESULT, body), nonce)
    assert reply.body == json.loads(body)
