"""Asks both evaluators the same, a batch of questions about one person after the other."""

from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from evals.algebra.evaluators import CodeFailedError, by_interpreter, by_pandas, difference, received, store_of
from evals.algebra.expressions import random_question
from evals.algebra.records import Records, random_records
from evals.algebra.shrinking import Case, shrunk
from evals.algebra.tampering import misjudged
from services.data_science.adapters.pandas_code import code_for
from services.data_science.domain.algebra import Question
from services.data_science.domain.traversal import levels
from services.validator.domain.records.store import Store

PER_PERSON = 20
BATCH = 200
_EMPTY = 0.1


@dataclass(kw_only=True)
class Batch:
    """What came of some questions.

    Attributes:
        answered: of how many of each kind there was more to say than how little there is; each of these answers was
            tampered with, too.
        productions: how often each occurred at which depth.
        disagreements: each as text, with the smallest example.
        misjudged: what the validator took for right or wrong and should not have.
    """

    asked: int = 0
    answered: Counter[str] = field(default_factory=Counter)
    productions: Counter[tuple[str, int]] = field(default_factory=Counter)
    disagreements: list[str] = field(default_factory=list)
    misjudged: list[str] = field(default_factory=list)

    def add(self, other: "Batch") -> None:
        self.asked += other.asked
        self.answered += other.answered
        self.productions += other.productions
        self.disagreements += other.disagreements
        self.misjudged += other.misjudged


def batches(count: int) -> tuple[list[int], list[int]]:
    """The number of each batch, and how many questions it asks."""
    sizes = [BATCH] * (count // BATCH) + ([count % BATCH] if count % BATCH else [])
    return list(range(len(sizes))), sizes


def compare(seed: int, number: int, count: int, *, shrink: bool = True) -> Batch:
    """One batch; the same seed and number ask the same."""
    rng, batch = np.random.default_rng([seed, number]), Batch()
    for asked in range(count):
        if asked % PER_PERSON == 0:
            records = random_records(rng)
            store = store_of(records)
        question = _asked(rng, records, store)
        batch.asked += 1
        batch.productions.update((type(node).__name__, level) for level, node in levels(question))
        try:
            numbers = by_pandas(question, records)
            said = difference(numbers, by_interpreter(question, store))
        except CodeFailedError as error:
            said = _failed(error)
        if said:
            batch.disagreements.append(shown(question, records, said) if shrink else said)
        elif "effect" in numbers:
            batch.answered[type(question).__name__] += 1
            if wrong := misjudged(rng, received(question), numbers, store):
                batch.misjudged.append(f"{wrong}\n{question}")
    return batch


def _asked(rng: np.random.Generator, records: Records, store: Store) -> Question:
    """A random question; one that comes to nothing, in which little can differ, is asked one time in ten."""
    while True:
        question = random_question(rng, records)
        numbers = by_interpreter(question, store)
        if isinstance(numbers, str) or "effect" in numbers or rng.random() < _EMPTY:
            return question


def disagreement(question: Question, records: Records) -> str:
    """What the evaluators say differently of it; empty if nothing."""
    try:
        return difference(by_pandas(question, records), by_interpreter(question, store_of(records)))
    except CodeFailedError as error:
        return _failed(error)


def _failed(error: CodeFailedError) -> str:
    return f"the code failed: {error}"


def shown(question: Question, records: Records, said: str) -> str:
    """A disagreement in its smallest form: the question, what both say, the code, and the records."""
    kind = _kind(said)

    def holds(smaller: Question, fewer: Records) -> bool:
        return _kind(disagreement(smaller, fewer)) == kind

    case = shrunk(Case(question=question, records=records), holds)
    tables = case.records.tables
    return "\n".join(
        [
            disagreement(case.question, case.records),
            str(case.question),
            code_for(case.question),
            f"days {tables.recorded_days.tolist()} { ({n: s.values.tolist() for n, s in tables.numbers.items()}) }",
            *(str(each) for each in tables.activities),
            *(str(each) for each in tables.biomarkers),
        ]
    )


def _kind(said: str) -> str:
    """What sort of disagreement it is, so that shrinking does not stray to another."""
    return said[:24] if said.startswith("the ") else said.partition(":")[0]
