"""The file layouts that are known: how each is recognised, and what its columns are called here.

A layout is recognised by its header alone, letter case aside: the one whose signature is wholly present and longest.
`docs/imports.md` says why each column is read, or not read, as it is.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from services.health_data.domain.activity_fields import STORED_FIELDS
from services.health_data.domain.metrics import LOCAL_TIMES, METRICS


@dataclass(frozen=True, kw_only=True)
class NumberColumn:
    """A column of numbers.

    Attributes:
        name: the canonical metric, activity field or profile field it holds.
        times, over, minus: (value - minus) * times / over is in the canonical unit.
        zero_is_missing: this layout writes 0 where there is no reading.
    """

    column: str
    name: str
    times: float = 1.0
    over: float = 1.0
    minus: float = 0.0
    zero_is_missing: bool = False


@dataclass(frozen=True, kw_only=True)
class Candidate:
    """A unit that a column may be in, and the column if it is."""

    said: str
    column: NumberColumn


@dataclass(frozen=True, kw_only=True)
class UnsettledColumn:
    """A column of numbers that states no unit, where the rows may show which it is.

    Attributes:
        name: the canonical name of what it holds.
        candidates: at least two.
        unclear: what is said where the rows do not show it.
    """

    column: str
    name: str
    candidates: tuple[Candidate, ...]
    unclear: str


@dataclass(frozen=True, kw_only=True)
class TextColumn:
    column: str
    name: str


@dataclass(frozen=True, kw_only=True)
class DailyLayout:
    """One row a day.

    Attributes:
        signature: the columns that must be there.
        any_of: of these, at least one must be there too; empty asks for none.
        date: the column that says which day.
        subject: the column that says whose row it is; empty when a file is always one person's.
        notes: said in every report.
    """

    name: str
    signature: tuple[str, ...]
    date: str
    numbers: tuple[NumberColumn, ...]
    any_of: tuple[str, ...] = ()
    subject: str = ""
    local_times: tuple[TextColumn, ...] = ()
    profile_numbers: tuple[NumberColumn, ...] = ()
    sex: str = ""
    notes: tuple[str, ...] = ()
    unsettled: tuple[UnsettledColumn, ...] = ()


@dataclass(frozen=True, kw_only=True)
class ActivityLayout:
    """One row an activity, told apart by `date` (its start) and `kind`.

    Attributes:
        zeros_are_kept: a distance or speed of 0 stays one, even of an activity that cannot have had it.
    """

    name: str
    signature: tuple[str, ...]
    date: str
    kind: str
    end: str
    numbers: tuple[NumberColumn, ...]
    subject: str = ""
    notes: tuple[str, ...] = ()
    unsettled: tuple[UnsettledColumn, ...] = ()
    zeros_are_kept: bool = False


@dataclass(frozen=True, kw_only=True)
class BiomarkerLayout:
    """One row a laboratory value, in columns called as in the canonical file."""

    name: str
    signature: tuple[str, ...]
    date: str
    subject: str = ""
    notes: tuple[str, ...] = ()


Layout: TypeAlias = DailyLayout | ActivityLayout | BiomarkerLayout


def _same(*names: str) -> tuple[NumberColumn, ...]:
    return tuple(NumberColumn(column=name, name=name) for name in names)


_METRIC_NAMES: Final = tuple(metric.name for metric in METRICS)
_ACTIVE_MINUTES_NOTE: Final = (
    "Lightly, fairly and very active minutes are graded by movement, not by heart-rate zone: they are no active zone "
    "minutes and were not read."
)

CANONICAL_DAILY: Final = DailyLayout(
    name="canonical_daily",
    signature=("date",),
    any_of=(*_METRIC_NAMES, *LOCAL_TIMES),
    date="date",
    subject="user_id",
    numbers=_same(*_METRIC_NAMES),
    local_times=tuple(TextColumn(column=name, name=name) for name in LOCAL_TIMES),
    profile_numbers=_same("age_years", "height_cm", "weight_kg"),
    sex="sex",
)

CANONICAL_ACTIVITIES: Final = ActivityLayout(
    name="canonical_activities",
    signature=("start", "kind"),
    date="start",
    kind="kind",
    end="end",
    subject="user_id",
    numbers=(
        *_same(*(field.name for field in STORED_FIELDS)),
        NumberColumn(column="distance_km", name="distance_m", times=1000.0),
        NumberColumn(column="speed_kmh", name="speed_m_per_min", times=1000.0, over=60.0),
    ),
)

CANONICAL_BIOMARKERS: Final = BiomarkerLayout(
    name="canonical_biomarkers",
    signature=("name", "value", "unit", "collected_at"),
    date="collected_at",
    subject="user_id",
)

PHIA_SUMMARY: Final = DailyLayout(
    name="phia_summary",
    signature=("pseudo_id2", "datetime", "resting_heart_rate", "sleep_minutes"),
    date="datetime",
    subject="pseudo_id2",
    numbers=_same(*_METRIC_NAMES),
    local_times=tuple(TextColumn(column=name, name=name) for name in LOCAL_TIMES),
    profile_numbers=(NumberColumn(column="age", name="age_years"), *_same("height_cm", "weight_kg")),
    sex="gender",
)

PHIA_EXERCISE: Final = ActivityLayout(
    name="phia_exercise",
    signature=("pseudo_id2", "activityName", "startTime", "endTime", "duration"),
    date="startTime",
    kind="activityName",
    end="endTime",
    subject="pseudo_id2",
    numbers=(
        NumberColumn(column="duration", name="duration_min"),
        NumberColumn(column="distance", name="distance_m"),
        NumberColumn(column="calories", name="calories_kcal"),
        NumberColumn(column="averageHeartRate", name="average_heart_rate"),
        NumberColumn(column="elevationGain", name="elevation_gain_m"),
        NumberColumn(column="steps", name="steps"),
        NumberColumn(column="activeZoneMinutes", name="active_zone_minutes"),
        NumberColumn(column="speed", name="speed_m_per_min"),
    ),
    notes=(
        "The file states no unit for distance, speed and elevation gain: its own numbers were kept, taken for metres.",
        "Beside the steps, distances look like tenths of a metre.",
    ),
    zeros_are_kept=True,
)

LIFESNAPS_DAILY: Final = DailyLayout(
    name="lifesnaps_daily",
    signature=("id", "date", "rmssd", "minutesAsleep", "resting_hr", "nightly_temperature"),
    date="date",
    subject="id",
    numbers=(
        NumberColumn(column="steps", name="steps"),
        NumberColumn(column="distance", name="distance_km", over=1000.0),
        NumberColumn(column="calories", name="calories_kcal"),
        NumberColumn(column="minutesAsleep", name="sleep_minutes"),
        NumberColumn(column="minutesAwake", name="awake_minutes"),
        NumberColumn(column="stress_score", name="stress_management_score", zero_is_missing=True),
        NumberColumn(column="resting_hr", name="resting_heart_rate"),
        NumberColumn(column="rmssd", name="heart_rate_variability"),
        NumberColumn(column="full_sleep_breathing_rate", name="respiratory_rate", zero_is_missing=True),
        NumberColumn(column="spo2", name="spo2"),
        NumberColumn(column="nightly_temperature", name="skin_temperature"),
    ),
    sex="gender",
    notes=(
        (
            "The sleep_*_ratio columns compare a night with the wearer's own norm: they are no sleep stage minutes and "
            "were not read."
        ),
        _ACTIVE_MINUTES_NOTE,
    ),
)

FITABASE_ACTIVITY: Final = DailyLayout(
    name="fitabase_daily_activity",
    signature=("Id", "ActivityDate", "TotalSteps", "TotalDistance", "Calories"),
    date="ActivityDate",
    subject="Id",
    numbers=(
        NumberColumn(column="TotalSteps", name="steps"),
        NumberColumn(column="TotalDistance", name="distance_km"),
        NumberColumn(column="Calories", name="calories_kcal"),
    ),
    notes=(_ACTIVE_MINUTES_NOTE,),
)

FITABASE_SLEEP: Final = DailyLayout(
    name="fitabase_sleep_day",
    signature=("Id", "SleepDay", "TotalMinutesAsleep"),
    date="SleepDay",
    subject="Id",
    numbers=(NumberColumn(column="TotalMinutesAsleep", name="sleep_minutes"),),
)

LAYOUTS: Final[tuple[Layout, ...]] = (
    CANONICAL_DAILY,
    CANONICAL_ACTIVITIES,
    CANONICAL_BIOMARKERS,
    PHIA_SUMMARY,
    PHIA_EXERCISE,
    LIFESNAPS_DAILY,
    FITABASE_ACTIVITY,
    FITABASE_SLEEP,
)


def column_key(name: str) -> str:
    """How a column is looked up: letter case does not matter, nor whether words are set apart by _, - or blanks."""
    return "_".join(name.casefold().replace("-", " ").replace("_", " ").split())


def recognise(header: Sequence[str]) -> Layout | None:
    """The layout of a file with this header, or None."""
    present = {column_key(name) for name in header}

    def fits(layout: Layout) -> bool:
        any_of = layout.any_of if isinstance(layout, DailyLayout) else ()
        return present.issuperset(map(column_key, layout.signature)) and (
            not any_of or not present.isdisjoint(map(column_key, any_of))
        )

    return max(filter(fits, LAYOUTS), key=lambda layout: len(layout.signature), default=None)


def is_own(header: Sequence[str]) -> bool:
    """Whether a table is laid out as Amy's own, and no vendor's: every column is one that the layout has."""
    layout = recognise(header)
    if layout not in (CANONICAL_DAILY, CANONICAL_ACTIVITIES, CANONICAL_BIOMARKERS):
        return False
    return {column_key(name) for name in header if name.strip()} <= columns_read(layout)


def number_columns(layout: Layout) -> tuple[str, ...]:
    """The columns of numbers, each once."""
    match layout:
        case DailyLayout():
            columns = [each.column for each in (*layout.numbers, *layout.profile_numbers)]
            columns += [each.column for each in layout.unsettled]
        case ActivityLayout():
            columns = [each.column for each in layout.numbers] + [each.column for each in layout.unsettled]
        case BiomarkerLayout():
            columns = ["value", "reference_low", "reference_high"]
    return tuple(dict.fromkeys(columns))


def columns_read(layout: Layout) -> frozenset[str]:
    """The keys of all columns that a reading of this layout looks at."""
    named = {layout.date, layout.subject, *number_columns(layout)}
    match layout:
        case DailyLayout():
            named |= {layout.sex, *(each.column for each in layout.local_times)}
        case ActivityLayout():
            named |= {layout.kind, layout.end}
        case BiomarkerLayout():
            named |= {"name", "unit"}
    return frozenset(column_key(name) for name in named if name)
