"""The person's own recent numbers of what a message names, whatever it asks of it."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Final

from services.data_science.domain.algebra import (
    All,
    Field,
    Question,
    Reduce,
    ReferenceBound,
    Side,
    Statistic,
    Table,
    Tell,
    Window,
)
from services.data_science.domain.catalogue import Catalogue
from services.data_science.language.phrases import Noun
from services.data_science.language.vocabulary import Vocabulary

_DAYS: Final = 30
_SHARES: Final = {
    "deep_sleep_minutes": "deep_sleep_percent",
    "rem_sleep_minutes": "rem_sleep_percent",
    "light_sleep_minutes": "light_sleep_percent",
}
"""What a stage of sleep is judged by: its share of the night."""
_WITH: Final = {"systolic_blood_pressure": "diastolic_blood_pressure"}
"""What a metric is judged beside where its name may mean both: "blood pressure"."""
_NOW_AND_THEN: Final = frozenset({"systolic_blood_pressure", "diastolic_blood_pressure", "body_fat_percent", "vo2_max"})
"""What is measured so seldom that the last 30 days may be without: its latest value stands beside their mean."""
_INSTEAD: Final = {"total cholesterol": "LDL cholesterol", "iron": "ferritin"}
"""By which laboratory value another is judged that is not on record."""
_JUDGED_BY: Final = dict.fromkeys(("bmi", "overweight", "underweight", "obese"), "weight_kg")
"""What is judged by a metric and is no name of it: 27 is no weight where it is said of a body mass index."""
_LABEL: Final = "the last 30 days"
_EVER: Final = "all data"
_MOST_NAMED: Final = 2


def own_numbers(words: Sequence[str], vocabulary: Vocabulary) -> tuple[Question, ...]:
    """For each daily metric that is named its mean of the last 30 days, for each laboratory value the latest.

    A laboratory value comes with its laboratory's own limits. At most two names count, those first that more words
    name; what is not on record has no number, and what is noted is not judged.
    """
    edges = sorted(
        (edge for edge in vocabulary.edges(tuple(words)) if edge.category == "noun"),
        key=lambda edge: (edge.start - edge.end, edge.start),
    )
    taken: set[int] = set()
    named: dict[Noun, None] = {}
    for edge in edges:
        if taken.isdisjoint(range(edge.start, edge.end)):
            taken |= set(range(edge.start, edge.end))
            named[edge.meaning] = None
    named |= dict.fromkeys(Noun(metric=_JUDGED_BY[word], said=word) for word in words if word in _JUDGED_BY)
    found = (tuple(_questions(noun, vocabulary.catalogue)) for noun in named)
    return tuple(question for questions in list(filter(None, found))[:_MOST_NAMED] for question in questions)


def _questions(noun: Noun, catalogue: Catalogue) -> Iterator[Question]:
    metric = catalogue.metrics.get(noun.metric)
    if metric is not None and metric.recorded:
        yield from () if metric.tag else _of_days(noun, catalogue)
        return
    meant = [noun.biomarker, _INSTEAD.get(noun.biomarker, "")]
    by_name = {name.casefold(): name for name, each in catalogue.biomarkers.items() if each.recorded}
    recorded = (by_name[name.casefold()] for name in meant if name.casefold() in by_name)
    if (name := next(recorded, "")) and catalogue.samples is not None:
        first, last = catalogue.samples
        rows = All(table=Table.SAMPLES, window=Window(start=first, end=last, label=_EVER))
        yield Tell(number=Reduce(rows=rows, column=Field(name=name), statistic=Statistic.LATEST))
        if name in catalogue.reference_ranges:
            yield from (Tell(number=ReferenceBound(biomarker=name, side=side)) for side in Side)


def _of_days(noun: Noun, catalogue: Catalogue) -> Iterator[Question]:
    share = _SHARES.get(noun.metric, "")
    beside = _WITH.get(noun.metric, "") if noun.note else ""
    first = share if _is_recorded(share, catalogue) else noun.metric
    start = max(catalogue.first, catalogue.today - timedelta(days=_DAYS - 1))
    lately = All(table=Table.DAYS, window=Window(start=start, end=catalogue.today, label=_LABEL))
    ever = All(table=Table.DAYS, window=Window(start=catalogue.first, end=catalogue.today, label=_EVER))
    for name in (first, *((beside,) if _is_recorded(beside, catalogue) else ())):
        yield Tell(number=Reduce(rows=lately, column=Field(name=name), statistic=Statistic.MEAN))
        if name in _NOW_AND_THEN:
            yield Tell(number=Reduce(rows=ever, column=Field(name=name), statistic=Statistic.LATEST))


def _is_recorded(name: str, catalogue: Catalogue) -> bool:
    return name in catalogue.metrics and catalogue.metrics[name].recorded
