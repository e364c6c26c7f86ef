"""Questions through `Analyze`: how many a second, and where the time of one goes.

The split wraps the service's own ports, so that parse, compile, sandbox and findings are those of the very run. The
baseline is a cold Python that reads the same person's table and computes the same mean.
"""

import asyncio
import sys
import time
from collections import defaultdict
from collections.abc import Awaitable, Sequence
from pathlib import Path
from typing import TypeVar

from amy.runtime.mesh import OPEN
from services.data_science.adapters.health_data import HealthDataClient
from services.data_science.adapters.rules import RulesMind
from services.data_science.adapters.sandbox.client import LocalSandbox
from services.data_science.adapters.sandbox.config import SandboxLimits
from services.data_science.app import Analyst
from services.data_science.domain.algebra import Question
from services.data_science.domain.analysis import AnalysisRequest, AnyPart, Computed, Decline, Plan, Summary
from services.data_science.domain.catalogue import Catalogue
from services.data_science.domain.interpretation import Interpretation
from services.data_science.domain.run import Frames, IsolationLevel, RunOutcome
from tests.load.analyst_services import Analyst as Services
from tests.load.analyst_services import analyst
from tests.load.report import Report, Row, p50, spread, timed

USER = "bench"
QUESTIONS = (
    "What was my average HRV over the last 30 days?",
    "How many calories did I burn in my last three runs?",
    "Is my resting heart rate related to how long I sleep?",
    "On how many days did I sleep more than 8 hours last month?",
    "Are my steps trending up?",
    "What is my average step count on weekends compared to weekdays?",
)
ASKED = 120
AT_ONCE = (1, 2, 4)
STAGES = ("parse", "compile", "sandbox", "findings")
COLD = """
import sys
import pandas
print(pandas.read_csv(sys.argv[1])["heart_rate_variability"].tail(30).mean())
"""
_T = TypeVar("_T")


class Stopwatch:
    """Milliseconds by stage, one entry a question."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = defaultdict(float)

    async def time(self, stage: str, call: Awaitable[_T]) -> _T:
        began = time.perf_counter()
        try:
            return await call
        finally:
            self.spent[stage] += (time.perf_counter() - began) * 1000


class TimedMind:
    """The rules mind under a stopwatch."""

    def __init__(self, watch: Stopwatch) -> None:
        self._mind = RulesMind()
        self._watch = watch

    async def plan(self, question: str, catalogue: Catalogue, *, earlier: Sequence[str] = ()) -> Plan | Decline:
        return await self._watch.time("parse", self._mind.plan(question, catalogue, earlier=earlier))

    async def plan_of(self, questions: Sequence[Question], catalogue: Catalogue) -> Plan | Decline:
        return await self._mind.plan_of(questions, catalogue)

    async def interpret(self, messages: Sequence[str], catalogue: Catalogue) -> Interpretation:
        return await self._mind.interpret(messages, catalogue)

    async def write_code(self, part: AnyPart, frames: Frames) -> str:
        return await self._watch.time("compile", self._mind.write_code(part, frames))

    async def repair(self, part: AnyPart, code: str, problem: str, frames: Frames) -> str:
        return await self._mind.repair(part, code, problem, frames)

    async def summarise(self, computed: tuple[Computed, ...], catalogue: Catalogue, *, prefix: str) -> Summary:
        return await self._watch.time("findings", self._mind.summarise(computed, catalogue, prefix=prefix))


class TimedSandbox:
    """The local sandbox under a stopwatch."""

    def __init__(self, watch: Stopwatch) -> None:
        self._box = LocalSandbox(SandboxLimits())
        self._watch = watch

    @property
    def level(self) -> IsolationLevel:
        return self._box.level

    async def start(self) -> None:
        await self._box.start()

    async def stop(self) -> None:
        await self._box.stop()

    async def run(self, code: str, frames: Frames) -> RunOutcome:
        return await self._watch.time("sandbox", self._box.run(code, frames))


async def measure(report: Report, folder: Path) -> None:
    sample = folder / "analysis-sample"
    async with analyst(folder) as services:
        await services.import_sample_person(USER, sample)
        cold = await timed(lambda: _cold(sample / "daily.csv"), runs=3, warm_up=1)
        for width in AT_ONCE:
            await _throughput(report, services, width, cold)
        await _split(report, services.data_address)


async def _cold(table: Path) -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", COLD, str(table), stdout=asyncio.subprocess.DEVNULL
    )
    assert await process.wait() == 0


async def _throughput(report: Report, services: Services, width: int, cold: list[float]) -> None:
    """So many askers, each with its next question as soon as the last one is answered."""
    samples: list[float] = []
    questions = iter(QUESTIONS * (ASKED // len(QUESTIONS)))

    async def asker() -> None:
        for question in questions:
            began = time.perf_counter()
            completed = await services.ask(USER, question)
            assert completed.findings, (question, completed.answer)
            samples.append((time.perf_counter() - began) * 1000)

    await services.ask(USER, QUESTIONS[0])
    began = time.perf_counter()
    await asyncio.gather(*(asker() for _ in range(width)))
    rate = ASKED / (time.perf_counter() - began)
    report.add(
        Row(
            what=f"questions through Analyze, {width} at once",
            figure=f"{rate:.1f} a second; {spread(samples)}",
            baseline=f"a cold Python with pandas: p50 {p50(cold):.0f} ms",
            ratio=f"{p50(cold) / p50(samples):.0f}x",
        )
    )


async def _split(report: Report, data_address: str) -> None:
    """Where the time of one question goes, one after another."""
    watch = Stopwatch()
    data = HealthDataClient(data_address, 15.0, OPEN)
    scientist = Analyst(data=data, mind=TimedMind(watch), runner=TimedSandbox(watch))
    await scientist.start()
    spent: dict[str, list[float]] = defaultdict(list)
    try:
        for question in QUESTIONS * (ASKED // len(QUESTIONS)):
            watch.spent.clear()
            began = time.perf_counter()
            async for _ in scientist.analyze(AnalysisRequest(user_id=USER, question=question)):
                pass
            whole = (time.perf_counter() - began) * 1000
            for stage in STAGES:
                spent[stage].append(watch.spent[stage])
            spent["reading the data and the rest"].append(whole - sum(watch.spent.values()))
            spent["whole"].append(whole)
    finally:
        await scientist.stop()
    whole_p50 = p50(spent["whole"])
    for stage, samples in spent.items():
        if stage != "whole":
            report.add(
                Row(
                    what=f"of a question: {stage}",
                    figure=spread(samples),
                    baseline=f"the whole question: p50 {whole_p50:.1f} ms",
                    ratio=f"{p50(samples) / whole_p50:.0%} of it",
                )
            )
