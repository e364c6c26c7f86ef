"""Bytes from a run are hostile: they are one whole reply to this job, or nothing."""

import json
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.data_science.adapters.sandbox.protocol import (
    JOB_HEAD_BYTES,
    LENGTH_BYTES,
    ExitStatus,
    Job,
    MalformedReplyError,
    ReplyKind,
    decode_job,
    decode_job_head,
    decode_layers,
    decode_length,
    decode_reply,
    decode_status,
    encode_job,
    encode_layers,
    encode_reply,
    encode_status,
)
from services.data_science.adapters.sandbox.report import Layer, LayerReport
from services.data_science.adapters.sandbox.result_shape import MAX_TEXT, MAX_VALUES
from services.data_science.domain.run import Frames

NONCE = bytes(range(16))
frames = st.builds(
    Frames,
    summary=st.binary(),
    activities=st.binary(),
    profile=st.binary(),
    population=st.binary(),
    biomarkers=st.binary(),
)


@given(st.builds(Job, nonce=st.binary(min_size=16, max_size=16), code=st.text(), frames=frames))
def test_a_job_arrives_as_it_was_sent(job: Job) -> None:
    sent = encode_job(job)
    head = decode_job_head(sent[:JOB_HEAD_BYTES])
    assert sum(head.lengths) == len(sent) - JOB_HEAD_BYTES
    assert decode_job(head, sent[JOB_HEAD_BYTES:]) == job


@given(st.lists(st.builds(LayerReport, layer=st.sampled_from(Layer), works=st.booleans(), detail=st.text())))
def test_layers_arrive_as_they_were_sent(layers: list[LayerReport]) -> None:
    sent = encode_layers(layers)
    assert decode_length(sent[:LENGTH_BYTES]) == len(sent) - LENGTH_BYTES
    assert decode_layers(sent[LENGTH_BYTES:]) == tuple(layers)


def test_a_status_arrives_as_it_was_sent() -> None:
    status = ExitStatus(signal=9, code=0, cpu_time_s=1.5)
    assert decode_status(encode_status(status)) == status


@given(st.binary(max_size=200))
def test_no_bytes_make_it_past_but_a_reply(received: bytes) -> None:
    with pytest.raises(MalformedReplyError):
        decode_reply(received, NONCE)


@given(st.binary(min_size=1, max_size=40), st.booleans())
def test_a_reply_with_anything_around_it_is_refused(extra: bytes, before: bool) -> None:  # noqa: FBT001, drawn
    reply = encode_reply(NONCE, ReplyKind.RESULT, b"1")
    with pytest.raises(MalformedReplyError):
        decode_reply(extra + reply if before else reply + extra, NONCE)


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"NaN", b"[Infinity]", b"1e999", b'"\\ud800"', b'{"\\udfff": 1}', b"\xff", b"[" * 100_000, b"9" * 5000],
)
def test_what_would_trouble_a_later_reader_is_refused(body: bytes) -> None:
    with pytest.raises(MalformedReplyError):
        decode_reply(encode_reply(NONCE, ReplyKind.RESULT, body), NONCE)


def test_nesting_is_bounded() -> None:
    def nested(depth: int) -> bytes:
        return encode_reply(NONCE, ReplyKind.RESULT, b"[" * depth + b"]" * depth)

    assert json.dumps(decode_reply(nested(32), NONCE).body).count("[") == 32
    with pytest.raises(MalformedReplyError):
        decode_reply(nested(34), NONCE)


def test_values_are_counted_before_they_become_objects() -> None:
    def many(count: int, value: bytes = b"0") -> bytes:
        return encode_reply(NONCE, ReplyKind.RESULT, b"[" + b",".join([value] * count) + b"]")

    most = MAX_VALUES - 1
    assert decode_reply(many(most), NONCE).body == [0] * most
    assert decode_reply(many(most // 4, rb'"a,[{,,\\"'), NONCE).body == ["a,[{,,\\"] * (most // 4)
    for hostile in (many(MAX_VALUES), many(MAX_VALUES, b"{}"), many(MAX_VALUES // 2, b"[]"), many(4 << 20, b"")):
        with pytest.raises(MalformedReplyError):
            decode_reply(hostile, NONCE)


def test_a_hostile_reply_of_the_largest_size_costs_little_memory() -> None:
    hostile = encode_reply(NONCE, ReplyKind.RESULT, b"[" + b"{}," * ((4 << 20) // 3) + b"{}]")
    tracemalloc.start()
    with pytest.raises(MalformedReplyError):
        decode_reply(hostile, NONCE)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 4 * len(hostile)


@pytest.mark.parametrize(
    "body",
    [str(2**63), f"[-{2**63}]", json.dumps("x" * (MAX_TEXT + 1)), json.dumps({"k" * (MAX_TEXT + 1): 1})],
    ids=["integer", "negative integer", "text", "key"],
)
def test_no_number_or_text_is_larger_than_an_honest_run_sends(body: str) -> None:
    with pytest.raises(MalformedReplyError):
        decode_reply(encode_reply(NONCE, ReplyKind.RESULT, body.encode()), NONCE)


REPORT = {"error_type": "KeyError", "message": "m", "traceback": "t"}


@pytest.mark.parametrize(
    "report",
    [
        [1],
        {},
        {**REPORT, "more": "x"},
        {**REPORT, "message": 1},
        {**REPORT, "message": "x" * 2001},
        {**REPORT, "error_type": "\udfff"},
        {**REPORT, "traceback": ["x"]},
    ],
)
def test_an_error_report_has_three_short_texts_and_nothing_else(report: object) -> None:
    assert decode_reply(encode_reply(NONCE, ReplyKind.RAISED, json.dumps(REPORT).encode()), NONCE).body == REPORT
    with pytest.raises(MalformedReplyError):
        decode_reply(encode_reply(NONCE, ReplyKind.RAISED, json.dumps(report).encode()), NONCE)


@pytest.mark.parametrize("kind", [ReplyKind.OUT_OF_MEMORY, ReplyKind.TOO_LARGE])
def test_a_reply_without_a_result_carries_none(kind: ReplyKind) -> None:
    assert decode_reply(encode_reply(NONCE, kind, b"null"), NONCE).body is None
    with pytest.raises(MalformedReplyError):
        decode_reply(encode_reply(NONCE, kind, b"[1]"), NONCE)


def test_an_unknown_kind_is_refused() -> None:
    reply = bytearray(encode_reply(NONCE, ReplyKind.RESULT, b"1"))
    reply[16] = 99
    with pytest.raises(MalformedReplyError):
        decode_reply(bytes(reply), NONCE)
