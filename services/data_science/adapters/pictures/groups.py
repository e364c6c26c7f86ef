"""Charts without an axis of time: bars of groups, values of two groups side by side, two series against each other."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from services.data_science.adapters.pictures.drawing import (
    LEVEL,
    VALUES,
    Key,
    Layer,
    value_axis,
    value_scale,
)
from services.data_science.domain.units import CLOCK
from services.data_science.language.saying.amounts import amount_text

_MOST_LETTERS: Final = 85
_MOST_DIGITS: Final = 100
"""As many as can stand in a row without touching."""
_GOLDEN: Final = 0.6180339887498949
"""Multiples of it fill an interval evenly, so that dots beside each other do not need chance."""


def bars(rows: Sequence[tuple[str, float]], *, group: str, title: str, unit: str) -> list[Layer]:
    """A bar for each group from zero, with its number; times of day, which have no zero, as dots."""
    data = {"values": [{"label": label, "value": value, "text": amount_text(value, unit)} for label, value in rows]}
    numbers = [value for _, value in rows]
    x = {
        "field": "label",
        "type": "nominal",
        "sort": None,
        "axis": {
            "title": group,
            "labelAngle": 0 if _letters(label for label, _ in rows) <= _MOST_LETTERS else -40,
            "labelLimit": 110,
        },
    }
    y = {
        "field": "value",
        "type": "quantitative",
        "scale": value_scale(unit) if unit == CLOCK else {"zero": True},
        "axis": value_axis(title, unit, min(numbers) if unit == CLOCK else min(0.0, *numbers), max(numbers)),
    }
    mark = {"type": "circle", "size": 160} if unit == CLOCK else {"type": "bar"}
    layers: list[Layer] = [
        {"data": data, "mark": {**mark, "color": VALUES, "tooltip": True}, "encoding": {"x": x, "y": y}}
    ]
    if _letters(amount_text(value, unit) for _, value in rows) <= _MOST_DIGITS:
        text = {"type": "text", "dy": -16 if unit == CLOCK else -9, "fontSize": 12, "color": "#333333"}
        layers.append({"data": data, "mark": text, "encoding": {"x": x, "y": y, "text": {"field": "text"}}})
    return layers


def _letters(texts: Iterable[str]) -> int:
    return sum(map(len, texts))


def side_by_side(
    groups: Mapping[str, Sequence[float]], means: Mapping[str, float], *, title: str, unit: str
) -> list[Layer]:
    """The values of each group as a cloud of dots, with its mean as a bar across."""
    rows = [
        {"label": label, "value": value, "beside": position * _GOLDEN % 1}
        for label, values in groups.items()
        for position, value in enumerate(values)
    ]
    numbers = [value for values in groups.values() for value in values]
    x = {"field": "label", "type": "nominal", "sort": None, "axis": {"title": None, "labelAngle": 0, "labelLimit": 300}}
    y = {
        "field": "value",
        "type": "quantitative",
        "scale": value_scale(unit),
        "axis": value_axis(title, unit, min(numbers), max(numbers)),
    }
    key = Key(colours={"Each value": VALUES, "Average": LEVEL})
    beside = {"field": "beside", "type": "quantitative", "scale": {"domain": [-0.6, 1.6]}}
    levels = [{"label": label, "value": value, "text": amount_text(value, unit)} for label, value in means.items()]
    return [
        {
            "data": {"values": rows},
            "mark": {"type": "circle", "size": 36, "opacity": 0.55, "tooltip": True},
            "encoding": {"x": x, "xOffset": beside, "y": y, "color": key.of("Each value")},
        },
        {
            "data": {"values": levels},
            "mark": {"type": "tick", "thickness": 3, "size": 150},
            "encoding": {"x": x, "y": y, "color": key.of("Average")},
        },
        {
            "data": {"values": levels},
            "mark": {"type": "text", "dx": 82, "align": "left", "fontSize": 12, "fontWeight": "bold"},
            "encoding": {"x": x, "y": y, "text": {"field": "text"}, "color": key.of("Average")},
        },
    ]


def scatter(pairs: Sequence[tuple[float, float]], x_axis: tuple[str, str], y_axis: tuple[str, str]) -> list[Layer]:
    """A dot a pair and the least-squares line through them.

    Args:
        pairs: of values, of which at least two differ in the first.
        x_axis: what the first values are, and their unit.
        y_axis: likewise the second.
    """
    encoding = {
        name: {
            "field": name,
            "type": "quantitative",
            "scale": value_scale(axis[1]),
            "axis": value_axis(*axis, min(side), max(side)),
        }
        for name, axis, side in zip("xy", (x_axis, y_axis), zip(*pairs, strict=True), strict=True)
    }
    key = Key(colours={"Each day": VALUES, "Straight line through them": LEVEL})
    return [
        {
            "data": {"values": _rows(pairs)},
            "mark": {"type": "circle", "size": 40, "opacity": 0.6, "tooltip": True},
            "encoding": {**encoding, "color": key.of("Each day")},
        },
        {
            "data": {"values": _rows(_fitted(pairs))},
            "mark": {"type": "line", "strokeWidth": 2.4},
            "encoding": {**encoding, "color": key.of("Straight line through them")},
        },
    ]


def _rows(pairs: Sequence[tuple[float, float]]) -> list[dict[str, Any]]:
    return [{"x": x, "y": y} for x, y in pairs]


def _fitted(pairs: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The ends of the least-squares line."""
    x_mean, y_mean = (sum(side) / len(pairs) for side in zip(*pairs, strict=True))
    spread = sum((x - x_mean) ** 2 for x, _ in pairs)
    slope = sum((x - x_mean) * (y - y_mean) for x, y in pairs) / spread
    return [(x, y_mean + slope * (x - x_mean)) for x in (min(x for x, _ in pairs), max(x for x, _ in pairs))]
