"""The Python SDK: `Amy` blocks, `AsyncAmy` awaits; both speak the public HTTP API and nothing else."""

from amy.client.aio import AsyncAmy
from amy.client.client import Amy
from amy.client.errors import (
    AmyError,
    AuthenticationError,
    ConflictError,
    ConnectionFailedError,
    ForbiddenError,
    InvalidRequestError,
    LimitError,
    NotFoundError,
    ServerError,
    UnexpectedResponseError,
    UnprocessableError,
    UpstreamUnavailableError,
)
from amy.client.events import TurnEvent

__all__ = [
    "Amy",
    "AmyError",
    "AsyncAmy",
    "AuthenticationError",
    "ConflictError",
    "ConnectionFailedError",
    "ForbiddenError",
    "InvalidRequestError",
    "LimitError",
    "NotFoundError",
    "ServerError",
    "TurnEvent",
    "UnexpectedResponseError",
    "UnprocessableError",
    "UpstreamUnavailableError",
]
