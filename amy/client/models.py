"""What the API answers with. Unknown fields are ignored: fields and values are only ever added."""

from datetime import date, datetime
from typing import Generic, TypeVar

from pydantic import BaseModel, ConfigDict

T = TypeVar("T")


class Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class Page(Model, Generic[T]):
    """One page of a list, newest first; pass `next_cursor` as `cursor` for the next one."""

    data: list[T]
    next_cursor: str | None = None
    has_more: bool = False


class Message(Model):
    """`role` is "user" or "assistant"."""

    role: str
    content: str


class Derivation(Model):
    """How a number was computed: "ratio", "difference" or "percent_change" of facts, by their claims and in order."""

    operation: str
    operands: list[str] = []


class FactInput(Model):
    """Daily values that a fact was computed from; without a bound where there is none."""

    metric: str
    start: date | None = None
    end: date | None = None


class FactEntry(Model):
    """One number an answer may cite, with its provenance.

    Attributes:
        claim: "<finding id>.<number>": "ds-001.effect"; "user.1" for a number the user stated, "derived.1" for one
            computed from others.
        source: "data_science", "validator", "health_data", "user", "literature", "document" or "derived".
        n: how many values it rests on; None where that is not known, as of what only code could compute.
        verdict: "validated" or "conditional".
        derivation: set if and only if the source is "derived".
        citation: where a number of the literature or of a document is from.
        inputs: the daily values that it was computed from; `data.provenance(fact=...)` follows them.
    """

    claim: str
    value: float
    unit: str | None = None
    source: str
    n: int | None = None
    window: str | None = None
    verdict: str | None = None
    derivation: Derivation | None = None
    citation: str | None = None
    inputs: list[FactInput] = []


class ValidatorCounts(Model):
    findings_total: int
    findings_validated: int
    findings_conditional: int
    findings_rejected: int


class Picture(Model):
    """A chart of the data behind an answer; `vega_lite` is a self-contained Vega-Lite 5 specification, JSON as text."""

    finding_ids: list[str] = []
    title: str = ""
    vega_lite: str


class TurnResult(Model):
    """What a completed turn came to.

    Attributes:
        answer: Markdown.
        cost_usd: None if a model with an unknown price was called.
        pictures: charts of what the answer tells; a list of turns has none.
        pictures_left_out: how many more charts there were than a turn keeps.
        safety: the dangers that were heard; then the answer is help and nothing is remembered.
        profile: of the configuration that says who thinks: "rules", "claude"; empty from an older server.
    """

    answer: str
    fact_sheet: list[FactEntry]
    agents_used: list[str]
    validator: ValidatorCounts
    cost_usd: float | None = None
    duration_ms: int
    pictures: list[Picture] = []
    pictures_left_out: int = 0
    safety: list[str] = []
    profile: str = ""


class TurnError(Model):
    code: str
    message: str
    request_id: str = ""
    docs_url: str = ""


class Turn(Model):
    """`status` is "queued", "running", "completed" (then `result` is set) or "failed" (then `error` is)."""

    id: str
    status: str
    created_at: datetime
    completed_at: datetime | None = None
    messages: list[Message] = []
    result: TurnResult | None = None
    error: TurnError | None = None


class FindingMeta(Model):
    """The finding behind an entry.

    Attributes:
        kind: "association", "trend" or "scalar"; None where it was not kept.
        lag_days: by how many days the target was read after the feature.
        p_value: how likely chance alone gives a signal as strong; None where nothing was tested.
    """

    finding_id: str
    feature: str
    target: str
    verdict: str | None = None
    effect: float | None = None
    kind: str | None = None
    lag_days: int | None = None
    p_value: float | None = None


class Memory(Model):
    """`source_turn_id` is None for what the user wrote; `meta` is set for tested hypotheses."""

    id: str
    text: str
    category: str
    created_at: datetime
    source_turn_id: str | None = None
    confidence: float | None = None
    meta: FindingMeta | None = None


class Document(Model):
    """One of the user's own documents, without its text; `size_bytes` is of that in UTF-8."""

    id: str
    title: str
    media_type: str
    created_at: datetime
    size_bytes: int


class WholeDocument(Document):
    """A document with its text."""

    text: str


class Key(Model):
    id: str
    name: str = ""
    created_at: datetime


class CreatedKey(Key):
    """`key` is shown this once; None if an earlier request with the same Idempotency-Key has shown it."""

    user_id: str
    key: str | None = None


class KeyList(Model):
    data: list[Key]


class RevokedKeys(Model):
    revoked: int


class DeletedUser(Model):
    """How much there was of a user who is now gone, by kind."""

    turns: int
    turn_events: int
    memories: int
    documents: int
    measured_values: int
    activities: int
    biomarkers: int
    imports: int
    entries: int = 0
    uploads: int = 0
    keys: int


class Health(Model):
    """`status` is "ok" when every service serves."""

    status: str
    services: dict[str, str] = {}
