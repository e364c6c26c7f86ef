"""What is on record of a person and what it is called: all that a question can be read against."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from types import MappingProxyType


@dataclass(frozen=True, kw_only=True)
class Bounds:
    """What is believed as a highest or lowest value, both included; None where there is no bound."""

    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, kw_only=True)
class Quantity:
    """Something that is measured: a daily metric or derived feature, a field of an activity, a biomarker.

    Attributes:
        name: as a `Field` has it.
        unit: as it is stored: "min", "count", "bpm", "clock"; empty without unit.
        noun: its name in an answer, a singular: "resting heart rate".
        spoken: what people call it, lower case, without hyphens and apostrophes.
        loose: names that fit it but leave something out, each with the sentence that says so.
        additive: whether the values of several records add up to something.
        nightly: whether it measures a night.
        better: whether more of it is better; None where neither is.
        recorded: whether there is at least one value.
        days: the oldest and the newest one with a value; None where they are not known.
        plausible: a value beyond these bounds is more likely a fault than a record; None where none are known.
        plausible_by_kind: the same for activities of one kind, as stored; it goes before `plausible`.
        tag: of what the person notes, what its entries are called; empty of what is measured.
        days_without: whether days are known to be without it; elsewhere a day without an entry is unknown.
        example: an entry of it, as somebody would write it.
        lasting: whether it lasts the day, as travel does.
    """

    name: str
    unit: str
    noun: str
    spoken: tuple[str, ...] = ()
    loose: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    additive: bool = False
    nightly: bool = False
    better: bool | None = None
    recorded: bool = True
    days: tuple[date, date] | None = None
    plausible: Bounds | None = None
    plausible_by_kind: Mapping[str, Bounds] = field(default_factory=lambda: MappingProxyType({}))
    tag: str = ""
    days_without: bool = False
    example: str = ""
    lasting: bool = False


@dataclass(frozen=True, kw_only=True)
class Catalogue:
    """What is on record.

    Attributes:
        first: the oldest day on record.
        today: the newest day on record, which "today" means.
        metrics: daily metrics and derived features by name, in the order people know them in.
        fields: the numbers of an activity by name.
        biomarkers: laboratory values by name.
        kinds: the kinds of activities on record, as stored, the most frequent first.
        samples: the dates of the oldest and newest laboratory sample; None without any.
        population: the daily metrics a norm for the person's sex and age is known for.
        lower_limits, upper_limits: the biomarkers whose laboratory gave that end of a reference range.
        nights_follow: whether the night of a date is the one that begins on it; otherwise the one that ends on it.
    """

    first: date
    today: date
    metrics: Mapping[str, Quantity]
    fields: Mapping[str, Quantity]
    biomarkers: Mapping[str, Quantity] = field(default_factory=lambda: MappingProxyType({}))
    kinds: tuple[str, ...] = ()
    samples: tuple[date, date] | None = None
    population: frozenset[str] = frozenset()
    lower_limits: frozenset[str] = frozenset()
    upper_limits: frozenset[str] = frozenset()
    nights_follow: bool = False

    @property
    def reference_ranges(self) -> frozenset[str]:
        """The biomarkers whose laboratory gave a reference range, if of one end only."""
        return self.lower_limits | self.upper_limits
