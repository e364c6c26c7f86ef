"""The laboratory values that are known: what laboratories call them, their codes, and what converts their units."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from services.health_data.domain.laboratory.table import TABLE
from services.health_data.domain.laboratory.units import Kind, unit

_KINDS: Final = MappingProxyType(
    {
        "m": Kind.MASS,
        "s": Kind.AMOUNT,
        "e": Kind.CHARGE,
        "a": Kind.ACTIVITY,
        "c": Kind.COUNT,
        "%": Kind.SHARE,
        "v": Kind.CELL_VOLUME,
        "g": Kind.CELL_MASS,
        "n": Kind.CELL_AMOUNT,
        "f": Kind.FILTRATION,
        "r": Kind.SEDIMENTATION,
        "o": Kind.OSMOLALITY,
        "p": Kind.MASS_RATIO,
        "q": Kind.MASS_AMOUNT_RATIO,
        "i": Kind.AMOUNT_RATIO,
        "t": Kind.TIME,
    }
)
_SPECIMEN: Final = frozenset(
    {"serum", "plasma", "blood", "level", "levels", "quant", "quantitative", "result", "venous", "im", "in", "or", "by"}
    | {"blut", "vollblut", "sang", "suero", "sangre", "plasmatico", "serico", "sierico"}
    | {"mass", "volume", "moles", "units", "enzymatic", "activity", "automated", "auto", "count"}
)
"""Words that say how or in what it was measured, and not another thing: urine, saliva and the like do."""
_NUMBERS: Final = ("{}", "{} absolute", "absolute {}", "{} abs", "abs {}", "{} count", "absolute {} count")
"""How names of what also has a percentage say that they mean the number."""
_WORD: Final = re.compile(r"[^\W_]+")
_TWICE: Final = re.compile(r"([^()\[\]]+)[(\[]([^()\[\]]+)[)\]]")
_CODE: Final = re.compile(r"\d{1,7}-\d")
_PERCENT: Final = re.compile(r"%|\b(?:percent|prozent)\b")


@dataclass(frozen=True, kw_only=True)
class Analyte:
    """A laboratory value that is known.

    Attributes:
        name: canonical.
        loinc: the codes that mean it; a name alone gets the first.
        printed: what laboratories call it: plain words.
        kinds: what its units measure; empty where it has none.
        molar_mass: g/mol, by which mass and amount convert; 0 where that is not defined.
        charge: of its ion, by which mEq and mmol convert; 0 where there is none.
        share: what it is called where it is told as a percentage of the whole; empty where it is the same.
    """

    name: str
    loinc: tuple[str, ...]
    printed: frozenset[str]
    kinds: frozenset[Kind]
    molar_mass: float = 0.0
    charge: int = 0
    share: str = ""

    @property
    def is_glycated(self) -> bool:
        """Whether % and mmol/mol convert as those of HbA1c do."""
        return Kind.AMOUNT_RATIO in self.kinds and Kind.SHARE in self.kinds


@dataclass(frozen=True)
class Identity:
    """What a result is of.

    Attributes:
        name: canonical where it is known, else as printed.
        loinc: as stated, else that of the name; empty where neither is known.
    """

    name: str
    loinc: str


def plain(printed: str) -> str:
    """A name as it is looked up: lower case, without accents and punctuation."""
    text = unicodedata.normalize(
        "NFKD", printed.casefold().replace("\N{GREEK SMALL LETTER GAMMA}", "gamma").replace("ß", "ss")
    )
    return " ".join(_WORD.findall("".join(each for each in text if not unicodedata.combining(each))))


def _analytes(table: str) -> Iterator[Analyte]:
    rows: list[tuple[str, list[str]]] = []
    for line in table.strip().splitlines():
        if line.startswith(" "):
            rows[-1][1].append(line.strip())
        else:
            rows.append((line, []))
    return (_analyte(line, " ".join(printed).split(",")) for line, printed in rows)


def _analyte(line: str, printed: Sequence[str]) -> Analyte:
    name, codes, kinds, *rest = line.split(" | ")
    converts = dict(each.split("=") for each in rest[0].split()) if rest else {}
    share = converts.get("share", "").replace("_", " ")
    names = {plain(each) for each in (name, *printed)} - {""}
    return Analyte(
        name=name,
        loinc=() if codes == "-" else tuple(codes.split()),
        printed=frozenset(form.format(each) for each in names for form in (_NUMBERS if share else ("{}",))),
        kinds=frozenset(_KINDS[each] for each in kinds if each != "-"),
        molar_mass=float(converts.get("molar", 0)),
        charge=int(converts.get("charge", 0)),
        share=share,
    )


ANALYTES: Final = tuple(_analytes(TABLE))
_BY_NAME: Final = {each.name.casefold(): each for each in ANALYTES}
_BY_CODE: Final = {code: each for each in ANALYTES for code in each.loinc}
_BY_PRINTED: Final = {printed: each for each in ANALYTES for printed in each.printed}


def named(name: str) -> Analyte | None:
    """The analyte of that name: of a canonical one, or of one as it is printed."""
    return _BY_NAME.get(name.casefold()) or _printed(name)


def is_code(loinc: str) -> bool:
    """Whether the LOINC code is of a laboratory value that is known."""
    return loinc in _BY_CODE


def identified(printed: str, *, unit_printed: str, loinc: str = "") -> Identity:
    """What a result is of: by its code, else by its name and unit.

    A code that is not known says that it is something else than its name alone would: it is not taken for that.
    """
    loinc = loinc if _CODE.fullmatch(loinc) else ""
    analyte = _BY_CODE.get(loinc) if loinc else _of_unit(_printed(printed), printed, unit_printed)
    if analyte is not None:
        return Identity(analyte.name, loinc or next(iter(analyte.loinc), ""))
    if _printed(printed) is None:
        return Identity(printed, loinc)
    return Identity(f"{printed} ({f'LOINC {loinc}' if loinc else unit_printed or 'no unit'})", loinc)


def _printed(name: str) -> Analyte | None:
    return _worded(name) or _said_twice(name)


def _worded(name: str) -> Analyte | None:
    words = plain(name)
    essence = " ".join(word for word in words.split() if word not in _SPECIMEN)
    return _BY_PRINTED.get(words) or _BY_PRINTED.get(essence)


def _said_twice(name: str) -> Analyte | None:
    """The analyte of a name and another behind it in brackets, where both are its own: "Hemoglobin (Hb)"."""
    match = _TWICE.fullmatch(name.strip())
    first, second = (_worded(each) for each in match.groups()) if match else (None, None)
    return first if first is second else None


def _of_unit(analyte: Analyte | None, printed: str, unit_printed: str) -> Analyte | None:
    """The analyte that a name means beside a unit: a percentage is another than a number."""
    if analyte is None:
        return None
    measured = unit(unit_printed)
    is_share = measured is not None and measured.kind is Kind.SHARE
    if analyte.share and (is_share or (not unit_printed and _PERCENT.search(printed.casefold()))):
        return _BY_NAME[analyte.share.casefold()]
    if not analyte.kinds:
        return analyte
    return analyte if measured is not None and measured.kind in analyte.kinds else None
