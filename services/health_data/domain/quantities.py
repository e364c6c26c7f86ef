"""What is told of every number on record: its name, its unit, what people call it, and what can be believed of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf
from types import MappingProxyType
from typing import Final

NO_LOOSE_NAMES: Final[Mapping[str, str]] = MappingProxyType({})


@dataclass(frozen=True, kw_only=True)
class Words:
    """How people speak of a quantity.

    Attributes:
        noun: its name in an answer, a singular.
        spoken: what it is called, lower case, without hyphens and apostrophes.
        loose: names that fit it but leave something out, each with the sentence that says so.
        additive: whether the values of several records add up to something.
        nightly: whether it measures a night's sleep.
        better: whether more of it is better; None where neither is.
        yields_to: a metric that its loose names mean instead wherever that one is recorded; empty without any.
        stands_in_for: a metric whose names mean this one where only this one is recorded; empty without any.
        instead: the sentence that says so.
    """

    noun: str
    spoken: tuple[str, ...] = ()
    loose: Mapping[str, str] = field(default_factory=lambda: NO_LOOSE_NAMES)
    additive: bool = False
    nightly: bool = False
    better: bool | None = None
    yields_to: str = ""
    stands_in_for: str = ""
    instead: str = ""


@dataclass(frozen=True, kw_only=True)
class Plausible:
    """The range beyond which a value is kept, but is more likely a fault of device or unit than a record.

    Attributes:
        low, high: both included; None where there is no such bound.
        source: the publication, standard or record that the bounds rest on.
    """

    low: float | None = None
    high: float | None = None
    source: str


@dataclass(frozen=True, kw_only=True)
class Quantity:
    """A number with a name and a unit.

    Attributes:
        low, high: the range outside which a cell of a file is no measurement; an import skips it.
        plausible: the narrower range of what is believed as a highest or lowest value; None where there is none.
        zero_is_suspect: a stored 0 is possible on paper but is mostly a device's way of saying nothing; an import
            keeps it as recorded and says so.
    """

    name: str
    unit: str
    low: float
    high: float
    words: Words
    plausible: Plausible | None = None
    zero_is_suspect: bool = False


ANY_NUMBER: Final = Quantity(name="", unit="", low=-inf, high=inf, words=Words(noun="number"))
"""A number whose unit is not known, so that nothing can be disbelieved."""


def loosely(sentence: str, *said: str) -> Mapping[str, str]:
    """Loose names that all leave out the same."""
    return MappingProxyType(dict.fromkeys(said, sentence))
