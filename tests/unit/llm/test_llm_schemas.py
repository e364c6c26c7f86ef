"""Schemas of decisions: whatever a decision is, the vendor takes its schema."""

from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Literal

import pytest
from pydantic import BaseModel, Field

from amy.llm.schemas import schema_of
from tests.vendor.held_schemas import check_schema


class Drink(StrEnum):
    TEA = "tea"
    COFFEE = "coffee"


class Cup(BaseModel):
    drink: Drink = Drink.TEA
    title: str = Field(max_length=5, pattern="[a-z]+")
    pattern: float | None = Field(default=None, ge=0)


class Hot(BaseModel):
    kind: Literal["hot"]
    degrees: int = Field(gt=0, lt=100)


class Cold(BaseModel):
    kind: Literal["cold"]
    with_ice: bool


class Order(BaseModel):
    """An order."""

    cups: list[Cup] = Field(min_length=1, max_length=4)
    at: Annotated[Hot | Cold, Field(discriminator="kind")]
    day: date
    where: Path
    nothing: "Nothing"


class Nothing(BaseModel):
    pass


class Tree(BaseModel):
    children: "list[Tree]"


class Loose(BaseModel):
    notes: dict[str, int]


def test_a_decision_of_every_kind_has_a_schema_that_the_vendor_takes() -> None:
    check_schema(schema_of(Order))


def test_every_object_is_closed_and_every_field_required() -> None:
    schema = schema_of(Order)
    cup = schema["properties"]["cups"]["items"]
    assert cup["required"] == ["drink", "title", "pattern"]
    assert cup["additionalProperties"] is False
    assert schema["properties"]["nothing"]["additionalProperties"] is False


def test_a_field_may_be_called_as_a_keyword_is() -> None:
    cup = schema_of(Order)["properties"]["cups"]["items"]["properties"]
    assert set(cup) == {"drink", "title", "pattern"}
    assert cup["title"] == {"type": "string"}


def test_kinds_that_a_field_tells_apart_are_any_of_them() -> None:
    at = schema_of(Order)["properties"]["at"]
    assert [each["properties"]["kind"]["const"] for each in at["anyOf"]] == ["hot", "cold"]
    assert "discriminator" not in at


def test_a_format_that_no_vendor_knows_is_left_out() -> None:
    fields = schema_of(Order)["properties"]
    assert fields["day"]["format"] == "date"
    assert fields["where"] == {"type": "string"}


@pytest.mark.parametrize("answer", [Tree, Loose])
def test_what_no_vendor_takes_is_refused_here(answer: type[BaseModel]) -> None:
    with pytest.raises(ValueError, match=r"refers to itself|keys are not known"):
        schema_of(answer)
