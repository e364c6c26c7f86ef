"""What there is to compute from, as the owner of the data describes it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, kw_only=True)
class DataDescription:
    """A user's daily data.

    Attributes:
        first_date: the oldest day on record; None when there is none.
        reference_date: the newest day on record, which "today" means; None when there is none.
        units: the unit of every series that can be asked for, recorded or not; empty for a number without unit.
        recorded: what has at least one value, in the order people know it in.
    """

    first_date: date | None
    reference_date: date | None
    units: Mapping[str, str]
    recorded: tuple[str, ...]
