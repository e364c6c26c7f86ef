"""From a question and the stored records to its answer."""

import numpy as np

from services.validator.domain.algebra import Question
from services.validator.domain.answering.answers import Answer
from services.validator.domain.answering.by_kind import answer_to
from services.validator.domain.claims.unreadable import Unreadable
from services.validator.domain.questions.problems import problem_of
from services.validator.domain.recomputing.interpreter import Interpreter
from services.validator.domain.records.store import Store


def evaluate(question: Question, store: Store) -> Answer | Unreadable:
    """Every number that the question comes to; never raises, whatever the data.

    Args:
        question: any; one that is too large or does not fit the records gives the reason.
        store: what was read of what it needs.
    """
    if problem := problem_of(question, store):
        return Unreadable(reason=problem)
    with np.errstate(all="ignore"):
        return answer_to(question, Interpreter(store))
