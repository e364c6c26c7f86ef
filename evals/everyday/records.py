"""The raw files of six people, as a question's truth looks at them: rows by day, and activities."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
from scipy import stats

PHIA = ("171", "333", "41", "465")
LIFESNAPS = "lifesnaps"
WEARER = "621e346f67b776a24081744f"
WHOOP = "whoop"
_PHIA_DAYS = {
    "steps": "steps",
    "sleep": "sleep_minutes",
    "deep": "deep_sleep_minutes",
    "rem": "rem_sleep_minutes",
    "light": "light_sleep_minutes",
    "awake": "awake_minutes",
    "rhr": "resting_heart_rate",
    "hrv": "heart_rate_variability",
    "zone": "active_zone_minutes",
    "fatburn": "fatburn_active_zone_minutes",
    "cardio": "cardio_active_zone_minutes",
    "stress": "stress_management_score",
    "bed": "bed_time",
    "wake": "wake_up_time",
}
_ACTIVITIES = {
    "kind": "activityName",
    "start": "startTime",
    "minutes": "duration",
    "pulse": "averageHeartRate",
    "kcal": "calories",
    "steps": "steps",
    "zone": "activeZoneMinutes",
}
_LIFESNAPS = {
    "steps": "steps",
    "calories": "calories",
    "sleep": "minutesAsleep",
    "awake": "minutesAwake",
    "rhr": "resting_hr",
    "hrv": "rmssd",
    "skin": "nightly_temperature",
    "distance": "distance",
}
_WHOOP = {
    "calories": "Energy burned (cal)",
    "sleep": "Asleep duration (min)",
    "deep": "Deep (SWS) duration (min)",
    "rem": "REM duration (min)",
    "light": "Light sleep duration (min)",
    "awake": "Awake duration (min)",
    "rhr": "Resting heart rate (bpm)",
    "hrv": "Heart rate variability (ms)",
    "breathing": "Respiratory rate (rpm)",
    "spo2": "Blood oxygen %",
    "skin": "Skin temp (celsius)",
}


@dataclass(frozen=True)
class Person:
    """One person's days by date, columns by short name, and activities in order of their start.

    Clock columns (`bed`, `wake`) are minutes after midnight; a bed time before noon counts on beyond 1440.
    """

    days: pd.DataFrame
    acts: pd.DataFrame

    @property
    def newest(self) -> pd.Timestamp:
        return pd.Timestamp(self.days.index.max())

    def last(self, count: int, *, skip: int = 0) -> pd.DataFrame:
        """The last calendar days on record, or as many that end `skip` days before the newest."""
        end = self.newest - pd.Timedelta(days=skip)
        return self.days[(self.days.index > end - pd.Timedelta(days=count)) & (self.days.index <= end)]

    def between(self, start: str, end: str) -> pd.DataFrame:
        return self.days.loc[start:end]

    def weekdays(self, *numbers: int) -> pd.DataFrame:
        """Monday is 0."""
        return self.days[dates(self.days).dayofweek.isin(numbers)]

    @property
    def weekend(self) -> pd.DataFrame:
        return self.weekdays(5, 6)

    @property
    def week(self) -> pd.DataFrame:
        return self.weekdays(0, 1, 2, 3, 4)

    def most(self, name: str) -> pd.Timestamp:
        return pd.Timestamp(str(self.days[name].idxmax()))

    def least(self, name: str) -> pd.Timestamp:
        return pd.Timestamp(str(self.days[name].idxmin()))

    def at(self, day: pd.Timestamp, name: str, *, after: int = 0) -> float:
        """The value on the day, or so many days after it."""
        return float(self.days[name].loc[day + pd.Timedelta(days=after)])

    def on(self, days: pd.Series) -> pd.DataFrame:
        """The activities on the days that hold."""
        return self.acts[self.acts.index.isin(days.index[days.astype(bool)])]

    def kind(self, *names: str) -> pd.DataFrame:
        return self.acts[self.acts.kind.isin(names)]

    def with_acts(self, *kinds: str) -> pd.DataFrame:
        """The days with an activity (of these kinds)."""
        acts = self.kind(*kinds) if kinds else self.acts
        return self.days[self.days.index.isin(acts.index)]

    def without_acts(self) -> pd.DataFrame:
        return self.days[~self.days.index.isin(self.acts.index)]

    def ago(self, day: pd.Timestamp) -> float:
        return float((self.newest - day).days)

    def by_week(self, name: str, how: str = "sum") -> pd.Series:
        """By the Monday of the week; weeks without a value are left out."""
        return _grouped(self.days[name], "W-SUN", how)

    def by_month(self, name: str, how: str = "sum") -> pd.Series:
        return _grouped(self.days[name], "M", how)

    def weekly_acts(self) -> pd.Series:
        """How many activities each week on record has, by its Monday."""
        mondays = dates(self.days).to_period("W-SUN").start_time.unique()
        weeks = dates(self.acts).to_period("W-SUN").start_time
        return pd.Series(1, index=weeks).groupby(level=0).sum().reindex(mondays.union(weeks.unique()), fill_value=0)


def dates(table: pd.DataFrame | pd.Series) -> pd.DatetimeIndex:
    return pd.DatetimeIndex(table.index)


def _grouped(values: pd.Series, freq: str, how: str) -> pd.Series:
    values = values.dropna()
    groups: pd.Series = values.groupby(dates(values).to_period(freq).start_time).agg(how)
    return groups


def streak(holds: pd.Series, *, by_calendar: bool = True) -> float:
    """Most days in a row that hold; by the calendar a day without a row ends a streak."""
    longest = run = 0
    for held in holds.asfreq("D", fill_value=False) if by_calendar else holds:
        run = run + 1 if held else 0
        longest = max(longest, run)
    return float(longest)


def current_streak(holds: pd.Series) -> float:
    run = 0
    for held in holds.asfreq("D", fill_value=False)[::-1]:
        if not held:
            break
        run += 1
    return float(run)


def later(series: pd.Series, days: int = 1) -> pd.Series:
    """The value so many days later, on the day that it is compared with."""
    return pd.Series(series.to_numpy(), index=dates(series) - pd.Timedelta(days=days))


def correlation(one: pd.Series, other: pd.Series) -> tuple[float, float]:
    """Spearman's correlation and its p value."""
    both = pd.concat([one, other], axis=1, sort=True).dropna()
    result = stats.spearmanr(both.iloc[:, 0], both.iloc[:, 1])
    return float(result.statistic), float(result.pvalue)


