"""`python -m tests.load.imports`: 300,000 good rows of each kind through the public API, stored, within 15 s.

A real system is started. Loopback only, bounded in count and time; fails when a file takes longer.
"""

import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Final

from amy.client import Amy
from evals.system import running

ROWS: Final = 300_000
MOST_S: Final = 15.0
_DAYS: Final = 50_000


def _daily() -> Iterator[str]:
    yield "date,steps,resting_heart_rate,sleep_minutes,heart_rate_variability,weight_kg,bed_time,wake_up_time"
    for row in range(ROWS):
        day = date(1950, 1, 1) + timedelta(days=row % _DAYS)
        numbers = f"{row % 20_000},{40 + row % 40},{200 + row % 400},{20 + row % 70},7{row % 9}.5"
        yield f"{day},{numbers},{day}T22:10,{day}T07:00"


def _activities() -> Iterator[str]:
    yield "start,end,kind,duration_min,distance_km,calories_kcal,average_heart_rate,steps"
    for row in range(ROWS):
        start = datetime(2000, 1, 1) + timedelta(minutes=40 * row)  # noqa: DTZ001, local
        numbers = f"{row % 100 / 10},{50 + row % 450},{80 + row % 90},{row % 9000}"
        yield f"{start},{start + timedelta(minutes=30)},Run,30,{numbers}"


def _lab_values() -> Iterator[str]:
    yield "name,value,unit,collected_at"
    for row in range(ROWS):
        yield f"Glucose,{60 + row % 500 / 10},mg/dL,{datetime(2000, 1, 1) + timedelta(minutes=30 * row)}"  # noqa: DTZ001


FILES: Final[Mapping[str, Callable[[], Iterator[str]]]] = {
    "daily": _daily,
    "activities": _activities,
    "lab values": _lab_values,
}


def main() -> None:
    late = False
    with tempfile.TemporaryDirectory() as folder, running(Path(folder) / "system") as system:
        for name, lines in FILES.items():
            file = Path(folder) / f"{name}.csv"
            file.write_text("\n".join(lines()) + "\n")
            with Amy(api_key=system.admin_key, base_url=system.base_url, user=name.replace(" ", "-")) as amy:
                for again in ("", ", a second time"):
                    began = time.perf_counter()
                    report = amy.data.import_file(file)
                    took_s = time.perf_counter() - began
                    assert report.rows_read == ROWS, report
                    late |= took_s > MOST_S
                    print(f"{ROWS:,} rows of {name}{again}: {took_s:.1f} s (must be under {MOST_S:g})", flush=True)
    sys.exit(late)


if __name__ == "__main__":
    main()
