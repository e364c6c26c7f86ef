"""Files as bytes, and the canonical tables that hold what a vendor cannot."""

import csv
import io
import json
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from evals.vendors.person import Person, Written

_FIELDS: Final = (
    *("duration_min", "distance_m", "calories_kcal", "average_heart_rate", "elevation_gain_m", "steps"),
    *("active_zone_minutes", "speed_m_per_min"),
)
_PROFILE: Final = ("age_years", "height_cm", "sex")


def csv_of(header: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    """A table with commas; None is an empty cell."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(header)
    writer.writerows(["" if cell is None else cell for cell in row] for row in rows)
    return text.getvalue().encode()


def json_of(value: Any) -> bytes:  # noqa: ANN401, as JSON is
    return json.dumps(value, ensure_ascii=False).encode()


def zipped(files: Mapping[str, bytes], path: Path) -> Path:
    """Writes an archive."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


def rest_of(person: Person, written: Written) -> dict[str, bytes]:
    """What is not in a vendor's files, in canonical tables: `rest_daily.csv` and `rest_activities.csv`."""
    left = {
        metric: {day: value for day, value in by_day.items() if (metric, day) not in written.daily}
        for metric, by_day in person.daily.items()
    }
    left = {metric: by_day for metric, by_day in left.items() if by_day}
    clocks = {
        name: {day: f"{time:%Y-%m-%d %H:%M:%S}" for day, time in by_day.items() if day not in written.clocks}
        for name, by_day in person.clocks.items()
    }
    clocks = {name: by_day for name, by_day in clocks.items() if by_day}
    profile = {name: person.profile[name] for name in _PROFILE if name in person.profile}
    columns: Mapping[str, Mapping[Any, object]] = {**left, **clocks}
    rows = (
        [day.isoformat(), *profile.values(), *(by_day.get(day) for by_day in columns.values())]
        for day in sorted(person.days)
    )
    files = {"rest_daily.csv": csv_of(("date", *profile, *columns), rows)} if columns else {}
    if person.bouts and not written.bouts:
        files["rest_activities.csv"] = csv_of(
            ("start", "end", "kind", *_FIELDS),
            ([each.start, each.end, each.kind, *(each.numbers.get(name) for name in _FIELDS)] for each in person.bouts),
        )
    return files
