"""What a finding rests on, read from the store, as the gates weigh it."""

from dataclasses import dataclass, replace

from services.validator.domain.algebra import Contrast, Question
from services.validator.domain.answering.answers import Answer
from services.validator.domain.claims.basis import Basis, basis_of_question
from services.validator.domain.claims.finding import FindingKind
from services.validator.domain.records.series import DailySeries, Days, Floats, Mask


@dataclass(frozen=True, kw_only=True, eq=False)
class Sample:
    """What a finding rests on, in time order; for an association the pairs that have both values.

    Attributes:
        question: well-typed.
        answer: every number it comes to.
        feature: shape (n,); of a share or a streak 1 where the test is true and 0 elsewhere.
        target: shape (n,), paired by position; None unless the finding is an association.
        days: shape (n,), the feature's day of each value, since 1970-01-01, ascending; unique of a daily series.
        calendar: the days that are asked about (of either group), on record or not as far as the calendar alone tells.
        chosen: how many days, activities or samples are asked about, with values or without.
        contrast: of a trend, shape (n,): the weights whose product with `feature` is the effect; None otherwise.
        earlier: of a difference, shape (n,): which values are of the group that is subtracted; None otherwise.
        later: likewise the other group; a value may be of both.
        record: the whole daily series of the feature; None where it is none. `target_record` likewise.
        span: the first and the last day of the window; None where it has none.
    """

    question: Question
    answer: Answer
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
    span: tuple[int, int] | None = None

    @property
    def basis(self) -> Basis:
        """How the values were chosen."""
        basis = basis_of_question(self.question)
        return replace(basis, span=self.span, is_fact=basis.is_fact or self._is_against_one)

    def weighed_as(self, kind: FindingKind) -> FindingKind:
        """The kind whose gates apply: a single day is never tested against chance, for it was what it was."""
        return FindingKind.SCALAR if self._is_against_one else kind

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
        """The share of what is asked about that has a value, 0 to 1."""
        return self.n / self.chosen if self.chosen else 0.0

    @property
    def _is_against_one(self) -> bool:
        return isinstance(self.question, Contrast) and self.smaller_window_n == 1
