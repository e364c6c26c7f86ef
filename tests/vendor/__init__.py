"""A loopback server that speaks the Messages API as the vendor does, for tests, demos and load."""

from tests.vendor.answers import Answer, Calls, Cut, Fault, Json, Prose, Refusal, Use
from tests.vendor.requests import Request
from tests.vendor.script import Automatic, Line, Script
from tests.vendor.server import Vendor

__all__ = [
    "Answer", "Automatic", "Calls", "Cut", "Fault", "Json", "Line", "Prose", "Refusal", "Request", "Script", "Use",
    "Vendor",
]  # fmt: skip
