"""What numbers of a quantity mean, as somebody has published it. Three kinds of statement, and advice, never mixed."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from services.domain_expert.domain.case import Person, Sex
from services.domain_expert.domain.citing import Citable, Source


class RowKind(StrEnum):
    """What a row states.

    A decision limit says what a guideline calls a value, a reference interval where most healthy people are, a
    percentile how many of a population are below, a target what is advised.
    """

    DECISION_LIMIT = "decision_limit"
    REFERENCE_INTERVAL = "reference_interval"
    PERCENTILE = "percentile"
    TARGET = "target"


@dataclass(frozen=True, kw_only=True)
class Row:
    """One printed statement.

    Attributes:
        of: a daily metric, or a laboratory value by its usual name.
        low, high: its bounds in `unit`; None on a side that is open. Of a percentile `high` is the value there.
        sex: None for both.
        age_low, age_high: completed years, both included.
        means: how the source calls it: "borderline high".
        population: of whom it was found or for whom it is meant.
        printed: the source's own words, which hold the bounds.
        percent: of a percentile, how many of a hundred are below; None for all others.
    """

    id: str
    of: str
    kind: RowKind
    unit: str
    means: str
    population: str
    printed: str
    source: Source
    low: Decimal | None = None
    high: Decimal | None = None
    low_included: bool = True
    high_included: bool = True
    sex: Sex | None = None
    age_low: int = 0
    age_high: int = 120
    percent: int | None = None

    def is_of(self, person: Person) -> bool:
        """Whether it speaks of such a person. Of whom nothing is known, only what holds for all adults does."""
        sex = self.sex is None or self.sex is person.sex
        age = self.age_low <= person.age_years <= self.age_high if person.age_years is not None else self.is_of_adults
        return sex and age

    @property
    def is_of_adults(self) -> bool:
        return self.age_low <= 20 and self.age_high >= 60

    def holds(self, value: Decimal) -> bool:
        """Whether a value, in this row's unit, is within its bounds."""
        above = self.low is None or value > self.low or (self.low_included and value == self.low)
        below = self.high is None or value < self.high or (self.high_included and value == self.high)
        return above and below

    @property
    def citable(self) -> Citable:
        return Citable(id=self.id, text=f"{self.printed} ({self.population}; {self.unit})", sources=(self.source,))
