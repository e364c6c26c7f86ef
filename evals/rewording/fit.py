"""Fits what rewords messages to the corpus: two networks, and which words account for which.

    python -m evals.rewording.fit            fits to nine tenths of the plain wordings' ids and prints how well it does
    python -m evals.rewording.fit --write    fits to all of them and writes the model (about 40 minutes a network)
    python -m evals.rewording.fit --write --go-on
                                             the same, from the networks that are there (a third of the time): for a
                                             corpus that has grown

The same corpus, seed and beginning give the same networks on the same machine.
"""

import argparse
import math
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from evals.rewording.alignment import MODEL, whole_corpus, write_counted
from evals.rewording.corpus import Pair
from evals.rewording.torch_network import Shape, Tensor, TorchNetwork, functional, torch
from services.data_science.language.rewording import network as runtime
from services.data_science.language.rewording.slots import slot_of

SEEDS: Final = (1, 2)
EPOCHS: Final = 22
EPOCHS_MORE: Final = 7
"""For a network that goes on from an earlier one."""
BATCH: Final = 96
RATE: Final = 1.5e-3
LEAST_SEEN: Final = 2
SMOOTHING: Final = 0.05
_MARKS: Final = ("<pad>", "<begin>", "<end>", "<unknown>")
_COURTESIES: Final = ("please", "hey", "so", "um", "just", "like", "ok", "actually", "thanks")
_HELD_OUT: Final = 10


@dataclass(frozen=True, kw_only=True)
class Fitted:
    network: TorchNetwork
    words: Sequence[str]
    plain: Sequence[str]


def fitted(known: Sequence[Pair], seed: int, epochs: int = EPOCHS, begin_with: Path | None = None) -> Fitted:
    """A network fitted by AdamW with a rate that rises and falls once (Smith and Topin, 2018).

    Args:
        known: what it is fitted to.
        seed: of what it begins with and of the order of the pairs.
        epochs: how often each pair is shown.
        begin_with: a network that an earlier fit wrote; tokens that it does not know begin at random.
    """
    draw = random.Random(seed)  # noqa: S311, no secret
    torch.manual_seed(seed)
    words, plain = (_vocabulary(known, side) for side in ("wording", "plain"))
    places = {word: at for at, word in enumerate(words)}, {word: at for at, word in enumerate(plain)}
    network = TorchNetwork(Shape(), len(words), len(plain))
    if begin_with is not None:
        _take_over(network, {"words": words, "plain": plain}, begin_with)
    weights = list(network.weights.values())
    optimizer = torch.optim.AdamW(weights, lr=RATE, betas=(0.9, 0.98), weight_decay=0.01)
    steps = epochs * math.ceil(len(known) / BATCH)
    rates = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=RATE, total_steps=steps + 1, pct_start=0.1)
    for epoch in range(epochs):
        began, lost = time.monotonic(), 0.0
        for batch in _batches(draw, known):
            said = _padded([[places[0].get(each, runtime.UNKNOWN) for each in wording] for wording, _ in batch])
            ended = [[runtime.BEGIN, *(places[1][each] for each in meant), runtime.END] for _, meant in batch]
            meant = _padded(ended)
            scores = network.scores(said, meant[:, :-1])
            loss = functional.cross_entropy(
                scores.flatten(0, 1), meant[:, 1:].flatten(), ignore_index=runtime.PAD, label_smoothing=SMOOTHING
            )
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(weights, 1.0)
            optimizer.step()
            rates.step()
            lost += loss.item() * len(batch) / len(known)
        print(f"epoch {epoch + 1} of {epochs}: loss {lost:.3f}, {time.monotonic() - began:.0f} s", flush=True)
    network.is_fitting = False
    return Fitted(network=network, words=words, plain=plain)


def _take_over(network: TorchNetwork, tokens: Mapping[str, Sequence[str]], file: Path) -> None:
    """Gives a network the weights of an earlier one, those of tokens by their names."""
    with np.load(file, allow_pickle=False) as stored, torch.no_grad():
        for name, weights in network.weights.items():
            earlier = torch.from_numpy(stored[name].astype(np.float32))
            if name not in tokens:
                weights.copy_(earlier)
                continue
            places = {token: place for place, token in enumerate(str(stored[f"text.{name}"]).split("\n"))}
            for at, token in enumerate(tokens[name]):
                if token in places:
                    weights[at] = earlier[places[token]]


def write(fit: Fitted, file: Path) -> None:
    text = {"text.words": "\n".join(fit.words), "text.plain": "\n".join(fit.plain), "text.heads": Shape().heads}
    arrays: dict[str, Any] = {**fit.network.stored(), **{name: np.array(each) for name, each in text.items()}}
    np.savez_compressed(file, **arrays)


def _vocabulary(known: Sequence[Pair], side: str) -> tuple[str, ...]:
    seen = Counter(token for pair in known for token in getattr(pair, side))
    least = LEAST_SEEN if side == "wording" else 1
    return (*_MARKS, *(token for token, count in seen.most_common() if count >= least))


def _batches(draw: random.Random, known: Sequence[Pair]) -> Iterator[list[tuple[tuple[str, ...], tuple[str, ...]]]]:
    """Pairs of about the same length together, in another order each time."""
    noisy = [(_noisy(draw, pair.wording), pair.plain) for pair in known]
    noisy.sort(key=lambda pair: len(pair[0]) + 4 * draw.random())
    batches = [noisy[at : at + BATCH] for at in range(0, len(noisy), BATCH)]
    draw.shuffle(batches)
    yield from batches


def _noisy(draw: random.Random, wording: tuple[str, ...]) -> tuple[str, ...]:
    """Now and then with a courtesy more, or with a word that is not known."""
    words = list(wording)
    if draw.random() < 0.08:
        words.insert(draw.choice((0, len(words))), draw.choice(_COURTESIES))
    at = draw.randrange(len(words))
    if draw.random() < 0.03 and len(words) > 4 and slot_of(words[at]) is None:
        words[at] = _MARKS[runtime.UNKNOWN]
    return tuple(words)


def _padded(rows: Sequence[Sequence[int]]) -> Tensor:
    longest = max(map(len, rows))
    return torch.tensor([[*row, *[runtime.PAD] * (longest - len(row))] for row in rows])


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--seeds", type=int, nargs="+", default=list(SEEDS))
    parser.add_argument("--epochs", type=int)
    parser.add_argument("--go-on", action="store_true", help="begin with the networks that are there")
    options = parser.parse_args(arguments)
    epochs = options.epochs or (EPOCHS_MORE if options.go_on else EPOCHS)
    corpus = whole_corpus()
    print(f"{len(corpus)} wordings of {len({pair.id for pair in corpus})} plain ones")
    if options.write:
        MODEL.mkdir(exist_ok=True)
        write_counted(corpus)
        for seed in options.seeds:
            file = MODEL / f"network_{seed}.npz"
            write(fitted(corpus, seed, epochs, file if options.go_on else None), file)
        return 0
    ids = sorted({pair.id for pair in corpus})
    held_out = set(ids[::_HELD_OUT])
    write(fitted([pair for pair in corpus if pair.id not in held_out], SEEDS[0], epochs), MODEL / "trial.npz")
    network = runtime.network_of(MODEL / "trial.npz")
    (MODEL / "trial.npz").unlink()
    asked = [pair for pair in corpus if pair.id in held_out]
    right = sum(runtime.decoded([network], pair.wording).tokens == pair.plain for pair in asked)
    print(f"of {len(asked)} wordings of plain ones that were held out {right} reworded exactly as written")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
