"""From a query to the pandas that answers it."""

from services.data_science.adapters.rules.code.bodies import code_for

__all__ = ["code_for"]
