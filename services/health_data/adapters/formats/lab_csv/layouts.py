"""Which column of a laboratory's table is which, in the words of many laboratories."""

import csv
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

import numpy as np

from services.health_data.adapters.formats.members import Member
from services.health_data.adapters.formats.texts import rows
from services.health_data.domain.dates import DateColumn, DateReading, DateRefusal, detect
from services.health_data.domain.laboratory.analytes import identified, named, plain
from services.health_data.domain.laboratory.spelled_dates import with_number
from services.health_data.domain.laboratory.units import Kind, unit

_CANONICAL: Final = frozenset({"name", "value", "unit", "collected_at"})
"""Of the plain table of laboratory values, which is read elsewhere."""
_LINES_BEFORE: Final = 30
_ROWS_LOOKED_AT: Final = 200
_DELIMITERS: Final = (",", ";", "\t")

# By what a column holds, its names in plain words; the first one that a table has is taken.
COLUMNS: Final[Mapping[str, Sequence[str]]] = {
    "name": (
        *("test name", "biomarker name", "analyte name", "component name", "biomarker", "analyte", "component"),
        *("lab test", "test description", "marker", "parameter", "test", "tests", "investigation", "assay"),
        *("untersuchung", "analyse", "laborwert", "laborparameter", "messgrosse", "bezeichnung", "parametername"),
        *("examen", "analito", "analisis", "prueba", "determinacion", "esame", "exame", "bepaling", "onderzoek"),
        *("item", "result name", "observation name", "observation", "name"),
    ),
    "value": (
        *("result value", "test result", "your result", "your value", "numeric result", "current result", "result"),
        *("results", "value", "observed value", "measurement", "ergebnis", "messwert", "wert", "resultat", "valeur"),
        *("resultado", "valor", "risultato", "valore", "uitslag", "waarde", "observation value"),
    ),
    "unit": (
        *("unit", "units", "uom", "unit of measure", "units of measure", "result unit", "result units"),
        *("measurement unit", "einheit", "einheiten", "unite", "unites", "unidad", "unidades", "unita"),
        *("unita di misura", "unidade", "eenheid", "observation unit", "observation units"),
    ),
    "range": (
        *("reference range", "reference interval", "ref range", "normal range", "standard range", "lab range"),
        *("reference ranges", "range", "reference", "reference values", "normalbereich", "referenzbereich"),
        *("referenzwert", "referenzwerte", "referenz", "normwert", "norm", "valeurs de reference"),
        *("valeur de reference", "valores de referencia", "rango de referencia", "intervallo di riferimento"),
        *("valori di riferimento", "referentiewaarde", "referentiewaarden", "valor de referencia"),
    ),
    "low": (
        *("reference low", "reference range low", "ref low", "range low", "range min", "low", "min", "minimum"),
        *("lower limit", "lower bound", "normal min", "reference min", "untere grenze", "standard lower limit"),
    ),
    "high": (
        *("reference high", "reference range high", "ref high", "range high", "range max", "high", "max", "maximum"),
        *("upper limit", "upper bound", "normal max", "reference max", "obere grenze", "standard upper limit"),
    ),
    "date": (
        *("collection date", "date collected", "collected", "collected at", "collected on", "collected date"),
        *("collection date time", "collection time", "date of collection", "sample date", "specimen date"),
        *("draw date", "drawn", "date drawn", "date taken", "taken", "blood draw date", "sampled at", "date sampled"),
        *("entnahmedatum", "abnahmedatum", "probenentnahme", "entnahme", "date de prelevement", "date prelevement"),
        *("fecha de extraccion", "fecha de toma", "data prelievo", "data di prelievo", "data da coleta", "afnamedatum"),
        *("test date", "date of test", "observation date", "observation date time", "date of service", "service date"),
        *("date time", "date", "datum", "fecha", "data"),
    ),
    "reported": ("result date", "report date", "reported", "date reported", "befunddatum", "reported date"),
    "loinc": ("loinc", "loinc code"),
    "specimen": ("specimen", "specimen type", "sample type", "material", "panel", "category", "panel name", "group"),
    "person": ("patient", "patient name", "patient id", "mrn", "person", "user id", "subject"),
}
_OF_LAYOUT: Final = ("name", "value", "unit", "range", "low", "high", "date", "reported", "loinc", "specimen", "person")
_JOINED: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
_NOT_DATES: Final = frozenset(
    {"flag", "flags", "status", "optimal range", "optimal zone", "notes", "comment", "comments", "lab", "code"}
)
_TEXTS: Final = frozenset(
    {"notes", "note", "comment", "comments", "lab", "laboratory", "fasting", "source", "provider"}
)
"""What may stand beside the values of a table with a day of collection a row."""
_OF_ANY_DAY: Final = frozenset({"date", "datum", "fecha", "data", "date time"})
"""Above a table, the day on which it was printed."""
_IN_A_VOLUME: Final = frozenset({Kind.MASS, Kind.AMOUNT, Kind.CHARGE, Kind.ACTIVITY, Kind.COUNT})
_LEAST: Final = 2
_UNIT_IN_NAME: Final = re.compile(r"(?P<name>.*\S)\s*[(\[](?P<unit>[^()\[\]]+)[)\]]")


