"""What calls to models used and cost."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Spent:
    """What one call, or several together, used.

    Attributes:
        input_tokens: cache reads included, cache writes not.
        known_usd: what the calls cost whose price is known.
        has_unknown: whether nobody knows the price of one of them.
        model: of the dearest call.
    """

    input_tokens: int = 0
    output_tokens: int = 0
    cache_read_tokens: int = 0
    cache_creation_tokens: int = 0
    known_usd: float = 0.0
    has_unknown: bool = False
    model: str = ""

    @property
    def cost_usd(self) -> float | None:
        """None if one price is unknown."""
        return None if self.has_unknown else self.known_usd


@dataclass(frozen=True, kw_only=True)
class CallRecord:
    """One call to a model, successful or not.

    Attributes:
        purpose: the name of its prompt.
        prompt_sha256: of the prompt file.
        outcome: "ok", "cancelled" by whoever asked, the cause of a `ModelError`, or "failed" for anything else.
    """

    purpose: str
    prompt_sha256: str
    outcome: str
    duration_ms: int
    spent: Spent


def summed(parts: Sequence[Spent]) -> Spent:
    dearest = max(parts, key=lambda part: part.known_usd, default=None)
    return Spent(
        input_tokens=sum(part.input_tokens for part in parts),
        output_tokens=sum(part.output_tokens for part in parts),
        cache_read_tokens=sum(part.cache_read_tokens for part in parts),
        cache_creation_tokens=sum(part.cache_creation_tokens for part in parts),
        known_usd=sum(part.known_usd for part in parts),
        has_unknown=any(part.has_unknown for part in parts),
        model=dearest.model if dearest else "",
    )
