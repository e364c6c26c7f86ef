"""A person whose tables have every kind of gap, and what a program sees of a table."""

import warnings
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta, timezone

import numpy as np
import pandas as pd
from pandas.api.extensions import ExtensionArray

from services.data_science.adapters.sandbox.analysis import PARAMETERS, load_tables
from services.data_science.adapters.sandbox.protocol import Job
from services.data_science.domain.run import Frames
from services.health_data.domain.norms import Norm
from services.health_data.domain.records import Activity, Biomarker, DaySeries, HealthTables, Profile
from services.health_data.ports import EncodedFrames

# Local times have no zone.
_NIGHT = datetime(2023, 12, 31, 23, 15, 30, 123_456)  # noqa: DTZ001
_MORNING = datetime(2024, 2, 29, 6, 59, 59, 999_999)  # noqa: DTZ001
_DRAWN = datetime(2024, 3, 1, 23, 30, tzinfo=timezone(timedelta(hours=-5)))

NOBODY = HealthTables(
    recorded_days=np.empty(0, np.int32), numbers={}, local_times={}, activities=(), biomarkers=(), profile=Profile()
)
SOMEBODY = HealthTables(
    recorded_days=np.array([-25_567, 19_722, 19_723], np.int32),
    numbers={
        "steps": DaySeries(np.array([19_722, 19_730], np.int32), np.array([5000.0, 0.1 + 0.2])),
        "resting_heart_rate": DaySeries(np.array([19_723], np.int32), np.array([-0.0])),
        "spo2": DaySeries(np.empty(0, np.int32), np.empty(0)),
    },
    local_times={"bed_time": {19_722: _NIGHT, 47_846: datetime(2100, 12, 31)}},  # noqa: DTZ001, local
    activities=(
        Activity(start=_MORNING, kind="Schwimmen im Süßwasser", end=_MORNING + timedelta(hours=1), distance_m=5000.5),
        Activity(start=_MORNING, kind="Run 🏃", duration_min=31.25, steps=4000.0),
        Activity(start=_MORNING + timedelta(days=1), kind="Run 🏃", duration_min=1e-300),
    ),
    biomarkers=(
        Biomarker(name="LDL", value=120.5, unit="mg/dL", collected_at=datetime(2024, 1, 1, 8, tzinfo=UTC)),
        Biomarker(name="ldl", value=3.1, unit="mmol/L", collected_at=_DRAWN, reference_low=0.0, reference_high=3.4),
        Biomarker(name="Ferritin", value=22.0, unit="", collected_at=_DRAWN, reference_high=150.0),
    ),
    profile=Profile(age_years=41, sex="female", weight_kg=70.5),
)
NORMS = (
    Norm(metric="steps", sex="female", age_low=40, age_high=49, mean=7000.0, sd=2500.0, source='"Ä", 2020'),
    Norm(metric="spo2", sex="any", age_low=18, age_high=120, mean=96.5, sd=1.0, source="Own"),
)


