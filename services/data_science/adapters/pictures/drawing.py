"""Vega-Lite layers: what a chart is made of, whatever it shows."""

import json
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise
from typing import Any, Final, TypeAlias

from services.data_science.domain.units import CLOCK

Layer: TypeAlias = Mapping[str, Any]

SCHEMA: Final = "https://vega.github.io/schema/vega-lite/v5.json"
VALUES: Final = "#0072B2"
LEVEL: Final = "#D55E00"
OTHER: Final = "#009E73"
SHADE: Final = "#767676"
"""Three colours, and a grey, that stay apart for people who see colours differently: Okabe and Ito (2008)."""
_WIDTH: Final = 640
_HEIGHT: Final = 300
_TITLE_WIDTH: Final = 90
_MS_A_DAY: Final = 86_400_000
_EPOCH: Final = date(1970, 1, 1)
_MOST_TICKS: Final = 8
_MOST_DAYS: Final = 92
_CLOCK_STEPS: Final = (15, 30, 60, 120, 180, 240, 360)
_CLOCK_LABEL: Final = "format(floor(datum.value / 60) % 24, '02') + ':' + format(datum.value % 60, '02')"
_DURATION_LABEL: Final = (
    "(datum.value < 0 ? '-' : '') + floor(abs(datum.value) / 60) + ' h'"
    " + (abs(datum.value) % 60 ? ' ' + abs(datum.value) % 60 + ' min' : '')"
)
_MINUTES: Final = "min"
_HOURS_FROM: Final = 120.0
"""So many minutes are easier to read as hours."""
_CONFIG: Final = {
    "font": "Helvetica, Arial, sans-serif",
    "axis": {"labelFontSize": 12, "titleFontSize": 13, "titleFontWeight": "normal", "gridColor": "#ebebeb"},
    "legend": {"labelFontSize": 12, "orient": "top", "title": None, "labelLimit": 400},
    "title": {"anchor": "start", "fontSize": 15, "fontWeight": "normal", "offset": 12},
    "view": {"stroke": None},
}


@dataclass(frozen=True, kw_only=True)
class Span:
    """The days from one to another, both included."""

    start: date
    end: date


@dataclass(frozen=True, kw_only=True)
class Point:
    day: date
    value: float


@dataclass(frozen=True, kw_only=True)
class Key:
    """What the colours of a chart stand for: each label with its colour, in the order of the legend."""

    colours: Mapping[str, str]

    def of(self, label: str) -> Layer:
        return {
            "datum": label,
            "type": "nominal",
            "scale": {"domain": list(self.colours), "range": list(self.colours.values())},
            "legend": {"symbolOpacity": 1} if len(self.colours) > 1 else None,
        }


@dataclass(frozen=True, kw_only=True)
class Axes:
    """The axes of a chart over time.

    Attributes:
        start, end: the first and last day it shows.
        title: what is measured.
        unit: the unit of it.
        lowest, highest: of the values, which the ticks of a clock need.
    """

    start: date
    end: date
    title: str
    unit: str
    lowest: float
    highest: float

    @property
    def x(self) -> Layer:
        days = (self.end - self.start).days + 1
        margin = max(1.0, days * 0.02) * _MS_A_DAY
        domain = [_ms(self.start) - margin, _ms(self.end) + margin]
        return {
            "field": "date",
            "type": "temporal",
            "scale": {"type": "utc", "domain": domain},
            "axis": {"title": "Date", "grid": False, **_date_ticks(self.start, self.end)},
        }

    @property
    def y(self) -> Layer:
        return {
            "field": "value",
            "type": "quantitative",
            "scale": value_scale(self.unit),
            "axis": value_axis(self.title, self.unit, self.lowest, self.highest),
        }


