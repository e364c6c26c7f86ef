"""The part of JSON Schema that an answer can be held to."""

from collections.abc import Mapping
from typing import Any, Final

_HELD: Final = frozenset(
    {
        "$defs", "$ref", "additionalProperties", "allOf", "anyOf", "const", "description", "enum", "format", "items",
        "properties", "required", "title", "type", "default", "minItems",
    }
)  # fmt: skip
_FORMATS: Final = frozenset(
    {"date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid", "text"}
)
_LOCAL: Final = "#/$defs/"


def check_schema(schema: Mapping[str, Any]) -> None:
    """Raises ValueError for what an answer cannot be held to."""
    _check(schema, schema.get("$defs", {}), within=())


def _check(node: Any, definitions: Mapping[str, Any], *, within: tuple[str, ...]) -> None:
    if not isinstance(node, Mapping):
        raise ValueError("a schema must be an object")  # noqa: TRY004, the caller is told one kind of fault
    _check_keywords(node)
    if "$ref" in node:
        name = node["$ref"].removeprefix(_LOCAL)
        if name not in definitions:
            raise ValueError(f"'{node['$ref']}' is not found")
        if name in within:
            raise ValueError(f"circular reference to '{name}' is not supported")
        _check(definitions[name], definitions, within=(*within, name))
    inner = [*node.get("properties", {}).values(), *node.get("anyOf", ()), *node.get("allOf", ())]
    for each in [*inner, *([node["items"]] if "items" in node else [])]:
        _check(each, definitions, within=within)


def _check_keywords(node: Mapping[str, Any]) -> None:
    if unknown := sorted(set(node) - _HELD):
        raise ValueError(f"'{unknown[0]}' is not supported")
    if node.get("minItems", 0) not in (0, 1):
        raise ValueError("'minItems' other than 0 and 1 is not supported")
    if node.get("format") not in {None, *_FORMATS}:
        raise ValueError(f"format '{node['format']}' is not supported")
    if any(isinstance(value, Mapping | list) for value in node.get("enum", ())):
        raise ValueError("complex types in 'enum' are not supported")
    if node.get("type") == "object" and node.get("additionalProperties") is not False:
        raise ValueError("for 'object' type, 'additionalProperties' must be explicitly set to false")
