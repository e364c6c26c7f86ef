"""An expression in brief, for a test to be read by."""

from dataclasses import fields, is_dataclass
from enum import Enum

from services.data_science.domain.algebra import All, Field, Literal, Window
from services.data_science.language.resolving.readings import Reading
from services.data_science.language.understanding import Reader

_UNSAID = (None, 1, ())


def brief(part: object) -> str:  # noqa: PLR0911, one case a kind of part
    """As in "Count(Where(days[last week], Compare(steps, >=, 10000)))"."""
    match part:
        case Window(label=label):
            return f"[{label}]"
        case All(table=table, window=window):
            return table.value if window.label == "all data" else f"{table.value}{brief(window)}"
        case Field(name=name):
            return name
        case Literal(value=value):
            return f"{value:g}"
        case Enum(value=value):
            return str(value)
        case frozenset() | set():
            return f"{{{', '.join(sorted(map(brief, part)))}}}"
        case tuple():
            return f"({', '.join(map(brief, part))})"
        case _ if is_dataclass(part):
            inner = (getattr(part, each.name) for each in fields(part))
            return f"{type(part).__name__}({', '.join(brief(each) for each in inner if each not in _UNSAID)})"
        case _:
            return str(part)


def understood(reader: Reader, *messages: str) -> str:
    """What the last message is read as, of several questions one after the other; "declined" where it is not read."""
    read = reader.understand(messages)
    readings = [each for each in read if isinstance(each, Reading)]
    is_read = bool(readings) and len(readings) == len(read)
    return "; ".join(brief(each.question) for each in readings) if is_read else "declined"
