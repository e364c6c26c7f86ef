from services.orchestrator.adapters.rules.mind import RulesMind

__all__ = ["RulesMind"]
