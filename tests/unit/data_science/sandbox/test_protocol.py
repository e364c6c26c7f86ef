"""Bytes from a run are hostile: they are one whole reply to this job, or nothing."""

import json

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


def test_an_unknown_kind_is_refused() -> None:
    reply = bytearray(encode_reply(NONCE, ReplyKind.RESULT, b"1"))
    reply[16] = 99
    with pytest.raises(MalformedReplyError):
        decode_reply(bytes(reply), NONCE)