@dataclass(frozen=True)
class Layout:
    """Where what stands.

    Attributes:
        skip_lines: before the header.
        columns: the name of the column of each thing that the table has.
        dated: columns that are a date each, by name; empty of a table with a result a row.
        values: columns that are a laboratory value each, by name, as its name and unit; empty of other tables.
        comma_is_usual: whether the comma is decimal where numbers show no sign.
        collected: the day of collection that stands above the table; empty where it has a column of its own.
    """

    skip_lines: int
    columns: Mapping[str, str]
    dated: Mapping[str, str]
    comma_is_usual: bool
    values: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    collected: str = ""


def layout_of(member: Member) -> Layout | None:
    """How the table is laid out; None where it is none of a laboratory's.

    It has names, results, and units or reference ranges; and at least one of its first names is a known one. Or it has
    a day a row, and values with their units.
    """
    head = member.head.decode("utf-8", errors="replace").lstrip("\ufeff")
    if "\x00" in head:
        head = member.head.decode("utf-16", errors="replace")
    for skip, line in enumerate(head.splitlines()[:_LINES_BEFORE]):
        delimiter = max(_DELIMITERS, key=line.count)
        header = [name.strip() for name in next(csv.reader([line], delimiter=delimiter), [])]
        found = _columns(header)
        if "name" in found and ("unit" in found or "range" in found or {"low", "high"} <= found.keys()):
            if {name.casefold() for name in header} >= _CANONICAL:
                return None
            dated = {} if "value" in found else _dated(header, found)
            if "value" not in found and not dated:
                continue
            collected = "" if dated or "date" in found else _collected(head.splitlines()[:skip])
            layout = Layout(skip, found, dated, comma_is_usual=delimiter == ";", collected=collected)
            return layout if _has_known_names(member, layout) else None
        if "date" in found and (values := _values(header, found)):
            return Layout(skip, found, {}, comma_is_usual=delimiter == ";", values=values)
    return None


def _collected(above: Sequence[str]) -> str:
    """The day of collection that stands above a table; empty where there is none, or several."""
    stated = set()
    for line in above:
        label, _, text = line.replace(";", ",").replace("\t", ",").replace(":", ",", 1).partition(",")
        if _words(label.strip('"')) in COLUMNS["date"] and _words(label) not in _OF_ANY_DAY:
            stated.add(text.strip(' ,"'))
    return with_number(stated.pop()) if len(stated) == 1 else ""


def _values(header: Sequence[str], found: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """The columns that are a laboratory value each; none where another column is neither one nor a text."""
    values: dict[str, tuple[str, str]] = {}
    known = 0
    for column in header:
        taken = column in (found.get("date"), found.get("person"), "")
        if taken or _words(column) in _TEXTS:
            continue
        name, printed = unit_in(column)
        measured = unit(printed)
        is_known = named(identified(name, unit_printed=printed).name) is not None
        if not is_known and (measured is None or measured.kind not in _IN_A_VOLUME):
            return {}
        values[column] = (name, printed)
        known += is_known
    return values if known >= _LEAST else {}


def unit_in(name: str) -> tuple[str, str]:
    """A name without the unit that stands in it in brackets, and that unit; empty where none does."""
    inside = _UNIT_IN_NAME.fullmatch(name)
    return (inside["name"], inside["unit"]) if inside is not None and unit(inside["unit"]) is not None else (name, "")


def _words(column: str) -> str:
    """The name of a column in plain words, "ReferenceLow" and "reference_low" alike."""
    return plain(_JOINED.sub(" ", column))


def _columns(header: Sequence[str]) -> dict[str, str]:
    by_name: dict[str, str] = {}
    for name in header:
        by_name.setdefault(_words(name), name)
    found: dict[str, str] = {}
    for thing in _OF_LAYOUT:
        names = (by_name[each] for each in COLUMNS[thing] if each in by_name and by_name[each] not in found.values())
        first = next(names, None)
        if first is not None:
            found[thing] = first
    return found


def _dated(header: Sequence[str], found: Mapping[str, str]) -> dict[str, str]:
    """The columns that are dates; none where another column is neither one nor known."""
    others = [name for name in header if name and name not in found.values() and _words(name) not in _NOT_DATES]
    reading = read_dates([(with_number(name), 1) for name in others])
    if not others or not isinstance(reading, DateReading):
        return {}
    dated = {name: with_number(name) for name in others}
    return dated if all(reading.moment(text) is not None for text in dated.values()) else {}


def read_dates(stated: Sequence[tuple[str, int]]) -> DateReading | DateRefusal:
    """How the dates of one person are read; see `detect`.

    Args:
        stated: text and line of each, in the order of the file.
    """
    first_lines: dict[str, int] = {}
    for text, line in stated:
        first_lines.setdefault(text, line)
    position = {text: at for at, text in enumerate(first_lines)}
    return detect(
        DateColumn(
            texts=list(first_lines),
            first_lines=list(first_lines.values()),
            text_of_row=np.array([position[text] for text, _ in stated], np.int32),
            person_of_row=np.zeros(len(stated), np.int32),
        )
    )


def _has_known_names(member: Member, layout: Layout) -> bool:
    first = islice(rows(member, skip_lines=layout.skip_lines), _ROWS_LOOKED_AT)
    return any(named(row.get(layout.columns["name"], "").partition("(")[0] or "") is not None for _, row in first)
