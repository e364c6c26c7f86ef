"""Whether a question is about what is usual: an average of several days, or how far days stray from it."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Final

from services.data_science.domain.algebra import (
    Contrast,
    Grouping,
    Periods,
    Profile,
    Reduce,
    Relate,
    Statistic,
    Trend,
    Window,
)

_OF_MANY: Final = frozenset({Statistic.MEAN, Statistic.MEDIAN, Statistic.SD, Statistic.CV})


def is_average(question: object) -> bool:
    """Whether an average of more than a single day is computed in it anywhere."""
    return any(_averages(node) and not _of_one_day(node) for node in _nodes(question))


def _averages(node: object) -> bool:
    match node:
        case Profile(statistic=Statistic.COUNT, by=Grouping.WEEKDAY):
            return True
        case Reduce(statistic=statistic) | Profile(statistic=statistic) | Periods(statistic=statistic):
            return statistic in _OF_MANY
        case Contrast() | Relate() | Trend():
            return True
        case _:
            return False


def _of_one_day(node: object) -> bool:
    return any(isinstance(inner, Window) and inner.start == inner.end for inner in _nodes(node))


def _nodes(node: object) -> Iterator[object]:
    yield node
    if isinstance(node, tuple | frozenset):
        for each in node:
            yield from _nodes(each)
    elif is_dataclass(node):
        for each in fields(node):
            yield from _nodes(getattr(node, each.name))
