"""What a finding rests on, read from the store, as the gates weigh it."""

from dataclasses import dataclass

from services.validator.domain.basis import Basis
from services.validator.domain.finding import FindingKind
from services.validator.domain.series import DailySeries, Days, Floats, Mask


@dataclass(frozen=True, kw_only=True, eq=False)
class Sample:
    """What a finding rests on, in time order; for an association the pairs that have both values.

    Attributes:
        feature: shape (n,); of a share or a streak 1 where the conditions hold and 0 elsewhere.
        target: shape (n,), paired by position; None unless the finding is an association.
        days: shape (n,), the feature's day of each value, since 1970-01-01, ascending; unique of a daily series.
        calendar: the days of the window (or of both groups) on which the filters hold, on record or not.
        chosen: how many days, activities or samples were selected and picked, with values or without.
        contrast: of a trend, shape (n,): the weights whose product with `feature` is the effect; None otherwise.
        earlier: of a difference, shape (n,): which values are of the earlier or other group; None otherwise.
        later: likewise the selected group; a value may be of both.
        record: the whole daily series of the feature; None where it is none. `target_record` likewise.
    """

    feature: Floats
    target: Floats | None
    days: Days
    calendar: Days
    chosen: int
    contrast: Floats | None = None
    earlier: Mask | None = None
    later: Mask | None = None
    record: DailySeries | None = None
    target_record: DailySeries | None = None

    @property
    def basis(self) -> Basis:
        """How the values were chosen."""
        raise NotImplementedError

    def weighed_as(self, kind: FindingKind) -> FindingKind:
        """The kind whose gates apply to a finding of this kind."""
        return kind

    @property
    def n(self) -> int:
        return self.feature.size

    @property
    def is_daily(self) -> bool:
        """Whether there is one value a day at most."""
        return self.basis.is_daily

    @property
    def smaller_window_n(self) -> int | None:
        """Of a difference of means, the values of whichever group has fewer; None otherwise."""
        if self.earlier is None or self.later is None:
            return None
        return min(int(self.earlier.sum()), int(self.later.sum()))

    @property
    def coverage(self) -> float:
        """The share of what was selected that has a value, 0 to 1."""
        return self.n / self.chosen if self.chosen else 0.0
