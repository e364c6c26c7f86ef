"""Whole turns with a model mind whose vendor answers at once: what is left is what Amy herself adds to her rules."""

import asyncio
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from amy.client import AsyncAmy
from amy.client.models import Turn
from amy.llm.settings import MindSettings
from evals.model.spending import of_log
from evals.system import System, running
from tests.load.answering import AT_ONCE, NARRATED, NARRATED_QUESTION, NARRATION
from tests.load.report import Report, Row, p50, spread
from tests.vendor import Script, Vendor

QUESTIONS: Final = ("What is my average HRV?", "How many steps do I do on average?")
TURNS: Final = 30
TOGETHER: Final = 50
PEOPLE: Final = 17
"""Who asks these: the gateway lets each have three turns in flight."""
NARRATED_TURNS: Final = 5
_TOKEN_S: Final = 0.03
_WARM_UP: Final = 3
_TURN_S: Final = 300.0
_COMMON: Final = {"AMY_GATEWAY_RATE_PER_MINUTE": "0", "AMY_LOG_LEVEL": "INFO"}
_RULES: Final[Mapping[str, str | None]] = {**dict.fromkeys(MindSettings.aliases), **_COMMON}


@dataclass(frozen=True, kw_only=True)
class AtOnce:
    """What became of turns that began together: seconds until the last had ended, and what went wrong."""

    took_s: float
    errors: tuple[BaseException, ...]

    def __str__(self) -> str:
        first = f" ({self.errors[0]})" if self.errors else ""
        return f"{self.took_s:.1f} s, {len(self.errors)} errors{first}"


async def measure(report: Report, folder: Path) -> None:
    """Turns of both minds in turn, then many at once; the double has to know and to take every call."""
    sample = folder / "sample"
    subprocess.run([sys.executable, "-m", "services.health_data.sample_person", "--out", str(sample)], check=True)
    script = Script(automatic=AT_ONCE)
    async with Vendor(script) as vendor:
        model = {**_RULES, "ANTHROPIC_BASE_URL": vendor.base_url, "ANTHROPIC_API_KEY": vendor.api_key}
        with running(folder / "rules", env=_RULES) as ruled, running(folder / "model", env=model) as modelled:
            async with (
                await person(ruled, "bench", sample) as rules_client,
                await person(modelled, "bench", sample) as model_client,
            ):
                await one_after_another(report, rules_client, model_client, vendor)
        with running(folder / "rules", env=_RULES) as ruled:
            ruling = await together(ruled, sample)
        with running(folder / "model", env=model) as modelled:
            asking = await together(modelled, sample)
    await narrated(report, folder / "narrated")
    failed = of_log(folder / "model" / "amy.log").failed
    report.add(
        Row(
            what=f"{TOGETHER} turns with a model mind at once",
            figure=f"{asking}, {failed} calls failed",
            baseline=f"the same of the rules mind: {ruling}",
            ratio=f"{asking.took_s / ruling.took_s:.2f}x",
            aim="0 errors",
        )
    )
    script.check()
    assert not vendor.refusals, vendor.refusals


async def narrated(report: Report, folder: Path) -> None:
    """What the expert's model narrates, word by word, from the vendor to whoever watches the turn."""
    script = Script(automatic=NARRATED)
    async with Vendor(script, per_delta_s=_TOKEN_S) as vendor:
        model = {**_RULES, "ANTHROPIC_BASE_URL": vendor.base_url, "ANTHROPIC_API_KEY": vendor.api_key}
        with running(folder, env=model) as system:
            async with AsyncAmy(api_key=system.admin_key, base_url=system.base_url, user="watcher") as amy:
                delays = [each for _ in range(NARRATED_TURNS) for each in await delays_ms(amy, vendor)]
    report.add(
        Row(
            what="a narrated word, from the vendor to the reader of the stream",
            figure=spread(delays),
            baseline=f"one piece of the narration each {_TOKEN_S * 1000:.0f} ms",
            aim="p50 < 50 ms",
        )
    )
    script.check()
    assert not vendor.refusals, vendor.refusals


