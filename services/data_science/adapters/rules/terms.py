"""What words and phrases of a question mean, before it is known what the question is."""

from dataclasses import dataclass
from enum import Enum, auto
from typing import TypeAlias

from services.data_science.domain.query import Aggregate, Comparison, DayFilter, Window


@dataclass(frozen=True)
class Metric:
    """A daily series; `said` is the phrase it was called by, `caveat` what a loose name leaves out."""

    name: str
    said: str
    caveat: str = ""


@dataclass(frozen=True)
class Statistic:
    aggregate: Aggregate


@dataclass(frozen=True)
class Relation:
    """Words that ask whether two series go together; causal ones ask for more than data can tell."""

    causal: bool


@dataclass(frozen=True)
class Bound:
    """A comparison with a number that is still to come: "more than"."""

    comparison: Comparison
    said: str


@dataclass(frozen=True)
class Unit:
    """A word for a unit: so many of the dimension's own unit are one of these."""

    dimension: str
    factor: float
    said: str


@dataclass(frozen=True)
class Lag:
    """The metric it stands beside is read this many days after the other one; negative means before."""

    days: int


@dataclass(frozen=True)
class Weekdays:
    iso_weekdays: tuple[int, ...]
    said: str


@dataclass(frozen=True)
class Span:
    """A window of the question, already resolved to dates."""

    window: Window


@dataclass(frozen=True)
class Earlier:
    """The window just before the other one: so many calendar units, or as long as it."""

    count: int | None
    unit: str | None


@dataclass(frozen=True)
class Condition:
    """A day filter made of a metric, a bound and a number; `stated` tells it from a bare comparison."""

    filters: tuple[DayFilter, ...]
    metric: Metric
    stated: bool


@dataclass(frozen=True)
class OffTopic:
    """Words that show the question is about something this language cannot say."""

    reason: str


class Sign(Enum):
    """Words that mean one thing each and carry no value."""

    CHANGE = auto()
    """Asks how one series develops: "trending", "gone down"."""
    DIRECTION = auto()
    """"more", "lower": what is asked about in a comparison or an association."""
    VERB = auto()
    """"lowers", "improve": causal between two metrics, a change beside one."""
    VERSUS = auto()
    """Asks to hold two windows against each other: "compare", "versus"."""
    THAN = auto()
    DAYS_WHEN = auto()
    """Opens a condition: "on days when"."""
    COUNT_DAYS = auto()
    HOW_OFTEN = auto()
    """Counts days only where a condition says which."""
    HOW_MANY = auto()
    HOW_MUCH = auto()
    WHEN = auto()
    """Asks for a date, unless it opens a condition."""
    PER_DAY = auto()
    HABIT = auto()
    """Present tense, "do I": asks for the usual day, not for a total."""
    ROLLING = auto()
    """Asks for one of the 30-day rolling features."""
    CV = auto()
    FILLER = auto()


Term: TypeAlias = (
    Metric | Statistic | Relation | Bound | Unit | Lag | Weekdays | Span | Earlier | Condition | OffTopic | Sign
)
Item: TypeAlias = str | Term
"""A question on its way to being understood: words that are not read yet, and terms."""
