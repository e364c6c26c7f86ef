"""The pictures beside an answer: only of what may be told, and no more than a turn can carry."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from services.orchestrator.domain.evidence import FindingSummary, Verdict

MOST_BYTES: Final = 512 * 1024
"""What the pictures of one turn may take together."""


@dataclass(frozen=True, kw_only=True)
class Picture:
    """A chart of the data behind findings; `vega_lite` is a self-contained Vega-Lite 5 specification, JSON."""

    finding_ids: tuple[str, ...]
    title: str
    vega_lite: str


@dataclass(frozen=True, kw_only=True)
class Pictures:
    """Pictures in the order they were drawn in, and how many more there were than a turn can carry."""

    kept: tuple[Picture, ...] = ()
    left_out: int = 0


def within_limit(pictures: Iterable[Picture]) -> Pictures:
    """The pictures that fit together, the first ones before the last."""
    kept: list[Picture] = []
    left, left_out = MOST_BYTES, 0
    for picture in pictures:
        size = len(picture.vega_lite.encode()) + len(picture.title.encode())
        if size <= left:
            kept.append(picture)
            left -= size
        else:
            left_out += 1
    return Pictures(kept=tuple(kept), left_out=left_out)


def shown(drawn: Sequence[Pictures], findings: Iterable[FindingSummary]) -> Pictures:
    """Those of which every finding may be told: it was not rejected, or has a plain reading.

    What belongs to no finding, or to one that nobody has checked, is not shown.
    """
    may_be_told = {found.id for found in findings if found.verdict is not Verdict.REJECTED or found.reading_keys}
    fit = within_limit(
        picture
        for pictures in drawn
        for picture in pictures.kept
        if picture.finding_ids and may_be_told.issuperset(picture.finding_ids)
    )
    return Pictures(kept=fit.kept, left_out=fit.left_out + sum(pictures.left_out for pictures in drawn))
