from services.orchestrator.adapters.model.mind import ModelMind

__all__ = ["ModelMind"]
