"""A table as health_data sends it, and as it arrives."""

from collections.abc import Hashable

import numpy as np
import pandas as pd

from services.data_science.adapters.sandbox.columns import Texts, decode
from services.health_data.adapters import columns


def sent(frame: pd.DataFrame) -> bytes:
    """The bytes of a frame of numbers, moments without a zone and texts."""
    return columns.encode({str(name): _column(frame[name]) for name in frame.columns})


def _column(values: "pd.Series[float]") -> columns.Numbers | columns.Moments | columns.Texts:
    if pd.api.types.is_datetime64_dtype(values):
        return np.asarray(values, np.dtype("datetime64[ns]"))
    if pd.api.types.is_numeric_dtype(values):
        return np.asarray(values, np.float64)
    return [None if pd.isna(each) else str(each) for each in values]


def received(content: bytes) -> pd.DataFrame:
    """The frame that these bytes are."""
    arrived = decode(content)
    return pd.DataFrame(
        {name: each.to_objects() if isinstance(each, Texts) else each for name, each in arrived.items()}
    )


def listed(column: "pd.Series[float]") -> list[object]:
    """Its values; None where one is missing."""
    return [None if pd.isna(each) else each for each in column]


def records(frame: pd.DataFrame) -> list[dict[Hashable, object]]:
    """Each row by column; None where a value is missing."""
    return [{name: None if pd.isna(each) else each for name, each in row.items()} for row in frame.to_dict("records")]
