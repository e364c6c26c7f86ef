"""From a selection and the stored records to the numbers the gates weigh.

The one place that says which values count: source, window, filters, pick, lag. The claim's own numbers play no part.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from services.validator.domain.basis import Basis
from services.validator.domain.calendar_days import holds, known, selected_days
from services.validator.domain.contrasts import change_point, of_difference, of_line
from services.validator.domain.finding import (
    OF_CONDITIONS,
    Activities,
    ActivityFilter,
    DayFilter,
    End,
    Finding,
    FindingKind,
    Group,
    Pick,
    Selection,
    Source,
    Statistic,
    ValueFilter,
)
from services.validator.domain.sample import Sample
from services.validator.domain.selected_basis import basis_of_selection
from services.validator.domain.series import DailySeries, Days, Events, Floats, Mask
from services.validator.domain.store import Needs, Norm, Store
from services.validator.domain.unreadable import Unreadable
from services.validator.domain.wellformed import malformed

_Ask: TypeAlias = Callable[[DayFilter, Days, Store], Mask]


@dataclass(frozen=True, kw_only=True, eq=False)
class SelectedSample(Sample):
    """What a selection selects.

    Attributes:
        selection: well-formed.
        norm: what is typical of other people, if the selection asks for it.
    """

    selection: Selection
    norm: Norm | None = None

    @property
    def basis(self) -> Basis:
        return basis_of_selection(self.selection)

    @property
    def missing(self) -> Days | None:
        """The selected days without a value; None where a day may be without one for another reason.

        A pick, and a filter on values or activities, leaves out days that are not on record, and so tells nothing of
        the others.
        """
        groups = self.selection.groups
        filters = [each for group in groups for each in group.day_filters]
        is_by_record = any(isinstance(each, ValueFilter | ActivityFilter) for each in filters)
        if self.selection.source is not Source.DAY or is_by_record or any(group.pick for group in groups):
            return None
        return np.setdiff1d(self.calendar, self.days, assume_unique=True)


def needs_of(finding: Finding) -> Needs:
    """What of the user's records a finding needs; nothing if its selection cannot be read anyway."""
    selection = finding.selection
    if selection is None or malformed(finding):
        return Needs()
    sources = {(selection.source, selection.feature), (selection.target_source, selection.target)}
    filters = (*(each for group in selection.groups for each in group.day_filters), *selection.conditions)
    metrics = {name for source, name in sources if source is Source.DAY and name}
    return Needs(
        metrics=frozenset(metrics | {each.metric for each in filters if isinstance(each, ValueFilter)}),
        activities=any(source is Source.ACTIVITY for source, _ in sources)
        or any(isinstance(each, ActivityFilter) for each in filters)
        or _needs_recorded_days(selection),
        biomarkers=frozenset({selection.feature} if selection.source is Source.BIOMARKER else ()),
        norms=frozenset({selection.feature} if selection.statistic is Statistic.POPULATION_DIFFERENCE else ()),
    )


def _needs_recorded_days(selection: Selection) -> bool:
    """Whether it matters that a day is on record: where days are picked, only counted, or judged without a value."""
    of_days = selection.is_daily or selection.statistic in OF_CONDITIONS
    counts_days = selection.source is Source.DAY and not selection.feature and selection.statistic not in OF_CONDITIONS
    is_picked = of_days and any(group.pick for group in selection.groups)
    return counts_days or is_picked or not all(isinstance(each, ValueFilter) for each in selection.conditions)


def read_sample(finding: Finding, store: Store) -> SelectedSample | Unreadable:
    """The numbers behind a finding, read by its selection.

    Args:
        finding: the claim.
        store: what was read of what it needs.
    """
    fault = malformed(finding) or store.lacking(needs_of(finding))
    if fault:
        return Unreadable(reason=fault)
    selection = finding.selection
    if selection is None:
        raise AssertionError(finding.id)
    if selection.statistic in OF_CONDITIONS:
        return _of_conditions(selection, store)
    if finding.kind is FindingKind.ASSOCIATION:
        return _of_pairs(selection, store)
    if len(selection.groups) > 1:
        return _of_two(selection, store)
    return _of_one(selection, store, is_trend=finding.kind is FindingKind.TREND)


@dataclass(frozen=True, kw_only=True, eq=False)
class _Chosen:
    """What one group selects.

    Attributes:
        ids: shape (chosen,), ascending: of a daily series the day, otherwise the position in the record.
        days: shape (chosen,).
        values: shape (chosen,); NaN where it is missing.
        calendar: the selected calendar days.
    """

    ids: Days
    days: Days
    values: Floats
    calendar: Days

    @property
    def present(self) -> Days:
        """The ids of those that have a value."""
        return self.ids[np.isfinite(self.values)]


def _chosen(selection: Selection, group: Group, store: Store) -> _Chosen:
    calendar = selected_days(group, store)
    if selection.is_daily:
        days = _picked_days(calendar, group.pick, store)
        values = _daily(selection.source, selection.feature, selection.activities, store).on(days)
        return _Chosen(ids=days, days=days, values=values, calendar=calendar)
    events, meant = _events(selection, group, store)
    ids = _picked(np.flatnonzero(meant & np.isin(events.days, calendar)), group.pick)
    return _Chosen(ids=ids, days=events.days[ids], values=events.values[ids], calendar=calendar)


