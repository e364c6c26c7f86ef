"""Phrases that answers are made of: how many there were, lists and tables."""

from collections.abc import Sequence
from typing import Final

from services.data_science.domain.algebra import Column, Field, Periods, Pick, Rows, Table
from services.data_science.domain.units import CLOCK
from services.data_science.language.saying.kinds import plural
from services.data_science.language.saying.rows import named, window_of
from services.data_science.language.saying.units import quantity_of, source_of
from services.data_science.language.saying.voice import closed, stands_alone
from services.data_science.language.saying.words import PERIODS
from services.data_science.language.telling.cited import Cited, capital

_AMOUNTS: Final = frozenset({"min", "km", "m", "kcal"})
"""Units of what there is more or less of."""


def unit_of_rows(rows: Rows, column: Column | None, cited: Cited) -> tuple[str, str]:
    """What one and several of the rows are called: days, nights, runs, weeks."""
    source = source_of(rows)
    while isinstance(rows, Pick):
        rows = rows.rows
    if isinstance(source, Periods):
        unit = PERIODS[source.unit]
        return unit, plural(unit)
    if source is Table.ACTIVITIES:
        found = named(rows, cited.voice, within=window_of(rows))
        return (found.one, found.several) if found else ("activity", "activities")
    if source is Table.SAMPLES:
        return "sample", "samples"
    quantity = quantity_of(column.name, source, cited.catalogue) if isinstance(column, Field) else None
    return ("night", "nights") if quantity and quantity.nightly else ("day", "days")


def tally(key: str, rows: Rows, column: Column | None, cited: Cited) -> str:
    """How many rows a number rests on: "27 days"."""
    one, several = unit_of_rows(rows, column, cited)
    return f"{cited.ref(key)} {one if cited.number(key) == 1 else several}"


def noun_of(column: Column, rows: Rows, cited: Cited) -> str:
    """A column without an article; in brackets where it is a phrase."""
    source = source_of(rows)
    said = cited.voice.column(column, source, within=window_of(rows))
    return said if stands_alone(said, column, source) or isinstance(column, Field) else closed(said)


def owned(column: Column, rows: Rows, cited: Cited) -> str:
    """A column with its article: "your step count"; of records that have a phrase of their own "the distance"."""
    return f"{'your' if source_of(rows) is Table.DAYS else 'the'} {noun_of(column, rows, cited)}"


def for_which(place: str) -> str:
    """Of which records, as it stands before a sentence or its second half: "for your runs in October 2024"."""
    place = place.strip()
    return f"for {place.removeprefix('of ')}" if place.startswith("of ") else place


def which_way(effect: float, unit: str) -> str:
    """What a value is that lies so far from another one: more, lower, later."""
    if unit == "count":
        return "more" if effect > 0 else "fewer"
    up, down = ("later", "earlier") if unit == CLOCK else ("more", "less") if unit in _AMOUNTS else ("higher", "lower")
    return up if effect > 0 else down


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table, on lines of its own."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def with_article(noun: str) -> str:
    return f"{'an' if noun[:1].lower() in 'aeiou' or noun[:3] in {'LDL', 'HRV', 'HDL'} else 'a'} {noun}"


def sentence(text: str) -> str:
    """As a sentence of its own."""
    text = capital(text.strip())
    return text if text.endswith((".", ":", "?", "!")) else f"{text}."
