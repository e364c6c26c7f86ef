"""Does the validator tell honest numbers from false ones? Every number that a question can come to, right and wrong.

Draws records with gaps, ties and several units, and questions of the question language about them (`evals.algebra`).
What the data scientist's code answers goes through the contract's messages to the validator's own reading of the store
and its `reproduction` gate. All answers have to pass, in full and as people round them; then one number of each is
tampered with by more than rounding, and all have to be rejected, by the gate and by both layers together. Exits with 1
if one is judged wrongly.
"""

import argparse
import math
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

import numpy as np

from evals.algebra.evaluators import by_interpreter, by_pandas, received, store_of
from evals.algebra.expressions import random_question
from evals.algebra.records import Records, random_records
from evals.algebra.tampering import finding_of
from services.data_science.domain.algebra import Question
from services.data_science.domain.traversal import nodes
from services.validator.domain.claims.finding import Finding, NamedNumber, Verdict
from services.validator.domain.claims.sampling import read_sample
from services.validator.domain.claims.unreadable import Unreadable
from services.validator.domain.gates.gate import GateOutcome, GateVerdict
from services.validator.domain.gates.reproduction import reproduce
from services.validator.domain.records.store import Store
from services.validator.domain.verdict.validation import examine
from services.validator.wire import finding_from_proto, finding_to_proto

Falsify: TypeAlias = Callable[[np.random.Generator, float], float]

DUST = 1e-10
PER_PERSON = 20


@dataclass(frozen=True, kw_only=True)
class Honest:
    """A question and a finding whose every number is what the data scientist's code answers."""

    question: Question
    finding: Finding


def honest_findings(rng: np.random.Generator, records: Records, store: Store, count: int) -> Iterator[Honest]:
    """So many findings with an effect."""
    drawn = 0
    while drawn < count:
        question = random_question(rng, records)
        own = by_interpreter(question, store)
        if isinstance(own, str) or "effect" not in own:
            continue
        drawn += 1
        yield Honest(question=question, finding=finding_of(received(question), by_pandas(question, records)))


def written(rng: np.random.Generator, finding: Finding) -> Finding:
    """The finding as people write it: numbers with two decimals or four significant digits, whole ones in full."""

    def rounded(value: float) -> float:
        size = math.floor(math.log10(abs(value))) if value else 0
        return round(value, 2 if rng.random() < 0.5 else max(3 - size, 0)) or value

    def shown(number: NamedNumber) -> NamedNumber:
        return replace(number, value=rounded(number.value)) if isinstance(number.value, float) else number

    return replace(finding, numbers=tuple(map(shown, finding.numbers)))


def arrived(finding: Finding) -> Finding:
    """The finding as it comes over the wire."""
    return finding_from_proto(finding_to_proto(finding))


def judged(finding: Finding, store: Store) -> GateOutcome | None:
    """What the gate says of a finding as it arrives over the wire; None if it could not be read."""
    claimed = arrived(finding)
    sample = read_sample(claimed, store)
    return None if isinstance(sample, Unreadable) else reproduce(claimed, sample)


def verdict_of(finding: Finding, store: Store) -> Verdict:
    """What both layers together say of a finding."""
    return examine(arrived(finding), store).report.verdict


def with_another_digit(rng: np.random.Generator, value: float) -> float:
    """One of the first three digits that count, changed."""
    text = f"{value:.12g}"
    places = [i for i, each in enumerate(text.partition("e")[0]) if each.isdigit()]
    first = next((k for k, i in enumerate(places) if text[i] != "0"), 0)
    place = int(rng.choice(places[first : first + 3]))
    digit = str(rng.choice([each for each in "0123456789" if each != text[place]]))
    return float(text[:place] + digit + text[place + 1 :])


ONE_NUMBER: Mapping[str, Falsify] = {
    "5 % more": lambda _, value: value * 1.05,
    "5 % less": lambda _, value: value * 0.95,
    "half a percent more": lambda _, value: value * 1.005,
    "one more": lambda _, value: value + 1,
    "one less": lambda _, value: value - 1,
    "the other sign": lambda _, value: -value,
    "another digit": with_another_digit,
    "ten times": lambda _, value: value * 10,
    "zero": lambda _, _value: 0.0,
    "any number": lambda rng, value: float(rng.normal(value, abs(value) + 1)),
    "not a number": lambda _, _value: math.nan,
    "infinite": lambda _, _value: math.inf,
}
ANOTHER = "another number's value"
KINDS = (*ONE_NUMBER, ANOTHER)


