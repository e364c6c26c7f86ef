"""The safety check by words, and what people in danger are told, read from the TOML files beside these modules."""

from services.orchestrator.adapters.safety.by_words import SafetyByWords

__all__ = ["SafetyByWords"]
