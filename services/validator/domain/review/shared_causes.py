"""A cause that two series share, found without being told of: a change on the same day, a spell, a rhythm.

Two series that have nothing to do with each other go together if one event or one rhythm is in both. Each form of such
a cause is searched for in both at once, under the memory that each has from day to day, and taken out; the clearest
first, then what is clear beside it (orthogonal matching pursuit: Pati, Rezaiifar and Krishnaprasad 1993). The search is
lenient, because it decides nothing: what counts is how much of the link is left, for a link of its own is there on all
other days as well. That is measured on the days as they are and on what is new in each of them, and the larger holds.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

import numpy as np

from services.validator.domain.records.series import Days, Floats
from services.validator.domain.statistics.autocorrelation import Grid, effective_n, persistence
from services.validator.domain.statistics.calendar_patterns import orthonormal
from services.validator.domain.statistics.scientific import special
from services.validator.domain.statistics.scores import correlation, without
from services.validator.domain.statistics.whitening import Whitened

FEWEST_DAYS: Final = 30
_MOST_CAUSES: Final = 3
_CHANCE: Final = 0.3
"""How likely unrelated series may seem to share the cause at the best of all places."""
_CHANCE_IN_EACH: Final = 0.1
"""How likely either may show as much at that one place."""
_LONGEST_MEMORY: Final = 0.95
_EDGE: Final = 7
_SPELL_DAYS: Final = (4, 5, 7, 9, 12, 16, 21)
_SHORTEST_CYCLE: Final = 10
_PER_FREQUENCY: Final = 2
_RHYTHM_SPLITS: Final = np.linspace(0.2, 0.8, 13)
_WEEKDAYS: Final = np.eye(7)[:, :6] - 1 / 7
"""Six columns that tell all weekdays from each other."""


class Cause(StrEnum):
    """What two series may share.

    DRIFT: a straight line. It competes with a step, which looks much like one.
    STEP: another level from a day on.
    SPELL: another level for four days to three weeks.
    CYCLE: a rhythm of ten days up to the length of the record.
    RHYTHM: a rhythm of the week that begins, stops or changes on a day.
    """

    DRIFT = "drift"
    STEP = "step"
    SPELL = "spell"
    CYCLE = "cycle"
    RHYTHM = "rhythm"


@dataclass(frozen=True, kw_only=True, eq=False)
class SharedCause:
    """A cause that both series show; `columns` is what it looks like, shape (n, k)."""

    cause: Cause
    columns: Floats


@dataclass(frozen=True, kw_only=True)
class Left:
    """What is left of a link without something.

    Attributes:
        rho: the correlation.
        share: of the link, the larger of that of the days and that of what is new in each day; 0 where there is none.
        chance: how likely two series without a link have as much left; the smaller of the same two.
    """

    rho: float
    share: float
    chance: float


def shared_causes(x: Floats, y: Floats, days: Days, known: Floats) -> tuple[SharedCause, ...]:
    """The causes that both series show, the clearest first; none on fewer than `FEWEST_DAYS` days.

    Args:
        x: shape (n,), centred scores.
        y: likewise.
        days: shape (n,), ascending and unique.
        known: shape (n, k), orthonormal: what is taken out beforehand, the level among it.
    """
    found: list[SharedCause] = []
    while days.size >= FEWEST_DAYS and len(found) < _MOST_CAUSES:
        clearest = _clearest((x, y), days, known)
        if clearest is None:
            break
        found.append(clearest)
        known = np.hstack([known, orthonormal(clearest.columns, known)])
    return tuple(found)


def left_without(x: Floats, y: Floats, days: Days, known: Floats) -> Left:
    """What is left of the link of two series, shape (n,), when everything in the span of `known` is taken out."""
    whole, grid = correlation(x, y), Grid.of(days)
    left = [without(each, known) for each in (x, y)]
    memories = [_memory(each, grid) for each in left]
    new = [Whitened.of(each, days, memory, known) for each, memory in zip((x, y), memories, strict=True)]
    worth = effective_n(math.prod(memories), grid) * (grid.n - known.shape[1]) / grid.n
    of_days, of_new = correlation(*left), correlation(*(each.shocks for each in new))
    chances = (_chance(of_days, worth), _chance(of_new, new[0].freedom))
    shares = [each / whole for each in (of_days, of_new) if whole and math.isfinite(each)]
    return Left(
        rho=of_days if math.isfinite(of_days) else 0.0,
        share=max(shares, default=0.0),
        chance=min(chances),
    )


def _chance(rho: float, worth: float) -> float:
    """Of a correlation of so many independent days, by a t test; 1 where there is none."""
    freedom = max(worth - 2, 1.0)
    t = abs(rho) * math.sqrt(freedom / max(1 - rho**2, 1e-12))
    return 2 * float(special().stdtr(freedom, -t)) if math.isfinite(rho) else 1.0


@dataclass(frozen=True, kw_only=True, eq=False)
class _Candidate:
    """The place at which a cause explains most.

    Attributes:
        columns: shape (n, k).
        places: among how many it was chosen.
        gained: of either series how much likelier it is with it, as twice the logarithm of the ratio: shape (2,).
    """

    cause: Cause
    columns: Floats
    places: int
    gained: Floats

    @property
    def chance(self) -> float:
        """How likely series without it gain as much at the best of so many places, by Bonferroni's bound."""
        return self.places * float(special().chdtrc(2 * self.columns.shape[1], self.gained.sum()))

    @property
    def chance_in_each(self) -> float:
        """How likely the series that gains less gains as much at this place."""
        return float(special().chdtrc(self.columns.shape[1], self.gained.min()))


