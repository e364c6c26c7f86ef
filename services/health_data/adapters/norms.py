"""Population norms from the built-in `norms/*.json` and the operator's CSV; `norms/README.md` says the formats."""

import csv
import re
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from pydantic import BaseModel, ConfigDict, ValidationError

from services.health_data.domain.metrics import METRIC
from services.health_data.domain.norms import Norm, faults, replaced

_DOI: Final = re.compile(r"10\.\d{4,9}/\S+")
_MOST_FAULTS: Final = 10


class NormsError(ValueError):
    """A file of norms breaks the format; the message names the file, and where in it."""


class _Row(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    metric: str
    sex: str
    age_low: int
    age_high: int
    mean: float
    sd: float


class _BuiltInRow(_Row):
    unit: str


class _BuiltIn(BaseModel):
    """One publication. What is there for readers alone is checked all the same, and dropped."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    source: str
    doi: str
    looked_up_at: str
    looked_up_on: str
    found_in: str
    norms: tuple[_BuiltInRow, ...]


class _OperatorRow(_Row):
    source: str


def load_norms(norms_file: Path | None) -> tuple[Norm, ...]:
    """The built-in norms; of a metric that `norms_file` has, only its own.

    Raises:
        NormsError: a file is not of the format, or its norms contradict each other.
    """
    built_in = read_built_in(files("services.health_data") / "norms")
    return built_in if norms_file is None else replaced(built_in, read_csv(norms_file))


def read_built_in(folder: Traversable) -> tuple[Norm, ...]:
    """The norms of every JSON file in a folder, file by file in the order of their names.

    Raises:
        NormsError: a file is not of the format, states no DOI or another unit than the system's, or repeats another.
    """
    entries = sorted(folder.iterdir(), key=lambda entry: entry.name)
    norms = tuple(norm for entry in entries if entry.name.endswith(".json") for norm in _built_in(entry))
    return _checked(folder.name, norms)


def _built_in(entry: Traversable) -> Iterator[Norm]:
    try:
        publication = _BuiltIn.model_validate_json(entry.read_text(encoding="utf-8"))
    except ValidationError as error:
        raise NormsError(f"{entry.name}: {error}") from error
    if not _DOI.fullmatch(publication.doi):
        raise NormsError(f"{entry.name}: not a DOI: {publication.doi!r}")
    for row in publication.norms:
        if row.metric in METRIC and row.unit != METRIC[row.metric].unit:
            raise NormsError(f"{entry.name}: {row.metric} is in {METRIC[row.metric].unit}, not in {row.unit}")
        source = f"{publication.source} doi:{publication.doi}"
        yield Norm(**row.model_dump(exclude={"unit"}), source=source)


def read_csv(path: Path) -> tuple[Norm, ...]:
    """The norms of an operator's file.

    Raises:
        NormsError: it cannot be read, has another header, or a row that is no norm.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.DictReader(file, strict=True)
            columns = tuple(reader.fieldnames or ())
            if set(columns) != set(_OperatorRow.model_fields) or len(columns) != len(set(columns)):
                raise NormsError(f"{path.name}: the columns must be {', '.join(_OperatorRow.model_fields)}.")
            return _checked(path.name, tuple(_rows(path.name, reader)))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise NormsError(f"{path} cannot be read: {error}") from error


def _rows(name: str, reader: "csv.DictReader[str]") -> Iterator[Norm]:
    for row in reader:
        place = f"{name}, line {reader.line_num}"
        if reader.restkey in row:
            raise NormsError(f"{place}: more cells than columns.")
        try:
            yield Norm(**_OperatorRow.model_validate(row).model_dump())
        except ValidationError as error:
            faulty = "; ".join(f"{each['loc'][0]}: {each['msg']}" for each in error.errors())
            raise NormsError(f"{place}: {faulty}") from error


def _checked(name: str, norms: tuple[Norm, ...]) -> tuple[Norm, ...]:
    found = list(faults(norms))
    if found:
        raise NormsError(f"{name}: {' '.join(found[:_MOST_FAULTS])}")
    return norms
