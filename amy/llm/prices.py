"""What a call costs: dated prices, by the length of the prompt where a provider asks more for long ones."""

import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Final

from amy.llm.messages import DriverUsage

_FILE: Final = Path(__file__).with_name("prices.toml")
_MILLION: Final = 1_000_000
_DATED: Final = re.compile(r"-\d{8}$")


@dataclass(frozen=True, kw_only=True)
class Price:
    """US dollars for a million tokens.

    Attributes:
        effective_from: UTC.
        most_prompt_tokens: the longest prompt it holds for, cache reads and writes included; None for any.
        source: where it was looked up.
    """

    models: tuple[str, ...]
    effective_from: date
    input: float
    output: float
    cache_read: float
    cache_write: float
    source: str
    looked_up_at: date
    most_prompt_tokens: int | None = None


@cache
def shipped_prices() -> tuple[Price, ...]:
    rows = tomllib.loads(_FILE.read_text("utf-8"))["price"]
    return tuple(Price(**{**row, "models": tuple(row["models"])}) for row in rows)


def cost_usd(usage: DriverUsage, on: date, prices: Sequence[Price] | None = None) -> float | None:
    """What was used costs on that day; None where nobody knows the model's price.

    (input - cache reads) x input + cache reads x cache read + cache writes x cache write + output x output. What the
    driver was told by its vendor stands.
    """
    if usage.cost_usd is not None:
        return usage.cost_usd
    price = price_of(usage.model, on, prompt_tokens=usage.prompt_tokens, prices=prices)
    if price is None:
        return None
    fresh = usage.input_tokens - usage.cache_read_tokens
    total = (
        fresh * price.input
        + usage.cache_read_tokens * price.cache_read
        + usage.cache_creation_tokens * price.cache_write
        + usage.output_tokens * price.output
    )
    return total / _MILLION


def without_price(models: Iterable[str], on: date) -> tuple[str, ...]:
    """Those of which nobody knows what a call costs on that day."""
    return tuple(sorted({model for model in models if price_of(model, on, prompt_tokens=0) is None}))


def price_of(model: str, on: date, *, prompt_tokens: int, prices: Sequence[Price] | None = None) -> Price | None:
    """The row that holds for a prompt of this length on this day; a dated id ("…-20251001") is of its model."""
    plain = _DATED.sub("", model)
    rows = [row for row in (shipped_prices() if prices is None else prices) if plain in row.models]
    begun = [row for row in rows if row.effective_from <= on]
    newest = max((row.effective_from for row in begun), default=None)
    fitting = [
        row
        for row in begun
        if row.effective_from == newest and (row.most_prompt_tokens is None or prompt_tokens <= row.most_prompt_tokens)
    ]
    return min(fitting, key=lambda row: row.most_prompt_tokens or float("inf"), default=None)
