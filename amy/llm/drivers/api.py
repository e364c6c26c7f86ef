"""Anthropic's Messages API, or any that speaks as it does."""

import json
from collections.abc import AsyncGenerator, Mapping
from http import HTTPStatus
from typing import Any, Final, cast

import anthropic
import httpx2
from anthropic.types import Message, MessageParam, TextBlockParam, ToolResultBlockParam
from pydantic import SecretStr

from amy.llm.errors import (
    CallTimedOutError,
    ConnectionLostError,
    CutShortError,
    DeclinedError,
    ModelError,
    OverloadedError,
    ProviderFailedError,
    RateLimitedError,
    RequestRefusedError,
    SpendLimitReachedError,
    UnknownModelError,
    WrongKeyError,
)
from amy.llm.messages import AgenticMessage, DriverUsage, Exchange, ModelCall, Result, Text, Thinking, ToolCall, Usage
from amy.llm.models import traits_of

_SPEND_LIMITS: Final = frozenset(
    {"enforced_spend_limit_reached", "contract_spend_limit_reached", "org_member_limit_exceeded"}
)
_OF_KIND: Final[Mapping[str, type[ModelError]]] = {
    "overloaded_error": OverloadedError,
    "rate_limit_error": RateLimitedError,
    "authentication_error": WrongKeyError,
    "permission_error": WrongKeyError,
    "not_found_error": UnknownModelError,
    "invalid_request_error": RequestRefusedError,
}
_OF_STATUS: Final[Mapping[int, type[ModelError]]] = {
    529: OverloadedError,
    HTTPStatus.TOO_MANY_REQUESTS: RateLimitedError,
    HTTPStatus.UNAUTHORIZED: WrongKeyError,
    HTTPStatus.FORBIDDEN: WrongKeyError,
    HTTPStatus.NOT_FOUND: UnknownModelError,
}
_SAID: Final[Mapping[type[ModelError], str]] = {
    OverloadedError: "The provider is overloaded.",
    RateLimitedError: "The provider asks for fewer calls.",
    WrongKeyError: "The provider does not take this key.",
    UnknownModelError: "The provider does not know this model.",
    RequestRefusedError: "The provider does not take a request like this one.",
    ProviderFailedError: "The provider failed.",
}
_KEPT: Final = {"cache_control": {"type": "ephemeral"}}
_LEAST_CHARACTERS_A_TOKEN: Final = 3
"""On average of what is sent; so many more tokens than there are has no text."""


class ApiDriver:
    """Streams messages by the vendor's SDK, whose own repeating is off.

    Args:
        api_key: empty where the address needs none.
        base_url: None for the vendor's own.
        read_timeout_s: the longest silence in the middle of an answer.
    """

    def __init__(self, *, api_key: SecretStr, base_url: str | None = None, read_timeout_s: float = 60.0) -> None:
        self._client = anthropic.AsyncAnthropic(
            api_key=api_key.get_secret_value() or "none", base_url=base_url, max_retries=0, timeout=read_timeout_s
        )

    @property
    def provider(self) -> str:
        return str(self._client.base_url)

    async def close(self) -> None:
        await self._client.close()

    async def stream(self, call: ModelCall) -> AsyncGenerator[AgenticMessage, None]:
        """See `Driver`."""
        usage = DriverUsage(model=call.model)
        message: Message | None = None
        try:
            async with self._client.messages.stream(**_request(call)) as events:
                async for event in events:
                    if event.type == "message_stop":
                        message = event.message
                    elif event.type in ("message_start", "message_delta"):
                        usage = _usage(call.model, events.current_message_snapshot)
                        yield Usage(usage=usage)
                    elif event.type == "text":
                        yield Text(delta=event.text)
                    elif event.type == "thinking":
                        yield Thinking(delta=event.thinking)
        # The SDK leaves what happens in the middle of a stream to its HTTP library.
        except (anthropic.AnthropicError, httpx2.HTTPError) as error:
            raise _translated(error, usage) from error
        except Exception as error:
            name = type(error).__name__
            raise ProviderFailedError(f"The provider's answer cannot be read: {name}.", usage=usage) from error
        if message is None:
            raise ConnectionLostError("The answer broke off.", usage=usage)
        _check_end(message, usage)
        result = _result(message)
        for each in result.tool_calls:
            yield each
        yield result


def _result(message: Message) -> Result:
    text = "".join(block.text for block in message.content if block.type == "text")
    calls = tuple(
        ToolCall(id=block.id, name=block.name, input=cast("dict[str, Any]", block.input))
        for block in message.content
        if block.type == "tool_use"
    )
    return Result(text=text, said=_said(message), tool_calls=calls)