def _picked(ids: Days, pick: Pick | None) -> Days:
    if pick is None:
        return ids
    return ids[: pick.count] if pick.end is End.FIRST else ids[-pick.count :]


def _picked_days(calendar: Days, pick: Pick | None, store: Store) -> Days:
    """Days are picked among those on record."""
    return calendar if pick is None else _picked(calendar[np.isin(calendar, store.log.recorded)], pick)


def _daily(source: Source | None, name: str, activities: Activities | None, store: Store) -> DailySeries:
    """A daily series; without a name, 1 on every day on record."""
    if source is Source.ACTIVITY and activities is not None:
        return store.log.daily(name, activities)
    if name:
        return store.daily[name]
    recorded = store.log.recorded
    return DailySeries(days=recorded, values=np.ones(recorded.size))


def _events(selection: Selection, group: Group, store: Store) -> tuple[Events, Mask]:
    """The values of a source that has several a day, and which of them are meant."""
    if selection.source is Source.BIOMARKER:
        samples = store.biomarkers[selection.feature]
        return samples, np.ones(samples.days.size, np.bool_)
    return store.log.events(selection.feature), store.log.meant(group.activities)


def _record(selection: Selection, store: Store) -> DailySeries | None:
    if not selection.is_daily:
        return None
    return _daily(selection.source, selection.feature, selection.activities, store)


def _of_one(selection: Selection, store: Store, *, is_trend: bool) -> SelectedSample:
    """The values of one group, and of a trend the weights of its line or of its change point."""
    chosen = _chosen(selection, selection.groups[0], store)
    there = np.isfinite(chosen.values)
    values, days = chosen.values[there], chosen.days[there]
    contrast = earlier = later = None
    if selection.statistic is Statistic.CHANGE_POINT:
        before = change_point(values, days)
        earlier = np.arange(days.size) < (before or 0)
        later = ~earlier if before else np.zeros(days.size, np.bool_)
        contrast = of_difference(earlier, later)
    elif is_trend:
        contrast = of_line(days)
    return SelectedSample(
        selection=selection,
        feature=values,
        target=None,
        days=days,
        calendar=chosen.calendar,
        chosen=chosen.days.size,
        contrast=contrast,
        earlier=earlier,
        later=later,
        record=_record(selection, store),
        norm=store.norms.get(selection.feature),
    )


def _of_two(selection: Selection, store: Store) -> SelectedSample | Unreadable:
    """The values of both groups, each once."""
    own, other = (_chosen(selection, group, store) for group in selection.groups)
    ids, first = np.unique(np.concatenate([other.ids, own.ids]), return_index=True)
    values = np.concatenate([other.values, own.values])[first]
    days = np.concatenate([other.days, own.days])[first]
    there = np.isfinite(values)
    earlier, later = np.isin(ids[there], other.present), np.isin(ids[there], own.present)
    if earlier.any() != later.any():
        which = "later" if earlier.any() else "earlier"
        if selection.baseline is not None:
            which = "selected" if earlier.any() else "other"
        noun = "window" if selection.baseline is None else "group"
        return Unreadable(reason=f"no day of the {which} {noun} has a value, so there is nothing to compare")
    return SelectedSample(
        selection=selection,
        feature=values[there],
        target=None,
        days=days[there],
        calendar=np.union1d(own.calendar, other.calendar),
        chosen=ids.size,
        contrast=of_difference(earlier, later),
        earlier=earlier,
        later=later,
        record=_record(selection, store),
    )


def _of_pairs(selection: Selection, store: Store) -> SelectedSample:
    """The days that have both values, the target read so many days after the feature."""
    chosen = _chosen(selection, selection.groups[0], store)
    target_record = _daily(selection.target_source, selection.target, selection.target_activities, store)
    target = target_record.on(chosen.days + selection.lag_days)
    there = np.isfinite(chosen.values) & np.isfinite(target)
    return SelectedSample(
        selection=selection,
        feature=chosen.values[there],
        target=target[there],
        days=chosen.days[there],
        calendar=chosen.calendar,
        chosen=chosen.days.size,
        record=_record(selection, store),
        target_record=target_record,
    )


def _of_conditions(selection: Selection, store: Store) -> SelectedSample:
    """The selected days that have what the conditions ask about, and on which of them all conditions hold."""
    group = selection.groups[0]
    calendar = selected_days(group, store)
    days = _picked_days(calendar, group.pick, store)
    evaluated = _all(selection.conditions, days, store, asked=known)
    held = _all(selection.conditions, days, store, asked=holds)
    return SelectedSample(
        selection=selection,
        feature=held[evaluated].astype(np.float64),
        target=None,
        days=days[evaluated],
        calendar=calendar,
        chosen=days.size,
    )


def _all(conditions: Sequence[DayFilter], days: Days, store: Store, *, asked: _Ask) -> Mask:
    every = np.ones(days.size, np.bool_)
    for condition in conditions:
        every &= asked(condition, days, store)
    return every
