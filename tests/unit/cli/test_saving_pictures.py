"""Pictures as files: drawn from their own data, and never from anything a specification points to."""

import json
from pathlib import Path
from typing import Any

import pytest

from amy.cli.pictures import CannotDrawError, PictureFormat, save
from amy.client.models import Picture

LINE: dict[str, Any] = {
    "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
    "data": {"values": [{"date": "2026-01-01", "value": 58.4}, {"date": "2026-01-02", "value": 61}]},
    "mark": "line",
    "encoding": {"x": {"field": "date", "type": "temporal"}, "y": {"field": "value", "type": "quantitative"}},
}
STEPS = "Steps, last 30 days"


def picture(specification: object = LINE, title: str = STEPS) -> Picture:
    return Picture(finding_ids=["ds-001"], title=title, vega_lite=json.dumps(specification))


@pytest.mark.parametrize(
    ("picture_format", "starts"), [(PictureFormat.SVG, b"<svg "), (PictureFormat.PNG, b"\x89PNG\r\n")]
)
def test_a_picture_becomes_a_file_of_its_format(tmp_path: Path, picture_format: PictureFormat, starts: bytes) -> None:
    path = save(picture(), tmp_path / "new" / "folder", picture_format)
    assert path == tmp_path / "new" / "folder" / f"steps-last-30-days.{picture_format}"
    assert path.read_bytes().startswith(starts)


def test_no_file_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "steps-last-30-days.svg").write_text("mine")
    (tmp_path / "steps-last-30-days-2.svg").symlink_to(tmp_path / "elsewhere")
    assert save(picture(), tmp_path, PictureFormat.SVG).name == "steps-last-30-days-3.svg"
    assert (tmp_path / "steps-last-30-days.svg").read_text() == "mine"
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("../../etc/passwd", "etc-passwd.svg"),
        ("…", "picture.svg"),
        ("Größe", "groe.svg"),
        ("A" * 300, "picture.svg"),
        ("word " * 30, f"{'-'.join(['word'] * 12)}.svg"),
    ],
)
def test_a_title_names_a_file_in_the_folder_and_nowhere_else(tmp_path: Path, title: str, name: str) -> None:
    assert save(picture(title=title), tmp_path, PictureFormat.SVG) == tmp_path / name


IMAGE = {**LINE, "mark": "image", "encoding": {"url": {"value": "x"}}}


@pytest.mark.parametrize(
    "specification",
    [
        {**LINE, "data": {"url": "file:///etc/passwd", "format": {"type": "csv"}}},
        {**LINE, "data": {"url": "/etc/passwd"}},
        {**LINE, "data": {"url": "http://127.0.0.1:9/x.csv"}},
        {**LINE, "transform": [{"lookup": "date", "from": {"data": {"url": "x.csv"}, "key": "date"}}]},
        {**LINE, "data": {"sequence": {"start": 0, "stop": 1e12}}},
        {**LINE, "mark": "image"},
        {**LINE, "mark": {"type": "image", "url": "file:///etc/hostname"}},
        {**LINE, "layer": [{"mark": {"type": "image"}}]},
        {**LINE, "encoding": {**LINE["encoding"], "href": {"value": "x"}}},
        {**LINE, "title": "file:///etc/passwd"},
        {**LINE, "config": {"background": "https://example.org/x.png"}},
        IMAGE,
    ],
)
def test_what_asks_for_more_than_its_own_data_is_not_drawn(tmp_path: Path, specification: object) -> None:
    with pytest.raises(CannotDrawError, match="more than its own data"):
        save(picture(specification), tmp_path, PictureFormat.PNG)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("text", ["{", "[1]", '"text"', "1", "[" * 100_000, "{}", '{"mark": "nonsense", "data": 1}'])
def test_what_is_no_chart_is_said_to_be_none(tmp_path: Path, text: str) -> None:
    broken = Picture(title=STEPS, vega_lite=text)
    with pytest.raises(CannotDrawError, match=STEPS):
        save(broken, tmp_path, PictureFormat.SVG)
    assert list(tmp_path.iterdir()) == []


def test_a_picture_of_a_million_pixels_is_not_drawn(tmp_path: Path) -> None:
    with pytest.raises(CannotDrawError, match="too large"):
        save(picture({**LINE, "width": 1_000_000}), tmp_path, PictureFormat.PNG)
