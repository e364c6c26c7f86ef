"""One render function a prompt. What is of a person, a record or an agent goes into a fence."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from amy.llm.messages import Rendered
from amy.llm.prompts import Fenced, read_all
from services.health_coach.adapters.model import shown
from services.health_coach.domain.decisions import Decision
from services.health_coach.domain.events import Reply
from services.health_coach.domain.situation import Situation
from services.health_coach.domain.strategy import Strategy
from services.health_coach.domain.wording import Frame

_PROMPTS: Final = read_all(Path(__file__).parents[2] / "prompts")
_LONGEST_DRAFT: Final = 2000
_AGAIN: Final = "\nYour last answer could not be used: {problem}. It was:\n{draft}\nWrite it again."
_STAYS_FIRST: Final = "The first of them stays first.\n"
_OWN_QUESTION: Final = "you word the question, on what is asked or offered"


def render_finish_gate(situation: Situation) -> Rendered:
    return _PROMPTS["finish_gate"].render(
        {
            "history": Fenced("history", shown.history(situation)),
            "message": Fenced("message", shown.message(situation)),
        }
    )


def render_recommend_gate(situation: Situation, options: Sequence[Strategy], *, asked: int) -> Rendered:
    """`asked`: how many questions were asked since a step was last offered."""
    return _PROMPTS["recommend_gate"].render(
        {
            "history": Fenced("history", shown.history(situation)),
            "message": Fenced("message", shown.message(situation)),
            "memory": Fenced("memory", shown.memory(situation)),
            "topic": situation.topic.value,
            "pending": "yes" if situation.just_offered is not None else "no",
            "asked": str(asked),
            "strategies": shown.strategies(options),
        }
    )


def render_coach(
    situation: Situation, decision: Decision, plain: Reply, frame: Frame, *, problem: str = "", draft: str = ""
) -> Rendered:
    """`problem`: what was wrong with `draft`, in words of ours; empty the first time."""
    again = _AGAIN.format(problem=problem, draft=Fenced("answer", shown.cut(draft, _LONGEST_DRAFT)))
    asks = "none: the conversation ends" if plain.finished else frame.closing or _OWN_QUESTION
    kept = Fenced("kept", shown.lines(frame.kept))
    return _PROMPTS["coach"].render(
        {
            "history": Fenced("history", shown.history(situation)),
            "message": Fenced("message", shown.message(situation)),
            "memory": Fenced("memory", shown.memory(situation)),
            "limits": Fenced("limits", shown.limits(situation)),
            "decision": shown.decision(decision),
            "facts": Fenced("numbers", shown.facts(situation)),
            "kept": f"{_STAYS_FIRST if frame.opens else ''}{kept}",
            "closing": asks,
            "plain": Fenced("answer", shown.cut(plain.draft, _LONGEST_DRAFT)),
            "again": again if problem else "",
        }
    )
