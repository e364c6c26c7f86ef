"""What the drivers of command-line agents have in common: a program is started, heard line by line, and ended."""

import asyncio
import json
import os
import re
import signal
import tempfile
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from amy.llm.errors import (
    AgentMissingError,
    ConnectionLostError,
    ModelError,
    OverloadedError,
    ProviderFailedError,
    RateLimitedError,
    RequestRefusedError,
    SpendLimitReachedError,
    UnknownModelError,
    WrongKeyError,
)
from amy.llm.messages import DriverUsage, Json, ModelCall

_LONGEST_LINE: Final = 16 * 1024 * 1024
_GRACE_S: Final = 2.0
_KEPT: Final = (
    "PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LC_ALL", "TMPDIR", "TERM", "XDG_CONFIG_HOME",
    "XDG_RUNTIME_DIR", "HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY", "https_proxy", "http_proxy", "no_proxy",
    "SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS",
)  # fmt: skip
"""What any program needs to find itself, its sign-in and the network."""
_SAID: Final[tuple[tuple[re.Pattern[str], type[ModelError]], ...]] = tuple(
    (re.compile(words, re.IGNORECASE), error)
    for words, error in (
        (r"usage limit|spend limit|credit balance|billing|quota", SpendLimitReachedError),
        (r"overloaded|at capacity|\b529\b", OverloadedError),
        (r"rate.limit|too many requests|\b429\b", RateLimitedError),
        (r"unauthorized|authentication|invalid api key|not logged in|/login|codex login|\b40[13]\b", WrongKeyError),
        (r"not_found|model.{0,40}not (supported|found)|issue with the selected model|\b404\b", UnknownModelError),
        (r"invalid.request|prompt is too long|\b400\b", RequestRefusedError),
        (r"connection|network|timed out|stream disconnected", ConnectionLostError),
    )
)
"""Agents say what went wrong in words alone, which are looked through in this order."""


@dataclass(frozen=True, kw_only=True)
class Program:
    """How an agent is run.

    Attributes:
        command: its path, or a name that is looked for on the path.
        environ: of this process, of which it sees a few variables.
        variables: that are its own: where it keeps its sign-in, and keys.
    """

    command: str
    environ: Mapping[str, str]
    variables: Sequence[str]

    def environment(self) -> dict[str, str]:
        return {name: self.environ[name] for name in (*_KEPT, *self.variables) if name in self.environ}


@dataclass
class Run:
    """A program under way.

    Attributes:
        folder: its own, empty but for `files`, and gone when it has ended.
        code: its exit code, when it has ended by itself.
    """

    process: asyncio.subprocess.Process
    folder: Path
    code: int | None = None
    errors: bytearray = field(default_factory=bytearray)

    async def lines(self) -> AsyncGenerator[Json, None]:
        """The objects that it prints, one a line; a line that is none is left out."""
        assert self.process.stdout is not None
        while True:
            try:
                line = await self.process.stdout.readline()
            except ValueError:
                raise ProviderFailedError("The agent's output cannot be read.") from None
            if not line:
                break
            with suppress(ValueError):
                found = json.loads(line)
                if isinstance(found, dict):
                    yield found
        self.code = await self.process.wait()


@asynccontextmanager
async def running(
    program: Program, arguments: Callable[[Path], Sequence[str]], *, prompt: str
) -> AsyncGenerator[Run, None]:
    """Runs the program in an empty folder, the prompt on its standard input; leaving ends it with all that it started.

    Args:
        program: what to run.
        arguments: of the command, by the folder that it runs in; files that they name are written there.
        prompt: for its standard input.

    Raises:
        AgentMissingError: it is not installed.
    """
    with tempfile.TemporaryDirectory(prefix="amy-agent-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        process = await _started(program, arguments(folder), folder)
        run = Run(process, folder)
        talk = asyncio.create_task(_talk(run, prompt))
        try:
            yield run
        finally:
            await _ended(process)
            talk.cancel()
            await asyncio.gather(talk, return_exceptions=True)


async def _started(program: Program, arguments: Sequence[str], folder: Path) -> asyncio.subprocess.Process:
    try:
        return await asyncio.create_subprocess_exec(
            program.command,
            *arguments,
            cwd=folder,
            env=program.environment(),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            limit=_LONGEST_LINE,
            # A group of its own, so that what it starts ends with it.
            process_group=0,
        )
    except (FileNotFoundError, PermissionError):
        raise AgentMissingError(
            f"The command `{program.command}` is not installed; install it or choose another driver in amy.toml."
        ) from None


async def _talk(run: Run, prompt: str) -> None:
    """Writes the prompt and reads what it complains of, at once, for either may fill its pipe."""
    assert run.process.stdin is not None
    assert run.process.stderr is not None
    # A program that ends early does not read all.
    with suppress(ConnectionError):
        run.process.stdin.write(prompt.encode())
        await run.process.stdin.drain()
    run.process.stdin.close()
    while chunk := await run.process.stderr.read(4096):
        run.errors += chunk


async def _ended(process: asyncio.subprocess.Process) -> None:
    """Ends the whole group, politely while anybody of it may listen; its leader may have ended before the others."""
    if process.returncode is None:
        _signal(process.pid, signal.SIGTERM)
        with suppress(TimeoutError):
            async with asyncio.timeout(_GRACE_S):
                await process.wait()
    _signal(process.pid, signal.SIGKILL)
    await process.wait()


def _signal(group: int, what: signal.Signals) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, what)


def refuse_tools(call: ModelCall, agent: str) -> None:
    """Raises RequestRefusedError for a call with tools: an agent runs its own tools or none, never ours."""
    if call.tools or call.exchanges:
        raise RequestRefusedError(f"{agent} cannot call Amy's tools; what needs them is decided by a schema here.")


def failure(words: str, agent: str, usage: DriverUsage) -> ModelError:
    """The error that these words mean; they stay out of it, for they may quote what was sent."""
    for signs, error in _SAID:
        if signs.search(words):
            return error(f"{agent} failed: {error.__name__.removesuffix('Error')}.", usage=usage)
    return ProviderFailedError(f"{agent} failed.", usage=usage)


def broken_off(run: Run, agent: str, usage: DriverUsage) -> ModelError:
    """The error of a program that ended without an answer."""
    if run.code:
        return failure(run.errors.decode(errors="replace"), f"{agent} (exit code {run.code})", usage)
    return ConnectionLostError(f"{agent} ended without an answer.", usage=usage)


def number(value: Any) -> int:  # noqa: ANN401, JSON
    return value if isinstance(value, int) and not isinstance(value, bool) else 0
