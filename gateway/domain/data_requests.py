"""What a client sends about health data: queries and bodies, as in `gateway.domain.model`.

A day is the person's local date, ISO 8601.
"""

import json
from datetime import date, datetime
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, field_validator, model_validator

from gateway.domain.model import Body, Moment, PageQuery, QueryParams, Text, one_of


def _date(text: str) -> str:
    if text and (len(text) != 10 or date.fromisoformat(text).isoformat() != text):
        raise ValueError("a date as YYYY-MM-DD")
    return text


def _local(text: str) -> str:
    if datetime.fromisoformat(text).tzinfo is not None:
        raise ValueError("a local date and time, without an offset")
    return text


Day = Annotated[str, AfterValidator(_date), Field(json_schema_extra={"format": "date"}, examples=["2026-03-01"])]
LocalTime = Annotated[Text, AfterValidator(_local), Field(max_length=32, examples=["2026-03-01T15:00", "2026-03-01"])]
Name = Annotated[Text, Field(min_length=1, max_length=200)]
Every = Literal["day", "week", "month"]
Format = Literal["jsonl", "csv", "openmhealth"]


class Span(QueryParams):
    """Days from `start` to `end`, both included."""

    start: Annotated[Day, Field(description="The first day; without it, from the beginning.")] = ""
    end: Annotated[Day, Field(description="The last day; without it, to the end.")] = ""

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.start and self.end and self.start > self.end:
            raise ValueError("start: it lies after end")
        return self


class MetricQuery(Span):
    every: Annotated[Every, Field(description="Weeks begin on Monday.")] = "day"
    limit: Annotated[int, Field(ge=1, le=1000, description="Points of a page.")] = 400
    cursor: Annotated[Text, Field(max_length=1024, description="`next_cursor` of the page before.")] = ""


class ActivityQuery(Span, PageQuery):
    kind: Annotated[Text, Field(max_length=200, description="As in `activity_kinds`; letter case does not matter.")] = (
        ""
    )


class BiomarkerQuery(PageQuery):
    name: Annotated[Text, Field(max_length=200, description="Canonical; without it, all.")] = ""
    unconfirmed: Annotated[bool, Field(description="Only those that wait to be confirmed.")] = False


class EntryQuery(Span, PageQuery):
    tag: Annotated[Text, Field(max_length=100, description="Without it, all.")] = ""


class ProvenanceQuery(Span, PageQuery):
    metric: Annotated[Text, Field(max_length=200, description="A metric or a derived feature.")] = ""
    fact: Annotated[Text, Field(max_length=300, description="`<turn id>/<claim>`, of the turn's fact sheet.")] = ""

    @model_validator(mode="after")
    def _one(self) -> Self:
        if bool(self.metric) is bool(self.fact):
            raise ValueError("either metric or fact is asked for")
        return self


class ExportQuery(QueryParams):
    format: Format = "jsonl"


class ImportQuery(QueryParams):
    filename: Annotated[Text, Field(max_length=255, description="For the report only.")] = ""
    subject: Annotated[Text, Field(max_length=128, description="Which person of a file that holds several.")] = ""
    columns: Annotated[
        Text, Field(max_length=4000, description='What columns are, as JSON: {"Gewicht": "weight (kg)"}.')
    ] = ""
    upload: Annotated[
        Text, Field(max_length=64, description="Of a file that was sent before; then the body is empty.")
    ] = ""

    @field_validator("columns")
    @classmethod
    def _is_object(cls, value: str) -> str:
        _columns(value)
        return value

    def named_columns(self) -> dict[str, str]:
        """What each column is, by its name in the file."""
        return _columns(self.columns)


def _columns(text: str) -> dict[str, str]:
    try:
        named = json.loads(text or "{}")
    except ValueError:
        raise ValueError("it is no JSON") from None
    if not isinstance(named, dict) or not all(isinstance(each, str) for each in named.values()):
        raise ValueError('it must be a JSON object of texts, such as {"Gewicht": "weight (kg)"}')
    return named


class NewUpload(Body):
    """What a file that is sent in pieces begins with: said in headers, not in a body."""

    length: int
    filename: Annotated[Text, Field(max_length=255)]
    fingerprint: Annotated[Text, Field(max_length=128)]
    metadata: str


class NewBiomarker(Body):
    name: Name
    value: Annotated[float | None, Field(allow_inf_nan=False, description="null of what is no number.")] = None
    comparator: Literal["<", ">", "<=", ">="] | None = None
    text: Annotated[Text, Field(max_length=200, description='The result as printed: "negative".')] = ""
    unit: Annotated[Text, Field(max_length=50)] = ""
    collected_at: Moment
    reference_low: Annotated[float | None, Field(allow_inf_nan=False)] = None
    reference_high: Annotated[float | None, Field(allow_inf_nan=False)] = None
    reference_text: Annotated[Text, Field(max_length=200)] = ""


class ProfileChange(Body):
    """What is left out, or null, stays as it was."""

    sex: Annotated[Text, one_of("male", "female")] | None = None
    birth_year: int | None = None
    height_cm: Annotated[float | None, Field(allow_inf_nan=False)] = None
    time_zone: Annotated[Text | None, Field(max_length=64, examples=["Europe/Berlin"])] = None


class PriorityChange(Body):
    sources: Annotated[list[Name], Field(max_length=50, description="The first that has a value counts; empty: usual.")]


class NewEntry(Body):
    at: Annotated[LocalTime, Field(description="A local date and time, or a date where the time is not known.")]
    tag: Annotated[Text, Field(min_length=1, max_length=100)]
    amount: Annotated[float | None, Field(allow_inf_nan=False)] = None
    unit: Annotated[Text, Field(max_length=50)] = ""
    note: Annotated[Text, Field(max_length=1000)] = ""


class NewEntries(Body):
    """Entries one by one, or in a person's words."""

    entries: Annotated[list[NewEntry], Field(max_length=500, default_factory=list)]
    text: Annotated[Text, Field(max_length=1000, examples=["2 coffees at 15:00"])] = ""
    now: Annotated[
        LocalTime | None, Field(description='The person\'s local time, by which "yesterday" in `text` is read.')
    ] = None

    @model_validator(mode="after")
    def _something(self) -> Self:
        if not self.entries and not self.text.strip():
            raise ValueError("entries or a text is needed")
        return self


class TagChange(Body):
    logged: Annotated[bool, Field(description="Whether a day without an entry is a day without.")]
    since: Annotated[Day | None, Field(description="null: since the first entry.")] = None
