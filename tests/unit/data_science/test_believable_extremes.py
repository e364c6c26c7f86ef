"""An extreme is one of believable values, unless there is no other; what makes no difference is not said."""

from dataclasses import replace

import pytest

from services.data_science.adapters.rules import RulesMind
from services.data_science.app import Analyst
from services.data_science.domain.algebra import (
    All,
    And,
    Compare,
    Count,
    Field,
    Kind,
    Literal,
    Operator,
    Order,
    Pick,
    Question,
    Reduce,
    Statistic,
    Table,
    Tell,
    Where,
    Window,
)
from services.data_science.domain.analysis import AnalysisRequest, Completed
from services.data_science.domain.catalogue import Bounds, Catalogue
from services.data_science.language.believing import believable
from tests.unit.data_science.analysts import FIRST, TODAY, InMemoryHealthData, InProcessRunner, catalogue_of, completed

LEFT_OUT = "I leave out values that are hardly believable."
HARDLY = "That is hardly believable, but there is no other value."
DURATION = Field(name="duration_min")
DONE = All(table=Table.ACTIVITIES, window=Window(start=FIRST, end=TODAY, label="all data"))
RUNS = Where(rows=DONE, test=Kind(names=frozenset({"Run"})))


def bounded_catalogue(high: float) -> Catalogue:
    """Runs of more than `high` minutes, and walks of more than twice that, are not believed."""
    catalogue = catalogue_of()
    by_kind = {"Run": Bounds(high=high), "Walk": Bounds(high=2 * high)}
    duration = replace(catalogue.fields["duration_min"], plausible_by_kind=by_kind)
    return replace(catalogue, fields={**catalogue.fields, "duration_min": duration})


class BoundedHealthData(InMemoryHealthData):
    """Somebody whose longest run is a fault, by a catalogue that does not believe more than `high` minutes."""

    def __init__(self, high: float) -> None:
        super().__init__()
        self.high = high
        self.activities.loc[self.activities["kind"].eq("Run").idxmax(), "duration_min"] = 5000.0

    async def describe(self, user_id: str) -> Catalogue | None:
        return bounded_catalogue(self.high)


async def ask(question: str, data: InMemoryHealthData) -> Completed:
    analyst = Analyst(data=data, mind=RulesMind(), runner=InProcessRunner())
    return completed([event async for event in analyst.analyze(AnalysisRequest(user_id="u", question=question))])


def longest(rows: Where | All = RUNS, order: Order = Order.HIGHEST) -> Question:
    picked = Pick(rows=rows, by=DURATION, order=order)
    return Tell(number=Reduce(rows=picked, column=Field(name="average_heart_rate"), statistic=Statistic.MEAN))


async def test_a_value_that_is_not_believed_is_no_extreme_and_that_is_said() -> None:
    data = BoundedHealthData(600.0)
    runs = data.activities.loc[data.activities["kind"] == "Run", "duration_min"]
    end = await ask("How long was my longest run?", data)
    assert end.values[0].value == runs[runs <= 600].max()
    assert end.answer.endswith(LEFT_OUT)


async def test_where_nothing_is_believable_the_value_is_told_as_such() -> None:
    end = await ask("How long was my longest run?", BoundedHealthData(1.0))
    assert end.values[0].value == 5000.0
    assert end.answer.endswith(HARDLY)


async def test_bounds_that_make_no_difference_are_not_spoken_of() -> None:
    end = await ask("How long was my longest run?", BoundedHealthData(6000.0))
    assert end.values[0].value == 5000.0
    assert "believable" not in end.answer
    assert len(end.findings) == 1


def test_the_rows_of_a_pick_are_within_the_bounds_of_their_kind() -> None:
    limit = Compare(column=DURATION, operator=Operator.LESS_OR_EQUAL, number=Literal(value=600.0, unit="min"))
    bounded = replace(RUNS, test=And(tests=frozenset({RUNS.test, limit})))
    assert believable(longest(), bounded_catalogue(600.0)) == longest(bounded)


def test_of_all_kinds_each_has_its_own_bound() -> None:
    bounded = believable(longest(DONE), bounded_catalogue(600.0))
    assert isinstance(bounded, Tell)
    assert all(value in repr(bounded) for value in ("600.0", "1200.0", "'Run'", "'Walk'", "Not("))


@pytest.mark.parametrize(
    "question", [longest(order=Order.LOWEST), longest(order=Order.OLDEST), Tell(number=Count(rows=RUNS))]
)
def test_what_no_bound_matters_to_is_left_as_it_is(question: Question) -> None:
    assert believable(question, bounded_catalogue(600.0)) is None
    assert believable(longest(), catalogue_of()) is None
