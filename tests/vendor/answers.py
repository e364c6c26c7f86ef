"""What the vendor can answer."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

from pydantic import BaseModel


class Fault(StrEnum):
    """What can go wrong at the vendor's."""

    RATE_LIMITED = "rate_limited"
    RATE_LIMITED_NO_HINT = "rate_limited_no_hint"
    SPEND_LIMIT = "spend_limit"
    OVERLOADED = "overloaded"
    BROKEN = "broken"
    HANGS = "hangs"
    DROPS_AT_ONCE = "drops_at_once"
    DROPS_IN_THE_MIDDLE = "drops_in_the_middle"
    ERROR_AFTER_OK = "error_after_ok"
    WRONG_KEY = "wrong_key"
    UNKNOWN_MODEL = "unknown_model"


@dataclass(frozen=True)
class Prose:
    text: str
    thinking: str = ""


@dataclass(frozen=True)
class Json:
    """A decision, dumped."""

    value: BaseModel | Mapping[str, Any]
    thinking: str = ""

    @property
    def text(self) -> str:
        return self.value.model_dump_json() if isinstance(self.value, BaseModel) else json.dumps(self.value)


@dataclass(frozen=True)
class Use:
    """One call of a tool."""

    name: str
    input: Mapping[str, Any]


@dataclass(frozen=True)
class Calls:
    uses: tuple[Use, ...]
    thinking: str = ""


@dataclass(frozen=True)
class Refusal:
    """The model declines: an empty answer with the stop reason `refusal`."""


@dataclass(frozen=True)
class Cut:
    """The answer ends in the middle, for it had no more tokens."""

    text: str


Answer: TypeAlias = Prose | Json | Calls | Refusal | Cut | Fault
