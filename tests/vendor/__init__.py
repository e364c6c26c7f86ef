"""A double of the vendor's Messages API on this machine: what it refuses, counts and sends is what production does."""

from tests.vendor.answers import (
    Answer,
    Drop,
    ErrorEvent,
    Failure,
    Fault,
    Hang,
    Wanted,
    breaks_off,
    calls,
    decides,
    declines,
    overloaded,
    rate_limited,
    runs_out,
    says,
    spend_limit_reached,
)
from tests.vendor.incoming import Request, known_prompts
from tests.vendor.script import ALWAYS, Line, Script
from tests.vendor.server import Vendor

__all__ = [
    "ALWAYS",
    "Answer",
    "Drop",
    "ErrorEvent",
    "Failure",
    "Fault",
    "Hang",
    "Line",
    "Request",
    "Script",
    "Vendor",
    "Wanted",
    "breaks_off",
    "calls",
    "decides",
    "declines",
    "known_prompts",
    "overloaded",
    "rate_limited",
    "runs_out",
    "says",
    "spend_limit_reached",
]
