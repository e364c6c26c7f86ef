"""What words and phrases of a question mean, before it is known what the question is."""

from dataclasses import dataclass
from enum import Enum, auto
from typing import TypeAlias

from services.data_science.domain.query import Aggregate, Comparison, End, Grouping, Operation, Order, Window


@dataclass(frozen=True)
class Metric:
    """Something measured.

    Attributes:
        name: the daily series; empty for what only an activity has ("speed").
        said: the phrase it was called by.
        caveat: what a loose name leaves out.
        field: what it is called of an activity; empty for what no activity has ("deep sleep").
    """

    name: str
    said: str
    caveat: str = ""
    field: str = ""


@dataclass(frozen=True)
class Biomarker:
    """A laboratory value, by its name on record or, where there is none, the common one."""

    name: str
    said: str
    on_record: bool


@dataclass(frozen=True)
class Activity:
    """Activities spoken of.

    Attributes:
        kinds: those on record that are meant; empty for any.
        said: as an answer calls them, a plural: "runs", "treadmill workouts", "activities".
        on_record: False where a kind is named that there is none of.
        verb: "ran", "exercised": beside a number of days it counts, beside a metric it only says of what.
    """

    kinds: tuple[str, ...]
    said: str
    on_record: bool = True
    verb: bool = False


@dataclass(frozen=True)
class Statistic:
    """A number that is asked for; `field` is what an adjective implies ("furthest": the distance)."""

    aggregate: Aggregate
    field: str = ""


@dataclass(frozen=True)
class Judgement:
    """A "best" or "worst": which way is better depends on the metric."""

    best: bool


@dataclass(frozen=True)
class Chosen:
    """The first or last so many in time: "my last run", "first 3", "most recent day on which"."""

    end: End
    count: int


@dataclass(frozen=True)
class Ranked:
    """The top or bottom so many: "my three longest runs", "the 5 highest days"; the order may be a judgement's."""

    count: int
    order: Order | None


@dataclass(frozen=True)
class Rate:
    """Per so many days: "per week" 7, "a month" 30.4375, "daily" 1."""

    per_days: float
    said: str


@dataclass(frozen=True)
class Grouped:
    """One number for each: "by weekday", "across seasons"."""

    by: Grouping


@dataclass(frozen=True)
class Arithmetic:
    """Asks to set two numbers against each other in this way: "ratio", "by what percentage", "how much more"."""

    operation: Operation


@dataclass(frozen=True)
class Relation:
    """Words that ask whether two series go together; causal ones ask for more than data can tell."""

    causal: bool


@dataclass(frozen=True)
class Limit:
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
class Months:
    """Months of any year, also as seasons: "in summer", "in the Decembers"."""

    months: tuple[int, ...]
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
    """What a value has to be.

    Attributes:
        metric: what is compared.
        limits: each a comparison and its number, as it was said.
        unit: said with the number; None where none was.
        days: opened by words that speak of days ("on days when"), so it is the day's value that is meant.
        opened: opened at all ("where", "with", "on days when"), which tells it from a bare comparison.
    """

    metric: Metric
    limits: tuple[tuple[Comparison, float], ...]
    unit: Unit | None
    days: bool
    opened: bool


@dataclass(frozen=True)
class DayOf:
    """The days with such an activity, or without: "on days when I ran", "days without a workout"."""

    activity: Activity
    absent: bool


@dataclass(frozen=True)
class OffTopic:
    """Words that show the question is about something this language cannot say, and why it cannot."""

    reason: str


class Sign(Enum):
    """Words that mean one thing each and carry no value."""

    CHANGE = auto()
    """Asks how one series develops: "trending", "gone down"."""
    CHANGE_POINT = auto()
    """Asks for the day of a change: "since when", "when did it start to"."""
    DIRECTION = auto()
    """"more", "lower": what is asked about in a comparison or an association."""
    VERB = auto()
    """"lowers", "improve": causal between two metrics, a change beside one."""
    VERSUS = auto()
    """Asks to hold two windows or groups against each other: "compare", "versus"."""
    THAN = auto()
    DAYS_WHEN = auto()
    """Opens a condition on days: "on days when"."""
    WHERE = auto()
    """Opens a condition on what was just named: "where", "with", "that were"."""
    COUNT_DAYS = auto()
    HOW_OFTEN = auto()
    HOW_MANY = auto()
    HOW_MUCH = auto()
    HOW_FAR = auto()
    WHEN = auto()
    """Asks for a date, unless it opens a condition."""
    WHICH = auto()
    """Asks which activity: "what workouts", "which unique activities"."""
    LIST = auto()
    """Asks for several values one by one: "list", "show me each"."""
    HABIT = auto()
    """Present tense, "do I": asks for the usual day, not for a total."""
    NOT = auto()
    ROLLING = auto()
    """Asks for one of the 30-day rolling features."""
    FILLER = auto()


Term: TypeAlias = (
    Metric
    | Biomarker
    | Activity
    | Statistic
    | Judgement
    | Chosen
    | Ranked
    | Rate
    | Grouped
    | Arithmetic
    | Relation
    | Limit
    | Unit
    | Lag
    | Weekdays
    | Months
    | Span
    | Earlier
    | Condition
    | DayOf
    | OffTopic
    | Sign
)
Item: TypeAlias = str | Term
"""A question on its way to being understood: words that are not read yet, and terms."""
