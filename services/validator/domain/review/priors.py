"""What the literature says about how two measurements go together."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from services.validator.domain.claims.finding import Finding, FindingKind
from services.validator.domain.claims.footing import basis_of, names_in
from services.validator.domain.review.critique import LiteratureNumber


class Direction(StrEnum):
    POSITIVE = "positive"
    NEGATIVE = "negative"

    @property
    def sign(self) -> int:
        return 1 if self is Direction.POSITIVE else -1


class Support(StrEnum):
    """How firm a relation is: guidelines or meta-analyses, several studies, single studies."""

    ESTABLISHED = "established"
    SUPPORTED = "supported"
    EMERGING = "emerging"


@dataclass(frozen=True, kw_only=True)
class TypicalSize:
    """A published effect, as published.

    Attributes:
        statistic: what it is: "correlation", "mean difference", "percent change", "relative risk" ...
        unit: of the value; empty where it has none.
        low: lower end of its 95 % interval; None where none is published. `high` likewise.
        per: what it is the effect of, in words: "each hour more sleep"; empty for a correlation.
    """

    statistic: str
    value: float
    unit: str = ""
    low: float | None = None
    high: float | None = None
    per: str = ""


@dataclass(frozen=True, kw_only=True)
class Citation:
    """A source that was looked up.

    Attributes:
        text: "Authors (year). Title. Journal volume, pages."
        doi: without a resolver's address; empty if it has none. A source has a DOI, a PMID or both.
        looked_up_at: the address of the page where the source was read.
        looked_up_on: ISO 8601 date.
    """

    text: str
    doi: str
    pmid: str
    looked_up_at: str
    looked_up_on: str

    @property
    def short(self) -> str:
        """For an answer: the text with its DOI, or else its PMID."""
        return f"{self.text} " + (f"doi:{self.doi}" if self.doi else f"PMID {self.pmid}")


@dataclass(frozen=True, kw_only=True)
class Prior:
    """A relation between two metrics, or between a metric and a biomarker, by their canonical names.

    Attributes:
        direction: the sign of the relation when both are higher than usual for the person.
        lag_days: if the effect is known to show so many days after the feature; 0 for the same day or night.
        population: whom it was found in, in words.
        within_person: whether it was found within people over time, and not only between people.
        mechanism: one sentence without digits.
        strategy: one concrete thing to do this week that moves the feature; empty where there is no clear lever.
    """

    id: str
    feature: str
    target: str
    direction: Direction
    lag_days: int
    size: TypicalSize | None
    population: str
    within_person: bool
    support: Support
    mechanism: str
    strategy: str
    citation: Citation


def relevant(finding: Finding, priors: Sequence[Prior]) -> tuple[Prior, ...]:
    """The priors about a finding's two daily metrics, whichever comes first; none for anything but an association."""
    basis = basis_of(finding)
    if basis is None or basis.metrics is None:
        return ()
    pair = set(basis.metrics)
    return tuple(prior for prior in priors if {prior.feature, prior.target} == pair)


@dataclass(frozen=True, kw_only=True)
class Applied:
    """A prior about the pair of a finding.

    Attributes:
        same_lag: whether the finding has the prior's target as many days after its feature as the prior.
    """

    prior: Prior
    same_lag: bool


def applied(finding: Finding, priors: Sequence[Prior]) -> tuple[Applied, ...]:
    """The relevant priors that the finding's order in time allows, the best first.

    A finding that has the prior's target before its feature is not about that relation. Firmer support comes first,
    then what was found within people, then the same lag.
    """
    basis = basis_of(finding)
    if basis is None or basis.metrics is None:
        return ()
    found: list[Applied] = []
    for prior in relevant(finding, priors):
        forward = prior.feature == basis.metrics[0]
        lag_days = basis.lag_days if forward else -basis.lag_days
        if lag_days >= 0:
            found.append(Applied(prior=prior, same_lag=lag_days == prior.lag_days))
    return tuple(sorted(found, key=_firmness))


def about(finding: Finding, priors: Sequence[Prior]) -> tuple[Applied, ...]:
    """What may be held against a finding: of an association the applied priors, else those about its series."""
    if finding.kind is FindingKind.ASSOCIATION:
        return applied(finding, priors)
    names = set(names_in(finding))
    return _of_one_series([prior for prior in priors if names & {prior.feature, prior.target}])


def explaining(finding: Finding, priors: Sequence[Prior], sign: int) -> tuple[Applied, ...]:
    """What a finding may be explained or acted on by: the applied priors of its sign, or steps that move its series."""
    if finding.kind is FindingKind.ASSOCIATION:
        return tuple(known for known in applied(finding, priors) if known.prior.direction.sign == sign)
    names = set(names_in(finding))
    return _of_one_series([prior for prior in priors if prior.target in names and is_clear_lever(prior)])


def _of_one_series(priors: Sequence[Prior]) -> tuple[Applied, ...]:
    found = [Applied(prior=prior, same_lag=prior.lag_days == 0) for prior in priors]
    return tuple(sorted(found, key=_firmness))


def _firmness(known: Applied) -> tuple[int, bool, bool]:
    return tuple(Support).index(known.prior.support), not known.prior.within_person, not known.same_lag


def published(prior: Prior) -> Iterator[LiteratureNumber]:
    """The published size of a relation, with the ends of its interval."""
    if prior.size is None:
        return
    ends = {"size": prior.size.value, "low": prior.size.low, "high": prior.size.high}
    for key, value in ends.items():
        if value is not None:
            yield LiteratureNumber(
                claim=f"lit-{prior.id}.{key}", value=value, unit=prior.size.unit, citation=prior.citation.short
            )


def is_clear_lever(prior: Prior) -> bool:
    """Whether the prior's step would do good: its target has a better direction, which its feature's own leads to.

    A step that moves a metric the better way only to make the other worse is none. Where what is better depends on the
    person (weight, calories, hormones) the target gives no reason for a step.
    """
    feature, target = _BETTER.get(prior.feature), _BETTER.get(prior.target)
    if not prior.strategy or target is None:
        return False
    return feature is None or feature * prior.direction.sign == target


_BETTER: Final = MappingProxyType(
    {
        **dict.fromkeys(
            (
                "steps",
                "distance_km",
                "active_zone_minutes",
                "fatburn_active_zone_minutes",
                "cardio_active_zone_minutes",
                "sleep_minutes",
                "deep_sleep_minutes",
                "rem_sleep_minutes",
                "deep_sleep_percent",
                "rem_sleep_percent",
                "sleep_score",
                "stress_management_score",
                "heart_rate_variability",
                "spo2",
                "hdl_cholesterol",
                "vitamin_d",
            ),
            1,
        ),
        **dict.fromkeys(
            (
                "awake_minutes",
                "awake_percent",
                "resting_heart_rate",
                "systolic_blood_pressure",
                "diastolic_blood_pressure",
                "fasting_glucose",
                "hba1c",
                "ldl_cholesterol",
                "triglycerides",
                "crp",
            ),
            -1,
        ),
    }
)
"""Which way is better for nearly everybody; a metric that is not here has no such way."""
