"""The models that the double knows, and what each of them does not take."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from amy.llm.models import traits_of

_DATED: Final = re.compile(r"-\d{8}$")


@dataclass(frozen=True, kw_only=True)
class Rules:
    """What a model takes.

    Attributes:
        takes_sampling: temperature, top_p and top_k at all.
        takes_other_sampling: values of these that are not the default ones.
        takes_effort: and thinking that adapts; the older models have neither.
    """

    most_tokens: int = 128_000
    context_tokens: int = 1_000_000
    takes_sampling: bool = True
    takes_other_sampling: bool = True
    takes_prefill: bool = True
    takes_forced_tools: bool = True
    takes_disabled_thinking: bool = True
    takes_effort: bool = True


_MODELS: Final[Mapping[str, Rules]] = {
    "claude-opus-5-5": Rules(takes_forced_tools=False, takes_disabled_thinking=False),
    "claude-opus-5": Rules(),
    "claude-opus-4-8": Rules(),
    "claude-opus-4-7": Rules(),
    "claude-opus-4-6": Rules(),
    "claude-opus-4-5": Rules(most_tokens=64_000, context_tokens=200_000),
    "claude-sonnet-5-5": Rules(takes_other_sampling=False),
    "claude-sonnet-5": Rules(takes_other_sampling=False),
    "claude-sonnet-4-6": Rules(),
    "claude-sonnet-4-5": Rules(most_tokens=64_000, context_tokens=200_000, takes_effort=False),
    "claude-haiku-5-5": Rules(takes_sampling=False, takes_prefill=False),
    "claude-haiku-4-5": Rules(most_tokens=64_000, context_tokens=200_000, takes_effort=False),
}


def rules_of(model: str) -> Rules | None:
    """None for a model that does not exist."""
    return _MODELS.get(_DATED.sub("", model))


def thinks(model: str, thinking: Mapping[str, object] | None) -> bool:
    """Whether an answer to such a request may hold thinking."""
    return traits_of(model).thinks or (thinking or {}).get("type") in ("adaptive", "enabled")
