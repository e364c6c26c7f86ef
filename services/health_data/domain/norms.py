"""What is typical of a metric in people of one sex and age."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import isfinite
from typing import Final

from services.health_data.domain.metrics import METRIC
from services.health_data.domain.records import Profile

ANY_SEX: Final = "any"
_PEOPLE: Final = {"female": "women", "male": "men", ANY_SEX: "people"}
OLDEST: Final = 120
"""The upper bound of a group that has none."""


@dataclass(frozen=True, kw_only=True)
class Norm:
    """Mean and standard deviation between people, in the metric's canonical unit.

    Attributes:
        sex: "female", "male", or "any" where the source does not tell them apart.
        age_low, age_high: in completed years, both included; a source with open bounds has 120 above.
        source: the publication, with its DOI or PMID.
    """

    metric: str
    sex: str
    age_low: int
    age_high: int
    mean: float
    sd: float
    source: str

    @property
    def group(self) -> str:
        """Whom it was measured in, as a person would say it: "women of 40 to 49"."""
        people = _PEOPLE[self.sex]
        if self.age_high == OLDEST:
            return f"{people} of {self.age_low} and older"
        return f"{people} of {self.age_low} to {self.age_high}"


def fitting(norms: Iterable[Norm], profile: Profile) -> tuple[Norm, ...]:
    """The norms of the person's sex and age: at most one a metric, and none while the age is unknown."""
    age = profile.age_years
    if age is None:
        return ()
    return tuple(each for each in norms if each.sex in {profile.sex, ANY_SEX} and each.age_low <= age <= each.age_high)


def replaced(norms: Iterable[Norm], by: Sequence[Norm]) -> tuple[Norm, ...]:
    """The norms, those of a metric that `by` has giving way to the ones there."""
    metrics = {each.metric for each in by}
    return (*(each for each in norms if each.metric not in metrics), *by)


def faults(norms: Sequence[Norm]) -> Iterator[str]:
    """What keeps norms from being used, one sentence each."""
    for norm in norms:
        yield from (f"{norm.metric}, {norm.sex}: {fault}" for fault in _faults(norm))
    for one, other in combinations(norms, 2):
        if _is_same_person_possible(one, other):
            yield (
                f"{one.metric}: {one.sex} of {one.age_low} to {one.age_high} and {other.sex} of {other.age_low} to "
                f"{other.age_high} overlap."
            )


def _faults(norm: Norm) -> Iterator[str]:
    quantity = METRIC.get(norm.metric)
    if quantity is None:
        yield f"no metric is called {norm.metric!r}."
    elif not quantity.low <= norm.mean <= quantity.high:
        yield f"the mean {norm.mean:g} cannot be in {quantity.unit}."
    if norm.sex not in _PEOPLE:
        yield f"sex is one of {', '.join(_PEOPLE)}, not {norm.sex!r}."
    if not 0 <= norm.age_low <= norm.age_high <= OLDEST:
        yield f"ages go from 0 to {OLDEST} and upwards, not from {norm.age_low} to {norm.age_high}."
    if not (isfinite(norm.sd) and norm.sd > 0):
        yield f"the standard deviation must be above 0, not {norm.sd:g}."
    if not norm.source.strip():
        yield "no source is given."


def _is_same_person_possible(one: Norm, other: Norm) -> bool:
    same_sex = one.sex == other.sex or ANY_SEX in {one.sex, other.sex}
    ages = max(one.age_low, other.age_low) <= min(one.age_high, other.age_high)
    return one.metric == other.metric and same_sex and ages
