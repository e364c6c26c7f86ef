"""A small encoder and decoder with attention that turns the tokens of a wording into those of a plain one.

Vaswani et al. (2017), "Attention is all you need", with the normalisation before each part (Xiong et al., 2020). The
weights are fitted by `evals.rewording.fit`; reading them needs numpy alone.
"""

from collections.abc import Callable, Mapping, Sequence
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
        certainty: the probability of its least likely token, 0 to 1.
    """

    tokens: tuple[str, ...]
    certainty: float


@dataclass(frozen=True, kw_only=True)
class _Linear:
    """A linear map: inputs times outputs, and what is added."""

    weight: Array
    bias: Array


@dataclass(frozen=True, kw_only=True)
class _EncoderLayer:
    """The maps of a layer; that of queries, keys and values is one, and each takes in the normalisation before it."""

    own: _Linear
    out: _Linear
    wide: _Linear
    narrow: _Linear


@dataclass(frozen=True, kw_only=True)
class _DecoderLayer:
    """The same, with what is asked of the encoded wording: the queries, and its keys and values."""

    own: _Linear
    out: _Linear
    asking: _Linear
    asked: _Linear
    across: _Linear
    wide: _Linear
    narrow: _Linear


Telling: TypeAlias = Callable[[int, int], Array]
"""Of the token before, and of how many there were, the probability of each token to come next."""


class Network:
    """One fitted network.

    Args:
        weights: by name, as the fit writes them.
        words: the vocabulary of wordings, the first four being marks.
        plain: the vocabulary of plain wordings, likewise.
        heads: of attention.
    """

    def __init__(self, weights: Mapping[str, Array], words: Sequence[str], plain: Sequence[str], heads: int) -> None:
        known = {name: np.asarray(each, dtype=np.float32) for name, each in weights.items()}
        self._words, self._said = known["words"], known["plain"]
        self._places = {word: place for place, word in enumerate(words)}
        self._plain = tuple(plain)
        self._heads = heads
        width = self._words.shape[1]
        self._positions = _positions(max(MOST_TOKENS, _LONGEST_PLAIN) + 2, width)
        self._scale = np.float32(width**0.5)
        encoder, decoder = (_layers(known, side) for side in ("encoder", "decoder"))
        self._encoder = tuple(
            _EncoderLayer(
                own=_joined(known, f"{part}.own", ("query", "key", "value"), f"{part}.first", heads),
                out=_linear(known, f"{part}.own.out"),
                wide=_linear(known, f"{part}.wide", f"{part}.last"),
                narrow=_linear(known, f"{part}.narrow"),
            )
            for part in encoder
        )
        self._decoder = tuple(
            _DecoderLayer(
                own=_joined(known, f"{part}.own", ("query", "key", "value"), f"{part}.first", heads),
                out=_linear(known, f"{part}.own.out"),
                asking=_joined(known, f"{part}.across", ("query",), f"{part}.second", heads),
                asked=_joined(known, f"{part}.across", ("key", "value"), "encoder.normal", heads),
                across=_linear(known, f"{part}.across.out"),
                wide=_linear(known, f"{part}.wide", f"{part}.last"),
                narrow=_linear(known, f"{part}.narrow"),
            )
            for part in decoder
        )
        self._scores = _behind_normal(self._said.T, np.float32(0), known, "decoder.normal")

    def knows(self, token: str) -> bool:
        return token in self._places

    @property
    def plain(self) -> Sequence[str]:
        """The tokens of plain wordings, the first four being marks."""
        return self._plain

    def tell(self, tokens: Sequence[str]) -> Telling:
        """Begins to tell a wording plainly."""
        told = self._encoded(tokens)
        asked = [self._by_head(_through(told, layer.asked), 2) for layer in self._decoder]
        shape = (2, self._heads, _LONGEST_PLAIN, self._words.shape[1] // self._heads)
        past = [np.empty(shape, dtype=np.float32) for _ in self._decoder]
        return lambda token, place: self._next(token, place, asked, past)

    def _encoded(self, tokens: Sequence[str]) -> Array:
        """What was told, normalised but for the scale and shift, which what asks for it adds."""
        places = [self._places.get(each, UNKNOWN) for each in tokens]
        hidden: Array = self._words[places] * self._scale + self._positions[: len(tokens)]
        for layer in self._encoder:
            asking, keys, values = self._by_head(_through(_normal(hidden), layer.own), 3)
            hidden = hidden + _through(_attended(asking, keys, values), layer.out)
            hidden = hidden + _fed_forward(_normal(hidden), layer.wide, layer.narrow)
        return _normal(hidden)

    def _next(self, token: int, place: int, asked: Sequence[Array], past: Sequence[Array]) -> Array:
        """The probability of each token to come next; `past` keeps what was computed of those before."""
        hidden: Array = self._said[token : token + 1] * self._scale + self._positions[place]
        for layer, (keys, values), own in zip(self._decoder, asked, past, strict=True):
            asking, *seen = self._by_head(_through(_normal(hidden), layer.own), 3)
            own[0, :, place], own[1, :, place] = seen[0][:, 0], seen[1][:, 0]
            upto = own[:, :, : place + 1]
            hidden = hidden + _through(_attended(asking, upto[0], upto[1]), layer.out)
            (asking,) = self._by_head(_through(_normal(hidden), layer.asking), 1)
            hidden = hidden + _through(_attended(asking, keys, values), layer.across)
            hidden = hidden + _fed_forward(_normal(hidden), layer.wide, layer.narrow)
        return _softmax(_through(_normal(hidden), self._scores)[0])

    def _by_head(self, projected: Array, parts: int) -> Array:
        """Parts, heads, tokens, a head's share of the dimensions."""
        return projected.reshape(len(projected), parts, self._heads, -1).transpose(1, 2, 0, 3)


