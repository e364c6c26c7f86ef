"""Fits the weights by which the rules tell kinds of messages apart.

    python -m evals.routing.fit          how well other authors' messages are told apart (each author left out once)
    python -m evals.routing.fit --write  also writes the weights

Fitted to the messages of five authors (`corpus/author_*.tsv`; a line may have two labels where both are fair), to the
development questions, and to plain questions and wordings of `evals/rewording/corpus`, which are all for data science.
Never to the questions set aside. Each message is understood over the records of a person who has everything, no
laboratory values, or nothing; a part of them once more not at all, as when data science cannot be asked. Penalised by
the square of the weights; L-BFGS (Nocedal and Wright, Numerical Optimization, 2nd ed., 2006, chapter 7).
"""

import argparse
import asyncio
import json
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy import optimize, sparse

from evals.routing.__main__ import FOLDER, RULES, Question, catalogues, conversation_of, understanding
from services.data_science.domain.catalogue import Catalogue
from services.orchestrator.adapters.rules.kinds import _WEIGHTS, MessageKind, clues, meaning

_KINDS: Final = list(MessageKind)
_SAME: Final = {"symptom": "knowledge", "stated_value": "knowledge"}
_PENALTY: Final = 1.0
_MEANING: Final = 2.0
"""By what the figures of the meaning are multiplied: they are penalised by its square less than clues."""
_FEWEST: Final = 2
_LEAST_WEIGHT: Final = 0.02
_QUESTIONS_OF_DATA: Final = 4000
_WEIGHT_OF_THOSE: Final = 0.3
_NOT_UNDERSTOOD: Final = 0.2
_WEIGHT_NOT_UNDERSTOOD: Final = 0.3
_WEIGHT_OF_PATTERNS: Final = 3.0
_BY_PATTERNS: Final = ("author_d", "author_e", "author_f", "author_g", "development")
"""They labelled by the documented patterns and named where two are fair."""
_PEOPLE: Final = ("has_all", "has_all", "has_all", "has_no_labs", "has_nothing")
_TIGHT: Final = (",", ":")
_REWORDING: Final = FOLDER.parent / "rewording" / "corpus"


@dataclass(frozen=True, kw_only=True)
class Example:
    author: str
    clues: frozenset[str]
    meaning: NDArray[np.float64]
    kind: MessageKind
    weight: float = 1.0


async def examples(people: Mapping[str, Catalogue | None]) -> list[Example]:
    chance = random.Random(11)  # noqa: S311, a sample that anybody can draw again
    found = []
    for author, messages, kind, weight in _messages(chance):
        said = conversation_of(messages)
        told = await understanding(messages, people[chance.choice(_PEOPLE)], RULES.data_science)
        example = Example(author=author, clues=clues(said, told), meaning=meaning(said), kind=kind, weight=weight)
        found.append(example)
        if chance.random() < _NOT_UNDERSTOOD:
            found.append(replace(example, clues=clues(said, None), weight=weight * _WEIGHT_NOT_UNDERSTOOD))
    return found


