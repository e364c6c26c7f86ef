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
_LABEL: Final = "the last 30 days"
_MOST_NAMED: Final = 2


def own_numbers(words: Sequence[str], vocabulary: Vocabulary) -> tuple[Question, ...]:
    """For each daily metric that is named its mean of the last 30 days, for each laboratory value the latest.

    A laboratory value comes with its laboratory's own limits. At most two names count, those first that more words
    name; what is not on record has no number.
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
    found = (tuple(_questions(noun, vocabulary.catalogue)) for noun in named)
    return tuple(question for questions in list(filter(None, found))[:_MOST_NAMED] for question in questions)


def _questions(noun: Noun, catalogue: Catalogue) -> Iterator[Question]:
    metric, biomarker = catalogue.metrics.get(noun.metric), catalogue.biomarkers.get(noun.biomarker)
    share = catalogue.metrics.get(_SHARES.get(noun.metric, ""))
    name = _SHARES[noun.metric] if share is not None and share.recorded else noun.metric
    if metric is not None and metric.recorded:
        start = max(catalogue.first, catalogue.today - timedelta(days=_DAYS - 1))
        rows = All(table=Table.DAYS, window=Window(start=start, end=catalogue.today, label=_LABEL))
        yield Tell(number=Reduce(rows=rows, column=Field(name=name), statistic=Statistic.MEAN))
    elif biomarker is not None and biomarker.recorded and catalogue.samples is not None:
        first, last = catalogue.samples
        rows = All(table=Table.SAMPLES, window=Window(start=first, end=last, label="all data"))
        yield Tell(number=Reduce(rows=rows, column=Field(name=noun.biomarker), statistic=Statistic.LATEST))
        if noun.biomarker in catalogue.reference_ranges:
            yield from (Tell(number=ReferenceBound(biomarker=noun.biomarker, side=side)) for side in Side)
