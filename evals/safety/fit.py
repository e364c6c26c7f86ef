"""Fits the weights of the safety check to messages.

    python -m evals.safety.fit            prints how well weights fitted to four fifths do on the last fifth
    python -m evals.safety.fit --write    also fits to all of them and writes the weights

The fit is a multinomial logistic regression with an L2 penalty, by L-BFGS; the same messages give the same weights.
Words count by how unevenly they stand in dangers and in the rest (Wang and Manning, Baselines and Bigrams, ACL 2012).
The fit never sees the messages that are set aside.
"""

import argparse
import json
import random
import sys
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize
from scipy.sparse import csr_matrix, diags

from evals.rewording.corpus import CORPUS
from evals.safety.asked import asked, in_danger
from evals.safety.messages import NONE, Case, cases
from services.orchestrator.adapters.safety import vocabulary as words
from services.orchestrator.domain.safety.clues import clues_in, parts_of
from services.orchestrator.domain.safety.dangers import Danger
from services.orchestrator.domain.safety.nearness import FIGURES, Known, nearness, reduced

WEIGHTS: Final = Path(words.__file__).with_name("weights.json")
KNOWN: Final = WEIGHTS.with_name("known_messages.npz")
SOURCES: Final = ("training", "development", "close_calls", "let_slip")
CONVERSATIONS: Final = "data_questions"
"""The file whose conversations teach with each message: those before the newest are harmless."""
ROUTING: Final = Path(__file__).parents[1] / "routing" / "corpus"
QUESTIONS_ASIDE: Final = 4
"""Of so many questions of the corpus of wordings one is set aside."""
ASKED_COUNTS: Final = 2.0
"""How often each message of the knowledge base counts: there are few for all that people ask."""
WORDINGS_TAUGHT: Final = 4
"""Of so many wordings that are not set aside one is fitted to: they are much alike."""
ALARM: Final = -1.75
ALARM_WITH_SIGN: Final = -2.3
PENALTY: Final = 1.0
ROUNDS: Final = 150
"""Of the minimisation, at most."""
MEANING_STRETCHED: Final = 2.0
"""By how much meanings are stretched for the fit: their weights are penalised by its square less."""
COMPARED_FIGURES: Final = 64
"""Of a meaning, those by which messages are held against each other."""
UNEVENNESS: Final = (0.2, 0.5, 4.0)
"""What a word counts that stands evenly, what it gains by each unit of log ratio, and how many units count at most."""
LEAST_SEEN: Final = 2
SMALLEST_KEPT: Final = 0.02
_CLASSES: Final = (NONE, *(danger.value for danger in Danger))
_FOLDS: Final = 5
_FRAGMENT: Final = 4
_SEED: Final = 20261124
_BLOCK: Final = 150
"""So many messages after another are in one fold: what was written of one subject stays together."""
Floats = npt.NDArray[np.float64]
SmallFloats = npt.NDArray[np.float32]


@dataclass(frozen=True, kw_only=True)
class Example:
    """A message with what is the matter in it.

    Attributes:
        meaning: the vector of the encoder.
        counts: how much it counts in the fit.
        compared: other messages are held against it.
    """

    kind: str
    clues: frozenset[str]
    meaning: npt.NDArray[np.floating[Any]]
    counts: float = 1.0
    compared: bool = True


@dataclass(frozen=True, kw_only=True)
class Fitted:
    """What was fitted, with a column for each danger.

    Attributes:
        coefficients: a row for each clue of `known`, and one for the bias.
        of_meaning: a row for each figure of a meaning.
    """

    known: dict[str, int]
    coefficients: Floats
    of_meaning: Floats


def example(case: Case) -> Example:
    return _example(case.kind, case.messages[-1].content)


def examples_of(case: Case) -> Iterator[Example]:
    """A conversation as it is listened to: each message, and each together with the one before it."""
    said = [message.content for message in case.messages]
    kinds = [NONE] * (len(said) - 1) + [case.kind]
    for at, (kind, message) in enumerate(zip(kinds, said, strict=True)):
        yield _example(kind, message)
        if at:
            yield _example(kind, said[at - 1], message)


def examples() -> Sequence[Example]:
    """All that the weights are fitted to."""
    alone = [example(case) for name in SOURCES for case in cases(name) if len(case.messages) == 1]
    wordings = (_example(NONE, wording) for wording in list(questions(set_aside=False))[::WORDINGS_TAUGHT])
    of_data = [*(each for case in cases(CONVERSATIONS) for each in examples_of(case)), *wordings]
    sent = (_example(NONE, message) for message in asked_of_anybody())
    of_knowledge = [*((NONE, message) for message in asked(set_aside=False)), *in_danger()]
    heavy = (replace(_example(kind, message), counts=ASKED_COUNTS) for kind, message in of_knowledge)
    few = (replace(_example(NONE, words), compared=False) for words in fragments())
    return [*alone, *(replace(each, compared=each.kind != NONE) for each in of_data), *sent, *heavy, *few]


