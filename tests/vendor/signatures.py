"""Thinking is signed when it is sent and has to come back unchanged, to the model that it is of."""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Sequence

from tests.vendor.incoming import Json, blocks_of


class Signatures:
    """Signs thinking, and knows it again."""

    def __init__(self) -> None:
        self._secret = secrets.token_bytes(32)
        self._before_call: dict[str, tuple[str, ...]] = {}

    def sign(self, model: str, thinking: str, *, message_id: str) -> str:
        """Of the text as it is sent; two empty ones of different messages differ."""
        digest = hmac.new(self._secret, f"{model}\0{message_id}\0{thinking}".encode(), hashlib.sha256).hexdigest()
        return base64.b64encode(f"{message_id}.{digest}".encode()).decode()

    def sent(self, content: Sequence[Json]) -> None:
        """Remembers which thinking belongs to the calls of a message."""
        thought = _signed(content)
        for block in content:
            if block["type"] == "tool_use":
                self._before_call[block["id"]] = thought

    def check(self, model: str, messages: Sequence[Json]) -> None:
        """Raises ValueError for thinking that is changed, missing, moved, or of another model."""
        for index, message in enumerate(messages):
            content = blocks_of(message["content"])
            for place, block in enumerate(content):
                if block["type"] == "thinking" and not self._is_own(model, block):
                    raise ValueError(f"messages.{index}.content.{place}: Invalid `signature` in `thinking` block")
            wanted = [self._before_call.get(block["id"], ()) for block in content if block["type"] == "tool_use"]
            if any(each != _signed(content) for each in wanted if each):
                raise ValueError(
                    f"messages.{index}: `thinking` blocks in the assistant message of a tool loop cannot be modified. "
                    "They must remain as they were in the original response."
                )

    def _is_own(self, model: str, block: Json) -> bool:
        try:
            message_id = base64.b64decode(block.get("signature", ""), validate=True).decode().split(".")[0]
        except ValueError:
            return False
        return hmac.compare_digest(block["signature"], self.sign(model, block["thinking"], message_id=message_id))


def _signed(content: Sequence[Json]) -> tuple[str, ...]:
    return tuple(block["signature"] for block in content if block["type"] == "thinking")