PROGRAMS = (
    "kind.str.contains('run', case=False)",
    "kind.str.contains(r'^S.*ß', regex=True)",
    "kind.str.lower()",
    "biomarkers_df['name'].str.upper()",
    "kind.str.title()",
    "kind.str.len()",
    "kind.str.split(' ', expand=True)",
    "kind.str.extract(r'(\\w+)')",
    "kind.str.replace('Run', 'Jog')",
    "kind.str.replace(r'[aeiou]', '', regex=True)",
    "kind.str.startswith('Run')",
    "kind.str[:3]",
    "kind + '!'",
    "kind == 'Run 🏃'",
    "kind < 'S'",
    "kind.isin(['Run 🏃'])",
    "kind.isna()",
    "kind.map({'Run 🏃': 1})",
    "kind.map(len)",
    "kind.astype(object)",
    "kind.astype('category').cat.codes",
    "kind.where(kind != 'Run 🏃')",
    "kind.shift(1)",
    "kind.shift(1).fillna('none')",
    "kind.shift(1) == 'Run 🏃'",
    "kind.shift(1).str.contains('Run')",
    "kind.shift(1).str.len()",
    "kind.value_counts()",
    "kind.unique()",
    "kind.mode()",
    "kind.sort_values()",
    "kind.drop_duplicates()",
    "kind.duplicated()",
    "kind.describe()",
    "kind.to_numpy()",
    "[kind.nunique(), kind.max(), kind.min(), kind.iloc[0], kind.dtype == 'str', kind.dtype == object]",
    "pd.get_dummies(kind)",
    "pd.factorize(kind)[0]",
    "pd.concat([kind, biomarkers_df['name']])",
    "pd.api.types.is_string_dtype(kind)",
    "pd.Series(['Run 🏃', None]).isin(kind)",
    "activities_df.groupby('kind')['duration_min'].agg(['count', 'sum'])",
    "activities_df.select_dtypes('object')",
    "activities_df.select_dtypes('str')",
    "activities_df.set_index('kind').index",
    "activities_df.merge(pd.DataFrame({'kind': ['Run 🏃'], 'x': [1]}), on='kind', how='left')['x']",
    "activities_df.pivot_table(index='kind', values='duration_min', aggfunc='mean')",
    "activities_df.loc[activities_df['kind'].str.startswith('Run'), 'start'].dt.hour",
    "activities_df.dtypes.astype(str)",
    "activities_df.isna().sum()",
    "biomarkers_df.groupby(['name', 'unit'])['value'].last()",
    "biomarkers_df.pivot(index='collected_at', columns='name', values='value')",
    "population_df[population_df['sex'] == 'female']['source']",
    "profile_df.iloc[0]",
    "profile_df['sex'].iloc[0]",
    "summary_df.set_index('datetime').resample('YS').mean(numeric_only=True).dropna(how='all')",
    "summary_df['bed_time'].dt.tz_localize('UTC')",
    "summary_df.describe()",
    "summary_df.mean(numeric_only=True)",
)
"""What generated code does with texts, and with tables as a whole."""


def seen(encoded: EncodedFrames) -> Mapping[str, object]:
    """What generated code finds in each table: columns and types in their order, index, values, and what is missing."""
    tables = load_tables(_job(encoded))
    return {name: _told(table) for name, table in zip(PARAMETERS, tables, strict=True)}


def computed(encoded: EncodedFrames, program: str) -> str:
    """What an expression over the tables gives, with its types, or how it fails."""
    tables = dict(zip(PARAMETERS, load_tables(_job(encoded)), strict=True))
    try:
        with warnings.catch_warnings(action="ignore"):
            given = eval(program, {"pd": pd, **tables, "kind": tables["activities_df"]["kind"]})
    except Exception as error:  # noqa: BLE001, whatever it is, it is the same as ever
        return f"{type(error).__name__}: {error}"
    types = getattr(given, "dtypes", getattr(given, "dtype", ""))
    shown = types.astype(str).to_dict() if isinstance(types, pd.Series) else str(types)
    kind = "array" if isinstance(given, ExtensionArray) else type(given).__name__
    return f"{kind} {shown}\n{given.to_csv() if isinstance(given, pd.DataFrame) else _list(given)}"


def _list(given: object) -> str:
    index = f"{given.index.tolist()} " if isinstance(given, pd.Series) else ""
    return index + repr(list(given) if isinstance(given, pd.Series | pd.Index | np.ndarray | ExtensionArray) else given)


def _job(encoded: EncodedFrames) -> Job:
    frames = Frames(
        summary=encoded.summary,
        activities=encoded.activities,
        profile=encoded.profile,
        population=encoded.population,
        biomarkers=encoded.biomarkers,
    )
    return Job(nonce=bytes(16), code="", frames=frames)


def _told(table: pd.DataFrame) -> Mapping[str, object]:
    return {
        "columns": [f"{name}: {table[name].dtype}" for name in table.columns],
        "names": str(table.columns.dtype),
        "index": repr(table.index),
        "values": {str(name): [_value(each) for each in table[name]] for name in table.columns},
    }


def _value(value: object) -> str:
    """With its type, and exact."""
    return f"{type(value).__name__} {value!r}"
