"""Hearing that somebody is in danger, before anything else is done with what they wrote."""

from services.orchestrator.domain.safety.clues import Vocabulary
from services.orchestrator.domain.safety.dangers import Danger, Heard, together
from services.orchestrator.domain.safety.help import answer_for, beside_answer
from services.orchestrator.domain.safety.listening import listen
from services.orchestrator.domain.safety.weighing import Weights

__all__ = ["Danger", "Heard", "Vocabulary", "Weights", "answer_for", "beside_answer", "listen", "together"]
