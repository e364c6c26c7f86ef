"""The tools that the model is offered: those that are set up, and the one by which it ends."""

from dataclasses import dataclass
from typing import Final

from pydantic import BaseModel

from amy.llm.messages import Tool
from amy.llm.schemas import schema_of
from services.domain_expert.adapters.model.inputs import (
    AnswerInput,
    FetchInput,
    KnowledgeInput,
    RangeInput,
    SearchInput,
    StatisticInput,
)
from services.domain_expert.domain.quantities import Quantities

KNOWLEDGE: Final = "knowledge_search"
RANGE: Final = "range_compare"
LITERATURE: Final = "ncbi_search"
STATISTIC: Final = "datacommons"
WEB: Final = "web_search"
FETCH: Final = "web_fetch"
ANSWER: Final = "answer"


@dataclass(frozen=True, kw_only=True)
class Offered:
    """What is set up of the tools that ask somebody elsewhere.

    Attributes:
        fetch_hosts: whose pages may be read.
        variables, places: what Data Commons may be asked for; none where it may not be asked.
    """

    literature: bool = False
    search: bool = False
    fetch_hosts: frozenset[str] = frozenset()
    variables: frozenset[str] = frozenset()
    places: frozenset[str] = frozenset()


def tools_of(offered: Offered, quantities: Quantities) -> tuple[Tool, ...]:
    """In the same order each time, so that the beginning of a call can be kept."""
    names = ", ".join(quantity.name for quantity in quantities.by_name.values())
    found = [
        _tool(
            KNOWLEDGE,
            KnowledgeInput,
            "Passages that were written and reviewed for Amy, and the person's own documents if they have any.",
        ),
        _tool(
            RANGE,
            RangeInput,
            "What is known of a quantity for a person like this, with a number set beside it if there is one: "
            f"guidelines' limits, usual intervals, percentiles, targets. Quantities: {names}.",
        ),
    ]
    if offered.literature:
        found.append(_tool(LITERATURE, SearchInput, "Articles of PubMed, with their abstracts."))
    if offered.variables and offered.places:
        variables, places = (", ".join(sorted(each)) for each in (offered.variables, offered.places))
        about = f"The newest statistic about the people of a place. Variables: {variables}. Places: {places}."
        found.append(_tool(STATISTIC, StatisticInput, about))
    if offered.search:
        found.append(_tool(WEB, SearchInput, "Web pages by title, address and a few words."))
    if offered.fetch_hosts:
        hosts = ", ".join(sorted(offered.fetch_hosts))
        found.append(_tool(FETCH, FetchInput, f"The text of a page that a tool has found, at one of: {hosts}."))
    return (*found, _tool(ANSWER, AnswerInput, "Ends the consultation with what may be said. Call it exactly once."))


def _tool(name: str, given: type[BaseModel], description: str) -> Tool:
    return Tool(name=name, description=description, parameters=schema_of(given))
