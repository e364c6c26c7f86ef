"""Made-up people of whom it is known what there is to find: forty, each with one planted effect or with none.

Days behave like a wearer's: each resembles the day before (AR(1)), walking has a weekly rhythm in which weekends and
weekdays have the same average, cells and single days are missing, and once the device was not worn for a week. The same
seed gives the same people.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

SEED: Final = 12
_NEWEST: Final = date(2026, 3, 31)
_RECENT: Final = 30
_DAY_MISSING: Final = 0.025
_CELL_MISSING: Final = 0.04
_GAP_DAYS: Final = 7
_PAIR: Final = 0.6
"""Of a pair, how much of the second series is the first, so that their correlation is about 0.5."""


@dataclass(frozen=True, kw_only=True)
class Series:
    """How a metric behaves: its usual level and spread, how alike two days are, and to what it is rounded."""

    level: float
    spread: float
    alike: float
    digits: int = 0


SERIES: Final = {
    "steps": Series(level=8200, spread=2300, alike=0.4),
    "sleep_minutes": Series(level=425, spread=40, alike=0.35),
    "resting_heart_rate": Series(level=60, spread=2.6, alike=0.45, digits=1),
    "heart_rate_variability": Series(level=46, spread=9, alike=0.4, digits=1),
    "active_zone_minutes": Series(level=32, spread=14, alike=0.3),
    "awake_minutes": Series(level=42, spread=11, alike=0.2),
    "respiratory_rate": Series(level=14.6, spread=0.6, alike=0.5, digits=1),
    "stress_management_score": Series(level=74, spread=7, alike=0.3),
}
CHANGED: Final = ("steps", "sleep_minutes", "resting_heart_rate", "heart_rate_variability")
_LABS: Final = (
    ("LDL cholesterol", "mg/dL", 105.0, None, 130.0),
    ("Ferritin", "ng/mL", 62.0, 15.0, 150.0),
    ("Vitamin D", "ng/mL", 41.0, 30.0, 100.0),
    ("HbA1c", "%", 5.3, None, 5.7),
)
_OUTSIDE: Final = (("LDL cholesterol", 168.0, 1), ("Ferritin", 8.0, -1), ("Vitamin D", 17.0, -1), ("HbA1c", 6.3, 1))
_RHYTHM: Final = np.array([-0.25, 0.0, 0.4, 0.1, -0.25, 0.2, -0.2])
"""Of steps, Monday to Sunday, in spreads; weekdays and weekends have the same average."""

_Column: TypeAlias = npt.NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Change:
    """The last 30 days lie one standard deviation above (1) or below (-1) the days before."""

    metric: str
    direction: int


@dataclass(frozen=True, kw_only=True)
class Weekend:
    """Saturdays and Sundays lie one standard deviation above (1) or below (-1) the other days."""

    metric: str
    direction: int


@dataclass(frozen=True, kw_only=True)
class Pair:
    """Two metrics go together, the same way (1) or opposite ways (-1).

    Attributes:
        later: by how many days the other one follows; a night counts for the day of waking.
    """

    metric: str
    other: str
    direction: int
    later: int = 0


@dataclass(frozen=True, kw_only=True)
class Lab:
    """The newest value of a laboratory test is above (1) or below (-1) the laboratory's own range."""

    name: str
    direction: int


Planted: TypeAlias = Change | Weekend | Pair | Lab
_PAIRS: Final = (
    Pair(metric="sleep_minutes", other="heart_rate_variability", direction=1),
    Pair(metric="sleep_minutes", other="resting_heart_rate", direction=-1),
    Pair(metric="steps", other="sleep_minutes", direction=1, later=1),
    Pair(metric="heart_rate_variability", other="stress_management_score", direction=1),
)


@dataclass(frozen=True, kw_only=True)
class Simulated:
    """One person's files in the canonical layouts, and what there is to find in them; None: nothing."""

    name: str
    planted: Planted | None
    daily_csv: str
    biomarkers_csv: str


