"""Does the validator tell honest numbers from false ones? Every number a finding can carry, right and wrong.

Draws a year and more of daily series with gaps, ties and different scales, activities and laboratory values, and
findings about them (`evals.claims`).
They go through the contract's messages to the validator's own reading of the store and its `reproduction` gate. All of
them have to pass, in full and as people round them; then one number of each is tampered with by more than rounding, and
all have to be rejected, by the gate and by both layers together. Exits with 1 if one is judged wrongly.
"""

import argparse
import math
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import TypeAlias

import numpy as np

from evals.claims import LAB_VALUE, METRICS, NORM, Person, honest_findings, person, written
from evals.slow import epoch_day
from services.data_science.domain.finding import Finding, FindingQuery, Interval, NamedNumber
from services.data_science.domain.query import (
    ActivityFilter,
    Associate,
    ChangePoint,
    Compare,
    Describe,
    Trend,
    ValueFilter,
    filters_of,
    selections_of,
)
from services.data_science.wire import finding_to_proto
from services.validator.domain.claims.finding import Verdict
from services.validator.domain.gates.gate import GateOutcome, GateVerdict
from services.validator.domain.gates.reproduction import reproduce
from services.validator.domain.selection import read_sample
from services.validator.domain.claims.unreadable import Unreadable
from services.validator.domain.records.series import DailySeries, Days, Events
from services.validator.domain.records.store import ActivityLog, Norm, Store
from services.validator.domain.verdict.validation import examine
from services.validator.wire import finding_from_proto

Falsify: TypeAlias = Callable[[np.random.Generator, float], float]
FalsifyInterval: TypeAlias = Callable[[Interval], Interval]

DUST = 1e-10
PERSONS = 10


def store_of(person: Person) -> Store:
    """Someone's records as the validator reads them."""
    records = person.records
    return Store(
        daily={
            name: DailySeries.of(_epoch_days(column), np.array(list(column.values()), np.float64))
            for name, column in records.daily.items()
        },
        activities=ActivityLog.of(
            days=[int(epoch_day(done.day)) for done in records.activities],
            kinds=[done.kind for done in records.activities],
            fields=[done.fields for done in records.activities],
            recorded=[int(epoch_day(day)) for day in records.recorded],
        ),
        biomarkers={
            LAB_VALUE: Events.of(
                _epoch_days(day for day, _ in records.samples),
                np.array([value for _, value in records.samples], np.float64),
            )
        },
        norms={METRICS[1]: Norm(mean=NORM[0], sd=NORM[1])},
    )


def _epoch_days(days: Iterable[date]) -> Days:
    return np.array([epoch_day(day) for day in days], np.int64)


def judged(finding: Finding, store: Store) -> GateOutcome | None:
    """What the gate says of a finding as it arrives over the wire; None if it could not be read."""
    arrived = finding_from_proto(finding_to_proto(finding))
    sample = read_sample(arrived, store)
    return None if isinstance(sample, Unreadable) else reproduce(arrived, sample)


def verdict_of(finding: Finding, store: Store) -> Verdict:
    """What both layers together say of a finding."""
    return examine(finding_from_proto(finding_to_proto(finding)), store).report.verdict


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
AN_INTERVAL: Mapping[str, FalsifyInterval] = {
    "ends swapped": lambda ci: Interval(low=ci.high, high=ci.low),
    "interval shifted": lambda ci: Interval(low=ci.low + 0.1 * width(ci), high=ci.high + 0.1 * width(ci)),
    "interval narrowed": lambda ci: Interval(low=ci.low + 0.1 * width(ci), high=ci.high - 0.1 * width(ci)),
}
ANOTHER = "another number's value"
KINDS = (*ONE_NUMBER, *AN_INTERVAL, ANOTHER)


def width(interval: Interval) -> float:
    return interval.high - interval.low


def ends(number: NamedNumber) -> tuple[float, ...]:
    match number.value:
        case Interval(low=low, high=high):
            return low, high
        case value:
            return (value,)


