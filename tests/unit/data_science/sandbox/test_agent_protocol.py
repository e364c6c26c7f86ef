"""What an agent tells is read as it was told, and whatever else comes is refused without harm."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.data_science.adapters.sandbox.agent_protocol import (
    decode_limits,
    encode_ending,
    encode_limits,
    level_of,
    read_ending,
    read_hello,
    reader,
    told_bytes,
)
from services.data_science.adapters.sandbox.config import SandboxLimits
from services.data_science.adapters.sandbox.protocol import ExitStatus, MalformedReplyError, encode_layers
from services.data_science.adapters.sandbox.report import Layer, LayerReport
from services.data_science.adapters.sandbox.run_handle import Cause, Ending
from services.data_science.domain.run import IsolationLevel, KillReason

LIMITS = SandboxLimits(output_bytes=1000, result_bytes=1000)
LAYERS = tuple(LayerReport(layer=layer, works=True, detail="") for layer in Layer)
endings = st.builds(
    Ending,
    reply=st.binary(max_size=50),
    stdout=st.text(max_size=20),
    stderr=st.text(max_size=20),
    status=st.none()
    | st.builds(ExitStatus, signal=st.integers(0, 64), code=st.integers(0, 255), cpu_time_s=st.floats(0, 99)),
    cause=st.none() | st.builds(Cause, reason=st.sampled_from(KillReason), detail=st.text(max_size=20)),
    duration_ms=st.floats(0, 1e6),
)


@given(endings)
def test_an_ending_is_read_as_it_was_told(ending: Ending) -> None:
    read = reader(encode_layers(LAYERS) + encode_ending(ending))
    assert read_hello(read) == LAYERS
    assert read_ending(read, LIMITS) == ending


@given(st.sampled_from(IsolationLevel), st.integers(1, 2**40))
def test_limits_are_given_as_they_are(level: IsolationLevel, memory_bytes: int) -> None:
    limits = SandboxLimits(minimum_level=level, memory_bytes=memory_bytes)
    assert decode_limits(encode_limits(limits)) == limits


@given(st.binary(max_size=200))
def test_arbitrary_bytes_are_read_or_refused_and_do_nothing_else(told: bytes) -> None:
    for read_one in (read_hello, lambda read: read_ending(read, LIMITS)):
        try:
            read_one(reader(told))
        except MalformedReplyError:
            continue


@given(st.binary(min_size=1, max_size=60), st.integers(0, 200))
def test_an_ending_that_was_tampered_with_is_read_or_refused(noise: bytes, at: int) -> None:
    ending = Ending(reply=b"r", stdout="o", stderr="e", status=None, cause=None, duration_ms=1.0)
    told = bytearray(encode_ending(ending))
    told[at : at + len(noise)] = noise
    try:
        read_ending(reader(bytes(told)), LIMITS)
    except MalformedReplyError:
        return


@pytest.mark.parametrize("part", range(4))
def test_more_than_the_limits_allow_is_refused_before_it_is_read(part: int) -> None:
    lengths = [2**31 if i == part else 0 for i in range(4)]
    with pytest.raises(MalformedReplyError, match="more of its run than the limits allow"):
        read_ending(reader(struct.pack(">4I", *lengths)), LIMITS)


def test_a_hello_without_end_is_refused() -> None:
    with pytest.raises(MalformedReplyError):
        read_hello(reader(struct.pack(">I", 2**31)))


def test_the_longest_that_is_read_is_within_the_most_that_is_told() -> None:
    text = "x" * LIMITS.output_bytes
    ending = Ending(
        reply=bytes(LIMITS.result_bytes), stdout=text, stderr=text, status=None, cause=None, duration_ms=1.0
    )
    told = encode_layers(LAYERS) + encode_ending(ending)
    assert len(told) < told_bytes(LIMITS)
    assert read_ending(reader(encode_ending(ending)), LIMITS) == ending


def test_the_level_is_the_best_whose_every_layer_holds() -> None:
    assert level_of(LAYERS) is IsolationLevel.FULL
    assert level_of([found for found in LAYERS if found.layer is not Layer.ROOT]) is IsolationLevel.FILTERED
    assert level_of([found for found in LAYERS if found.layer is not Layer.SECCOMP]) is IsolationLevel.NONE
    assert level_of([]) is IsolationLevel.NONE
