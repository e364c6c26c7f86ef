"""Does the validator believe a right answer, and reject the same answer with one number falsified?"""

from dataclasses import replace
from typing import Final

import numpy as np

from evals.algebra.evaluators import Numbers
from services.validator.domain.algebra import Question
from services.validator.domain.claims.basis import kind_of
from services.validator.domain.claims.finding import Finding, NamedNumber, Verdict
from services.validator.domain.claims.sampling import read_sample
from services.validator.domain.claims.unreadable import Unreadable
from services.validator.domain.gates.gate import GateVerdict
from services.validator.domain.gates.reproduction import reproduce
from services.validator.domain.records.store import Store
from services.validator.domain.verdict.validation import examine

_IN_FULL: Final = 0.05
"""How often all gates are run, which take much longer than the one that computes again."""


def finding_of(question: Question, numbers: Numbers) -> Finding:
    """The answer as a claim."""
    named = tuple(NamedNumber(key=key, value=value) for key, value in numbers.items())
    return Finding(id="ds-001", kind=kind_of(question), claim="", numbers=named, question=question)


def falsified(rng: np.random.Generator, finding: Finding) -> Finding:
    """The finding with one of its numbers further from the truth than any rounding takes it."""
    at = int(rng.integers(len(finding.numbers)))
    number = finding.numbers[at]
    value = number.value if isinstance(number.value, float) else 0.0
    false = replace(number, value=value + float(rng.choice([-1, 1])) * (1 + 0.1 * abs(value)))
    return replace(finding, numbers=(*finding.numbers[:at], false, *finding.numbers[at + 1 :]))


def misjudged(rng: np.random.Generator, question: Question, numbers: Numbers, store: Store) -> str:
    """What the validator gets wrong about an answer that is right, and about one that is not; empty if nothing."""
    finding = finding_of(question, numbers)
    sample = read_sample(finding, store)
    if isinstance(sample, Unreadable):
        return f"a right answer could not be read: {sample.reason}"
    honest = reproduce(finding, sample)
    if honest.verdict is not GateVerdict.PASSED:
        return f"a right answer was not computed again: {dict(honest.detail)}"
    false = falsified(rng, finding)
    if reproduce(false, sample).ceiling is not Verdict.REJECTED:
        return f"a false answer was believed: {_changed(finding, false)}"
    if rng.random() < _IN_FULL and examine(false, store).report.verdict is not Verdict.REJECTED:
        return f"a false answer was not rejected: {_changed(finding, false)}"
    return ""


def _changed(finding: Finding, false: Finding) -> str:
    pairs = zip(finding.numbers, false.numbers, strict=True)
    return ", ".join(f"{old.key} {old.value} as {new.value}" for old, new in pairs if old != new)
