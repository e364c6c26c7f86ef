"""JSON schemas of decisions, in the part of JSON Schema that providers can hold a model to."""

import copy
from functools import cache
from typing import Any, Final

from pydantic import BaseModel

from amy.llm.messages import Json

_NOT_HELD: Final = frozenset(
    {
        "default", "discriminator", "exclusiveMaximum", "exclusiveMinimum", "maxItems", "maxLength", "maximum",
        "minItems", "minLength", "minimum", "multipleOf", "pattern", "title", "uniqueItems",
    }
)  # fmt: skip
"""Keywords that a provider refuses; the value that comes back is checked against them here."""
_FORMATS: Final = frozenset(
    {"date", "date-time", "duration", "email", "hostname", "ipv4", "ipv6", "time", "uri", "uuid"}
)
"""Those that a provider knows; another one is left out."""
_ONE_OF: Final = {"oneOf": "anyOf"}
"""Where the kinds differ by a constant, both say the same, and a provider takes the second alone."""


@cache
def schema_of(answer: type[BaseModel]) -> Json:
    """The schema of a decision: every object closed, every field required, references resolved.

    Raises:
        ValueError: the type refers to itself, or has a field whose keys are not known, which no provider takes.
    """
    whole = answer.model_json_schema()
    definitions = whole.pop("$defs", {})
    found = _held(whole, definitions, within=())
    assert isinstance(found, dict)
    return found


def _held(node: Any, definitions: dict[str, Any], *, within: tuple[str, ...]) -> Any:  # noqa: ANN401, JSON
    if isinstance(node, list):
        return [_held(each, definitions, within=within) for each in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        name = node["$ref"].rsplit("/", 1)[-1]
        if name in within:
            raise ValueError(f"{name} refers to itself.")
        resolved = {**copy.deepcopy(definitions[name]), **{key: each for key, each in node.items() if key != "$ref"}}
        return _held(resolved, definitions, within=(*within, name))
    if node.get("type") == "object" and node.get("additionalProperties") not in (None, False):
        raise ValueError("An object whose keys are not known cannot be described; a list of pairs can.")
    kept = {
        _ONE_OF.get(key, key): _held(each, definitions, within=within)
        for key, each in node.items()
        if key not in _NOT_HELD and key != "properties" and not (key == "format" and each not in _FORMATS)
    }
    if node.get("type") == "object":
        properties = node.get("properties", {})
        kept["properties"] = {name: _held(each, definitions, within=within) for name, each in properties.items()}
        kept |= {"required": list(properties), "additionalProperties": False}
    return kept