async def delays_ms(amy: AsyncAmy, vendor: Vendor) -> list[float]:
    """Of each word of one turn's narration, from when its last letter left until it was read."""
    sent_before = len(vendor.sent)
    turn = await amy.turns.create([{"role": "user", "content": NARRATED_QUESTION}])
    read: list[tuple[int, float]] = []
    length = 0
    async for event in amy.turns.stream(turn.id):
        if event.type == "agent.thought" and event.agent == "domain_expert":
            length += len(event.delta)
            read.append((length, time.monotonic()))
    left: list[tuple[int, float]] = []
    length = 0
    for each in vendor.sent[sent_before:]:
        if piece := each.event.get("delta", {}).get("thinking", ""):
            length += len(piece)
            left.append((length, each.at_s))
    assert left
    assert read
    assert length == len(NARRATION)
    ends = [at for at, letter in enumerate(NARRATION, start=1) if letter == " "]
    return [(_first(read, end) - _first(left, end)) * 1000 for end in ends]


def _first(passed: list[tuple[int, float]], length: int) -> float:
    """When so many characters had passed."""
    return next(at_s for so_far, at_s in passed if so_far >= length)


async def person(system: System, user: str, sample: Path) -> AsyncAmy:
    """Somebody with the sample person's days."""
    amy = AsyncAmy(api_key=system.admin_key, base_url=system.base_url, user=user, timeout=_TURN_S)
    await amy.data.import_file(sample / "daily.csv")
    return amy


async def one_after_another(report: Report, rules: AsyncAmy, model: AsyncAmy, vendor: Vendor) -> None:
    of_rules, of_model, asked = [], [], []
    for number in range(TURNS + _WARM_UP):
        question = QUESTIONS[number % len(QUESTIONS)]
        of_rules.append(await took_ms(rules, question))
        before = len(vendor.requests)
        of_model.append(await took_ms(model, question))
        asked.append(len(vendor.requests) - before)
    of_rules, of_model, asked = of_rules[_WARM_UP:], of_model[_WARM_UP:], asked[_WARM_UP:]
    report.add(
        Row(
            what=f"turn with a model mind, vendor answering at once ({p50(asked):.0f} calls)",
            figure=spread(of_model),
            baseline=f"the rules mind's turn: p50 {p50(of_rules):.1f} ms",
            ratio=f"{p50(of_model) - p50(of_rules):+.0f} ms",
            aim="p50 < 250 ms more",
        )
    )


async def together(system: System, sample: Path) -> AtOnce:
    """Turns that begin at once, behind one of each question that does not count."""
    people = [await person(system, f"bench-{number}", sample) for number in range(PEOPLE)]
    for question in QUESTIONS:
        await took_ms(people[0], question)
    began_s = time.perf_counter()
    ended = await asyncio.gather(
        *(took_ms(people[number % PEOPLE], QUESTIONS[number % len(QUESTIONS)]) for number in range(TOGETHER)),
        return_exceptions=True,
    )
    took_s = time.perf_counter() - began_s
    for each in people:
        await each.close()
    return AtOnce(took_s=took_s, errors=tuple(each for each in ended if isinstance(each, BaseException)))


async def took_ms(amy: AsyncAmy, question: str) -> float:
    """Until the answer is there, which has to tell a number of the records."""
    began_s = time.perf_counter()
    turn = await amy.turns.create([{"role": "user", "content": question}], stream=False)
    took = (time.perf_counter() - began_s) * 1000
    expect_number(turn, question)
    return took


def expect_number(turn: Turn, question: str) -> None:
    """What is declined or fails would look fast."""
    assert turn.result is not None, (question, turn.error)
    assert any(character.isdigit() for character in turn.result.answer), (question, turn.result.answer)
