"""Setting a number beside what is known of its quantity."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal
from enum import StrEnum
from functools import partial
from types import MappingProxyType
from typing import Final

from services.domain_expert.domain.case import Person, Sex
from services.domain_expert.domain.citing import Citable
from services.domain_expert.domain.ranges.rows import Row, RowKind
from services.domain_expert.domain.ranges.spans import span_in
from services.domain_expert.domain.ranges.stands import Place, Stand, Stands
from services.domain_expert.domain.ranges.units import converted

_FAR: Final = Decimal(10) ** 9
_CLOSE: Final = Decimal("0.1")


class Side(StrEnum):
    BELOW = "below"
    WITHIN = "within"
    ABOVE = "above"


@dataclass(frozen=True, kw_only=True)
class Laboratory:
    """The laboratory's own printed range, in the unit of the value; None on a side that is open."""

    low: Decimal | None = None
    high: Decimal | None = None

    def side_of(self, value: Decimal) -> Side:
        if self.low is not None and value < self.low:
            return Side.BELOW
        return Side.ABOVE if self.high is not None and value > self.high else Side.WITHIN


@dataclass(frozen=True, kw_only=True)
class Placed:
    """Where a value falls among rows of one kind: in `row`, or on a side of it.

    `is_close`: it is outside by so little, a tenth of the bound at most, that it hardly differs.
    """

    row: Row
    side: Side = Side.WITHIN
    is_close: bool = False


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """A number beside what is known, each kind of statement for itself.

    Attributes:
        value, unit: None and empty where nothing is compared, and what is usual is asked.
        laboratory: on which side of the laboratory's own range it is; None without such a range.
        limit: the guideline's band it falls in.
        interval: the reference interval, and on which side of it the value is.
        percentiles: the nearest published percentiles below and above the value, at most one of each; without a value
            the quartiles.
        target: what is advised, and on which side of it the value is.
        rows: what was looked at, for this person, in the order of the kinds.
        stand: what to say of the number, or of what is usual; None where nobody wrote anything.
    """

    of: str
    value: Decimal | None
    unit: str
    laboratory: Side | None
    limit: Placed | None
    interval: Placed | None
    percentiles: tuple[Row, ...]
    target: Placed | None
    rows: tuple[Row, ...]
    stand: Stand | None = None

    @property
    def placed_by(self) -> Row | None:
        """The row that places the value in what its stand says; None where no row does."""
        return next((row for row in self.rows if self.stand and row.id == self.stand.row), None)

    @property
    def citable(self) -> tuple[Citable, ...]:
        """The rows, with their bounds in the value's unit too, and what the stand rests on."""
        rows = (_also_in(row, self.unit) for row in self.rows)
        stand = (self.stand.said, self.stand.meant) if self.stand else ()
        return tuple({citable.id: citable for citable in (*stand, *rows)}.values())

    def is_below(self, row: Row) -> bool:
        """Whether the value is below what a percentile is at."""
        number = None if self.value is None else converted(self.value, self.unit, row.unit, of=row.of)
        return number is not None and number < _at(row)


def _also_in(row: Row, unit: str) -> Citable:
    other = span_in(row, unit)
    return replace(row.citable, text=f"{row.citable.text}; {other}") if other else row.citable


def compare(
    rows: Iterable[Row],
    *,
    of: str,
    value: Decimal | None,
    unit: str,
    person: Person,
    laboratory: Laboratory | None,
    stands: Stands = MappingProxyType({}),
    is_unknown: bool = False,
) -> Comparison:
    """What the rows of a quantity say of a value, for such a person.

    Without a value what is usual is left; a value in a unit that cannot be converted is compared with nothing.

    Args:
        rows: of any quantities and people.
        of: a daily metric, or a laboratory value by its usual name.
        value: the number; None for what is usual.
        unit: of the value.
        person: whom it is about.
        laboratory: the laboratory's own range, in the unit of the value.
        stands: what was written on numbers.
        is_unknown: it is a number of the person's own that nobody has.
    """
    named = [row for row in rows if row.of.casefold() == of.casefold()]
    person = _of_the_only_sex(named, person)
    fitting = [row for row in named if row.is_of(person)]
    of_kind = {kind: [row for row in fitting if row.kind is kind] for kind in RowKind}
    comparison = Comparison(
        of=of,
        value=value,
        unit=unit,
        laboratory=laboratory.side_of(value) if laboratory and value is not None else None,
        limit=_band(of_kind[RowKind.DECISION_LIMIT], value, unit),
        interval=_beside(of_kind[RowKind.REFERENCE_INTERVAL], value, unit),
        percentiles=_percentiles(of_kind[RowKind.PERCENTILE], value, unit),
        target=_beside(of_kind[RowKind.TARGET], value, unit),
        rows=tuple(row for kind in RowKind for row in of_kind[kind]),
    )
    stand = _stand(comparison, stands, is_unknown=is_unknown)
    if stand is not None and stand.place is Place.UNJUDGED and person.sex is None:
        beside = partial(compare, named, of=of, value=value, unit=unit, laboratory=laboratory, stands=stands)
        stand = _alike(stand, [beside(person=replace(person, sex=sex)) for sex in Sex])
    return replace(comparison, stand=stand)


