"""What can go wrong with a call, as the double of the vendor does it, and what has to become of the call."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from services.domain_expert.adapters.model.mind import MOST_ROUNDS
from tests.contract.model.purposes import Way
from tests.vendor import (
    Answer,
    Drop,
    ErrorEvent,
    Failure,
    Fault,
    Hang,
    Wanted,
    calls,
    declines,
    overloaded,
    rate_limited,
    runs_out,
    says,
    spend_limit_reached,
)

LONG: Final = Answer(text="You walk more of late, as on every day of this week and of the one before it.")
LOOPS: Final = calls(Wanted("knowledge_search", {"query": "Why do people sleep?"}))
HALF: Final = '{"text": "You walk mo'
ASKED_TO_WAIT_S: Final = 0.9
MOST_RETRIES: Final = 1
LEAST_DELAY_S: Final = 0.1


@dataclass(frozen=True, kw_only=True)
class Fails:
    """One way to fail.

    Attributes:
        letter: its column.
        said: what is answered to every call; None where the request is refused for what it is.
        outcome: of a call in the ledger; of an answer that is no decision where one is asked for, "ok" as prose.
        passes: whether it may pass, and is tried again.
        least_wait_s: before it is.
        is_used: whether the call has used tokens all the same.
        is_shown: whether something of a streamed answer has been told by then.
        api_key, model: what the caller asks with, where that is what fails; empty for those that are taken.
        read_timeout_s: the longest silence.
    """

    letter: str
    said: Answer | Fault | None
    outcome: str
    passes: bool = False
    least_wait_s: float = LEAST_DELAY_S
    is_used: bool = False
    is_shown: bool = False
    api_key: str = ""
    model: str = ""
    read_timeout_s: float = 20.0

    @property
    def is_refused(self) -> bool:
        """Whether nothing that is asked is answered, from the first call on."""
        return self.said is None

    def applies(self, way: Way) -> bool:
        """An answer that is well-formed prose fails only where it can be told that it is none."""
        match self.outcome:
            case "ok" if self.said == LOOPS:
                return way.purpose == "react"
            case "ok":
                return way.tries > 0
            case _:
                return True

    def outcomes(self, way: Way) -> list[str]:
        """What the ledger has to hold of the purpose, call by call."""
        if self.is_refused:
            return [self.outcome]
        before = ["ok"] * len(way.before)
        if self.said == LOOPS:
            return before + ["ok"] * (MOST_ROUNDS - len(before))
        if self.outcome == "ok":
            return before + ["malformed_output" if way.decides else "ok"] * way.tries
        is_repeated = self.passes and not (way.streams and self.is_shown)
        return before + [self.outcome] * (1 + MOST_RETRIES * is_repeated)


FAULTS: Final[Mapping[str, Fails]] = {
    "429 with retry-after": Fails(
        letter="w",
        said=rate_limited(retry_after=str(ASKED_TO_WAIT_S)),
        outcome="rate_limited",
        passes=True,
        least_wait_s=ASKED_TO_WAIT_S,
    ),
    "429": Fails(letter="4", said=rate_limited(), outcome="rate_limited", passes=True),
    "spend limit": Fails(letter="$", said=spend_limit_reached(), outcome="spend_limit_reached"),
    "529": Fails(letter="9", said=overloaded(), outcome="overloaded", passes=True),
    "500": Fails(letter="5", said=Failure(status=500, type="api_error"), outcome="provider_failed", passes=True),
    "silence": Fails(letter="s", said=Hang(), outcome="call_timed_out", passes=True, read_timeout_s=1.0),
    "dropped before": Fails(letter="d", said=Drop(), outcome="connection_lost", passes=True),
    "dropped in the middle": Fails(
        letter="m",
        said=Drop(after_events=5, answer=LONG),
        outcome="connection_lost",
        passes=True,
        is_used=True,
        is_shown=True,
    ),
    "error event": Fails(letter="e", said=ErrorEvent(), outcome="overloaded", passes=True, is_used=True),
    "truncated": Fails(letter="j", said=says(HALF), outcome="ok", is_used=True),
    "refusal": Fails(letter="r", said=declines(), outcome="declined", is_used=True),
    "no tokens left": Fails(letter="t", said=runs_out(LONG.text), outcome="cut_short", is_used=True, is_shown=True),
    "wrong key": Fails(letter="k", said=None, outcome="wrong_key", api_key="sk-of-nobody"),
    "unknown model": Fails(letter="u", said=None, outcome="unknown_model", model="claude-opus-9"),
    "calls tools without end": Fails(letter="l", said=LOOPS, outcome="ok", is_used=True),
}
