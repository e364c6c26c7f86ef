"""Why a question is not computed, and the nearest that can be. No number stands in it: nothing would vouch for one."""

from collections.abc import Sequence
from typing import Final

from services.data_science.adapters.rules.activities import kind_said
from services.data_science.adapters.rules.assembly.clause import NotUnderstood
from services.data_science.adapters.rules.biomarkers import biomarker_said
from services.data_science.adapters.rules.metrics import bases_of, words_for
from services.data_science.adapters.rules.restating import listed
from services.data_science.adapters.rules.terms import Activity, Biomarker, Condition, DayOf, Metric, Term
from services.data_science.domain.analysis import Decline
from services.data_science.domain.data import DataDescription

_CANNOT: Final = "I can't compute that from your data, because"
_MOST_NAMES: Final = 12


def nothing_asked(data: DataDescription) -> Decline:
    return Decline(answer=f"I see no question in this that I could compute. {_general(data)}")


def declined(reading: NotUnderstood, data: DataDescription) -> Decline:
    """Says why, and what of the same matter can be computed."""
    return Decline(answer=f"{_CANNOT} {reading.because}. {_nearest(reading.terms, data)}")


def _nearest(terms: Sequence[Term], data: DataDescription) -> str:
    """What can be computed of what was spoken of; what there is, where that is not on record."""
    if any(isinstance(term, Biomarker) for term in terms):
        return _of_biomarkers(terms, data)
    activities = [each for each in (_activity(term) for term in terms) if each is not None]
    if any(not activity.on_record for activity in activities):
        return _kinds(data)
    metrics = [each for each in (_metric(term) for term in terms) if each is not None]
    known = next((metric for metric in metrics if metric.name and is_recorded(metric.name, data)), None)
    if activities and data.activity_kinds:
        of = listed(dict.fromkeys(activity.said for activity in activities))
        return (
            f"What I can compute of your {of}: how many there were, their duration, distance, calories or heart rate "
            "over any window, the longest or the latest one, and how the days with them compare with the others."
        )
    if known is not None:
        return (
            f"What I can compute of your {words_for(known.name).noun}: the average, median, lowest, highest, latest "
            "or total value over any window, its spread, its trend, its usual ups and downs by day of the week or "
            "season, and how it goes together with another metric."
        )
    return _general(data)


def _of_biomarkers(terms: Sequence[Term], data: DataDescription) -> str:
    known = next((term.said for term in terms if isinstance(term, Biomarker) and term.on_record), None)
    if known is not None:
        return (
            f"What I can compute of your {known}: the latest, first, lowest or highest value and its change over time."
        )
    if not data.biomarkers:
        return f"There are no laboratory values on record. {_general(data)}"
    return f"The laboratory values on record are {_some(tuple(map(biomarker_said, data.biomarkers)))}."


def _kinds(data: DataDescription) -> str:
    if not data.activity_kinds:
        return f"There are no activities on record. {_general(data)}"
    return f"The kinds of activities on record are {_some(tuple(map(kind_said, data.activity_kinds)))}."


def _general(data: DataDescription) -> str:
    nouns = tuple(words_for(name).noun for name in data.recorded)
    of = _some(nouns) if nouns else "daily metrics"
    activities = " and of your activities" if data.activity_kinds else ""
    return f"What I can compute: averages, totals, comparisons, relationships and trends of your {of}{activities}."


def _some(names: Sequence[str]) -> str:
    shown = (*names[:_MOST_NAMES], "others") if len(names) > _MOST_NAMES else tuple(names)
    return listed(shown)


def is_recorded(name: str, data: DataDescription) -> bool:
    return all(base in data.recorded for base in bases_of(name))


def _activity(term: Term) -> Activity | None:
    match term:
        case Activity():
            return term
        case DayOf(activity=activity):
            return activity
        case _:
            return None


def _metric(term: Term) -> Metric | None:
    match term:
        case Metric():
            return term
        case Condition(metric=metric):
            return metric
        case _:
            return None
