"""The stream as bytes: format, replay at every id, parallel readers, read by a parser of the WHATWG text."""

import json
import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import httpx
import pytest

from amy.client import Amy
from evals.system import System
from tests.e2e.conftest import USER

FRAME = re.compile(rb"id: ([1-9]\d*)\nevent: ([a-z_.]+)\ndata: (\{[^\n]*\})\n\n")


@dataclass(frozen=True)
class Event:
    id: str
    type: str
    data: str


def parse(stream: str) -> Iterator[Event]:
    """The event stream algorithm of the HTML standard, section 9.2.6, for a stream that is complete."""
    last_id, kind, data = "", "", ""
    for line in re.split(r"\r\n|\n|\r", stream.removeprefix("\ufeff")):
        if not line:
            if data:
                yield Event(last_id, kind or "message", data.removesuffix("\n"))
            kind, data = "", ""
            continue
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "event":
            kind = value
        elif name == "data":
            data += value + "\n"
        elif name == "id" and "\0" not in value:
            last_id = value


def read(system: System, turn_id: str, *, last_event_id: int | None = None) -> bytes:
    headers = {"Authorization": f"Bearer {system.admin_key}", "Amy-User": USER, "Accept": "text/event-stream"}
    if last_event_id is not None:
        headers["Last-Event-Id"] = str(last_event_id)
    response = httpx.get(f"{system.base_url}/v1/turns/{turn_id}/events", headers=headers, timeout=60)
    assert response.status_code == 200, response.text
    assert response.headers["content-type"] == "text/event-stream"
    assert response.headers["cache-control"] == "no-cache"
    assert response.headers["x-request-id"].startswith("req_")
    return response.content


@pytest.fixture(scope="module")
def turn_id(system: System) -> str:
    with Amy(api_key=system.admin_key, base_url=system.base_url, user=USER) as amy:
        question = "Is my resting heart rate related to how long I sleep?"
        return amy.turns.create(messages=[{"role": "user", "content": question}]).id


@pytest.fixture(scope="module")
def whole(system: System, turn_id: str) -> bytes:
    return read(system, turn_id)


def test_the_stream_is_nothing_but_three_line_frames_with_ids_from_1_without_gaps(whole: bytes) -> None:
    frames = FRAME.findall(whole)
    assert b"".join(b"id: %b\nevent: %b\ndata: %b\n\n" % frame for frame in frames) == whole
    assert [int(number) for number, _, _ in frames] == list(range(1, len(frames) + 1))


def test_an_independent_parser_reads_the_turn(whole: bytes, turn_id: str) -> None:
    events = list(parse(whole.decode()))
    assert events[0].type == "turn.started"
    assert json.loads(events[0].data)["turn_id"] == turn_id
    assert events[-1].type == "turn.completed"
    assert sum(event.type in {"turn.completed", "turn.failed"} for event in events) == 1
    started = [json.loads(event.data)["agent"] for event in events if event.type == "agent.started"]
    assert started == ["data_science", "validator", "synthesis", "memory"]
    gates = [json.loads(event.data)["gate"] for event in events if event.type == "validator.gate"]
    assert gates == [
        "sample_size",
        "effect_vs_noise",
        "construct_validity",
        "bootstrap",
        "subgroup_consistency",
        "method_triangulation",
        "discriminative_power",
        "reproduction",
        "serial_dependence",
        "confounding",
        "multiplicity",
    ]
    results = [json.loads(event.data) for event in events if event.type in {"validator.gate", "validator.critic"}]
    assert all(result["explanation"].endswith(".") for result in results)
    assert {result.get("finding_verdict") for result in results} - {None} <= {"validated", "conditional", "rejected"}
    assert "finding_verdict" in results[-1]


def test_the_synthesised_text_is_the_answer(whole: bytes) -> None:
    events = list(parse(whole.decode()))
    thoughts = [json.loads(event.data) for event in events if event.type == "agent.thought"]
    text = "".join(thought["delta"] for thought in thoughts if thought["agent"] == "synthesis")
    assert text.strip() == json.loads(events[-1].data)["result"]["answer"].strip()


def test_reconnecting_at_every_id_gives_exactly_the_rest(system: System, turn_id: str, whole: bytes) -> None:
    ends = [0, *(match.end() for match in FRAME.finditer(whole))]
    for last_event_id, end in enumerate(ends):
        assert read(system, turn_id, last_event_id=last_event_id) == whole[end:]


def test_two_parallel_readers_of_a_running_turn_get_the_same_bytes(system: System, amy: Amy) -> None:
    turn = amy.turns.create(messages=[{"role": "user", "content": "Are my steps trending up over the last 90 days?"}])
    got: list[bytes] = []
    readers = [threading.Thread(target=lambda: got.append(read(system, turn.id))) for _ in range(2)]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()
    assert got[0] == got[1]
    assert got[0].count(b"event: turn.completed\n") == 1


def test_the_result_in_the_stream_is_the_result_of_the_turn(system: System, turn_id: str, whole: bytes) -> None:
    streamed = json.loads(list(parse(whole.decode()))[-1].data)["result"]
    headers = {"Authorization": f"Bearer {system.admin_key}", "Amy-User": USER}
    turn = httpx.get(f"{system.base_url}/v1/turns/{turn_id}", headers=headers).json()
    assert turn["status"] == "completed"
    assert turn["result"] == streamed


def test_timestamps_in_the_stream_never_go_back(whole: bytes) -> None:
    stamps = [json.loads(event.data)["at"] for event in parse(whole.decode()) if '"at"' in event.data]
    assert all(earlier <= later for earlier, later in pairwise(stamps))
