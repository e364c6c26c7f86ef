"""Everything there is of a person, as lines of JSON."""

import json
from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime
from functools import lru_cache
from itertools import islice
from typing import Any, Final

from sqlalchemy import Connection, Select, select

from services.health_data.adapters.keeping import RECORDED, moment_of
from services.health_data.adapters.tables import (
    activity_readings,
    entries,
    import_members,
    imports,
    lab_results,
    logged_tags,
    observations,
    priorities,
    profile_readings,
    readings,
)
from services.health_data.domain.catalogue import KNOWN_SERIES
from services.health_data.domain.metrics import LOCAL_TIMES
from services.health_data.domain.records import from_epoch_day

_ROWS_AT_ONCE: Final = 5000
_HIDDEN: Final = ("user_id", "member", "rows")


def export(connection: Connection, user_id: str) -> Iterator[tuple[str, bytes]]:
    """Kinds of records, and some of their lines; kinds in a fixed order, records of a kind by time."""
    files = {
        (row.import_id, row.member): row.path
        for row in connection.execute(select(import_members).where(import_members.c.user_id == user_id))
    }
    for kind, wanted, told in _KINDS:
        rows = connection.execute(wanted.where(wanted.selected_columns.user_id == user_id)).mappings()
        ahead = (told({**row}, files) for row in rows)
        while batch := list(islice(ahead, _ROWS_AT_ONCE)):
            yield kind, "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in batch).encode()


def _plain(row: dict[str, Any], files: Mapping[tuple[str, int], str]) -> dict[str, Any]:
    """A row as it is, its place told by the file's path."""
    line = {name: _text(value) for name, value in row.items() if name not in _HIDDEN and value not in (None, "")}
    if "member" in row:
        line["file"] = files.get((row["import_id"], row["member"]), "")
    if "epoch_day" in row:
        line = {"date": from_epoch_day(row["epoch_day"]).isoformat(), **line}
        del line["epoch_day"]
    return line


def _stated(row: dict[str, Any], files: Mapping[tuple[str, int], str]) -> dict[str, Any]:
    line = _plain(row, files)
    counts = line.pop("counted", None)
    if row["metric"] in LOCAL_TIMES:
        return {**line, "value": moment_of(row["value"]).isoformat()}
    if row["metric"] == RECORDED:
        return {name: line[name] for name in ("date", "metric", "source", "import_id")}
    return {**line, "unit": _units()[row["metric"]], "counts": counts == row["value"]}


def _report(row: dict[str, Any], files: Mapping[tuple[str, int], str]) -> dict[str, Any]:
    return {**_plain(row, files), "report": json.loads(row["report"])}


@lru_cache(maxsize=1)
def _units() -> Mapping[str, str]:
    return {each.name: each.unit for each in KNOWN_SERIES}


def _text(value: Any) -> Any:  # noqa: ANN401, a column's value
    return value.isoformat() if isinstance(value, date | datetime) else value


_that_counts: Final = (
    (observations.c.user_id == readings.c.user_id)
    & (observations.c.metric == readings.c.metric)
    & (observations.c.epoch_day == readings.c.epoch_day)
)
_Told = Callable[[dict[str, Any], Mapping[tuple[str, int], str]], dict[str, Any]]
_KINDS: Final[tuple[tuple[str, Select[Any], _Told], ...]] = (
    (
        "daily",
        select(readings, observations.c.value.label("counted"))
        .join(observations, _that_counts, isouter=True)
        .order_by(readings.c.epoch_day, readings.c.metric, readings.c.import_id),
        _stated,
    ),
    ("activity", select(activity_readings).order_by(activity_readings.c.start, activity_readings.c.kind), _plain),
    ("lab_result", select(lab_results).order_by(lab_results.c.collected_at, lab_results.c.name), _plain),
    ("entry", select(entries).order_by(entries.c.epoch_day, entries.c.entry_id), _plain),
    ("logged_tag", select(logged_tags).order_by(logged_tags.c.tag), _plain),
    ("profile", select(profile_readings).order_by(profile_readings.c.field), _plain),
    ("import", select(imports).order_by(imports.c.import_id), _report),
    ("priority", select(priorities).order_by(priorities.c.metric), _plain),
)
