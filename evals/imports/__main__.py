"""`make eval-imports`: public exports through the public API, and every daily value beside an independent computation.

Reads `$AMY_EVAL_EXPORTS/<vendor>/<sample>/…` in place, one person a sample; what is not there is named. A value that is
stored otherwise than computed is wrong; one that is computed and not stored is missing.
"""

import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from importlib import import_module
from math import isclose
from pathlib import Path
from typing import Final

from amy.client import Amy, AmyError
from evals.system import System, running

VENDORS: Final = (
    *("apple_health", "fitbit", "google_fit", "garmin", "polar", "oura", "whoop", "withings"),
    *("samsung_health", "health_auto_export", "fhir", "ccda"),
)
"""Each has a module here with `truth`."""
FOLDER: Final = "AMY_EVAL_EXPORTS"
SAMPLES_WANTED: Final = 2
_SHOWN: Final = 5
_PAGE: Final = 1000
_SAME: Final = 1e-9
"""Both sides add up floating-point numbers, in another order."""


@dataclass
class Compared:
    """What came of one sample; wrong and missing values are named by metric and day."""

    equal: int = 0
    wrong: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    beyond: int = 0
    refused: str = ""
    seconds: float = 0.0

    def line(self, name: str) -> str:
        if self.refused:
            return f"  {name}: refused: {self.refused[:200]}"
        told = f"{self.equal} equal, {len(self.wrong)} wrong, {len(self.missing)} missing, {self.beyond} beyond"
        shown = "; ".join((*self.wrong[:_SHOWN], *self.missing[:_SHOWN]))
        return f"  {name}: {told} ({self.seconds:.1f} s){'; ' if shown else ''}{shown}"


def compare(amy: Amy, sample: Path, truth: Callable[[Path], Mapping[str, Mapping[date, float]]]) -> Compared:
    """Imports a sample for a person of its own, and compares every daily value."""
    compared = Compared()
    began = time.perf_counter()
    try:
        amy.data.import_file(sample)
    except AmyError as error:
        compared.refused = error.message
        return compared
    finally:
        compared.seconds = time.perf_counter() - began
    for metric, expected in sorted(truth(sample).items()):
        stored = dict(_stored(amy, metric))
        compared.beyond += len(stored.keys() - expected.keys())
        for day, value in sorted(expected.items()):
            if day not in stored:
                compared.missing.append(f"{metric} {day} {value:g}")
            elif isclose(stored[day], value, rel_tol=_SAME, abs_tol=_SAME):
                compared.equal += 1
            else:
                compared.wrong.append(f"{metric} {day}: {stored[day]!r} and not {value!r}")
    return compared


def _stored(amy: Amy, metric: str) -> Iterator[tuple[date, float]]:
    cursor = None
    while True:
        page = amy.data.metric(metric, limit=_PAGE, cursor=cursor)
        for point in page.points:
            yield point[0], point[1]
        if not page.has_more:
            return
        cursor = page.next_cursor


def vendor(system: System, name: str, folder: Path) -> tuple[int, int]:
    """Prints what came of a vendor's samples; how many values are equal, and how many wrong."""
    samples = sorted(each for each in folder.iterdir() if each.is_dir()) if folder.is_dir() else []
    few = "" if len(samples) >= SAMPLES_WANTED else f"; fewer than {SAMPLES_WANTED} samples are to be had"
    print(f"{name}: {len(samples)} samples{few}", flush=True)
    truth = import_module(f"evals.imports.{name}").truth
    equal = wrong = 0
    for number, sample in enumerate(samples):
        user = f"{name}-{number}".replace("_", "-")
        with Amy(api_key=system.admin_key, base_url=system.base_url, user=user, timeout=600) as amy:
            compared = compare(amy, sample, truth)
        print(compared.line(sample.name), flush=True)
        equal += compared.equal
        wrong += len(compared.wrong)
    return equal, wrong


def main() -> None:
    root = Path(os.environ.get(FOLDER, "../shared/exports"))
    if not root.is_dir():
        sys.exit(f"There are no exports at {root}: set {FOLDER} to a folder of them, one for each vendor.")
    chosen = sys.argv[1:] or VENDORS
    with tempfile.TemporaryDirectory() as data, running(Path(data) / "system") as system:
        counted = {name: vendor(system, name, root / name) for name in chosen}
    for name, (equal, wrong) in counted.items():
        print(f"{name}: {equal} values equal, {wrong} wrong")
    sys.exit(1 if any(wrong for _, wrong in counted.values()) else 0)


if __name__ == "__main__":
    main()
