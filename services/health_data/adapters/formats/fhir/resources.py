"""The resources of a file, one by one, however they are packed."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from services.health_data.adapters.formats.json_streams import items
from services.health_data.adapters.formats.members import DamagedError, Member
from services.health_data.adapters.formats.texts import json_of

Resource = Mapping[str, Any]
_SMALL_BYTES: Final = 4 * 1024**2
_BOM: Final = b"\xef\xbb\xbf"
_EFFECTIVE: Final = ("effectiveDateTime", "effectiveInstant", "effectivePeriod")


def resources(member: Member) -> Iterator[tuple[int, Resource, Resource]]:
    """Every resource with its number, from 1 on, and the effective time of the report that contains it.

    Raises:
        DamagedError: the file is cut off, or no JSON.
    """
    number = 0
    for top in _tops(member):
        for resource, effective in _within(top, {}):
            number += 1
            yield number, resource, effective


def _tops(member: Member) -> Iterator[Any]:
    if _is_by_line(member):
        yield from _lines(member)
    elif member.size <= _SMALL_BYTES:
        yield json_of(member)
    else:
        yield from _streamed(member)


def _is_by_line(member: Member) -> bool:
    """Whether the first line is a whole resource."""
    first, newline, _ = member.head.lstrip().partition(b"\n")
    if member.name.lower().endswith((".ndjson", ".jsonl")):
        return True
    try:
        return bool(newline) and isinstance(json.loads(first), dict)
    except ValueError:
        return False


def _lines(member: Member) -> Iterator[Any]:
    with member.open() as stream:
        for number, line in enumerate(stream, 1):
            if line.strip(_BOM + b" \t\r\n"):
                try:
                    yield json.loads(line.removeprefix(_BOM))
                except ValueError:
                    raise DamagedError(
                        f"{member.path} is cut off or no JSON at line {number:,}: export it again."
                    ) from None


def _streamed(member: Member) -> Iterator[Any]:
    found = False
    for resource in items(member, "entry.item.resource"):
        found = True
        yield resource
    if not found:
        raise DamagedError(f"{member.path} is large and no Bundle of resources: export it as one.")


def _within(top: Any, effective: Resource) -> Iterator[tuple[Resource, Resource]]:  # noqa: ANN401, as JSON is
    """A resource, and those that it contains; of a Bundle, its entries."""
    if isinstance(top, list):
        for each in top:
            yield from _within(each, effective)
    if not isinstance(top, Mapping):
        return
    if top.get("resourceType") == "Bundle":
        for entry in _listed(top, "entry"):
            if isinstance(entry, Mapping):
                yield from _within(entry.get("resource"), effective)
        return
    yield top, effective
    own = {name: top[name] for name in _EFFECTIVE if name in top}
    for each in _listed(top, "contained"):
        yield from _within(each, own or effective)


def _listed(resource: Resource, name: str) -> list[Any]:
    found = resource.get(name)
    return found if isinstance(found, list) else []
