"""Every failure of a model in every purpose: the mind ends as documented, and the ledger has what it cost.

With `-s` the whole matrix is printed, one line a purpose.
"""

import asyncio
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

import pytest

from amy.llm.caller import Caller
from amy.llm.retry import RetryConfig
from amy.runtime.ledger import open_ledger
from amy.spending import CallRecord
from services.orchestrator.adapters.model.mind import BROKE_OFF
from tests.contract.model.faults import FAULTS, LEAST_DELAY_S, LONG, MOST_RETRIES, Fails
from tests.contract.model.purposes import WAYS, Way
from tests.unit.llm.talking import OPUS, caller_of
from tests.vendor import ALWAYS, Answer, Fault, Line, Request, Script, Vendor, known_prompts

Place: TypeAlias = tuple[str, str]
MATRIX: Final[list[Place]] = [
    (failure, row) for failure, fails in FAULTS.items() for row, way in WAYS.items() if fails.applies(way)
]
MOST_AT_ONCE: Final = 8
RETRY: Final = RetryConfig(max_retries=MOST_RETRIES, base_delay=LEAST_DELAY_S, max_delay=1.0)


@dataclass(kw_only=True)
class Came:
    """What came of one place of the matrix.

    Attributes:
        result: of the mind; what it raised, if it did.
        wanted: what it has to be.
        entered: of the purpose, in the ledger.
        asked_s: when the provider was asked for the purpose.
    """

    result: object
    wanted: object
    entered: list[CallRecord]
    asked_s: list[float] = field(default_factory=list)

    @property
    def is_as_documented(self) -> bool:
        if self.wanted != BROKE_OFF:
            return self.result == self.wanted
        told, found, after = str(self.result).partition(BROKE_OFF)
        return bool(told and found) and not after and LONG.text.startswith(told)

    @property
    def letter(self) -> str:
        if not self.is_as_documented:
            return "!"
        return "b" if self.wanted == BROKE_OFF else "f"


async def _come(fails: Fails, failure: str, way: Way) -> Came:
    asked_s: list[float] = []

    def failing(_: Request) -> Answer | Fault:
        asked_s.append(time.monotonic())
        assert fails.said is not None
        return fails.said

    before = [Line(way.purpose, each) for each in way.before]
    others = [Line(purpose, answer, times=ALWAYS) for purpose, answer in way.others.items()]
    script = Script(*before, *others, Line(way.purpose, failing, times=ALWAYS))
    async with (
        Vendor(script) as vendor,
        caller_of(
            vendor,
            retry=RETRY,
            model=fails.model or OPUS,
            api_key=fails.api_key or None,
            read_timeout_s=fails.read_timeout_s,
        ) as caller,
    ):
        with open_ledger() as ledger:
            result = await _asked(way, caller)
    entered = [each for each in ledger.calls if each.purpose == way.purpose]
    return Came(result=result, wanted=await _wanted(fails, failure, way), entered=entered, asked_s=asked_s)


async def _asked(way: Way, caller: Caller) -> object:
    try:
        return await way.ask(caller)
    except Exception as error:  # noqa: BLE001, that nothing is raised is what is tested
        return error


async def _wanted(fails: Fails, failure: str, way: Way) -> object:
    if way.streams and fails.is_shown:
        return BROKE_OFF
    return await way.instead(failure)


async def _whole() -> Mapping[Place, Came]:
    """All places, some at a time: most of it is waiting."""
    at_once = asyncio.Semaphore(MOST_AT_ONCE)

    async def one(place: Place) -> tuple[Place, Came]:
        failure, row = place
        async with at_once:
            return place, await _come(FAULTS[failure], failure, WAYS[row])

    return dict(await asyncio.gather(*map(one, MATRIX)))


@pytest.fixture(scope="module")
def matrix() -> Iterator[Mapping[Place, Came]]:
    """Made once, and printed at the end."""
    came = asyncio.run(_whole())
    yield came
    sys.stdout.write(_drawn(came))


def _drawn(came: Mapping[Place, Came]) -> str:
    width = max(map(len, WAYS))
    lines = ["", "f: falls back as documented, b: breaks off and says so, !: neither, ·: cannot happen"]
    lines += [f"  {fails.letter}: {failure}" for failure, fails in FAULTS.items()]
    lines.append(f"{'':{width}}  {' '.join(fails.letter for fails in FAULTS.values())}")
    for row in WAYS:
        letters = [came[failure, row].letter if (failure, row) in came else "·" for failure in FAULTS]
        lines.append(f"{row:{width}}  {' '.join(letters)}")
    return "\n".join([*lines, ""])


def test_every_prompt_of_every_service_has_a_row() -> None:
    assert {way.purpose for way in WAYS.values()} == set(known_prompts().values())


@pytest.mark.parametrize(("failure", "row"), MATRIX)
def test_a_mind_without_an_answer_ends_as_documented_and_raises_nothing(
    matrix: Mapping[Place, Came], failure: str, row: str
) -> None:
    came = matrix[failure, row]
    if isinstance(came.result, Exception):
        raise came.result
    assert came.is_as_documented, (came.result, came.wanted)


@pytest.mark.parametrize(("failure", "row"), MATRIX)
def test_each_try_is_in_the_ledger_with_what_it_used_and_none_is_made_that_no_rule_asks_for(
    matrix: Mapping[Place, Came], failure: str, row: str
) -> None:
    came, fails, way = matrix[failure, row], FAULTS[failure], WAYS[row]
    assert [each.outcome for each in came.entered] == fails.outcomes(way)
    failed = came.entered if fails.is_refused else came.entered[len(way.before) :]
    sent = [each.spent.input_tokens + each.spent.cache_creation_tokens for each in failed]
    assert all((tokens > 0) is fails.is_used for tokens in sent)
    assert all(len(each.prompt_sha256) == 64 for each in came.entered)


@pytest.mark.parametrize(("failure", "row"), [place for place in MATRIX if FAULTS[place[0]].passes])
def test_nothing_is_tried_again_sooner_than_the_policy_or_the_provider_says(
    matrix: Mapping[Place, Came], failure: str, row: str
) -> None:
    came, fails = matrix[failure, row], FAULTS[failure]
    waits_s = [later - sooner for sooner, later in zip(came.asked_s, came.asked_s[1:], strict=False)]
    assert all(wait_s >= fails.least_wait_s for wait_s in waits_s)
