"""From settings to somebody who can be asked."""

import os
from datetime import UTC, datetime
from typing import assert_never

import structlog

from amy.llm.caller import Caller, Options
from amy.llm.drivers.claude import ClaudeDriver
from amy.llm.drivers.codex import CodexDriver
from amy.llm.limits import ProviderLimits
from amy.llm.port import Driver
from amy.llm.profile import DriverType
from amy.llm.settings import MindSettings, ModelAccess
from amy.runtime.extras import not_installed

_log = structlog.get_logger("model")


def open_caller(settings: MindSettings) -> Caller | None:
    """Who makes this service's calls; None where the rules decide.

    A model whose price is unknown is asked all the same, and its cost stays unknown; the log says so from the start.

    Raises:
        ProfileError: the profile cannot be used.
        NotInstalledError: the driver of the models is not there.
    """
    access = settings.model_access()
    if access is None:
        return None
    for model in settings.without_price([access.config], datetime.now(UTC).date()):
        _log.warning("model.price_unknown", model=model)
    options = access.config.options
    return Caller(
        _driver(access),
        models=access.models,
        limits=ProviderLimits(most_at_once=options.most_at_once, tokens_a_minute=options.tokens_a_minute),
        options=Options(retry=access.profile.retry, deadline_s=options.deadline_s, effort=options.effort),
    )


def _driver(access: ModelAccess) -> Driver:
    options = access.config.options
    match access.config.driver:
        case DriverType.API:
            # Half a second and some 30 MB that only those pay for who ask a model.
            try:
                from amy.llm.drivers.api import ApiDriver  # noqa: PLC0415
            except ModuleNotFoundError as error:
                raise not_installed(
                    "Asking a model over its vendor's interface", package=error.name, extra="model"
                ) from error
            return ApiDriver(api_key=access.api_key, base_url=options.base_url or None)
        case DriverType.CLAUDE:
            return ClaudeDriver(environ=os.environ, command=options.command)
        case DriverType.CODEX:
            return CodexDriver(environ=os.environ, command=options.command)
        case _:
            assert_never(access.config.driver)
