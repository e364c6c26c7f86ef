"""What is used of scipy. It takes a fifth of a second to load, for which nobody waits but the first gate."""

from functools import cache
from types import ModuleType


@cache
def special() -> ModuleType:
    """Distributions."""
    from scipy import special  # noqa: PLC0415, see above

    return special


@cache
def lapack() -> ModuleType:
    """Banded linear systems."""
    from scipy.linalg import lapack  # noqa: PLC0415, see above

    return lapack


def load() -> None:
    """Before the first gate."""
    special()
    lapack()
