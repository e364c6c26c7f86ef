from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from evals.algebra.comparing import Batch, compare
from evals.algebra.evaluators import by_interpreter, by_pandas, difference, received, store_of
from evals.algebra.expressions import LEVELS, random_question
from evals.algebra.records import Records, random_records
from evals.algebra.shrinking import Case, shrunk
from evals.algebra.tampering import falsified, finding_of, misjudged
from services.data_science.domain import algebra as a
from services.data_science.domain.algebra import Statistic, Table
from services.data_science.domain.traversal import levels, nodes, size
from services.data_science.domain.well_typed import MAX_DEPTH, MAX_SIZE, problem_of
from services.validator.domain.answering.answers import Recomputed

SEED = 20


def with_days() -> Records:
    """Someone with weeks of steps."""
    rng = np.random.default_rng(SEED)
    return next(
        records
        for records in iter(lambda: random_records(rng), None)
        if "steps" in records.tables.numbers and len(records.tables.numbers["steps"].days) > 20
    )


def mean_steps(records: Records) -> a.Question:
    window = a.Window(start=records.catalogue.first, end=records.catalogue.today)
    days = a.All(table=Table.DAYS, window=window)
    return a.Tell(number=a.Reduce(rows=days, column=a.Field(name="steps"), statistic=Statistic.MEAN))


@pytest.mark.parametrize("number", [0, 1])
def test_both_evaluators_give_the_same_numbers_and_false_ones_are_rejected(number: int) -> None:
    batch: Batch = compare(SEED, number, 100, shrink=False)
    assert batch.disagreements == []
    assert batch.misjudged == []
    assert batch.answered.total() > 60


def test_random_questions_make_sense_and_use_the_whole_language_at_every_level() -> None:
    rng, productions = np.random.default_rng(SEED), Counter[tuple[str, int]]()
    for _ in range(40):
        records = random_records(rng)
        for _ in range(15):
            question = random_question(rng, records)
            assert problem_of(question, records.catalogue) is None
            assert size(question) <= MAX_SIZE
            assert max(level for level, _ in levels(question)) <= MAX_DEPTH
            productions.update((type(each).__name__, level) for level, each in levels(question))
    for kind in ("All", "Where", "Pick", "DaysOf", "ActivitiesOn", "Periods", "Union", "Except", "Field", "Step"):
        assert all(productions[kind, level] for level in range(2, 2 + LEVELS)), kind
    for sort in (a.Rows, a.Column, a.Number, a.Test, a.Question):
        assert {kind.__name__ for kind in sort.__args__} <= {name for name, _ in productions}


def test_the_same_seed_asks_the_same() -> None:
    drawn = [random_question(rng, random_records(rng)) for rng in (np.random.default_rng(SEED) for _ in range(2))]
    assert drawn[0] == drawn[1]


def test_a_number_that_differs_or_is_missing_on_one_side_is_a_difference() -> None:
    own = {"n": Recomputed(value=3, scale=0, is_count=True), "effect": Recomputed(value=2.5, scale=2, is_count=False)}
    assert difference({"n": 3, "effect": 2.5 * (1 + 1e-12)}, own) == ""
    assert difference({"n": 3, "effect": 2.5 * (1 + 1e-7)}, own).startswith("effect: pandas 2.50000025")
    assert difference({"n": 3 + 1e-12, "effect": 2.5}, own).startswith("n: ")
    assert difference({"n": 3}, own) == "effect: pandas None, validator 2.5"
    assert difference({"n": 3, "effect": 2.5, "day": 1}, own) == "day: pandas 1, validator None"


def test_a_falsified_answer_has_one_other_number_and_is_not_taken_for_right() -> None:
    records, rng = with_days(), np.random.default_rng(SEED)
    question, store = mean_steps(records), store_of(records)
    numbers = by_pandas(question, records)
    finding = finding_of(received(question), numbers)
    false = falsified(rng, finding)
    assert sum(old != new for old, new in zip(finding.numbers, false.numbers, strict=True)) == 1
    assert misjudged(rng, received(question), numbers, store) == ""
    assert misjudged(rng, received(question), {**numbers, "effect": 1.0}, store).startswith("a right answer was not")


def test_what_disagrees_shrinks_to_the_little_that_matters() -> None:
    records = with_days()
    question = mean_steps(records)
    assert isinstance(question, a.Tell)
    assert isinstance(question.number, a.Reduce)
    twice = a.Union(left=question.number.rows, right=a.DaysOf(rows=question.number.rows, offset=1))
    large = replace(question, number=replace(question.number, rows=twice))

    def holds(smaller: a.Question, fewer: Records) -> bool:
        named = any(isinstance(each, a.Field) and each.name == "steps" for each in nodes(smaller))
        numbers = by_interpreter(smaller, store_of(fewer))
        return named and not isinstance(numbers, str) and numbers["n"].value > 0

    case = shrunk(Case(question=large, records=records), holds)
    assert size(case.question) == 4
    assert len(case.records.tables.recorded_days) == 1
