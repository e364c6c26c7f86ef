"""What the double can be told to answer: what a model says, and what goes wrong on the way."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from pydantic import BaseModel


@dataclass(frozen=True)
class Wanted:
    """A tool that the model wants to be called."""

    name: str
    input: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What a model says.

    Attributes:
        thinking: sent where the request lets the model think, and readable only where the request asks for that.
        text: beside calls of tools, a model that always thinks sends it as thinking.
        stop_reason: empty for what follows from the content.
        has_empty_text: whether a text block without text comes first, as models now and then send.
    """

    text: str = ""
    thinking: str = ""
    calls: tuple[Wanted, ...] = ()
    stop_reason: str = ""
    has_empty_text: bool = False


@dataclass(frozen=True, kw_only=True)
class Failure:
    """An error instead of an answer."""

    status: int
    type: str
    message: str = "It went wrong."
    error_code: str = ""
    retry_after: str = ""


@dataclass(frozen=True, kw_only=True)
class Hang:
    """Silence until the client gives up.

    Attributes:
        after_events: that are sent before; none, not even a status, with None.
        answer: that they are of.
    """

    after_events: int | None = None
    answer: Answer = Answer(text="Never heard.")


@dataclass(frozen=True, kw_only=True)
class Drop:
    """The connection is cut, as `Hang` says when."""

    after_events: int | None = None
    answer: Answer = Answer(text="Never heard.")


@dataclass(frozen=True, kw_only=True)
class ErrorEvent:
    """An error in the middle of an answer that began with status 200."""

    type: str = "overloaded_error"
    message: str = "Overloaded"
    after_events: int = 1
    answer: Answer = Answer(text="Never heard.")


Fault: TypeAlias = Failure | Hang | Drop | ErrorEvent


def says(text: str, *, thinking: str = "") -> Answer:
    return Answer(text=text, thinking=thinking)


def decides(value: BaseModel | Mapping[str, Any], *, thinking: str = "") -> Answer:
    return Answer(text=_json(value), thinking=thinking)


def calls(*wanted: Wanted, text: str = "", thinking: str = "") -> Answer:
    return Answer(calls=wanted, text=text, thinking=thinking)


def declines(text: str = "") -> Answer:
    return Answer(text=text, stop_reason="refusal")


def runs_out(text: str) -> Answer:
    """An answer that did not fit into `max_tokens`."""
    return Answer(text=text, stop_reason="max_tokens")


def breaks_off(value: BaseModel | Mapping[str, Any]) -> Answer:
    """The first half of the JSON, as if it were all."""
    whole = _json(value)
    return Answer(text=whole[: len(whole) // 2])


def rate_limited(*, retry_after: str = "") -> Failure:
    message = "This request would exceed your organization's rate limit."
    return Failure(status=429, type="rate_limit_error", message=message, retry_after=retry_after)


def spend_limit_reached() -> Failure:
    message = "You have reached your specified API usage limits."
    return Failure(status=429, type="rate_limit_error", message=message, error_code="enforced_spend_limit_reached")


def overloaded() -> Failure:
    return Failure(status=529, type="overloaded_error", message="Overloaded")


def _json(value: BaseModel | Mapping[str, Any]) -> str:
    return value.model_dump_json() if isinstance(value, BaseModel) else json.dumps(value)
