from services.investigator.adapters.model.mind import ModelMind

__all__ = ["ModelMind"]
