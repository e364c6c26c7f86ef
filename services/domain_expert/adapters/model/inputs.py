"""What the model gives to each tool, as it answers."""

from typing import Annotated, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

MOST_STATEMENTS = 8
_LONGEST = 300
_Short: TypeAlias = Annotated[str, Field(max_length=_LONGEST)]


class _Input(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class KnowledgeInput(_Input):
    query: str = Field(
        min_length=1, max_length=_LONGEST, description="One question in plain words that stands alone, without numbers."
    )


class RangeInput(_Input):
    of: _Short = Field(description="The quantity, by one of the names that this tool lists.")
    claim: _Short = Field(
        default="", description='The name of one of the person\'s numbers, "ds-001.effect"; empty for none.'
    )
    value: float | None = Field(
        default=None, description="A number that stands in the person's own words, as it stands there; null for none."
    )
    unit: _Short = Field(
        default="", description='The unit of `value`: "mg/dL"; empty with a claim, or without a value.'
    )
    asks_own: bool = Field(
        default=False, description="Whether the person asks about a number of their own that nobody has told you."
    )


class SearchInput(_Input):
    words: _Short = Field(
        min_length=1, description="Two to eight general words in lower case: no name, number, place, date or sentence."
    )


class FetchInput(_Input):
    address: str = Field(max_length=2000, description="An address that a tool returned, to the letter.")


class StatisticInput(_Input):
    variable: _Short = Field(description="One of the variables that this tool lists.")
    place: _Short = Field(description="One of the places that this tool lists.")


class StatementInput(_Input):
    text: str = Field(min_length=1, max_length=1500, description="One or two sentences that may stand alone.")
    rests_on: tuple[str, ...] = Field(
        default=(), max_length=8, description="The ids of what they rest on, as the tools returned them."
    )


class AnswerInput(_Input):
    statements: tuple[StatementInput, ...] = Field(
        max_length=MOST_STATEMENTS, description="In the order in which they are read; empty if nothing was found."
    )
