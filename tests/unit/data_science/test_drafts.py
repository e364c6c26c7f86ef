"""Whatever is asked and comes of it, every number of a draft refers to a finding that can be computed again."""

import re
from typing import Final

from hypothesis import given, settings
from hypothesis import strategies as st

from services.data_science import wire
from services.data_science.adapters.rules.code import code_for
from services.data_science.domain.analysis import Shown
from services.data_science.domain.finding import scalars_of, written
from services.data_science.domain.query import (
    Aggregate,
    Associate,
    Breakdown,
    ChangePoint,
    Combine,
    Compare,
    Describe,
    Grouping,
    Kinds,
    Measure,
    Operation,
    Order,
    Query,
    Ranking,
    Source,
    Trend,
)
from tests.unit.data_science.asked import activities, daily_measures, filters, measures, selections, windows
from tests.unit.data_science.coded import Person, people, run
from tests.unit.data_science.tellings import part, set_in, told

REFERENCE: Final = re.compile(r"\{\{(?:convert\()?(?:\w+\()?([\w-]+)\.(\w+)(?:, ([\w-]+)\.(\w+)\))?(?:, [\w/]+\))?\}\}")
LABELS: Final = re.compile(r"\b[fbw]\b")
RATES: Final = frozenset({Aggregate.TOTAL_PER, Aggregate.COUNT_PER})
ON_DAYS: Final = frozenset({Aggregate.SHARE, Aggregate.LONGEST_STREAK, Aggregate.CURRENT_STREAK})
GROUPED: Final = (Aggregate.MEAN, Aggregate.SUM, Aggregate.COUNT, Aggregate.MAX)
ANY_ACTIVITY: Final = st.builds(Measure, source=st.just(Source.ACTIVITY), activities=activities)
ONE_OF_EACH: Final = st.sampled_from([Aggregate.MEAN, Aggregate.SUM, Aggregate.MIN, Aggregate.COUNT])


@st.composite
def descriptions(draw: st.DrawFn) -> Describe:
    aggregate = draw(st.sampled_from(Aggregate))
    return Describe(
        selection=draw(selections()),
        aggregate=aggregate,
        conditions=draw(filters) if aggregate in ON_DAYS else (),
        per_days=7.0 if aggregate in RATES else 0.0,
    )


@st.composite
def comparisons(draw: st.DrawFn) -> Compare:
    selection = draw(selections())
    return Compare(selection=selection, baseline=draw(selections(st.just(selection.measure))))


QUERIES: Final[st.SearchStrategy[Query]] = st.one_of(
    descriptions(),
    comparisons(),
    st.builds(
        Associate,
        feature=daily_measures,
        target=daily_measures,
        lag_days=st.integers(0, 2),
        window=windows(),
        day_filters=filters,
    ),
    st.builds(Trend, selection=selections(daily_measures)),
    st.builds(ChangePoint, selection=selections(daily_measures)),
    st.builds(
        Breakdown, selection=selections(measures), aggregate=st.sampled_from(GROUPED), by=st.sampled_from(Grouping)
    ),
    st.builds(Ranking, selection=selections(), order=st.sampled_from(Order), count=st.integers(1, 4)),
    st.builds(Kinds, selection=selections(ANY_ACTIVITY)),
    st.builds(
        Combine,
        first=st.builds(Describe, selection=selections(), aggregate=ONE_OF_EACH),
        second=st.builds(Describe, selection=selections(), aggregate=ONE_OF_EACH),
        operation=st.sampled_from(Operation),
    ),
)
UNITS: Final = st.sampled_from([("min", Shown(unit="h", factor=60.0)), ("clock", None), ("steps", None), ("", None)])


@settings(max_examples=200, deadline=None)
@given(QUERIES, people(), UNITS)
def test_every_number_of_a_draft_refers_to_a_finding(
    query: Query, person: Person, units: tuple[str, Shown | None]
) -> None:
    asked_for = part(query, units[0], shown=units[1])
    answer = told(asked_for, run(code_for(query), person))
    known = {finding.id: scalars_of(finding.numbers) for finding in answer.findings}
    cited = [
        (finding, key)
        for first, one, second, other in REFERENCE.findall(answer.draft)
        for finding, key in ((first, one), (second, other))
        if finding
    ]
    assert all(key in known[finding] for finding, key in cited)
    assert {finding for finding, _ in cited} == set(known)
    assert not re.search(r"\d|\{|\}", REFERENCE.sub("", without_names(answer.draft))), answer.draft
    assert "{" not in answer.answer
    assert answer.answer == written(set_in(answer.draft), answer.findings)
    assert all(value.finding_id in {"", *known} for value in answer.values)


@settings(max_examples=100, deadline=None)
@given(QUERIES, people())
def test_every_finding_can_be_sent_and_says_what_it_claims_without_a_number(query: Query, person: Person) -> None:
    answer = told(part(query, "min"), run(code_for(query), person))
    for finding in answer.findings:
        sent = wire.finding_to_proto(finding)
        assert sent.claim.endswith(".")
        assert not re.search(r"\d", without_names(sent.claim)), sent.claim
        assert all(number.WhichOneof("value") for number in sent.numbers)


def without_names(text: str) -> str:
    """The text without the digits of windows' labels."""
    return re.sub(r"\b(?:19|20)\d\d-\d\d-\d\d\b|\b[A-Z][a-z]+ \d{4}\b", "", text)
