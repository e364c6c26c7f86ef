"""What is told as validated to people who ask many things: how much of it is false, and how much of the real is seen.

Compares the validator's rule with what else was considered, on chances drawn from tests that are exact: uniform where
nothing is there, of a shift of 3.5 standard errors where something is. Seed 1.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import signal, stats

from services.validator.domain.claims.finding import FindingKind
from services.validator.domain.gates.multiplicity import (
    MAX_FALSE_VALIDATED,
    Subject,
    Test,
    TestedHypothesis,
    among_all,
)

Floats: TypeAlias = NDArray[np.float64]
Found: TypeAlias = NDArray[np.bool_]
Rule: TypeAlias = Callable[[Sequence[Floats]], Found]

PEOPLE: Final = {0.0: 2_500, 0.1: 250, 0.3: 250}
"""How many ask, by how much of what they ask about is real."""
SHIFT: Final = 3.5
TURNS: Final = ((10, 1), (60, 1), (12, 5), (3, 20))
"""How many turns, and how many hypotheses each tests."""
LOOKED_ON: Final = (30, 60, 90, 180, 365)
LOOKS: Final = 30
PAIRS: Final = 5_000
_SUBJECTS: Final = tuple(Subject.of(FindingKind.ASSOCIATION, f"metric {at}", "steps", 0) for at in range(60))


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """Of people who asked: percentages."""

    any_false: float
    false_share: float
    seen: float
    seen_late: float
    changed: float


def by_places(turns: Sequence[Floats]) -> Found:
    """The validator's own gate. Of earlier turns it needs the last one, and all in which something was found."""
    discoveries: list[TestedHypothesis] = []
    last: list[TestedHypothesis] = []
    found: list[bool] = []
    for at, p_values in enumerate(turns, start=1):
        subjects = _SUBJECTS[len(found) :]
        tests = [Test(subject=subject, p_value=p) for subject, p in zip(subjects, p_values.tolist(), strict=False)]
        levels = [outcome.number("level") for outcome in among_all(tests, [*last, *discoveries])]
        found += [bool(each) for each in p_values <= levels]
        clearest = int(np.argmin(p_values / levels))
        last = [_tested(subjects[clearest], float(p_values[clearest]), level=levels[clearest], place=at)]
        discoveries += last if p_values[clearest] <= levels[clearest] else []
    return np.array(found)


def _tested(subject: Subject, p_value: float, *, level: float, place: int) -> TestedHypothesis:
    feature, target = subject.series
    return TestedHypothesis(
        kind=subject.kind, feature=feature, target=target, lag_days=0, p_value=p_value, place=place, level=level
    )


def by_all_so_far(turns: Sequence[Floats]) -> Found:
    """Benjamini and Hochberg among all that was tested until then, as it is first told."""
    ends = np.cumsum([len(turn) for turn in turns])
    everything = np.concatenate(turns)
    told = [_discoveries(everything[:end])[end - len(turn) :] for end, turn in zip(ends, turns, strict=True)]
    return np.concatenate(told)


def by_all_in_the_end(turns: Sequence[Floats]) -> Found:
    """The same as it is told to whoever asks everything again in the end, if all of memory counts."""
    return _discoveries(np.concatenate(turns))


def by_hypothesis(turns: Sequence[Floats]) -> Found:
    """LORD, a hypothesis at a time in the order of its turn, with the shares of the validator's turns."""
    p_values = np.concatenate(turns)
    found: list[int] = []
    for at, p_value in enumerate(p_values):
        since = np.array([at + 1, *(at - each for each in found[1:])])
        if p_value <= MAX_FALSE_VALIDATED * (1 / (since * (since + 1))).sum():
            found.append(at)
    return np.isin(np.arange(p_values.size), found)


RULES: Final[tuple[tuple[str, Rule, Rule], ...]] = (
    ("all so far", by_all_so_far, by_all_in_the_end),
    ("LORD, by hypothesis", by_hypothesis, by_hypothesis),
    ("**LORD, by turn**", by_places, by_places),
)
"""What each is called, what it tells at first, and what to whoever asks again in the end."""


