"""The rounds of the model's loop, carried in its decisions from turn to turn, since the mind keeps nothing."""

import base64
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from amy.llm.messages import Exchange, ToolOutcome
from services.domain_expert.adapters.model import shown
from services.domain_expert.domain.case import Case
from services.domain_expert.domain.decisions import Failed, Observed

_LAST_TURN: Final = "This is your last turn: call the tool `answer` now, with what you have found."


@dataclass(frozen=True, kw_only=True)
class Round:
    """What the model said in one round, and what it was told at once.

    Attributes:
        said: its own content, opaque.
        outcomes: of the calls that needed no looking up.
        awaits: the call that is looked up; empty where none is.
        note: what it was told beside these.
    """

    said: bytes
    outcomes: tuple[ToolOutcome, ...] = ()
    awaits: str = ""
    note: str = ""

    @property
    def exchange(self) -> Exchange:
        return Exchange(said=self.said, outcomes=self.outcomes, note=self.note)


def packed(rounds: Sequence[Round]) -> bytes:
    """Some rounds, of which the last awaits what is looked up."""
    return json.dumps(
        [
            {
                "said": base64.b64encode(each.said).decode(),
                "outcomes": [[outcome.call_id, outcome.text, outcome.is_error] for outcome in each.outcomes],
                "awaits": each.awaits,
                "note": each.note,
            }
            for each in rounds
        ]
    ).encode()


def unpacked(said: bytes) -> tuple[Round, ...]:
    return tuple(
        Round(
            said=base64.b64decode(each["said"]),
            outcomes=tuple(ToolOutcome(call_id=id_, text=text, is_error=bad) for id_, text, bad in each["outcomes"]),
            awaits=each["awaits"],
            note=each["note"],
        )
        for each in json.loads(said)
    )


def rounds_of(case: Case, seen: Sequence[Observed]) -> tuple[Round, ...]:
    """All rounds so far, with what was looked up filled in. No two decisions in a row say the same."""
    return tuple(
        _filled(each, tuple(observed), case)
        for said, group in groupby(seen, key=lambda each: each.call.said)
        for observed in [list(group)]
        for each in unpacked(said)
    )


def told(rounds: Sequence[Round], *, is_last: bool) -> tuple[Exchange, ...]:
    """The rounds as the model sees them; before its last it is told that it is that."""
    exchanges = tuple(each.exchange for each in rounds)
    if not is_last or not exchanges:
        return exchanges
    *before, newest = exchanges
    return (*before, replace(newest, note=f"{newest.note}\n{_LAST_TURN}".strip()))


def _filled(one: Round, observed: Sequence[Observed], case: Case) -> Round:
    if not one.awaits:
        return one
    failed = all(isinstance(each.result, Failed) for each in observed)
    found = ToolOutcome(call_id=one.awaits, text=shown.results(observed, case), is_error=failed)
    return replace(one, outcomes=(found, *one.outcomes))
