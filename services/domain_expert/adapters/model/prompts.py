"""The prompt. What is of a person goes into a fence."""

from pathlib import Path
from typing import Final

from amy.llm.messages import Rendered
from amy.llm.prompts import Fenced, read_all
from services.domain_expert.adapters.model import shown
from services.domain_expert.domain.case import Case, person_told
from services.domain_expert.domain.documents.pointing import points_to_documents

_PROMPTS: Final = read_all(Path(__file__).parents[2] / "prompts")


def render_react(case: Case) -> Rendered:
    return _PROMPTS["react"].render(
        {
            "earlier": Fenced("earlier", shown.earlier(case)),
            "question": Fenced("question", shown.cut(case.question, shown.LONGEST_QUESTION)),
            "person": shown.person(person_told(case.question, case.person)),
            "numbers": Fenced("numbers", shown.numbers(case.own_numbers)),
            "documents": "yes" if points_to_documents(case.question) else "no",
        }
    )