def _discoveries(p_values: Floats) -> Found:
    ranks = np.arange(1, p_values.size + 1)
    below = np.sort(p_values) <= MAX_FALSE_VALIDATED * ranks / p_values.size
    found: Found = p_values <= MAX_FALSE_VALIDATED * max(ranks[below], default=0) / p_values.size
    return found


def outcomes_of(turns: int, size: int, real_share: float, rng: np.random.Generator) -> dict[str, Outcome]:
    """What each rule comes to, of the same people."""
    counts = {name: np.zeros(7) for name, _, _ in RULES}
    late, people = turns * size * 2 // 3, PEOPLE[real_share]
    for _ in range(people):
        real = rng.random(turns * size) < real_share
        p_values = 2 * stats.norm.sf(np.abs(rng.normal(size=real.size) + SHIFT * real))
        asked = np.split(p_values, turns)
        told: dict[Rule, Found] = {}
        for name, first, again in RULES:
            for rule in (first, again):
                if rule not in told:
                    told[rule] = rule(asked)
            found = told[first]
            false = (found & ~real).sum()
            counts[name] += (
                false > 0,
                false / max(found.sum(), 1),
                (found & real).sum(),
                real.sum(),
                (found & real)[late:].sum(),
                real[late:].sum(),
                (found != told[again]).any(),
            )
    return {
        name: Outcome(
            any_false=100 * count[0] / people,
            false_share=100 * count[1] / people,
            seen=100 * count[2] / max(count[3], 1),
            seen_late=100 * count[4] / max(count[5], 1),
            changed=100 * count[6] / people,
        )
        for name, count in counts.items()
    }


def looks(days: int, phi: float, level: float, rng: np.random.Generator) -> tuple[float, float]:
    """Of unrelated pairs, in percent, how many show enough on this day, and on any of the days from then on."""
    n = days + LOOKS
    x, y = (signal.lfilter([np.sqrt(1 - phi**2)], [1, -phi], rng.normal(size=(PAIRS, n + 100)))[:, 100:] for _ in "xy")
    counted = np.arange(1, n + 1)
    sums = [np.cumsum(each, axis=1) for each in (x, y, x * x, y * y, x * y)]
    on, together = slice(days - 1, n - 1), counted[days - 1 : n - 1]
    sx, sy, sxx, syy, sxy = (each[:, on] for each in sums)
    rho = (sxy - sx * sy / together) / np.sqrt((sxx - sx**2 / together) * (syy - sy**2 / together))
    independent = together * (1 - phi**2) / (1 + phi**2)
    enough = 2 * stats.norm.sf(np.abs(np.arctanh(rho)) * np.sqrt(independent - 3)) <= level
    return 100 * float(enough[:, 0].mean()), 100 * float(enough.any(axis=1).mean())


def main() -> None:
    rng = np.random.default_rng(1)
    print(
        "| turns of hypotheses | rule | none real: told one | 10 %: false | seen | late | 30 %: false | seen | late |"
    )
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    changed: dict[str, float] = dict.fromkeys((name for name, _, _ in RULES), 0.0)
    for turns, size in TURNS:
        none, few, many = (outcomes_of(turns, size, share, rng) for share in PEOPLE)
        for name, _, _ in RULES:
            cells = [none[name].any_false]
            for each in (few[name], many[name]):
                cells += [each.false_share, each.seen, each.seen_late]
            print(f"| {turns} of {size} | {name} | {' | '.join(f'{cell:.1f}' for cell in cells)} |", flush=True)
            changed[name] = max(changed[name], few[name].changed, many[name].changed)
    print("\nPeople with a verdict that is another when everything is asked again, at most:")
    print("; ".join(f"{name} {share:.0f} %" for name, share in changed.items()))
    level = MAX_FALSE_VALIDATED / 2
    print(f"\n| unrelated, told one: once → on any of {LOOKS} days | {' | '.join(f'n = {n}' for n in LOOKED_ON)} |")
    print("| --- |" + " ---: |" * len(LOOKED_ON))
    for phi in (0.0, 0.5):
        told = (looks(days, phi, level, rng) for days in LOOKED_ON)
        print(f"| φ = {phi:g} | {' | '.join(f'{once:.1f} → {ever:.1f}' for once, ever in told)} |")


if __name__ == "__main__":
    main()
