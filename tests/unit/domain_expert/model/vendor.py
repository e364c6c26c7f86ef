"""A vendor's double on loopback: it refuses what production refuses, and streams what a test has written."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tests.unit.domain_expert.web.loopback import Reply, Seen

Block = Mapping[str, Any]


def thought(text: str) -> Block:
    return {"type": "thinking", "thinking": text, "signature": "c2lnbmVk"}


def uses(name: str, id_: str, **given: Any) -> Block:
    return {"type": "tool_use", "id": id_, "name": name, "input": given}


class Vendor:
    """Answers one request after the other with these contents.

    Attributes:
        asked: the bodies of the requests that it took.
    """

    def __init__(self, *contents: Sequence[Block]) -> None:
        self._contents = list(contents)
        self.asked: list[Mapping[str, Any]] = []

    def __call__(self, seen: Seen) -> Reply:
        body = json.loads(seen.body)
        if problem := _problem(body):
            error = {"type": "error", "error": {"type": "invalid_request_error", "message": problem}}
            return Reply(status=400, parts=[json.dumps(error).encode()])
        self.asked.append(body)
        events = _events(body["model"], self._contents[len(self.asked) - 1])
        whole = "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events)
        return Reply(media_type="text/event-stream", parts=[whole.encode()])


def _problem(body: Mapping[str, Any]) -> str:
    if body.get("tool_choice", {}).get("type") in ("any", "tool"):
        return "a tool is forced"
    if body.get("thinking", {}).get("type") == "disabled":
        return "thinking cannot be disabled"
    if {"temperature", "top_p", "top_k"} & body.keys():
        return "sampling is set"
    asked: set[str] = set()
    for message in body["messages"]:
        blocks = message["content"] if isinstance(message["content"], list) else []
        if not message["content"]:
            return "a message is empty"
        answered = {block["tool_use_id"] for block in blocks if block["type"] == "tool_result"}
        if message["role"] == "user" and answered != asked:
            return "a call of a tool has no result"
        asked = {block["id"] for block in blocks if block["type"] == "tool_use"}
    return ""


def _events(model: str, content: Sequence[Block]) -> Iterator[dict[str, Any]]:
    message: dict[str, Any] = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": {"input_tokens": 900, "cache_read_input_tokens": 100, "output_tokens": 1},
    }
    yield {"type": "message_start", "message": message}
    for index, block in enumerate(content):
        yield from _block(index, block)
    stop = "tool_use" if any(block["type"] == "tool_use" for block in content) else "end_turn"
    delta = {"stop_reason": stop, "stop_sequence": None}
    yield {"type": "message_delta", "delta": delta, "usage": {"output_tokens": 50}}
    yield {"type": "message_stop"}


def _block(index: int, block: Block) -> Iterator[dict[str, Any]]:
    match block["type"]:
        case "thinking":
            begun: dict[str, Any] = {"type": "thinking", "thinking": "", "signature": ""}
            deltas = [
                {"type": "thinking_delta", "thinking": block["thinking"]},
                {"type": "signature_delta", "signature": block["signature"]},
            ]
        case "tool_use":
            begun = {**block, "input": {}}
            deltas = [{"type": "input_json_delta", "partial_json": json.dumps(block["input"])}]
        case _:
            begun = {"type": "text", "text": ""}
            deltas = [{"type": "text_delta", "text": block["text"]}]
    yield {"type": "content_block_start", "index": index, "content_block": begun}
    for delta in deltas:
        yield {"type": "content_block_delta", "index": index, "delta": delta}
    yield {"type": "content_block_stop", "index": index}
