"""How often Python looks for objects that are no longer used."""

import gc
from typing import Final

_NEW_OBJECTS: Final = 50_000
"""From how many new objects on they are looked through; Python's own 700 are a few milliseconds of a service's work."""
_ROUNDS: Final = 20


def loads_what_stays() -> None:
    """From here on a process loads what lives as long as it does: to look that through takes a quarter of its start."""
    gc.disable()


def keep_what_is_loaded() -> None:
    """What a process has loaded when it serves lives as long as the process and is never looked through again.

    Nor is it now: a tenth of a second would free half a megabyte.
    """
    gc.freeze()
    gc.set_threshold(_NEW_OBJECTS, _ROUNDS, _ROUNDS)
    gc.enable()
