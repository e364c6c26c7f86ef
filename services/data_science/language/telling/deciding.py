"""Yes or no, with both numbers."""

import operator
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from services.data_science.domain.algebra import (
    All,
    Calendar,
    Count,
    Decide,
    In,
    Literal,
    Operator,
    Pick,
    Reduce,
    Share,
    Table,
    Where,
)
from services.data_science.domain.units import CLOCK, DATE
from services.data_science.language.saying.rows import is_one
from services.data_science.language.saying.units import source_of
from services.data_science.language.saying.words import AMOUNTS, compared
from services.data_science.language.telling.cited import Cited, Told, capital
from services.data_science.language.telling.lacking import lacking
from services.data_science.language.telling.numbers import clause, share_clause
from services.data_science.language.telling.phrases import tally, unit_of_rows

_HOLDS: Final[Mapping[Operator, Callable[[float, float], bool]]] = MappingProxyType(
    {
        Operator.LESS: operator.lt,
        Operator.LESS_OR_EQUAL: operator.le,
        Operator.GREATER: operator.gt,
        Operator.GREATER_OR_EQUAL: operator.ge,
        Operator.EQUAL: operator.eq,
    }
)


def decide(question: Decide, cited: Cited) -> Told:
    """The answer, the left number, what it is compared with, what it rests on, and how often it held."""
    if not cited.has("left", "right"):
        return lacking(cited)
    is_so = _HOLDS[question.operator](cited.number("left"), cited.number("right"))
    left, right = question.left, question.right
    values = (cited.value("left", "left"), cited.value("right", "right"))
    if fallen := _fallen(question, cited):
        text = f"{'Yes' if is_so else 'No'}. {capital(fallen[0])} was{'' if is_so else ' not'} {fallen[1]}."
        return Told(text=text, answer=cited.ref("left"), values=values)
    basis = ""
    if isinstance(left, Reduce) and not is_one(left.rows) and cited.has("n"):
        basis = f" ({tally('n', left.rows, left.column, cited)})"
    said = f"{clause(left, 'left', cited)}{basis}"
    if isinstance(left, Count) and question.operator is Operator.GREATER_OR_EQUAL and right == Literal(value=1.0):
        return Told(text=f"{'Yes' if is_so else 'No'}. {capital(said)}.", answer=cited.ref("left"), values=values)
    if isinstance(left, Share):
        said = share_clause(left, "left", cited)
        return Told(text=f"{'Yes' if is_so else 'No'}. {said}.", answer=cited.ref("left"), values=values)
    is_named = isinstance(right, Literal)
    than = _than(question, cited, is_so=is_so) if is_named else f"; {clause(right, 'right', cited)}"
    further = tuple(cited.value(key, key) for key in ("share", "held") if cited.has(key))
    return Told(
        text=f"{'Yes' if is_so else 'No'}. {capital(said)}{than}.{_held(question, cited)}",
        answer=cited.ref("left"),
        values=(*values, *further),
    )


def _fallen(question: Decide, cited: Cited) -> tuple[str, str] | None:
    """What is picked out, and the days that it is asked to be one of; None of other questions."""
    match question:
        case Decide(
            left=Count(rows=Where(rows=Pick(count=1) as one, test=test)),
            operator=Operator.GREATER_OR_EQUAL,
            right=Literal(value=1.0),
        ):
            said = cited.voice.rows(one, within=None)
        case _:
            return None
    match test:
        case Calendar():
            days = cited.voice.test(test, source_of(one), within=None)
            return said, f"on a {days.removeprefix('on ').removesuffix('s')}" if " and " not in days else days
        case In(rows=All(table=Table.DAYS, window=window)):
            return said, cited.voice.window(window)
        case _:
            return None


def _than(question: Decide, cited: Cited, *, is_so: bool) -> str:
    """What the left number is to the one that was named; of a count that is none nothing is left to say."""
    if isinstance(question.left, Count) and cited.number("right") == 0:
        return ""
    unit = cited.unit("left")
    words = compared(question.operator, CLOCK) if unit in {CLOCK, DATE} else AMOUNTS[question.operator]
    return f", {'' if is_so else 'not '}{words} {cited.ref('right')}"


def _held(question: Decide, cited: Cited) -> str:
    share = question.share
    if share is None or not cited.has("held", "share", "share_n"):
        return ""
    one, several = unit_of_rows(share.rows, None, cited)
    of = f"{cited.ref('share_n')} {one if cited.number('share_n') == 1 else several}"
    return f" That was so in {cited.ref('held')} of {of} ({cited.ref('share')})."
