"""What a model says reaches whoever follows the turn as it is said."""

import statistics
import sys
from collections.abc import Iterator
from itertools import accumulate

import pytest

from amy.client.events import AgentThought
from tests.e2e.model.asking import Asked, Asking
from tests.vendor import ALWAYS, Line, Script, Vendor, says
from tests.vendor.sensible import AUTOMATIC
from tests.vendor.server import Sent

MOST_S = 0.25
"""Generous: the machine of a test is shared."""
TURNS = 3
PER_DELTA_S = 0.05
SENTENCES = [
    "You are welcome, and I am glad that it was of use to you. ",
    "Ask again whenever something in your records makes you wonder. ",
    "I look into what was measured, and say how sure I can be of it. ",
    "Where nothing is known I say so, and then a doctor may know more. ",
    "Until then I wish you good nights and days on which you feel well.",
]


@pytest.fixture
def slow_vendor(vendor: Vendor) -> Iterator[Vendor]:
    """Says goodbye in some sentences, each over several pieces that come one after the other."""
    before, vendor.per_delta_s = vendor.script, PER_DELTA_S
    vendor.script = Script(Line("fallback", says("".join(SENTENCES)), times=ALWAYS), automatic=AUTOMATIC)
    yield vendor
    vendor.script, vendor.per_delta_s = before, 0.0


@pytest.fixture
def unhurried(vendor: Vendor) -> Iterator[Vendor]:
    """Answers sensibly, with a moment before each piece."""
    vendor.per_delta_s = PER_DELTA_S
    yield vendor
    vendor.per_delta_s = 0.0


def test_sentences_reach_the_client_while_the_model_still_speaks(asking: Asking, slow_vendor: Vendor) -> None:
    lags: list[float] = []
    for _ in range(TURNS):
        before = len(slow_vendor.sent)
        asked = asking.ask("Thanks!")
        left = _left(slow_vendor.sent[before:])
        arrived = _arrivals(asked, "synthesis")
        assert arrived[0] < left[-1]
        lags += [at - gone for at, gone in zip(arrived, left, strict=True)]
    _check("a sentence", lags)


def test_what_an_agent_thinks_reaches_the_client_while_its_round_goes_on(asking: Asking, unhurried: Vendor) -> None:
    lags: list[float] = []
    for _ in range(TURNS):
        before = len(unhurried.sent)
        asked = asking.ask("What is a usual resting heart rate?")
        sent = _of("react", unhurried.sent[before:])
        first = next(each.at_s for each in sent if each.event.get("delta", {}).get("type") == "thinking_delta")
        end = next(each.at_s for each in sent if each.event["type"] == "message_stop")
        arrived = _arrivals(asked, "domain_expert")
        assert first < arrived[0] < end
        lags.append(arrived[0] - first)
    _check("a thought", lags)


def _left(sent: list[Sent]) -> list[float]:
    """When the piece left that shows each sentence to be over: the first letter of the next, or the end."""
    pieces = [each for each in _of("fallback", sent) if each.event.get("delta", {}).get("type") == "text_delta"]
    shown = list(accumulate(len(each.event["delta"]["text"]) for each in pieces))
    ends = list(accumulate(map(len, SENTENCES)))[:-1]
    over = [next(each.at_s for each, length in zip(pieces, shown, strict=True) if length > end) for end in ends]
    last = next(each.at_s for each in _of("fallback", sent) if each.event["type"] == "message_stop")
    return [*over, last]


def _of(purpose: str, sent: list[Sent]) -> list[Sent]:
    return [each for each in sent if each.purpose == purpose]


def _arrivals(asked: Asked, agent: str) -> list[float]:
    return [each.at_s for each in asked.seen if isinstance(each.event, AgentThought) and each.event.agent == agent]


def _check(what: str, lags: list[float]) -> None:
    median = statistics.median(lags)
    sys.stdout.write(f"\n{what} arrives {median * 1000:.0f} ms after it has left the model (median of {len(lags)})\n")
    assert median < MOST_S
