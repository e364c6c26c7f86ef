"""Units of laboratory values and daily metrics, and exact conversion between them."""

from decimal import Context, Decimal
from typing import Final

from services.domain_expert.domain.ranges.unit_spellings import Reading, Scale, plainly, readings_of
from services.domain_expert.domain.ranges.unit_tables import common_scale_of

_EXACT: Final = Context(prec=60, traps=[])
"""Multiplies without rounding whatever a laboratory prints; only what has no end in decimals is rounded, at the end."""
_WRITTEN_OUT: Final = Decimal(0)
"""Added to a number, it leaves 1000 where 1E+3 was."""


def converted(value: Decimal, unit: str, to: str, *, of: str) -> Decimal | None:
    """The value in another unit; None where the two do not measure the same.

    Units of one dimension convert for everything. Mass, amount of substance, equivalents and units of activity in a
    volume convert into each other only for substances whose factor is known, and HbA1c between its two scales.

    Args:
        value: any finite number; NaN and infinity convert into nothing.
        unit: what the value is in, as a laboratory or a watch writes it.
        to: the unit to have it in.
        of: a daily metric, or a laboratory value by its usual name.
    """
    if not value.is_finite():
        return None
    if plainly(unit) == plainly(to):
        return value
    for have in readings_of(unit):
        for want in readings_of(to):
            scales = _on_one_scale(have, want, of)
            if scales is not None:
                return _moved(value, *scales)
    return None


def _on_one_scale(have: Reading, want: Reading, of: str) -> tuple[Scale, Scale] | None:
    if have.dimension is want.dimension:
        return have.scale, want.scale
    first, second = common_scale_of(of, have.dimension), common_scale_of(of, want.dimension)
    if first is None or second is None:
        return None
    return have.scale.within(first), want.scale.within(second)


def _moved(value: Decimal, have: Scale, want: Scale) -> Decimal | None:
    times, plus = have.times / want.times, (have.plus - want.plus) / want.times
    above = _EXACT.multiply(value, Decimal(times.numerator * plus.denominator))
    above = _EXACT.add(above, Decimal(plus.numerator * times.denominator))
    moved = _EXACT.divide(above, Decimal(times.denominator * plus.denominator))
    return _EXACT.add(moved, _WRITTEN_OUT) if moved.is_finite() else None