def _request(call: ModelCall) -> dict[str, Any]:
    """The request's body. What never changes comes first; no sampling is set.

    A tool is never forced, which some models refuse; that it is one at a time may be asked of all.
    """
    tools = [
        {"name": tool.name, "description": tool.description, "input_schema": dict(tool.parameters)}
        for tool in call.tools
    ]
    request: dict[str, Any] = {
        "model": call.model,
        "max_tokens": call.most_tokens,
        "system": [{"type": "text", "text": call.prompt.stable}],
        "messages": _messages(call),
    }
    if tools:
        request["tools"] = tools
        request["tool_choice"] = {"type": "auto", "disable_parallel_tool_use": True}
    _mark(request, call)
    output: dict[str, Any] = {}
    if call.schema is not None:
        output["format"] = {"type": "json_schema", "schema": dict(call.schema)}
    if call.effort is not None:
        output["effort"] = call.effort
    if output:
        request["output_config"] = output
    if traits_of(call.model).thinks:
        request["thinking"] = {"type": "adaptive", "display": "summarized"}
    return request


def _mark(request: dict[str, Any], call: ModelCall) -> None:
    """Marks where a beginning ends that the next call has as well and that may be kept.

    That is what never changes and, in a loop over tools, all that was said so far: the next round begins with it. What
    is surely shorter than the model keeps has no mark.
    """
    characters = len(call.prompt.stable) + sum(len(json.dumps(tool)) for tool in request.get("tools", ()))
    if _may_be_kept(characters, call.model):
        request["system"][-1].update(_KEPT)
    characters += len(json.dumps(request["messages"]))
    if call.tools and _may_be_kept(characters, call.model):
        request["messages"][-1]["content"][-1].update(_KEPT)


def _may_be_kept(characters: int, model: str) -> bool:
    return characters >= traits_of(model).least_cached_tokens * _LEAST_CHARACTERS_A_TOKEN


def _messages(call: ModelCall) -> list[MessageParam]:
    messages: list[MessageParam] = [{"role": "user", "content": [{"type": "text", "text": call.prompt.data}]}]
    for exchange in call.exchanges:
        messages.append({"role": "assistant", "content": json.loads(exchange.said)})
        messages.append({"role": "user", "content": _told(exchange)})
    return messages


def _told(exchange: Exchange) -> list[ToolResultBlockParam | TextBlockParam]:
    """What came of the calls, which has to come first, and what is said beside it."""
    told: list[ToolResultBlockParam | TextBlockParam] = [
        {
            "type": "tool_result",
            "tool_use_id": outcome.call_id,
            "content": outcome.text,
            "is_error": outcome.is_error,
        }
        for outcome in exchange.outcomes
    ]
    return [*told, {"type": "text", "text": exchange.note}] if exchange.note else told


def _said(message: Message) -> bytes:
    """The content as it goes back; an empty text, which now and then comes, would be refused."""
    blocks = [block for block in message.content if block.type != "text" or block.text.strip()]
    return json.dumps([block.model_dump(mode="json", exclude_none=True) for block in blocks]).encode()


def _usage(model: str, message: Message) -> DriverUsage:
    """The vendor's count leaves cache reads out of the input; here they are in it."""
    used = message.usage
    read = used.cache_read_input_tokens or 0
    return DriverUsage(
        model=message.model or model,
        input_tokens=used.input_tokens + read,
        output_tokens=used.output_tokens,
        cache_read_tokens=read,
        cache_creation_tokens=used.cache_creation_input_tokens or 0,
    )


def _check_end(message: Message, usage: DriverUsage) -> None:
    match message.stop_reason:
        case "refusal":
            raise DeclinedError("The model declined to answer.", usage=usage)
        case "max_tokens" | "model_context_window_exceeded":
            raise CutShortError("The answer did not fit into its tokens.", usage=usage)
        case _:
            pass


def _translated(error: anthropic.AnthropicError | httpx2.HTTPError, usage: DriverUsage) -> ModelError:
    """One of ours for each of the vendor's; the vendor's words stay out, for they may quote what was sent."""
    match error:
        case anthropic.APITimeoutError() | httpx2.TimeoutException():
            return CallTimedOutError("The provider did not answer in time.", usage=usage)
        case anthropic.APIConnectionError() | httpx2.HTTPError():
            return ConnectionLostError("The provider cannot be reached, or broke off.", usage=usage)
        case anthropic.APIStatusError():
            return _of_status(error, usage)
        case _:
            return ProviderFailedError(f"The provider's answer cannot be read: {type(error).__name__}.", usage=usage)


def _of_status(error: anthropic.APIStatusError, usage: DriverUsage) -> ModelError:
    kind, status = error.type or "", error.status_code
    if error.error_code in _SPEND_LIMITS or kind == "billing_error":
        return SpendLimitReachedError("The provider's spend limit is reached.", usage=usage)
    cause = _cause(kind, status)
    return cause(_SAID[cause], usage=usage, retry_after_s=_retry_after_s(error))


def _cause(kind: str, status: int) -> type[ModelError]:
    """By the error's type, else by the status: an error in the middle of an answer has that of what had begun well."""
    if (found := _OF_KIND.get(kind) or _OF_STATUS.get(status)) is not None:
        return found
    is_ours = HTTPStatus.BAD_REQUEST <= status < HTTPStatus.INTERNAL_SERVER_ERROR
    return RequestRefusedError if is_ours and status != HTTPStatus.REQUEST_TIMEOUT else ProviderFailedError


def _retry_after_s(error: anthropic.APIStatusError) -> float | None:
    try:
        return max(0.0, float(error.response.headers["retry-after"]))
    except (KeyError, ValueError):
        return None
