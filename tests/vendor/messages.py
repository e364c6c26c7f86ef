"""An answer as a message, and as the events that it is streamed in."""

import itertools
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from amy.llm.models import traits_of
from tests.vendor.answers import Answer
from tests.vendor.catalogue import thinks
from tests.vendor.incoming import Json, Request
from tests.vendor.signatures import Signatures
from tests.vendor.tokens import Counted, tokens_in

Event: TypeAlias = dict[str, Any]
_PIECE: Final = 24
"""Characters of a delta."""
_ids: Final = itertools.count(1)


@dataclass(frozen=True, kw_only=True)
class Reply:
    """An answer to one request.

    Attributes:
        purpose: of the request.
        content: the blocks of it.
        thought_tokens: that were thought, whether they are shown or not.
    """

    purpose: str
    message_id: str
    model: str
    content: Sequence[Json]
    stop_reason: str
    counted: Counted
    thought_tokens: int

    @property
    def usage(self) -> dict[str, int]:
        """What the whole answer is charged for."""
        return {**self._usage(), "output_tokens": self._output_tokens()}

    def message(self) -> dict[str, Any]:
        """Whole, for a request that is not streamed."""
        return {**self._begun(), "content": self.content, **self._end(), "usage": self.usage}

    def events(self) -> Iterator[Event]:
        begun = {**self._begun(), "content": [], "stop_reason": None, "stop_sequence": None}
        yield {"type": "message_start", "message": {**begun, "usage": {**self._usage(), "output_tokens": 1}}}
        for index, block in enumerate(self.content):
            yield {"type": "content_block_start", "index": index, "content_block": _opened(block)}
            if index == 0:
                yield {"type": "ping"}
            for delta in _deltas(block):
                yield {"type": "content_block_delta", "index": index, "delta": delta}
            yield {"type": "content_block_stop", "index": index}
        yield {"type": "message_delta", "delta": self._end(), "usage": self.usage}
        yield {"type": "message_stop"}

    def _begun(self) -> dict[str, Any]:
        return {"id": self.message_id, "type": "message", "role": "assistant", "model": self.model}

    def _end(self) -> dict[str, Any]:
        details = {"type": "refusal", "category": None, "explanation": None} if self.stop_reason == "refusal" else None
        return {"stop_reason": self.stop_reason, "stop_sequence": None, "stop_details": details}

    def _usage(self) -> dict[str, int]:
        return {
            "input_tokens": self.counted.fresh,
            "cache_read_input_tokens": self.counted.read,
            "cache_creation_input_tokens": self.counted.created,
        }

    def _output_tokens(self) -> int:
        said = [block for block in self.content if block["type"] != "thinking"]
        return max(1, self.thought_tokens + sum(tokens_in(block.get("text") or json.dumps(block)) for block in said))


def reply_to(request: Request, answer: Answer, counted: Counted, signatures: Signatures) -> Reply:
    """The answer as that model sends it to that request."""
    number = next(_ids)
    message_id = f"msg_{number:024d}"
    narrated = answer.text if answer.calls and traits_of(request.model).thinks else ""
    thought = [each for each in (answer.thinking, narrated) if each]
    content: list[Json] = []
    if thinks(request.model, request.body.get("thinking")):
        for text in thought:
            shown = text if request.shows_thinking or not traits_of(request.model).thinks else ""
            signature = signatures.sign(request.model, shown, message_id=message_id)
            content.append({"type": "thinking", "thinking": shown, "signature": signature})
    if answer.has_empty_text:
        content.append({"type": "text", "text": ""})
    if answer.text and not narrated:
        content.append({"type": "text", "text": answer.text})
    for place, wanted in enumerate(answer.calls):
        call_id = f"toolu_{number:018d}{place:04d}"
        content.append({"type": "tool_use", "id": call_id, "name": wanted.name, "input": dict(wanted.input)})
    signatures.sent(content)
    return Reply(
        purpose=request.purpose,
        message_id=message_id,
        model=request.model,
        content=content,
        stop_reason=answer.stop_reason or ("tool_use" if answer.calls else "end_turn"),
        counted=counted,
        thought_tokens=sum(tokens_in(text) for text in thought),
    )


def _opened(block: Json) -> dict[str, Any]:
    match block["type"]:
        case "thinking":
            return {"type": "thinking", "thinking": "", "signature": ""}
        case "text":
            return {"type": "text", "text": ""}
        case _:
            return {**block, "input": {}}


def _deltas(block: Json) -> Iterator[dict[str, Any]]:
    match block["type"]:
        case "thinking":
            for piece in _pieces(block["thinking"]):
                yield {"type": "thinking_delta", "thinking": piece}
            yield {"type": "signature_delta", "signature": block["signature"]}
        case "text":
            for piece in _pieces(block["text"]):
                yield {"type": "text_delta", "text": piece}
        case _:
            for piece in ("", *_pieces(json.dumps(block["input"]))):
                yield {"type": "input_json_delta", "partial_json": piece}


def _pieces(text: str) -> Iterator[str]:
    for start in range(0, len(text), _PIECE):
        yield text[start : start + _PIECE]