def _clearest(both: tuple[Floats, Floats], days: Days, known: Floats) -> SharedCause | None:
    """The cause that makes both series likeliest, if both show it.

    Like the largest step of a series, it is held against a memory halfway between two estimates: with the cause left
    in, which takes it for memory, and with it taken out, which takes memory for a cause.
    """
    grid = Grid.of(days)
    memories = [_memory(without(each, known), grid) for each in both]
    candidates = _candidates(_whitened(both, days, memories, known), days)
    best = min(candidates, key=lambda each: (each.chance, -each.gained.sum()))
    beside = np.hstack([known, orthonormal(best.columns, known)])
    halfway = [(_memory(without(each, beside), grid) + memory) / 2 for each, memory in zip(both, memories, strict=True)]
    series = _whitened(both, days, halfway, known)
    there = best.columns[np.newaxis]
    held = replace(best, gained=_gained(series, [each.explained_by(there) for each in series], there.shape[2])[:, 0])
    if held.chance > _CHANCE or held.chance_in_each > _CHANCE_IN_EACH:
        return None
    return SharedCause(cause=best.cause, columns=best.columns)


def _memory(left: Floats, grid: Grid) -> float:
    return min(persistence(left, grid), _LONGEST_MEMORY)


def _whitened(
    both: tuple[Floats, Floats], days: Days, memories: Sequence[float], known: Floats
) -> tuple[Whitened, Whitened]:
    first, second = (Whitened.of(each, days, phi, known) for each, phi in zip(both, memories, strict=True))
    return first, second


def _gained(series: tuple[Whitened, Whitened], explained: Sequence[Floats], parameters: int) -> Floats:
    """Of either series how much likelier it is with a cause at each place: shape (2, places)."""
    freedom = np.array([[max(each.freedom - parameters, 1)] for each in series])
    return np.asarray(-freedom * np.log1p(-np.minimum(np.array(explained), 1 - 1e-12)), np.float64)


def _candidates(series: tuple[Whitened, Whitened], days: Days) -> Iterator[_Candidate]:
    """Of each cause its best place; a line is searched for no less than a step, which looks much like it."""
    n, since, span = days.size, days - days[0], int(days[-1] - days[0])
    starts = np.arange(_EDGE, n - _EDGE + 1)
    yield _best_spell(Cause.STEP, series, starts, np.full(starts.size, n))
    line = (since / span).reshape(1, n, 1)
    drift = _best(Cause.DRIFT, series, lambda each: each.explained_by(line), line.__getitem__)
    yield replace(drift, places=starts.size)
    spells = [np.arange(2, n - length - 1, length // 4) for length in _SPELL_DAYS]
    stops = np.concatenate([each + length for each, length in zip(spells, _SPELL_DAYS, strict=True)])
    yield _best_spell(Cause.SPELL, series, np.concatenate(spells), stops)
    yield _best_cycle(series, since, span)
    yield _best_rhythm(series, days % 7, np.searchsorted(since, _RHYTHM_SPLITS * span))


def _best(
    cause: Cause,
    series: tuple[Whitened, Whitened],
    explained: Callable[[Whitened], Floats],
    columns: Callable[[int], Floats],
    parameters: int = 1,
) -> _Candidate:
    """The place at which a cause, of so many columns, explains most of both series together."""
    gained = _gained(series, [explained(each) for each in series], parameters)
    place = int(gained.sum(axis=0).argmax())
    return _Candidate(cause=cause, columns=columns(place), places=gained.shape[1], gained=gained[:, place])


def _best_spell(cause: Cause, series: tuple[Whitened, Whitened], starts: Days, stops: Days) -> _Candidate:
    at = np.arange(series[0].shocks.size)

    def columns(place: int) -> Floats:
        return np.asarray((at >= starts[place]) & (at < stops[place]), np.float64)[:, np.newaxis]

    return _best(cause, series, lambda each: each.explained_by_spells(starts, stops), columns)


def _best_cycle(series: tuple[Whitened, Whitened], since: Days, span: int) -> _Candidate:
    turns = np.arange(_PER_FREQUENCY, _PER_FREQUENCY * span // _SHORTEST_CYCLE + 1)

    def columns(place: int) -> Floats:
        angles = 2 * np.pi * (turns[place] / _PER_FREQUENCY) * since / span
        return np.column_stack([np.cos(angles), np.sin(angles)])

    return _best(
        Cause.CYCLE,
        series,
        lambda each: each.explained_by_cycles(since, _PER_FREQUENCY * span, turns),
        columns,
        parameters=2,
    )


def _best_rhythm(series: tuple[Whitened, Whitened], weekdays: Days, starts: Days) -> _Candidate:
    at = np.arange(weekdays.size)

    def columns(place: int) -> Floats:
        return np.asarray(_WEEKDAYS[weekdays] * (at >= starts[place])[:, np.newaxis], np.float64)

    return _best(
        Cause.RHYTHM,
        series,
        lambda each: each.explained_by_rhythms(weekdays, _WEEKDAYS, starts),
        columns,
        parameters=_WEEKDAYS.shape[1],
    )
