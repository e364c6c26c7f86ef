"""Which mind is asked, and the minds that are asked without a system around them."""

import asyncio
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Final, TypeVar

from amy.client import AmyError
from amy.llm.caller import Caller
from amy.llm.open import open_caller
from amy.llm.settings import MindSettings
from amy.runtime.ledger import open_ledger
from evals.model.results import Counts, Result
from evals.model.spending import Tally, of_log, of_records, together
from evals.system import environment

_T = TypeVar("_T")
_R = TypeVar("_R")
_AT_ONCE: Final = 4
_COMMON: Final[Mapping[str, str | None]] = {"AMY_LOG_LEVEL": "INFO", "AMY_GATEWAY_RATE_PER_MINUTE": "0"}
RULES: Final = "rules"
MODEL: Final = "model"


class _Orchestrator(MindSettings):
    service: ClassVar[str] = "orchestrator"


class _DataScience(MindSettings):
    service: ClassVar[str] = "data_science"


class _DomainExpert(MindSettings):
    service: ClassVar[str] = "domain_expert"


@dataclass(frozen=True, kw_only=True)
class Callers:
    """Who asks the models of the services that are judged without a system; None where the rules decide."""

    orchestrator: Caller | None
    data_science: Caller | None
    domain_expert: Caller | None


@dataclass(frozen=True, kw_only=True)
class Asked:
    """How the items of a suite are asked.

    Attributes:
        mind: "rules" or "model".
        folder: of this suite and this mind, gone afterwards.
        answers: the file for what a reader has to judge, this mind's own.
    """

    mind: str
    folder: Path
    answers: Path

    @property
    def env(self) -> Mapping[str, str | None]:
        """What a system with this mind has beside this process's variables; None takes one away."""
        return {**dict.fromkeys(MindSettings.aliases), **_COMMON} if self.mind == RULES else _COMMON

    @asynccontextmanager
    async def callers(self) -> AsyncIterator[Callers]:
        settings = (each.from_env(environment(self.env)) for each in (_Orchestrator, _DataScience, _DomainExpert))
        orchestrator, data_science, domain_expert = opened = [open_caller(each) for each in settings]
        try:
            yield Callers(orchestrator=orchestrator, data_science=data_science, domain_expert=domain_expert)
        finally:
            for caller in filter(None, opened):
                await caller.close()


async def result_of(ask: Callable[[Asked], Awaitable[Counts]], mind: str, answers: Path) -> Result:
    """What became of it, what it used and how long it took; what breaks off has been paid for too."""
    own = answers.with_stem(f"{answers.stem}_{mind}")
    counts, problem, began_s = None, "", time.monotonic()
    with tempfile.TemporaryDirectory() as folder, open_ledger() as ledger:
        try:
            counts = await ask(Asked(mind=mind, folder=Path(folder), answers=own))
        except (AmyError, RuntimeError) as error:
            problem = f"broke off: {error}"
        spent = together([of_records(ledger.calls), *_of_systems(Path(folder))])
    return Result(counts=counts, problem=problem, spent=spent, took_s=time.monotonic() - began_s)


async def a_few_at_once(call: Callable[[_T], Awaitable[_R]], items: Iterable[_T]) -> Sequence[_R]:
    """In the order of the items."""
    gate = asyncio.Semaphore(_AT_ONCE)

    async def one(item: _T) -> _R:
        async with gate:
            return await call(item)

    return await asyncio.gather(*map(one, items))


def _of_systems(folder: Path) -> list[Tally]:
    """What the systems spent that have run in this folder."""
    return [of_log(log) for log in folder.rglob("amy.log")]
