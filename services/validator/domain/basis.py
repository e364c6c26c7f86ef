"""What the gates, the evidence, the review and the explanations have to know of what a finding rests on."""

from dataclasses import dataclass

from services.validator.domain.components import Overlap


@dataclass(frozen=True, kw_only=True)
class Basis:
    """How the values of a finding were chosen, and what its numbers are of.

    Attributes:
        noun: what the values are one each of, a plural: "days", "activities", "weeks".
        is_daily: whether there is one value a day at most.
        is_fact: whether it is counted or picked out, and so estimates nothing that could vary.
        is_indifferent_to_gaps: whether days without a value make no difference to it.
        is_average: whether a few extreme values pull it away from a usual one.
        is_in_percent_of_mean: whether its unit is a percentage of the mean of the values.
        is_searched: whether it is the largest step among all.
        is_between_groups: of a difference, whether the groups differ in more than when they were.
        by_weekday: of a difference, whether the days of the week are what its groups are about.
        by_month: likewise the time of year.
        in_time: of a trend or a difference, whether what is earlier and what later is what is claimed.
        lag_days: how many days after the first series the second is read.
        span: the first and the last day of the window, since 1970-01-01; None where it has none.
        feature: the series or the number in words that tell it from every other; `target` likewise the second series,
            or how the groups of a difference differ, empty without either.
        metrics: the daily metrics that an association is between, as they are recorded; None for anything else.
        overlap: how the two series of an association share what they measure; None where they do not.
        windows: what the windows are called, the later one first.
    """

    noun: str = "days"
    is_daily: bool = True
    is_fact: bool = False
    is_indifferent_to_gaps: bool = False
    is_average: bool = False
    is_in_percent_of_mean: bool = False
    is_searched: bool = False
    is_between_groups: bool = False
    by_weekday: bool = False
    by_month: bool = False
    in_time: bool = True
    lag_days: int = 0
    span: tuple[int, int] | None = None
    feature: str = ""
    target: str = ""
    metrics: tuple[str, str] | None = None
    overlap: Overlap | None = None
    windows: tuple[str, ...] = ()
