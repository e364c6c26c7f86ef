"""An answer as the events of a stream, and as one message."""

import json
import uuid
from collections.abc import Iterator
from typing import Any, Final

from tests.vendor.answers import Answer, Calls, Cut, Fault, Json, Prose, Refusal
from tests.vendor.counting import Count, tokens
from tests.vendor.refusing import signature
from tests.vendor.requests import Request

_PIECE: Final = 24
"""Characters of a delta."""


def content_of(answer: Answer, request: Request) -> list[dict[str, Any]]:
    """The blocks of the message. Thinking is empty unless the request asks to see it."""
    blocks: list[dict[str, Any]] = []
    thinking = answer.thinking if isinstance(answer, Prose | Json | Calls) else ""
    always = request.model == "claude-opus-5-5"
    if always or thinking:
        shown = request.body.get("thinking", {}).get("display") == "summarized"
        told = (thinking or "Let me see.") if shown else ""
        blocks.append({"type": "thinking", "thinking": told, "signature": signature(request.model, told)})
    match answer:
        case Prose() | Json() | Cut():
            blocks.append({"type": "text", "text": answer.text})
        case Calls(uses=uses):
            blocks += [
                {"type": "tool_use", "id": f"toolu_{uuid.uuid4().hex[:12]}", "name": use.name, "input": dict(use.input)}
                for use in uses
            ]
        case Fault():
            blocks.append({"type": "text", "text": "This is the beginning of an answer that "})
        case Refusal():
            pass
    return blocks


def stop_reason(answer: Answer) -> str:
    match answer:
        case Calls():
            return "tool_use"
        case Refusal():
            return "refusal"
        case Cut():
            return "max_tokens"
        case _:
            return "end_turn"


def message_of(request: Request, count: Count, content: list[dict[str, Any]], reason: str | None) -> dict[str, Any]:
    return {
        "id": f"msg_{uuid.uuid4().hex[:12]}",
        "type": "message",
        "role": "assistant",
        "model": request.model,
        "content": content,
        "stop_reason": reason,
        "stop_sequence": None,
        "usage": usage_of(count, content if reason else []),
    }


def usage_of(count: Count, content: list[dict[str, Any]]) -> dict[str, int]:
    return {
        "input_tokens": count.fresh,
        "cache_read_input_tokens": count.read,
        "cache_creation_input_tokens": count.written,
        "output_tokens": sum(tokens(json.dumps(block)) for block in content),
    }


def events(request: Request, count: Count, answer: Answer) -> Iterator[dict[str, Any]]:
    """Those of the whole answer, in the order in which the vendor sends them."""
    content, reason = content_of(answer, request), stop_reason(answer)
    yield {"type": "message_start", "message": message_of(request, count, [], None)}
    yield {"type": "ping"}
    for at, block in enumerate(content):
        yield {"type": "content_block_start", "index": at, "content_block": _begun(block)}
        for delta in _deltas(block):
            yield {"type": "content_block_delta", "index": at, "delta": delta}
        yield {"type": "content_block_stop", "index": at}
    yield {
        "type": "message_delta",
        "delta": {"stop_reason": reason, "stop_sequence": None},
        "usage": usage_of(count, content),
    }
    yield {"type": "message_stop"}


def _begun(block: dict[str, Any]) -> dict[str, Any]:
    match block["type"]:
        case "text":
            return {"type": "text", "text": ""}
        case "thinking":
            return {"type": "thinking", "thinking": "", "signature": ""}
        case _:
            return {**block, "input": {}}


def _deltas(block: dict[str, Any]) -> Iterator[dict[str, Any]]:
    match block["type"]:
        case "text":
            yield from ({"type": "text_delta", "text": piece} for piece in _pieces(block["text"]))
        case "thinking":
            yield from ({"type": "thinking_delta", "thinking": piece} for piece in _pieces(block["thinking"]))
            yield {"type": "signature_delta", "signature": block["signature"]}
        case _:
            dumped = json.dumps(block["input"])
            yield from ({"type": "input_json_delta", "partial_json": piece} for piece in _pieces(dumped))


def _pieces(text: str) -> Iterator[str]:
    yield from (text[at : at + _PIECE] for at in range(0, len(text), _PIECE))
