"""The mind that needs no model: decides by what was said, and words it from the library."""

from services.health_coach.adapters.rules.mind import RulesMind

__all__ = ["RulesMind"]
