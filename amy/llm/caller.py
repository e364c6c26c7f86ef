"""Calls to models as minds make them: retried, bounded, counted, and checked against their schema."""

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Final, TypeVar

import structlog
from pydantic import BaseModel, ValidationError

from amy.llm.errors import CallTimedOutError, ConnectionLostError, MalformedOutputError, ModelError
from amy.llm.limits import ProviderLimits
from amy.llm.measures import CANCELLED, FAILED, OK, call_ended
from amy.llm.messages import (
    AgenticMessage,
    DriverUsage,
    Effort,
    Exchange,
    ModelCall,
    Rendered,
    Result,
    Text,
    Thinking,
    Tool,
    Usage,
)
from amy.llm.models import Role, traits_of
from amy.llm.port import Driver
from amy.llm.prices import cost_usd
from amy.llm.prompts import Fenced
from amy.llm.retry import RetryConfig, with_retries
from amy.llm.schemas import schema_of
from amy.runtime import telemetry
from amy.runtime.aloud import Aloud, silent
from amy.runtime.ledger import enter
from amy.spending import CallRecord, Spent

_log = structlog.get_logger("model")
_M = TypeVar("_M", bound=BaseModel)
_T = TypeVar("_T")
_DEADLINE_S: Final = 120.0
_LONGEST_SHOWN: Final = 4000
_AGAIN: Final = (
    "\n\nYour last answer to this could not be used. What was wrong:\n{problem}\n\nThe answer was:\n{output}\n\n"
    "Answer again, following the schema."
)


@dataclass(frozen=True, kw_only=True)
class Options:
    """How calls are made.

    Attributes:
        deadline_s: for one call, all its tries together.
        effort: how hard the model should think, by purpose; a purpose that is not named leaves that to the model.
    """

    retry: RetryConfig = field(default_factory=RetryConfig)
    deadline_s: float = _DEADLINE_S
    effort: Mapping[str, Effort] | None = None


