"""Daytona's API, as the runner needs it: a sandbox per job, made, used and deleted."""

import asyncio
import shlex
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any, Final

import structlog
from aiohttp import ClientError
from daytona import (
    AsyncDaytona,
    AsyncSandbox,
    CreateSandboxFromImageParams,
    CreateSandboxFromSnapshotParams,
    DaytonaAuthenticationError,
    DaytonaConfig,
    DaytonaConnectionError,
    DaytonaError,
    DaytonaForbiddenError,
    DaytonaNotFoundError,
    DaytonaRateLimitError,
    DaytonaTimeoutError,
    Resources,
)

from amy.runtime.errors import SandboxUnavailableError
from services.data_science.adapters.sandbox.agent_protocol import AGENT_MODULE, encode_limits, told_bytes
from services.data_science.adapters.sandbox.config import SandboxLimits
from services.data_science.domain.sandbox import SandboxConfig

INSTANCE_LABEL: Final = "amy.sandbox.instance"
_JOB: Final = "/tmp/amy-job"  # noqa: S108, in a machine that is made for this run and has no other user
_TOLD: Final = "/tmp/amy-told"  # noqa: S108, as above
# Where the image has the project's sandbox.
_CODE: Final = {"PYTHONPATH": "/opt/amy", "PYTHONDONTWRITEBYTECODE": "1"}
# Starting the interpreter and the scientific stack, on top of the run itself.
_START_ALLOWANCE_S: Final = 60
# When this service dies in mid-run, Daytona ends the sandbox by itself after so many minutes.
_LIFETIME_MINUTES: Final = 10
_REMEDIES: Final[tuple[tuple[type[DaytonaError], str], ...]] = (
    (DaytonaAuthenticationError, "Daytona does not accept the API key: check AMY_DATA_SCIENCE_DAYTONA_API_KEY."),
    (DaytonaForbiddenError, "Daytona refuses: the API key lacks a right, or the organization's quota is used up."),
    (DaytonaRateLimitError, "Daytona asks for fewer requests: lower sandbox_max_concurrent, or try again later."),
    (DaytonaNotFoundError, "Daytona does not find the image, snapshot or region: check the daytona_ settings."),
    (DaytonaConnectionError, "Daytona does not answer: check daytona_api_url and this machine's network."),
    (DaytonaTimeoutError, "Daytona did not answer in time: try again later, or raise daytona_timeout_s."),
)
_log = structlog.get_logger("sandbox.daytona")


class Cloud:
    """A connection to Daytona. Its methods raise SandboxUnavailableError with what to do when Daytona fails."""

    def __init__(self, config: SandboxConfig, limits: SandboxLimits, api_key: str) -> None:
        self._config = config
        self._limits = limits
        self._client = AsyncDaytona(
            DaytonaConfig(api_key=api_key, api_url=config.daytona_api_url, target=config.daytona_target)
        )

    async def close(self) -> None:
        await self._client.close()  # type: ignore[no-untyped-call]

    async def tell(self, job: bytes) -> bytes:
        """What the agent of a sandbox of its own told of the job; without a job, of the layers only."""
        with _explained():
            async with self._sandbox() as sandbox:
                agent = ["python", "-P", "-s", "-B", "-m", AGENT_MODULE, encode_limits(self._limits)]
                source = "true"
                if job:
                    await sandbox.fs.upload_file(job, _JOB, timeout=round(self._config.daytona_timeout_s))
                    source = f"cat {_JOB}"
                await sandbox.process.exec(
                    f"{source} | {shlex.join(agent)} > {_TOLD} 2> /dev/null",
                    env=_CODE,
                    timeout=round(self._limits.wall_time_s) + _START_ALLOWANCE_S,
                )
                return await self._download(sandbox)

    async def _download(self, sandbox: AsyncSandbox) -> bytes:
        """What the agent wrote, given up at the first byte that no agent within its limits would write."""
        told = bytearray()
        chunks = await sandbox.fs.download_file_stream(_TOLD, timeout=round(self._config.daytona_timeout_s))
        async for chunk in chunks:
            told += chunk
            if len(told) > told_bytes(self._limits):
                break
        return bytes(told)

    @asynccontextmanager
    async def _sandbox(self) -> AsyncIterator[AsyncSandbox]:
        """A new sandbox, deleted at the end however it comes; one still being made when it comes is deleted too."""
        creation = asyncio.create_task(self._create())
        try:
            sandbox = await asyncio.shield(creation)
        except asyncio.CancelledError:
            with suppress(DaytonaError):
                await self._delete(await creation)
            raise
        deletion: asyncio.Task[None] | None = None
        try:
            yield sandbox
        finally:
            deletion = asyncio.create_task(self._delete(sandbox))
            try:
                await asyncio.shield(deletion)
            except asyncio.CancelledError:
                await deletion
                raise

    async def _create(self) -> AsyncSandbox:
        try:
            return await self._client.create(self._wanted(), timeout=self._config.daytona_timeout_s)
        except DaytonaTimeoutError as error:
            if error.sandbox_id is not None:
                with suppress(DaytonaError):
                    await self._delete(await self._client.get(error.sandbox_id))
            raise

    async def _delete(self, sandbox: AsyncSandbox) -> None:
        """A failure is told and made good by the sandbox's lifetime."""
        try:
            await sandbox.delete(timeout=self._config.daytona_timeout_s)
        except DaytonaError as error:
            _log.warning("sandbox.not_deleted", sandbox=sandbox.id, status=error.status_code)

    def _wanted(self) -> CreateSandboxFromImageParams | CreateSandboxFromSnapshotParams:
        common: dict[str, Any] = {
            "labels": {INSTANCE_LABEL: self._config.instance},
            "network_block_all": True,
            "public": False,
            "ephemeral": True,
            "auto_stop_interval": _LIFETIME_MINUTES,
            "ttl_minutes": _LIFETIME_MINUTES,
        }
        if self._config.daytona_snapshot:
            return CreateSandboxFromSnapshotParams(snapshot=self._config.daytona_snapshot, **common)
        if (given := self._config.daytona_resources) is not None:
            common["resources"] = Resources(cpu=given.cpu, memory=given.memory, disk=given.disk)
        return CreateSandboxFromImageParams(image=self._config.daytona_image, **common)


@contextmanager
def _explained() -> Iterator[None]:
    try:
        yield
    except DaytonaError as error:
        remedy = next((text for kind, text in _REMEDIES if isinstance(error, kind)), "Daytona failed: try again later.")
        raise SandboxUnavailableError(remedy, status=str(error.status_code or "")) from error
    except (ClientError, TimeoutError) as error:
        # The SDK explains what goes wrong before a download begins, not within it.
        raise SandboxUnavailableError("Daytona broke off: try again later.") from error
