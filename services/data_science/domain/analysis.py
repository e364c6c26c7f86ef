"""One analysis: what is asked of it, what it decides on the way, and what it tells its caller."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import Final, TypeAlias

from amy.spending import Spent
from services.data_science.domain.algebra import Question
from services.data_science.domain.finding import Finding
from services.data_science.domain.run import JsonValue

QUESTION_LIMIT: Final = 2000
MOST_MESSAGES: Final = 10
"""How many of a person's messages are read: the last, and those before it that it may follow on."""
MOST_QUESTIONS: Final = 24
"""How many questions are computed at once."""
DEFAULT_PREFIX: Final = "ds"
DEFAULT_DEBUG_ROUNDS: Final = 2


@dataclass(frozen=True, kw_only=True)
class AnalysisRequest:
    """A question about one user's data.

    Attributes:
        finding_prefix: findings are called "<prefix>-001" and so on.
        earlier: what the person asked before in this conversation, oldest first.
        max_debug_rounds: how often code that failed may be repaired and run again.
        questions: what `question` was understood as, to be computed as it is; empty: it is still to be read.
        unreadable: why the questions that were sent cannot be read; empty if they can.
        biomarkers: whether laboratory values may be used.
    """

    user_id: str
    question: str
    finding_prefix: str = DEFAULT_PREFIX
    max_debug_rounds: int = DEFAULT_DEBUG_ROUNDS
    earlier: tuple[str, ...] = ()
    questions: tuple[Question, ...] = ()
    unreadable: str = ""
    biomarkers: bool = True


def recent(messages: Sequence[str]) -> tuple[str, ...]:
    """What a person said, oldest first, as far as it is read: the last messages, without those that are too long."""
    *earlier, last = messages
    read = [each for each in earlier[1 - MOST_MESSAGES :] if len(each) <= QUESTION_LIMIT]
    return (*read, last)


@dataclass(frozen=True, kw_only=True)
class Part:
    """One question of a plan, computed by one run of code.

    Attributes:
        said: how it was read, in plain words.
        notes: what was decided where nothing was said, each a sentence for the person.
        asked_in: the unit the question asks in; empty for the usual one.
        believable: the same question of plausible values alone, where that may make a difference.
        yes_no: whether a yes or no is wanted, and `direction` which way it expects it to go: 1 up, -1 down, 0 either.
        choice: whether it is asked which of two is higher.
        most_told: how many of the groups are asked for, the best first; 0 for all of them.
    """

    question: Question
    said: str
    notes: tuple[str, ...] = ()
    asked_in: str = ""
    yes_no: bool = False
    direction: int = 0
    choice: bool = False
    most_told: int = 0
    believable: Question | None = None


@dataclass(frozen=True, kw_only=True)
class CodePart:
    """A part that the question language cannot say: code is written for it alone.

    Nobody can compute its numbers a second time, so its findings have no question, and the answer says so.

    Attributes:
        said: what is computed, in plain words.
        approach: how.
        notes: what is told with it, each a sentence for the person.
    """

    said: str
    approach: str
    notes: tuple[str, ...] = ()


AnyPart: TypeAlias = Part | CodePart


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What will be computed: one part for each thing that was asked, in that order.

    Attributes:
        approach: how the question was read, in plain words; also what of it is left out.
    """

    parts: tuple[AnyPart, ...]
    approach: str

    @property
    def questions(self) -> tuple[Question, ...]:
        """What of it the question language says, in that order."""
        return tuple(part.question for part in self.parts if isinstance(part, Part))


@dataclass(frozen=True, kw_only=True)
class Computed:
    """A part and what its code returned.

    Attributes:
        believable: what the code of its believable question returned; None where it has none, or that code failed.
    """

    part: AnyPart
    result: JsonValue
    believable: JsonValue = None


@dataclass(frozen=True, kw_only=True)
class Decline:
    """Why the question is not computed, and the nearest that could be, as the user is told it."""

    answer: str


@dataclass(frozen=True, kw_only=True)
class Span:
    """Inclusive local dates; `label` is how a person would say them: "all data", "last 30 days"."""

    start: date
    end: date
    label: str


@dataclass(frozen=True, kw_only=True)
class Value:
    """One typed scalar that answers the question; a date is a day the question asked for, a text names an activity."""

    name: str
    value: float | date | str
    unit: str
    n: int
    window: Span
    finding_id: str


@dataclass(frozen=True, kw_only=True)
class Picture:
    """A chart of what was computed; `vega_lite` is a self-contained Vega-Lite 5 specification, JSON."""

    finding_ids: tuple[str, ...]
    title: str
    vega_lite: str


@dataclass(frozen=True, kw_only=True)
class Summary:
    """What the numbers say.

    Attributes:
        draft: the answer as a `Draft` is spelled: every computed number a reference, "{{ds-001.effect}}", and no
            other brace.
        answer: the same written out.
    """

    draft: str
    answer: str
    values: tuple[Value, ...]
    findings: tuple[Finding, ...]
    pictures: tuple[Picture, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Thought:
    """The next piece of the reasoning; pieces join without separator."""

    delta: str


@dataclass(frozen=True, kw_only=True)
class ToolCall:
    id: str
    code: str


@dataclass(frozen=True, kw_only=True)
class ToolResult:
    """What one run came to; `error` is empty on success."""

    call_id: str
    success: bool
    output: str
    error: str
    duration_ms: int


class Status(StrEnum):
    ANSWERED = "answered"
    DECLINED = "declined"
    FAILED = "failed"


@dataclass(frozen=True, kw_only=True)
class Completed:
    """The end of an analysis. `code` is what produced the values; empty when nothing ran. `spent` is for models."""

    status: Status
    answer: str
    draft: str
    approach: str = ""
    code: str = ""
    values: tuple[Value, ...] = ()
    findings: tuple[Finding, ...] = ()
    pictures: tuple[Picture, ...] = ()
    spent: Spent = field(default_factory=Spent)


AnalysisEvent: TypeAlias = Thought | ToolCall | ToolResult | Completed
