"""Regression of days that remember each other: what explains a series beside what is known, in independent days."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from services.validator.domain.records.series import Days, Floats

_TINY: Final = 1e-9
_WEEK: Final = 7


@dataclass(frozen=True, kw_only=True, eq=False)
class Whitened:
    """A series turned into independent shocks under a first-order autoregression, beside what is known of it.

    Generalised least squares: Cochrane and Orcutt (1949) with the first day kept, as Prais and Winsten (1954); over a
    gap of k days the memory is phi to the k.

    Attributes:
        carried: shape (n,), how much of the value before each one is carried over to it; 0 for the first.
        scale: shape (n,), what makes the shocks alike in size.
        basis: shape (n, k), orthonormal columns that span the whitened known part.
        shocks: shape (n,), what the known part leaves of the whitened series.
    """

    carried: Floats
    scale: Floats
    basis: Floats
    shocks: Floats

    @classmethod
    def of(cls, values: Floats, days: Days, phi: float, known: Floats) -> "Whitened":
        """Of values, shape (n,), on ascending days, with a memory of 0 to below 1, beside columns, shape (n, k)."""
        carried = np.zeros(days.size)
        carried[1:] = phi ** np.diff(days)
        scale = 1 / np.sqrt(1 - carried**2)
        blank = cls(carried=carried, scale=scale, basis=np.zeros((days.size, 0)), shocks=np.zeros(days.size))
        basis = _span(blank.whiten(known))
        whole = blank.whiten(values)
        return cls(carried=carried, scale=scale, basis=basis, shocks=whole - basis @ (basis.T @ whole))

    @property
    def freedom(self) -> int:
        return int(self.shocks.size) - int(self.basis.shape[1])

    def whiten(self, columns: Floats) -> Floats:
        """Of shape (n,) or (n, k), the same shape."""
        carried, scale = (each.reshape(-1, *(1,) * (columns.ndim - 1)) for each in (self.carried, self.scale))
        before = np.zeros_like(columns)
        before[1:] = columns[:-1]
        return np.asarray((columns - carried * before) * scale, np.float64)

    def explained_by(self, blocks: Floats) -> Floats:
        """How much of the shocks' sum of squares each block explains beside the known part, 0 to 1.

        Args:
            blocks: shape (blocks, n, k).

        Returns:
            Shape (blocks,).
        """
        total = float(self.shocks @ self.shocks)
        if not blocks.size or total <= 0:
            return np.zeros(blocks.shape[0])
        count, n, k = blocks.shape
        columns = self.whiten(np.moveaxis(blocks, 1, 0).reshape(n, count * k))
        sizes = np.square(columns).sum(axis=0).reshape(count, k).sum(axis=1)
        columns -= self.basis @ (self.basis.T @ columns)
        products = (self.shocks @ columns).reshape(count, k)
        across = np.ascontiguousarray(columns.T).reshape(count, k, n)
        squares = across @ across.transpose(0, 2, 1)
        return self._explained(products, squares, sizes)

    def _explained(self, products: Floats, squares: Floats, sizes: Floats) -> Floats:
        """The share of the shocks' sum of squares that blocks explain beside the known part: shape (blocks,).

        Args:
            products: shape (blocks, k), of their whitened columns with the shocks.
            squares: shape (blocks, k, k), of these columns with each other, less what the known part explains.
            sizes: shape (blocks,), the columns' sum of squares with it.
        """
        # What the known part all but spans explains nothing.
        ridge = np.eye(products.shape[1]) * np.maximum(_TINY * sizes, _TINY)[:, np.newaxis, np.newaxis]
        solved = np.linalg.solve(squares + ridge, products[..., np.newaxis])[..., 0]
        share = (products * solved).sum(axis=1) / float(self.shocks @ self.shocks)
        return np.asarray(np.clip(share, 0, 1), np.float64)

    def explained_by_cycles(self, places: Days, length: int, turns: Days) -> Floats:
        """The same of cycles, a cosine and a sine of the angle 2 pi turns place / length.

        All of them at once, by the fast Fourier transform: a product of two of these is a sum of cosines, or sines, of
        the sum and the difference of their angles.

        Args:
            places: shape (n,), ascending and at least 0.
            length: of the calendar on which they turn, more than the last place.
            turns: shape (cycles,), of each over the length, at most half of it.

        Returns:
            Shape (cycles,).
        """
        if not turns.size or float(self.shocks @ self.shocks) <= 0:
            return np.zeros(turns.size)
        own, between = self._squared()
        doubled = np.concatenate([2 * places, places[1:] + places[:-1]])
        sums = _spectrum(np.concatenate([own / 2, between]), doubled, length)[turns]
        differences = own.sum() / 2 + _spectrum(between, np.diff(places), length)[turns].real
        whole = np.array([[differences + sums.real, sums.imag], [sums.imag, differences - sums.real]]).T
        columns = self._unwhiten(np.column_stack([self.shocks, self.basis]))
        on_calendar = np.zeros((columns.shape[1], length))
        on_calendar[:, places] = columns.T
        found = np.fft.rfft(on_calendar)[:, turns]
        products, along = np.stack([found[0].real, found[0].imag], axis=1), np.stack([found[1:].real, found[1:].imag])
        known = np.einsum("ikb,jkb->bij", along, along)
        return self._explained(products, whole - known, np.trace(whole, axis1=1, axis2=2))

    def explained_by_rhythms(self, weekdays: Days, weights: Floats, starts: Days) -> Floats:
        """The same of rhythms of the week, columns of a weight for each weekday from a place on, and 0 before it.

        Args:
            weekdays: shape (n,), 0 to 6.
            weights: shape (7, k).
            starts: shape (rhythms,), places from 0, ascending.

        Returns:
            Shape (rhythms,).
        """
        if float(self.shocks @ self.shocks) <= 0:
            return np.zeros(starts.size)
        since = np.searchsorted(starts, np.arange(weekdays.size), side="right")

        def sums(values: Floats, classes: Days, count: int) -> Floats:
            """Of each class from each start on: shape (rhythms, count)."""
            found = np.bincount(since[: values.size] * count + classes, values, (starts.size + 1) * count)
            return np.asarray(np.cumsum(found.reshape(-1, count)[:0:-1], axis=0)[::-1], np.float64)

        own, between = self._squared()
        pairs = sums(between, weekdays[:-1] * _WEEK + weekdays[1:], _WEEK**2).reshape(-1, _WEEK, _WEEK)
        pairs += pairs.transpose(0, 2, 1) + sums(own, weekdays, _WEEK)[:, np.newaxis] * np.eye(_WEEK)
        columns = self._unwhiten(np.column_stack([self.shocks, self.basis]))
        products, *along = (sums(each, weekdays, _WEEK) @ weights for each in columns.T)
        whole = weights.T @ pairs @ weights
        known = sum((each[:, :, np.newaxis] * each[:, np.newaxis] for each in along), np.zeros(whole.shape))
        return self._explained(products, whole - known, np.trace(whole, axis1=1, axis2=2))

    def explained_by_spells(self, starts: Days, stops: Days) -> Floats:
        """The same of spells, columns that are 1 from a place up to, without, another one, and 0 elsewhere.

        Args:
            starts: shape (spells,), places from 0.
            stops: shape (spells,), up to n.

        Returns:
            Shape (spells,).
        """
        total = float(self.shocks @ self.shocks)
        if total <= 0:
            return np.zeros(starts.size)
        product = _sums(self._unwhiten(self.shocks), starts, stops)
        along = _sums(self._unwhiten(self.basis), starts, stops)
        own, between = self._squared()
        # Within a spell, each neighbouring pair counts twice.
        square = _sums(own, starts, stops) + 2 * _sums(between, starts, stops - 1)
        left = square - np.square(along).sum(axis=1)
        return np.where(left > _TINY * square, product**2 / np.maximum(left, _TINY * square) / total, 0.0)

    def _squared(self) -> tuple[Floats, Floats]:
        """The diagonal of the product of `whiten` with its transpose, shape (n,), and what stands beside it."""
        own = self.scale**2
        own[:-1] += (self.scale[1:] * self.carried[1:]) ** 2
        return own, -self.carried[1:] * self.scale[1:] ** 2

    def _unwhiten(self, columns: Floats) -> Floats:
        """The transpose of `whiten`."""
        carried, scale = (each.reshape(-1, *(1,) * (columns.ndim - 1)) for each in (self.carried, self.scale))
        scaled = np.asarray(columns * scale, np.float64)
        turned = scaled.copy()
        turned[:-1] -= (scaled * carried)[1:]
        return turned


def _sums(values: Floats, starts: Days, stops: Days) -> Floats:
    sums = np.concatenate([np.zeros((1, *values.shape[1:])), np.cumsum(values, axis=0)])
    return np.asarray(sums[stops] - sums[starts], np.float64)


def _spectrum(values: Floats, places: Days, length: int) -> NDArray[np.complex128]:
    """The sum of the values times exp(-2 pi i turns place / length), by turns from 0 on: shape (length // 2 + 1,)."""
    return np.fft.rfft(np.bincount(places % length, values, length))


def _span(columns: Floats) -> Floats:
    """An orthonormal basis of the span of some columns: shape (n, at most k)."""
    left, sizes, _ = np.linalg.svd(columns, full_matrices=False)
    kept: Floats = left[:, sizes > _TINY * max(float(sizes.max(initial=0.0)), _TINY)]
    return kept
