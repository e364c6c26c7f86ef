"""What there is to compute from, as the owner of the data describes it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from services.data_science.domain.catalogue import Catalogue


@dataclass(frozen=True, kw_only=True)
class DataDescription:
    """A user's records.

    Attributes:
        first_date: the oldest day on record; None when there is none.
        reference_date: the newest day on record, which "today" means; None when there is none.
        units: the unit of every daily series that can be asked for, recorded or not; empty for a number without unit.
        recorded: the daily series with at least one value, in the order people know them in.
        activity_units: the unit of every field an activity can have.
        activity_kinds: the kinds of activities on record, as stored.
        biomarkers: the laboratory values on record, each with the unit of its newest sample.
        biomarker_dates: of the oldest and newest sample; None without any.
        population: the daily series a norm for the user's sex and age is known for.
        catalogue: all of it with what it is called; None when nothing is on record.
    """

    first_date: date | None
    reference_date: date | None
    units: Mapping[str, str]
    recorded: tuple[str, ...]
    activity_units: Mapping[str, str] = field(default_factory=dict)
    activity_kinds: tuple[str, ...] = ()
    biomarkers: Mapping[str, str] = field(default_factory=dict)
    biomarker_dates: tuple[date, date] | None = None
    population: tuple[str, ...] = ()
    catalogue: Catalogue | None = None
