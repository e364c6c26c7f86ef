"""An event stream parser written from the WHATWG text (HTML, 9.2.6 "Interpreting an event stream"), for the tests."""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Message:
    id: str
    type: str
    data: str


def parse(body: bytes) -> list[Message]:
    """The messages an EventSource would dispatch."""
    text = body.decode("utf-8").removeprefix("\ufeff")
    messages: list[Message] = []
    data, event_type, last_id = "", "", ""
    for line in re.split("\r\n|\n|\r", text)[:-1]:
        if line == "":
            if data:
                messages.append(Message(last_id, event_type or "message", data.removesuffix("\n")))
            data, event_type = "", ""
            continue
        if line.startswith(":"):
            continue
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "event":
            event_type = value
        elif name == "data":
            data += value + "\n"
        elif name == "id" and "\0" not in value:
            last_id = value
    return messages
