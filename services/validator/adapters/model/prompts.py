"""One render function a prompt. What is of a person, a record or an agent goes into a fence."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from amy.llm.messages import Rendered
from amy.llm.prompts import Fenced, read_all
from services.validator.adapters.model import shown
from services.validator.domain.review.critique import Case, Concern
from services.validator.domain.review.priors import Applied

_PROMPTS: Final = read_all(Path(__file__).parents[2] / "prompts")


def render_critic(case: Case, measured: Sequence[Concern], known: Sequence[Applied]) -> Rendered:
    return _PROMPTS["critic"].render(
        {
            "finding": Fenced("finding", shown.finding(case)),
            "gates": Fenced("gates", shown.gates(case)),
            "measured": Fenced("doubts", shown.concerns(measured)),
            "priors": Fenced("literature", shown.priors(known)),
            "memory": Fenced("memory", shown.memory(case.memory)),
        }
    )


def render_assessment(case: Case, known: Sequence[Applied]) -> Rendered:
    return _PROMPTS["assessment"].render(
        {
            "finding": Fenced("finding", shown.finding(case)),
            "gates": Fenced("gates", shown.gates(case)),
            "priors": Fenced("literature", shown.priors(known)),
            "memory": Fenced("memory", shown.memory(case.memory)),
        }
    )
