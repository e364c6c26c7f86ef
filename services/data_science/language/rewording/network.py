"""A small encoder and decoder with attention that turns the tokens of a wording into those of a plain one.

Vaswani et al. (2017), "Attention is all you need", with the normalisation before each part (Xiong et al., 2020). The
weights are fitted by `evals.rewording.fit`; reading them needs numpy alone.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[np.float32]

PAD, BEGIN, END, UNKNOWN = range(4)
"""The first tokens of either vocabulary."""
MOST_TOKENS: Final = 60
"""Of a wording; a longer one is not reworded."""
_LONGEST_PLAIN: Final = 48
_EPSILON: Final = 1e-5


@dataclass(frozen=True, kw_only=True)
class Decoded:
    """A plain wording.

    Attributes:
        tokens: of the plain vocabulary, without its marks of beginning and end.
        certainty: the probability of its least certain token, 0 to 1.
    """

    tokens: tuple[str, ...]
    certainty: float


class Network:
    """One fitted network.

    Args:
        weights: by name, as the fit writes them.
        words: the vocabulary of wordings, the first four being marks.
        plain: the vocabulary of plain wordings, likewise.
        heads: of attention.
    """

    def __init__(self, weights: Mapping[str, Array], words: Sequence[str], plain: Sequence[str], heads: int) -> None:
        self._weights = {name: np.asarray(each, dtype=np.float32) for name, each in weights.items()}
        self._places = {word: place for place, word in enumerate(words)}
        self._plain = tuple(plain)
        self._heads = heads
        self._positions = _positions(max(MOST_TOKENS, _LONGEST_PLAIN) + 2, self._weights["words"].shape[1])
        self._layers = {
            side: len({name.split(".")[1] for name in weights if name.startswith(f"{side}.")} - {"normal"})
            for side in ("encoder", "decoder")
        }

    def knows(self, token: str) -> bool:
        return token in self._places

    def decode(self, tokens: Sequence[str]) -> Decoded:
        """The most likely plain wording, token by token."""
        told = self._encoded(tokens)
        asked = [
            (self._by_head(told, f"decoder.{layer}.across.key"), self._by_head(told, f"decoder.{layer}.across.value"))
            for layer in range(self._layers["decoder"])
        ]
        past: list[tuple[list[Array], list[Array]]] = [([], []) for _ in asked]
        chosen: list[int] = []
        token, certainty = BEGIN, 1.0
        while len(chosen) < _LONGEST_PLAIN:
            odds = self._next(token, len(chosen), asked, past)
            token = int(odds.argmax())
            certainty = min(certainty, float(odds[token]))
            if token == END:
                break
            chosen.append(token)
        return Decoded(tokens=tuple(self._plain[each] for each in chosen), certainty=certainty)

    def _encoded(self, tokens: Sequence[str]) -> Array:
        embedded = self._weights["words"][[self._places.get(each, UNKNOWN) for each in tokens]]
        hidden = self._placed(embedded, slice(0, len(tokens)))
        for layer in range(self._layers["encoder"]):
            part = f"encoder.{layer}"
            normal = self._normal(hidden, f"{part}.first")
            keys, values = (self._by_head(normal, f"{part}.own.{each}") for each in ("key", "value"))
            hidden = hidden + self._attended(normal, keys, values, f"{part}.own")
            hidden = hidden + self._fed_forward(self._normal(hidden, f"{part}.last"), part)
        return self._normal(hidden, "encoder.normal")

    def _next(
        self,
        token: int,
        place: int,
        asked: Sequence[tuple[Array, Array]],
        past: Sequence[tuple[list[Array], list[Array]]],
    ) -> Array:
        """The probability of each token to come next; `past` keeps what was computed of those before."""
        hidden = self._placed(self._weights["plain"][[token]], slice(place, place + 1))
        for layer, ((keys, values), (own_keys, own_values)) in enumerate(zip(asked, past, strict=True)):
            part = f"decoder.{layer}"
            normal = self._normal(hidden, f"{part}.first")
            own_keys.append(self._by_head(normal, f"{part}.own.key"))
            own_values.append(self._by_head(normal, f"{part}.own.value"))
            seen = np.concatenate(own_keys, axis=1), np.concatenate(own_values, axis=1)
            hidden = hidden + self._attended(normal, *seen, f"{part}.own")
            hidden = hidden + self._attended(self._normal(hidden, f"{part}.second"), keys, values, f"{part}.across")
            hidden = hidden + self._fed_forward(self._normal(hidden, f"{part}.last"), part)
        scores = self._normal(hidden, "decoder.normal")[0] @ self._weights["plain"].T
        return _softmax(scores)

    def _placed(self, embedded: Array, places: slice) -> Array:
        return embedded * np.float32(embedded.shape[1] ** 0.5) + self._positions[places]

    def _by_head(self, hidden: Array, name: str) -> Array:
        """Heads, tokens, a head's share of the dimensions."""
        projected = self._linear(hidden, name)
        return projected.reshape(len(hidden), self._heads, -1).transpose(1, 0, 2)

    def _attended(self, hidden: Array, keys: Array, values: Array, part: str) -> Array:
        asking = self._by_head(hidden, f"{part}.query")
        weights = _softmax(asking @ keys.transpose(0, 2, 1) / np.float32(asking.shape[2] ** 0.5))
        joined: Array = (weights @ values).transpose(1, 0, 2).reshape(len(hidden), -1)
        return self._linear(joined, f"{part}.out")

    def _fed_forward(self, hidden: Array, part: str) -> Array:
        return self._linear(np.maximum(self._linear(hidden, f"{part}.wide"), 0), f"{part}.narrow")

    def _linear(self, hidden: Array, name: str) -> Array:
        found: Array = hidden @ self._weights[f"{name}.weight"].T + self._weights[f"{name}.bias"]
        return found

    def _normal(self, hidden: Array, name: str) -> Array:
        centred = hidden - hidden.mean(axis=-1, keepdims=True)
        spread = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + _EPSILON)
        found: Array = centred / spread * self._weights[f"{name}.weight"] + self._weights[f"{name}.bias"]
        return found


def network_of(file: Path) -> Network:
    """The network that a fit wrote to a file.

    Raises:
        OSError: if it cannot be read.
    """
    with np.load(file, allow_pickle=False) as stored:
        weights = {name: stored[name].astype(np.float32) for name in stored.files if not name.startswith("text.")}
        words, plain = (str(stored[f"text.{side}"]).split("\n") for side in ("words", "plain"))
        return Network(weights, words, plain, heads=int(stored["text.heads"]))


def _positions(count: int, width: int) -> Array:
    angles = np.arange(count)[:, None] / 10000 ** (np.arange(0, width, 2)[None] / width)
    places = np.zeros((count, width), dtype=np.float32)
    places[:, 0::2], places[:, 1::2] = np.sin(angles), np.cos(angles)
    return places


def _softmax(scores: Array) -> Array:
    raised = np.exp(scores - scores.max(axis=-1, keepdims=True))
    found: Array = raised / raised.sum(axis=-1, keepdims=True)
    return found