def slope_p(series: pd.Series) -> tuple[float, float]:
    """Least-squares change a day and its p value."""
    values = series.dropna()
    fit = stats.linregress((dates(values) - dates(values)[0]).days.to_numpy(), values.to_numpy())
    return float(fit.slope), float(fit.pvalue)


def _minutes(times: pd.Series, *, evening: bool) -> pd.Series:
    moments = pd.to_datetime(times)
    minutes = moments.dt.hour * 60 + moments.dt.minute + moments.dt.second / 60
    return minutes.where(~((minutes < 720) & evening), minutes + 1440)


def _phia(users: Path, name: str) -> Person:
    raw = pd.read_csv(users / f"summary_df_{name}.csv", parse_dates=["datetime"]).set_index("datetime").sort_index()
    days = pd.DataFrame({short: raw[column] for short, column in _PHIA_DAYS.items()})
    days["bed"] = _minutes(days["bed"], evening=True)
    days["wake"] = _minutes(days["wake"], evening=False)
    done = pd.read_csv(users / f"exercise_df_{name}.csv", parse_dates=["date", "startTime"]).set_index("date")
    acts = pd.DataFrame({short: done[column] for short, column in _ACTIVITIES.items()}).sort_values("start")
    acts["clock"] = _minutes(acts["start"], evening=False)
    return Person(days=days, acts=acts)


def _no_activities() -> pd.DataFrame:
    return pd.DataFrame({name: [] for name in (*_ACTIVITIES, "clock")}, index=pd.DatetimeIndex([]))


def _lifesnaps(file: Path) -> Person:
    raw = pd.read_csv(file, parse_dates=["date"])
    days = raw[raw["id"] == WEARER].set_index("date").sort_index()
    return Person(
        days=pd.DataFrame({short: days[column] for short, column in _LIFESNAPS.items()}), acts=_no_activities()
    )


def _whoop(file: Path) -> Person:
    """A cycle counts for the day it was woken up on, one without sleep for the day twelve hours after its start."""
    raw = pd.read_csv(file, parse_dates=["Cycle start time", "Sleep onset", "Wake onset"])
    day = raw["Wake onset"].fillna(raw["Cycle start time"] + pd.Timedelta(hours=12)).dt.normalize()
    columns = {name: raw[column] for name, column in _WHOOP.items()}
    days = pd.DataFrame(columns).set_index(day).sort_index().groupby(level=0).first()
    return Person(days=days.replace([np.inf, -np.inf], np.nan), acts=_no_activities())


def people(root: Path) -> Mapping[str, Person]:
    """By the name of the user that asks.

    Args:
        root: the folder of evaluation data.
    """
    loaded = {name: _phia(root / "phia" / "users", name) for name in PHIA}
    loaded[LIFESNAPS] = _lifesnaps(root / "lifesnaps" / "daily.csv")
    loaded[WHOOP] = _whoop(root / "whoop" / "physiological_cycles.csv")
    return loaded


def files(root: Path) -> Mapping[str, tuple[tuple[Path, str], ...]]:
    """What each of them imports: a file, and whose rows of it."""
    users = root / "phia" / "users"
    imports: dict[str, tuple[tuple[Path, str], ...]] = {
        name: tuple((users / f"{table}_df_{name}.csv", name) for table in ("summary", "exercise")) for name in PHIA
    }
    imports[LIFESNAPS] = ((root / "lifesnaps" / "daily.csv", WEARER),)
    imports[WHOOP] = ((root / "whoop" / "physiological_cycles.csv", ""),)
    return imports
