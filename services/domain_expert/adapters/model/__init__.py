"""The mind that asks a model: it reasons and looks up in turns, and answers from what was found."""

from services.domain_expert.adapters.model.mind import ModelMind
from services.domain_expert.adapters.model.tools import Offered

__all__ = ["ModelMind", "Offered"]
