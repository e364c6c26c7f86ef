"""A finding that says nothing which could be computed again."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Unreadable:
    """Why what a finding rests on cannot be read, in plain words."""

    reason: str
