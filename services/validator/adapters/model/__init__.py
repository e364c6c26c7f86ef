from services.validator.adapters.model.mind import ModelMind

__all__ = ["ModelMind"]
