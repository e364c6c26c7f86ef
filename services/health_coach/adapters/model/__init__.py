from services.health_coach.adapters.model.mind import ModelMind

__all__ = ["ModelMind"]