def asked_of_anybody() -> Iterator[str]:
    """What people ask a health assistant, each message by itself: nobody in danger."""
    for path in sorted(ROUTING.glob("*.tsv")):
        for line in path.read_text("utf-8").splitlines():
            yield from (message.strip() for message in line.partition("\t")[2].split("|||"))


def fragments() -> Sequence[str]:
    """One to four words in a row of each harmless message, as people answer a coach: so little said is no danger."""
    chosen = random.Random(_SEED)  # noqa: S311, a draw of examples
    said = [message.split() for message in (*asked_of_anybody(), *asked(set_aside=False))]
    lengths = [chosen.randint(1, _FRAGMENT) for _ in said]
    starts = [chosen.randrange(max(len(words) - length, 0) + 1) for words, length in zip(said, lengths, strict=True)]
    cut = (" ".join(words[at : at + n]).strip(".,?!") for words, n, at in zip(said, lengths, starts, strict=True))
    return list(dict.fromkeys(filter(None, cut)))


def questions(*, set_aside: bool) -> Iterator[str]:
    """Harmless questions about records, of many people: three quarters to fit to, and one that is set aside."""
    for line in (CORPUS / "wordings.tsv").read_text("utf-8").splitlines():
        wording = line.partition("\t")[2]
        if (zlib.crc32(wording.encode()) % QUESTIONS_ASIDE == 0) is set_aside:
            yield wording


def _example(kind: str, *messages: str) -> Example:
    vocabulary = words.vocabulary()
    plain = "".join(map(vocabulary.spelling.plain, messages))
    clues = clues_in(plain, parts_of(plain, vocabulary), vocabulary)
    return Example(kind=kind, clues=clues, meaning=words.encoder().vectors([plain])[0])


def fit(examples: Sequence[Example], meanings: SmallFloats) -> Fitted:
    """Weights relative to "no danger", which has none: minimises the cross-entropy plus the penalty.

    Args:
        examples: what to fit to.
        meanings: of each, as `meanings_of` answers them.
    """
    seen = Counter(clue for each in examples for clue in each.clues)
    known = {clue: column for column, clue in enumerate(sorted(c for c, n in seen.items() if n >= LEAST_SEEN))}
    stretch = diags(_stretches(examples, known))
    matrix, meanings = _matrix(examples, known) @ stretch, meanings * MEANING_STRETCHED
    truth = np.zeros((len(examples), len(_CLASSES)))
    truth[np.arange(len(examples)), [_CLASSES.index(each.kind) for each in examples]] = 1.0
    counts = np.asarray([[each.counts] for each in examples])
    bias, shape = len(known), (matrix.shape[1] + meanings.shape[1], len(_CLASSES))

    def loss(flat: Floats) -> tuple[float, Floats]:
        coefficients = flat.reshape(shape)
        odds = matrix @ coefficients[: bias + 1] + meanings @ coefficients[bias + 1 :].astype(np.float32)
        odds -= odds.max(axis=1, keepdims=True)
        exponentials = np.exp(odds)
        total = exponentials.sum(axis=1, keepdims=True)
        penalised = coefficients.copy()
        penalised[bias] = 0.0  # the bias is free
        value = float(-(counts * truth * (odds - np.log(total))).sum() + 0.5 * PENALTY * (penalised**2).sum())
        wrong = counts * (exponentials / total - truth)
        gradient = np.vstack([matrix.T @ wrong, meanings.T @ wrong.astype(np.float32)]) + PENALTY * penalised
        return value, np.asarray(gradient).ravel()

    found = minimize(loss, np.zeros(shape[0] * shape[1]), jac=True, method="L-BFGS-B", options={"maxiter": ROUNDS})
    coefficients = np.asarray(found.x, dtype=np.float64).reshape(shape)
    against_none = coefficients[:, 1:] - coefficients[:, :1]
    return Fitted(
        known=known,
        coefficients=np.asarray(stretch @ against_none[: bias + 1]),
        of_meaning=against_none[bias + 1 :] * MEANING_STRETCHED,
    )


def _stretches(examples: Sequence[Example], known: dict[str, int]) -> Floats:
    """What each clue counts in the fit, and the bias at the end: a word by how unevenly it stands."""
    matrix = _matrix(examples, known)
    danger = np.asarray([each.kind != NONE for each in examples])
    inside, outside = (1.0 + np.asarray(matrix.T @ side.astype(np.float64)) for side in (danger, ~danger))
    ratio = np.abs(np.log(inside / inside.sum() * outside.sum() / outside))
    least, gain, most = UNEVENNESS
    words_only = np.asarray([*(clue.startswith("w:") for clue in known), False])
    return np.where(words_only, least + gain * np.minimum(ratio, most), 1.0)


def alarm_odds(examples: Sequence[Example], meanings: SmallFloats, fitted: Fitted) -> Floats:
    """The log-odds of any danger, for each example."""
    odds = np.asarray(_matrix(examples, fitted.known) @ fitted.coefficients) + meanings @ fitted.of_meaning
    return np.asarray(np.logaddexp.reduce(odds, axis=1))