def _messages(chance: random.Random) -> Iterator[tuple[str, tuple[str, ...], MessageKind, float]]:
    for path in sorted((FOLDER / "corpus").glob("*.tsv")):
        for line in path.read_text("utf-8").splitlines():
            told, text = line.split("\t")
            labels, messages = told.split("|"), tuple(part.strip() for part in text.split("|||"))
            weight = (_WEIGHT_OF_PATTERNS if path.stem in _BY_PATTERNS else 1.0) / len(labels)
            yield from ((path.stem, messages, MessageKind(label), weight) for label in labels)
    for line in (FOLDER / "questions_development.jsonl").read_text("utf-8").splitlines():
        question = Question.read(line)
        label = _SAME.get(question.pattern, question.pattern)
        if label in _KINDS:
            yield "development", question.messages, MessageKind(label), _WEIGHT_OF_PATTERNS
    for name in ("plain", "wordings"):
        lines = (_REWORDING / f"{name}.tsv").read_text("utf-8").splitlines()
        for line in chance.sample(lines, _QUESTIONS_OF_DATA // 2):
            yield "questions of data", (line.split("\t")[1],), MessageKind.DATA, _WEIGHT_OF_THOSE


@dataclass(frozen=True, kw_only=True)
class Fitted:
    """Shapes: of clues (clues, kinds), of meaning (figures, kinds), bias (kinds,)."""

    clues: Mapping[str, int]
    of_clues: NDArray[np.float64]
    of_meaning: NDArray[np.float64]
    bias: NDArray[np.float64]

    def kinds(self, held: Sequence[Example]) -> list[MessageKind]:
        by_meaning = np.stack([each.meaning for each in held]) @ self.of_meaning
        odds = _matrix(held, self.clues) @ self.of_clues + by_meaning + self.bias
        return [_KINDS[at] for at in odds.argmax(axis=1)]


def fitted(held: Sequence[Example]) -> Fitted:
    counts = Counter(clue for each in held for clue in each.clues)
    known = {clue: at for at, clue in enumerate(clue for clue, count in counts.items() if count >= _FEWEST)}
    x = _matrix(held, known)
    transposed = x.T.tocsr()
    figures = np.stack([each.meaning for each in held]) * _MEANING
    y = np.eye(len(_KINDS))[[_KINDS.index(each.kind) for each in held]]
    weight = np.array([each.weight for each in held])
    shape = (len(known) + figures.shape[1], len(_KINDS))

    def loss(flat: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        of_each, bias = flat[len(_KINDS) :].reshape(shape), flat[: len(_KINDS)]
        odds = x @ of_each[: len(known)] + figures @ of_each[len(known) :] + bias
        odds = odds - odds.max(axis=1, keepdims=True)
        share = np.exp(odds)
        share = share / share.sum(axis=1, keepdims=True)
        off = (share - y) * weight[:, None]
        value = -(weight * np.log((share * y).sum(axis=1) + 1e-12)).sum() + _PENALTY / 2 * (of_each**2).sum()
        slope = np.concatenate([transposed @ off, figures.T @ off]) + _PENALTY * of_each
        return float(value), np.concatenate([off.sum(axis=0), slope.ravel()])

    start = np.zeros(len(_KINDS) + shape[0] * shape[1])
    best = optimize.minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 100}).x
    of_each = best[len(_KINDS) :].reshape(shape)
    return Fitted(
        clues=known,
        of_clues=of_each[: len(known)],
        of_meaning=of_each[len(known) :] * _MEANING,
        bias=best[: len(_KINDS)],
    )


def _matrix(held: Sequence[Example], known: Mapping[str, int]) -> sparse.csr_array:
    cells = [(row, known[clue]) for row, each in enumerate(held) for clue in each.clues if clue in known]
    rows, columns = zip(*cells, strict=True)
    return sparse.csr_array((np.ones(len(cells)), (rows, columns)), shape=(len(held), len(known)))


def write(found: Fitted) -> None:
    rows = {
        clue: [round(float(value), 2) for value in found.of_clues[at]]
        for clue, at in sorted(found.clues.items())
        if np.abs(found.of_clues[at]).max() >= _LEAST_WEIGHT
    }
    bias = [round(float(value), 2) for value in found.bias]
    told = (
        f"{json.dumps(clue, ensure_ascii=False)}:{json.dumps(row, separators=_TIGHT)}" for clue, row in rows.items()
    )
    lines = ",\n".join(told)
    figures = ",\n".join(
        json.dumps([round(float(value), 2) for value in row], separators=_TIGHT) for row in found.of_meaning
    )
    _WEIGHTS.write_text(
        f'{{"bias":{json.dumps(bias)},"of_clue":{{\n{lines}\n}},"of_meaning":[\n{figures}\n]}}\n', "utf-8"
    )
    print(f"{len(rows)} clues written")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()

    async def prepared(folder: Path) -> list[Example]:
        return await examples(await catalogues(folder))

    with tempfile.TemporaryDirectory() as folder:
        held = asyncio.run(prepared(Path(folder)))
    for author in dict.fromkeys(each.author for each in held):
        own = [each for each in held if each.author == author]
        kinds = fitted([each for each in held if each.author != author]).kinds(own)
        right = sum(each.weight for kind, each in zip(kinds, own, strict=True) if kind is each.kind)
        share = right / sum(each.weight for each in own)
        print(f"{author}: {share:.1%} of {len(own)} as labelled, fitted to the others")
    if arguments.write:
        write(fitted(held))
    return 0


if __name__ == "__main__":
    sys.exit(main())
