"""What `amy doctor` found."""

from dataclasses import dataclass
from typing import Literal

State = Literal["good", "note", "bad"]


@dataclass(frozen=True, kw_only=True)
class Finding:
    """`bad` means that something will not work; `note` that it need not."""

    state: State
    what: str
    detail: str
