"""What a question of the question language comes to, computed by the validator itself, straight from the store."""

from services.validator.domain.recomputing.answers import Answer, Recomputed
from services.validator.domain.recomputing.evaluation import evaluate
from services.validator.domain.recomputing.needs import needs_of_question
from services.validator.domain.recomputing.problems import problem_of

__all__ = ["Answer", "Recomputed", "evaluate", "needs_of_question", "problem_of"]