class Caller:
    """Makes the calls of one agent.

    Args:
        driver: whom it asks.
        models: the full id of each role's model.
        limits: shared by all who ask this provider.
        options: how.
        today: for prices.
    """

    def __init__(
        self,
        driver: Driver,
        *,
        models: Mapping[Role, str],
        limits: ProviderLimits,
        options: Options | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._driver = driver
        self._models = models
        self._limits = limits
        self._options = options or Options()
        self._now = now

    async def close(self) -> None:
        await self._driver.close()

    async def decide(
        self,
        prompt: Rendered,
        answer: type[_M],
        *,
        role: Role,
        most_tokens: int = 8192,
        check: Callable[[_M], object] = lambda _: None,
    ) -> _M:
        """The model's decision as a value; one that cannot be used goes back once, with what is wrong.

        Args:
            prompt: what is asked.
            answer: what the decision is.
            role: whose model decides.
            most_tokens: of the answer.
            check: raises ValueError, in words for the model, for a decision that follows its schema and still cannot
                be used.

        Raises:
            MalformedOutputError: the second one cannot be used either.
            ModelError: no answer.
        """
        schema = schema_of(answer)
        call = self._call(prompt, role=role, most_tokens=most_tokens)
        try:
            return await self._decision(replace(call, schema=schema), answer, check)
        except MalformedOutputError as error:
            output = Fenced("answer", error.output[:_LONGEST_SHOWN])
            data = prompt.data + _AGAIN.format(problem=Fenced("problem", error.problem[:_LONGEST_SHOWN]), output=output)
            again = replace(call, schema=schema, prompt=replace(prompt, data=data))
            return await self._decision(again, answer, check)

    async def tell(self, prompt: Rendered, *, role: Role, most_tokens: int = 4096) -> str:
        """What the model says, whole."""
        return (await self._whole(self._call(prompt, role=role, most_tokens=most_tokens))).text

    async def telling(self, prompt: Rendered, *, role: Role, most_tokens: int = 4096) -> AsyncIterator[str]:
        """What the model says, as it comes."""
        async with aclosing(self.stream(self._call(prompt, role=role, most_tokens=most_tokens))) as pieces:
            async for piece in pieces:
                if isinstance(piece, Text):
                    yield piece.delta

    async def step(
        self,
        prompt: Rendered,
        *,
        role: Role,
        tools: tuple[Tool, ...],
        exchanges: tuple[Exchange, ...],
        most_tokens: int = 8192,
        aloud: Aloud = silent,
    ) -> Result:
        """One round of a loop over tools.

        Args:
            prompt: what is asked.
            role: whose model is asked.
            tools: that it may call.
            exchanges: the rounds so far.
            most_tokens: of the answer.
            aloud: is told what is narrated in it, as it comes. A round that fails and is tried again is narrated once.
        """
        call = replace(self._call(prompt, role=role, most_tokens=most_tokens), tools=tools, exchanges=exchanges)
        return _result(await self._pieces(call, aloud))

    async def stream(self, call: ModelCall) -> AsyncGenerator[AgenticMessage, None]:
        """The pieces of a call. It is tried again only while nothing of it has been shown.

        Raises:
            ModelError: no answer, or an answer that broke off.
        """
        pieces: asyncio.Queue[AgenticMessage | None] = asyncio.Queue()
        shown = False

        def show(piece: AgenticMessage) -> None:
            nonlocal shown
            shown = shown or isinstance(piece, Text | Thinking)
            pieces.put_nowait(piece)

        async def work() -> None:
            try:
                await self._in_time(lambda limit: self._once(call, limit, show), may_repeat=lambda: not shown)
            finally:
                pieces.put_nowait(None)

        task = asyncio.create_task(work())
        try:
            while (piece := await pieces.get()) is not None:
                yield piece
            await task
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    def _call(self, prompt: Rendered, *, role: Role, most_tokens: int) -> ModelCall:
        effort = (self._options.effort or {}).get(prompt.name)
        return ModelCall(prompt=prompt, model=self._models[role], most_tokens=most_tokens, effort=effort)

    async def _whole(self, call: ModelCall) -> Result:
        return _result(await self._pieces(call))

    async def _decision(self, call: ModelCall, answer: type[_M], check: Callable[[_M], object]) -> _M:
        """One that cannot be used is entered as such."""

        async def attempt(limit: asyncio.Timeout) -> _M:
            decided: list[_M] = []
            await self._once(
                call, limit, _drop, judge=lambda result: decided.append(_parsed(result.text, answer, check))
            )
            return decided[0]

        return await self._in_time(attempt)

    async def _pieces(self, call: ModelCall, aloud: Aloud = silent) -> Sequence[AgenticMessage]:
        """Those of the try that succeeded. Of the first that narrates anything that is told."""
        narrated = False

        async def attempt(limit: asyncio.Timeout) -> Sequence[AgenticMessage]:
            nonlocal narrated
            pieces: list[AgenticMessage] = []
            tells = not narrated

            def show(piece: AgenticMessage) -> None:
                nonlocal narrated
                pieces.append(piece)
                if tells and (delta := _narration(piece, call.model)):
                    narrated = True
                    aloud(delta)

            await self._once(call, limit, show)
            return pieces

        return await self._in_time(attempt)

    async def _in_time(
        self, attempt: Callable[[asyncio.Timeout], Awaitable[_T]], *, may_repeat: Callable[[], bool] = lambda: True
    ) -> _T:
        try:
            async with asyncio.timeout(self._options.deadline_s) as limit:
                return await with_retries(lambda: attempt(limit), self._options.retry, may_repeat=may_repeat)
        except TimeoutError:
            raise CallTimedOutError(f"No answer in {self._options.deadline_s:.0f} s.") from None

    async def _once(
        self,
        call: ModelCall,
        limit: asyncio.Timeout,
        show: Callable[[AgenticMessage], None],
        judge: Callable[[Result], None] = lambda _: None,
    ) -> None:
        """One try, entered into the ledger as what it came to.

        Args:
            call: what is asked.
            limit: by which it is ended.
            show: is given its pieces as they come.
            judge: raises MalformedOutputError for an answer that cannot be used.
        """
        began_s = time.monotonic()
        span = telemetry.span("chat", "client", operation="chat", model=call.model, purpose=call.prompt.name)
        usage: DriverUsage | None = None
        outcome = FAILED
        try:
            async with self._limits.call(), aclosing(self._driver.stream(call)) as pieces:
                result: Result | None = None
                async for piece in pieces:
                    if isinstance(piece, Usage):
                        usage = piece.usage
                    if isinstance(piece, Result):
                        result = piece
                    show(piece)
                if result is None:
                    raise ConnectionLostError("The answer broke off.", usage=usage)
            judge(result)
            outcome = OK
        except ModelError as error:
            usage, outcome = error.usage or usage, error.cause
            raise
        except asyncio.CancelledError:
            outcome = CallTimedOutError.cause if limit.expired() else CANCELLED
            raise
        finally:
            record = self._enter(call, usage or DriverUsage(model=call.model), outcome, time.monotonic() - began_s)
            call_ended(span, record, model=call.model)

    def _enter(self, call: ModelCall, usage: DriverUsage, outcome: str, took_s: float) -> CallRecord:
        self._limits.use(usage.prompt_tokens + usage.output_tokens)
        cost = cost_usd(usage, self._now().date())
        spent = Spent(
            input_tokens=usage.input_tokens,
            output_tokens=usage.output_tokens,
            cache_read_tokens=usage.cache_read_tokens,
            cache_creation_tokens=usage.cache_creation_tokens,
            known_usd=cost or 0.0,
            has_unknown=cost is None,
            model=usage.model,
        )
        entry = CallRecord(
            purpose=call.prompt.name,
            prompt_sha256=call.prompt.sha256,
            outcome=outcome,
            duration_ms=round(took_s * 1000),
            spent=spent,
        )
        enter(entry)
        _log.info(
            "model.call",
            purpose=entry.purpose,
            model=usage.model,
            outcome=outcome,
            ms=entry.duration_ms,
            input_tokens=usage.input_tokens,
            output_tokens=usage.output_tokens,
            cache_read_tokens=usage.cache_read_tokens,
            cache_creation_tokens=usage.cache_creation_tokens,
            cost_usd=cost,
        )
        return entry


def _drop(_: AgenticMessage) -> None:
    """A decision is read when it is whole."""


def _narration(piece: AgenticMessage, model: str) -> str:
    """Of a model that always thinks what it thinks: any text is its answer. One that does not narrates in its text."""
    match piece:
        case Thinking(delta=delta):
            return delta
        case Text(delta=delta) if not traits_of(model).thinks:
            return delta
        case _:
            return ""


def _result(pieces: Sequence[AgenticMessage]) -> Result:
    last = pieces[-1]
    assert isinstance(last, Result)
    return last


def _parsed(text: str, answer: type[_M], check: Callable[[_M], object]) -> _M:
    try:
        decision = answer.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        problem = f"{where}: {first['msg']}" if where else first["msg"]
        raise MalformedOutputError(output=text, problem=problem) from None
    try:
        check(decision)
    except ValueError as error:
        raise MalformedOutputError(output=text, problem=str(error)) from None
    return decision