def decoded(networks: Sequence[Network], tokens: Sequence[str], *, least: float = 0.0) -> Decoded:
    """The plain wording that the networks, which have the same plain tokens, find most likely on average.

    Where they do not agree on a token, none is likely. What is less certain than `least` is not told to its end.
    """
    telling = [network.tell(tokens) for network in networks]
    chosen: list[int] = []
    token, certainty = BEGIN, 1.0
    while len(chosen) < _LONGEST_PLAIN:
        odds = np.mean([tell(token, len(chosen)) for tell in telling], axis=0)
        token = int(odds.argmax())
        certainty = min(certainty, float(odds[token]))
        if token == END or certainty < least:
            break
        chosen.append(token)
    return Decoded(tokens=tuple(networks[0].plain[each] for each in chosen), certainty=certainty)


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
    raised: Array = np.exp(scores - np.maximum.reduce(scores, axis=-1, keepdims=True))
    raised /= np.add.reduce(raised, axis=-1, keepdims=True)
    return raised


def _layers(weights: Mapping[str, Array], side: str) -> tuple[str, ...]:
    """How the names of the layers of a side begin, in order."""
    numbers = {name.split(".")[1] for name in weights if name.startswith(f"{side}.")} - {"normal"}
    return tuple(f"{side}.{number}" for number in sorted(numbers, key=int))


def _linear(weights: Mapping[str, Array], name: str, normal: str = "") -> _Linear:
    """A map, behind a normalisation where one is named."""
    weight, bias = weights[f"{name}.weight"].T, weights[f"{name}.bias"]
    return _behind_normal(weight, bias, weights, normal) if normal else _Linear(weight=_laid_out(weight), bias=bias)


def _joined(weights: Mapping[str, Array], part: str, names: Sequence[str], normal: str, heads: int) -> _Linear:
    """Several maps of the same input as one, the queries divided by the root of a head's share of the dimensions."""
    maps = [_linear(weights, f"{part}.{name}", normal) for name in names]
    share = np.float32((maps[0].weight.shape[1] / heads) ** 0.5)
    scales = [1 / share if name == "query" else np.float32(1) for name in names]
    return _Linear(
        weight=np.concatenate([each.weight * scale for each, scale in zip(maps, scales, strict=True)], axis=1),
        bias=np.concatenate([each.bias * scale for each, scale in zip(maps, scales, strict=True)]),
    )


def _behind_normal(weight: Array, bias: Array | np.float32, weights: Mapping[str, Array], normal: str) -> _Linear:
    """A map that takes in the scale and shift of the normalisation before it."""
    scaled = weights[f"{normal}.weight"][:, None] * weight
    return _Linear(weight=_laid_out(scaled), bias=weights[f"{normal}.bias"] @ weight + bias)


def _laid_out(weight: Array) -> Array:
    return np.ascontiguousarray(weight, dtype=np.float32)


def _through(hidden: Array, linear: _Linear) -> Array:
    found: Array = hidden @ linear.weight
    found += linear.bias
    return found


def _attended(asking: Array, keys: Array, values: Array) -> Array:
    joined: Array = _softmax(asking @ keys.swapaxes(1, 2)) @ values
    return joined.swapaxes(0, 1).reshape(joined.shape[1], -1)


def _fed_forward(hidden: Array, wide: _Linear, narrow: _Linear) -> Array:
    inner = _through(hidden, wide)
    return _through(np.maximum(inner, 0, out=inner), narrow)


def _normal(hidden: Array) -> Array:
    """Normalised, without the scale and shift that are part of the map behind it."""
    width = np.float32(hidden.shape[-1])
    total: Array = np.add.reduce(hidden, axis=-1, keepdims=True)
    centred: Array = hidden - total / width
    squared: Array = np.add.reduce(centred * centred, axis=-1, keepdims=True)
    centred /= np.sqrt(squared / width + np.float32(_EPSILON))
    return centred