def _date_ticks(start: date, end: date) -> Layer:
    """Ticks on days where those can be told apart, else on the first of months."""
    days = (end - start).days + 1
    if days <= _MOST_DAYS:
        step = timedelta(days=-(-days // _MOST_TICKS))
        return {"format": "%-d %b", "values": [_ms(start + step * number) for number in range(-(-days // step.days))]}
    months = [year * 12 + month - 1 for year, month in ((start.year, start.month), (end.year, end.month))]
    step_months = -(-(months[1] - months[0] + 1) // _MOST_TICKS)
    firsts = (date(month // 12, month % 12 + 1, 1) for month in range(months[0], months[1] + 1, step_months))
    return {"format": "%b %Y", "values": [_ms(first) for first in firsts if first >= start]}


def value_scale(unit: str) -> Layer:
    """A scale that need not show zero; of times of day, which round decimal ends do not suit, with a margin."""
    return {"zero": False, "nice": False, "padding": 14} if unit == CLOCK else {"zero": False}


def value_axis(title: str, unit: str, lowest: float, highest: float) -> Layer:
    """An axis of values with their unit; times of day, and durations of hours, have ticks at round hours."""
    if unit == _MINUTES and highest >= _HOURS_FROM:
        return {"title": titled(title, "hours"), **_ticks(lowest, highest), "labelExpr": _DURATION_LABEL}
    if unit != CLOCK:
        return {"title": titled(title, unit.replace("count", "steps").replace("degC", "°C"))}
    return {"title": f"{capital(title)} (time of day)", **_ticks(lowest, highest), "labelExpr": _CLOCK_LABEL}


def _ticks(lowest: float, highest: float) -> Layer:
    """At round hours or parts of them, as few as can be told apart; further apart than a day by whole days."""
    most = 24 * 60
    step = next((each for each in _CLOCK_STEPS if (highest - lowest) / each <= _MOST_TICKS), most)
    step *= max(1, round((highest - lowest) / step / _MOST_TICKS))
    first, last = int(lowest // step), int(-(-highest // step))
    return {"values": [number * step for number in range(first, last + 1)]}


def titled(title: str, unit: str) -> str:
    return f"{capital(title)} ({unit})" if unit else capital(title)


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def shade(axes: Axes, span: Span, colour: str = SHADE) -> Layer:
    """The days of a span, from the start of its first day to the end of its last."""
    start, end = _edges(span)
    return {
        "data": {"values": [{"date": start, "end": end}]},
        "mark": {"type": "rect", "color": colour, "opacity": 0.08},
        "encoding": {"x": axes.x, "x2": {"field": "end"}},
    }


def level(axes: Axes, span: Span, value: float, colour: Layer) -> Layer:
    """A level over the days of a span."""
    start, end = _edges(span)
    return {
        "data": {"values": [{"date": start, "end": end, "value": value}]},
        "mark": {"type": "rule", "strokeWidth": 2.4, "strokeDash": [7, 4]},
        "encoding": {"x": axes.x, "x2": {"field": "end"}, "y": axes.y, "color": colour},
    }


def _edges(span: Span) -> tuple[int, int]:
    return _ms(span.start) - _MS_A_DAY // 2, _ms(span.end) + _MS_A_DAY // 2


def series(axes: Axes, points: Sequence[Point], colour: Layer) -> Layer:
    """A dot a value, with a line through those that follow each other as closely as usual: not across gaps."""
    rows = [
        {"date": point.day.isoformat(), "value": point.value, "stretch": stretch}
        for point, stretch in zip(points, _stretches(points), strict=True)
    ]
    dots = {"size": 40 if len(rows) <= 100 else 18, "opacity": 0.85, "tooltip": True}
    return {
        "data": {"values": rows},
        "mark": {"type": "line", "strokeWidth": 1.2, "opacity": 0.45, "point": dots},
        "encoding": {"x": axes.x, "y": axes.y, "color": colour, "detail": {"field": "stretch"}},
    }


def _stretches(points: Sequence[Point]) -> list[int]:
    """The number of the unbroken stretch that each point is part of."""
    gaps = [later.day - earlier.day for earlier, later in pairwise(points)]
    usual = max(sorted(gaps)[len(gaps) // 2], timedelta(days=1)) if gaps else timedelta(days=1)
    stretches = [0] * len(points)
    for position, gap in enumerate(gaps, start=1):
        stretches[position] = stretches[position - 1] + (gap > usual)
    return stretches


def marked(axes: Axes, points: Sequence[Point], colour: Layer) -> Layer:
    """Single values that stand out."""
    return {
        "data": {"values": [{"date": point.day.isoformat(), "value": point.value} for point in points]},
        "mark": {"type": "point", "size": 130, "strokeWidth": 2.2, "filled": False, "tooltip": True},
        "encoding": {"x": axes.x, "y": axes.y, "color": colour},
    }


def line(axes: Axes, ends: tuple[Point, Point], colour: Layer) -> Layer:
    """A straight line from one point to another."""
    return {
        "data": {"values": [{"date": point.day.isoformat(), "value": point.value} for point in ends]},
        "mark": {"type": "line", "strokeWidth": 2.4},
        "encoding": {"x": axes.x, "y": axes.y, "color": colour},
    }


def specification(title: str, layers: Iterable[Layer], *, height: int = _HEIGHT) -> str:
    """The chart as JSON that needs nothing from outside."""
    return json.dumps(
        {
            "$schema": SCHEMA,
            "title": {"text": textwrap.wrap(capital(title), _TITLE_WIDTH)},
            "description": capital(title),
            "background": "white",
            "width": _WIDTH,
            "height": height,
            "layer": list(layers),
            "config": _CONFIG,
        },
        ensure_ascii=False,
        allow_nan=False,
    )


def _ms(day: date) -> int:
    """Milliseconds since 1970, as charts count time."""
    return (day - _EPOCH).days * _MS_A_DAY