def tampered(rng: np.random.Generator, kind: str, finding: Finding) -> Finding | None:
    """The finding with one of its numbers false; None where this kind of tampering leaves it true."""
    suited = [
        i for i, each in enumerate(finding.numbers) if kind not in AN_INTERVAL or isinstance(each.value, Interval)
    ]
    if not suited:
        return None
    index = int(rng.choice(suited))
    number = finding.numbers[index]
    value = number.value
    if isinstance(value, Interval) and kind in AN_INTERVAL:
        false = replace(number, value=AN_INTERVAL[kind](value))
    else:
        changed = list(ends(number))
        end = int(rng.integers(len(changed)))
        if kind == ANOTHER:
            changed[end] = float(rng.choice([each for other in finding.numbers for each in ends(other)]))
        else:
            changed[end] = ONE_NUMBER[kind](rng, changed[end])
        shown = Interval(low=changed[0], high=changed[1]) if isinstance(value, Interval) else changed[0]
        false = replace(number, value=shown)
    if all(still_true(claimed, true) for claimed, true in zip(ends(false), ends(number), strict=True)):
        return None
    return replace(finding, numbers=(*finding.numbers[:index], false, *finding.numbers[index + 1 :]))


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

    def count(self, names: Iterator[str] | tuple[str, ...], *, right: bool) -> None:
        for name in names:
            self.claims[name] += 1
            self.right[name] += right

    def print(self) -> None:
        print(f"\n{self.title:<34}{'claims':>8}{'right':>8}")
        for name in sorted(self.claims):
            print(f"{name:<34}{self.claims[name]:>8}{self.right[name]:>8}")


def used_by(query: FindingQuery) -> Iterator[str]:
    """Everything of the selection language that a question uses."""
    match query:
        case Describe(aggregate=aggregate):
            yield f"statistic: {aggregate.value}"
        case Compare(selection=selection, baseline=baseline):
            windows = baseline == replace(selection, window=baseline.window)
            yield f"statistic: difference of {'windows' if windows else 'groups'}"
        case Associate(lag_days=lag_days):
            yield "statistic: Spearman"
            yield f"lag: {lag_days} days"
        case Trend():
            yield "statistic: linear change"
        case ChangePoint():
            yield "statistic: change point"
    for selection in selections_of(query):
        measure = selection.measure
        yield f"source: {measure.source.value}" + (", a day" if measure.per_day else "")
        yield f"pick: {selection.pick.end.value if selection.pick else 'none'}"
        yield f"window: {selection.window.label or 'the time before'}"
    for each in filters_of(query):
        match each:
            case ValueFilter(comparison=comparison):
                yield f"filter: {comparison.value}"
            case ActivityFilter(absent=absent):
                yield f"filter: days {'without' if absent else 'with'} activities"
            case _:
                yield f"filter: {type(each).__name__}"


def complaint(finding: Finding, outcome: GateOutcome | None) -> str:
    said = "unreadable" if outcome is None else f"{outcome.verdict.value} {dict(outcome.detail)}"
    numbers = {number.key: number.value for number in finding.numbers}
    return f"WRONG {said}: {numbers} of {finding.query}"


def run(seed: int, count: int) -> int:
    """Judges `count` honest findings and as many tampered ones.

    Returns:
        How many were judged wrongly.
    """
    rng = np.random.default_rng(seed)
    honest, false = Tally(title="Honest, has to pass"), Tally(title="Tampered with, has to be rejected")
    wrong = 0
    for _ in range(PERSONS):
        someone = person(rng)
        store = store_of(someone)
        for finding in honest_findings(rng, someone, count // PERSONS):
            for shown in (finding, written(rng, finding)):
                outcome = judged(shown, store)
                right = outcome is not None and outcome.verdict is GateVerdict.PASSED
                honest.count(
                    (*used_by(finding.query), "all, in full" if shown is finding else "all, rounded"), right=right
                )
                if not right:
                    wrong += 1
                    print(complaint(shown, outcome))
            kind, bad = next(attempts(rng, finding))
            outcome = judged(bad, store)
            right = outcome is not None and outcome.ceiling is Verdict.REJECTED is verdict_of(bad, store)
            false.count((kind, "all"), right=right)
            if not right:
                wrong += 1
                print(kind, complaint(bad, outcome))
    honest.print()
    false.print()
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
    parser.add_argument("--seed", type=int, default=0, help="draws other days and other questions")
    parser.add_argument("--findings", type=int, default=2000, help="honest ones, and as many tampered ones")
    arguments = parser.parse_args()
    wrong = run(arguments.seed, arguments.findings)
    print(f"\n{wrong} judged wrongly (seed {arguments.seed})")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
