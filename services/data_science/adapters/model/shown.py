"""What a prompt shows: names, units and statistics of columns, never a record, and no more than so much of anything."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Final

import numpy as np
from numpy.typing import NDArray

from services.data_science.adapters.sandbox.columns import Column, Texts, decode
from services.data_science.domain.catalogue import Catalogue, Quantity
from services.data_science.domain.finding import Finding, number_text
from services.data_science.domain.run import Frames
from services.data_science.domain.units import DATE

MOST_MESSAGES: Final = 10
LONGEST_MESSAGE: Final = 2000
MOST_QUANTITIES: Final = 200
MOST_SPOKEN: Final = 4
MOST_KINDS: Final = 40
MOST_COLUMNS: Final = 100
MOST_NAMES: Final = 40
LONGEST_NAME: Final = 60
LONGEST_CODE: Final = 8000
LONGEST_PROBLEM: Final = 2000
NONE: Final = "(none)"
_ROLLING: Final = ("_mean_30d", "_sd_30d", "_cv_30d")
_NAMED: Final = frozenset({"kind", "name", "unit"})
"""Columns of names, not of measurements: which there are is part of the schema."""
_FEWEST: Final = 10
"""Values a statistic is shown of: one of fewer would show records."""


def cut(text: str, most: int) -> str:
    """The text, or as much of its beginning as fits."""
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def messages(said: Sequence[str]) -> str:
    """The newest, oldest first."""
    return listed(f"- {cut(each, LONGEST_MESSAGE)}" for each in said[-MOST_MESSAGES:])


def catalogue(known: Catalogue) -> str:
    """All that is on record by name, and what is not; no value of anything."""
    metrics = [each for each in known.metrics.values() if not each.name.endswith(_ROLLING)]
    rolling = len(metrics) < len(known.metrics)
    night = "the night that begins on it" if known.nights_follow else "the night that ends on it"
    samples = "" if known.samples is None else f", from {known.samples[0]} to {known.samples[1]}"
    absent = [each.name for each in (*metrics, *known.fields.values()) if not each.recorded]
    lines = [
        f"Daily metrics, fields of TABLE_DAYS; a day's night is {night}:",
        *_quantities(metrics, known),
        *(
            ["Of each, NAME_mean_30d, NAME_sd_30d and NAME_cv_30d: over the thirty days up to the day"]
            if rolling
            else []
        ),
        "Fields of TABLE_ACTIVITIES:",
        *_quantities(known.fields.values(), known),
        f"Kinds of activities, most frequent first: {_names(known.kinds, MOST_KINDS)}",
        f"Biomarkers, fields of TABLE_SAMPLES{samples}:",
        *_quantities(known.biomarkers.values(), known),
        f"Not on record, besides all other biomarkers: {_names(absent, MOST_QUANTITIES)}",
    ]
    return "\n".join(lines)


def tables(frames: Frames) -> str:
    """The columns of each table, with their types and statistics."""
    lines = []
    for name in ("summary", "activities", "profile", "population", "biomarkers"):
        columns = decode(getattr(frames, name))
        lines.append(f"{name}_df, rows: {_rows(columns)}")
        has_statistics = name in {"summary", "activities"}
        shown = islice(columns.items(), MOST_COLUMNS)
        lines += [_column(each, column, has_statistics=has_statistics) for each, column in shown]
    return "\n".join(lines)


def returned(numbers: Mapping[str, float], dates: frozenset[str]) -> str:
    return listed(
        f"- {name} = {number_text(value, DATE) if name in dates else f'{value:.4g}'}" for name, value in numbers.items()
    )


def units(known: Sequence[str]) -> str:
    return ", ".join(cut(each, LONGEST_NAME) or '""' for each in known[:MOST_QUANTITIES])


def findings(found: Sequence[Finding]) -> str:
    return listed(
        f"- {each.id}: {each.claim}\n"
        + "\n".join(f"  {{{{{each.id}.{one.key}}}}} = {number_text(one.value, one.unit)}" for one in each.numbers)
        for each in found
    )


def listed(lines: Iterable[str]) -> str:
    return "\n".join(lines) or NONE


def _quantities(several: Iterable[Quantity], known: Catalogue) -> Sequence[str]:
    lines = [_quantity(each, known) for each in several if each.recorded]
    return lines[:MOST_QUANTITIES] or [NONE]


def _quantity(each: Quantity, known: Catalogue) -> str:
    called = [name for name in dict.fromkeys((each.noun, *each.spoken)) if name.casefold() != each.name.casefold()]
    marks = [
        *([f"in {each.unit}"] if each.unit else []),
        *(["adds up"] if each.additive else []),
        *(["of the night"] if each.nightly else []),
        *(["norm known"] if each.name in known.population else []),
        *(["has low limit"] if each.name in known.lower_limits else []),
        *(["has high limit"] if each.name in known.upper_limits else []),
    ]
    spoken = f" ({_names(called, MOST_SPOKEN)})" if called else ""
    return f"- {cut(each.name, LONGEST_NAME)}{spoken}: {', '.join(marks)}".removesuffix(": ")


def _names(names: Sequence[str], most: int) -> str:
    return ", ".join(cut(each, LONGEST_NAME) for each in names[:most]) or NONE


def _rows(columns: Mapping[str, Column]) -> int:
    return next((_missing(each).size for each in columns.values()), 0)


def _column(name: str, column: Column, *, has_statistics: bool) -> str:
    """Its name, its type as the code sees it, and how many values it has; of some what they are, or where most lie."""
    present = ~_missing(column)
    count = np.count_nonzero(present)
    dtype = "str" if isinstance(column, Texts) else column.dtype
    said = f"- {cut(name, LONGEST_NAME)}: {dtype}, {count} values"
    if isinstance(column, Texts):
        return f"{said}: {_names(column.words, MOST_NAMES)}" if name in _NAMED else said
    if not (column.dtype.kind == "f" and has_statistics) or count < _FEWEST:
        return said
    low, median, high = np.quantile(column[present], [0.05, 0.5, 0.95])
    return f"{said}, most from {low:.4g} to {high:.4g}, median {median:.4g}"


def _missing(column: Column) -> NDArray[np.bool_]:
    if isinstance(column, Texts):
        return column.codes < 0
    return np.isnat(column) if column.dtype.kind == "M" else np.isnan(column)
