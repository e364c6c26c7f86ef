"""One event of a turn and its bytes on the wire."""

from dataclasses import dataclass
from typing import Final

from gateway.domain.model import View
from gateway.domain.turn_events import TERMINAL

# JSON allows these raw, and so does the event stream format, but many line readers end a line at them.
_LINE_SEPARATORS: Final = (("\u0085", b"\\u0085"), ("\u2028", b"\\u2028"), ("\u2029", b"\\u2029"))
_SEPARATOR_BYTES: Final = tuple((character.encode(), escape) for character, escape in _LINE_SEPARATORS)


@dataclass(frozen=True, slots=True)
class Event:
    """A public event.

    Attributes:
        id: counts from 1, without gaps.
        type: as in `gateway.domain.turn_events.EVENTS`.
    """

    id: int
    type: str
    data: View

    @property
    def terminal(self) -> bool:
        """Whether this is the last event of its turn."""
        return self.type in TERMINAL


def frame(event: Event) -> bytes:
    """`id`, `event` and `data`, one line each, and the blank line that ends the event.

    The JSON is compact and on one line in the eyes of every reader: line breaks inside strings are escaped.
    """
    data = event.data.model_dump_json().encode()
    for raw, escape in _SEPARATOR_BYTES:
        if raw in data:
            data = data.replace(raw, escape)
    return b"id: %d\nevent: %b\ndata: %b\n\n" % (event.id, event.type.encode(), data)
