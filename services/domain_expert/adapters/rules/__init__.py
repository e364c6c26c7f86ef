"""The mind that needs no model: looks up the question, compares what it names, and tells what was found."""

from services.domain_expert.adapters.rules.mind import RulesMind

__all__ = ["RulesMind"]
