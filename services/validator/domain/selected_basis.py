"""What the gates, the evidence and the review have to know of a selection."""

from typing import Final

from services.validator.domain.basis import Basis
from services.validator.domain.calendar_days import bounds
from services.validator.domain.components import overlap_in
from services.validator.domain.finding import FACTS, Selection, Source, Statistic
from services.validator.domain.groups import differ_by_month, differ_by_weekday, differ_in_time
from services.validator.domain.subjects import feature_of, target_of

_INDIFFERENT_TO_GAPS: Final = frozenset(
    {
        Statistic.COUNT,
        Statistic.COUNT_DAYS,
        Statistic.COUNT_PER,
        Statistic.OUTLIERS,
        Statistic.FIRST,
        Statistic.LATEST,
        Statistic.CHANGE,
    }
)
_AVERAGES: Final = frozenset({Statistic.MEAN, Statistic.SUM})


def basis_of_selection(selection: Selection) -> Basis:
    """Of any selection, well-formed or not."""
    return Basis(
        noun=selection.noun,
        is_daily=selection.noun == "days",
        is_fact=selection.statistic in FACTS,
        is_indifferent_to_gaps=selection.statistic in _INDIFFERENT_TO_GAPS,
        is_average=selection.statistic in _AVERAGES,
        is_in_percent_of_mean=selection.statistic is Statistic.CV,
        is_searched=selection.statistic is Statistic.CHANGE_POINT,
        is_between_groups=selection.baseline is not None,
        by_weekday=differ_by_weekday(selection),
        by_month=differ_by_month(selection),
        in_time=differ_in_time(selection),
        lag_days=selection.lag_days,
        span=_span(selection),
        feature=feature_of(selection),
        target=target_of(selection),
        metrics=_metrics(selection),
        overlap=overlap_in(selection),
        windows=_labels(selection),
    )


def _metrics(selection: Selection) -> tuple[str, str] | None:
    if not selection.target or {selection.source, selection.target_source} != {Source.DAY}:
        return None
    return selection.feature, selection.target


def _span(selection: Selection) -> tuple[int, int] | None:
    """None also where the window's dates are no dates."""
    if selection.window is None:
        return None
    try:
        return bounds(selection.window)
    except ValueError:
        return None


def _labels(selection: Selection) -> tuple[str, ...]:
    windows = [group.window for group in selection.groups]
    return tuple(dict.fromkeys(window.label for window in windows if window is not None and window.label))