def people(seed: int = SEED) -> list[Simulated]:
    """Sixteen changes, six weekends, four pairs, four laboratory values, and ten people without anything."""
    changes = [Change(metric=metric, direction=way) for metric in CHANGED for way in (1, -1, 1, -1)]
    weekends = [Weekend(metric=metric, direction=way) for metric in CHANGED[:3] for way in (1, -1)]
    labs = [Lab(name=name, direction=way) for name, _, way in _OUTSIDE]
    planted: list[Planted | None] = [*changes, *weekends, *_PAIRS, *labs, *[None] * 10]
    return [_person(f"sim-{at:02}", each, np.random.default_rng([seed, at])) for at, each in enumerate(planted)]


def _person(name: str, planted: Planted | None, generator: np.random.Generator) -> Simulated:
    count = int(generator.integers(120, 366))
    newest = _NEWEST - timedelta(days=int(generator.integers(0, 28)))
    days = [newest - timedelta(days=count - 1 - at) for at in range(count)]
    noise = {metric: _ar1(generator, count, series.alike) for metric, series in SERIES.items()}
    noise["steps"] = noise["steps"] + _RHYTHM[[day.weekday() for day in days]]
    _plant(noise, planted, days)
    daily = {
        metric: np.clip(generator.uniform(0.85, 1.15) * series.level + series.spread * noise[metric], 1, None)
        for metric, series in SERIES.items()
    }
    return Simulated(
        name=name, planted=planted, daily_csv=_daily_csv(generator, days, daily), biomarkers_csv=_labs(planted, newest)
    )


def _plant(noise: dict[str, _Column], planted: Planted | None, days: list[date]) -> None:
    match planted:
        case Change():
            noise[planted.metric][-_RECENT:] += planted.direction
        case Weekend():
            noise[planted.metric] += planted.direction * np.array([day.weekday() >= 5 for day in days])
        case Pair():
            own = noise[planted.other] * np.sqrt(1 - _PAIR**2)
            noise[planted.other] = own + planted.direction * _PAIR * np.roll(noise[planted.metric], planted.later)
        case Lab() | None:
            pass


def _ar1(generator: np.random.Generator, count: int, alike: float) -> _Column:
    """A stationary series of unit variance."""
    series = generator.standard_normal(count)
    for day in range(1, count):
        series[day] = alike * series[day - 1] + series[day] * np.sqrt(1 - alike**2)
    return series


def _daily_csv(generator: np.random.Generator, days: list[date], daily: dict[str, _Column]) -> str:
    worn = generator.random(len(days)) >= _DAY_MISSING
    gap = int(generator.integers(10, len(days) - 2 * _RECENT - _GAP_DAYS))
    worn[gap : gap + _GAP_DAYS] = False
    worn[[0, -1]] = True
    lines = [",".join(["date", *daily])]
    for at in np.flatnonzero(worn):
        cells = [
            f"{values[at]:.{SERIES[metric].digits}f}" if generator.random() >= _CELL_MISSING else ""
            for metric, values in daily.items()
        ]
        lines.append(",".join([days[at].isoformat(), *cells]))
    return "\n".join(lines) + "\n"


def _labs(planted: Planted | None, newest: date) -> str:
    """Two draws of every test; only the newer one of a planted test is outside its range."""
    outside = {name: value for name, value, _ in _OUTSIDE}
    lines = ["name,value,unit,collected_at,reference_low,reference_high"]
    for name, unit, usual, low, high in _LABS:
        is_out = isinstance(planted, Lab) and planted.name == name
        bounds = ",".join("" if bound is None else f"{bound:g}" for bound in (low, high))
        for ago, value in ((110, usual), (12, outside[name] if is_out else usual * 1.02)):
            drawn = datetime.combine(newest - timedelta(days=ago), time(8, 30), UTC)
            lines.append(f"{name},{value:g},{unit},{drawn.isoformat()},{bounds}")
    return "\n".join(lines) + "\n"