def tampered(rng: np.random.Generator, kind: str, finding: Finding) -> Finding | None:
    """The finding with one of its numbers false; None where this kind of tampering leaves it true."""
    index = int(rng.integers(len(finding.numbers)))
    true = finding.numbers[index].value
    others = [each.value for each in finding.numbers if isinstance(each.value, float)]
    if not isinstance(true, float):
        return None
    false = float(rng.choice(others)) if kind == ANOTHER else ONE_NUMBER[kind](rng, true)
    if still_true(false, true):
        return None
    number = replace(finding.numbers[index], value=false)
    return replace(finding, numbers=(*finding.numbers[:index], number, *finding.numbers[index + 1 :]))


def still_true(claimed: float, true: float) -> bool:
    """Whether a number is the true one, that one rounded, or like it what floating point leaves of zero."""
    if max(abs(claimed), abs(true)) < DUST:
        return True
    is_rounded = claimed != 0 and any(claimed == round(true, decimals) for decimals in range(17))
    return is_rounded or abs(claimed - true) <= 1e-9 * abs(true)


@dataclass(frozen=True, kw_only=True)
class Tally:
    """By what was claimed: how many claims there were, and of how many the gate said what it has to say."""

    title: str
    claims: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)

    def count(self, names: tuple[str, ...], *, right: bool) -> None:
        for name in names:
            self.claims[name] += 1
            self.right[name] += right

    def print(self) -> None:
        print(f"\n{self.title:<34}{'claims':>8}{'right':>8}")
        for name in sorted(self.claims):
            print(f"{name:<34}{self.claims[name]:>8}{self.right[name]:>8}")


def used_by(question: Question) -> Iterator[str]:
    """Everything of the question language that a question uses, each once."""
    yield from sorted({type(node).__name__ for node in nodes(question)})


def complaint(honest: Honest, finding: Finding, outcome: GateOutcome | None) -> str:
    said = "unreadable" if outcome is None else f"{outcome.verdict.value} {dict(outcome.detail)}"
    numbers = {number.key: number.value for number in finding.numbers}
    return f"WRONG {said}: {numbers} of {honest.question}"


def run(seed: int, count: int) -> int:
    """Judges `count` honest findings and as many tampered ones.

    Returns:
        How many were judged wrongly.
    """
    rng = np.random.default_rng(seed)
    passing, failing = Tally(title="Honest, has to pass"), Tally(title="Tampered with, has to be rejected")
    wrong = 0
    for at in range(0, count, PER_PERSON):
        records = random_records(rng)
        store = store_of(records)
        for honest in honest_findings(rng, records, store, min(PER_PERSON, count - at)):
            wrong += _honest(rng, honest, store, passing)
            kind, bad = next(attempts(rng, honest.finding))
            outcome = judged(bad, store)
            right = outcome is not None and outcome.ceiling is Verdict.REJECTED is verdict_of(bad, store)
            failing.count((kind, "all"), right=right)
            if not right:
                wrong += 1
                print(kind, complaint(honest, bad, outcome))
    passing.print()
    failing.print()
    return wrong


def _honest(rng: np.random.Generator, honest: Honest, store: Store, tally: Tally) -> int:
    """How many of the two ways to write it are judged wrongly."""
    wrong = 0
    for shown in (honest.finding, written(rng, honest.finding)):
        outcome = judged(shown, store)
        right = outcome is not None and outcome.verdict is GateVerdict.PASSED
        how = "all, in full" if shown is honest.finding else "all, rounded"
        tally.count((*used_by(honest.question), how), right=right)
        if not right:
            wrong += 1
            print(complaint(honest, shown, outcome))
    return wrong


def attempts(rng: np.random.Generator, finding: Finding) -> Iterator[tuple[str, Finding]]:
    """Kinds of tampering with a finding that make it false, without end."""
    while True:
        kind = KINDS[rng.integers(len(KINDS))]
        bad = tampered(rng, kind, finding)
        if bad is not None:
            yield kind, bad


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=0, help="draws other records and other questions")
    parser.add_argument("--findings", type=int, default=2000, help="honest ones, and as many tampered ones")
    arguments = parser.parse_args()
    wrong = run(arguments.seed, arguments.findings)
    print(f"\n{wrong} judged wrongly (seed {arguments.seed})")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
