"""What the literature says about how two measurements go together."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from services.validator.domain.finding import Finding


class Direction(StrEnum):
    POSITIVE = "positive"
    NEGATIVE = "negative"


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
    """The priors about a finding's two series, whichever comes first; none for anything but an association."""
    selection = finding.selection
    if selection is None or not selection.target:
        return ()
    pair = {selection.feature, selection.target}
    return tuple(prior for prior in priors if {prior.feature, prior.target} == pair)
