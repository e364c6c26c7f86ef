"""One value in another unit: by powers of ten and volumes for all, by molar mass and the like where that is defined."""

from typing import Final

from services.health_data.domain.laboratory.analytes import Analyte
from services.health_data.domain.laboratory.units import Kind, Unit, spelt, unit

_SIGNIFICANT: Final = 12
"""Digits that are kept of a converted value: what is beyond is no more than how numbers are stored."""
# HbA1c: % of NGSP = 0.09148 * mmol/mol of IFCC + 2.152 (Hoelzel et al. 2004, doi:10.1373/clinchem.2003.024802).
_NGSP_SLOPE: Final = 0.09148
_NGSP_OFFSET: Final = 2.152
_BY_MASS: Final = (
    (Kind.MASS, Kind.AMOUNT),
    (Kind.CELL_MASS, Kind.CELL_AMOUNT),
    (Kind.MASS_AMOUNT_RATIO, Kind.MASS_RATIO),
)


def converted(value: float, printed: str, into: str, *, analyte: Analyte | None) -> float | None:
    """A value in another unit; None where that is not defined for what was measured.

    Args:
        value: in the unit `printed`.
        printed: a unit as it is printed.
        into: another one.
        analyte: what was measured; None where it is not known, which leaves powers of ten and volumes.
    """
    if printed == into or spelt(printed) == spelt(into):
        return value
    source, target = unit(printed), unit(into)
    if source is None or target is None:
        return None
    result = _between(value, source, target, analyte)
    return None if result is None else float(f"{result:.{_SIGNIFICANT}g}")


def _between(value: float, source: Unit, target: Unit, analyte: Analyte | None) -> float | None:
    amount = value * source.factor
    kinds = (source.kind, target.kind)
    if source.kind is not target.kind:
        if analyte is None:
            return None
        if analyte.is_glycated and kinds == (Kind.AMOUNT_RATIO, Kind.SHARE):
            amount = (_NGSP_SLOPE * amount * 1000 + _NGSP_OFFSET) / 100
        elif analyte.is_glycated and kinds == (Kind.SHARE, Kind.AMOUNT_RATIO):
            amount = (amount * 100 - _NGSP_OFFSET) / _NGSP_SLOPE / 1000
        elif (kinds in _BY_MASS or kinds[::-1] in _BY_MASS) and analyte.molar_mass:
            amount = amount / analyte.molar_mass if kinds in _BY_MASS else amount * analyte.molar_mass
        elif set(kinds) == {Kind.CHARGE, Kind.AMOUNT} and analyte.charge:
            amount = amount / analyte.charge if source.kind is Kind.CHARGE else amount * analyte.charge
        else:
            return None
    return amount / target.factor
