"""The plots of `docs/validation.md`: what passes where nothing is there, what is seen, and how intervals hold."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, TypeAlias

import vl_convert

from evals.validator.cells import ABOVE, HOLDS, INTERVAL, NOTHING, ORACLE, THERE, Cell, Measured

Row: TypeAlias = Mapping[str, object]
Layer: TypeAlias = dict[str, object]
Figures: TypeAlias = Mapping[str, Measured]

BEFORE, NOW, KNOWING = "before", "now", "an oracle"
_COLOURS: Final = {BEFORE: "#c44e52", NOW: "#2a6f97", KNOWING: "#8a8a8a"}
_DAYS: Final = 90
_MOST_ABOVE: Final = 6
_POWER: Final = {
    "power-pairs": "pairs, rho = 0.3",
    "power-halves": "two halves, 1 SD",
    "power-groups": "run days against others, 0.5 SD",
    "power-change-point": "a change point, 1 SD",
}


def write(folder: Path, cells: Sequence[Cell], figures: Figures, beside: Figures) -> None:
    """Writes every plot for which something was measured."""
    folder.mkdir(parents=True, exist_ok=True)
    measured = [cell for cell in cells if cell.name in figures]
    plots = {"nothing": _nothing(measured, figures, beside), "intervals": _intervals(measured, figures, beside)}
    plots |= {name: _power(measured, what, figures, beside) for name, what in _POWER.items()}
    for name, spec in plots.items():
        if spec["data"] != {"values": []}:
            svg: str = vl_convert.vegalite_to_svg(json.dumps(_SHARED | spec))
            (folder / f"{name}.svg").write_text(svg, encoding="utf-8")


_SHARED: Final = {
    "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
    "config": {"background": "white", "view": {"stroke": None}},
}


def _rows(cells: Sequence[Cell], prefix: str, key: str, figures: Figures, beside: Figures) -> Iterator[Row]:
    """A row a cell and version that has the figure, under the rest of the cell's title."""
    for cell in cells:
        if cell.table.startswith(prefix):
            placed = {"what": cell.table.removeprefix(prefix), "series": cell.row, "n": _days(cell)}
            shares = {
                BEFORE: beside.get(cell.name, {}).get(key),
                NOW: figures[cell.name].get(key),
                KNOWING: figures[cell.name].get(ORACLE),
            }
            yield from (
                {**placed, "version": name, "share": share} for name, share in shares.items() if share is not None
            )


def _days(cell: Cell) -> int:
    """The length that a column says; 0 where it says none."""
    length = cell.column.removeprefix("n = ")
    return int(length) if length.isdigit() else 0


def _colour(rows: Sequence[Row]) -> Layer:
    shown = {name: colour for name, colour in _COLOURS.items() if any(row["version"] == name for row in rows)}
    scale = {"domain": [*shown], "range": [*shown.values()]}
    return {"field": "version", "type": "nominal", "title": None, "scale": scale, "legend": {"orient": "top"}}


def _panels(rows: Sequence[Row], field: str) -> Layer:
    """In the order of the tables."""
    return {"field": field, "type": "nominal", "title": None, "sort": [*dict.fromkeys(row[field] for row in rows)]}


def _rule(axis: str, at: float) -> Layer:
    return {"mark": {"type": "rule", "strokeDash": [4, 3]}, "encoding": {axis: {"datum": at}}}


def _over_days(y: Layer) -> Layer:
    axis = {"values": [30, 90, 365], "grid": False}
    days = {"field": "n", "type": "quantitative", "title": "days", "scale": {"type": "log"}, "axis": axis}
    return {"x": days, "y": {"field": "share", "type": "quantitative", **y}}


def _nothing(cells: Sequence[Cell], figures: Figures, beside: Figures) -> Layer:
    """A dot a memory and kind of claim."""
    rows = [row for row in _rows(cells, NOTHING, ABOVE, figures, beside) if row["n"] == _DAYS]
    dots = {
        "mark": {"type": "point", "filled": True, "size": 45},
        "encoding": {
            "x": {"field": "share", "type": "quantitative", "title": "reported (%)", "axis": {"tickCount": 4}},
            "y": {"field": "series", "type": "nominal", "title": None, "sort": None, "axis": {"labelLimit": 330}},
            "color": _colour(rows),
        },
    }
    return {
        "title": f"Nothing is there, and something is reported ({_DAYS} days)",
        "data": {"values": rows},
        "facet": {"column": _panels(rows, "what")},
        "spec": {"width": 105, "layer": [_rule("x", _MOST_ABOVE), dots]},
    }


def _power(cells: Sequence[Cell], what: str, figures: Figures, beside: Figures) -> Layer:
    """Shares over the number of days, a panel a memory."""
    rows = list(_rows([cell for cell in cells if cell.table == THERE + what], THERE, ABOVE, figures, beside))
    encoding = _over_days({"title": "reported (%)", "scale": {"domain": [0, 100]}})
    return {
        "title": what,
        "data": {"values": rows},
        "facet": {"column": _panels(rows, "series")},
        "spec": {
            "width": 115,
            "height": 150,
            "layer": [{"mark": {"type": "line", "point": True}, "encoding": {**encoding, "color": _colour(rows)}}],
        },
    }


def _intervals(cells: Sequence[Cell], figures: Figures, beside: Figures) -> Layer:
    """Shares that hold the truth over the number of days, a panel a memory and a row a number."""
    rows = list(_rows(cells, INTERVAL, HOLDS, figures, beside))
    encoding = _over_days({"title": "holds the truth (%)", "scale": {"domain": [40, 100], "clamp": True}})
    lines = {"mark": {"type": "line", "point": True}, "encoding": {**encoding, "color": _colour(rows)}}
    return {
        "title": "How often a 95 % interval holds the truth",
        "data": {"values": rows},
        "facet": {
            "column": _panels(rows, "series"),
            "row": _panels(rows, "what") | {"header": {"labelAngle": 0, "labelAlign": "left"}},
        },
        "spec": {"width": 115, "height": 90, "layer": [_rule("y", 95), lines]},
    }
