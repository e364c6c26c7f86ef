"""What is said to a model and what comes back, whoever makes it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

Json: TypeAlias = Mapping[str, Any]
Effort: TypeAlias = Literal["low", "medium", "high"]


@dataclass(frozen=True, kw_only=True)
class Rendered:
    """A prompt that is ready to be sent.

    Attributes:
        name: of the prompt file, "router".
        sha256: of the prompt file, hexadecimal.
        stable: what is the same in every call: the instructions. A model may keep it between calls.
        data: what is of this call alone, every text from outside in a fence.
    """

    name: str
    sha256: str
    stable: str
    data: str


@dataclass(frozen=True, kw_only=True)
class Tool:
    """Something that the model may ask for. `parameters` is a JSON schema of an object."""

    name: str
    description: str
    parameters: Json


@dataclass(frozen=True, kw_only=True)
class ToolOutcome:
    """What came of a tool call, as the model is told."""

    call_id: str
    text: str
    is_error: bool = False


@dataclass(frozen=True, kw_only=True)
class Exchange:
    """One round of a loop over tools: what the model said, and what came of its calls.

    Attributes:
        said: the model's own content, opaque: it goes back unchanged, thinking included, and to this model alone.
        outcomes: one for each of its calls; none where it called nothing.
        note: what it is told beside them; needed where there are none.
    """

    said: bytes
    outcomes: tuple[ToolOutcome, ...]
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class ModelCall:
    """One request to one model.

    Attributes:
        model: its full id; of a command-line agent, as that agent knows it.
        schema: a JSON schema that the answer follows; None for prose.
        exchanges: the rounds of a loop so far.
        most_tokens: of the answer, thinking included.
        effort: how hard it should think; None leaves that to the model.
    """

    prompt: Rendered
    model: str
    schema: Json | None = None
    tools: tuple[Tool, ...] = ()
    exchanges: tuple[Exchange, ...] = ()
    most_tokens: int = 8192
    effort: Effort | None = None


@dataclass(frozen=True, kw_only=True)
class DriverUsage:
    """What a call used, as far as its driver knows.

    Attributes:
        input_tokens: cache reads included, cache writes not.
        output_tokens: thinking included.
        cost_usd: where the driver itself knows it.
    """

    model: str
    input_tokens: int = 0
    output_tokens: int = 0
    cache_read_tokens: int = 0
    cache_creation_tokens: int = 0
    cost_usd: float | None = None

    @property
    def prompt_tokens(self) -> int:
        """All that the model was sent, cached or not."""
        return self.input_tokens + self.cache_creation_tokens


@dataclass(frozen=True, kw_only=True)
class Thinking:
    """A piece of the narration."""

    delta: str


@dataclass(frozen=True, kw_only=True)
class Text:
    """A piece of the answer."""

    delta: str


@dataclass(frozen=True, kw_only=True)
class ToolCall:
    id: str
    name: str
    input: Json = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Usage:
    """What the call used so far: the newest replaces those before it."""

    usage: DriverUsage


@dataclass(frozen=True, kw_only=True)
class Result:
    """The end of a call that came to one.

    Attributes:
        text: the whole answer; empty where the model called tools alone.
        said: the whole content, opaque, for the next `Exchange`.
    """

    text: str
    said: bytes
    tool_calls: tuple[ToolCall, ...] = ()


AgenticMessage: TypeAlias = Thinking | Text | ToolCall | Usage | Result
"""Of a call: pieces as they come, `Usage` whenever more is known of it, then exactly one `Result`."""
