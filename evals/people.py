"""Where real people's data is, and an honest word when it is absent."""

import os
from pathlib import Path

import pandas as pd

ROOT = Path(__file__).parents[1]


def data_root() -> Path | None:
    """The folder of evaluation data (`AMY_EVAL_DATA`, else `../shared/data`), or None when there is none."""
    root = Path(os.environ.get("AMY_EVAL_DATA", ROOT.parent / "shared" / "data"))
    return root if root.is_dir() else None


LIFESNAPS_COLUMNS = {
    "resting_heart_rate": "resting_hr",
    "heart_rate_variability": "rmssd",
    "steps": "steps",
    "sleep_minutes": "minutesAsleep",
}


def lifesnaps_wearers(root: Path, *, complete_days: int = 50) -> dict[str, pd.DataFrame]:
    """Wearers with at least that many days on which all four metrics are present, straight from the raw CSV.

    Returns:
        By wearer id, one row a day in date order, indexed by date, columns named as in the CSV.
    """
    raw = pd.read_csv(root / "lifesnaps" / "daily.csv", parse_dates=["date"])
    complete = raw.dropna(subset=list(LIFESNAPS_COLUMNS.values())).groupby("id").size()
    chosen = complete[complete >= complete_days].index
    return {
        str(wearer): days.sort_values("date").set_index("date")
        for wearer, days in raw[raw["id"].isin(chosen)].groupby("id")
    }
