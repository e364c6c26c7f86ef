"""What the vendor takes from nobody, by model; the rules of November 2026."""

import hashlib
import hmac
from collections.abc import Iterator, Mapping
from typing import Any, Final

from amy.llm.models import ALIASES
from amy.llm.prices import shipped_prices

_SECRET: Final = b"a vendor's"
_MOST_TOKENS: Final = 128_000
_MOST_MARKS: Final = 4
_SAMPLING: Final = ("temperature", "top_p", "top_k")
_NOT_IN_SCHEMAS: Final = frozenset(
    {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "pattern"}
    | {"minItems", "maxItems", "uniqueItems", "$ref", "$defs"}
)
KNOWN: Final = frozenset({*ALIASES.values(), *(model for row in shipped_prices() for model in row.models)})


def signature(model: str, thinking: str) -> str:
    """By which the vendor knows its own thinking again."""
    return hmac.new(_SECRET, f"{model}\0{thinking}".encode(), hashlib.sha256).hexdigest()


def problem(body: Mapping[str, Any]) -> str | None:
    """Why the vendor refuses the request with 400; None where it does not."""
    return next(_problems(body), None)


def _problems(body: Mapping[str, Any]) -> Iterator[str]:
    model = body["model"]
    if not isinstance(body.get("max_tokens"), int) or not 0 < body["max_tokens"] <= _MOST_TOKENS:
        yield f"max_tokens: between 1 and {_MOST_TOKENS}"
    if not body.get("messages") or body["messages"][0]["role"] != "user":
        yield "messages: the first is the user's"
    if model == "claude-opus-5-5":
        if body.get("thinking", {}).get("type") == "disabled":
            yield "thinking: cannot be disabled for this model"
        if body.get("tool_choice", {}).get("type") in ("any", "tool"):
            yield "tool_choice: cannot force a tool of a model that thinks"
    if model.startswith("claude-haiku-5"):
        if body["messages"][-1]["role"] == "assistant":
            yield "messages: this model takes no prefill"
        if given := [name for name in _SAMPLING if name in body]:
            yield f"{given[0]}: not for this model"
    if model.startswith("claude-sonnet-5") and any(body.get(name) not in (None, 1, 1.0) for name in _SAMPLING):
        yield "sampling: only the default for this model"
    yield from _of_schema(body.get("output_config", {}).get("format", {}).get("schema"))
    yield from _of_content(body)
    yield from _of_tools(body)


def _of_schema(schema: object) -> Iterator[str]:
    if isinstance(schema, list):
        for each in schema:
            yield from _of_schema(each)
    if not isinstance(schema, dict):
        return
    if unheld := sorted(key for key in schema if key in _NOT_IN_SCHEMAS):
        yield f"output_config.format.schema: {unheld[0]} is not supported"
    if schema.get("type") == "object" and schema.get("additionalProperties") is not False:
        yield "output_config.format.schema: additionalProperties must be false"
    for key, each in schema.items():
        inner = list(each.values()) if key == "properties" else each
        yield from _of_schema(inner)


def _of_content(body: Mapping[str, Any]) -> Iterator[str]:
    system = body.get("system", [])
    blocks = [*(body.get("tools") or ()), *([] if isinstance(system, str) else system)]
    for message in body["messages"]:
        content = message["content"]
        if not content:
            yield "messages: content is empty"
        inner = [] if isinstance(content, str) else content
        blocks += inner
        if any(block["type"] == "text" and not block["text"] for block in inner):
            yield "messages: text is empty"
    if sum("cache_control" in block for block in blocks) > _MOST_MARKS:
        yield f"cache_control: at most {_MOST_MARKS}"


def _of_tools(body: Mapping[str, Any]) -> Iterator[str]:
    """Each round of a loop goes back whole: the model's thinking as it was, and one result for each of its calls."""
    model = body["model"]
    open_calls: set[str] = set()
    for message in body["messages"]:
        content = [] if isinstance(message["content"], str) else message["content"]
        results = {block["tool_use_id"] for block in content if block["type"] == "tool_result"}
        if results != open_calls and message["role"] == "user":
            yield "messages: each tool_use needs its tool_result in the next message, and no other"
        open_calls = {block["id"] for block in content if block["type"] == "tool_use"}
        thinking = [block for block in content if block["type"] == "thinking"]
        for block in thinking:
            if block.get("signature") != signature(model, block["thinking"]):
                yield "messages: thinking was changed, or is another model's"
        if open_calls and model == "claude-opus-5-5" and not thinking:
            yield "messages: thinking is missing before tool_use"
    if open_calls:
        yield "messages: each tool_use needs its tool_result"
