"""Which models there are: names that people use for them, what each is used for, and what each needs to be told."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

_DATED: Final = re.compile(r"-\d{8}$")


class Role(StrEnum):
    """What a model is used for."""

    MAIN = "main"
    FAST = "fast"
    ANALYSIS = "analysis"
    VALIDATION = "validation"


ALIASES: Final[Mapping[str, str]] = {
    "opus": "claude-opus-5-5",
    "sonnet": "claude-sonnet-5-5",
    "haiku": "claude-haiku-5-5",
}
ALIAS_VARIABLES: Final[Mapping[str, str]] = {
    "opus": "ANTHROPIC_DEFAULT_OPUS_MODEL",
    "sonnet": "ANTHROPIC_DEFAULT_SONNET_MODEL",
    "haiku": "ANTHROPIC_DEFAULT_HAIKU_MODEL",
}
"""What an alias stands for elsewhere, at OpenRouter for example."""
ROLE_DEFAULTS: Final[Mapping[Role, str]] = {
    Role.MAIN: "opus",
    Role.FAST: "sonnet",
    Role.ANALYSIS: "claude-sonnet-4-6",
    Role.VALIDATION: "opus",
}
ROLE_VARIABLES: Final[Mapping[Role, str]] = {
    Role.MAIN: "AMY_MODEL",
    Role.FAST: "AMY_FAST_MODEL",
    Role.ANALYSIS: "AMY_DS_MODEL",
    Role.VALIDATION: "AMY_VALIDATOR_MODEL",
}


@dataclass(frozen=True, kw_only=True)
class Traits:
    """What is particular about a model.

    Attributes:
        least_cached_tokens: a shorter beginning of a prompt is not kept, and no error says so.
        thinks: whether it always thinks; its narration is then empty unless it is asked for.
    """

    least_cached_tokens: int = 1024
    thinks: bool = False


_TRAITS: Final[Mapping[str, Traits]] = {
    "claude-opus-5-5": Traits(least_cached_tokens=512, thinks=True),
    "claude-opus-4-5": Traits(least_cached_tokens=4096),
    "claude-opus-4-6": Traits(least_cached_tokens=4096),
    "claude-opus-4-7": Traits(least_cached_tokens=4096),
    "claude-haiku-4-5": Traits(least_cached_tokens=4096),
    "claude-haiku-5-5": Traits(least_cached_tokens=4096),
}


def traits_of(model: str) -> Traits:
    """Of a model that is not known, the common ones."""
    return _TRAITS.get(_DATED.sub("", model), Traits())


def full_id(name: str, environ: Mapping[str, str]) -> str:
    """The id that a provider knows; a name that is no alias stands as it is."""
    if (variable := ALIAS_VARIABLES.get(name)) and environ.get(variable):
        return environ[variable]
    return ALIASES.get(name, name)
