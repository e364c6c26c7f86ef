"""What a body returned, as the numbers, texts and points of a finding."""

import math
from collections.abc import Iterator, Mapping
from datetime import date
from types import MappingProxyType
from typing import Final, TypeAlias, assert_never

from services.data_science.adapters.pandas_code.answers.pictures import FEWEST_POINTS, MOST_POINTS
from services.data_science.domain import algebra as a
from services.data_science.domain.run import JsonValue

Point: TypeAlias = tuple[date, float]

_EPOCH_ORDINAL: Final = date(1970, 1, 1).toordinal()
_TEXTS: Final = ("labels", "kinds")
_OF_A_NUMBER: Final = frozenset({"day", "start_day", "ties", "held", "sd"})
_OF_THE_VALUE: Final = frozenset({"day", "start_day", "ties", "held"})
_OF_TWO: Final = frozenset({"left", "right", "left_day", "right_day"})
_OF_LEVELS: Final = frozenset({"n_recent", "n_prior", "mean_recent", "mean_prior"})
_LISTS: Final[Mapping[type, frozenset[str]]] = MappingProxyType(
    {
        a.TellRecords: frozenset({"day_", "end_"}),
        a.Profile: frozenset({"g_", "n_"}),
        a.Unusual: frozenset({"day_", "c1_"}),
    }
)


def numbers_of(question: a.Question, result: Mapping[str, JsonValue]) -> Mapping[str, float]:
    """The finite numbers that an answer to the question consists of, by key; anything else in the result is left out.

    A date is the number of days since 1970-01-01. A list under `day_` gives `day_1`, `day_2` and so on. `ties` is
    given only where more than one row has the value.
    """
    return dict(_numbers(question, result))


def texts_of(result: Mapping[str, JsonValue]) -> Mapping[str, tuple[str, ...]]:
    """What the groups of a profile are called (`labels`), and the kinds of the activities that are told (`kinds`)."""
    found = {key: result.get(key) for key in _TEXTS}
    return {
        key: tuple(each for each in texts if isinstance(each, str))
        for key, texts in found.items()
        if isinstance(texts, list | tuple)
    }


def points_of(question: a.Question, result: Mapping[str, JsonValue]) -> tuple[Point, ...]:
    """The points of a picture; none where they are too few or too many for one. A group may have few."""
    points = _points(result.get("points"))
    return points if isinstance(question, a.Contrast) or len(points) >= FEWEST_POINTS else ()


def baseline_points_of(result: Mapping[str, JsonValue]) -> tuple[Point, ...]:
    """Of a contrast, the points of what is compared with."""
    return _points(result.get("baseline_points"))


def pairs_of(result: Mapping[str, JsonValue]) -> tuple[tuple[float, float], ...]:
    """Of a relation, the values that stand against each other."""
    listed = result.get("pairs")
    if not isinstance(listed, list | tuple) or len(listed) > MOST_POINTS:
        return ()
    return tuple(pair for each in listed for pair in _pair(each))


def _points(listed: JsonValue) -> tuple[Point, ...]:
    if not isinstance(listed, list | tuple) or len(listed) > MOST_POINTS:
        return ()
    return tuple(point for each in listed for point in _point(each))


def _numbers(question: a.Question, result: Mapping[str, JsonValue]) -> Iterator[tuple[str, float]]:
    single, listed = {"n", "effect"} | _keys(question), _listed_keys(question)
    for key, value in result.items():
        if key in single:
            number = _number(value)
            if number is not None and _is_told(key, number, question, result):
                yield key, number
        elif key in listed and isinstance(value, list | tuple):
            for position, item in enumerate(value, start=1):
                if (number := _number(item)) is not None:
                    yield f"{key}{position}", number


def _is_told(key: str, number: float, question: a.Question, result: Mapping[str, JsonValue]) -> bool:
    """Whether a number says anything: one row does not share its value, and what is undefined has no day."""
    if key == "ties" and number <= 1:
        return False
    of = {a.Tell: "effect", a.Decide: "share"}.get(type(question))
    return of is None or key not in _OF_THE_VALUE or _number(result.get(of)) is not None


def _keys(question: a.Question) -> frozenset[str]:
    """What an answer may consist of besides `n` and `effect`."""
    match question:
        case a.Tell():
            keys = _OF_A_NUMBER | _OF_TWO
        case a.Decide():
            keys = frozenset({"left", "right", "share", "held", "share_n"})
        case a.TellRecords():
            keys = frozenset({"ties"})
        case a.Profile():
            keys = frozenset({"extreme"})
        case a.Relate():
            keys = frozenset({"rho", "tau"})
        case a.Contrast():
            keys = _OF_LEVELS | {"sd"}
        case a.Trend():
            keys = frozenset({"slope_per_week", "mean"})
        case a.ChangePoint():
            keys = _OF_LEVELS | {"day"}
        case a.Unusual():
            keys = frozenset({"median"})
        case _:
            assert_never(question)
    return keys


def _listed_keys(question: a.Question) -> frozenset[str]:
    keys = _LISTS.get(type(question), frozenset())
    if isinstance(question, a.TellRecords):
        keys |= {f"c{position}_" for position in range(1, len(question.columns) + 1)}
    return keys


def _number(value: JsonValue) -> float | None:
    """The value as a finite number, a date as its days since 1970-01-01; None where it is neither."""
    if isinstance(value, str):
        day = _date(value)
        return None if day is None else float(day.toordinal() - _EPOCH_ORDINAL)
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return None
    return float(value)


def _date(text: str) -> date | None:
    """The date that a text in ISO 8601 begins with."""
    try:
        return date.fromisoformat(text[:10])
    except ValueError:
        return None


def _point(each: JsonValue) -> Iterator[Point]:
    match each:
        case [str() as text, int() | float() as value] if not isinstance(value, bool) and math.isfinite(value):
            day = _date(text)
            if day is not None:
                yield day, float(value)


def _pair(each: JsonValue) -> Iterator[tuple[float, float]]:
    if isinstance(each, list | tuple) and len(each) == 2:
        x, y = map(_number, each)
        if x is not None and y is not None:
            yield x, y
