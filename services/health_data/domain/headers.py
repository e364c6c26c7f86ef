"""What a person calls the columns of a table: names in plain words, and units beside them.

`Weight (lbs)` and `Calories [kcal]` are as good as the names that Amy itself uses. A name that would need a unit and
states none is not guessed at: the report says how to call the column.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from amy.text import inert
from services.health_data.domain.activity_fields import STORED_FIELD
from services.health_data.domain.layouts import (
    CANONICAL_ACTIVITIES,
    CANONICAL_DAILY,
    ActivityLayout,
    Candidate,
    DailyLayout,
    Layout,
    NumberColumn,
    UnsettledColumn,
    column_key,
    recognise,
)
from services.health_data.domain.metrics import METRIC, PROFILE_FIELDS
from services.health_data.domain.quantities import Quantity


@dataclass(frozen=True, kw_only=True)
class Unit:
    """A unit that a column may be in: (value - minus) * times / over is in the unit that Amy keeps."""

    spellings: tuple[str, ...]
    times: float = 1.0
    over: float = 1.0
    minus: float = 0.0


_HOURS: Final = Unit(spellings=("h", "hr", "hrs", "hour", "hours"), times=60)
# Kept unit: what else is read. The first spelling is the one that is proposed to people.
UNITS: Final[Mapping[str, tuple[Unit, ...]]] = {
    "count": (Unit(spellings=("count", "steps")),),
    "points": (Unit(spellings=("points", "score", "/100")),),
    "%": (Unit(spellings=("%", "percent")),),
    "bpm": (Unit(spellings=("bpm", "beats/min", "1/min")),),
    "ms": (Unit(spellings=("ms", "milliseconds")),),
    "breaths/min": (Unit(spellings=("breaths/min", "brpm", "rpm", "1/min")),),
    "years": (Unit(spellings=("years",)),),
    "floors": (Unit(spellings=("floors", "flights", "count")),),
    "mmHg": (Unit(spellings=("mmhg", "mm hg")),),
    "mL/kg/min": (Unit(spellings=("ml/kg/min", "ml/min/kg", "ml/(kg·min)")),),
    "km": (
        Unit(spellings=("km", "kilometers", "kilometres")),
        Unit(spellings=("mi", "mile", "miles"), times=1.609344),
        Unit(spellings=("m", "meters", "metres"), over=1000),
    ),
    "m": (
        Unit(spellings=("m", "meters", "metres")),
        Unit(spellings=("km", "kilometers", "kilometres"), times=1000),
        Unit(spellings=("mi", "mile", "miles"), times=1609.344),
        Unit(spellings=("ft", "feet"), times=0.3048),
    ),
    "m/min": (
        Unit(spellings=("m/min",)),
        Unit(spellings=("km/h", "kmh", "kph"), times=1000, over=60),
        Unit(spellings=("mph", "mi/h"), times=1609.344, over=60),
        Unit(spellings=("m/s",), times=60),
    ),
    "kcal": (Unit(spellings=("kcal",)), Unit(spellings=("kj",), over=4.184)),
    "min": (
        Unit(spellings=("min", "mins", "minute", "minutes")),
        _HOURS,
        Unit(spellings=("s", "sec", "seconds"), over=60),
    ),
    "kg": (
        Unit(spellings=("kg", "kgs", "kilograms")),
        Unit(spellings=("lb", "lbs", "pounds"), times=0.45359237),
        Unit(spellings=("st", "stone"), times=6.35029318),
    ),
    "cm": (
        Unit(spellings=("cm",)),
        Unit(spellings=("in", "inch", "inches"), times=2.54),
        Unit(spellings=("ft", "feet"), times=30.48),
        Unit(spellings=("m",), times=100),
    ),
    "degC": (
        Unit(spellings=("°c", "c", "celsius", "degc")),
        Unit(spellings=("°f", "f", "fahrenheit", "degf"), times=5, over=9, minus=32),
    ),
}

# A name in plain words, and what it may be; a share of the night and its minutes are told apart by the unit.
_DAILY_WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "step count": ("steps",),
    "total steps": ("steps",),
    "distance": ("distance_km",),
    "total distance": ("distance_km",),
    "calories": ("calories_kcal",),
    "calories burned": ("calories_kcal",),
    "total calories": ("calories_kcal",),
    "energy": ("calories_kcal",),
    "energy burned": ("calories_kcal",),
    "total energy": ("calories_kcal",),
    "sleep": ("sleep_minutes",),
    "sleep duration": ("sleep_minutes",),
    "time asleep": ("sleep_minutes",),
    "total sleep": ("sleep_minutes",),
    "deep sleep": ("deep_sleep_minutes", "deep_sleep_percent"),
    "rem sleep": ("rem_sleep_minutes", "rem_sleep_percent"),
    "light sleep": ("light_sleep_minutes", "light_sleep_percent"),
    "awake": ("awake_minutes", "awake_percent"),
    "time awake": ("awake_minutes", "awake_percent"),
    "resting hr": ("resting_heart_rate",),
    "rhr": ("resting_heart_rate",),
    "hrv": ("heart_rate_variability",),
    "rmssd": ("heart_rate_variability",),
    "breathing rate": ("respiratory_rate",),
    "blood oxygen": ("spo2",),
    "oxygen saturation": ("spo2",),
    "skin temp": ("skin_temperature",),
    "body fat": ("body_fat_percent",),
    "vo2 max": ("vo2_max",),
    "vo2max": ("vo2_max",),
    "floors": ("floors_climbed",),
    "flights climbed": ("floors_climbed",),
    "systolic": ("systolic_blood_pressure",),
    "diastolic": ("diastolic_blood_pressure",),
    "sdnn": ("hrv_sdnn",),
    "weight": ("weight_kg",),
    "body weight": ("weight_kg",),
    "height": ("height_cm",),
    "age": ("age_years",),
}
_ACTIVITY_WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "duration": ("duration_min",),
    "distance": ("distance_m",),
    "calories": ("calories_kcal",),
    "calories burned": ("calories_kcal",),
    "energy": ("calories_kcal",),
    "energy burned": ("calories_kcal",),
    "avg hr": ("average_heart_rate",),
    "average hr": ("average_heart_rate",),
    "elevation": ("elevation_gain_m",),
    "elevation gain": ("elevation_gain_m",),
    "speed": ("speed_m_per_min",),
    "average speed": ("speed_m_per_min",),
}
_ACTIVITY_LIKE: Final = frozenset({"activity", "activity_type", "activity_name", "sport", "workout", "workout_type"})
"""Columns that a list of activities has, and a table of days has not."""
_LIST_OF_ACTIVITIES: Final = (
    "The file looks like a list of activities. Call the column of the times they began 'start' and the column of what "
    "they were 'kind', change the first line so, and import the file again. If its rows are whole days, leave out the "
    "column that names the activity."
)
_TAKEN_FOR: Final[Mapping[str, str]] = {
    "calories": "Calories without a unit were taken for kilocalories.",
    "hrv": "HRV was taken for rMSSD. If it is SDNN, call the column hrv_sdnn.",
}
"""What a name alone is taken for, said in every report of a file that has it."""
_DAILY: Final = PROFILE_FIELDS | METRIC
_BRACKETED: Final = re.compile(r"([^()\[\]]+)[(\[]([^()\[\]]*)[)\]]")
_TRAILING: Final = re.compile(r"(.+) (\S+)")


_UNITS_IN_QUESTION: Final[Mapping[str, int]] = {
    "distance_km": 3,
    "distance_m": 3,
    "speed_m_per_min": 4,
    "calories_kcal": 2,
}
"""Where the rows may show the unit, how many of the first units that are read of it are in question."""


@dataclass(frozen=True)
class _Unclear:
    """A column whose name is known and whose unit is not; the text says what to call it."""

    said: str


@dataclass(frozen=True, kw_only=True)
class _Described:
    """The columns of numbers in a header: those in a known unit, those in one that the rows may show, and the rest."""

    found: tuple[NumberColumn, ...]
    unsettled: tuple[UnsettledColumn, ...]
    unclear: tuple[str, ...]


def understood(header: Sequence[str]) -> tuple[Layout | None, tuple[str, ...]]:
    """The layout of a file with this header, its columns in plain words included, and what is unclear about them.

    Without a layout, what is unclear is why there is none.
    """
    layout = recognise(header)
    keys = {column_key(name) for name in header}
    if isinstance(layout, ActivityLayout) and layout is CANONICAL_ACTIVITIES:
        said = _described(header, layout.numbers, _ACTIVITY_WORDS, STORED_FIELD)
        notes = (*layout.notes, *_notes(header, said.found), *said.unclear)
        return replace(layout, numbers=said.found, unsettled=said.unsettled, notes=notes), ()
    if column_key(CANONICAL_DAILY.date) not in keys or layout not in (None, CANONICAL_DAILY):
        return layout, ()
    if keys & _ACTIVITY_LIKE:
        # Its values are those of single activities: as those of days they would be wrong.
        return None, (_LIST_OF_ACTIVITIES,)
    exact = (*CANONICAL_DAILY.numbers, *CANONICAL_DAILY.profile_numbers)
    said = _described(header, exact, _DAILY_WORDS, _DAILY)
    if layout is None and not any(each.name in METRIC for each in said.found):
        return None, (*said.unclear, *(each.unclear for each in said.unsettled))
    profile = {each.name for each in CANONICAL_DAILY.profile_numbers}
    return (
        replace(
            CANONICAL_DAILY,
            # Weight is a daily metric and fills the profile too.
            numbers=tuple(each for each in said.found if each.name in METRIC),
            profile_numbers=tuple(each for each in said.found if each.name in profile),
            unsettled=said.unsettled,
            notes=(*_notes(header, said.found), *said.unclear),
        ),
        (),
    )


def given_twice(layout: Layout) -> str | None:
    """The columns of a daily table that say the same thing, in words; None if there are none."""
    if not isinstance(layout, DailyLayout):
        return None
    by_name: dict[str, str] = {}
    for each in layout.numbers:
        if each.name in by_name:
            return f"'{by_name[each.name]}' and '{each.column}'"
        by_name[each.name] = each.column
    return None


def _described(
    header: Sequence[str],
    exact: Iterable[NumberColumn],
    words: Mapping[str, tuple[str, ...]],
    quantities: Mapping[str, Quantity],
) -> _Described:
    """The columns of numbers in a header, and what is unclear about others.

    A column without a unit is not looked into where another column holds the same.
    """
    known = {column_key(each.column): each for each in exact}
    found: list[NumberColumn] = []
    unsettled: list[UnsettledColumn] = []
    unclear: list[str] = []
    for name in header:
        column = known.get(column_key(name)) or _in_words(name.strip(), words, quantities)
        if isinstance(column, NumberColumn):
            found.append(column)
        elif isinstance(column, UnsettledColumn):
            unsettled.append(column)
        elif column is not None:
            unclear.append(column.said)
    names = [*(each.name for each in found), *(each.name for each in unsettled)]
    return _Described(
        found=tuple(found),
        unsettled=tuple(each for each in unsettled if names.count(each.name) == 1),
        unclear=(*unclear, *(each.unclear for each in unsettled if names.count(each.name) > 1)),
    )


def _in_words(
    name: str, words: Mapping[str, tuple[str, ...]], quantities: Mapping[str, Quantity]
) -> NumberColumn | UnsettledColumn | _Unclear | None:
    """A column by its name in plain words; None if that is no name of a number."""
    bracketed = _BRACKETED.fullmatch(name)
    spoken, unit = (_spoken(bracketed[1]), bracketed[2].strip().casefold()) if bracketed else (_spoken(name), "")
    targets = _targets(spoken, words, quantities)
    trailing = _TRAILING.fullmatch(spoken)
    if not targets and not unit and trailing:
        spoken, unit = trailing[1], trailing[2]
        targets = _targets(spoken, words, quantities)
        if unit not in {spelling for target in targets for each in _units(target) for spelling in each.spellings}:
            return None
    if not targets:
        return None
    for target in targets:
        units = _units(target)
        for each in units:
            if unit in each.spellings:
                return _column(name, target, each)
        if not unit and (len(targets) == len(units) == 1 or spoken.startswith("calories")):
            return NumberColumn(column=name, name=target.name)
    proposals = " or ".join(f"'{spoken} ({each.spellings[0]})'" for target in targets for each in _units(target))
    why = f"its unit '{inert(unit, limit=20)}' is not known" if unit else "it states no unit"
    unclear = f"The column '{spoken}' was not read, because {why}: call it {proposals}."
    if not unit and len(targets) == 1 and targets[0].name in _UNITS_IN_QUESTION:
        (target,) = targets
        candidates = tuple(
            Candidate(said=each.spellings[0], column=_column(name, target, each))
            for each in _units(target)[: _UNITS_IN_QUESTION[target.name]]
        )
        return UnsettledColumn(column=name, name=target.name, candidates=candidates, unclear=unclear)
    return _Unclear(unclear)


def _column(name: str, target: Quantity, unit: Unit) -> NumberColumn:
    return NumberColumn(column=name, name=target.name, times=unit.times, over=unit.over, minus=unit.minus)


def _targets(spoken: str, words: Mapping[str, tuple[str, ...]], quantities: Mapping[str, Quantity]) -> list[Quantity]:
    own = column_key(spoken)
    return [quantities[own]] if own in quantities else [quantities[each] for each in words.get(spoken, ())]


def _units(quantity: Quantity) -> tuple[Unit, ...]:
    return UNITS[quantity.unit]


def _spoken(name: str) -> str:
    return " ".join(name.casefold().replace("_", " ").replace("-", " ").split())


def _notes(header: Sequence[str], found: Sequence[NumberColumn]) -> tuple[str, ...]:
    """How columns were converted, and what a name was taken for."""
    converted = tuple(
        f"'{each.column}' was converted to {_DAILY_AND_ACTIVITY[each.name].unit}."
        for each in found
        if (each.times, each.over, each.minus) != (1.0, 1.0, 0.0) and column_key(each.column) not in _OWN_NAMES
    )
    spoken = {_spoken(name) for name in header}
    return converted + tuple(said for name, said in _TAKEN_FOR.items() if name in spoken)


_DAILY_AND_ACTIVITY: Final = STORED_FIELD | _DAILY
_OWN_NAMES: Final = frozenset(column_key(each.column) for each in CANONICAL_ACTIVITIES.numbers)
