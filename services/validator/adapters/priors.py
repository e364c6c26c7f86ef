"""The literature's relations, read from the JSON files of `services/validator/priors`; its README says the format."""

import re
from collections import Counter
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, ValidationError

from services.validator.domain.review.priors import Prior, TypicalSize

DAILY_METRICS: Final = frozenset(
    {
        "steps",
        "distance_km",
        "calories_kcal",
        "active_zone_minutes",
        "fatburn_active_zone_minutes",
        "cardio_active_zone_minutes",
        "peak_active_zone_minutes",
        "sleep_minutes",
        "deep_sleep_minutes",
        "rem_sleep_minutes",
        "light_sleep_minutes",
        "awake_minutes",
        "deep_sleep_percent",
        "rem_sleep_percent",
        "light_sleep_percent",
        "awake_percent",
        "sleep_score",
        "stress_management_score",
        "resting_heart_rate",
        "heart_rate_variability",
        "respiratory_rate",
        "spo2",
        "skin_temperature",
        "weight_kg",
        "hrv_sdnn",
        "floors_climbed",
        "vo2_max",
        "body_fat_percent",
        "systolic_blood_pressure",
        "diastolic_blood_pressure",
    }
)

BIOMARKERS: Final = frozenset(
    {
        "cortisol",
        "crp",
        "diastolic_blood_pressure",
        "fasting_glucose",
        "hba1c",
        "hdl_cholesterol",
        "ldl_cholesterol",
        "systolic_blood_pressure",
        "testosterone",
        "triglycerides",
        "tsh",
        "vitamin_d",
    }
)
"""A laboratory value or a reading, by its usual English name in lower case with underscores."""

_NAMES: Final = DAILY_METRICS | BIOMARKERS
_DOI: Final = re.compile(r"10\.\d{4,9}/\S+")
_PMID: Final = re.compile(r"[1-9]\d{0,8}")
_DATE: Final = re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])")


class PriorsError(ValueError):
    """A file of priors breaks the format; the message names the file and, where one is at fault, the relation."""


class _File(BaseModel):
    """One JSON file. Keys that the domain does not know are refused, at every depth."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    relations: tuple[Prior, ...]


def load_priors() -> tuple[Prior, ...]:
    """Every relation of the package, file by file in the order of their names."""
    return read_priors(files("services.validator") / "priors")


def read_priors(folder: Traversable) -> tuple[Prior, ...]:
    """The relations of every JSON file in a folder.

    Raises:
        PriorsError: a file is not of the format, names an unknown metric, has no usable source or repeats another.
    """
    entries = sorted(folder.iterdir(), key=lambda entry: entry.name)
    read = [(entry.name, prior) for entry in entries if entry.name.endswith(".json") for prior in _relations(entry)]
    for file, prior in read:
        for fault in _faults(prior):
            raise PriorsError(f"{file}: {prior.id}: {fault}")
    _refuse_repeats(read)
    return tuple(prior for _, prior in read)


def _relations(source: Traversable) -> tuple[Prior, ...]:
    try:
        return _File.model_validate_json(source.read_text(encoding="utf-8")).relations
    except ValidationError as error:
        raise PriorsError(f"{source.name}: {error}") from error


def _faults(prior: Prior) -> list[str]:
    citation = prior.citation
    address = urlsplit(citation.looked_up_at)
    checks = (
        (prior.feature not in _NAMES, f"unknown metric {prior.feature!r}"),
        (prior.target not in _NAMES, f"unknown metric {prior.target!r}"),
        (prior.feature == prior.target, "a metric related to itself"),
        (prior.lag_days < 0, "a lag before the day"),
        (not prior.population or not citation.text, "no population or no source text"),
        (prior.size is not None and not _is_ordered(prior.size), "a value outside its own interval"),
        (not prior.mechanism or any(map(str.isdigit, prior.mechanism)), "a mechanism is words, without a digit"),
        (not (citation.doi or citation.pmid), "neither a DOI nor a PMID"),
        (bool(citation.doi) and not _DOI.fullmatch(citation.doi), f"not a DOI: {citation.doi!r}"),
        (bool(citation.pmid) and not _PMID.fullmatch(citation.pmid), f"not a PMID: {citation.pmid!r}"),
        (address.scheme != "https" or not address.netloc, f"not an https address: {citation.looked_up_at!r}"),
        (not _DATE.fullmatch(citation.looked_up_on), f"not a date: {citation.looked_up_on!r}"),
    )
    return [fault for is_faulty, fault in checks if is_faulty]


def _is_ordered(size: TypicalSize) -> bool:
    """Whether an interval is whole and holds its value; True where none is published."""
    if size.low is None or size.high is None:
        return size.low is size.high
    return size.low <= size.value <= size.high


def _refuse_repeats(read: list[tuple[str, Prior]]) -> None:
    ids = Counter(prior.id for _, prior in read)
    pairs = Counter(_pair(prior) for _, prior in read)
    for file, prior in read:
        if ids[prior.id] > 1:
            raise PriorsError(f"{file}: {prior.id}: the id is used twice")
        if pairs[_pair(prior)] > 1:
            raise PriorsError(f"{file}: {prior.id}: the two metrics are already related at this lag")


def _pair(prior: Prior) -> tuple[frozenset[str], int]:
    return frozenset({prior.feature, prior.target}), prior.lag_days
