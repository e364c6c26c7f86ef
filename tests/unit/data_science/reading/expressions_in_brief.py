"""Expressions of the question language in brief, for tables of questions and what they are read as."""

from dataclasses import fields, is_dataclass
from enum import Enum

from services.data_science.domain.algebra import All, Field, Literal, Window
from services.data_science.domain.catalogue import Catalogue
from services.data_science.language.understanding import NotRead, Reader


def brief(node: object) -> str:  # noqa: PLR0911, one case a kind of value
    """An expression without what goes without saying: windows of all data, counts of one, offsets of none."""
    match node:
        case Window(label=label):
            return f"[{label}]"
        case Field(name=name):
            return name
        case Literal(value=value, unit=unit):
            return f"{value:g}{unit}"
        case All(table=table, window=window):
            return table.value if window.label == "all data" else f"{table.value}[{window.label}]"
        case frozenset():
            return "{" + ", ".join(sorted(map(brief, node))) + "}"
        case tuple():
            return "(" + ", ".join(map(brief, node)) + ")"
        case Enum(value=value):
            return str(value)
    if is_dataclass(node):
        values = (getattr(node, each.name) for each in fields(node))
        said = [brief(each) for each in values if each not in (None, 0, 1, ()) or isinstance(each, Enum)]
        return f"{type(node).__name__}({', '.join(said)})"
    return str(node)


def read_in_brief(catalogue: Catalogue, *messages: str) -> str:
    """What the last message is read as, of several questions one after the other; "declined" where it is not read."""
    read = Reader(catalogue).understand(messages)
    declined = not read or any(isinstance(each, NotRead) for each in read)
    return "declined" if declined else "; ".join(brief(each.question) for each in read if not isinstance(each, NotRead))