def meanings_of(examples: Sequence[Example]) -> SmallFloats:
    """The meaning of each message, with its nearness to known messages of the other folds alone."""
    vectors, fold = np.stack([each.meaning for each in examples]), _folds(examples)
    near = np.zeros((len(examples), FIGURES))
    for left_out in range(_FOLDS):
        known = known_of([each for each, where in zip(examples, fold, strict=True) if where != left_out])
        for some in np.array_split(np.flatnonzero(fold == left_out), 200):
            near[some] = nearness(vectors[some], known)
    return np.column_stack([vectors, near]).astype(np.float32)


def known_of(examples: Sequence[Example]) -> Known:
    """The messages that others are held against, by the directions in which their meanings differ most."""
    compared = [each for each in examples if each.compared]
    vectors = np.stack([each.meaning for each in compared])
    onto = np.linalg.eigh(np.cov(vectors.T)).eigenvectors[:, -COMPARED_FIGURES:].astype(np.float32)
    figures, danger = reduced(vectors, onto), np.asarray([each.kind != NONE for each in compared])
    return Known(onto=onto, in_danger=figures[danger], others=figures[~danger])


def _folds(examples: Sequence[Example]) -> npt.NDArray[np.int64]:
    return np.arange(len(examples)) // _BLOCK % _FOLDS


def _matrix(examples: Sequence[Example], known: dict[str, int]) -> csr_matrix:
    rows = [[*sorted(known[clue] for clue in each.clues if clue in known), len(known)] for each in examples]
    columns = np.concatenate([np.asarray(row) for row in rows])
    starts = np.concatenate([[0], np.cumsum([len(row) for row in rows])])
    return csr_matrix((np.ones(len(columns)), columns, starts), shape=(len(rows), len(known) + 1))


def cross_validated(examples: Sequence[Example], meanings: SmallFloats) -> Floats:
    """The log-odds of each example by weights that were fitted without its fifth."""
    fold = _folds(examples)
    odds = np.zeros(len(examples))
    for left_out in range(_FOLDS):
        chosen, others = np.flatnonzero(fold == left_out), np.flatnonzero(fold != left_out)
        fitted = fit([examples[int(at)] for at in others], meanings[others])
        odds[chosen] = alarm_odds([examples[int(at)] for at in chosen], meanings[chosen], fitted)
    return odds


def printed(examples: Sequence[Example], odds: Floats) -> str:
    danger = np.asarray([each.kind != NONE for each in examples])
    lines = ["alarm at  recall  false alarms"]
    for alarm in (-2.0, -1.5, -1.0, -0.5, 0.0, 0.5, 1.0):
        raised = odds >= alarm
        lines.append(f"{alarm:8.1f}  {raised[danger].mean():6.1%}  {raised[~danger].mean():12.1%}")
    return "\n".join(lines)


def write(fitted: Fitted, *, alarm: float, alarm_with_sign: float) -> int:
    """Writes the weights that are not next to nothing; answers how many clues have one."""
    rounded = np.round(fitted.coefficients, 2)
    kept = {clue: rounded[at].tolist() for clue, at in fitted.known.items() if abs(rounded[at]).max() >= SMALLEST_KEPT}
    meant = ",\n".join(json.dumps(row) for row in np.round(fitted.of_meaning, 3).tolist())
    body = ",\n".join(f"{json.dumps(clue)}: {json.dumps(row)}" for clue, row in sorted(kept.items()))
    alarms = f'"alarm": {alarm}, "alarm_with_sign": {alarm_with_sign}, "encoder": "{words.encoder().sha256}"'
    WEIGHTS.write_text(
        f'{{{alarms}, "bias": {json.dumps(rounded[-1].tolist())}, "of_meaning": [\n{meant}\n], '
        f'"of_clue": {{\n{body}\n}}}}\n',
        "utf-8",
    )
    return len(kept)


def write_known(known: Known) -> None:
    """Writes the messages that others are held against, as whole numbers."""
    danger, others = (
        np.rint(side * words.AS_WHOLE_NUMBERS).astype(np.int8) for side in (known.in_danger, known.others)
    )
    np.savez_compressed(KNOWN, onto=known.onto, in_danger=danger, others=others)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help=f"write {WEIGHTS.name}")
    parser.add_argument("--alarm", type=float, default=ALARM, help="the log-odds from which on words alone raise it")
    parser.add_argument("--alarm-with-sign", type=float, default=ALARM_WITH_SIGN, help="and those with a sign shown")
    arguments = parser.parse_args()
    known = examples()
    print(f"{len(known)} messages, of them {sum(each.kind != NONE for each in known)} in danger")
    meanings = meanings_of(known)
    print(printed(known, cross_validated(known, meanings)))
    if arguments.write:
        count = write(fit(known, meanings), alarm=arguments.alarm, alarm_with_sign=arguments.alarm_with_sign)
        write_known(known_of(known))
        print(f"{count} clues have a weight")
    return 0


if __name__ == "__main__":
    sys.exit(main())
