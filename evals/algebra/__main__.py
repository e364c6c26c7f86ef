"""Do both evaluators of the question language say the same? Random questions about random records, answered by both.

    python -m evals.algebra                     20,000 questions, in two processes
    python -m evals.algebra --count 500 --seed 7

Prints how often each production occurred at each depth, and of every disagreement the smallest example that was found.
Then one number of an answer of each kind is tampered with, which the validator has to reject. Exits with 1 otherwise.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

from evals.algebra.comparing import Batch, batches, compare

PROCESSES = 2
MOST_SHOWN = 10


def table(productions: Counter[tuple[str, int]]) -> Iterator[str]:
    """How often each production occurred, by depth."""
    depths = range(1, 1 + max(depth for _, depth in productions))
    yield f"{'production':<18}" + "".join(f"{depth:>8}" for depth in depths)
    for name in sorted({name for name, _ in productions}):
        yield f"{name:<18}" + "".join(f"{productions[name, depth] or '':>8}" for depth in depths)


def run(*, seed: int, count: int) -> Batch:
    """Both evaluators' answers to so many questions, compared."""
    total = Batch()
    with ProcessPoolExecutor(PROCESSES, mp_context=get_context("spawn")) as pool:
        for batch in pool.map(partial(compare, seed), *batches(count)):
            total.add(batch)
            for each in batch.disagreements[: max(MOST_SHOWN - len(total.disagreements) + len(batch.disagreements), 0)]:
                print(f"\n{each}", flush=True)
    return total


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="draws other records and other questions")
    parser.add_argument("--count", type=int, default=20_000, help="how many questions are asked")
    arguments = parser.parse_args()
    total = run(seed=arguments.seed, count=arguments.count)
    print("\n".join(table(total.productions)))
    print(f"\n{'kind of question':<18}{'answered':>8}")
    for kind, answered in sorted(total.answered.items()):
        print(f"{kind:<18}{answered:>8}")
    print(f"\n{total.asked} questions, {len(total.disagreements)} answered differently (seed {arguments.seed})")
    print(f"{total.answered.total()} answers tampered with, {len(total.misjudged)} misjudged")
    for each in total.misjudged[:MOST_SHOWN]:
        print(each)
    return 1 if total.disagreements or total.misjudged else 0


if __name__ == "__main__":
    sys.exit(main())
