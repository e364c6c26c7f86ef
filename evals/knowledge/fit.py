"""Fits when the best passage counts as an answer: `python -m evals.knowledge.fit` prints the constants of `querying`.

A logistic regression (Hosmer, Lemeshow and Sturdivant, Applied Logistic Regression, 3rd ed., 2013) over how well the
first passage fits each question of the development set, short questions on quantities, and messages that nothing
answers (`nothing.txt`), which weigh as much together as the others. The least log-odds are those at which nine in ten
of them find nothing.
"""

import json
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scipy import optimize

from evals.knowledge.__main__ import FOLDER, search_for
from services.domain_expert.adapters.knowledge_file import KnowledgeFile
from services.domain_expert.adapters.vocabulary import quantities

_FIRST: Final = 5
_PENALTY: Final = 0.5
_ABSTAINED: Final = 0.9


def short_questions(knowledge: KnowledgeFile) -> list[dict[str, Any]]:
    """Of each quantity what it is, which the passages on it answer: people also ask with a word or two."""
    asked = []
    for quantity in quantities().by_name.values():
        answers = [passage.id for passage in knowledge.passages if quantity.name in passage.about]
        asked += [
            {"question": f"What is {name}?", "answers": answers} for name in (quantity.spoken[:1] if answers else ())
        ]
    return asked


def main() -> None:
    knowledge = KnowledgeFile()
    entries = [json.loads(line) for line in (FOLDER / "questions_development.jsonl").read_text("utf-8").splitlines()]
    more = (FOLDER / "nothing.txt").read_text("utf-8").splitlines()
    entries += [{"question": message, "answers": []} for message in more]
    entries += short_questions(knowledge)
    found = [(entry, *knowledge.ranked(search_for(entry["question"]), _FIRST)) for entry in entries]
    told = [(entry, passages, held) for entry, passages, held in found if held is not None]
    x = np.array([held.figures for _, _, held in told])
    y = np.array([bool(entry["answers"]) for entry, _, _ in told])
    hit = np.array([any(passage.id in entry["answers"] for passage in passages) for entry, passages, _ in told])
    x, spread = x / x.std(axis=0), x.std(axis=0)
    weight = np.where(y, 1.0, y.sum() / (~y).sum())

    def loss(flat: NDArray[np.float64]) -> float:
        odds = x @ flat[1:] + flat[0]
        return float((weight * np.log1p(np.exp(-np.where(y, odds, -odds)))).sum() + _PENALTY * (flat[1:] ** 2).sum())

    best = optimize.minimize(loss, np.zeros(x.shape[1] + 1)).x
    odds = x @ best[1:] + best[0]
    least = float(np.quantile(odds[~y], _ABSTAINED))
    weights = ", ".join(f"{value:.2f}" for value in best[1:] / spread)
    print(f"_BIAS: Final = {best[0]:.2f}\n_WEIGHTS: Final = ({weights})")
    print(f"LEAST_LOG_ODDS: Final = {least:.2f}")
    asked = sum(bool(entry["answers"]) for entry in entries)
    for share in (0.7, 0.8, 0.85, _ABSTAINED):
        at = np.quantile(odds[~y], share)
        print(f"abstained {share:.0%}: recall@5 {(hit & (odds > at)).sum() / asked:.1%}")


if __name__ == "__main__":
    main()
