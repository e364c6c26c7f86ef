"""An expression in words that tell it from every other: hypotheses are told apart by them.

Windows have no part in them: a change over time is one hypothesis, whichever its windows.
"""

from dataclasses import fields
from datetime import date
from enum import Enum
from typing import Final

from services.validator.domain.algebra import All, Field, Kind, Literal, Rows, Table, Where, Window
from services.validator.domain.questions.traversal import Node

_LEFT_OUT: Final = (None, "")


def text_of(node: Node) -> str:
    """A field by its own name, everything else as a call: "daily(where(activities, kind(run)), distance_m, sum)"."""
    match node:
        case Field(name=name):
            return name
        case Literal(value=value):
            return f"{value:.12g}"
        case All(table=table):
            return table.value
        case Where(rows=rows, test=test):
            return f"{text_of(rows)} where {text_of(test)}"
        case Kind(names=names):
            return f"kind({' or '.join(sorted(name.casefold() for name in names))})"
        case _:
            told = (_value(getattr(node, each.name)) for each in fields(node) if each.name != "window")
            return f"{type(node).__name__.lower()}({', '.join(each for each in told if each)})"


def chosen_among(rows: Rows) -> str:
    """Which rows they are, where that is not every day; empty for every day."""
    text = text_of(rows)
    return "" if text == Table.DAYS.value else text


def _value(value: object) -> str:
    if value in _LEFT_OUT or isinstance(value, Window):
        return ""
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, frozenset):
        return f"{{{', '.join(sorted(map(_value, value)))}}}" if value else ""
    if isinstance(value, tuple):
        return ", ".join(map(_value, value))
    if isinstance(value, int | float | str | date):
        return str(value)
    return text_of(value)  # type: ignore[arg-type]  # whatever else stands in an expression is one