def _of_the_only_sex(rows: Sequence[Row], person: Person) -> Person:
    """The person, whose sex is known where all rows are for one: a prostate value is a man's."""
    sexes = {row.sex for row in rows}
    only = next(iter(sexes)) if len(sexes) == 1 else None
    return replace(person, sex=only) if person.sex is None and only is not None else person


def _alike(unjudged: Stand, of_either: Sequence[Comparison]) -> Stand:
    """What is said where the sex is not known, and the number is on the same side of what is usual for both."""
    usual = [each.stand for each in of_either if each.placed_by and each.placed_by.kind is RowKind.REFERENCE_INTERVAL]
    first = usual[0] if usual else None
    is_same = len(usual) == len(of_either) and all(stand and first and stand.place is first.place for stand in usual)
    depends = _DEPENDS_ON_SEX.match(unjudged.say)
    if first is None or not is_same or depends is None or first.place not in _FOR_BOTH:
        return unjudged
    what = f"{depends['what'][0].upper()}{depends['what'][1:]}"
    say = f"{what} is {_FOR_BOTH[first.place]}, for women and men alike:{unjudged.say[depends.end() :]}"
    return replace(unjudged, say=say, more=first.more, ask=first.ask, meant=first.meant)


_DEPENDS_ON_SEX: Final = re.compile(r"Whether (?P<what>.*\{value\}) is fine depends on sex(?: and muscle)?:")
_FOR_BOTH: Final = {Place.BELOW: "low", Place.JUST_BELOW: "low", Place.IN: "ordinary", Place.ABOVE: "high"}


def _stand(comparison: Comparison, stands: Stands, *, is_unknown: bool) -> Stand | None:
    """What somebody wrote on the place of the value.

    Outside of what is usual that counts first, if anything was written on it; then a guideline's limit, what is usual,
    and what is advised.
    """
    of = comparison.of.casefold()
    if comparison.value is None:
        return stands.get((of, Place.UNKNOWN if is_unknown else Place.ASKED, ""))
    outside = comparison.interval if comparison.interval and comparison.interval.side is not Side.WITHIN else None
    placed = (outside, comparison.limit, comparison.interval, comparison.target)
    places = ((place, each.row.id) for each in placed if each for place in _places_of(each))
    found = (stands.get((of, *place)) for place in places)
    return next(filter(None, found), None) or stands.get((of, Place.UNJUDGED, ""))


def _places_of(placed: Placed) -> tuple[Place, ...]:
    """Where the value is, the closest description first: what was written on it may not tell a little from a lot."""
    return (Place.JUST_BELOW, Place.BELOW) if placed.is_close and placed.side is Side.BELOW else (_PLACES[placed.side],)


_PLACES: Final = {Side.BELOW: Place.BELOW, Side.WITHIN: Place.IN, Side.ABOVE: Place.ABOVE}


def _band(rows: Sequence[Row], value: Decimal | None, unit: str) -> Placed | None:
    """Guidelines print bands in whole numbers, "130 to 139" and "140 or more": what is between them is rounded."""
    numbers = [None if value is None else converted(value, unit, row.unit, of=row.of) for row in rows]
    for row, number in zip(rows, numbers, strict=True):
        if number is not None and row.holds(number):
            return Placed(row=row)
    for row, number in zip(rows, numbers, strict=True):
        if number is not None and row.holds(_rounded(number, rows)):
            return Placed(row=row)
    return None


def _rounded(number: Decimal, rows: Sequence[Row]) -> Decimal:
    """To as many decimals as the bounds are printed with, half up; what is beyond all bounds by far stays."""
    if abs(number) >= _FAR:
        return number
    bounds = [bound for row in rows for bound in (row.low, row.high) if bound is not None]
    exponent = min(int(bound.as_tuple().exponent) for bound in bounds)
    return number.quantize(Decimal(1).scaleb(min(exponent, 0)), rounding=ROUND_HALF_UP)


def _beside(rows: Sequence[Row], value: Decimal | None, unit: str) -> Placed | None:
    """Beside the narrowest row: one for this sex and age rather than one for all."""
    if not rows:
        return None
    row = min(rows, key=lambda each: (each.sex is None, each.age_high - each.age_low))
    number = None if value is None else converted(value, unit, row.unit, of=row.of)
    if number is None:
        return Placed(row=row) if value is None else None
    if row.holds(number):
        return Placed(row=row)
    side = Side.BELOW if row.low is not None and number <= row.low else Side.ABOVE
    bound = row.low if side is Side.BELOW else row.high
    return Placed(row=row, side=side, is_close=bound is not None and abs(number - bound) <= abs(bound) * _CLOSE)


def _percentiles(rows: Sequence[Row], value: Decimal | None, unit: str) -> tuple[Row, ...]:
    if not rows:
        return ()
    narrowest = min((each.sex is None, each.age_high - each.age_low) for each in rows)
    own = sorted(
        (each for each in rows if (each.sex is None, each.age_high - each.age_low) == narrowest),
        key=lambda each: each.percent or 0,
    )
    if value is None:
        return tuple(row for row in own if row.percent in (25, 75))
    number = converted(value, unit, own[0].unit, of=own[0].of)
    if number is None:
        return ()
    below = [row for row in own if _at(row) <= number]
    return (*below[-1:], *own[len(below) : len(below) + 1])


def _at(row: Row) -> Decimal:
    return row.high if row.high is not None else Decimal("Infinity")
