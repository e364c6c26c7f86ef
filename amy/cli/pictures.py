"""Pictures of an answer as files: drawn on this machine, from what the answer holds and nothing else."""

import json
import re
import unicodedata
from collections.abc import Iterator
from enum import StrEnum
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Final

from amy.client.models import Picture
from amy.runtime.extras import not_installed

_VEGA_LITE: Final = "5.21"
_SCALE: Final = 2.0
_LONGEST_NAME: Final = 60
_WIDEST: Final = 4_000
"""Pixels to a side."""
_REACHES_OUT: Final = frozenset({"url", "href", "loader", "usermeta", "sequence", "sphere", "graticule"})
"""Keys by which a specification takes data or images from elsewhere, or makes data without end."""
_SIZE: Final = re.compile(r'<svg [^>]*?\bwidth="(?P<width>\d+(?:\.\d+)?)" height="(?P<height>\d+(?:\.\d+)?)"')
_FOREIGN: Final = re.compile(
    r"<(?:image|script|style|foreignObject|use|a)\b|href\s*=|url\((?!#)|@import", re.IGNORECASE
)


class PictureFormat(StrEnum):
    SVG = "svg"
    PNG = "png"


class CannotDrawError(ValueError):
    """This picture cannot be drawn here; the text says why."""


def check_can_draw() -> None:
    """Asks for what draws pictures, before anything is done for a picture.

    Raises:
        CannotDrawError: it is not installed.
    """
    if find_spec("vl_convert") is None:
        raise CannotDrawError(str(not_installed("Saving pictures", package="vl_convert", extra="pictures")))


def save(picture: Picture, directory: Path, picture_format: PictureFormat) -> Path:
    """Draws a picture into a new file named after its title; no file is ever overwritten.

    Raises:
        CannotDrawError: the specification is broken, or asks for more than its own data.
        OSError: the file cannot be written.
    """
    content = _drawn(picture, picture_format)
    directory.mkdir(parents=True, exist_ok=True)
    for path in _names(directory, picture.title, picture_format):
        try:
            with path.open("xb") as file:
                file.write(content)
        except FileExistsError:
            continue
        return path
    raise AssertionError  # pragma: no cover, names never end


def _drawn(picture: Picture, picture_format: PictureFormat) -> bytes:
    """The file's bytes. A PNG is made of the SVG that was checked, so that there is nothing else in it."""
    check_can_draw()
    import vl_convert  # noqa: PLC0415, an extra

    specification = _self_contained(picture)
    try:
        svg = vl_convert.vegalite_to_svg(specification, vl_version=_VEGA_LITE, allowed_base_urls=[])
        _check(svg, picture)
        return svg.encode() if picture_format is PictureFormat.SVG else vl_convert.svg_to_png(svg, scale=_SCALE)
    except CannotDrawError:
        raise
    except ValueError as error:
        raise CannotDrawError(f"The picture “{picture.title}” cannot be drawn: it is no valid chart.") from error


def _self_contained(picture: Picture) -> dict[str, object]:
    try:
        specification: dict[str, object] = {**json.loads(picture.vega_lite)}
        reaches_out = any(_outside({**specification, "$schema": ""}))
    except (ValueError, TypeError, RecursionError) as error:
        raise CannotDrawError(f"The picture “{picture.title}” cannot be drawn: it is no valid chart.") from error
    if reaches_out:
        raise CannotDrawError(f"The picture “{picture.title}” is not drawn: it asks for more than its own data.")
    return specification


def _outside(value: object) -> Iterator[bool]:
    """True for everything in a specification that could make whoever draws it read or load something."""
    match value:
        case dict():
            yield not _REACHES_OUT.isdisjoint(value)
            yield "image" in (value.get("mark"), value.get("type"))
            for inner in value.values():
                yield from _outside(inner)
        case list():
            for inner in value:
                yield from _outside(inner)
        case str():
            yield "://" in value or value.lower().startswith(("data:", "file:"))


def _check(svg: str, picture: Picture) -> None:
    size = _SIZE.match(svg)
    if size is None or _FOREIGN.search(svg):
        raise CannotDrawError(f"The picture “{picture.title}” is not drawn: it asks for more than its own data.")
    if max(float(size["width"]), float(size["height"])) > _WIDEST:
        raise CannotDrawError(f"The picture “{picture.title}” is not drawn: it is too large.")


def _names(directory: Path, title: str, picture_format: PictureFormat) -> Iterator[Path]:
    """As in "steps-last-30-days.svg", then "steps-last-30-days-2.svg", and so on."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    words = re.findall(r"[a-z0-9]+", plain)
    while len("-".join(words)) > _LONGEST_NAME:
        words.pop()
    slug = "-".join(words) or "picture"
    yield directory / f"{slug}.{picture_format}"
    for number in count(2):
        yield directory / f"{slug}-{number}.{picture_format}"
