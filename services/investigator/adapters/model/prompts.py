"""One render function a prompt. What is of a person, a record or an agent goes into a fence."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from amy.llm.messages import Rendered
from amy.llm.prompts import Fenced, read_all
from services.investigator.adapters.model import shown
from services.investigator.domain.brief import BriefCase
from services.investigator.domain.case import Case
from services.investigator.domain.digest import Digest
from services.investigator.domain.hypotheses import Hypothesis

_PROMPTS: Final = read_all(Path(__file__).parents[2] / "prompts")
_LONGEST_DRAFT: Final = 4000
_AGAIN: Final = "\nYour last briefing could not be used: {problem}. It was:\n{draft}\nWrite it again."


def render_hypotheses(case: Case, digest: Digest, candidates: Sequence[Hypothesis], usual: int) -> Rendered:
    """`usual`: how many of the candidates, the first ones, are looked at as a rule."""
    return _PROMPTS["hypotheses"].render(
        {
            "question": Fenced("question", shown.cut(case.question, shown.LONGEST_QUESTION)),
            "earlier": Fenced("earlier", shown.earlier(case.earlier)),
            "memory": Fenced("memory", shown.memory(case.memory_summary)),
            "window": digest.spans.window.label,
            "before": digest.spans.before.label,
            "digest": Fenced("digest", shown.digest(digest)),
            "candidates": Fenced("candidates", shown.candidates(candidates, usual)),
            "tested": Fenced("tested", shown.tested(case.tested)),
        }
    )


def render_briefing(case: BriefCase, plain: str, *, problem: str = "", draft: str = "") -> Rendered:
    """`problem`: what was wrong with `draft`, in words of ours; empty the first time."""
    again = _AGAIN.format(problem=problem, draft=Fenced("briefing", shown.cut(draft, _LONGEST_DRAFT)))
    return _PROMPTS["briefing"].render(
        {
            "question": Fenced("question", shown.cut(case.question, shown.LONGEST_QUESTION)),
            "before": Fenced("answer", shown.cut(case.said_before, _LONGEST_DRAFT) or shown.NONE),
            "outcomes": Fenced("outcomes", shown.outcomes(case)),
            "draft": Fenced("draft", shown.cut(plain, _LONGEST_DRAFT)),
            "again": again if problem else "",
        }
    )
