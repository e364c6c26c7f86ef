"""Structured logs: one JSON line an event, ids and sizes and codes and timings, never content."""

import logging
import sys

import structlog


def configure_logs(*, level: str = "INFO", service: str = "amy") -> None:
    """Sends structlog to standard error as JSON lines, with this service's name on each."""
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level]),
        logger_factory=structlog.PrintLoggerFactory(file=sys.stderr),
        cache_logger_on_first_use=False,
    )
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="%(levelname)s %(name)s %(message)s")
    structlog.contextvars.bind_contextvars(process=service)
