"""Records as a table: a column for each name that any of them has."""

import csv
import io
import json
from collections.abc import Iterator, Mapping
from typing import Any


def table(lines: bytes) -> bytes:
    """JSON objects, one a line, as CSV with a header; a value within a value is named by its path, "fields.steps".

    The records are read twice, since only together they say which columns there are, and are never all in memory.
    """
    columns = list(dict.fromkeys(name for record in _records(lines) for name in record))
    written = io.StringIO()
    writer = csv.DictWriter(written, columns)
    writer.writeheader()
    writer.writerows(_records(lines))
    return written.getvalue().encode()


def _records(lines: bytes) -> Iterator[dict[str, object]]:
    for line in io.BytesIO(lines):
        if line.strip():
            yield dict(_flat(json.loads(line)))


def _flat(record: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, object]]:
    for name, value in record.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{path}{name}.")
        elif isinstance(value, list):
            yield f"{path}{name}", json.dumps(value, ensure_ascii=False) if value else ""
        else:
            yield f"{path}{name}", _cell(value)


def _cell(value: object) -> object:
    """Nothing where nothing is known; a flag as it is written in JSON."""
    return "" if value is None else json.dumps(value) if isinstance(value, bool) else value
