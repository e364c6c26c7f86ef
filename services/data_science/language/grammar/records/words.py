"""Words for days, and words that join a day with what holds of it."""

from typing import Final

DAY: Final = "(day|days|night|nights|date|dates|morning|mornings|occasions|times)"
WHEN: Final = "(when|where|that|which|with|i|my|on which|of|in which|having|whenever)"
