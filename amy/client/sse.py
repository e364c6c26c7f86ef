"""Server-sent events, parsed as the HTML standard says (section 9.2.6), from bytes as they come."""

import codecs
import re
from dataclasses import dataclass

_LINE_END = re.compile(r"\r\n|\n|\r")


@dataclass(frozen=True, kw_only=True)
class ServerSentEvent:
    """One dispatched event.

    Attributes:
        id: the last event id in force when it was dispatched; empty if there was none.
        event: its type; "message" unless named.
        data: its data lines, joined by line feeds.
    """

    id: str
    event: str
    data: str


class SseParser:
    """Turns the bytes of one connection into events; how they are cut into chunks makes no difference.

    An event that is not ended by a blank line is never dispatched. `retry` is ignored: clients have their own backoff.
    """

    def __init__(self) -> None:
        self._decode = codecs.getincrementaldecoder("utf-8-sig")("replace").decode
        self._rest = ""
        self._after_carriage_return = False
        self._id = ""
        self._event = ""
        self._data: list[str] = []

    def feed(self, chunk: bytes) -> list[ServerSentEvent]:
        """The events that this chunk completes."""
        text = self._decode(chunk)
        if not text:
            return []
        if self._after_carriage_return:
            text = text.removeprefix("\n")
        self._after_carriage_return = text.endswith("\r")
        *lines, self._rest = _LINE_END.split(self._rest + text)
        return [event for line in lines if (event := self._line(line)) is not None]

    def _line(self, line: str) -> ServerSentEvent | None:
        if not line:
            return self._dispatch()
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if field == "data":
            self._data.append(value)
        elif field == "event":
            self._event = value
        elif field == "id" and "\0" not in value:
            self._id = value
        return None

    def _dispatch(self) -> ServerSentEvent | None:
        data, event = self._data, self._event
        self._data, self._event = [], ""
        if not data:
            return None
        return ServerSentEvent(id=self._id, event=event or "message", data="\n".join(data))
