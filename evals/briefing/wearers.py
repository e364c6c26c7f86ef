"""Real wearers, read in place, and what their files say of a change that a briefing tells."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

import pandas as pd

from evals.briefing.judging import Claim, Kind, Sign
from evals.people import LIFESNAPS_COLUMNS

MOST: Final = 60
_PHIA: Final = ("465", "171", "333", "41")
_RECENT: Final = 30


@dataclass(frozen=True, kw_only=True)
class Wearer:
    """One person's files.

    Attributes:
        subject: whose rows of the files; empty where they are of one person.
        days: four daily metrics under Amy's names, by day; empty where nobody looks.
    """

    name: str
    files: tuple[Path, ...]
    subject: str
    days: pd.DataFrame


def wearers(root: Path) -> list[Wearer]:
    """PHIA's four, LifeSnaps' thirty-two, and as many of Fitabase's, who wore theirs a month, as make sixty."""
    return list(islice((each for source in (_phia, _lifesnaps, _fitabase) for each in source(root)), MOST))


def _phia(root: Path) -> Iterator[Wearer]:
    users = root / "phia" / "users"
    for name in _PHIA:
        files = (users / f"summary_df_{name}.csv", users / f"exercise_df_{name}.csv")
        days = pd.read_csv(files[0], parse_dates=["datetime"]).set_index("datetime").sort_index()
        yield Wearer(name=f"phia-{name}", files=files, subject="", days=days[list(LIFESNAPS_COLUMNS)])


def _lifesnaps(root: Path) -> Iterator[Wearer]:
    file = root / "lifesnaps" / "daily.csv"
    for name, rows in pd.read_csv(file, parse_dates=["date"]).groupby("id"):
        days = rows.sort_values("date").set_index("date")
        named = days.rename(columns={column: metric for metric, column in LIFESNAPS_COLUMNS.items()})
        yield Wearer(name=str(name), files=(file,), subject=str(name), days=named[list(LIFESNAPS_COLUMNS)])


def _fitabase(root: Path) -> Iterator[Wearer]:
    file = root / "fitabase" / "dailyActivity_merged.csv"
    for name in pd.read_csv(file, usecols=["Id"])["Id"].unique():
        yield Wearer(name=f"fitabase-{name}", files=(file,), subject=str(name), days=pd.DataFrame())


def contradicted(claims: Sequence[Claim], days: pd.DataFrame) -> list[Claim]:
    """The firm changes whose direction is not that of the 30 newest days against the 30 before."""
    return [
        claim
        for claim in claims
        if claim.sign is Sign.FIRM and claim.kind is Kind.CHANGE and _change(claim, days) * claim.direction < 0
    ]


def _change(claim: Claim, days: pd.DataFrame) -> float:
    """0 where the file has not both stretches of what is named."""
    metric = claim.metrics[0] if claim.metrics else ""
    if metric not in days:
        return 0.0
    series, newest = days[metric], days.index.max()
    split = newest - pd.Timedelta(days=_RECENT)
    recent, before = series[series.index > split], series[series.index <= split]
    change = float(recent.mean() - before[before.index > split - pd.Timedelta(days=_RECENT)].mean())
    return 0.0 if pd.isna(change) else change
