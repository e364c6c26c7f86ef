"""Series made comparable: ranks as normal scores, and what trend and weekday explain taken out of them."""

from typing import Final

import numpy as np

from services.validator.domain.records.series import Days, Floats
from services.validator.domain.statistics.scientific import special

_TINY: Final = 1e-9


def normal_scores(values: Floats) -> Floats:
    """The normal quantiles of the average ranks, centred: shape (n,); all 0 for a constant series.

    Whatever keeps the order of the values keeps their scores. Source: Blom (1958), (rank - 3/8) / (n + 1/4).
    """
    _, codes, counts = np.unique(values, return_inverse=True, return_counts=True)
    average_ranks = np.cumsum(counts) - (counts - 1) / 2
    scores = special().ndtri((average_ranks - 0.375) / (values.size + 0.25))[codes]
    centred: Floats = scores - scores.mean() if scores.size else scores
    return centred if counts.size > 1 else np.zeros(values.size)


def calendar_basis(days: Days, *, trend: bool) -> Floats:
    """An orthonormal basis of what the calendar alone explains: a level, the weekdays and, if asked, a straight line.

    Returns:
        Shape (n, k): k is at most 8, less where days do not tell the effects apart.
    """
    columns = [(days % 7 == weekday).astype(np.float64) for weekday in range(7)]
    if trend:
        columns.append((days - days.mean()) / max(int(np.ptp(days)), 1))
    left, sizes, _ = np.linalg.svd(np.column_stack(columns), full_matrices=False)
    basis: Floats = left[:, sizes > _TINY * sizes[0]]
    return basis


def level(n: int) -> Floats:
    """An orthonormal basis of a level alone: shape (n, 1)."""
    return np.full((n, 1), 1 / np.sqrt(n))


def line_basis(days: Days) -> Floats:
    """An orthonormal basis of a level and a straight line over the days: shape (n, 2), (n, 1) on a single day."""
    centred = days - days.mean()
    length = float(np.linalg.norm(centred))
    return np.column_stack([level(days.size), centred / length]) if length else level(days.size)


def without(scores: Floats, basis: Floats) -> Floats:
    """What is left of the scores when everything in the span of an orthonormal basis is taken out."""
    left: Floats = scores - basis @ (basis.T @ scores)
    return left


def correlation(x: Floats, y: Floats) -> float:
    """Of two centred series; NaN where one of them does not vary."""
    scale = float(np.sqrt((x @ x) * (y @ y)))
    return float(x @ y) / scale if scale > _TINY * x.size else float("nan")
