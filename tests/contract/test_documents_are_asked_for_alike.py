"""The orchestrator sends to the expert exactly the questions that the expert takes for questions about documents."""

import pytest

from services.domain_expert.domain.documents.pointing import points_to_documents
from services.orchestrator.adapters.rules.documents import asks_of_documents
from tests.unit.domain_expert.documents import first_contact, own_documents
from tests.unit.orchestrator.mind.test_mind_routing_documents import ASKED, NOT_ASKED

QUESTIONS = (
    *ASKED,
    *NOT_ASKED,
    *(question for question, _ in (*own_documents.ANSWERED, *first_contact.ANSWERED)),
    *own_documents.UNANSWERED,
    *first_contact.UNANSWERED,
)


@pytest.mark.parametrize("question", QUESTIONS)
def test_both_take_a_question_for_the_same(question: str) -> None:
    assert asks_of_documents(question) is points_to_documents(question)
