"""The public vocabulary: what a client sends and what it gets, field by field, in wire order.

One definition serves three readers: the type checker, the JSON on the wire, and `/openapi.json`.
Instants are ISO 8601 in UTC with milliseconds and `Z`. A field documented as nullable is None then, never absent.
"""

from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field

from gateway.domain.keys import USER_ID_PATTERN

Number = int | float
"""A JSON number; a whole one is an int, so that 58.0 reads 58."""

Instant = Annotated[str, Field(json_schema_extra={"format": "date-time"}, examples=["2026-05-25T10:00:00.123Z"])]
Text = Annotated[str, Field(pattern=r"^[^\x00]*$")]
UserId = Annotated[str, Field(pattern=f"^{USER_ID_PATTERN}$")]
PublicCategory = Literal["goal", "insight", "preference", "history"]


def instant(at: datetime) -> str:
    """An aware instant as `2026-05-25T10:00:00.123Z`; what is finer than a millisecond is cut off."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _in_utc(at: datetime) -> datetime:
    try:
        return at.astimezone(UTC)
    except OverflowError:
        raise ValueError("in UTC it lies outside the years 1 to 9999") from None


Moment = Annotated[AwareDatetime, AfterValidator(_in_utc)]
"""An instant that a client names, in UTC. At the edge of the calendar an offset leads out of it."""


def one_of(*names: str) -> Any:  # noqa: ANN401, a pydantic field
    """A string that is one of `names` today: told to readers, not enforced, since values are only ever added."""
    return Field(json_schema_extra={"enum": list(names)})


def else_absent(description: str) -> Any:  # noqa: ANN401, a pydantic field
    """A field that came later than its view: left out where there is nothing to say, not null."""
    return Field(exclude_if=lambda value: value is None, description=description)


Verdict = Annotated[str, one_of("validated", "conditional", "rejected")]


class Body(BaseModel):
    """What a client sends: nothing is coerced, and an unknown field is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class QueryParams(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class View(BaseModel):
    """What a client gets."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Message(Body):
    role: Literal["user", "assistant"]
    content: Annotated[Text, Field(min_length=1)]


class TurnContext(Body):
    include_memory: bool = True
    include_biomarkers: bool = True
    locale: Annotated[
        Text,
        Field(
            max_length=35,
            pattern=r"^([A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*)?$",
            description="Where the person is, as a BCP 47 tag such as en-GB: which numbers help in danger. Without it, "
            "Accept-Language is read.",
        ),
    ] = ""


class NewTurn(Body):
    messages: Annotated[list[Message], Field(description="The whole conversation; the last message is the user's.")]
    stream: Annotated[bool, Field(description="false: the response waits for the end of the turn.")] = True
    context: TurnContext = TurnContext()


class NewMemory(Body):
    text: Annotated[Text, Field(min_length=1, max_length=500)]
    category: PublicCategory
    confidence: Annotated[float, Field(ge=0, le=1)] = 1.0


class NewDocument(Body):
    title: Annotated[Text, Field(min_length=1, max_length=200)]
    text: Annotated[Text, Field(min_length=1, description="At most 1 MiB in UTF-8.")]
    media_type: Literal["text/plain", "text/markdown"] = "text/plain"


class NewKey(Body):
    user_id: UserId
    name: Annotated[Text, Field(max_length=100)] = ""


class PageQuery(QueryParams):
    limit: Annotated[int, Field(ge=1, le=100)] = 20
    cursor: Annotated[Text, Field(max_length=1024, description="`next_cursor` of the page before.")] = ""


class MemoryQuery(PageQuery):
    category: PublicCategory | Literal["tested_hypothesis"] | None = None
    after: Annotated[Moment | None, Field(description="Strictly after.")] = None
    before: Annotated[Moment | None, Field(description="Strictly before.")] = None
    include: Literal["tested_hypothesis"] | None = None


class EventsQuery(QueryParams):
    api_key: Annotated[str, Field(description="The bearer key, for EventSource, which cannot set headers.")] = ""
    last_event_id: Annotated[str, Field(description="As the `Last-Event-Id` header, which outranks it.")] = ""


class UserQuery(QueryParams):
    user_id: UserId


class Derivation(View):
    operation: Annotated[str, one_of("ratio", "difference", "percent_change")]
    operands: Annotated[list[str], Field(description="Claims of the same fact sheet, in order.")]


class FactInput(View):
    """Daily values that a fact was computed from."""

    metric: str
    start: Annotated[str | None, Field(description="The first day; null: from the beginning.")]
    end: Annotated[str | None, Field(description="The last day; null: to the end.")]


class FactEntry(View):
    claim: str
    value: Number | None
    unit: str | None
    source: str
    n: int | None
    window: str | None
    verdict: Verdict | None
    derivation: Annotated[Derivation | None, else_absent("How a number computed from other facts came about.")] = None
    citation: Annotated[str | None, else_absent("Where a number of the literature or of a document is from.")] = None
    inputs: Annotated[list[FactInput] | None, else_absent("The daily values that it was computed from.")] = None


class ValidatorCounts(View):
    findings_total: int
    findings_validated: int
    findings_conditional: int
    findings_rejected: int


class Picture(View):
    """A chart of the data behind an answer."""

    finding_ids: list[str]
    title: str
    vega_lite: Annotated[str, Field(description="A self-contained Vega-Lite 5 specification: JSON, as text.")]


class TurnResult(View):
    answer: str
    fact_sheet: list[FactEntry]
    agents_used: list[str]
    validator: ValidatorCounts
    cost_usd: Annotated[Number | None, Field(description="null: a model with an unknown price was called.")]
    duration_ms: int
    pictures: Annotated[list[Picture] | None, else_absent("Charts of what the answer tells; not in lists.")] = None
    pictures_left_out: Annotated[int | None, else_absent("Charts beyond the 512 KiB that a turn keeps.")] = None
    safety: Annotated[
        list[Annotated[str, one_of("emergency", "self_harm", "violence", "eating")]] | None,
        else_absent("Dangers that were heard: the answer is help, no agent ran and nothing is remembered."),
    ] = None
    profile: Annotated[str | None, else_absent("Of the configuration that says who thinks: “rules”, “claude”.")] = None


class ErrorBody(View):
    code: str
    message: str
    request_id: str
    docs_url: str


class Problem(View):
    error: ErrorBody


class MessageView(View):
    role: Annotated[str, one_of("user", "assistant")]
    content: str


class Turn(View):
    id: str
    status: Annotated[str, one_of("queued", "running", "completed", "failed")]
    created_at: Instant
    completed_at: Instant | None
    messages: list[MessageView]
    result: TurnResult | None
    error: ErrorBody | None


class TurnPage(View):
    data: list[Turn]
    next_cursor: str | None
    has_more: bool


class FindingMeta(View):
    finding_id: str
    feature: str
    target: str
    verdict: Verdict | None
    effect: Number | None
    kind: Annotated[str | None, one_of("association", "trend", "scalar"), else_absent("Where it was kept.")] = None
    lag_days: Annotated[int | None, else_absent("By how many days the target is read later; with a kind.")] = None
    p_value: Annotated[Number | None, else_absent("How likely chance alone gives a signal as strong; if tested.")] = (
        None
    )


class Memory(View):
    id: str
    text: str
    category: Annotated[str, one_of("goal", "insight", "preference", "history", "tested_hypothesis")]
    created_at: Instant
    source_turn_id: str | None
    confidence: float | None
    meta: FindingMeta | None


class MemoryPage(View):
    data: list[Memory]
    next_cursor: str | None
    has_more: bool


class Document(View):
    """Without its text."""

    id: str
    title: str
    media_type: Annotated[str, one_of("text/plain", "text/markdown")]
    created_at: Instant
    size_bytes: Annotated[int, Field(description="Of its text in UTF-8.")]


class WholeDocument(Document):
    """With its text."""

    text: Annotated[str, Field(description="As it was put in.")]


class DocumentPage(View):
    data: list[Document]
    next_cursor: str | None
    has_more: bool


class KeyView(View):
    id: str
    name: str
    created_at: Instant


class KeyList(View):
    data: list[KeyView]


class CreatedKey(View):
    id: str
    user_id: str
    name: str
    created_at: Instant
    key: Annotated[str | None, Field(description="Shown once; null when an Idempotency-Key repeats the response.")]


class RevokedKeys(View):
    revoked: int


class DeletedUser(View):
    """How much there was of a user, by kind."""

    turns: int
    turn_events: int
    memories: int
    documents: int
    measured_values: Annotated[int, Field(description="Of daily metrics and of times of day.")]
    activities: int
    biomarkers: int
    imports: int
    entries: Annotated[int, Field(description="Of the journal.")]
    uploads: Annotated[int, Field(description="Files that were sent and not imported.")]
    keys: int


class ServiceStates(View):
    status: Literal["ok", "unavailable"]
    services: dict[str, Literal["serving", "not_serving"]]
