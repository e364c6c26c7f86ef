"""Structured logs: one JSON line an event, ids and sizes and codes and timings, never content."""

import logging
import sys
from contextlib import suppress
from typing import TextIO, cast

import structlog


class _Log:
    """Standard error, for as long as it takes what is written: a log on a full disk must not fail what is logged."""

    def write(self, text: str) -> int:
        with suppress(OSError):
            sys.stderr.write(text)
        return len(text)

    def flush(self) -> None:
        with suppress(OSError):
            sys.stderr.flush()


def configure_logs(*, level: str = "INFO", service: str = "amy") -> None:
    """Sends structlog to standard error as JSON lines, with this service's name on each."""
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.PrintLoggerFactory(file=cast("TextIO", _Log())),
        cache_logger_on_first_use=False,
    )
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="%(levelname)s %(name)s %(message)s")
    structlog.contextvars.bind_contextvars(process=service)
