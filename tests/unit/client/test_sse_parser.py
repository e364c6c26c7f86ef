"""The parser against the HTML standard, and against itself however the bytes are cut."""

import re
from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amy.client.sse import ServerSentEvent, SseParser

LINES = st.one_of(
    st.sampled_from(
        ["", "", "data", "data:", "data: x", "data:x", "data:  two", "id: 7", "id:", "id", "id: a\0b", ": note", ":"]
    ),
    st.sampled_from(
        ["event: turn.started", "event:", "retry: 10", "unknown: field", "dätä: 🌙", "data: 🌙 ü", " data: x"]
    ),
    st.text(st.characters(codec="utf-8", exclude_characters="\r\n"), max_size=8),
)
STREAMS = st.lists(st.tuples(LINES, st.sampled_from(["\n", "\r", "\r\n"])), max_size=25).map(
    lambda lines: "".join(line + end for line, end in lines)
)


def reference(text: str) -> Iterator[ServerSentEvent]:
    """Section 9.2.6 of the HTML standard, word for word, for a stream that is complete."""
    last_id, kind, data = "", "", ""
    lines = re.split(r"\r\n|\n|\r", text.removeprefix("\ufeff"))
    for line in lines[:-1]:
        if line == "":
            if data != "":
                yield ServerSentEvent(id=last_id, event=kind or "message", data=data.removesuffix("\n"))
            data, kind = "", ""
        elif not line.startswith(":"):
            name, _, value = line.partition(":")
            value = value.removeprefix(" ")
            match name:
                case "event":
                    kind = value
                case "data":
                    data += value + "\n"
                case "id" if "\0" not in value:
                    last_id = value


def parsed(*chunks: bytes) -> list[ServerSentEvent]:
    parser = SseParser()
    return [event for chunk in chunks for event in parser.feed(chunk)]


@given(STREAMS, st.booleans())
def test_a_stream_reads_as_the_standard_says(stream: str, bom: bool) -> None:  # noqa: FBT001, drawn
    stream = "\ufeff" * bom + stream
    assert parsed(stream.encode()) == list(reference(stream))


@given(STREAMS, st.lists(st.integers(0, 400)))
def test_how_the_bytes_are_cut_makes_no_difference(stream: str, cuts: list[int]) -> None:
    whole = stream.encode()
    edges = [0, *sorted(cut % (len(whole) + 1) for cut in cuts), len(whole)]
    pieces = [whole[start:end] for start, end in pairwise(edges)]
    assert parsed(*pieces) == parsed(whole)


@given(st.binary(max_size=60))
def test_no_bytes_break_it(garbage: bytes) -> None:
    parsed(garbage)


@pytest.mark.parametrize(
    ("stream", "events"),
    [
        (b"id: 1\nevent: a\ndata: {}\n\n", [("1", "a", "{}")]),
        (b"data: one\ndata: two\n\n", [("", "message", "one\ntwo")]),
        (b"\xef\xbb\xbfdata: x\n\n", [("", "message", "x")]),
        (b"\xef\xbb\xbf\xef\xbb\xbfdata: x\n\n", []),
        (b"data: x\r\n\r\ndata: y\r\r", [("", "message", "x"), ("", "message", "y")]),
        (b": comment\n\ndata: x\n\n", [("", "message", "x")]),
        (
            b"id: 5\ndata: x\n\ndata: y\n\nid\ndata: z\n\n",
            [("5", "message", "x"), ("5", "message", "y"), ("", "message", "z")],
        ),
        (b"id: 1\0\ndata: x\n\n", [("", "message", "x")]),
        (b"event: a\n\ndata: x\n\n", [("", "message", "x")]),
        (b"data\n\n", [("", "message", "")]),
        (b"data: cut off", []),
        (b"data: cut off\n", []),
        (b"retry: 5\ndata: x\n\n", [("", "message", "x")]),
    ],
)
def test_the_corners_of_the_format(stream: bytes, events: list[tuple[str, str, str]]) -> None:
    assert [(event.id, event.event, event.data) for event in parsed(stream)] == events
