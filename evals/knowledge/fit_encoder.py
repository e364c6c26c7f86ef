"""Fits what the search knows of meanings.

    python -m evals.knowledge.fit_encoder MODEL_FOLDER    and then: make knowledge

MODEL_FOLDER holds `model.safetensors` and `vocab.txt` of sentence-transformers/all-MiniLM-L6-v2 (Apache 2.0). Only its
vectors of word pieces are taken, of those pieces that the passages and the messages in `asked` hold; they are where the
fit begins. It then brings together what asks for the same passage: of two messages, and of a message and the passage's
text, each drawn with a few pieces left out, against those of the other passages and messages that no passage answers
(InfoNCE: van den Oord et al., arXiv:1807.03748). No question of an evaluation is in it. Needs PyTorch and safetensors,
which nothing else does.
"""

import argparse
import hashlib
import importlib
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np

from amy.meaning.encoder import SHIPPED, Vectors, write
from amy.meaning.wordpieces import pieces, words
from services.domain_expert.adapters.knowledge_file import FOLDER, nothing, read

Tensor: TypeAlias = Any
torch: Any = importlib.import_module("torch")
functional: Any = importlib.import_module("torch.nn.functional")
load_file: Any = importlib.import_module("safetensors.numpy").load_file
"""Untyped here, as they are not installed where types are checked."""

BEGINS_WITH: Final = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""SHA-256 of `model.safetensors`."""
_VECTORS: Final = "embeddings.word_embeddings.weight"
_WIDTH: Final = 256
_LENGTH: Final = 0.55
"""Of the vectors at the beginning, on average."""
_COMMON: Final = 1e-3
"""Vectors begin shorter the more common a piece is (Arora, Liang and Ma, A simple but tough-to-beat baseline, 2017)."""
_ROUNDS, _DRAWS, _BATCH = 11, 16, 256
_STRANGE: Final = 192
"""Messages that no passage answers, in each batch."""
_RATE: Final = 1e-3
_TEMPERATURE: Final = 0.07
_LEFT_OUT: Final = 0.15
_AVERAGED: Final = 0.02
"""Share of the newest vectors in the running mean that is written."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    model = folder / "model.safetensors"
    if hashlib.sha256(model.read_bytes()).hexdigest() != BEGINS_WITH:
        print(f"{model.name} is another model", file=sys.stderr)
        return 1
    passages, asked = read(FOLDER)
    texts = [each.spoken for each in passages]
    messages = [[each.title, *each.also, *asked.get(each.id, ())] for each in passages]
    none = nothing(FOLDER)
    known = {piece: at for at, piece in enumerate((folder / "vocab.txt").read_text("utf-8").split("\n"))}
    counts = Counter(
        place for text in [*texts, *chain.from_iterable(messages), *none] for place in _places(text, known)
    )
    kept = sorted(counts)
    vocabulary = {piece: at for at, piece in enumerate(np.array(list(known))[kept].tolist())}
    begun = _begun(np.asarray(load_file(str(model))[_VECTORS])[kept], np.array([counts[place] for place in kept]))
    table = fitted(
        begun,
        [_places(text, vocabulary) for text in texts],
        [[_places(each, vocabulary) for each in own] for own in messages],
        [_places(each, vocabulary) for each in none],
    )
    write(SHIPPED, list(vocabulary), table)
    print(f"{len(vocabulary)} pieces, {SHIPPED.stat().st_size:,} bytes")
    return 0


def _places(text: str, vocabulary: Mapping[str, int]) -> list[int]:
    return [place for word in words(text) for place in pieces(word, vocabulary)]


def _begun(vectors: Vectors, counts: np.ndarray[Any, Any]) -> Vectors:
    """The principal components of the vectors, (pieces, width), common pieces shorter."""
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    centred = unit - unit.mean(axis=0)
    _, _, components = np.linalg.svd(centred, full_matrices=False)
    table = centred @ components[:_WIDTH].T
    table = table * _LENGTH / np.linalg.norm(table, axis=1).mean()
    share = counts / counts.sum()
    return np.asarray(table * (_COMMON / (_COMMON + share))[:, None], dtype=np.float32)


def fitted(
    begun: Vectors,
    texts: Sequence[Sequence[int]],
    messages: Sequence[Sequence[Sequence[int]]],
    none: Sequence[Sequence[int]],
) -> Vectors:
    """The vectors after the fit; `texts` and `messages` are the pieces of each passage's, `none` of no passage's."""
    draw = np.random.default_rng(0)
    torch.manual_seed(0)
    bag = torch.nn.EmbeddingBag(*begun.shape, mode="mean")
    bag.weight.data = torch.tensor(begun)
    mean = bag.weight.detach().clone()
    optimizer = torch.optim.Adam(bag.parameters(), lr=_RATE)

    def vectors(chosen: Sequence[Sequence[int]]) -> Tensor:
        left = [_some(each, draw) for each in chosen]
        starts = np.cumsum([0, *map(len, left)])[:-1]
        return functional.normalize(bag(torch.tensor(np.concatenate(left)), torch.tensor(starts)))

    for turn in range(_ROUNDS):
        lost = 0.0
        for _ in range(_DRAWS):
            order = draw.permutation(len(texts))
            for start in range(0, len(order), _BATCH):
                drawn = order[start : start + _BATCH].tolist()
                asking = [messages[at] for at in drawn]
                one, other = (vectors([own[int(draw.integers(len(own)))] for own in asking]) for _ in "12")
                text = vectors([texts[at] for at in drawn])
                strange = vectors([none[at] for at in draw.integers(len(none), size=_STRANGE).tolist()])
                same = torch.arange(len(drawn))
                loss = sum(
                    functional.cross_entropy(one @ torch.cat([each, strange]).T / _TEMPERATURE, same)
                    for each in (other, text)
                )
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                mean.mul_(1 - _AVERAGED).add_(bag.weight.detach(), alpha=_AVERAGED)
                lost += loss.item()
        print(f"round {turn + 1}: {lost / _DRAWS:.2f}", flush=True)
    return np.asarray(mean.numpy())


def _some(places: Sequence[int], draw: np.random.Generator) -> np.ndarray[Any, Any]:
    """Most of the pieces; at least one, the first where there is none."""
    whole = np.array(places or [0])
    kept = whole[draw.random(len(whole)) >= _LEFT_OUT]
    return kept if len(kept) else whole[:1]


if __name__ == "__main__":
    sys.exit(main())
