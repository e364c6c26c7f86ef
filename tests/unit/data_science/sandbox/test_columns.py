"""Tables between health_data and the sandbox: what is sent arrives, and what is no table is refused."""

import json
import struct
import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.data_science.adapters.sandbox import zygote
from services.data_science.adapters.sandbox.columns import Column, Texts, UnreadableTableError, decode
from services.health_data.adapters.columns import VERSION, Moments, Numbers, encode
from services.health_data.adapters.columns import Texts as Sent

MISSING = np.iinfo(np.int64).min
DAYS = np.array(["2024-01-01", "NaT", "2262-01-01T00:00:00.000000001"], "datetime64[ns]")


def numbers(rows: int) -> st.SearchStrategy[Numbers]:
    return st.lists(st.floats(), min_size=rows, max_size=rows).map(lambda values: np.array(values, np.float64))


def moments(rows: int) -> st.SearchStrategy[Moments]:
    values = st.lists(st.integers(MISSING, -MISSING - 1), min_size=rows, max_size=rows)
    return values.map(lambda given: np.array(given, np.int64).view("datetime64[ns]"))


def texts(rows: int) -> st.SearchStrategy[Sent]:
    word = st.none() | st.sampled_from(["Run", "", "ß🏃"]) | st.text(st.characters(exclude_categories=["Cs"]))
    return st.lists(word, min_size=rows, max_size=rows)


@st.composite
def tables(draw: st.DrawFn) -> dict[str, Numbers | Moments | Sent]:
    rows = draw(st.integers(0, 20))
    names = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
    kinds = numbers(rows) | moments(rows) | texts(rows)
    return draw(st.dictionaries(names, kinds, min_size=1, max_size=5))


def same(sent: Numbers | Moments | Sent, arrived: Column) -> bool:
    if isinstance(arrived, Texts):
        return bool(list(sent) == arrived.to_objects().tolist())
    assert isinstance(sent, np.ndarray)
    return (sent.dtype, sent.tobytes()) == (arrived.dtype, arrived.tobytes())


@given(tables())
def test_what_is_sent_arrives_bit_for_bit_and_in_order(table: dict[str, Numbers | Moments | Sent]) -> None:
    arrived = decode(encode(table))
    assert list(arrived) == list(table)
    assert all(same(table[name], column) for name, column in arrived.items())


def test_nothing_is_a_table_without_columns() -> None:
    assert decode(b"") == decode(encode({})) == {}


def test_numbers_and_moments_are_the_bytes_themselves() -> None:
    content = bytearray(encode({"day": DAYS, "x": np.array([1.0, 2.0, 3.0])}))
    day, x = decode(bytes(content)).values()
    assert not isinstance(day, Texts)
    assert not isinstance(x, Texts)
    assert not day.flags.owndata
    assert not x.flags.owndata
    assert x.ctypes.data % 8 == 0


def test_columns_of_different_lengths_are_no_table() -> None:
    with pytest.raises(ValueError, match="one length"):
        encode({"x": np.zeros(2), "kind": ["Run"]})


def test_what_the_zygote_warms_up_with_is_what_health_data_sends() -> None:
    days = np.array([0, 1], "datetime64[D]")
    steps = np.array([1.0, np.nan])
    assert encode({"datetime": days, "steps": steps, "kind": ["a", None]}) == zygote._WARM_UP_TABLE


TABLE = encode({"day": DAYS, "x": np.array([1.0, np.nan, -0.0]), "kind": ["Run", None, "Süß"]})


@pytest.mark.parametrize("version", [0, VERSION + 1, 255])
def test_another_version_is_named(version: int) -> None:
    with pytest.raises(UnreadableTableError, match=rf"version {version} of its layout; this reads version {VERSION}"):
        decode(TABLE[:7] + bytes([version]) + TABLE[8:])


@given(st.integers(1, len(TABLE) - 1))
def test_a_table_that_is_cut_off_is_refused(length: int) -> None:
    with pytest.raises(UnreadableTableError):
        decode(TABLE[:length])


@given(st.binary(min_size=1, max_size=8))
def test_a_table_with_something_behind_it_is_refused(more: bytes) -> None:
    with pytest.raises(UnreadableTableError):
        decode(TABLE + more)


def table(header: object, *, rows: int = 0, values: bytes = b"") -> bytes:
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<7sBII", b"columns", VERSION, len(text), rows) + text + values


ONE = struct.pack("<ii", 1, 0)


@pytest.mark.parametrize(
    "content",
    [
        b"ARROW1\0\0",
        table(None),
        table({}),
        table("text"),
        table(b"\xff\xfe"),
        table(b"[" * 100_000),
        table([["x"]]),
        table([["x", "number", "more"]]),
        table([["x", "complex"]]),
        table([[1, "number"]]),
        table([["x", "text"]]),
        table([["x", "text", "words"]]),
        table([["x", "text", [1]]]),
        table([["x", "number"], ["x", "number"]]),
        table([], rows=5),
        table([["x", "number"]], rows=2**32 - 1, values=bytes(8)),
        table([["x", "text", ["a"]]], rows=1, values=ONE),
        table([["x", "text", []]], rows=1, values=bytes(8)),
        table([["x", "text", ["a"]]], rows=1, values=struct.pack("<ii", -2, 0)),
        struct.pack("<7sBII", b"columns", VERSION, 2**32 - 8, 0) + b"[]      ",
        struct.pack("<7sBII", b"columns", VERSION, 3, 0) + b"[] ",
    ],
)
def test_what_is_no_table_is_refused(content: bytes) -> None:
    with pytest.raises(UnreadableTableError):
        decode(content)


@given(st.data())
def test_bytes_that_were_changed_are_a_table_or_refused(data: st.DataObject) -> None:
    content = bytearray(TABLE)
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, len(TABLE) - 1))] = data.draw(st.integers(0, 255))
    try:
        arrived = decode(bytes(content))
    except UnreadableTableError:
        return
    assert all(len(each.to_objects()) == 3 for each in arrived.values() if isinstance(each, Texts))


@pytest.mark.parametrize(
    "content",
    [
        table([["x", "number"]], rows=2**32 - 1),
        table([["x", "text", ["a"]]] * 500, rows=2**31),
        table(b"[" + b"[]," * 20_000 + b"[]]"),
        table([["x", "text", [str(at) for at in range(10_000)]]]),
    ],
)
def test_no_more_memory_is_taken_than_a_few_times_what_was_sent(content: bytes) -> None:
    tracemalloc.start()
    try:
        decode(content)
    except UnreadableTableError:
        pass
    finally:
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert peak < 40 * len(content) + 100_000
