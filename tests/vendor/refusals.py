"""What production refuses before a model is asked."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from tests.vendor.answers import Failure
from tests.vendor.catalogue import Rules, rules_of
from tests.vendor.held_schemas import check_schema
from tests.vendor.incoming import Json, blocks_of
from tests.vendor.signatures import Signatures
from tests.vendor.tokens import prompt_tokens

_FIELDS: Final = frozenset(
    {
        "cache_control", "max_tokens", "messages", "metadata", "model", "output_config", "service_tier",
        "stop_sequences", "stream", "system", "temperature", "thinking", "tool_choice", "tools", "top_k", "top_p",
    }
)  # fmt: skip
_BLOCK_FIELDS: Final[Mapping[str, frozenset[str]]] = {
    "text": frozenset({"type", "text", "citations", "cache_control"}),
    "thinking": frozenset({"type", "thinking", "signature"}),
    "redacted_thinking": frozenset({"type", "data"}),
    "tool_use": frozenset({"type", "id", "name", "input", "caller", "cache_control"}),
    "tool_result": frozenset({"type", "tool_use_id", "content", "is_error", "cache_control"}),
}
_OF_ROLE: Final = {
    "user": frozenset({"text", "tool_result"}),
    "assistant": frozenset({"text", "thinking", "redacted_thinking", "tool_use"}),
}
_DEFAULT_SAMPLING: Final = {"temperature": 1.0, "top_p": 1.0}
_MOST_MARKS: Final = 4


class RefusedError(Exception):
    """Not taken, and why."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.message)
        self.failure = failure


def refused(message: str) -> RefusedError:
    return RefusedError(Failure(status=400, type="invalid_request_error", message=message))


def check_headers(headers: Mapping[str, str], api_key: str) -> None:
    """Raises RefusedError for a wrong key or a missing version; a key may come in either of two headers."""
    given = headers.get("x-api-key") or headers.get("authorization", "").removeprefix("Bearer ")
    if given != api_key:
        raise RefusedError(Failure(status=401, type="authentication_error", message="invalid x-api-key"))
    if not headers.get("anthropic-version"):
        raise refused("anthropic-version: header is required")


def check_body(body: Json, signatures: Signatures, *, counts_only: bool = False) -> None:
    """Raises RefusedError for whatever production does not take.

    Args:
        body: of the request.
        signatures: by which thinking that comes back is known.
        counts_only: whether only the tokens are asked for.
    """
    if unknown := sorted(set(body) - _FIELDS):
        raise refused(f"{unknown[0]}: Extra inputs are not permitted")
    if not isinstance(body.get("model"), str):
        raise refused("model: Field required")
    if (rules := rules_of(body["model"])) is None:
        raise RefusedError(Failure(status=404, type="not_found_error", message=f"model: {body['model']}"))
    if not counts_only:
        _check_length(body, rules)
    _check_messages(body)
    _check_marks(body)
    _check_sampling(body, rules)
    _check_thinking(body, rules)
    _check_tools(body, rules)
    _check_output(body, rules)
    if body["messages"][-1]["role"] == "assistant" and not rules.takes_prefill:
        raise refused("This model does not support assistant message prefill.")
    _check_tool_loop(body["messages"])
    try:
        signatures.check(body["model"], body["messages"])
    except ValueError as error:
        raise refused(str(error)) from None
    if prompt_tokens(body) > rules.context_tokens:
        raise refused(f"prompt is too long: {prompt_tokens(body)} tokens > {rules.context_tokens} maximum")


def _check_length(body: Json, rules: Rules) -> None:
    most = body.get("max_tokens")
    if not isinstance(most, int) or isinstance(most, bool):
        raise refused("max_tokens: Field required")
    if most < 1:
        raise refused("max_tokens: must be greater than or equal to 1")
    if most > rules.most_tokens:
        raise refused(f"max_tokens: {most} > {rules.most_tokens}, the maximum allowed number of output tokens")


def _check_messages(body: Json) -> None:
    messages = body.get("messages")
    if not isinstance(messages, list) or not messages:
        raise refused("messages: at least one message is required")
    for index, message in enumerate(messages):
        if not isinstance(message, dict) or message.get("role") not in _OF_ROLE:
            raise refused(f"messages.{index}.role: Input should be 'user' or 'assistant'")
        _check_blocks(f"messages.{index}", message.get("content"), _OF_ROLE[message["role"]])
    if messages[0]["role"] != "user":
        raise refused("messages: first message must use the 'user' role")
    if body.get("system"):
        _check_blocks("system", body["system"], frozenset({"text"}))


