"""How quantities are called, read from `services/domain_expert/vocabulary/quantities.toml`."""

import tomllib
from collections.abc import Mapping
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any, Final

from services.domain_expert.domain.quantities import Quantities, Quantity

_FILE: Final = Path(__file__).parents[1] / "vocabulary" / "quantities.toml"


@cache
def quantities() -> Quantities:
    """All quantities that can be named.

    Raises:
        KeyError: something is missing in the file.
    """
    loaded = tomllib.loads(_FILE.read_text("utf-8"))
    return Quantities(
        Quantity(name=name, noun=entry["noun"], spoken=tuple(entry["spoken"]), plausible=_plausible(entry))
        for name, entry in loaded.items()
    )


def _plausible(entry: Mapping[str, Any]) -> tuple[tuple[str, Decimal, Decimal], ...]:
    return tuple((unit, Decimal(str(low)), Decimal(str(high))) for unit, low, high in entry["plausible"])
