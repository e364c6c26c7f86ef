"""How the numbers of a column are written: which sign is the decimal one, and what only groups thousands.

`10,432` alone is a riddle, and a column of numbers mostly is not: one `58.5` or one `1.234,5` tells. What a column does
not tell, the other columns of the file do, and failing these its delimiter: where semicolons separate, commas are
decimal. Whatever was grouped is said in the report, with a line.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

DecimalSign: TypeAlias = Literal[".", ","]

_SPACED: Final = re.compile(r"[+-]?\d{1,3}(?:[ '\u00a0\u202f\u2009\u2019]\d{3})+(?:[.,]\d*)?")
_SPACES: Final = re.compile(r"[ '\u00a0\u202f\u2009\u2019]")
_EITHER: Final = re.compile(r"[+-]?[1-9]\d{0,2}[.,]\d{3}")
_GROUPED: Final[dict[DecimalSign, re.Pattern[str]]] = {
    ".": re.compile(r"[+-]?\d{1,3}(?:,\d{3})+(?:\.\d*)?"),
    ",": re.compile(r"[+-]?\d{1,3}(?:\.\d{3})+(?:,\d*)?"),
}
_NUMERAL: Final = re.compile(r"[+-]?[\d.,]*\d[\d.,]*")


def decimal_sign(text: str) -> DecimalSign | None:
    """The sign that a numeral shows to be the decimal one; None where it shows neither."""
    text = _SPACES.sub("", text.strip())
    if not _NUMERAL.fullmatch(text) or _EITHER.fullmatch(text):
        return None
    last_dot, last_comma = text.rfind("."), text.rfind(",")
    if last_dot == last_comma:
        return None
    last: DecimalSign = "." if last_dot > last_comma else ","
    if text.count(last) == 1:
        return last
    return "," if last == "." else "."


def value_of(text: str, decimal: DecimalSign) -> float | None:
    """The number that a cell holds; None if it holds none."""
    text = text.strip()
    if _SPACED.fullmatch(text):
        text = _SPACES.sub("", text)
    if _GROUPED[decimal].fullmatch(text):
        text = text.replace("," if decimal == "." else ".", "")
    elif decimal == "," and "." in text:
        return None
    try:
        return float(text.replace(decimal, "."))
    except ValueError:
        return None


class Writing:
    """What the cells of some columns show of how numbers are written, row by row. It does not grow with the rows.

    Args:
        positions: where the columns of numbers stand.
        usual: the decimal sign where the file shows none.
    """

    def __init__(self, positions: Sequence[int], usual: DecimalSign) -> None:
        self._usual = usual
        self._silent = list(positions)
        self._shown: dict[int, DecimalSign] = {}
        self._grouped: dict[int, tuple[str, int]] = {}

    def see(self, cells: Sequence[str], line: int) -> None:
        told = False
        for at in self._silent:
            cell = cells[at]
            if "," in cell or "." in cell:
                shown = decimal_sign(cell)
                if shown is not None:
                    self._shown[at] = shown
                    told = True
                if at not in self._grouped and (shown is None or value_of(cell, shown) != value_of(cell, ".")):
                    self._grouped[at] = (cell.strip(), line)
        if told:
            self._silent = [at for at in self._silent if at not in self._shown]

    def decimal(self, at: int) -> DecimalSign:
        """The decimal sign of a column: as it shows, else as the other columns do, else the usual one."""
        if at in self._shown:
            return self._shown[at]
        ranked = Counter(self._shown.values()).most_common(2)
        return ranked[0][0] if len(ranked) == 1 else self._usual

    def notes(self, header: Sequence[str]) -> tuple[str, ...]:
        """How numbers were read that another reader might read otherwise."""
        read = ((at, cell, line, value_of(cell, self.decimal(at))) for at, (cell, line) in self._grouped.items())
        return tuple(
            f"{header[at]}: numbers written like '{cell}' (line {line:,}) were read as {value:.10g}."
            for at, cell, line, value in sorted(read)
            if value is not None
        )
