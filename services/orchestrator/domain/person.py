"""Whom a turn is about, as far as their records say."""

from dataclasses import dataclass
from enum import StrEnum


class Sex(StrEnum):
    FEMALE = "female"
    MALE = "male"


@dataclass(frozen=True, kw_only=True)
class Person:
    """`age_years` are completed years on the newest day on record."""

    sex: Sex | None = None
    age_years: int | None = None