def _check_blocks(where: str, content: Any, allowed: frozenset[str]) -> None:
    if not isinstance(content, str | list) or not content:
        raise refused(f"{where}: content must be non-empty")
    for index, block in enumerate(blocks_of(content)):
        kind = block.get("type")
        if kind not in allowed:
            raise refused(f"{where}.content.{index}: type '{kind}' is not allowed here")
        if unknown := sorted(set(block) - _BLOCK_FIELDS[kind]):
            raise refused(f"{where}.content.{index}.{kind}.{unknown[0]}: Extra inputs are not permitted")
        if kind == "text" and not block.get("text", "").strip():
            raise refused(f"{where}.content.{index}: text content blocks must be non-empty")


def _check_marks(body: Json) -> None:
    if (found := len(list(marks(body)))) > _MOST_MARKS:
        raise refused(f"A maximum of {_MOST_MARKS} blocks with cache_control may be provided. Found {found}.")


def marks(node: Any) -> Sequence[Json]:
    """Every block that is marked as the end of what is to be kept."""
    if isinstance(node, list):
        return [mark for each in node for mark in marks(each)]
    if not isinstance(node, dict):
        return []
    within = [
        mark for key, each in node.items() if key in ("tools", "system", "messages", "content") for mark in marks(each)
    ]
    return [node, *within] if node.get("cache_control") else within


def _check_sampling(body: Json, rules: Rules) -> None:
    for name in ("temperature", "top_p", "top_k"):
        if (value := body.get(name)) is None:
            continue
        if not rules.takes_sampling:
            raise refused(f"{name}: this model does not support sampling parameters")
        if not rules.takes_other_sampling and value != _DEFAULT_SAMPLING.get(name):
            raise refused(f"{name}: this model supports only the default value")


def _check_thinking(body: Json, rules: Rules) -> None:
    thinking = body.get("thinking")
    if thinking is None:
        return
    match thinking.get("type"):
        case "disabled":
            if not rules.takes_disabled_thinking:
                raise refused("thinking: this model does not support disabling thinking")
        case "adaptive":
            if not rules.takes_effort:
                raise refused("thinking: adaptive thinking is not supported on this model")
        case "enabled":
            budget = thinking.get("budget_tokens", 0)
            if budget < 1024 or budget >= body.get("max_tokens", budget + 1):
                raise refused("thinking.budget_tokens: must be at least 1024 and less than max_tokens")
        case kind:
            raise refused(f"thinking.type: '{kind}' is not known")
    if thinking.get("display") not in (None, "summarized", "omitted"):
        raise refused("thinking.display: Input should be 'summarized' or 'omitted'")


def _check_tools(body: Json, rules: Rules) -> None:
    names = [tool.get("name") for tool in body.get("tools", ())]
    for index, tool in enumerate(body.get("tools", ())):
        if not tool.get("name") or (tool.get("input_schema") or {}).get("type") != "object":
            raise refused(f"tools.{index}: a name and an input_schema of type object are required")
    if len(set(names)) != len(names):
        raise refused("tools: Tool names must be unique.")
    if (choice := body.get("tool_choice")) is None:
        return
    if not names:
        raise refused("tool_choice: may only be specified while providing tools")
    if choice.get("type") in ("any", "tool"):
        if not rules.takes_forced_tools:
            raise refused("tool_choice: this model does not support forcing tool use")
        if (body.get("thinking") or {}).get("type") in ("adaptive", "enabled"):
            raise refused("Thinking may not be enabled when tool_choice forces tool use.")


def _check_output(body: Json, rules: Rules) -> None:
    output = body.get("output_config") or {}
    if (effort := output.get("effort")) is not None:
        if not rules.takes_effort:
            raise refused("output_config.effort: This model does not support the effort parameter.")
        if effort not in ("low", "medium", "high", "xhigh", "max"):
            raise refused(f"output_config.effort: '{effort}' is not known")
    if (form := output.get("format")) is None:
        return
    if form.get("type") != "json_schema" or not isinstance(form.get("schema"), dict):
        raise refused("output_config.format: a schema of type json_schema is required")
    try:
        check_schema(form["schema"])
    except ValueError as error:
        raise refused(f"output_config.format.schema: {error}") from None


def _check_tool_loop(messages: Sequence[Json]) -> None:
    """Each call is answered in the very next message, and nothing is answered that was not called."""
    asked: set[str] = set()
    for index, message in enumerate(messages):
        blocks = blocks_of(message["content"])
        answered = _ids(blocks, "tool_result", lambda block: block.get("tool_use_id"))
        if unasked := answered - asked:
            raise refused(f"messages.{index}: unexpected `tool_use_id` found in `tool_result` blocks: {min(unasked)}")
        if open_ := asked - answered:
            raise refused(f"messages.{index}: `tool_use` ids without `tool_result` immediately after: {min(open_)}")
        asked = _ids(blocks, "tool_use", lambda block: block.get("id"))
    if asked:
        raise refused(f"messages: `tool_use` ids were found without `tool_result` blocks after: {min(asked)}")


def _ids(blocks: Sequence[Json], kind: str, of: Callable[[Json], Any]) -> set[str]:
    return {str(of(block)) for block in blocks if block["type"] == kind}
