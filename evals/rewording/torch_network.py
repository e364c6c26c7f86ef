"""The network of `services.data_science.language.rewording.network` in PyTorch, to be fitted: the same parts and names.

PyTorch is needed for fitting alone and is no dependency of the project: `pip install torch` beside it.
"""

import importlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from services.data_science.language.rewording.network import MOST_TOKENS, PAD

torch: Any = importlib.import_module("torch")
"""Untyped here, as it is not installed where types are checked."""
functional: Any = importlib.import_module("torch.nn.functional")
Tensor: TypeAlias = Any


@dataclass(frozen=True, kw_only=True)
class Shape:
    """`width` is that of a token's vector, `wide` that inside a layer; `left_out` the share of dropout."""

    width: int = 128
    wide: int = 256
    heads: int = 4
    encoder: int = 3
    decoder: int = 2
    left_out: float = 0.15


class TorchNetwork:
    """Weights by name, and what they make of tokens.

    Args:
        shape: how large.
        words: how many tokens wordings are made of.
        plain: how many plain wordings are made of.
    """

    def __init__(self, shape: Shape, words: int, plain: int) -> None:
        self.shape = shape
        self.weights: dict[str, Tensor] = {}
        self.is_fitting = True
        for side, count in (("words", words), ("plain", plain)):
            self._add(side, torch.randn(count, shape.width) * shape.width**-0.5)
        for layer in range(shape.encoder):
            self._add_layer(f"encoder.{layer}", ("own",), ("first", "last"))
        for layer in range(shape.decoder):
            self._add_layer(f"decoder.{layer}", ("own", "across"), ("first", "second", "last"))
        for side in ("encoder", "decoder"):
            self._add_normal(f"{side}.normal")
        self._positions = _positions(MOST_TOKENS + 4, shape.width)

    def scores(self, wordings: Tensor, plain: Tensor) -> Tensor:
        """Of each place, the scores of the token that comes next: from (batch, tokens) to (batch, tokens, plain)."""
        told, present = self.encoded(wordings)
        return self.decoded(plain, told, present)

    def encoded(self, wordings: Tensor) -> tuple[Tensor, Tensor]:
        present = (wordings != PAD)[:, None, None, :]
        hidden = self._placed("words", wordings)
        for layer in range(self.shape.encoder):
            part = f"encoder.{layer}"
            normal = self._normal(hidden, f"{part}.first")
            hidden = hidden + self._some(self._attended(normal, normal, f"{part}.own", present))
            hidden = hidden + self._some(self._fed_forward(self._normal(hidden, f"{part}.last"), part))
        return self._normal(hidden, "encoder.normal"), present

    def decoded(self, plain: Tensor, told: Tensor, present: Tensor) -> Tensor:
        count = plain.size(1)
        earlier = torch.ones(count, count, dtype=torch.bool).tril()[None, None]
        hidden = self._placed("plain", plain)
        for layer in range(self.shape.decoder):
            part = f"decoder.{layer}"
            normal = self._normal(hidden, f"{part}.first")
            hidden = hidden + self._some(self._attended(normal, normal, f"{part}.own", earlier))
            normal = self._normal(hidden, f"{part}.second")
            hidden = hidden + self._some(self._attended(normal, told, f"{part}.across", present))
            hidden = hidden + self._some(self._fed_forward(self._normal(hidden, f"{part}.last"), part))
        return self._normal(hidden, "decoder.normal") @ self.weights["plain"].T

    def _placed(self, side: str, tokens: Tensor) -> Tensor:
        embedded = self.weights[side][tokens] * self.shape.width**0.5
        return self._some(embedded + self._positions[: tokens.size(1)])

    def _attended(self, hidden: Tensor, told: Tensor, part: str, seen: Tensor) -> Tensor:
        def by_head(of: Tensor, name: str) -> Tensor:
            return self._linear(of, f"{part}.{name}").view(*of.shape[:2], self.shape.heads, -1).transpose(1, 2)

        joined = functional.scaled_dot_product_attention(
            by_head(hidden, "query"), by_head(told, "key"), by_head(told, "value"), attn_mask=seen
        )
        return self._linear(joined.transpose(1, 2).reshape(hidden.shape), f"{part}.out")

    def _fed_forward(self, hidden: Tensor, part: str) -> Tensor:
        return self._linear(self._some(functional.relu(self._linear(hidden, f"{part}.wide"))), f"{part}.narrow")

    def _linear(self, hidden: Tensor, name: str) -> Tensor:
        return functional.linear(hidden, self.weights[f"{name}.weight"], self.weights[f"{name}.bias"])

    def _normal(self, hidden: Tensor, name: str) -> Tensor:
        weight, bias = self.weights[f"{name}.weight"], self.weights[f"{name}.bias"]
        return functional.layer_norm(hidden, (self.shape.width,), weight, bias)

    def _some(self, hidden: Tensor) -> Tensor:
        return functional.dropout(hidden, self.shape.left_out, self.is_fitting)

    def _add(self, name: str, values: Tensor) -> None:
        self.weights[name] = values.requires_grad_()

    def _add_layer(self, part: str, attentions: Sequence[str], normals: Sequence[str]) -> None:
        width, wide = self.shape.width, self.shape.wide
        for attention in attentions:
            for name in ("query", "key", "value", "out"):
                self._add_linear(f"{part}.{attention}.{name}", width, width)
        self._add_linear(f"{part}.wide", width, wide)
        self._add_linear(f"{part}.narrow", wide, width)
        for name in normals:
            self._add_normal(f"{part}.{name}")

    def _add_linear(self, name: str, inputs: int, outputs: int) -> None:
        bound = inputs**-0.5
        self._add(f"{name}.weight", torch.empty(outputs, inputs).uniform_(-bound, bound))
        self._add(f"{name}.bias", torch.zeros(outputs))

    def _add_normal(self, name: str) -> None:
        self._add(f"{name}.weight", torch.ones(self.shape.width))
        self._add(f"{name}.bias", torch.zeros(self.shape.width))

    def stored(self) -> Mapping[str, Tensor]:
        """The weights as half-precision arrays."""
        return {name: each.detach().numpy().astype("float16") for name, each in self.weights.items()}


def _positions(count: int, width: int) -> Tensor:
    places = torch.arange(count)[:, None] * torch.exp(torch.arange(0, width, 2)[None] * (-math.log(10000) / width))
    return torch.stack((places.sin(), places.cos()), dim=2).reshape(count, width)
