"""One render function a prompt. What is of a person, a record or a run goes into a fence."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from amy.llm.messages import Rendered
from amy.llm.prompts import Fenced, read_all
from services.data_science.adapters.model import shown
from services.data_science.domain.analysis import CodePart
from services.data_science.domain.catalogue import Catalogue
from services.data_science.domain.finding import Finding

_PROMPTS: Final = read_all(Path(__file__).parents[2] / "prompts")


def render_plan(messages: Sequence[str], catalogue: Catalogue) -> Rendered:
    """Of a person's messages, oldest first; the last is the one that is read."""
    *earlier, message = messages
    return _PROMPTS["plan"].render(
        {
            "today": f"{catalogue.today}, a {catalogue.today:%A}",
            "first": str(catalogue.first),
            "catalogue": Fenced("catalogue", shown.catalogue(catalogue)),
            "history": Fenced("history", shown.messages(earlier)),
            "message": Fenced("message", shown.cut(message, shown.LONGEST_MESSAGE)),
        }
    )


def render_code(part: CodePart, tables: str) -> Rendered:
    return _PROMPTS["code"].render(_asked(part) | {"tables": Fenced("columns", tables)})


def render_debug(part: CodePart, tables: str, *, code: str, problem: str) -> Rendered:
    return _PROMPTS["debug"].render(
        _asked(part)
        | {
            "tables": Fenced("columns", tables),
            "code": Fenced("code", shown.cut(code, shown.LONGEST_CODE)),
            "problem": Fenced("problem", shown.cut(problem, shown.LONGEST_PROBLEM)),
        }
    )


def render_findings(
    part: CodePart, numbers: Mapping[str, float], *, dates: frozenset[str], units: Sequence[str]
) -> Rendered:
    return _PROMPTS["findings"].render(
        _asked(part)
        | {
            "returned": Fenced("returned", shown.returned(numbers, dates)),
            "units": Fenced("units", shown.units(units)),
        }
    )


def render_summary(part: CodePart, found: Sequence[Finding]) -> Rendered:
    return _PROMPTS["summary"].render(
        {"question": _asked(part)["question"], "findings": Fenced("findings", shown.findings(found))}
    )


def _asked(part: CodePart) -> dict[str, Fenced]:
    return {"question": Fenced("question", part.said), "approach": Fenced("approach", part.approach)}
