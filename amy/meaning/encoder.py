"""What texts mean, as vectors: the mean of learned vectors of their word pieces, read by numpy alone.

Texts that ask for the same, or answer it, are near each other. `evals.knowledge.fit_encoder` fits it.
"""

import hashlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from amy.meaning.wordpieces import pieces, words

Vectors = NDArray[np.float32]
SHIPPED: Final = Path(__file__).with_name("encoder.npz")


class Encoder:
    """Reads what `write` wrote.

    Args:
        file: the encoder.
        sha256: that the file must have, hexadecimal; empty: any.

    Raises:
        ValueError: the file has another hash.
    """

    def __init__(self, file: Path = SHIPPED, *, sha256: str = "") -> None:
        found = hashlib.sha256(file.read_bytes()).hexdigest()
        if sha256 and sha256.lower() != found:
            raise ValueError(f"{file.name} has the SHA-256 {found}, not {sha256}.")
        self.sha256 = found
        with np.load(file, allow_pickle=False) as held:
            self._vocabulary = {piece: at for at, piece in enumerate(str(held["vocabulary"]).split("\n"))}
            # Whole numbers take a quarter of the room; only the rows that are looked up are scaled.
            self._table, self._scale = held["table"], held["scale"].astype(np.float32)[:, np.newaxis]

    def vectors(self, texts: Sequence[str]) -> Vectors:
        """(texts, width), each of length 1; of a text without a known word 0."""
        return np.stack([self._vector(text) for text in texts])

    def _vector(self, text: str) -> Vectors:
        places = [place for word in words(text) for place in pieces(word, self._vocabulary)]
        if not places:
            return np.zeros(self._table.shape[1], dtype=np.float32)
        mean = (self._table[places].astype(np.float32) * self._scale[places]).mean(axis=0)
        return np.asarray(mean / max(float(np.linalg.norm(mean)), 1e-9), dtype=np.float32)


def opened(file: Path = SHIPPED, *, sha256: str = "") -> Encoder:
    """An encoder that is read once in a process, whoever asks for it.

    Raises:
        ValueError: the file has another hash.
    """
    return _opened(file, sha256)


@cache
def _opened(file: Path, sha256: str) -> Encoder:
    return Encoder(file, sha256=sha256)


def write(file: Path, vocabulary: Sequence[str], table: Vectors) -> None:
    """An encoder in bytes: each vector as whole numbers of -127 to 127 and a scale."""
    scale = np.maximum(np.abs(table).max(axis=1), 1e-9) / 127
    whole = np.rint(table / scale[:, None]).astype(np.int8)
    np.savez_compressed(file, vocabulary=np.array("\n".join(vocabulary)), table=whole, scale=scale.astype(np.float16))
