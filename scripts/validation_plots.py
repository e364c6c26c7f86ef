"""Draws the plots of `docs/validation.md` from the figures of `python -m evals.validator --json FILE`."""

import argparse
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TypeAlias

import vl_convert

JsonRow: TypeAlias = Mapping[str, object]

FOLDER = Path(__file__).parents[1] / "docs" / "validation"
NAMES = {"documented": "documented gates", "ours": "both layers"}
COLOURS = {"domain": list(NAMES.values()), "range": ["#c44e52", "#2a6f97"]}


def both(rows: Iterable[Mapping[str, object]], documented: str, ours: str) -> list[JsonRow]:
    """Long form: a row for the documented design and one for both layers, with what tells cells apart."""
    long: list[JsonRow] = []
    for row in rows:
        labels = row.get("labels")
        cell = labels if isinstance(labels, dict) and labels else {"phi": row.get("phi"), "n": row.get("n")}
        long += [
            {**cell, "design": NAMES[design], "share": row[key]}
            for design, key in (("documented", documented), ("ours", ours))
        ]
    return long


def lines(rows: list[JsonRow], title: str, y: str, *, rule: float | None = None) -> str:
    """Share over the number of days, one panel a memory phi, as SVG."""
    line = {
        "mark": {"type": "line", "point": True},
        "encoding": {
            "x": {"field": "n", "type": "quantitative", "title": "days", "scale": {"type": "log"},
                  "axis": {"values": [30, 90, 365], "grid": False}},
            "y": {"field": "share", "type": "quantitative", "title": y, "scale": {"domain": [0, 100]}},
            "color": {"field": "design", "type": "nominal", "title": None, "scale": COLOURS,
                      "legend": {"orient": "top"}},
        },
    }  # fmt: skip
    layers: list[object] = [line]
    if rule is not None:
        layers.append({"mark": {"type": "rule", "strokeDash": [4, 3]}, "encoding": {"y": {"datum": rule}}})
    spec = {
        "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
        "title": title,
        "data": {"values": rows},
        "facet": {"column": {"field": "phi", "type": "ordinal", "title": "resemblance of neighbouring days (phi)"}},
        "spec": {"width": 130, "height": 150, "layer": layers},
        "config": {"background": "white", "view": {"stroke": None}},
    }
    svg: str = vl_convert.vegalite_to_svg(json.dumps(spec))
    return svg


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("figures", type=Path)
    measured = json.loads(parser.parse_args().figures.read_text(encoding="utf-8"))
    figures = measured["figures"]

    def family(name: str) -> list[JsonRow]:
        rows = [row for row in figures if row["family"] == name and row["labels"]]
        return both(rows, "documented_above", "above")

    above = "reported (%)"
    plots = {
        "unrelated": lines(family("unrelated"), "Two series that have nothing to do with each other", above, rule=6),
        "no-change": lines(
            family("no change, claimed as a difference of halves"), "No change between two halves", above, rule=8
        ),
        "related": lines(family("related, rho = 0.5"), "Two series with a correlation of 0.5", above),
        "step": lines(family("step of 1 SD, claimed as a difference of halves"), "A step of one SD", above),
        "interval": lines(
            both(measured["coverage"], "documented", "ours"), "95 % interval of a mean", "holds the truth (%)", rule=95
        ),
    }
    FOLDER.mkdir(exist_ok=True)
    for name, svg in plots.items():
        (FOLDER / f"{name}.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
