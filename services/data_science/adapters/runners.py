"""Which runner a sandbox mode means: the one place that knows them all."""

from dataclasses import dataclass, field
from typing import assert_never

from pydantic import SecretStr

from amy.runtime.extras import not_installed
from services.data_science.adapters.sandbox.client import LocalSandbox
from services.data_science.adapters.sandbox.config import PoolConfig, SandboxLimits
from services.data_science.domain.sandbox import SandboxConfig, SandboxMode
from services.data_science.ports import CodeRunner


@dataclass(frozen=True, kw_only=True)
class RunnerOptions:
    """All that any of the runners is told."""

    config: SandboxConfig
    limits: SandboxLimits
    pool: PoolConfig = field(default_factory=PoolConfig)
    daytona_api_key: SecretStr


def code_runner(options: RunnerOptions) -> CodeRunner:
    """The runner of the configured mode; the packages of the others are never loaded.

    Raises:
        NotInstalledError: the mode's package is missing.
    """
    config, limits = options.config, options.limits
    try:
        match config.mode:
            case SandboxMode.NONE:
                return LocalSandbox(limits, options.pool)
            case SandboxMode.CONTAINER:
                from services.data_science.adapters.containers.runner import ContainerRunner  # noqa: PLC0415, an extra

                return ContainerRunner(config, limits)
            case SandboxMode.DAYTONA:
                from services.data_science.adapters.daytona.runner import DaytonaRunner  # noqa: PLC0415, an extra

                return DaytonaRunner(config, limits, api_key=options.daytona_api_key)
            case _:
                assert_never(config.mode)
    except ModuleNotFoundError as error:
        raise not_installed(f"Sandbox mode {config.mode}", package=error.name, extra=config.mode) from error
